// Read: which methods the entries apply to.
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/schema/reading.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct PairRow {
  absl::string_view first;
  absl::string_view second;
  bool equal;
};

const PairRow kPairRows[] = {
    {R"({})", R"({})", true},
    {R"({})", R"({"service": ""})", true},
    {R"({})", R"({"service": null, "method": null})", true},
    {R"({})", R"({"service": "", "method": ""})", true},
    {R"({"service": "a"})", R"({"service": "a"})", true},
    {R"({"service": "a"})", R"({"service": "a", "method": ""})", true},
    {R"({"service": "a", "method": null})", R"({"method": "", "service": "a"})", true},
    {R"({"service": "a", "method": "m"})", R"({"method": "m", "service": "a"})", true},
    {R"({"service": "a"})", R"({"service": "\u0061"})", true},
    {R"({"service": "a"})", R"({"service": "A"})", false},
    {R"({"service": "a"})", R"({"service": "a", "method": "m"})", false},
    {R"({"service": "a", "method": "m"})", R"({"service": "a", "method": "n"})", false},
    {R"({})", R"({"service": "a"})", false},
    {R"({"service": "a"})", R"({"service": "a "})", false},
};

TEST(ReadNamesTest, AreUniqueOverTheWholeConfig) {
  for (const PairRow& row : kPairRows) {
    const std::string together =
        absl::StrCat(R"({"methodConfig": [{"name": [)", row.first, ", ", row.second, "]}]}");
    const std::string apart = absl::StrCat(R"({"methodConfig": [{"name": [)", row.first,
                                           R"(]}, {"name": [)", row.second, "]}]}");
    for (const std::string& text : {together, apart}) {
      const ReadText read(text);
      EXPECT_EQ(read.Kinds(),
                row.equal ? std::vector{IssueKind::kDuplicateName} : std::vector<IssueKind>{})
          << text;
      if (read.issues().empty()) continue;
      EXPECT_EQ(read.Source(read.issues()[0].span), row.second);
      EXPECT_EQ(read.Source(read.issues()[0].related), row.first);
    }
  }
}

// The spec compares services and methods, not paths.
TEST(ReadNamesTest, SlashesMakeNoDuplicate) {
  const ReadText read(R"({"methodConfig": [{"name": [{"service": "a/b", "method": "c"},
                                                     {"service": "a", "method": "b/c"}]}]})");
  EXPECT_THAT(read.Kinds(), ElementsAre(IssueKind::kNeverMatches, IssueKind::kNeverMatches));
}

TEST(ReadNamesTest, EveryRepetitionPointsToTheFirst) {
  const ReadText read(
      R"({"methodConfig": [{"name": [{"service": "a"}]}, {"name": [{"service":"a"}, {"service" :"a"}]}]})");
  ASSERT_EQ(read.issues().size(), 2U);
  for (const Issue& issue : read.issues()) {
    EXPECT_EQ(read.Source(issue.related), R"({"service": "a"})");
  }
}

TEST(ReadNamesTest, AMalformedPartIsNotCompared) {
  const ReadText read(R"({"methodConfig": [{"name": [{}, {"service": 5}, {"service": 6}]}]})");
  EXPECT_THAT(read.Blamed(), ElementsAre("5", "6"));
}

