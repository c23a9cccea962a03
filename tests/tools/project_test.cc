// `check` under a project file: which one is in force, what it changes, and what is said of it.
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/substitute.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/expected_file.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// Two errors for every target.
constexpr absl::string_view kConfig = R"({
  "methodConfig": [
    {"name": [{"service": "a.B", "method": "C"}], "timeout": "5000ms"},
    {"name": [{"service": "a.D"}], "timeout": "7000ms"}
  ]
})";

class ProjectTest : public testing::Test {
 protected:
  // The lines of a concise report.
  [[nodiscard]] std::vector<std::string> Lines(absl::string_view arguments) const {
    const RunResult result = run_.Run(absl::StrCat("$G check --format concise ", arguments));
    EXPECT_THAT(result.err, IsEmpty()) << arguments;
    std::vector<std::string> lines = absl::StrSplit(result.out, '\n');
    lines.pop_back();
    return lines;
  }

  GrpcfgRun run_;
};

// Each directory has what its project file, or the nearest above, says.
TEST_F(ProjectTest, TheNearestIsInForce) {
  run_.files.Write("a_service_config.json", kConfig);
  run_.files.Write("in/b/c_service_config.json", kConfig);
  run_.files.Write("out/.git/HEAD", "");
  run_.files.Write("out/d_service_config.json", kConfig);
  run_.files.Write(".grpcfg.json", R"({"disable": "duration-malformed"})");
  run_.files.Write("in/.grpcfg.json", R"({"severity": {"duration-malformed": "note"}})");
  const CommandRow rows[] = {
      {"check --format concise a_service_config.json", 0, "", ""},
      {"check -q --notes in/b/c_service_config.json --format concise --only duration-malformed", 0,
       "in/b/c_service_config.json:3:62: note: `timeout` is `\"5000ms\"`; a duration is seconds "
       "with up to nine decimals and an `s` [duration-malformed]\n"
       "in/b/c_service_config.json:4:47: note: `timeout` is `\"7000ms\"`; a duration is seconds "
       "with up to nine decimals and an `s` [duration-malformed]\n",
       ""},
  };
  ExpectRows(run_, rows);
  EXPECT_EQ(Lines("out/d_service_config.json").size(), 2U) << "a repository of its own";
  EXPECT_EQ(Lines("--no-config a_service_config.json").size(), 2U);
  EXPECT_THAT(Lines("--config in/.grpcfg.json a_service_config.json"), Each(HasSubstr(": note: ")))
      << "in place of the nearest";
  EXPECT_EQ(Lines("- --stdin-filename in/x.json <a_service_config.json").size(), 2U);
  EXPECT_EQ(Lines("- <a_service_config.json").size(), 0U);
}

TEST_F(ProjectTest, FlagsGoFirst) {
  run_.files.Write("a.json", kConfig);
  run_.files.Write(".grpcfg.json",
                   R"({"targets": "go", "failOn": "never", "disable": "duration-malformed"})");
  const struct {
    const char* flags;
    int status;
    const char* in_summary;
  } rows[] = {
      {"", 0, "for go"},
      {"--target java", 0, "for java"},
      {"--severity duration-malformed=warning", 0, "2 warnings"},
      {"--severity duration-malformed=warning --fail-on warning", 1, "2 warnings"},
      {"--only duration-malformed", 0, "2 errors"},
      {"--only duration-malformed --fail-on error", 1, "2 errors"},
      {"--no-config", 1, "2 errors"},
  };
  for (const auto& row : rows) {
    const RunResult result = run_.Run(absl::StrCat("$G check a.json ", row.flags));
    EXPECT_EQ(result.status, row.status) << row.flags;
    EXPECT_THAT(result.out, HasSubstr(row.in_summary)) << row.flags;
  }
}

TEST_F(ProjectTest, OverridesAreForSomeFiles) {
  run_.files.Write("a/a_service_config.json", kConfig);
  run_.files.Write("b/b_service_config.json", kConfig);
  run_.files.Write(".grpcfg.json", R"({"targets": "go", "overrides": [
    {"path": "b/*", "targets": ["java", "node"], "severity": {"duration-*": "warning"}},
    {"path": "b", "severity": {"duration-malformed": "note"}}]})");
  const RunResult text = run_.Run("$G check .");
  EXPECT_THAT(text.out, HasSubstr("a_service_config.json:3:62: error: "));
  EXPECT_THAT(text.out, HasSubstr("b_service_config.json:3:62: note: "));
  EXPECT_THAT(text.out, HasSubstr("rejected by all targets")) << "as they are for that file";
  EXPECT_THAT(text.out, HasSubstr("\n2 files checked for the clients of each file: 2 errors,"));
  const RunResult json = run_.Run("$G check --format jsonl . | grep -o '\"verdicts\":{[^}]*}'");
  EXPECT_EQ(json.out,
            "\"verdicts\":{\"go\":\"rejects\"}\n"
            "\"verdicts\":{\"java\":\"rejects\",\"node\":\"rejects\"}\n");
}

TEST_F(ProjectTest, WhichFilesOfADirectory) {
  run_.files.Write("a.json", kConfig);
  run_.files.Write("old/a.json", kConfig);
  run_.files.Write("x_service_config.json", R"({"unread": 1})");
  run_.files.Write(".grpcfg.json", R"({"include": ["a.json"], "exclude": ["old"]})");
  EXPECT_EQ(Lines(".").size(), 2U);
  EXPECT_EQ(Lines("old/a.json").size(), 2U) << "named";
  EXPECT_EQ(Lines("--force-exclude old/a.json").size(), 0U);
  EXPECT_EQ(Lines("--force-exclude old/a.json a.json").size(), 2U);
  EXPECT_EQ(run_.Run("$G check --force-exclude old/a.json").status, 0);
}

