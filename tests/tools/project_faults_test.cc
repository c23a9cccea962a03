// What is said of faulty files of ours: where, in whose words, and what to do.
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class ProjectFaultsTest : public ::testing::Test {
 protected:
  ProjectFaultsTest() { run_.files.Write("a.json", "{}"); }

  // All that `check` says of the project file, whose run must fail.
  [[nodiscard]] std::string ErrorText(absl::string_view arguments = "a.json") const {
    const RunResult result = run_.Run(absl::StrCat("$G check ", arguments));
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    return result.err;
  }

  GrpcfgRun run_;
};

TEST_F(ProjectFaultsTest, TheRemedyIsThatOfTheFlag) {
  run_.files.Write(".grpcfg.json", R"({"target": "go"})");
  run_.files.Write("p.json", R"({"target": "go"})");
  run_.files.Write("b.json", "{}");
  EXPECT_THAT(ErrorText(),
              HasSubstr("invalid `.grpcfg.json`, nothing checked; fix it or pass --no-config\n"));
  EXPECT_THAT(ErrorText("--config p.json a.json"),
              HasSubstr("invalid `p.json`, nothing checked; fix it or name another file with "
                        "--config\n"));
  EXPECT_THAT(
      ErrorText("--no-config --baseline b.json a.json"),
      AllOf(HasSubstr(
                "invalid `b.json`, nothing checked; if it is a baseline, fix it, or remove it and "
                "run `grpcfg check --write-baseline`; else name another file\n"),
            Not(HasSubstr("--no-config"))));
}

TEST_F(ProjectFaultsTest, TheMemberThatIsTheCauseIsNamed) {
  run_.files.Write(".grpcfg.json",
                   R"({"baseline": ".", "include": ["*.json"], "exclude": ["a*"]})");
  EXPECT_EQ(ErrorText(),
            "grpcfg: `baseline` in `.grpcfg.json`: cannot read `.`: it is a directory; name a file "
            "in it\n");
  EXPECT_EQ(ErrorText("--baseline . a.json"),
            "grpcfg: --baseline: cannot read `.`: it is a directory; name a file in it\n");
  run_.files.Write(".grpcfg.json", R"({"include": ["a*"], "exclude": ["a*"]})");
  const std::string cause =
      "grpcfg: no service configs found in `.` (looked for `a*`; `exclude` in `.grpcfg.json` "
      "excludes `a.json`); change that, or name files\n";
  EXPECT_EQ(ErrorText("."), cause);
  EXPECT_EQ(run_.Run("$G fix .").err, cause);
}

TEST_F(ProjectFaultsTest, PathsOfAnotherKindHaveAPlace) {
  run_.files.Write("p/a.proto", "syntax = \"proto3\";");
  run_.files.Write(".grpcfg.json",
                   "{\n\"protoPath\": [\"p\", \"q\", \"a.json\"],\n\"protos\": [\"p\", "
                   "\"b.proto\", \"a.proto\"],\n\"descriptorSets\": \"x.pb\"}");
  const std::string expected = ErrorText();
  for (const char* const line : {
           "2:25: error: `a.json` is a file; `protos` takes it",
           "3:12: error: `p` is a folder; `protoPath` takes it",
           "2:20: `q` does not exist and is skipped; paths are relative to the directory",
           "3:17: `b.proto` does not exist",
           "4:19: error: `x.pb` does not exist;",
       }) {
    EXPECT_THAT(expected, HasSubstr(absl::StrCat(".grpcfg.json:", line)));
  }
  EXPECT_THAT(expected, Not(HasSubstr("`a.proto`"))) << "as imports name it";
}

