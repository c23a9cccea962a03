// `grpcfg diff` from outside: which versions it compares, and the exit status.
#include <filesystem>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/expected_file.h"
#include "tests/tools/run_grpcfg.h"
#include "tests/tools/workspace/clean_git.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kOld[] = R"({"methodConfig":[{"name":[{"service":"p.S"}],"timeout":"9s"}]})";
constexpr char kNew[] =
    R"({"methodConfig":[{"name":[{"service":"p.S"}],"timeout":"8s",)"
    R"("retryPolicy":{"maxAttempts":4,"initialBackoff":"0.1s","maxBackoff":"1s",)"
    R"("backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]})";

class DiffTest : public testing::Test {
 protected:
  void SetUp() override {
    run_.files.Write("old.json", kOld);
    run_.files.Write("new.json", kNew);
  }

  GrpcfgRun run_;
};

struct DiffGolden {
  const char* name;       // of fixtures/commands/diff/<name>.diffed
  const char* arguments;  // after `grpcfg diff before.json after.json`
  int status = 1;         // a client lets calls break now
};

constexpr DiffGolden kDiffGoldens[] = {
    {"text", ""},
    {"json", "--format json --target go,node"},
    {"markdown", "--format markdown --target spec,core"},
    {"html", "--format html"},
    {"limits", "--max-amplification 2 --fit-deadline p99 --no-new-findings --target go"},
    {"failing_at_times", "--target spec,java --failure-probability 0.1", 0},
};

TEST(DiffCommandTest, FixturesAreUpToDate) {
  const GrpcfgRun run;
  const std::string folder =
      absl::StrCat(std::filesystem::current_path().string(), "/fixtures/commands/diff");
  for (const DiffGolden& golden : kDiffGoldens) {
    const RunResult result = run.Run(absl::StrCat(
        "cd '", folder, "' && $G diff before.json after.json --color never ", golden.arguments));
    ExpectUpToDate(absl::StrCat(folder, "/", golden.name, ".diffed"), result.out);
    EXPECT_EQ(result.status, golden.status) << golden.name;
    EXPECT_THAT(result.err, IsEmpty()) << golden.name;
  }
}

struct StatusRow {
  const char* arguments;
  int status;
};

TEST_F(DiffTest, StatusIsThatOfTheLimits) {
  for (const StatusRow& row : {
           StatusRow{"old.json old.json", 0},
           {"old.json new.json", 0},
           {"old.json new.json --max-amplification 4", 0},
           {"old.json new.json --max-amplification 3.5", 1},
           {"old.json new.json --max-amplification 3.5 --failure-probability 0.5", 0},
           {"old.json new.json --fit-deadline p99", 0},
           {"old.json new.json --fit-deadline p99 --deadline 0.1s", 1},
       }) {
    const RunResult result = run_.Run(absl::StrCat("$G diff ", row.arguments));
    EXPECT_EQ(result.status, row.status) << row.arguments;
    EXPECT_THAT(result.out, Not(IsEmpty())) << row.arguments;
    EXPECT_THAT(result.err, IsEmpty()) << row.arguments;
  }
}

// What is no number is neither above a limit nor below, and a gate must not pass by that.
TEST_F(DiffTest, AGateByRisk) {
  run_.files.Write("gone.json", "{}");
  run_.files.Write(
      "throttled.json",
      absl::StrReplaceAll(
          kNew, {{R"({"methodConfig")",
                  R"({"retryThrottling":{"maxTokens":10,"tokenRatio":0.1},"methodConfig")"}}));
  const struct {
    const char* arguments;
    int status;
    const char* says;
  } rows[] = {
      {"old.json old.json --fail-on low", 0, ""},
      {"new.json gone.json --fail-on high", 1, "--fail-on high: p.S changes at that risk or above"},
      {"throttled.json gone.json --fail-on high", 1, "the channel"},
      {"throttled.json new.json --fail-on medium", 1, "--fail-on medium: the channel"},
      {"old.json new.json --fail-on never", 2, "`never` is not a risk"},
  };
  for (const auto& row : rows) {
    const RunResult result = run_.Run(absl::StrCat("$G diff --target go ", row.arguments));
    EXPECT_EQ(result.status, row.status) << row.arguments;
    EXPECT_THAT(result.out + result.err, HasSubstr(row.says)) << row.arguments;
  }
}

TEST_F(DiffTest, LimitsAreNumbers) {
  for (const char* const limit : {"--max-amplification nan", "--max-peak -1", "--max-peak inf"}) {
    const RunResult result = run_.Run(absl::StrCat("$G diff old.json new.json ", limit));
    EXPECT_EQ(result.status, 2) << limit;
    EXPECT_EQ(result.err,
              "grpcfg: --max-amplification and --max-peak take a number from 0 to 1e12\n");
  }
}

