// By what a finding is known again, and by what it is not.
#include "validator/project/finding_place.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/validator/project/every_rule.h"
#include "validator/engine/target.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

using testing::Each;
using testing::IsSubsetOf;
using testing::MatchesRegex;
using testing::Not;
using testing::UnorderedElementsAreArray;

std::vector<std::string> FingerprintsOfText(const std::string& text) {
  const std::vector<Target> targets = DefaultTargets();
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  const Report report = Validate(document, targets, RulesAndProjectRules());
  return FingerprintsOf(document, RulesAndProjectRules(), report);
}

const std::string kFirst =
    R"({"name": [{"service": "a.B", "method": "C"}], "timeout": "5000ms", "x1": 1})";
const std::string kSecond = R"({"name": [{"service": "a.D"}], "timeout": "5000ms"})";

struct SameRow {
  const char* why;
  std::string text;
};

TEST(FingerprintsTest, StayWhereTheFindingStays) {
  const std::vector<std::string> before =
      FingerprintsOfText(R"({"methodConfig": [)" + kFirst + "," + kSecond + "]}");
  EXPECT_GE(before.size(), 3U);
  EXPECT_THAT(before, Each(MatchesRegex("[0-9a-f]{16}:[0-9]+")));
  const SameRow rows[] = {
      {"lines move", "{\n\n\"methodConfig\": [\n" + kFirst + ",\n\n" + kSecond + "]}"},
      {"entries change places", R"({"methodConfig": [)" + kSecond + "," + kFirst + "]}"},
  };
  for (const SameRow& row : rows) {
    EXPECT_THAT(FingerprintsOfText(row.text), UnorderedElementsAreArray(before)) << row.why;
  }
  const std::string entry = R"({"name": [{"service": "a.A"}], "timeout": "7000ms"})";
  const std::vector<std::string> more =
      FingerprintsOfText(R"({"methodConfig": [)" + entry + "," + kFirst + "," + kSecond + "]}");
  EXPECT_THAT(before, IsSubsetOf(more)) << "an entry is added before the others";
  EXPECT_EQ(more.size(), before.size() + 1);
}

TEST(FingerprintsTest, StayWhereAValueIsLaidOutOtherwise) {
  const std::string rows[][2] = {
      {R"({"loadBalancingConfig": [{"foo": {}}, {"bar": {"a": 1, "b": [2, 3]}}]})",
       R"({"loadBalancingConfig": [ {"foo":{}},)"
       "\r\n"
       R"( {"bar": {"b": [2,3], "a": 1} } ]})"},
      {R"({"methodConfig": [{"name": [{"service": "a.B", "method": "C"},
                                     {"service": "a.B", "method": "C"}]}]})",
       R"({"methodConfig": [{"name": [{"method": "C", "service": "a.B"},
                                     {"method":"C","service":"a.B"}]}]})"},
      {R"({"methodConfig": [{"name": [{}], "timeout": {"seconds": 5, "nanos": 1}}]})",
       R"({"methodConfig": [{"name": [{}], "timeout": {"nanos":1,"seconds":5}}]})"},
  };
  for (const auto& [before, after] : rows) {
    const std::vector<std::string> known = FingerprintsOfText(before);
    EXPECT_FALSE(known.empty()) << before;
    EXPECT_THAT(FingerprintsOfText(after), UnorderedElementsAreArray(known)) << after;
  }
}

// What one object lacks is not excused by what it lacked before.
TEST(FingerprintsTest, DifferByTheKeyThatIsMissing) {
  const std::vector<std::string> before =
      FingerprintsOfText(R"({"retryThrottling": {"maxTokens": 100}})");
  const std::vector<std::string> after =
      FingerprintsOfText(R"({"retryThrottling": {"tokenRatio": 0.1}})");
  ASSERT_EQ(before.size(), 1U);
  EXPECT_THAT(after, Not(IsSubsetOf(before)));
}

struct OtherRow {
  const char* why;
  std::string text;
};

TEST(FingerprintsTest, AreOthersForAnotherFinding) {
  const auto whole = [](absl::string_view entry) {
    return std::string(R"({"methodConfig": [)").append(entry.data(), entry.size()) + "]}";
  };
  const std::vector<std::string> before =
      FingerprintsOfText(whole(R"({"name": [{"service": "a.D"}], "timeout": "5000ms"})"));
  ASSERT_EQ(before.size(), 1U);
  const OtherRow rows[] = {
      {"another value", R"({"name": [{"service": "a.D"}], "timeout": "6000ms"})"},
      {"another method", R"({"name": [{"service": "a.E"}], "timeout": "5000ms"})"},
      {"another rule", R"({"name": [{"service": "a.D"}], "timeout": 5000})"},
      {"another place", R"({"name": [{"service": "a.D"}], "x": "5000ms"})"},
  };
  for (const OtherRow& row : rows) {
    EXPECT_NE(FingerprintsOfText(whole(row.text)), before) << row.why;
  }
}

TEST(FingerprintsTest, NoTwoAreTheSame) {
  std::string text = R"({"methodConfig": [)" + kSecond;
  for (int i = 0; i < 20; ++i) text += "," + kSecond;
  std::vector<std::string> fingerprints = FingerprintsOfText(text + "]}");
  ASSERT_GE(fingerprints.size(), 21U);
  std::sort(fingerprints.begin(), fingerprints.end());
  EXPECT_EQ(std::adjacent_find(fingerprints.begin(), fingerprints.end()), fingerprints.end());
}

}  // namespace
}  // namespace grpcfg