TEST_F(ProjectTest, ConfigsThatIncludeDoesNotMatchAreNamed) {
  run_.files.Write("a.json", kConfig);
  run_.files.Write("other.json", kConfig);
  run_.files.Write(".grpcfg.json", R"({"include": ["a.json"]})");
  const RunResult result = run_.Run("$G check .");
  EXPECT_THAT(result.out, HasSubstr("1 file checked"));
  EXPECT_EQ(result.err,
            "grpcfg: note: not checked, since `include` of the project file does not match: "
            "`other.json`; its content is a service config\n");
}

// As hooks name files.
TEST_F(ProjectTest, OnlyConfigsLeavesOutWhatADirectoryRunDoes) {
  run_.files.Write("a.json", kConfig);
  run_.files.Write("b_service_config.json", R"({"timeout": "1x"})");
  run_.files.Write("package.json", R"({"timeout": "1x"})");
  EXPECT_EQ(Lines("--only-configs a.json b_service_config.json package.json").size(), 4U);
  EXPECT_EQ(run_.Run("$G check --only-configs package.json").status, 0);
  run_.files.Write(".grpcfg.json", R"({"include": ["b*"]})");
  EXPECT_EQ(Lines("--only-configs a.json b_service_config.json package.json").size(), 2U);
}

// The level of a hook is a default: any chosen level stands.
TEST_F(ProjectTest, AHookFailsForWarningsUnlessTheLevelIsChosen) {
  run_.files.Write(
      "a.json", R"({"methodConfig": [{"name": [{"service": "shop.v1"}], "waitForReady": true}]})");
  run_.files.Write("note.json", R"({"methodConfig": [{"name": [{}], "waitForReady": true}]})");
  run_.files.Write("package.json", R"({"timeout": "1x"})");
  run_.files.Write("old/a.json", kConfig);
  const struct {
    const char* project;
    const char* arguments;
    int status;
  } rows[] = {
      {"{}", "a.json", 0},
      {"{}", "--hook a.json", 1},
      {"{}", "--hook note.json", 0},
      {"{}", "--hook --fail-on error a.json", 0},
      {R"({"failOn": "error"})", "--hook a.json", 0},
      {R"({"failOn": "error"})", "--hook --fail-on warning a.json", 1},
      {R"({"failOn": "note"})", "--hook note.json", 1},
      {R"({"failOn": "never"})", "--hook a.json", 0},
      {R"({"exclude": "old"})", "--hook package.json old/a.json", 0},
  };
  for (const auto& row : rows) {
    run_.files.Write(".grpcfg.json", row.project);
    const RunResult result = run_.Run(absl::StrCat("$G check ", row.arguments));
    EXPECT_EQ(result.status, row.status) << row.project << row.arguments << result.out;
  }
  EXPECT_EQ(run_.Run("$G fix --hook package.json old/a.json").status, 0);
}

// Who may add a link to a repository must not make its hooks print what only they can read.
TEST_F(ProjectTest, OnlyConfigsFollowsNoLinkOut) {
  run_.files.Write("repository/a_service_config.json", kConfig);
  run_.files.Write("secret", "token");
  const RunResult result = run_.Run(
      "cd repository && git init -q && ln -s ../secret out_service_config.json && "
      "ln -s /dev/zero zero_service_config.json && ln -s ../secret package.json && "
      "ln -s a_service_config.json in_service_config.json && "
      "$G check --only-configs *.json");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.out, AllOf(HasSubstr("2 files checked"), Not(HasSubstr("token"))));
  EXPECT_THAT(result.err, AllOf(HasSubstr("`out_service_config.json` is a link that leads out of"),
                                HasSubstr("`zero_service_config.json` is a link that leads out"),
                                Not(HasSubstr("package.json"))));
  EXPECT_EQ(run_.Run("cd repository && $G check -q --only-configs package.json").status, 0);
}

TEST_F(ProjectTest, NamesAreLookedUp) {
  run_.files.Write("p/a.proto",
                   "syntax = \"proto3\"; package a; service B { rpc C(M) returns (M); "
                   "} message M {}");
  run_.files.Write("c/a.json", kConfig);
  for (const char* const project : {R"({"protoPath": "p"})", R"({"protos": ["p/a.proto"]})",
                                    R"({"protoPath": "p", "protos": ["p/a.proto"]})"}) {
    run_.files.Write(".grpcfg.json", project);
    const RunResult result = run_.Run("cd c && $G check a.json");
    EXPECT_THAT(result.out, HasSubstr("[service-not-found]")) << project;
    EXPECT_THAT(result.err, IsEmpty()) << project;
  }
  run_.files.Write(".grpcfg.json", R"({"descriptorSets": "gone.pb"})");
  EXPECT_EQ(run_.Run("$G check c/a.json").status, 2);
}

// A suppression is judged only if all that it may be about was checked as the file has it.
TEST_F(ProjectTest, WhatIsUnused) {
  run_.files.Write("a_service_config.json", kConfig);
  run_.files.Write("b/b_service_config.json", R"({"loadBalancingPolicy": "round_robin"})");
  run_.files.Write(".grpcfg.json", R"({"targets": ["go"], "suppressions": [
    {"rule": "duration-malformed", "reason": "used", "path": "a*"},
    {"rule": "duration-malformed", "reason": "unused", "path": "b"},
    {"rule": "retry-*", "reason": "unused"}]})");
  const struct {
    const char* arguments;
    size_t unused;
  } rows[] = {
      {".", 2},
      {"a_service_config.json", 0},
      {"b", 1},
      {"a_service_config.json b", 2},
      {". --target java", 0},
      {". --only duration-malformed,suppression-unused", 1},
      {". --disable 'retry-*'", 1},
      {". --disable duration-malformed", 1},
      {". --disable suppression-unused", 0},
  };
  for (const auto& row : rows) {
    const RunResult result = run_.Run(
        absl::StrCat("$G check --format concise ", row.arguments, " | grep -c suppression-unused"));
    EXPECT_EQ(result.out, absl::StrCat(row.unused, "\n")) << row.arguments;
  }
  EXPECT_EQ(run_.Run("$G check .").status, 1);
  EXPECT_EQ(run_.Run("$G check --severity suppression-unused=warning .").status, 0);
}

