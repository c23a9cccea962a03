// `grpcfg check` from outside: exit status, flags, formats, colours (design/command_line.md).
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/expected_file.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr absl::string_view kNote =
    R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock", "method": "Get"}],
  "retryPolicy": {"maxAttempts": 2, "initialBackoff": "0.2s", "maxBackoff": "1s",
                  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}],
  "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1234}})";
constexpr absl::string_view kWarning = R"({"methodConfig": [{"name": [{}], "sharded": true,
    "maxRequestMessageBytes": 9}]})";
constexpr absl::string_view kError = R"({"methodConfig": [{"name": [{}], "timeout": "100ms"}]})";

class CheckTest : public testing::Test {
 protected:
  CheckTest() {
    run_.files.Write("clean.json", "{}");
    run_.files.Write("note.json", kNote);
    run_.files.Write("warning.json", kWarning);
    run_.files.Write("error.json", kError);
  }

  RunResult Run(absl::string_view command) { return run_.Run(command); }

  GrpcfgRun run_;
};

struct StatusRow {
  absl::string_view arguments;
  int status;
};

const StatusRow kStatusRows[] = {
    {"clean.json", 0},
    {"note.json", 0},
    {"warning.json", 0},
    {"error.json", 1},
    {"clean.json error.json note.json", 1},
    {"--fail-on error warning.json", 0},
    {"--fail-on error error.json", 1},
    {"--fail-on warning clean.json", 0},
    {"--target spec,core --fail-on warning note.json", 0},
    {"--fail-on warning warning.json", 1},
    {"--fail-on warning error.json", 1},
    {"--fail-on note clean.json", 0},
    {"--fail-on note note.json", 1},
    {"--fail-on note error.json", 1},
    {"--fail-on never error.json", 0},
    {"--target gapic warning.json", 1},
    {"--target spec --target gapic warning.json", 1},
    {"--target spec,gapic clean.json", 0},
    {"missing.json", 2},
    {"--fail-on never missing.json", 2},
    {"missing.json error.json", 2},
    {"", 1},
    {"--fail-on never --format json:no/such/folder/a.json clean.json", 2},
};

TEST_F(CheckTest, ExitStatus) {
  for (const StatusRow& row : kStatusRows) {
    const RunResult result = Run(absl::StrCat("$G check ", row.arguments));
    EXPECT_EQ(result.status, row.status) << row.arguments << "\n" << result.out << result.err;
    EXPECT_EQ(row.status == 2, !result.err.empty()) << row.arguments << "\n" << result.err;
  }
}

struct UsageRow {
  absl::string_view arguments;
  std::vector<absl::string_view> expected;  // on stderr
};

const UsageRow kUsageRows[] = {
    {"check --target qqqqq clean.json", {"`qqqqq`", "spec, core, go"}},
    {"check --target go@1 clean.json", {"`go@1`", "from `go@1.33`"}},
    {"check --target spec, clean.json", {"``", "spec, core, go"}},
    {"check --format yaml clean.json",
     {"`yaml`", "text, concise, json, jsonl, sarif, github, gitlab, junit, checkstyle, markdown"}},
    {"check --format JSON clean.json", {"`JSON` is not a format; did you mean `json`"}},
    {"check --format sarrif clean.json", {"`sarrif` is not a format; did you mean `sarif`"}},
    {"check --format github-actions clean.json", {"`github-actions` is not a format"}},
    {"check --target pyton clean.json", {"`pyton` is not a target; did you mean `python`?"}},
    {"check --targt go clean.json", {"`--targt` is not a flag", "did you mean `--target`?"}},
    {"check -x", {"`-x` is not a flag of `grpcfg check`"}},
    {"--vresion", {"`--vresion` is not a flag of `grpcfg`; did you mean `--version`?"}},
    {"check --only rety-* clean.json", {"did you mean `retry-*`?"}},
    {"check --severity json-comment=loud clean.json", {"`loud` is not a severity"}},
    {"check --kind choice clean.json", {"--kind: `choice` is not", "did you mean `choices`?"}},
    {"help chek", {"`chek` is not a subcommand; did you mean `check`?"}},
    {"check --format json --format text clean.json", {"two formats", "stdout"}},
    {"check --format json:a --format text:a clean.json", {"two formats", "a"}},
    {"check --fail-on errors clean.json", {"--fail-on: `errors`", "did you mean `error`?"}},
    {"check --color sometimes clean.json", {"--color", "auto"}},
    {"check --no-such-flag clean.json", {"--no-such-flag"}},
    {"check -j 0 clean.json", {"--jobs: `0` is not a number from 1 to 1024"}},
    {"check -j x clean.json", {"-j"}},
    {"", {"subcommand"}},
    {"chekc clean.json", {"grpcfg: `chekc` is not a subcommand; did you mean `check`?"}},
};

