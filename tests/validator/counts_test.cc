// More findings than are remembered one by one: how many there are of each rule.
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/substitute.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

Report Check(absl::string_view text, const std::vector<Target>& targets) {
  return Validate(ParseDocument(text, DocumentKind::kConfig), targets, AllRules());
}

// More places than are remembered: each is counted once, whichever of the targets mind it, with
// the severity that it has.
TEST(CountsTest, PlacesBeyondThoseRememberedAreCounted) {
  constexpr size_t kEntries = 25'000;
  std::string text = R"({"methodConfig": [)";
  for (size_t i = 0; i < kEntries; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ",", R"({"timeout": "1.5s", "name": [{"service": "s)", i,
                    "\"}]}");
  }
  const Report report = Check(text + "]}", *ParseTargets("spec,core,go,java,node"));
  size_t errors = 0;
  for (const Omission& omission : report.omissions) {
    EXPECT_EQ(omission.Count(), kEntries - kMaxFindingsPerRule) << omission.rule;
    errors += omission.by_severity[static_cast<size_t>(Severity::kError)];
  }
  EXPECT_EQ(errors, 0U);
}

// To grpc-java a slash in a method is a name like any other.
TEST(CountsTest, PlacesThatAffectSomeTargetsAreCountedOnce) {
  constexpr size_t kPairs = 22'500;
  std::string text = R"({"methodConfig": [{"timeout": "1s", "name": [)";
  for (size_t i = 0; i < kPairs; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ",", R"({"service": "/s)", i, R"("}, {"service": "s)", i,
                    R"(", "method": "a/b"})");
  }
  const Report report = Check(text + "]}]}", *ParseTargets("java,node"));
  ASSERT_EQ(report.omissions.size(), 1U);
  EXPECT_EQ(report.omissions[0].rule, "name-never-matches");
  EXPECT_EQ(report.omissions[0].Count(), 2 * kPairs - kMaxFindingsPerRule);
}

// More than a reader keeps of a kind.
TEST(CountsTest, OfTooManyIssuesTheFirstInTheTextAreListed) {
  constexpr size_t kEntries = 21'000;
  std::string text = R"({"methodConfig": [)";
  const size_t first = text.size();
  for (size_t i = 0; i < kEntries; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ",", R"({"timeout": 3, "name": [{"service": "s)", i,
                    "\"}]}");
  }
  const Report report = Check(text + "]}", *ParseTargets("spec"));
  ASSERT_FALSE(report.diagnostics.empty());
  EXPECT_EQ(report.diagnostics[0].primary.span.begin, first + 12);
  EXPECT_EQ(report.Count(Severity::kError), kEntries);
}

// Every finding of each rule, listed or not.
std::vector<std::pair<std::string, size_t>> CountsOf(const Report& report) {
  std::map<std::string, size_t> counts;
  for (const Diagnostic& diagnostic : report.diagnostics) ++counts[std::string(diagnostic.rule)];
  for (const Omission& omission : report.omissions)
    counts[std::string(omission.rule)] += omission.Count();
  return {counts.begin(), counts.end()};
}

std::string EntryOf(size_t index, absl::string_view member) {
  return absl::StrCat(index == 0 ? "" : ",", R"({"name": [{"service": "a.S)", index, "\"}], ",
                      member, "}");
}

TEST(CountsTest, AKindThatSeveralRulesReportCountsForEachItsOwn) {
  constexpr size_t kEntries = 19'000;
  constexpr absl::string_view kPolicy =
      R"("retryPolicy": {"maxAttempts": $0, "initialBackoff": "1s", "maxBackoff": "1s",
                         "backoffMultiplier": $1, "retryableStatusCodes": ["UNAVAILABLE"]})";
  std::string text = R"({"methodConfig": [)" + EntryOf(0, absl::Substitute(kPolicy, 1, 2));
  for (size_t i = 1; i <= kEntries; ++i) text += EntryOf(i, absl::Substitute(kPolicy, 3, 0));
  const Report report = Check(text + "]}", *ParseTargets("spec"));
  EXPECT_THAT(CountsOf(report), ElementsAre(Pair("retry-max-attempts-too-small", 1),
                                            Pair("retry-multiplier-not-positive", kEntries)));
}

TEST(CountsTest, ARuleThatReportsSeveralKindsCountsAllOfThem) {
  constexpr size_t kNegative = 25'000;
  constexpr size_t kLarge = 10'000;
  std::string text = R"({"methodConfig": [)";
  for (size_t i = 0; i < kNegative + kLarge; ++i) {
    text += EntryOf(i, i < kNegative ? R"("maxRequestMessageBytes": -1)"
                                     : R"("maxRequestMessageBytes": 99999999999)");
  }
  const Report report = Check(text + "]}", *ParseTargets("spec"));
  EXPECT_THAT(CountsOf(report), ElementsAre(Pair("message-size-out-of-range", kNegative + kLarge)));
}

}  // namespace
}  // namespace grpcfg
