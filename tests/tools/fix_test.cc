// `grpcfg fix` as a user runs it: what is printed, what is on disk after it, and the exit status.
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/expected_file.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using ::testing::HasSubstr;

// A safe fix and one that is not, in a text that no formatter would leave so.
constexpr char kFaulty[] =
    "{\"methodConfig\":\r\n\t[ {\"name\": [{}] , \"timeout\":\"5000ms\",\r\n"
    "   \"waitForReady\" : \"true\" }]}";
constexpr char kSafe[] =
    "{\"methodConfig\":\r\n\t[ {\"name\": [{}] , \"timeout\":\"5000ms\",\r\n"
    "   \"waitForReady\" : true }]}";
constexpr char kAll[] =
    "{\"methodConfig\":\r\n\t[ {\"name\": [{}] , \"timeout\":\"5s\",\r\n"
    "   \"waitForReady\" : true }]}";

class FixTest : public ::testing::Test {
 protected:
  FixTest() { run_.files.Write("a.json", kFaulty); }

  [[nodiscard]] std::string Text(const char* name = "a.json") const {
    return ReadWhole(run_.files.Path(name));
  }
  // With two targets, so that releases do not come and go here.
  [[nodiscard]] RunResult Fix(absl::string_view arguments) const {
    return run_.Run(absl::StrCat("$G fix --target java@1.64,go@1.64 ", arguments));
  }

  GrpcfgRun run_;
};

TEST_F(FixTest, SafeOnesAndThenAll) {
  RunResult result = Fix("a.json");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out,
            "a.json: 1 fix: field-type\n"
            "1 file checked for java 1.64, go 1.64: 1 fix made in 1 file\n"
            "1 fix is left that may change what clients do: review with `--unsafe --diff`, make it "
            "with `--unsafe`\n");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(Text(), kSafe);
  result = Fix("--unsafe a.json");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out,
            "a.json: 1 fix: duration-malformed\n"
            "1 file checked for java 1.64, go 1.64: 1 fix made in 1 file\n");
  EXPECT_EQ(Text(), kAll);
  result = Fix("--unsafe a.json");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, "1 file checked for java 1.64, go 1.64: nothing to fix\n");
  EXPECT_EQ(Text(), kAll);
}

TEST_F(FixTest, AFileWithoutFixesIsNotTouched) {
  run_.files.Write("a.json", "{}");
  struct stat before = {};
  struct stat after = {};
  ASSERT_EQ(stat(run_.files.Path("a.json").c_str(), &before), 0);
  EXPECT_EQ(Fix("a.json").status, 0);
  ASSERT_EQ(stat(run_.files.Path("a.json").c_str(), &after), 0);
  EXPECT_EQ(before.st_ino, after.st_ino);
}

TEST_F(FixTest, ADiffChangesNothingAndIsWhatPatchWouldDo) {
  const RunResult result = Fix("--unsafe --diff a.json");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out,
            "--- a.json\n+++ a.json\n@@ -1,3 +1,3 @@\n {\"methodConfig\":\r\n"
            "-\t[ {\"name\": [{}] , \"timeout\":\"5000ms\",\r\n"
            "-   \"waitForReady\" : \"true\" }]}\n\\ No newline at end of file\n"
            "+\t[ {\"name\": [{}] , \"timeout\":\"5s\",\r\n"
            "+   \"waitForReady\" : true }]}\n\\ No newline at end of file\n");
  EXPECT_EQ(result.err,
            "a.json: 2 fixes: duration-malformed, field-type\n"
            "1 file checked for java 1.64, go 1.64: 2 fixes to make in 1 file\n");
  EXPECT_EQ(Text(), kFaulty);
  EXPECT_EQ(Fix("--unsafe --diff --quiet a.json").out, result.out);
  EXPECT_EQ(Fix("--unsafe --diff --quiet a.json").err, "");
  run_.files.Write("a.json", "{}");
  EXPECT_EQ(Fix("--diff --quiet a.json").status, 0);
}

TEST_F(FixTest, StdinGoesToStdout) {
  RunResult result = Fix("--unsafe - <a.json");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, kAll);
  EXPECT_THAT(result.err, HasSubstr("<stdin>: 2 fixes: duration-malformed, field-type\n"));
  result = Fix("--quiet --stdin-filename b.json - <a.json");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out, kSafe);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(Fix("--diff --stdin-filename b.json - <a.json").out, HasSubstr("+++ b.json\n"));
  EXPECT_EQ(Fix("- a.json <a.json").status, 2);
  EXPECT_EQ(Text(), kFaulty);
}

TEST_F(FixTest, DirectoriesAreWalked) {
  run_.files.Write("d/service_config.json", kFaulty);
  run_.files.Write("d/other.json", R"({"client": {"timeout": 5, }})");
  EXPECT_EQ(Fix("d").status, 1);
  EXPECT_EQ(Text("d/service_config.json"), kSafe);
  EXPECT_EQ(Text("d/other.json"), R"({"client": {"timeout": 5, }})");
}

TEST_F(FixTest, RulesThatAreOffFixNothing) {
  EXPECT_EQ(Fix("--disable field-type a.json").status, 1);
  EXPECT_EQ(Text(), kFaulty);
  EXPECT_EQ(Fix("--unsafe --only duration-malformed a.json").status, 0);
  EXPECT_THAT(Text(), HasSubstr("\"5s\""));
  EXPECT_THAT(Text(), HasSubstr("\"true\""));
}

// Of what cannot be written there is a message, and the others are fixed all the same.
struct Refusal {
  const char* why;
  const char* before;     // in the shell
  const char* arguments;  // besides b.json
  const char* message;
  const char* text = kFaulty;  // of a.json after it
};

