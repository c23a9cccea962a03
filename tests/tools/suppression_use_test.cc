// Which suppressions a run of `check` complains of: only those that it has really looked for.
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/run_grpcfg.h"
#include "tests/tools/workspace/clean_git.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kFaulty =
    R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "5000ms"}]})";

struct UseRow {
  const char* reason;
  const char* path;  // of a suppression of a rule that finds nothing; empty: it has none
  const char* arguments;
  int count;  // how often it is reported
};

class SuppressionUseTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HaveGit()) GTEST_SKIP() << "git is not installed: it cannot say what is ignored";
    run_.files.Git(".", "init -q");
    run_.files.Write("a_service_config.json", kFaulty);
    run_.files.Write("old/b_service_config.json", kFaulty);
    run_.files.Write("odd/c.json", kFaulty);
    run_.files.Write("odd/package.json", R"({"name": "shop"})");
    run_.files.Write("odd/read.me", "methodConfig");
    run_.files.Write("made/d_service_config.json", kFaulty);
    run_.files.Write(".gitignore", "made/\n");
    run_.files.Write("own/.grpcfg.json", "{}");
    run_.files.Write("own/e_service_config.json", kFaulty);
    run_.files.Write("own.json", "{}");
  }

  // A project with one suppression of `rule`.
  void WriteProject(absl::string_view rule, absl::string_view path,
                    absl::string_view until = "") const {
    std::string members = absl::StrCat(R"("rule": ")", rule, R"(", "reason": "r")");
    if (!path.empty()) absl::StrAppend(&members, R"(, "path": ")", path, "\"");
    if (!until.empty()) absl::StrAppend(&members, R"(, "until": ")", until, "\"");
    run_.files.Write(".grpcfg.json",
                     absl::StrCat(R"({"exclude": ["old/"], "suppressions": [{)", members, "}]}"));
  }

  [[nodiscard]] int CountOf(absl::string_view rule, absl::string_view arguments) const {
    const RunResult result = run_.Run(
        absl::StrCat("$G check --format concise ", arguments, " | grep -c '\\[", rule, "\\]'"));
    EXPECT_EQ(result.err, "") << arguments;
    return std::stoi(result.out);
  }

  GrpcfgRun run_;
};

TEST_F(SuppressionUseTest, OneIsUnusedOnlyIfAllThatItMayBeAboutWasChecked) {
  const UseRow rows[] = {
      {"all that the project has was checked", "", ".", 1},
      {"not all of it", "", "a_service_config.json", 0},
      {"a file of that name was checked", "a*", "a_service_config.json", 1},
      {"others were", "a*", "odd/c.json", 0},
      {"no such file is anywhere", "none/*", ".", 1},
      {"no such file, but who knows after one", "none/*", "a_service_config.json", 0},
      {"the only file is excluded", "old/", ".", 0},
      {"it was checked all the same", "old/", ". old/b_service_config.json", 1},
      {"it was checked alone", "old/", "old/b_service_config.json", 1},
      {"the only file has another name", "odd/c.json", ".", 1},
      {"one in its folder is a config by content", "odd", ".", 1},
      {"what is no config does not count", "odd", ". odd/c.json", 1},
      {"what is no config does not count alone", "odd/package.json", ".", 1},
      {"a file that git ignores", "made", ".", 0},
      {"it was checked by its name", "made", "made/d_service_config.json", 1},
      {"another project is not its matter", "own/*", ".", 1},
      {"nor is a file of ours", ".grpcfg.json", ".", 1},
  };
  for (const UseRow& row : rows) {
    WriteProject("retry-*", row.path);
    EXPECT_EQ(CountOf("suppression-unused", row.arguments), row.count) << row.reason;
  }
}

TEST_F(SuppressionUseTest, AProjectFileThatIsNamedIsJudgedByRunsOnItsDirectory) {
  run_.files.Write("ci/p.json",
                   R"({"suppressions": [{"rule": "retry-*", "reason": "of another file"}]})");
  EXPECT_EQ(CountOf("suppression-unused", "--config ci/p.json a_service_config.json"), 0);
  EXPECT_EQ(CountOf("suppression-unused", "--config ci/p.json ."), 1);
}

TEST_F(SuppressionUseTest, OneThatIsOverConcernsRunsOnItsFiles) {
  const UseRow rows[] = {
      {"its file was checked", "a*", ".", 1},
      {"its file was checked alone", "a*", "a_service_config.json", 1},
      {"another file was", "a*", "odd/c.json", 0},
      {"its file is excluded", "old/", ".", 0},
      {"it is about all", "", "odd/c.json", 1},
      {"it is about nothing", "none/*", ".", 1},
  };
  for (const UseRow& row : rows) {
    WriteProject("duration-malformed", row.path, "2026-01-31");
    EXPECT_EQ(CountOf("suppression-expired", absl::StrCat("--today 2026-02-01 ", row.arguments)),
              row.count)
        << row.reason;
  }
}

TEST_F(SuppressionUseTest, TheReportOnAnExpiredOne) {
  const struct {
    const char* rule;
    const char* path;
    const char* arguments;
    const char* expected;
  } rows[] = {
      {"duration-malformed", "a*", ".", "; the finding is still there"},
      {"duration-malformed", "none/*", ".", ", and no longer matches a finding"},
      {"retry-*", "a*", ".", ", and no longer matches a finding"},
      {"retry-*", "o*", "odd/c.json", "; it no longer suppresses anything"},
  };
  for (const auto& row : rows) {
    WriteProject(row.rule, row.path, "2026-01-31");
    EXPECT_THAT(
        run_.Run(absl::StrCat("$G check --today 2026-02-01 --format concise ", row.arguments)).out,
        testing::HasSubstr(absl::StrCat("expired on 2026-01-31", row.expected)))
        << row.rule << row.path;
  }
}

TEST_F(SuppressionUseTest, OnlyOfAProjectFileIsAboutConfigs) {
  run_.files.Write(".grpcfg.json", R"({"only": "duration-malformed", "suppressions": [
    {"rule": "retry-*", "reason": "r"}]})");
  EXPECT_EQ(CountOf("suppression-unused", "."), 1);
  EXPECT_EQ(CountOf("suppression-unused", ". --only duration-malformed"), 0);
  run_.files.Write(".grpcfg.json",
                   R"({"only": "duration-malformed", "disable": "suppression-*", "suppressions": [
    {"rule": "retry-*", "reason": "r"}]})");
  EXPECT_EQ(CountOf("suppression-unused", "."), 0);
}

// As ruff and ripgrep do: a directory that is named is walked, whatever excludes it.
TEST_F(SuppressionUseTest, AnExcludedDirectoryIsWalkedIfItIsNamed) {
  run_.files.Write(".grpcfg.json", R"({"exclude": ["old/", "made/*.json"]})");
  EXPECT_EQ(CountOf("duration-malformed", "."), 3);
  EXPECT_EQ(CountOf("duration-malformed", "old"), 1);
  EXPECT_EQ(CountOf("duration-malformed", "--force-exclude old"), 0);
  EXPECT_EQ(CountOf("duration-malformed", "--force-exclude old a_service_config.json"), 1);
  EXPECT_EQ(run_.Run("$G check --force-exclude old").status, 0);
  EXPECT_EQ(run_.Run("$G check made").status, 2) << "a glob of the files in it holds";
}

}  // namespace
}  // namespace grpcfg