TEST_F(ProjectTest, WhatIsOver) {
  run_.files.Write("a.json", kConfig);
  run_.files.Write(".grpcfg.json", R"({"suppressions": [
    {"rule": "duration-malformed", "reason": "r", "until": "2026-02-28"}]})");
  EXPECT_EQ(Lines("--today 2026-02-28 a.json").size(), 0U);
  EXPECT_EQ(Lines("--today 2026-03-01 a.json").size(), 3U);
  EXPECT_EQ(run_.Run("$G check --today tomorrow a.json").status, 2);
}

// A client still rejects what is suppressed.
TEST_F(ProjectTest, VerdictsStay) {
  run_.files.Write("a.json", kConfig);
  run_.files.Write(".grpcfg.json",
                   R"({"suppressions": [{"rule": "duration-malformed", "reason": "r"}]})");
  const RunResult text = run_.Run("$G check --target go a.json");
  EXPECT_EQ(text.status, 0);
  EXPECT_THAT(text.out,
              HasSubstr("no findings, 2 suppressed\n1 file is still rejected, or breaks calls, "));
  const RunResult json = run_.Run("$G check --target go --format json a.json");
  EXPECT_THAT(json.out, AllOf(HasSubstr("\"go\": \"rejects\""), HasSubstr("\"suppressed\": 2")));
  EXPECT_THAT(run_.Run("$G check --target go --max-findings 1 --no-config a.json").out,
              HasSubstr("1 more finding"));
}

TEST_F(ProjectTest, OurOwnFilesInJson) {
  run_.files.Write("a.json", kConfig);
  run_.files.Write(
      ".grpcfg.json",
      R"({"targets": "go", "suppressions": [{"rule": "json-comment", "reason": "r"}]})");
  const RunResult json = run_.Run("$G check --format json a.json");
  EXPECT_THAT(json.out, AllOf(HasSubstr("\"path\": \".grpcfg.json\",\n      \"verdicts\": {}"),
                              HasSubstr("\"pointer\": \"/suppressions/0/rule\""),
                              HasSubstr("\"files\": 1,\n    \"errors\": 3")));
}

// The client of a source file's language has the LB policies that an override of its path says.
TEST_F(ProjectTest, OverridesHoldForTheClientOfALanguage) {
  run_.files.Write("a.go",
                   "package a\n\nconst c = `{\"loadBalancingConfig\": "
                   "[{\"weighted_round_robin\": {}}]}`\n");
  EXPECT_EQ(run_.Run("$G check a.go").status, 1);
  run_.files.Write(".grpcfg.json", R"({"overrides": [{"path": "*.go", "lbPolicies": "all"}]})");
  const RunResult result = run_.Run("$G check a.go");
  EXPECT_EQ(result.status, 0) << result.out;
  EXPECT_THAT(result.out, HasSubstr("1 file checked for go "));
}

TEST_F(ProjectTest, FaultsAreStatusTwo) {
  run_.files.Write("a.json", kConfig);
  run_.files.Write(".grpcfg.json", "{\"targets\": [\"goo\"],\n \"only\": [\"x\"]}");
  const RunResult result = run_.Run("$G check a.json");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err,
              AllOf(StartsWith(".grpcfg.json:1:14: error: `goo` is not a target; did "
                               "you mean `go`? [project-file-invalid]\n"),
                    HasSubstr(".grpcfg.json:2:11: error: "), HasSubstr("\ngrpcfg: invalid ")));
  EXPECT_EQ(run_.Run("$G check --config gone.json a.json").status, 2);
  EXPECT_EQ(run_.Run("$G check --config . a.json").status, 2);
}

// A run for other clients cannot tell what is in vain, whether or not the file names its own.
TEST_F(ProjectTest, EverythingHasAnEffectOnOtherTargets) {
  run_.files.Write("a.json", R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "7.5s",
                                                  "waitForReady": true}]})");
  run_.files.Write(".grpcfg.json", R"({"baseline": "b.json",
      "suppressions": [{"rule": "timeout-shortened", "reason": "r"}]})");
  ASSERT_EQ(run_.Run("$G check --write-baseline a.json").status, 0);
  const std::string written = ReadWhole(run_.files.Path("b.json"));
  EXPECT_EQ(run_.Run("$G check a.json").status, 0);
  for (const char* const flag : {"--target go", "--target spec", "--fail-on note"}) {
    EXPECT_THAT(run_.Run(absl::StrCat("$G check ", flag, " a.json")).out,
                AllOf(Not(HasSubstr("baseline-stale")), Not(HasSubstr("suppression-unused"))))
        << flag;
    EXPECT_EQ(run_.Run(absl::StrCat("$G check --write-baseline --target go a.json")).status, 0);
    EXPECT_EQ(ReadWhole(run_.files.Path("b.json")), written);
  }
}

// ---- Baselines

