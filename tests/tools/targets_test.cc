// `grpcfg targets` from outside: what is printed where, and the exit status.
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/rules/shared_data.h"
#include "tests/tools/run_grpcfg.h"
#include "tools/docgen/target_page.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<TargetEntry> Entries(absl::string_view list) {
  const std::vector<Target> targets = *ParseTargets(list);
  std::vector<TargetEntry> entries;
  entries.reserve(targets.size());
  for (const Target& target : targets) {
    entries.push_back(MakeTargetEntry(target, AllRules()));
  }
  return entries;
}

struct Row {
  absl::string_view arguments;
  std::string out;
};

TEST(TargetsCommandTest, PrintsExactlyThis) {
  const GrpcfgRun run;
  const std::vector<TargetEntry> all = EveryTargetEntry(AllRules());
  const Row rows[] = {
      {"", TargetListAsText(all)},
      {"--format text", TargetListAsText(all)},
      {"--format json", TargetsAsJson(all)},
      {"--format markdown", ReadWhole("docs/compatibility.md")},
      {"go", TargetsAsText(Entries("go"))},
      {"-- go", TargetsAsText(Entries("go"))},
      {"core@1.51,go node", TargetsAsText(Entries("core@1.51,go,node"))},
      {"core@1.51 --format json", TargetsAsJson(Entries("core@1.51"))},
  };
  for (const Row& row : rows) {
    const RunResult result = run.Run(absl::StrCat("$G targets ", row.arguments));
    EXPECT_EQ(result.status, 0) << row.arguments;
    EXPECT_EQ(result.out, row.out) << row.arguments;
    EXPECT_EQ(result.err, "") << row.arguments;
  }
}

TEST(TargetsCommandTest, WrongUsageIsReportedAndIsTwo) {
  const GrpcfgRun run;
  for (const absl::string_view arguments :
       {"c+", "core@0", "go,nobody", "--format yaml", "--format markdown go", "--no-such-flag"}) {
    const RunResult result = run.Run(absl::StrCat("$G targets ", arguments));
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.out, IsEmpty()) << arguments;
    EXPECT_THAT(result.err, StartsWith("grpcfg: ")) << arguments;
  }
  EXPECT_THAT(run.Run("$G targets core@0").err, HasSubstr("`core@1.51`"));
}

TEST(TargetsCommandTest, APageThatCannotBeWrittenIsTwo) {
  const GrpcfgRun run;
  const RunResult result = run.Run("$G targets go >/dev/full");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, StartsWith("grpcfg: cannot write the report to stdout"));
}

}  // namespace
}  // namespace grpcfg