TEST_F(DiffTest, ReportsWhatItCannotCompare) {
  ExpectRows(run_, {{"diff old.json", 2, "", nullptr},
                    {"diff old.json new.json old.json", 2, "", nullptr},
                    {"diff old.json .", 2, "", nullptr},
                    {"diff - -", 2, "", nullptr},
                    {"diff old.json nowhere.json", 2, "", nullptr},
                    {"diff old.json new.json --fit-deadline 99", 2, "", nullptr},
                    {"diff old.json new.json --against main", 2, "", nullptr},
                    {"diff old.json new.json --format json:new.json", 2, "", nullptr}});
}

TEST_F(DiffTest, ANewErrorIsReported) {
  run_.files.Write("bad.json", R"({"methodConfig":[{"name":[{"service":"p.S"}],"timeout":9}]})");
  const RunResult result = run_.Run("$G diff old.json bad.json --target go");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("new: bad.json:1:56: error: "));
  EXPECT_THAT(result.out,
              HasSubstr("not allowed: bad.json: go: the client now rejects the config"));
  EXPECT_THAT(run_.Run("$G diff bad.json bad.json").out,
              HasSubstr("note: all targets reject both versions"));
}

TEST_F(DiffTest, PairsTheFilesOfDirectories) {
  run_.files.Write("a/x_service_config.json", kOld);
  run_.files.Write("a/gone_service_config.json", kOld);
  run_.files.Write("b/x_service_config.json", kNew);
  run_.files.Write("b/sub/new_service_config.json", kOld);
  const RunResult result = run_.Run("$G diff a b --target spec");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("a/gone_service_config.json (removed)\n"));
  EXPECT_THAT(result.out, HasSubstr("b/sub/new_service_config.json (new)\n"));
  EXPECT_THAT(result.out, HasSubstr("b/x_service_config.json\n"));
  EXPECT_EQ(run_.Run("$G diff a/ b/ --target spec").out.size(), result.out.size());
}

TEST_F(DiffTest, ComparesWithACommit) {
  const RunResult made = run_.Run(
      "git init -q . && git add old.json && git -c user.name=a -c user.email=a@b commit -qm a && "
      "cp new.json old.json && $G diff --against git:HEAD old.json --target spec");
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("high    attempts "));
  EXPECT_THAT(run_.Run("$G diff --against git:HEAD new.json").out, HasSubstr("new.json (new)"));
  EXPECT_EQ(run_.Run("$G diff --against git:nowhere old.json").status, 2);
}

// As with two directories.
TEST_F(DiffTest, ADeletedConfigIsRemoved) {
  if (!HaveGit()) GTEST_SKIP() << "git is not installed: --against is not tried";
  run_.files.Write("a/x_service_config.json", kNew);
  run_.files.Write("a/moved_service_config.json", kNew);
  run_.files.Write("a/same_service_config.json", kNew);
  run_.files.Write("a/out_service_config.json", kNew);
  run_.files.Write("a/notes.json", R"({"notes": []})");
  run_.files.Write(".grpcfg.json", R"({"exclude": ["out*"]})");
  const std::string git(kCleanGit);
  const RunResult made = run_.Run(absl::StrCat(
      git, " init -q . && ", git, " add -A && ", git, " commit -qm a && cp -r a old && cd a && ",
      "rm x_* out_* notes.json && mv moved_service_config.json new_service_config.json"));
  ASSERT_EQ(made.status, 0) << made.err;
  const RunResult since = run_.Run("$G diff --against git:HEAD a --target spec");
  EXPECT_EQ(since.status, 0) << since.err;
  EXPECT_THAT(since.err, IsEmpty());
  EXPECT_THAT(since.out, testing::StartsWith("a/moved_service_config.json (removed)\n"));
  EXPECT_THAT(since.out, HasSubstr("\na/new_service_config.json (new)\n"));
  EXPECT_THAT(since.out, HasSubstr("\na/x_service_config.json (removed)\n"));
  EXPECT_THAT(since.out, HasSubstr("calls are no longer retried"));
  EXPECT_THAT(since.out, Not(HasSubstr("out_service_config")));
  EXPECT_THAT(since.out, Not(HasSubstr("notes.json")));
  std::string of_directories = run_.Run("$G diff old a --target spec").out;
  EXPECT_EQ(absl::StrReplaceAll(of_directories, {{"old/", "a/"}}), since.out);
}

TEST_F(DiffTest, NoReportReplacesAConfigThatDidNotChange) {
  if (!HaveGit()) GTEST_SKIP() << "git is not installed: --against is not tried";
  run_.files.Write(".grpcfg.json", "{}");
  run_.files.Write("client.go", absl::StrCat("var config = `", kOld, "`\n"));
  const std::string git(kCleanGit);
  ASSERT_EQ(run_.Run(absl::StrCat(git, " init -q . && ", git, " add -A && ", git, " commit -qm a"))
                .status,
            0);
  for (const char* const output :
       {"--format json:old.json", ">>old.json", "--format html:client.go", ">>.grpcfg.json"}) {
    const RunResult result = run_.Run(absl::StrCat("$G diff --against HEAD . ", output));
    EXPECT_EQ(result.status, 2) << output;
    EXPECT_THAT(result.err, HasSubstr("it is the same file as the input")) << output;
    EXPECT_EQ(run_.Run(absl::StrCat(git, " diff --exit-code")).status, 0) << output;
  }
}