// One service that goes, stands twice or does not compile stops the checks of no other.
TEST_F(ProjectFaultsTest, ServicesAreKnownAsFarAsTheyCanBeRead) {
  const auto proto = [](absl::string_view service, absl::string_view more) {
    return absl::StrCat("syntax = \"proto3\"; package shop; ", more, " message R {} service ",
                        service, " { rpc Get(R) returns (R); }");
  };
  run_.files.Write("services/a/proto/a.proto", proto("A", ""));
  run_.files.Write("services/b/proto/b.proto", proto("B", "import \"none.proto\";"));
  run_.files.Write("services/b/preview/b.proto", proto("B", ""));
  run_.files.Write(
      ".grpcfg.json",
      R"({"protoPath": ["gone", "services/*/proto", "services/b/preview"], "targets": "go"})");
  run_.files.Write("names.json", R"({"methodConfig": [
    {"name": [{"service": "shop.A"}], "timeout": "1s"}, {"name": [{"service": "shop.B"}], "timeout": "1s"},
    {"name": [{"service": "shop.B", "method": "Gat"}], "timeout": "1s"},
    {"name": [{"service": "shop.D"}], "timeout": "1s"}]})");
  const RunResult result = run_.Run("$G check names.json");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, AllOf(HasSubstr("names.json:3:"), HasSubstr("names.json:4:"),
                                Not(HasSubstr("names.json:2:"))));
  EXPECT_THAT(result.out, AllOf(HasSubstr(".grpcfg.json:1:16: note: `gone` does not exist"),
                                HasSubstr("`none.proto` was not found"),
                                HasSubstr("[project-protos-incomplete]")));
  EXPECT_THAT(run_.Run("$G resolve names.json").err,
              HasSubstr("note: .grpcfg.json:1:16: `gone` does not exist"));
  // The contents of its package are unknown; what is known is looked at.
  run_.files.Write("services/c/proto/c.proto", "syntax = \"proto3\"; package pay; message {");
  run_.files.Write("pay.json", R"({"methodConfig": [
    {"name": [{"service": "pay.A"}, {"service": "shop.B", "method": "Gat"}], "waitForReady": true}]})");
  const RunResult unread = run_.Run("$G check --format concise pay.json");
  EXPECT_EQ(unread.status, 1) << unread.err;
  EXPECT_THAT(unread.out, AllOf(HasSubstr("has no method `Gat`"), Not(HasSubstr("pay.A"))));
  EXPECT_EQ(run_.Run("$G check --proto services/c/proto/c.proto pay.json").status, 2);
}

// Each cause is one finding, in every report, and does not stop the run.
TEST_F(ProjectFaultsTest, CopiesOfProtosAreOneNote) {
  const auto proto = [](absl::string_view package, absl::string_view method) {
    return absl::StrCat("syntax = \"proto3\"; package ", package, "; message R {} service S { rpc ",
                        method, "(R) returns (R); }");
  };
  run_.files.Write("good.json", R"({"methodConfig": [
    {"name": [{"service": "shop.v1.S", "method": "Get"}, {"service": "b.S", "method": "Get"}],
     "waitForReady": true}]})");
  run_.files.Write("shop/v1/s.proto", proto("shop.v1", "Get"));
  run_.files.Write("a_preview/shop/v1/s.proto", proto("shop.v1", "New"));
  run_.files.Write("old/shop/v1/s.proto", proto("shop.v1", "Old"));
  run_.files.Write("b.proto", proto("b", "Get"));
  run_.files.Write(".grpcfg.json", R"({"protoPath": ["."]})");
  const char* const note =
      ".grpcfg.json:1:16: note: `shop/v1/s.proto` is used, and `a_preview/shop/v1/s.proto` and 1 "
      "more are skipped because they declare the same names; name the intended ones in `protos` "
      "[project-protos-incomplete]\n";
  for (const char* const flags : {"", "--hook "}) {
    const RunResult result =
        run_.Run(absl::StrCat("$G check --format concise ", flags, "good.json"));
    EXPECT_EQ(result.status, 0) << flags;
    EXPECT_EQ(result.out, note) << flags;
    EXPECT_EQ(result.err, "") << flags;
  }
  EXPECT_EQ(run_.Run("$G check --fail-on note good.json").status, 1);
  EXPECT_EQ(run_.Run("$G check --severity project-protos-incomplete=error good.json").status, 1);
  EXPECT_EQ(run_.Run("$G check --format concise --disable project-protos-incomplete good.json").out,
            "");
  EXPECT_THAT(run_.Run("$G check --format json good.json").out,
              HasSubstr("project-protos-incomplete"));
  run_.files.Write(".grpcfg.json", R"({"protoPath": ["."], "protos": ["shop/**/*.proto", "b.proto"],
    "suppressions": [{"rule": "json-comment", "path": "good.json", "reason": "r"}]})");
  EXPECT_THAT(run_.Run("$G check --format concise good.json").out,
              AllOf(Not(HasSubstr("incomplete")), HasSubstr("suppression-unused")));
  run_.files.Write(".grpcfg.json", R"({"protoPath": ["gone", "."],
    "suppressions": [{"rule": "json-comment", "path": "good.json", "reason": "r"}]})");
  const RunResult both = run_.Run("$G check --format json good.json | grep -c '\"path\": '");
  EXPECT_EQ(both.out, "2\n") << "the project file is there once";
}