TEST(ReadNamesTest, AMethodNeedsAService) {
  const ReadText absent(R"({"methodConfig": [{"name": [{"method": "m"}]}]})");
  EXPECT_THAT(absent.Kinds(), ElementsAre(IssueKind::kMethodWithoutService));
  EXPECT_THAT(absent.Blamed(), ElementsAre("{"));
  const ReadText empty(R"({"methodConfig": [{"name": [{"service": "", "method": "m"}]}]})");
  EXPECT_THAT(empty.Blamed(), ElementsAre("\"\""));
  EXPECT_EQ(empty.Source(empty.issues()[0].related), "\"m\"");
  const ReadText misspelt(R"({"methodConfig": [{"name": [{"services": "a", "method": "m"}]}]})");
  EXPECT_THAT(misspelt.Kinds(), ElementsAre(IssueKind::kUnknownField));
  EXPECT_EQ(misspelt.issues()[0].effect, Effect::kRejectsConfig);
  const ReadText lost(R"({"methodConfig": [{"name": [{"services": "a", "method": ""}]}]})");
  EXPECT_EQ(lost.issues()[0].effect, Effect::kIgnoresPolicy);
  const ReadText malformed(R"({"methodConfig": [{"name": [{"service": 1, "method": "m"}]}]})");
  EXPECT_THAT(malformed.Kinds(), ElementsAre(IssueKind::kWrongType));
  const ReadText no_method(R"({"methodConfig": [{"name": [{"method": ""}]}]})");
  EXPECT_THAT(no_method.issues(), IsEmpty());
}

TEST(ReadNamesTest, AnEntryNeedsAName) {
  const std::pair<const char*, const char*> rows[] = {
      {"{}", "{"}, {R"({"timeout": "1s"})", "{"}, {R"({"name": null})", "null"}};
  for (const auto& [entry, blamed] : rows) {
    const ReadText read(absl::StrCat(R"({"methodConfig": [)", entry, "]}"));
    const bool has_key = absl::StrContains(entry, "\"name\"");
    EXPECT_THAT(read.Kinds(), ElementsAre(has_key ? IssueKind::kNoName : IssueKind::kNoNameKey))
        << entry;
    EXPECT_THAT(read.Blamed(), ElementsAre(blamed)) << entry;
  }
  const ReadText malformed(R"({"methodConfig": [{"name": "a"}, {"name": [5]}]})");
  EXPECT_THAT(malformed.Kinds(), ElementsAre(IssueKind::kWrongType, IssueKind::kWrongType));
}

// A call's path is `/service/method`, and names in a .proto file have no slash.
TEST(ReadNamesTest, NoPartOfACallHasASlash) {
  for (const Profile* const profile : {&SpecProfile(), &CoreProfile(), &GoProfile(), &JavaProfile(),
                                       &NodeProfile(), &GapicProfile()}) {
    for (const char* const part : {"/a", "a/", "/a/", "a//b", "/", "a/b//c", "a/b", "a.B/C"}) {
      const ReadText service(
          absl::StrCat(R"({"methodConfig": [{"name": [{"service": ")", part, "\"}]}]}"), *profile);
      EXPECT_THAT(service.Kinds(), ElementsAre(IssueKind::kNeverMatches)) << part;
      const ReadText method(
          absl::StrCat(R"({"methodConfig": [{"name": [{"service": "a", "method": ")", part,
                       "\"}]}]}"),
          *profile);
      EXPECT_THAT(method.Kinds(), ElementsAre(IssueKind::kNeverMatches)) << part;
      EXPECT_THAT(method.Blamed(), ElementsAre(absl::StrCat("\"", part, "\""))) << part;
    }
  }
}

// The table of names must grow, and then find every name again.
TEST(ReadNamesTest, FiftyThousandNames) {
  constexpr int kNames = 50'000;
  std::string text = R"({"methodConfig": [{"name": [)";
  for (int i = 0; i < kNames; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ",", R"({"service":"acme.S)", i % 97, R"(","method":"M)",
                    i, R"("})");
  }
  const ReadText unique(text + "]}]}");
  EXPECT_THAT(unique.issues(), IsEmpty());
  EXPECT_EQ(unique.method(0)->name.value->size(), size_t{kNames});
  const ReadText repeated(text + R"(,{"service":"acme.S0","method":"M0"},{"method":"M97",)" +
                          R"("service":"acme.S0"}]}]})");
  EXPECT_THAT(repeated.Kinds(), ElementsAre(IssueKind::kDuplicateName, IssueKind::kDuplicateName));
}

}  // namespace
}  // namespace grpcfg
