// `grpcfg explain` and `grpcfg rules` from outside: what is printed where, and the exit status.
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/tools/run_grpcfg.h"
#include "tests/validator/project/every_rule.h"
#include "tools/docgen/field_page.h"
#include "validator/engine/target.h"

namespace grpcfg {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<RuleEntry> Entries(const std::vector<absl::string_view>& ids) {
  std::vector<RuleEntry> entries;
  entries.reserve(ids.size());
  for (const absl::string_view id : ids) entries.push_back(*FindEntry(RulesAndProjectRules(), id));
  return entries;
}

TEST(ExplainTest, EveryRuleNamesEveryClient) {
  for (const RuleEntry& entry : EveryEntry(AllRules())) {
    const std::string text = EntriesAsText({&entry, 1});
    const size_t at = text.find("\nWhat each client does with it:\n");
    ASSERT_NE(at, std::string::npos) << entry.rule->id;
    for (const KnownTarget& target : KnownTargets()) {
      EXPECT_NE(text.find(std::string(target.name), at), std::string::npos)
          << entry.rule->id << " " << target.name;
    }
  }
}

std::vector<FieldPage> FieldPagesOf(absl::string_view name) {
  return FindFieldPages(AllRules(), name);
}

struct Row {
  absl::string_view arguments;
  int status;
  std::string out;
  absl::string_view err;
};

std::vector<Row> Rows() {
  const std::vector<RuleEntry> one = Entries({"json-comment"});
  const std::vector<RuleEntry> two = Entries({"name-missing", "json-comment"});
  const std::vector<RuleEntry> all = EveryEntry(RulesAndProjectRules());
  return {
      {"explain json-comment", 0, EntriesAsText(one), ""},
      {"explain -- json-comment", 0, EntriesAsText(one), ""},
      {"explain --format text json-comment", 0, EntriesAsText(one), ""},
      {"explain name-missing json-comment", 0, EntriesAsText(two), ""},
      {"explain name-missing json-comment --format json", 0, EntriesAsJson(two), ""},
      {"explain --format markdown name-missing json-comment", 0, EntriesAsMarkdown(two), ""},
      {"explain json-coment", 2, "",
       "grpcfg: `json-coment` is not a rule or a field; did you mean `json-comment`?\n"},
      {"explain max-attempts-clamped", 2, "",
       "grpcfg: `max-attempts-clamped` is not a rule or a field; did you mean "
       "`retry-max-attempts-clamped`, "
       "`hedging-max-attempts-clamped`?\n"},
      {"explain qqq", 2, "",
       "grpcfg: `qqq` is not a rule or a field; `grpcfg rules` lists the rules, `grpcfg schema` "
       "the fields\n"},
      {"explain ''", 2, "",
       "grpcfg: `` is not a rule or a field; `grpcfg rules` lists the rules, `grpcfg schema` the "
       "fields\n"},
      {"explain qqq json-comment", 2, EntriesAsText(one),
       "grpcfg: `qqq` is not a rule or a field; `grpcfg rules` lists the rules, `grpcfg schema` "
       "the fields\n"},
      {"explain retryPolicy.maxAttempts", 0, FieldsAsText(FieldPagesOf("retryPolicy.maxAttempts")),
       ""},
      {"explain json-comment timeout", 0,
       EntriesAsText(one) + "\n\n" + FieldsAsText(FieldPagesOf("timeout")), ""},
      {"explain maxAttemps", 2, "",
       "grpcfg: `maxAttemps` is not a rule or a field; did you mean `maxAttempts`?\n"},
      {"rules", 0, ListAsText(all), ""},
      {"rules --format text", 0, ListAsText(all), ""},
      {"rules --format json", 0, EntriesAsJson(all), ""},
      {"rules --format markdown", 0, PageAsMarkdown(all), ""},
      {"rules -- all", 2, "", "grpcfg: `rules` takes no arguments, but got `all`\n"},
  };
}

TEST(ExplainTest, PrintsExactlyThis) {
  const GrpcfgRun run;
  for (const Row& row : Rows()) {
    const RunResult result = run.Run(absl::StrCat("$G ", row.arguments));
    EXPECT_EQ(result.status, row.status) << row.arguments;
    EXPECT_EQ(result.out, row.out) << row.arguments;
    EXPECT_EQ(result.err, row.err) << row.arguments;
  }
}

TEST(ExplainTest, AFamilyIsExplained) {
  const GrpcfgRun run;
  const RunResult family = run.Run("$G explain 'duration-*'");
  EXPECT_EQ(family.status, 0);
  EXPECT_THAT(family.out,
              AllOf(HasSubstr("duration-malformed"), HasSubstr("duration-out-of-range")));
  EXPECT_EQ(run.Run("$G explain 'nothing-*'").status, 2);
}

TEST(ExplainTest, WrongUsageIsReportedAndIsTwo) {
  const GrpcfgRun run;
  for (const absl::string_view arguments :
       {"explain", "explain --format yaml json-comment", "explain --no-such-flag json-comment",
        "rules all", "rules --format yaml"}) {
    const RunResult result = run.Run(absl::StrCat("$G ", arguments));
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.out, IsEmpty()) << arguments;
    EXPECT_THAT(result.err, StartsWith("grpcfg: ")) << arguments;
  }
}

TEST(ExplainTest, APageThatCannotBeWrittenIsTwo) {
  const GrpcfgRun run;
  for (const absl::string_view arguments : {"explain json-comment", "rules"}) {
    const RunResult result = run.Run(absl::StrCat("$G ", arguments, " >/dev/full"));
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.err, StartsWith("grpcfg: cannot write the report to stdout")) << arguments;
  }
}

TEST(ExplainTest, AReaderThatGoesAwayIsNoError) {
  const GrpcfgRun run;
  const RunResult result = run.Run("{ $G rules --format json; echo status $? >&2; } | head -1");
  EXPECT_EQ(result.out, "{\n");
  EXPECT_EQ(result.err, "status 0\n");
}

}  // namespace
}  // namespace grpcfg