// The services of a file count, whatever has its name in a folder before.
TEST_F(ProjectFaultsTest, FilesOfTheSameNameInSeveralFolders) {
  for (const char* const service : {"a", "b", "c"}) {
    run_.files.Write(absl::StrCat("services/", service, "/proto/api.proto"),
                     absl::StrCat("syntax = \"proto3\"; package ", service,
                                  "; import \"common.proto\"; service S { rpc Get(common.R) "
                                  "returns (common.R); }"));
    run_.files.Write(absl::StrCat("services/", service, "/proto/common.proto"),
                     "syntax = \"proto3\"; package common; message R {}");
  }
  run_.files.Write("names.json", R"({"methodConfig": [{"name": [
    {"service": "a.S"}, {"service": "b.S"}, {"service": "c.S"}], "waitForReady": true}]})");
  for (const char* const glob : {"services/*/proto", "services/**/proto", "**/proto",
                                 "services/[abc]/proto", "services/*/proto/"}) {
    run_.files.Write(".grpcfg.json", absl::StrCat(R"({"protoPath": [")", glob, R"("]})"));
    EXPECT_EQ(run_.Run("$G check --format concise names.json").out, "") << glob;
    EXPECT_EQ(run_.Run("cd services && $G check --format concise ../names.json").out, "") << glob;
  }
  run_.files.Write(".grpcfg.json", R"({"protoPath": ["services/?/protos"]})");
  EXPECT_THAT(run_.Run("$G check --format concise names.json").out,
              HasSubstr("`services/?/protos` does not exist"));
}

TEST_F(ProjectFaultsTest, AnAbsoluteGlobMatchesNothing) {
  const char* const write = "printf '{\"exclude\": [\"%s/x/a.json\"]}' \"$(pwd -P)\" >.grpcfg.json";
  EXPECT_EQ(run_.Run(write).status, 0);
  EXPECT_THAT(ErrorText(),
              HasSubstr("globs are relative to the directory of this file, not to `/`; write "
                        "`/x/a.json`"));
}

// What the services come from is read, imports too, and no report goes there.
TEST_F(ProjectFaultsTest, NoReportOverAFileOfServices) {
  constexpr absl::string_view kImported = R"(syntax = "proto3"; message M {})";
  run_.files.Write("p/imported.proto", kImported);
  run_.files.Write("p/a.proto", R"(syntax = "proto3"; import "imported.proto"; message N {})");
  run_.files.Write("only.json", R"({"protoPath": "p", "protos": "a.proto"})");
  const char* const rows[] = {
      "check --format json:p/imported.proto a.json --proto a.proto --proto-path p",
      "check --format json:p/imported.proto a.json --config only.json",
      "check --format json:p/a.proto a.json --config only.json",
      "check --format json:only.json a.json --config only.json",
      "compat --format json:p/imported.proto a.json --proto a.proto --proto-path p",
      "resolve --format json:p/imported.proto a.json --proto a.proto --proto-path p",
      "simulate --format json:p/imported.proto a.json --proto a.proto --proto-path p",
      "simulate --format json:only.json a.json --config only.json",
  };
  for (const char* const arguments : rows) {
    const RunResult result = run_.Run(absl::StrCat("$G ", arguments));
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr("it is the same file as the input")) << arguments;
  }
  EXPECT_EQ(run_.Run("cat p/imported.proto").out, kImported);
}

// To pass it over would lose what it says, and to read a pipe would take for ever.
TEST_F(ProjectFaultsTest, AProjectFileThatIsNoFile) {
  run_.files.Write("a.json", R"({"methodConfig": []})");
  const struct {
    const char* make;
    const char* expected;
  } rows[] = {
      {"ln -s gone .grpcfg.json", "it is a broken symbolic link"},
      {"ln -s .grpcfg.json .grpcfg.json", "it is a broken symbolic link"},
      {"mkdir .grpcfg.json", "it is a directory"},
      {"mkfifo .grpcfg.json", "it is a pipe or a device, not a file"},
  };
  for (const auto& row : rows) {
    const RunResult result = run_.Run(absl::StrCat(row.make, "; $G check a.json"));
    EXPECT_EQ(result.status, 2) << row.make;
    EXPECT_EQ(result.err,
              absl::StrCat("grpcfg: cannot read the project file `.grpcfg.json`: ", row.expected,
                           "; replace it with a file, or pass ", "--no-config\n"));
    EXPECT_EQ(run_.Run("$G check --no-config a.json").status, 0) << row.make;
    EXPECT_EQ(run_.Run("$G init --write . >/dev/null; s=$?; rm -r .grpcfg.json; exit $s").status, 2)
        << row.make;
  }
}