// A repository with three hundred findings, in three commands.
TEST_F(ProjectTest, ThreeHundredFindings) {
  for (int i = 0; i < 60; ++i) {
    run_.files.Write(absl::StrCat("d", i % 7, "/c", i, "_service_config.json"), R"({
  "methodConfig": [
    {"name": [{"service": "a.B", "method": "C"}], "timeout": "5000ms", "retrypolicy": {}},
    {"name": [{"service": "a.D"}], "timeout": "7000ms", "waitForReady": "yes", "timeuot": "1s"}
  ]
})");
  }
  EXPECT_THAT(run_.Run("$G check .").out, HasSubstr(": 360 errors"));
  EXPECT_EQ(run_.Run("echo '{\"baseline\": \".grpcfg-baseline.json\"}' >.grpcfg.json").status, 0);
  EXPECT_EQ(run_.Run("$G check --write-baseline .").status, 0);
  const RunResult clean = run_.Run("$G check .");
  EXPECT_EQ(clean.status, 0);
  EXPECT_THAT(
      clean.out,
      HasSubstr(": no findings, 360 suppressed\n60 files are still rejected, or break calls, "));
  // A new one fails, and is all that is listed.
  run_.files.Write("d9/new_service_config.json", kConfig);
  const RunResult fails = run_.Run("$G check --format concise .");
  EXPECT_EQ(fails.status, 1);
  EXPECT_THAT(fails.out, AllOf(StartsWith("d9/new_service_config.json:3:"), Not(HasSubstr("d1/"))));
}

// What `check` says that `fix` fixes, it fixes; what is suppressed beside it stays as it is.
TEST_F(ProjectTest, CheckAndFixAgreeWhereSomeIsSuppressed) {
  constexpr absl::string_view kText = R"({"methodConfig": [
  {"name": [{"service": "a.B"}], "timeOut": "5s", "waitforready": true, "x": 1},
  {"name": [{"service": "a.C"}], "timeout": "5000ms"},
  {"name": [{"service": "a.D"}], "timeout": "5001ms"}
]})";
  run_.files.Write("a.json", std::string(kText));
  run_.files.Write(".grpcfg.json", R"({"suppressions": [
    {"rule": "field-unknown", "pointer": "/methodConfig/*/timeOut", "reason": "r"},
    {"rule": "field-unknown", "pointer": "**/x", "reason": "r"},
    {"rule": "duration-malformed", "reason": "r"}]})");
  const RunResult check = run_.Run("$G check a.json");
  EXPECT_THAT(check.out, HasSubstr("unknown field `waitforready`; did you mean"));
  EXPECT_THAT(check.out, Not(HasSubstr("unknown field `timeOut`")));
  EXPECT_THAT(check.out, HasSubstr("1 fixable with `grpcfg fix --unsafe`"));
  EXPECT_EQ(run_.Run("$G fix --unsafe a.json").status, 0);
  EXPECT_EQ(ReadWhole(run_.files.Path("a.json")),
            absl::StrReplaceAll(kText, {{"waitforready", "waitForReady"}}));
}

// Of what is said once for a file, each place is known for itself where it fails the run.
TEST_F(ProjectTest, ACommonNoteThatIsRaisedIsNewAtAnotherPlace) {
  const std::string entry = R"({"name": [{"service": "$0"}], "timeout": "5s"})";
  const auto write = [&](std::vector<std::string> services) {
    for (std::string& each : services) each = absl::Substitute(entry, each);
    run_.files.Write("a.json",
                     absl::StrCat("{\"methodConfig\": [", absl::StrJoin(services, ", "), "]}"));
  };
  run_.files.Write(".grpcfg.json", R"({"targets": "core", "baseline": "known.json",
                                       "severity": {"timeout-shortened": "error"}})");
  write({"a.B"});
  ASSERT_EQ(run_.Run("$G check --write-baseline a.json").status, 0);
  EXPECT_EQ(run_.Run("$G check a.json").status, 0);
  write({"a.C", "a.B"});
  EXPECT_EQ(run_.Run("$G check a.json").status, 1);
}

TEST_F(ProjectTest, WritingMergesAndDrops) {
  run_.files.Write("a/a_service_config.json", kConfig);
  run_.files.Write("b/b_service_config.json", kConfig);
  run_.files.Write(".grpcfg.json", R"({"baseline": "known.json"})");
  ASSERT_EQ(run_.Run("$G check --write-baseline a").status, 0);
  const std::string only_a = ReadWhole(run_.files.Path("known.json"));
  ASSERT_EQ(run_.Run("$G check --write-baseline b").status, 0);
  const std::string both = ReadWhole(run_.files.Path("known.json"));
  EXPECT_THAT(both, AllOf(HasSubstr("a/a_service_config.json"), HasSubstr("b/b_service")));
  EXPECT_EQ(run_.Run("$G check .").status, 0);
  EXPECT_EQ(run_.Run("cd b && $G check --write-baseline .").status, 0);
  EXPECT_EQ(ReadWhole(run_.files.Path("known.json")), both) << "from wherever it is written";

  run_.files.Write("b/b_service_config.json", "{}");
  const RunResult stale = run_.Run("$G check --format concise --strict-baseline .");
  EXPECT_EQ(stale.status, 1);
  EXPECT_THAT(stale.out, StartsWith("known.json:10:"));
  EXPECT_THAT(stale.out, Not(HasSubstr("a_service_config.json:")));
  EXPECT_EQ(run_.Run("$G check a").status, 0) << "b was not looked at";
  EXPECT_EQ(run_.Run("rm -r b && $G check . | grep -c baseline-stale").out, "2\n");
  EXPECT_EQ(run_.Run("$G check --disable duration-malformed .").status, 0) << "not judged";
  EXPECT_EQ(run_.Run("$G check --write-baseline --disable duration-malformed a").status, 0);
  EXPECT_EQ(ReadWhole(run_.files.Path("known.json")), both) << "b was not looked at";
  EXPECT_EQ(run_.Run("$G check --write-baseline .").status, 0);
  EXPECT_EQ(ReadWhole(run_.files.Path("known.json")), only_a) << "b is gone, a is kept";
}