TEST_F(DiffTest, APathThatOnlyTheCommitHasIsCompared) {
  if (!HaveGit()) GTEST_SKIP() << "git is not installed: --against is not tried";
  run_.files.Write("a/x_service_config.json", kNew);
  const std::string git(kCleanGit);
  const RunResult made = run_.Run(absl::StrCat(git, " init -q . && ", git, " add -A && ", git,
                                               " commit -qm a && rm -r a && rm new.json"));
  ASSERT_EQ(made.status, 0) << made.err;
  for (const char* const path : {"a", "a/", "a/x_service_config.json", "."}) {
    const RunResult result = run_.Run(absl::StrCat("$G diff --against git:HEAD ", path));
    EXPECT_EQ(result.status, 0) << path << result.err;
    EXPECT_THAT(result.out, HasSubstr("a/x_service_config.json (removed)\n")) << path;
    // A config by what it held, of another name.
    EXPECT_EQ(absl::StrContains(result.out, "new.json (removed)"), path == absl::string_view("."));
  }
  EXPECT_THAT(run_.Run("$G diff --against git:HEAD new.json old.json").out,
              testing::StartsWith("new.json (removed)\n"));
  for (const char* const path : {"nowhere.json", "a/nowhere.json"}) {
    const RunResult result = run_.Run(absl::StrCat("$G diff --against git:HEAD a ", path));
    EXPECT_EQ(result.status, 2) << path;
    EXPECT_THAT(result.err, HasSubstr(absl::StrCat("cannot read `", path, "`"))) << path;
  }
}

// The configs inside are compared, each with the one of its name.
TEST_F(DiffTest, ComparesTheConfigsOfSourceFiles) {
  const auto source = [](absl::string_view a, absl::string_view b) {
    return absl::StrCat("package p\nvar a = `", a, "`\nvar b = `", b, "`\n");
  };
  run_.files.Write("old/c.go", source(kOld, kOld));
  run_.files.Write("new/c.go", source(kOld, kNew));
  for (const char* const paths : {"old/c.go new/c.go", "old new"}) {
    const RunResult result = run_.Run(absl::StrCat("$G diff --max-amplification 2 ", paths));
    EXPECT_EQ(result.status, 1) << paths;
    EXPECT_THAT(result.out, HasSubstr("new/c.go:3")) << paths;
    EXPECT_THAT(result.out, HasSubstr("attempts                                   1 -> 4"))
        << paths;
    EXPECT_THAT(result.out, Not(HasSubstr("new/c.go:2"))) << "the same";
  }
  run_.files.Write("one.go", absl::StrCat("var c = `", kNew, "`\n"));
  EXPECT_EQ(run_.Run("$G diff --max-amplification 2 old.json one.go").status, 1);
  EXPECT_EQ(run_.Run("$G diff --max-amplification 2 new.json one.go").status, 0);
  run_.files.Write("none.go", "package p\n");
  EXPECT_EQ(run_.Run("$G diff none.go none.go").status, 2);
  run_.files.Write("late.go", "var o = grpc.WithDefaultServiceConfig(config)\n");
  EXPECT_THAT(run_.Run("$G diff late.go late.go").err, HasSubstr("known only at run time"));
}

// What a project file acknowledges exceeds no limit, and is reported with its reason.
TEST_F(DiffTest, AcknowledgedChangesAreAllowed) {
  const char* const gate = "$G diff old.json new.json --max-amplification 2";
  EXPECT_EQ(run_.Run(gate).status, 1);
  const auto acknowledge = [&](absl::string_view members) {
    run_.files.Write(
        ".grpcfg.json",
        absl::StrCat(R"({"acknowledged":[{"what":"attempts","reason":"SHOP-1",)", members, "}]}"));
  };
  acknowledge(R"("method":"p.S","until":"2099-01-31")");
  const RunResult known = run_.Run(gate);
  EXPECT_EQ(known.status, 0) << known.out;
  EXPECT_THAT(known.out, HasSubstr("acknowledged: SHOP-1\n"));
  acknowledge(R"("until":"2020-01-31")");
  EXPECT_EQ(run_.Run(gate).status, 1);
  acknowledge(R"("method":"p.Other")");
  EXPECT_EQ(run_.Run(gate).status, 1);
  acknowledge(R"("paths":"x")");
  EXPECT_EQ(run_.Run(gate).status, 2);
}

}  // namespace
}  // namespace grpcfg
