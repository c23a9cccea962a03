// `--only`, `--disable` and `--severity`, `--lb-policies` and `--format NAME:FILE` from outside.
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class RuleFlagsTest : public testing::Test {
 protected:
  RuleFlagsTest() {
    run_.files.Write("error.json", R"({"methodConfig": [{"name": [{}], "timeout": "100ms"}]})");
    run_.files.Write("retries.json", R"({"methodConfig": [{"name": [{"service": "a.B"}],
        "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "0.2s",
          "backoffMultiplier": 2, "retryableStatusCodes": ["ABORTED"]}}]})");
    run_.files.Write("own.json", R"({"loadBalancingConfig": [{"own": {}}, {"round_robin": {}}]})");
  }

  RunResult Run(absl::string_view arguments) { return run_.Run(absl::StrCat("$G ", arguments)); }

  GrpcfgRun run_;
};

struct Row {
  absl::string_view arguments;
  int status;
  absl::string_view expected;
};

const Row kRows[] = {
    {"check error.json", 1, "1 error"},
    {"check --disable duration-malformed error.json", 0, "1 file checked"},
    {"check --disable json-nul --disable 'duration-*' error.json", 0, "1 file checked"},
    {"check --only json-nul error.json", 0, "1 file checked"},
    {"check --only json-nul,duration-malformed error.json", 1, "[duration-malformed]"},
    {"check --severity duration-malformed=warning error.json", 0, ": warning: "},
    {"check --severity duration-malformed=warning --fail-on warning error.json", 1, ": warning: "},
    {"check --severity '*=off' error.json", 0, "1 file checked"},
    {"check --only throttling-missing retries.json", 0, "[throttling-missing]"},
    {"check --severity throttling-missing=note retries.json", 0, "[throttling-missing]"},
    {"check --severity '*=note' retries.json", 0, "show with --notes"},
    {"compat --severity duration-malformed=note error.json", 0, "note: "},
    {"compat --disable duration-malformed error.json", 0, "rejects"},
};

TEST_F(RuleFlagsTest, TheStatusFollowsTheChoice) {
  for (const Row& row : kRows) {
    const RunResult result = Run(row.arguments);
    EXPECT_EQ(result.status, row.status) << row.arguments << "\n" << result.err;
    EXPECT_THAT(result.out, HasSubstr(std::string(row.expected))) << row.arguments;
  }
}

TEST_F(RuleFlagsTest, VerdictsAreTheSame) {
  const std::string verdicts = R"("verdicts":{"spec":"rejects"})";
  for (const char* const flags : {"", "--disable 'duration-*'", "--only json-nul"}) {
    EXPECT_THAT(Run(absl::StrCat("check --target spec --format jsonl error.json ", flags)).out,
                HasSubstr(verdicts))
        << flags;
  }
}

TEST_F(RuleFlagsTest, BatchTakesThemToo) {
  const std::string line =
      R"(echo '{"id": 1, "config": {"timeout": 1}}' | $G batch --target spec )";
  EXPECT_THAT(run_.Run(line).out, HasSubstr("\"rule\":"));
  EXPECT_THAT(run_.Run(line + "--disable '*'").out, HasSubstr("\"diagnostics\": []"));
  EXPECT_EQ(run_.Run(line + "--disable jsn-nul").status, 2);
}

TEST_F(RuleFlagsTest, PoliciesStandBesideTheDefaultOnes) {
  EXPECT_THAT(Run("check --lb-policies default own.json").out, HasSubstr("`own`"));
  const RunResult own = Run("check --lb-policies default,own own.json");
  EXPECT_EQ(own.status, 0);
  EXPECT_THAT(own.out, Not(HasSubstr("`own`")));
  EXPECT_THAT(own.err, IsEmpty());
  const RunResult near = Run("check --lb-policies default,round_robbin own.json");
  EXPECT_EQ(near.status, Run("check own.json").status);
  EXPECT_THAT(near.err, HasSubstr("warning: --lb-policies: `round_robbin` is not an LB policy of "
                                  "any client; did you mean `round_robin`?"));
}

// `own.json` is the only config of the run.
TEST_F(RuleFlagsTest, PoliciesThatNoClientKnowsAreQuestioned) {
  const RunResult other = Run("check --lb-policies default,other,own own.json");
  EXPECT_EQ(other.status, 0);
  EXPECT_THAT(other.err, HasSubstr("no client and no config of this run knows `other`"));
  EXPECT_THAT(other.err, Not(HasSubstr("`own`")));
  EXPECT_THAT(Run("check --lb-policies default,other own.json").out,
              HasSubstr("--lb-policies default,other,own`"));
}

// What goes to stdout without FILE.
TEST_F(RuleFlagsTest, EveryFormatTakesAFile) {
  for (const char* const command :
       {"check error.json --format ", "compat error.json --format ", "resolve error.json --format ",
        "explain json-nul --format ", "rules --format ", "targets --format ", "schema --format ",
        "simulate --algorithm full-jitter --format "}) {
    const RunResult shown = Run(absl::StrCat(command, "json"));
    const RunResult written = Run(absl::StrCat(command, "json:out; cat out"));
    EXPECT_EQ(written.out, shown.out) << command;
    EXPECT_THAT(shown.out, Not(IsEmpty())) << command;
    EXPECT_THAT(written.err, IsEmpty()) << command;
  }
}

}  // namespace
}  // namespace grpcfg