// Later texts on stdin would have what was found in this one.
TEST_F(ProjectFaultsTest, ABaselineOfStdin) {
  const RunResult unnamed = run_.Run("echo 7 | $G check --write-baseline --baseline b.json -");
  EXPECT_EQ(unnamed.status, 2);
  EXPECT_THAT(unnamed.err, HasSubstr("grpcfg: --write-baseline: standard input has no name"));
  EXPECT_THAT(unnamed.err, HasSubstr("--stdin-filename NAME"));
  EXPECT_EQ(run_.Run("echo 7 | $G check --write-baseline --baseline b.json --stdin-filename a.json "
                     "-; grep -q '\"a.json\"' b.json")
                .status,
            0);
}

// Of two runs that both make the baseline one has to run again.
TEST_F(ProjectFaultsTest, ABaselineThatAnotherProcessMadeMeanwhile) {
  run_.files.Write("b_service_config.json", R"({"methodConfig": 7})");
  const RunResult result = run_.Run(
      "mkfifo in.json; $G check -q --write-baseline --baseline b.json in.json & p=$!; "
      "{ sleep 0.3; echo theirs >b.json; echo 7; } >in.json; wait $p");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "grpcfg: cannot write `b.json`: it was changed after it was read; run again\n");
  EXPECT_EQ(run_.Run("cat b.json; ls -A | grep -c tmp").out, "theirs\n0\n");
}

// A baseline has an owner, as a config does.
TEST_F(ProjectFaultsTest, ABaselineThatMayNotBeReplaced) {
  constexpr absl::string_view kOld = R"({"version": 1, "findings": []})";
  const struct {
    const char* before;
    const char* expected;
  } rows[] = {
      {"chmod 444 b.json", "cannot write the baseline `b.json`: it is read-only; make it writable"},
      {"ln b.json c.json",
       "cannot write the baseline `b.json`: it has 2 names (hard links), which would lead to two "
       "texts; copy it to a file of its own"},
  };
  for (const auto& row : rows) {
    run_.files.Write("faulty.json", R"({"methodConfig": 7})");
    run_.files.Write("b.json", kOld);
    const RunResult result = run_.Run(
        absl::StrCat(row.before, "; $G check -q --write-baseline --baseline b.json faulty.json"));
    EXPECT_EQ(result.status, 2) << row.before;
    EXPECT_THAT(result.err, HasSubstr(row.expected)) << row.before;
    EXPECT_EQ(run_.Run("cat b.json; rm -f b.json c.json").out, kOld) << row.before;
  }
  run_.files.Write("b.json", kOld);
  EXPECT_EQ(run_.Run("ln -s b.json link.json; $G check --write-baseline --baseline link.json "
                     "faulty.json; test -L link.json && grep -c field-type b.json")
                .status,
            0)
      << "a link is followed";
}

// Whichever flags a baseline is written with, what is still found is no stale entry for others.
TEST_F(ProjectFaultsTest, ABaselineIsNotStaleByFlags) {
  run_.files.Write("a.json", R"({"methodConfig": [{"name": [{"service": "a.B"}], "retryPolicy": {
    "maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "2s", "backoffMultiplier": 2,
    "retryableStatusCodes": ["UNAVAILABLE"]}}]})");
  run_.files.Write(".grpcfg.json", R"({"baseline": "b.json"})");
  for (const char* const written : {"", "--fail-on note", "--severity '*=warning'"}) {
    EXPECT_EQ(run_.Run(absl::StrCat("$G check --write-baseline a.json ", written)).status, 0);
    for (const char* const flags :
         {"", "--fail-on note", "--severity throttling-missing=warning"}) {
      EXPECT_THAT(run_.Run(absl::StrCat("$G check a.json ", flags)).out,
                  testing::Not(HasSubstr("baseline-stale")))
          << written << " / " << flags;
    }
  }
}

