// `grpcfg compat` from outside: exit status, inputs, formats.
#include <string>

#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// Works in Go, and not in C++ nor in Node.
constexpr absl::string_view kGoOnly =
    R"({"methodConfig": [{"name": [{}], "Timeout": "0.5s", "timeout": "0.5s",
  "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "0.2s",
    "backoffMultiplier": 2, "retryableStatusCodes": [14]}}],
  "retryThrottling": {"maxTokens": 100, "tokenRatio": 0.1}})";
constexpr absl::string_view kWarning = R"({"methodConfig": [{"name": [{}], "sharded": true,
    "maxRequestMessageBytes": 9}]})";

class CompatTest : public testing::Test {
 protected:
  CompatTest() {
    run_.files.Write("clean.json", "{}");
    run_.files.Write("warning.json", kWarning);
    run_.files.Write("go.json", kGoOnly);
  }

  RunResult Run(absl::string_view command) { return run_.Run(command); }

  GrpcfgRun run_;
};

TEST_F(CompatTest, ADirectoryStandsForItsConfigs) {
  run_.files.MakeDirectory("empty");
  run_.files.Write("d/a_service_config.json", kWarning);
  run_.files.Write("d/b_service_config.json", kGoOnly);
  EXPECT_EQ(
      Run("$G compat --target go go.json d").out,
      Run("$G compat --target go go.json d/a_service_config.json d/b_service_config.json").out);
  const RunResult empty = Run("$G compat empty");
  EXPECT_EQ(empty.status, 2);
  EXPECT_THAT(empty.err, HasSubstr("no service configs found in `empty`"));
}

TEST_F(CompatTest, ATablePerFileAndOneLegend) {
  const RunResult result = Run("$G compat --target spec,core,go,node go.json clean.json");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, R"(go.json
                               spec    core    go      node
verdict                        accepts rejects accepts BREAKS
1:64  timeout-ends-every-call  .       BREAKS  .       BREAKS
      error: every call fails immediately in C-core and grpc-js: `timeout` is
      `"0.5s"`
3:54  status-code-integer      .       rejects .       .
      error: the status code is the number `14`; C-core accepts only names
1:34  field-unknown            ignores ignores .       ignores
      note: unknown field `Timeout`; did you mean `timeout`?
what to do:
  1:64: write whole seconds, 3 or more, or remove it and set deadlines in the
  program
  3:54: write `"UNAVAILABLE"` (right for all of them)
  1:34: did you mean `timeout`?

clean.json
        spec    core    go      node
verdict accepts accepts accepts accepts
nothing found: every target accepts it as written

rejects  the client rejects the whole config
BREAKS   the client accepts it; then calls fail or hang, and no error names the
         config
ignores  the client silently continues as if it were not there
accepts  the client accepts the config; the rows show what it alters or ignores
.        the client accepts it as written
)");
}

struct StatusRow {
  absl::string_view arguments;
  int status;
};

const StatusRow kStatusRows[] = {
    {"clean.json", 0},
    {"warning.json", 0},
    {"go.json", 1},
    {"clean.json go.json", 1},
    {"--target go go.json", 0},
    {"--fail-on warning warning.json", 1},
    {"--fail-on never go.json", 0},
    {"missing.json", 2},
    {"missing.json go.json", 2},
    {".", 1},
    {"", 2},
    {"--target nobody go.json", 2},
    {"--lb-policies , go.json", 2},
    {"--format xml go.json", 2},
    {"-- go.json", 1},
};

TEST_F(CompatTest, ExitStatus) {
  for (const StatusRow& row : kStatusRows) {
    const RunResult result = Run(absl::StrCat("$G compat ", row.arguments));
    EXPECT_EQ(result.status, row.status) << row.arguments << "\n" << result.out << result.err;
    EXPECT_EQ(row.status == 2, !result.err.empty()) << row.arguments << "\n" << result.err;
  }
}

TEST_F(CompatTest, AnUnreadableFileDoesNotHideTheOthers) {
  const RunResult result = Run("$G compat missing.json go.json");
  EXPECT_THAT(result.out, StartsWith("go.json\n"));
  EXPECT_THAT(result.err, HasSubstr("missing.json"));
}

TEST_F(CompatTest, AMissingFileIsCalledTheSameEverywhere) {
  const std::string words =
      "grpcfg: cannot read `missing.json`: no such file or directory; check the spelling and the "
      "current directory\n";
  for (const absl::string_view command : {"check", "compat", "resolve"}) {
    EXPECT_EQ(Run(absl::StrCat("$G ", command, " missing.json")).err, words) << command;
  }
}

TEST_F(CompatTest, StdinHasAName) {
  EXPECT_THAT(Run("$G compat - <go.json").out, StartsWith("<stdin>\n"));
  EXPECT_THAT(Run("$G compat - --stdin-filename orders.json <go.json").out,
              StartsWith("orders.json\n"));
}

// So that severities and exit status are those of check.
TEST_F(CompatTest, TheTargetsOfCheckAreTheDefault) {
  EXPECT_THAT(Run("$G compat clean.json").out, HasSubstr("spec    core    go      java    node\n"));
}

TEST_F(CompatTest, PoliciesAndKindAreThoseOfCheck) {
  run_.files.Write("lb.json", R"({"loadBalancingConfig": [{"ring_hash_experimental": {}}]})");
  EXPECT_EQ(Run("$G compat --target go lb.json").status, 1);
  EXPECT_EQ(Run("$G compat --target go --lb-policies all lb.json").status, 0);
  EXPECT_EQ(Run("$G compat --kind choices clean.json").status, 1);
}

TEST_F(CompatTest, JsonHasAnEffectForEveryTarget) {
  const RunResult result = Run("$G compat --format json --target core,go go.json");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out,
              AllOf(StartsWith("{\n  \"version\": 1,\n  \"files\": ["),
                    HasSubstr("\"verdicts\": {\n        \"core\": \"rejects\",\n"
                              "        \"go\": \"accepts\"\n      }"),
                    HasSubstr("\"effects\": {\n            \"core\": \"rejects-config\",\n"
                              "            \"go\": \"accepts\"\n          }")));
}

TEST_F(CompatTest, ColourOnlyIfRequested) {
  EXPECT_THAT(Run("$G compat go.json").out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(Run("$G compat --color always go.json").out, HasSubstr("\x1b[1;31mrejects\x1b[0m"));
}

TEST_F(CompatTest, AReportThatCannotBeWrittenIsTwo) {
  const RunResult result = Run("$G compat go.json >/dev/full");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, StartsWith("grpcfg: cannot write the report to stdout"));
  EXPECT_THAT(Run("{ $G compat go.json; } | head -1 >/dev/null").err, IsEmpty());
}

}  // namespace
}  // namespace grpcfg