TEST_F(CheckTest, WrongUsageIsReportedAndIsTwo) {
  for (const UsageRow& row : kUsageRows) {
    const RunResult result = Run(absl::StrCat("$G ", row.arguments));
    EXPECT_EQ(result.status, 2) << row.arguments;
    EXPECT_THAT(result.out, IsEmpty()) << row.arguments;
    EXPECT_THAT(result.err, StartsWith("grpcfg: ")) << row.arguments;
    for (const absl::string_view expected : row.expected) {
      EXPECT_THAT(result.err, HasSubstr(std::string(expected))) << row.arguments;
    }
  }
}

TEST_F(CheckTest, HelpAndVersionAreNoErrors) {
  const RunResult version = Run("$G --version");
  EXPECT_EQ(version.status, 0);
  EXPECT_THAT(version.out, StartsWith("grpcfg "));
  const RunResult help = Run("$G check --help");
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("--fail-on"));
}

TEST_F(CheckTest, AMissingFileDoesNotStopTheOthers) {
  const RunResult result = Run("$G check missing.json error.json");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("missing.json"));
  EXPECT_THAT(result.out, HasSubstr("error.json:1:45: error: "));
}

TEST_F(CheckTest, ReadsStdinUnderTheNameGiven) {
  const RunResult named = Run("$G check --stdin-filename b.json - <error.json");
  EXPECT_EQ(named.status, 1);
  EXPECT_THAT(named.out, StartsWith("b.json:1:45: error: "));
  const RunResult unnamed = Run("$G check --format concise - <error.json");
  EXPECT_THAT(unnamed.out, StartsWith("<stdin>:1:45: error: "));
  const RunResult empty = Run("$G check - </dev/null");
  EXPECT_EQ(empty.status, 1);
  EXPECT_THAT(empty.out, HasSubstr("[json-empty]"));
}