// What is fixed goes, what is left stays, and nothing new comes in.
TEST_F(ProjectTest, PruningDropsWhatIsGoneAndNothingElse) {
  const auto write = [&](const char* path, std::vector<std::string> timeouts) {
    for (size_t i = 0; i < timeouts.size(); ++i) {
      timeouts[i] = absl::Substitute(
          R"({"name": [{"service": "a.B", "method": "M$0"}], "timeout": "$1"})", i, timeouts[i]);
    }
    run_.files.Write(path,
                     absl::StrCat(R"({"methodConfig": [)", absl::StrJoin(timeouts, ","), "]}"));
  };
  run_.files.Write(".grpcfg.json", R"({"baseline": "known.json", "targets": ["go", "core"]})");
  write("a_service_config.json", {"7m", "7m", "8m"});
  write("b_service_config.json", {"9m"});
  ASSERT_EQ(run_.Run("$G check --write-baseline .").status, 0);
  const std::string whole = ReadWhole(run_.files.Path("known.json"));
  EXPECT_EQ(run_.Run("$G check --prune-baseline .").err, "") << "nothing is gone";
  EXPECT_EQ(ReadWhole(run_.files.Path("known.json")), whole);

  write("a_service_config.json", {"7m", "8s", "6m"});
  const RunResult stale = run_.Run("$G check .");
  EXPECT_EQ(stale.status, 1) << "6m is new";
  EXPECT_THAT(stale.out, HasSubstr("note: no finding of `duration-malformed`"));
  const RunResult pruned = run_.Run("$G check --prune-baseline .");
  EXPECT_EQ(pruned.status, 1);
  EXPECT_THAT(pruned.err, HasSubstr("known.json`: 0 entries added, 2 dropped"));
  EXPECT_THAT(pruned.out, AllOf(HasSubstr("6m"), Not(HasSubstr("baseline-stale"))));
  const std::string left = ReadWhole(run_.files.Path("known.json"));
  EXPECT_THAT(left, AllOf(HasSubstr("7m"), HasSubstr("9m"), Not(HasSubstr("8m")),
                          Not(HasSubstr("6m")), Not(HasSubstr("count"))));
  EXPECT_THAT(run_.Run("$G check --prune-baseline b_service_config.json").err, "");
  EXPECT_EQ(ReadWhole(run_.files.Path("known.json")), left) << "a was not looked at";

  // A client that takes a file now may not come to refuse it again.
  write("a_service_config.json", {"6s"});
  EXPECT_EQ(run_.Run("$G check --prune-baseline . && rm b_service_config.json").status, 0);
  EXPECT_THAT(ReadWhole(run_.files.Path("known.json")), Not(HasSubstr("a_service_config")));
  write("c_service_config.json", {"5s"});
  EXPECT_EQ(run_.Run("$G check --prune-baseline .").status, 0);
  EXPECT_THAT(ReadWhole(run_.files.Path("known.json")), Not(HasSubstr("b_service_config")));
  EXPECT_EQ(run_.Run("$G check --prune-baseline --write-baseline .").status, 2);
}

TEST_F(ProjectTest, FixPrunesTheBaseline) {
  run_.files.Write("a.json", R"({"methodConfig": [
    {"name": [{}], "timeout": "x", "retryPolicy": {
      "maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "2s", "backoffMultiplier": 2,
      "retryableStatusCodes": ["unavailable"]}}]})");
  run_.files.Write(".grpcfg.json", R"({"baseline": "known.json"})");
  ASSERT_EQ(run_.Run("$G check --write-baseline a.json").status, 0);
  const std::string whole = ReadWhole(run_.files.Path("known.json"));
  EXPECT_EQ(run_.Run("$G fix --diff a.json").status, 1);
  EXPECT_EQ(ReadWhole(run_.files.Path("known.json")), whole);
  EXPECT_THAT(run_.Run("$G fix a.json").err, HasSubstr("0 entries added, 1 dropped"));
  EXPECT_THAT(ReadWhole(run_.files.Path("known.json")),
              AllOf(HasSubstr("duration-malformed"), Not(HasSubstr("letter-case"))));
  EXPECT_EQ(run_.Run("$G check --strict-baseline a.json").status, 0);
  run_.files.Write("a.json", "{}");
  const std::string left = ReadWhole(run_.files.Path("known.json"));
  EXPECT_EQ(run_.Run("$G fix --stdin-filename a.json - <a.json").out, "{}");
  EXPECT_EQ(ReadWhole(run_.files.Path("known.json")), left) << "no file was fixed";
  const RunResult failed = run_.Run("ln -s gone b.json; $G fix a.json b.json");
  EXPECT_EQ(failed.status, 2);
  EXPECT_THAT(failed.err, HasSubstr("the baseline is unchanged"));
  EXPECT_EQ(ReadWhole(run_.files.Path("known.json")), left) << "not everything could be checked";
  EXPECT_EQ(run_.Run("$G fix a.json && $G check --strict-baseline a.json").status, 0) << "by hand";
}

TEST_F(ProjectTest, NotesAreTakenIntoABaselineWhereTheyFail) {
  run_.files.Write("a.json",
                   R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "5s"}]})");
  run_.files.Write(".grpcfg.json", R"({"baseline": "known.json", "targets": "core"})");
  const std::string write = "$G check --write-baseline a.json";
  ASSERT_EQ(run_.Run(write).status, 0);
  EXPECT_THAT(ReadWhole(run_.files.Path("known.json")), Not(HasSubstr("rule")));
  EXPECT_THAT(run_.Run("$G check --notes a.json").out, HasSubstr("timeout-shortened"));
  EXPECT_EQ(run_.Run(absl::StrCat(write, " --fail-on note")).status, 0);
  EXPECT_THAT(ReadWhole(run_.files.Path("known.json")), HasSubstr("timeout-shortened"));
  EXPECT_THAT(run_.Run("$G check --notes a.json").out, Not(HasSubstr("timeout-shortened")));
}