// The remedy for what is stale takes in what is new, and says so.
TEST_F(ProjectFaultsTest, WritingABaselineReportsWhatItAddsAndDrops) {
  const char* const write = "$G check --write-baseline --baseline b.json a.json >/dev/null";
  run_.files.Write("a.json", R"({"methodConfig": 7, "x": 1})");
  EXPECT_EQ(run_.Run(write).err, "grpcfg: note: `b.json`: 2 entries added, 0 dropped\n");
  EXPECT_EQ(run_.Run(write).err, "");
  run_.files.Write("a.json", R"({"methodConfig": 7, "y": 1})");
  EXPECT_EQ(run_.Run(write).err, "grpcfg: note: `b.json`: 1 entry added, 1 dropped\n");
  run_.files.Write("a.json", "{}");
  EXPECT_EQ(run_.Run(absl::StrCat(write, " --quiet")).err, "");
}

// A repository from someone else must not show what stands elsewhere, nor wait for ever.
TEST_F(ProjectFaultsTest, WhatAProjectFileNamesIsBelowItsRepository) {
  run_.files.Write("outside/secret", "machine x login y password tiger\n");
  run_.files.Write("in/.git/HEAD", "");
  run_.files.Write("in/a.json", "{}");
  run_.files.Write("in/p/x.proto", "syntax = \"proto3\";");
  run_.files.Write("in/p/y.proto", R"(syntax = "proto3"; import "link";)");
  (void)run_.Run(
      "ln -s ../outside/secret in/link; mkfifo in/fifo; ln -s /proc/self/environ in/env");
  const struct {
    const char* project;
    const char* words;
  } rows[] = {
      {R"({"baseline": "../outside/secret"})", "out of the repository"},
      {R"({"baseline": "link"})", "out of the repository"},
      {R"({"baseline": "env"})", "out of the repository"},
      {R"({"baseline": "fifo"})", "it is a pipe or a device"},
      {R"({"baseline": "p/x.proto"})", "`in/p/x.proto` is not a JSON object"},
      {R"({"protos": "link"})", "out of the repository"},
      {R"({"protos": "p/y.proto"})", "`in/link` is out of the repository"},
      {R"({"protos": "link", "protoPath": "."})", "`in/link` is out of the repository"},
      {R"({"protos": "fifo"})", "is a pipe or a device"},
      {R"({"protoPath": "../outside"})", "out of the repository"},
      {R"({"descriptorSets": "env"})", "out of the repository"},
      {R"({"descriptorSets": "fifo"})", "is a pipe or a device"},
      {"password tiger", "`in/.grpcfg.json` is not a JSON object"},
  };
  for (const auto& row : rows) {
    run_.files.Write("in/.grpcfg.json", row.project);
    const std::string error = ErrorText("in/a.json");
    EXPECT_THAT(error, AllOf(HasSubstr(row.words), Not(HasSubstr("tiger")))) << row.project;
  }
  (void)run_.Run("rm in/.grpcfg.json; ln -s ../outside/secret in/.grpcfg.json");
  EXPECT_THAT(ErrorText("in/a.json"),
              AllOf(HasSubstr("out of the repository"), Not(HasSubstr("tiger"))));
}

// A directory that cannot be listed, whoever looks: its path is too long.
TEST_F(ProjectFaultsTest, WhatIsNotSeenWholeIsNotWrittenDown) {
  run_.files.Write("a_service_config.json", R"({"x": 1})");
  run_.files.Write("b.json", R"({"version": 1, "verdicts": [], "findings": []})");
  (void)run_.Run(
      "n=$(printf '%0200d' 0); i=0; "
      "while [ $i -lt 25 ]; do mkdir $n && cd $n; i=$((i + 1)); done");
  const RunResult written = run_.Run("$G check --write-baseline --baseline b.json .");
  EXPECT_EQ(written.status, 2);
  EXPECT_THAT(written.err, HasSubstr("the baseline is unchanged"));
  EXPECT_THAT(run_.Run("cat b.json").out, HasSubstr("\"findings\": []"));
  EXPECT_EQ(run_.Run("$G init --write").status, 2);
  EXPECT_EQ(run_.Run("test ! -e .grpcfg.json").status, 0);
}

}  // namespace
}  // namespace grpcfg