TEST_F(CheckTest, SeveralFormatsGoToSeveralPlaces) {
  const RunResult result =
      Run("$G check --format text:a.txt --format json:a.json --format concise error.json; "
          "cat a.txt a.json");
  EXPECT_THAT(result.out, StartsWith("error.json:1:45: error: "));
  EXPECT_THAT(result.out, HasSubstr("1 file checked for spec, core "));
  EXPECT_THAT(result.out, HasSubstr("\"version\": 1"));
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(CheckTest, AFileOfAFormatHasNoColours) {
  const RunResult result = Run("$G check --color always --format text:a.txt error.json; cat a.txt");
  EXPECT_THAT(result.out, Not(HasSubstr("\x1b")));
}

struct ColorRow {
  absl::string_view command;
  bool colored;
};

const ColorRow kColorRows[] = {
    {"$G check error.json", false},
    {"$G check --color always error.json", true},
    {"$G check --color never error.json", false},
    {"FORCE_COLOR=1 $G check error.json", true},
    {"FORCE_COLOR=0 $G check error.json", false},
    {"CLICOLOR_FORCE=1 $G check error.json", true},
    {"CLICOLOR_FORCE=0 $G check error.json", false},
    {"NO_COLOR=1 FORCE_COLOR=1 $G check error.json", false},
    {"NO_COLOR= FORCE_COLOR=1 $G check error.json", true},
    {"NO_COLOR=1 $G check --color always error.json", true},
    {"FORCE_COLOR=1 $G check --color never error.json", false},
    {"FORCE_COLOR=1 $G check --format json error.json", false},
};

TEST_F(CheckTest, ColoursFollowTheFlagThenTheEnvironment) {
  for (const ColorRow& row : kColorRows) {
    const RunResult result = Run(row.command);
    EXPECT_EQ(result.status, 1) << row.command;
    EXPECT_EQ(result.out.find('\x1b') != std::string::npos, row.colored) << row.command;
  }
}

TEST_F(CheckTest, QuietHasNoSummary) {
  EXPECT_THAT(Run("$G check --quiet clean.json").out, IsEmpty());
  EXPECT_THAT(Run("$G check -q error.json").out, Not(HasSubstr("checked")));
  EXPECT_THAT(Run("$G check clean.json").out, HasSubstr("1 file checked"));
}

constexpr absl::string_view kCommon = R"({"methodConfig": [{"name": [{"service": "a.B"}],
    "retryPolicy": {"maxAttempts": 4, "initialBackoff": "1s", "maxBackoff": "5s",
                    "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})";

struct NotesRow {
  absl::string_view arguments;
  bool shown;  // the notes that most good configs have
};

TEST_F(CheckTest, CommonNotesAreShownIfRequested) {
  run_.files.Write("common.json", kCommon);
  const NotesRow rows[] = {
      {"common.json", false},
      {"--notes common.json", true},
      {"--fail-on note common.json", true},
      {"--fail-on warning common.json", false},
      {"--format concise common.json", false},
      {"--format concise --notes common.json", true},
      {"--format json common.json", true},
      {"--format jsonl common.json", true},
  };
  for (const NotesRow& row : rows) {
    const RunResult result = Run(absl::StrCat("$G check ", row.arguments));
    EXPECT_EQ(result.out.find("throttling-missing") != std::string::npos, row.shown)
        << row.arguments;
  }
  EXPECT_THAT(Run("$G check common.json").out,
              HasSubstr(": 1 note\n1 common note hidden (show with --notes)\n"));
}

TEST_F(CheckTest, TheSummaryNamesReleases) {
  EXPECT_EQ(Run("$G check --target go@1.60,core@1.51,spec clean.json").out,
            "1 file checked for go 1.60, core 1.51, spec: no findings\n");
}

struct CapRow {
  absl::string_view command;
  size_t listed;
};

TEST_F(CheckTest, TheListOfARuleIsAsLongAsRequested) {
  std::string config = R"({"methodConfig": [)";
  for (int i = 0; i < 1200; ++i) absl::StrAppend(&config, i == 0 ? "" : ",", R"({"timeout": "1"})");
  absl::StrAppend(&config, "]}");
  run_.files.Write("many.json", config);
  run_.files.Write("many.jsonl", absl::StrCat(R"({"config": )", config, "}"));
  const CapRow rows[] = {
      {"$G check --format jsonl many.json", 1000},
      {"$G check --format jsonl --max-findings 3 many.json", 3},
      {"$G check --format jsonl --max-findings all many.json", 1200},
      {"$G compat --format json --max-findings 4 many.json", 4},
      {"$G batch <many.jsonl", 1000},
      {"$G batch --max-findings all <many.jsonl", 1200},
  };
  for (const CapRow& row : rows) {
    const RunResult result = Run(
        absl::StrCat(row.command, R"( | grep -o '"pointer": *"/methodConfig/[0-9]*/timeout"')"));
    EXPECT_EQ(static_cast<size_t>(std::count(result.out.begin(), result.out.end(), '\n')),
              row.listed)
        << row.command;
  }
  for (const char* const wrong : {"x", "-1", "''"}) {
    const RunResult result = Run(absl::StrCat("$G check --max-findings=", wrong, " clean.json"));
    EXPECT_EQ(result.status, 2) << wrong;
    EXPECT_THAT(result.err, HasSubstr("--max-findings")) << wrong;
  }
}

TEST_F(CheckTest, StatisticsGoToStderr) {
  const RunResult plain = Run("$G check error.json warning.json");
  const RunResult counted =
      Run("cp error.json b.json; $G check --statistics error.json warning.json b.json note.json");
  EXPECT_EQ(counted.err,
            "findings    errors  warnings     notes     files  rule\n"
            "       2         2         0         0         2  duration-malformed\n"
            "       1         0         1         0         1  field-unknown\n"
            "       1         0         0         1         1  field-unsupported\n"
            "       1         0         1         0         1  message-size-too-small\n"
            "       1         0         0         1         1  throttling-token-ratio-truncated\n"
            "       6         2         2         2         4  all rules\n");
  EXPECT_THAT(plain.err, IsEmpty());
  EXPECT_EQ(Run("$G check --statistics clean.json").err, "no findings\n");
}

// More than are listed.
TEST_F(CheckTest, StatisticsCountEveryFinding) {
  std::string text = R"({"methodConfig": [{"name": [{}], "timeout": "1"})";
  for (int i = 1; i < 1234; ++i) absl::StrAppend(&text, R"(, {"timeout": "1"})");
  run_.files.Write("many.json", text + "]}");
  EXPECT_THAT(Run("$G check --statistics many.json").err,
              HasSubstr("    1234      1234         0         0         1  duration-malformed\n"));
}

TEST_F(CheckTest, JsonLinesHaveOneLinePerFile) {
  const RunResult result = Run("$G check --format jsonl clean.json error.json");
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 2);
  EXPECT_THAT(result.out, StartsWith("{\"version\":1,\"path\":\"clean.json\""));
}

TEST_F(CheckTest, AReaderThatGoesAwayIsNoCrash) {
  std::string text = R"({"methodConfig": [{"name": [{}], "timeout": "1"})";
  for (int i = 0; i < 1000; ++i) absl::StrAppend(&text, R"(, {"name": [{}], "timeout": "1"})");
  run_.files.Write("long.json", text + "]}");  // more findings than a pipe holds
  const RunResult result = Run("{ $G check long.json; echo status $? >&2; } | head -1");
  EXPECT_THAT(result.out, StartsWith("long.json:1:45"));
  EXPECT_THAT(result.err, HasSubstr("status 1"));
}

TEST_F(CheckTest, AReportThatCannotBeWrittenIsTwo) {
  for (const char* const target : {"/dev/full", "&-"}) {
    const RunResult result = Run(absl::StrCat("$G check error.json >", target));
    EXPECT_EQ(result.status, 2) << target;
    EXPECT_THAT(result.err, StartsWith("grpcfg: cannot write the report to stdout")) << target;
  }
}

TEST_F(CheckTest, WhatFollowsTwoHyphensIsAPath) {
  run_.files.Write("-dash.json", kError);
  for (const char* const paths : {"clean.json -- -dash.json", "-- -dash.json"}) {
    const RunResult result = Run(absl::StrCat("$G check --format concise ", paths));
    EXPECT_EQ(result.status, 1) << paths;
    EXPECT_THAT(result.out, StartsWith("-dash.json:1:45: error: ")) << paths;
  }
  EXPECT_EQ(Run("$G -- check clean.json").status, 2);
}

TEST_F(CheckTest, WithoutAPathThisDirectoryIsChecked) {
  run_.files.Write("sub/a_service_config.json", kError);
  for (const char* const call : {"$G check -q", "$G check -q --"}) {
    EXPECT_EQ(Run(absl::StrCat("cd sub && ", call)).out, Run("cd sub && $G check -q .").out)
        << call;
    EXPECT_EQ(Run(absl::StrCat("cd sub && ", call)).status, 1) << call;
  }
}

// Nothing in a text of a stranger makes a link, a mention or a heading.
TEST_F(CheckTest, MarkdownIsForAComment) {
  run_.files.Write("x_y.json", R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "9"}],
    "@me <b> www.a.b": 1})");
  const RunResult result = Run("$G check --format markdown clean.json x_y.json gone.json");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(
      result.out,
      AllOf(
          StartsWith("### gRPC service configs: 1 error, 1 note, 1 not checked in 2 files\n\n- **"),
          HasSubstr("- **error** x\\_y.json:1:61: "), HasSubstr("(`duration-malformed`)\n  - "),
          HasSubstr("@<!-- -->me &lt;b&gt; www&#46;a.b"),
          HasSubstr("- **not checked** cannot read \\`gone.json\\`: "),
          HasSubstr("`grpcfg explain RULE`")));
  EXPECT_EQ(Run("$G check --format markdown clean.json").out,
            "### gRPC service configs: no findings in 1 file\n\n");
  run_.files.Write("fixable.json", R"({"methodConfig": [{"name": [{}], "waitForReady": true,}]})");
  const char* const fix = "`grpcfg fix` fixes some";
  EXPECT_THAT(Run("$G check --format markdown fixable.json").out, HasSubstr(fix));
  EXPECT_THAT(Run("$G check --format markdown gone.json").out, Not(HasSubstr(fix)));
}

TEST_F(CheckTest, MarkdownHasRoomInAComment) {
  std::string text = R"({"methodConfig": [{"name": [{}], "timeout": "1"})";
  for (int i = 0; i < 1000; ++i) absl::StrAppend(&text, R"(, {"name": [{}], "timeout": "1"})");
  run_.files.Write("long.json", text + "]}");
  const std::string out = Run("$G check --format markdown long.json").out;
  EXPECT_LT(out.size(), 65536U);
  EXPECT_THAT(out, HasSubstr("No room is left for "));
}

TEST_F(CheckTest, ClientsHaveTheNamesThatTheyGiveThemselves) {
  for (const char* const target :
       {"grpc-go", "grpc-java", "grpc-js", "grpc-dotnet", "c++", ".net", "go@v1.64"}) {
    EXPECT_EQ(Run(absl::StrCat("$G check --target ", target, " clean.json")).status, 0) << target;
  }
}

}  // namespace
}  // namespace grpcfg