TEST_F(ProjectTest, WithoutAProjectFile) {
  run_.files.Write("a/a.json", kConfig);
  EXPECT_EQ(run_.Run("$G check --baseline k/base.json a/a.json").status, 2);
  run_.files.MakeDirectory("k");
  EXPECT_EQ(run_.Run("$G check --write-baseline --baseline k/base.json a/a.json").status, 0);
  EXPECT_EQ(run_.Run("$G check --baseline k/base.json a/a.json").status, 0);
  EXPECT_EQ(run_.Run("cd a && $G check --baseline ../k/base.json a.json").status, 0);
  EXPECT_EQ(run_.Run("$G check a/a.json").status, 1);
}

// Where a baseline cannot go nothing is written: a message, the old content, status 2.
TEST_F(ProjectTest, WhereABaselineCannotGo) {
  run_.files.Write("a.json", kConfig);
  run_.files.Write("b.json", kConfig);
  run_.files.Link("link.json", run_.files.Path("a.json"));
  run_.files.MakeDirectory("directory");
  const char* const rows[] = {
      "--baseline directory a.json",
      "--baseline link.json a.json",
      "--baseline a.json a.json b.json",
      "--baseline gone/base.json a.json",
      "--baseline /dev/full a.json",
      "--baseline new.json --format json:new.json a.json",
      "a.json",
  };
  for (const char* const arguments : rows) {
    const RunResult result = run_.Run(absl::StrCat("$G check --write-baseline ", arguments));
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr("grpcfg: ")) << arguments;
    EXPECT_EQ(ReadWhole(run_.files.Path("a.json")), kConfig) << arguments;
  }
  EXPECT_EQ(
      run_.Run("$G check --write-baseline --baseline k.json --format json:./k.json a.json").err,
      "grpcfg: cannot write to `./k.json`: it is the same file as the baseline `k.json`; name "
      "another file\n");
  run_.files.Write(".grpcfg.json", R"({"baseline": ".grpcfg.json"})");
  EXPECT_EQ(run_.Run("$G check --write-baseline a.json").status, 2);
  EXPECT_EQ(ReadWhole(run_.files.Path(".grpcfg.json")), R"({"baseline": ".grpcfg.json"})");
}

// Not by a signal, which would leave a temporary file behind.
TEST_F(ProjectTest, AboveTheLimitOfFileSizes) {
  std::string config = R"({"methodConfig": [)";
  for (int i = 0; i < 100; ++i) {
    absl::StrAppend(&config, i == 0 ? "" : ",", R"({"name": [{"service": "a.S)", i,
                    R"("}], "timeout": "1x", "waitForReady": "true"})");
  }
  config += "]}";
  run_.files.Write("a.json", config);
  for (const char* const arguments :
       {"fix --quiet a.json", "check --write-baseline --baseline base.json a.json",
        "check --format json:report.json a.json"}) {
    const RunResult result = run_.Run(absl::StrCat("ulimit -f 2 && $G ", arguments));
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr("file too large; raise the limit with `ulimit -f`"));
    EXPECT_EQ(run_.Run("ls -A").out, "a.json\n") << arguments;
    EXPECT_EQ(ReadWhole(run_.files.Path("a.json")), config) << arguments;
  }
}

TEST_F(ProjectTest, AFaultyBaselineIsStatusTwo) {
  run_.files.Write("a.json", kConfig);
  run_.files.Write("base.json", "{\"version\": 1,\n<<<<<<< HEAD\n \"findings\": []}");
  for (const char* const flag : {"", "--write-baseline "}) {
    const RunResult result =
        run_.Run(absl::StrCat("$G check ", flag, "--baseline base.json a.json"));
    EXPECT_EQ(result.status, 2) << flag;
    EXPECT_THAT(result.err, HasSubstr("base.json:2:1: error: ")) << flag;
  }
}

// A zone file with one host's config, and one that it includes.
std::string ZoneOf(absl::string_view host, absl::string_view timeout, absl::string_view rest = "") {
  return absl::Substitute(
      "_grpc_config.$0 300 IN TXT \"grpc_config=[{\\\"serviceConfig\\\":{\\\"methodConfig\\\":"
      "[{\\\"name\\\":[{}],\\\"timeout\\\":\\\"$1\\\"}]}}]\"\n$2",
      host, timeout, rest);
}

TEST_F(ProjectTest, AnIncludedFileIsUnderTheBaselineToo) {
  run_.files.Write("a.zone", ZoneOf("a.test.", "5", "$INCLUDE b.zone\n"));
  run_.files.Write("c.zone", ZoneOf("c.test.", "5s", "$INCLUDE b.zone\n"));
  run_.files.Write("b.zone", ZoneOf("b.test.", "6"));
  run_.files.Write(".grpcfg.json", R"({"baseline": "b.json"})");
  const char* const check = "$G dns check --format concise a.zone c.zone";
  EXPECT_EQ(run_.Run(absl::StrCat(check, " --write-baseline")).status, 0);
  EXPECT_EQ(run_.Run(check).status, 0);
  EXPECT_EQ(run_.Run("$G dns check -q a.zone").status, 0) << "nothing is stale";
  run_.files.Write("b.zone", ZoneOf("d.test.", "6"));
  const RunResult moved = run_.Run("$G dns check --format concise a.zone");
  EXPECT_EQ(moved.status, 1) << "to another host";
  EXPECT_THAT(moved.out, HasSubstr("b.zone:1:"));
  run_.files.Write(".grpcfg.json", R"({"suppressions":
    [{"rule": "duration-malformed", "path": "b.zone", "reason": "r"}]})");
  const RunResult suppressed = run_.Run("$G dns check --format concise c.zone");
  EXPECT_EQ(suppressed.status, 0) << suppressed.out;
}