const Refusal kRefusals[] = {
    {"read-only", "chmod 444 a.json", "a.json", "cannot fix `a.json`: it is read-only"},
    {"two names", "ln a.json c.json", "a.json", "names (hard links)"},
    {"no such file", "true", "a.json none.json", "none.json", kSafe},
    {"a pipe", "mkfifo pipe; cat a.json >pipe &", "pipe", "it is not a regular file"},
    {"no room, also for the message", "ulimit -f 0; trap '' XFSZ", "a.json", ""},
};

TEST_F(FixTest, WhatCannotBeWrittenIsLeftAlone) {
  for (const Refusal& row : kRefusals) {
    const GrpcfgRun run;
    run.files.Write("a.json", kFaulty);
    run.files.Write("b.json", kSafe);
    const RunResult result = run.Run(
        absl::StrCat(row.before, "\n$G fix --target java@1.64,go@1.64 -q b.json ", row.arguments));
    EXPECT_EQ(result.status, 2) << row.why;
    EXPECT_THAT(result.err, HasSubstr(row.message)) << row.why;
    EXPECT_EQ(ReadWhole(run.files.Path("a.json")), row.text) << row.why;
    EXPECT_EQ(run.Run("ls -A | grep -c '[.]grpcfg-'").out, "0\n") << row.why;
  }
}

TEST_F(FixTest, AFullDisk) {
  const RunResult result = run_.Run(
      "mkdir full; unshare -m sh -c \"mount -t tmpfs -o size=8k none full || exit 77\n"
      "cp a.json full; head -c 100000 /dev/zero >full/rest 2>/dev/null\n"
      "'$G' fix --quiet full/a.json; echo \\$?; cmp a.json full/a.json; ls -A full\" || exit 77");
  if (result.status == 77) GTEST_SKIP() << "no rights to mount a small disk: " << result.err;
  EXPECT_EQ(result.out, "2\na.json\nrest\n");
  EXPECT_THAT(result.err, HasSubstr("cannot fix `full/a.json`: no space left on device"));
}

TEST_F(FixTest, LinksAreFollowedAndHardLinksWrittenInPlace) {
  EXPECT_EQ(run_.Run("ln -s a.json link.json; ln a.json hard.json").status, 0);
  EXPECT_EQ(Fix("link.json").status, 2);
  EXPECT_EQ(Fix("--in-place link.json").status, 1);
  EXPECT_EQ(Text(), kSafe);
  EXPECT_EQ(Text("hard.json"), kSafe);
  EXPECT_EQ(run_.Run("test -L link.json && test a.json -ef hard.json").status, 0);
}

TEST_F(FixTest, OutputsThatCannotBe) {
  EXPECT_EQ(Fix("- <a.json >>a.json").status, 2) << "an output that is an input";
  EXPECT_EQ(Fix("--diff a.json >>a.json").status, 2);
  EXPECT_EQ(Fix("- <a.json >/dev/full").status, 2);
  EXPECT_EQ(Fix("--diff a.json >/dev/full").status, 2);
  EXPECT_EQ(Text(), kFaulty);
}

// Of a name and numbers for one code the name stays.
TEST(FixCommandTest, ARepeatedCodeStaysOnce) {
  const struct {
    const char* retryable;
    const char* fixed;
  } rows[] = {
      {R"(["ABORTED", 14, "UNAVAILABLE"])", R"(["ABORTED", "UNAVAILABLE"])"},
      {R"([14, 4, "UNAVAILABLE"])", R"(["DEADLINE_EXCEEDED", "UNAVAILABLE"])"},
      {R"([14, 14])", R"(["UNAVAILABLE"])"},
      {R"(["UNAVAILABLE", 14, 14])", R"(["UNAVAILABLE"])"},
  };
  for (const auto& row : rows) {
    const auto config = [](absl::string_view codes) {
      return absl::StrCat(R"({"methodConfig": [{"name": [{"service": "a.B"}], "retryPolicy": {
        "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
        "retryableStatusCodes": )",
                          codes, "}}]}");
    };
    GrpcfgRun run;
    run.files.Write("a.json", config(row.retryable));
    EXPECT_EQ(run.Run("$G fix a.json").status, 0);
    EXPECT_EQ(ReadWhole(run.files.Path("a.json")), config(row.fixed));
  }
}

TEST(FixCommandTest, ARepeatedNumberOfAHedgingPolicyIsRemoved) {
  GrpcfgRun run;
  run.files.Write("a.json", R"({"methodConfig": [{"name": [{"service": "a.B"}], "hedgingPolicy": {
    "maxAttempts": 3, "hedgingDelay": "0.1s", "nonFatalStatusCodes": ["UNAVAILABLE", 10, 14, 10]}}]})");
  EXPECT_EQ(run.Run("$G fix a.json").status, 0);
  EXPECT_THAT(ReadWhole(run.files.Path("a.json")),
              HasSubstr(R"("nonFatalStatusCodes": ["UNAVAILABLE", 10])"));
}

// A hook stops a commit for what it changed, and leaves what is left to the one of `check`.
TEST(FixCommandTest, AHookFailsOnlyForWhatItChanged) {
  GrpcfgRun run;
  run.files.Write("a.json", kFaulty);
  EXPECT_EQ(run.Run("$G fix --hook a.json").status, 1);
  EXPECT_EQ(ReadWhole(run.files.Path("a.json")), kSafe);
  EXPECT_EQ(run.Run("$G fix a.json").status, 1) << "for a fix that is not safe";
  EXPECT_EQ(run.Run("$G fix --hook a.json").status, 0);
  EXPECT_EQ(ReadWhole(run.files.Path("a.json")), kSafe);
}

}  // namespace
}  // namespace grpcfg