TEST_F(ProjectTest, ABaselineKeepsWhatClientsDid) {
  constexpr absl::string_view kNoTokens = R"("retryThrottling": {"maxTokens": 0, "tokenRatio": 1})";
  run_.files.Write("a.json", absl::StrCat("{", kNoTokens, "}"));
  run_.files.Write(".grpcfg.json", R"({"baseline": "b.json", "targets": ["core", "go"]})");
  EXPECT_EQ(run_.Run("$G check -q a.json --write-baseline").status, 0);
  EXPECT_EQ(run_.Run("$G check -q a.json").status, 0);
  EXPECT_EQ(run_.Run("$G check -q a.json --target core,java").status, 1) << "one more";
  run_.files.Write("a.json", absl::StrCat("{\"methodConfig\": [], ", kNoTokens, "}"));
  EXPECT_EQ(run_.Run("$G check -q a.json").status, 1) << "Go reads it only beside `methodConfig`";
  EXPECT_EQ(run_.Run("$G check -q a.json --target core").status, 0);
  run_.files.Write("b.json", R"({"version": 1, "findings": [{"path": "a.json",
    "rule": "throttling-max-tokens-out-of-range", "pointer": "/retryThrottling/maxTokens",
    "text": "0"}]})");
  const RunResult old = run_.Run("$G check -q a.json");
  EXPECT_EQ(old.status, 0);
  EXPECT_THAT(old.err, HasSubstr("rewrite it with `grpcfg check --write-baseline`"));
}

// What leads to a known bad record, and did not when the baseline was written.
// A fault that goes from one config of a file to another, or from one method to another.
TEST_F(ProjectTest, ABaselineKeepsWhatClientsDidWithEachConfigOfAFile) {
  const struct {
    const char* file;
    const char* before;
    const char* after;
  } rows[] = {
      {"m.go",
       "var a = `{\"methodConfig\": [{\"name\": [{}], \"timeout\": \"5x\"}]}`\n"
       "var b = `{\"methodConfig\": [{\"name\": [{}], \"timeout\": \"5s\"}]}`\n",
       "var a = `{\"methodConfig\": [{\"name\": [{}], \"timeout\": \"5s\"}]}`\n"
       "var b = `{\"methodConfig\": [{\"name\": [{}], \"timeout\": \"5x\"}]}`\n"},
      {"m.yaml",
       "a:\n  methodConfig:\n  - name: [{}]\n    timeout: 5x\n"
       "b:\n  methodConfig:\n  - name: [{}]\n    timeout: 5s\n",
       "a:\n  methodConfig:\n  - name: [{}]\n    timeout: 5s\n"
       "b:\n  methodConfig:\n  - name: [{}]\n    timeout: 5x\n"},
      {"m.py",
       "a = {'methodConfig': [{'name': [{'service': 'p.A'}], 'timeout': '5x'},\n"
       "                      {'name': [{'service': 'p.B'}], 'timeout': '5s'}]}\n",
       "a = {'methodConfig': [{'name': [{'service': 'p.A'}], 'timeout': '5s'},\n"
       "                      {'name': [{'service': 'p.B'}], 'timeout': '5x'}]}\n"},
      {"m.zone",
       "$ORIGIN e.\n$TTL 60\n_grpc_config.a TXT \"grpc_config=[{\\\"serviceConfig\\\": {\"\n"
       "  \"\\\"methodConfig\\\": [{\\\"name\\\": [{\\\"service\\\": \\\"p.A\\\"}], "
       "\\\"timeout\\\": \\\"5x\\\"}, {\\\"name\\\": [{\\\"service\\\": \\\"p.B\\\"}], "
       "\\\"timeout\\\": \\\"5s\\\"}]}}]\"\n",
       "$ORIGIN e.\n$TTL 60\n_grpc_config.a TXT \"grpc_config=[{\\\"serviceConfig\\\": {\"\n"
       "  \"\\\"methodConfig\\\": [{\\\"name\\\": [{\\\"service\\\": \\\"p.A\\\"}], "
       "\\\"timeout\\\": \\\"5s\\\"}, {\\\"name\\\": [{\\\"service\\\": \\\"p.B\\\"}], "
       "\\\"timeout\\\": \\\"5x\\\"}]}}]\"\n"},
  };
  for (const auto& row : rows) {
    const std::string check = absl::StrCat("$G check --baseline b.json ", row.file);
    run_.files.Write(row.file, row.before);
    EXPECT_EQ(run_.Run(absl::StrCat(check, " --write-baseline")).status, 0) << row.file;
    run_.files.Write(row.file, absl::StrCat(row.before[0] == '$' ? ";\n" : "\n", row.before));
    EXPECT_EQ(run_.Run(check).status, 0) << row.file << ": lines moved";
    run_.files.Write(row.file, row.after);
    EXPECT_EQ(run_.Run(check).status, 1) << row.file;
  }
}

TEST_F(ProjectTest, ABaselineKnowsFindingsWhenTheirQuotesAreFixed) {
  run_.files.Write("a.json", "{'methodConfig': [{'name': [{}], 'timeout': '5x'}]}");
  EXPECT_EQ(run_.Run("$G check --write-baseline --baseline b.json a.json").status, 0);
  run_.files.Write("a.json", R"({"methodConfig": [{"name": [{}], "timeout": "5x"}]})");
  EXPECT_EQ(run_.Run("$G check --baseline b.json a.json").status, 0);
}

// By a baseline; for --since see SinceTest.
TEST_F(ProjectTest, WhatWasAConfigAndCannotBeReadAnyMoreFails) {
  constexpr absl::string_view kYaml = "a:\n  methodConfig:\n  - name: [{}]\n    timeout: 5x\n";
  run_.files.Write(".grpcfg.json", R"({"baseline": "b.json"})");
  run_.files.Write("a.json", R"({"methodConfig": [{"name": [{}], "timeout": "5x"}]})");
  run_.files.Write("m.yaml", kYaml);
  run_.files.Write("m.py", "a = '{\"methodConfig\": [{\"name\": [{}], \"timeout\": \"5x\"}]}'\n");
  EXPECT_EQ(run_.Run("$G check --write-baseline .").status, 0);
  EXPECT_EQ(run_.Run("$G check .").status, 0);
  for (const auto& [file, now] :
       {std::pair("m.yaml", "a:\n  methodConfig:\n  - name: [{}\n    timeout: 5x\n"),
        std::pair("m.py", "a = '{\"methodConfig\": [{\"name\": [{}], \"timeout\": \"5x\"}'\n")}) {
    const GrpcfgRun run;
    for (const char* const each : {"a.json", "m.yaml", "m.py", "b.json", ".grpcfg.json"}) {
      ASSERT_EQ(run.Run(absl::StrCat("cp '", run_.files.Path(each), "' .")).status, 0);
    }
    run.files.Write(file, now);
    for (const char* const arguments : {".", "--hook a.json ", "--hook "}) {
      const bool is_directory = arguments[0] == '.';
      const RunResult result =
          run.Run(absl::StrCat("$G check ", arguments, is_directory ? "" : file));
      EXPECT_EQ(result.status, 2) << file << " " << arguments;
      EXPECT_THAT(result.err, HasSubstr(file)) << arguments;
    }
    const bool is_program = absl::EndsWith(file, "py");
    EXPECT_EQ(run.Run("$G check --prune-baseline .").status, is_program ? 0 : 2) << file;
    EXPECT_EQ(run.Run("$G check .").status, is_program ? 0 : 2) << "it is meant to be gone";
  }
}

TEST_F(ProjectTest, YamlThatCannotBeReadIsNotPassedOverInSilence) {
  constexpr absl::string_view kBroken = "a:\n  methodConfig:\n  - name: [{}\n    timeout: 5x\n";
  run_.files.Write("a.json", R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})");
  run_.files.Write("m.yaml", kBroken);
  const RunResult walked = run_.Run("$G check .");
  EXPECT_EQ(walked.status, 0);
  EXPECT_THAT(walked.err, HasSubstr("note: not checked: `m.yaml`:4:"));
  for (const char* const command : {"check m.yaml", "check --hook m.yaml", "resolve m.yaml"}) {
    const RunResult named = run_.Run(absl::StrCat("$G ", command));
    EXPECT_EQ(named.status, 2) << command;
    EXPECT_THAT(named.err, HasSubstr("its service config cannot be read: it is not YAML"))
        << command;
  }
  run_.files.Write("m.yaml", absl::StrCat("{{ if .Values.x }}\n", kBroken));
  EXPECT_EQ(run_.Run("$G check .").err, "") << "a template of Helm";
  run_.files.Write("m.yaml", "a: [\n# methodConfig: no\n");
  EXPECT_EQ(run_.Run("$G check .").err, "") << "no key of a config";
}

TEST_F(ProjectTest, ABaselineKeepsWhatClientsDidAtEachName) {
  const std::string bad = " TXT \"grpc_config=[{bad\"\n";
  const std::string good = " TXT \"grpc_config=[{\\\"serviceConfig\\\":{}}]\"\n";
  const std::string both = absl::StrCat("_grpc_config.a", bad, "_grpc_config.b", good);
  struct PairRow {
    const char* what;
    std::string before;
    std::string after;
  };
  const PairRow rows[] = {
      {"a CNAME", both + "_grpc_config.c CNAME _grpc_config.b\n",
       both + "_grpc_config.c CNAME _grpc_config.a\n"},
      {"another CNAME on the way", absl::StrCat(both, "_grpc_config.c CNAME _grpc_config.b\n"),
       absl::StrCat("_grpc_config.a", bad, "_grpc_config.b CNAME _grpc_config.a\n",
                    "_grpc_config.c CNAME _grpc_config.b\n")},
      {"a plain name",
       absl::StrCat(both, "pp", bad,
                    "_grpc_config.d CNAME pp\n_grpc_config.c CNAME _grpc_config.b\n"),
       absl::StrCat(both, "pp", bad, "_grpc_config.d CNAME pp\n_grpc_config.c CNAME pp\n")},
      {"a DNAME", both + "c DNAME b\n", both + "c DNAME a\n"},
      {"a name that falls to a wildcard", absl::StrCat("*.a", bad, "_grpc_config.q.a", good),
       absl::StrCat("*.a", bad)},
      {"the same, of a CNAME",
       absl::StrCat("* CNAME _grpc_config.a\n", both, "_grpc_config.c CNAME _grpc_config.b\n"),
       absl::StrCat("* CNAME _grpc_config.a\n", both)},
      {"one more record of a line", "$GENERATE 1-2 _grpc_config.h$" + bad,
       "$GENERATE 1-3 _grpc_config.h$" + bad},
  };
  const std::string head = "$ORIGIN e.test.\n$TTL 300\n@ SOA ns h 1 2 3 4 5\n@ NS ns\n";
  const char* const check = "$G dns check -q --target go --baseline bl.json a.zone";
  for (const PairRow& row : rows) {
    run_.files.Write("bl.json", R"({"version": 1, "verdicts": [], "findings": []})");
    run_.files.Write("a.zone", head + row.before);
    EXPECT_EQ(run_.Run(absl::StrCat(check, " --write-baseline")).status, 0) << row.what;
    EXPECT_EQ(run_.Run(check).status, 0) << row.what << ": nothing is new";
    run_.files.Write("a.zone", head + row.after);
    EXPECT_EQ(run_.Run(check).status, 1) << row.what;
    EXPECT_EQ(run_.Run(absl::StrCat(check, " --write-baseline")).status, 0) << row.what;
    EXPECT_EQ(run_.Run(check).status, 0) << row.what << ": known from now on";
  }
}

}  // namespace
}  // namespace grpcfg
