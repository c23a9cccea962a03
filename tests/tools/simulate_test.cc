// `grpcfg simulate` from outside: what is printed where, and the exit status.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "schema/json/utf8.h"
#include "tests/expected_file.h"
#include "tests/rules/shared_data.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string SourceTree() { return std::filesystem::current_path(); }

struct Golden {
  const char* name;       // of fixtures/commands/simulate/<name>.simulated
  const char* arguments;  // after `grpcfg simulate`, in fixtures/commands/simulate
  int status = 0;
};

constexpr Golden kGoldens[] = {
    {"greeter", "greeter.json"},
    {"greeter_everybody", "greeter.json --target all", 1},
    {"greeter_releases", "greeter.json --target core@1.51,go@1.68,java@1.75,node@1.13", 1},
    {"greeter_2017", "greeter.json --rule a6-2017 --method helloworld.Greeter/SayHello"},
    {"greeter_json", "greeter.json --format json --target go,dotnet"},
    {"greeter_csv", "greeter.json --format csv --target go,dotnet"},
    {"greeter_pushback", "greeter.json --pushback 50ms,- --target spec,dotnet --deadline 10s"},
    {"greeter_latency",
     "greeter.json --latency exp:0.2s --failure-probability 0.1 --target spec,java"},
    {"greeter_compared",
     "greeter.json --method helloworld.Greeter --compare full-jitter,decorrelated-jitter,ethernet"},
    {"greeter_trace",
     "greeter.json --method helloworld.Greeter --target all --deadline 5s --trace "
     "UNAVAILABLE,pushback:50ms,OK,INVALID_ARGUMENT+pushback:50,UNAVAILABLE,pushback:abc,OK,"
     "headers+UNAVAILABLE,refused,not-sent,over-buffer,silent",
     1},
    {"greeter_trace_hedges",
     "greeter.json --method helloworld.Greeter/SayHelloTwice --target spec,go,java,node,dotnet "
     "--trace UNAVAILABLE@20ms,pushback:50ms@20ms,silent,OK@1s,pushback:-1,UNAVAILABLE",
     1},
    {"greeter_trace_json",
     "greeter.json --method helloworld.Greeter --target spec,go --format json --trace "
     "14,14,14,14,OK,14,14"},
    {"greeter_set", "greeter.json --set retryPolicy.maxAttempts=2 --target spec,java"},
    {"greeter_set_refused", "greeter.json --method helloworld.Greeter --set timeout=1s", 1},
    {"greeter_percentiles", "greeter.json --percentiles --target go,dotnet"},
    {"algorithms",
     "--algorithm ms-table,exponential-plus-second,google-http-client,ethernet,non-overlapping,"
     "full-jitter,equal-jitter,decorrelated-jitter --deadline 32s"},
    {"algorithms_csv", "--algorithm ms-table --algorithm core-reporting-api --format csv"},
    {"greeter_latency_json", "greeter.json --latency 20ms --target spec,java --format json"},
    {"shortened", "shortened.json --target core,go", 1},
    {"shortened_json", "shortened.json --target core --method shop.v1.Orders --format json", 1},
    {"shortened_trace",
     "shortened.json --target core,go --trace UNAVAILABLE,UNAVAILABLE,UNAVAILABLE,silent", 1},
};

// The same bytes on every processor.
TEST(SimulateCommandTest, FixturesAreUpToDate) {
  const GrpcfgRun run;
  for (const Golden& golden : kGoldens) {
    const RunResult result = run.Run(absl::StrCat(
        "cd '", SourceTree(), "/fixtures/commands/simulate' && $G simulate ", golden.arguments));
    ExpectUpToDate(
        absl::StrCat(SourceTree(), "/fixtures/commands/simulate/", golden.name, ".simulated"),
        result.out);
    EXPECT_THAT(result.err, IsEmpty()) << golden.arguments;
    EXPECT_EQ(result.status, golden.status) << golden.arguments;
  }
}

TEST(SimulateCommandTest, LinesOfTextHave80ColumnsAtMost) {
  for (const Golden& golden : kGoldens) {
    if (absl::StrContains(golden.arguments, "--format")) continue;
    const std::string text =
        ReadWhole(absl::StrCat("fixtures/commands/simulate/", golden.name, ".simulated"));
    for (const absl::string_view line : absl::StrSplit(text, '\n')) {
      EXPECT_LE(line.size(), 80) << golden.name << ": " << line;
      EXPECT_FALSE(absl::EndsWith(line, " ")) << golden.name << ": " << line;
    }
  }
}

constexpr CommandRow kRows[] = {
    {"simulate plain.json", 0,
     "s\n  spec\n    1 attempt, neither retried nor hedged; the deadline is 2 s\n\n"
     "* (every other method)\n  spec\n    1 attempt, neither retried nor hedged; no deadline\n"
     "    note: no entry of methodConfig applies to it\n\n"
     "computed for the spec only; use --target to add clients\n",
     ""},
    {"simulate plain.json --target spec --method t/M", 1,
     "t/M\n  spec\n    1 attempt, neither retried nor hedged; no deadline\n"
     "    note: no entry of methodConfig applies to it\n",
     "grpcfg: no entry covers `t/M`; did you mean `s/M`?\n"},
    {"simulate lost.json --target java --method s", 0,
     "s\n  java\n    1 attempt, neither retried nor hedged; no deadline\n"
     "    note: no retryPolicy: \"RetryPolicy\" at 1:47 is not a field\n",
     ""},
    {"simulate - --target go --method s/M <plain.json", 0,
     "s/M\n  go\n    1 attempt, neither retried nor hedged; the deadline is 2 s\n", ""},
    {"simulate bad.json --method s --target spec", 1,
     "s\n  spec\n    this client rejects the config; no setting applies\n    note: the text is "
     "empty; a "
     "service config is at least `{}` [json-empty]\n",
     ""},
    {"simulate plain.json --target spec --method s/M --color always --format text:a.txt && cat "
     "a.txt",
     0, "s/M\n  spec\n    1 attempt, neither retried nor hedged; the deadline is 2 s\n", ""},
    {"simulate plain.json --format csv:no/such/a.csv", 2, "", nullptr},
    {"simulate plain.json --format json:/dev/full --format text:/dev/null", 2, "",
     "grpcfg: cannot write `/dev/full`: no space left on device; try again or check the file "
     "system\n"},
    {"simulate plain.json --format yaml", 2, "",
     "grpcfg: --format: `yaml` is not a format; expected one of text, json, csv, svg, html\n"},
    {"simulate plain.json --format json --format csv", 2, "",
     "grpcfg: two formats go to stdout; give one of them a file of its own: `--format "
     "NAME:FILE`\n"},
    {"simulate plain.json --method s/M,s/N", 2, "",
     "grpcfg: `s/M,s/N` is not a method; write one `package.Service/Method`, `package.Service`, or "
     "`*`\n"},
    {"simulate plain.json bad.json", 2, "", "grpcfg: expected one file, but got 2\n"},
    {"simulate list.json", 2, "",
     "grpcfg: `list.json` is a list of choices for DNS; take the `serviceConfig` of one of them, "
     "or pass --kind config if it is not one\n"},
    {"simulate", 2, "", "grpcfg: PATH is required; - is stdin\n"},
    {"simulate plain.json --algorithm beb", 2, "",
     "grpcfg: --algorithm takes no file; --compare compares a config with an algorithm\n"},
    {"simulate plain.json --compare full,fibonacci", 2, "",
     "grpcfg: `fibonacci` is not an algorithm; expected one of ms-table, exponential-plus-second, "
     "google-http-client, ethernet, non-overlapping, full-jitter, equal-jitter, "
     "decorrelated-jitter\n"},
    {"simulate plain.json --trace OK,maybe", 2, "",
     "grpcfg: `maybe` is not a response; write a status code such as `UNAVAILABLE` or `14`, "
     "`pushback:50ms`, `headers`, `over-buffer`, `not-sent`, `refused` or `silent`\n"},
    {"simulate plain.json --trace OK --pushback 1s", 2, "",
     "grpcfg: --trace and --pushback cannot be combined; write `pushback:50ms` in the trace\n"},
    {"simulate plain.json --trace OK --compare full", 2, "",
     "grpcfg: --trace and --compare cannot be combined: only clients have traces\n"},
    {"simulate plain.json --pushback 1500us", 2, "",
     "grpcfg: --pushback got `1500us`; the trailer has whole milliseconds, 2147483647 at most\n"},
    {"simulate --algorithm beb --target go", 2, "",
     "grpcfg: --algorithm and --target cannot be combined: the latter needs a config\n"},
    {"simulate plain.json --trace OK --latency exp:1s", 2, "",
     "grpcfg: --trace needs a fixed --latency, such as 20ms\n"},
    {"simulate plain.json --trace OK --format csv", 2, "",
     "grpcfg: --trace has no CSV; take --format json\n"},
    {"simulate missing.json", 2, "", nullptr},
    {"simulate plain.json --set maxAttempts=3", 2, "",
     "grpcfg: --set: `maxAttempts` is not a member of a method config; did you mean "
     "`retryPolicy.maxAttempts`, `hedgingPolicy.maxAttempts`?\n"},
    {"simulate plain.json --set timeout=500ms", 2, "",
     "grpcfg: --set timeout got `500ms`; did you mean `0.5s`?\n"},
    {"simulate bad.json --set timeout=5s", 2, "",
     "grpcfg: --set timeout: the config has no entry to change\n"},
    {"simulate plain.json --set timeout=5s --format csv", 2, "",
     "grpcfg: --set has no CSV; take --format json\n"},
    {"simulate plain.json --set timeout=5s --trace OK", 2, "",
     "grpcfg: --set and --trace cannot be combined\n"},
    {"simulate --algorithm ethernet --set timeout=5s", 2, "",
     "grpcfg: --algorithm and --set cannot be combined: the latter needs a config\n"},
    {"simulate plain.json --deadline 7", 2, "",
     "grpcfg: --deadline got `7`; write a duration of 0 or more such as 20ms, 0.7s or 5m\n"},
    {"simulate plain.json --deadline -1s", 2, "", nullptr},
    {"simulate plain.json --latency exp:inf", 2, "",
     "grpcfg: --latency got `inf`; write a duration of 0 or more such as 20ms, 0.7s or 5m\n"},
    {"simulate plain.json --pushback 1s,,", 2, "",
     "grpcfg: --pushback got ``; write a duration of 0 or more such as 20ms, 0.7s or 5m\n"},
    {"simulate plain.json --failure-probability 1.5", 2, "",
     "grpcfg: --failure-probability got `1.5`; write a number from 0 to 1\n"},
    {"simulate plain.json --failure-probability ''", 2, "",
     "grpcfg: --failure-probability got ``; write a number from 0 to 1\n"},
    {"simulate plain.json --failure-probability 0x1", 2, "", nullptr},
    {"simulate plain.json --failure-probability nan", 2, "", nullptr},
    {"simulate plain.json --rule a6-2020", 2, "", nullptr},
};

TEST(SimulateCommandTest, PrintsExactlyThis) {
  const GrpcfgRun run;
  run.files.Write("plain.json",
                  R"({"methodConfig": [{"name": [{"service": "s"}], "timeout": "2s"}]})");
  run.files.Write("lost.json",
                  R"({"methodConfig": [{"name": [{"service":"s"}], "RetryPolicy": {}}]})");
  run.files.Write("bad.json", "");
  run.files.Write("list.json", R"([{"serviceConfig": {}}])");
  ExpectRows(run, kRows);
}

TEST(SimulateCommandTest, AShareThatIsNotAllIsNeverWrittenSo) {
  const std::pair<const char*, const char*> shares[] = {{"0", "if 0% of"},
                                                        {"0.00005", "if <0.01% of"},
                                                        {"0.0001", "if 0.01% of"},
                                                        {"0.5", "if 50% of"},
                                                        {"0.9999", "if 99.99% of"},
                                                        {"0.99995", "if >99.99% of"},
                                                        {"0.999999", "if >99.99% of"},
                                                        {"1", "if every attempt fails:"}};
  const GrpcfgRun run;
  run.files.Write("retry.json", R"({"methodConfig": [{"name": [{"service": "s"}], "retryPolicy": {
      "maxAttempts": 2, "initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 1,
      "retryableStatusCodes": ["UNAVAILABLE"]}}]})");
  for (const auto& [probability, words] : shares) {
    const RunResult result = run.Run(
        absl::StrCat("$G simulate retry.json --method s --failure-probability ", probability));
    EXPECT_THAT(result.out, testing::HasSubstr(words)) << probability;
  }
}

// RFC 4180; a name may be any text.
TEST(SimulateCommandTest, CsvQuotesNames) {
  const GrpcfgRun run;
  run.files.Write("names.json", R"({"methodConfig": [{"timeout": "2s", "name": [
      {"service": "p.S"}, {"service": "a,b", "method": "M"}, {"service": "a\"b"},
      {"service": "\"a,\""}, {"service": "a\nb;c"}]}]})");
  const RunResult result = run.Run("$G simulate names.json --format csv --target go");
  EXPECT_EQ(result.status, 0);
  for (const char* const name :
       {"p.S", "\"a,b/M\"", R"("a""b")", R"("""a,""")", R"(a\nb;c)", "*"}) {
    EXPECT_THAT(result.out, testing::HasSubstr(absl::StrCat("\n", name, ",go,a6-2024,none,")));
  }
}

std::string ConfigOf(const char* initial, const char* max, const char* multiplier) {
  return absl::StrCat(R"({"methodConfig": [{"name": [{"service": "s"}], "retryPolicy": )",
                      R"({"maxAttempts": 5, "initialBackoff": ")", initial, R"(", "maxBackoff": ")",
                      max, R"(", "backoffMultiplier": )", multiplier,
                      R"(, "retryableStatusCodes": [14]}}]})");
}

// The mean delay of each retry, for backoffs above what caps them.
struct CapCase {
  const char* flags;
  const char* initial;
  const char* max;
  const char* multiplier;
  std::vector<double> delays;
};

TEST(SimulateCommandTest, BackoffsAboveTheirMost) {
  const CapCase cases[] = {
      {"--target spec", "8s", "2s", "0.5", {8, 2, 2, 1}},
      {"--target spec --rule a6-2024", "0.4s", "0.1s", "2", {0.4, 0.1, 0.1, 0.1}},
      // A6 before 2024: random(0, min(initial_backoff*multiplier^(n-1), max)) for every n.
      {"--target spec --rule a6-2017", "0.4s", "0.1s", "2", {0.05, 0.05, 0.05, 0.05}},
      {"--target java --rule a6-2017", "0.4s", "0.1s", "2", {0.2, 0.05, 0.05, 0.05}},
      // grpc-go stream.go: the least of the most and initial * multiplier^n, for every n.
      {"--target go", "8s", "2s", "0.5", {2, 2, 2, 1}},
      {"--target go", "8s", "2s", "2", {2, 2, 2, 2}},
      // No timer of Node has 2^31 ms; the backoffs after it come from the one that is written.
      {"--target node", "3000000s", "3000000s", "2", {0.001, 0.001, 0.001, 0.001}},
      {"--target node", "3000000s", "3000000s", "0.5", {0.001, 1.5e6, 0.75e6, 0.375e6}},
      {"--target node", "3000000s", "1s", "2", {0.001, 1, 1, 1}},
  };
  const GrpcfgRun run;
  for (const CapCase& each : cases) {
    run.files.Write("a.json", ConfigOf(each.initial, each.max, each.multiplier));
    const RunResult result =
        run.Run(absl::StrCat("$G simulate a.json --method s --format json ", each.flags));
    rapidjson::Document json;
    ASSERT_FALSE(json.Parse(result.out.data(), result.out.size()).HasParseError()) << each.flags;
    std::vector<double> delays;
    for (const auto& attempt : json["schedules"][0]["attempts"].GetArray()) {
      delays.push_back(attempt["delay"]["mean"].GetDouble());
    }
    delays.erase(delays.begin());
    EXPECT_THAT(delays, testing::Pointwise(testing::DoubleNear(1e-12), each.delays))
        << each.flags << " " << each.initial;
  }
}

// What never starts has neither a row nor a place in the timeline.
TEST(SimulateCommandTest, TheDeadlineCutsWordsTableAndTimeline) {
  const GrpcfgRun run;
  run.files.Write("a.json", ConfigOf("0.1s", "1s", "2"));
  const RunResult result = run.Run("$G simulate a.json --method s --deadline 0.2s");
  EXPECT_THAT(result.out, StartsWith("s\n  spec\n"
                                     "    up to 2 attempts: at 0 s, about 0.1 s; the call ends at "
                                     "0.2 s; attempts 3 to\n    5 never start\n"));
  EXPECT_THAT(result.out, HasSubstr("\n      2  80-100-120  "));
  EXPECT_THAT(result.out, testing::Not(HasSubstr("\n      3  ")));
  EXPECT_THAT(result.out, HasSubstr("\n    0-120 ms      |"));
  EXPECT_THAT(result.out, HasSubstr("the deadline ends\n    every call before all its attempts"));
  const RunResult edge = run.Run("$G simulate a.json --method s --deadline 0.3s");
  EXPECT_THAT(edge.out, HasSubstr("attempt 3\n    starts in 50% of the calls; attempts 4 and 5 "
                                  "never start\n"));
  EXPECT_THAT(edge.out, HasSubstr("3D\n")) << "where an attempt's number stands";
}

TEST(SimulateCommandTest, ColoursAreForTerminals) {
  const GrpcfgRun run;
  run.files.Write("a.json", ConfigOf("0.1s", "1s", "2"));
  const std::string command = "$G simulate a.json --method s --deadline 0.3s --color ";
  const RunResult plain = run.Run(absl::StrCat(command, "auto"));
  EXPECT_THAT(plain.out, testing::Not(HasSubstr("\x1b")));
  const RunResult coloured = run.Run(absl::StrCat(command, "always"));
  EXPECT_THAT(coloured.out, StartsWith("\x1b[1ms\x1b[0m\n"));
  EXPECT_THAT(coloured.out, HasSubstr("\x1b[1;31mD\x1b[0m\n"));
  std::string stripped = coloured.out;
  for (const char* const code : {"\x1b[1m", "\x1b[0m", "\x1b[1;31m", "\x1b[1;32m", "\x1b[1;36m"}) {
    stripped = absl::StrReplaceAll(stripped, {{code, ""}});
  }
  EXPECT_EQ(stripped, plain.out);
}

// What is after the 12th differs between processors.
TEST(SimulateCommandTest, NumbersHaveTwelveDigitsAtMost) {
  const GrpcfgRun run;
  const std::string flags = "simulate --algorithm decorrelated-jitter --latency exp:20ms --format ";
  for (const char* const format : {"json", "csv"}) {
    const RunResult result = run.Run(absl::StrCat("$G ", flags, format));
    ASSERT_EQ(result.status, 0) << result.err;
    size_t numbers = 0;
    for (const absl::string_view word : absl::StrSplit(result.out, absl::ByAnyChar(", \n"))) {
      double number = 0;
      if (!absl::SimpleAtod(word, &number)) continue;
      ++numbers;
      const absl::string_view mantissa = word.substr(0, word.find('e'));
      const auto digits = std::count_if(mantissa.begin(), mantissa.end(), absl::ascii_isdigit);
      const bool leads_with_zero = absl::StartsWith(mantissa, "0.");
      EXPECT_LE(digits, 12 + (leads_with_zero ? 4 : 0)) << word;
    }
    EXPECT_GT(numbers, 50U) << format;
  }
}

// Methods with the same numbers are computed once, and each has its own name and codes.
TEST(SimulateCommandTest, EqualPoliciesHaveEqualSchedules) {
  const GrpcfgRun run;
  const auto entry = [](absl::string_view service, absl::string_view most) {
    return absl::StrCat(R"({"name": [{"service": ")", service,
                        R"("}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "1s",
        "maxBackoff": ")",
                        most,
                        R"(", "backoffMultiplier": 2, "retryableStatusCodes": ["ABORTED"]}})");
  };
  std::ofstream(run.files.Path("in.json"))
      << R"({"methodConfig": [)" << entry("a.A", "9s") << "," << entry("a.B", "1.5s") << ","
      << entry("a.C", "9s") << "]}";
  const auto schedule_of = [&](absl::string_view service) {
    const RunResult result =
        run.Run(absl::StrCat("$G simulate --format csv --target spec in.json | grep ^", service));
    return absl::StrReplaceAll(result.out, {{service, ""}});
  };
  EXPECT_FALSE(schedule_of("a.A").empty());
  EXPECT_EQ(schedule_of("a.A"), schedule_of("a.C"));
  EXPECT_NE(schedule_of("a.A"), schedule_of("a.B"));
}

TEST(SimulateCommandTest, TracesFitTheLineInWholeCharacters) {
  const GrpcfgRun run;
  for (const char* const backoff : {"0.000060s", "60s", "31557600s"}) {
    run.files.Write("a.json", ConfigOf(backoff, backoff, "2"));
    std::string accents = "pushback:";
    for (int i = 0; i < 40; ++i) accents += "\xc3\xa9";
    const RunResult result = run.Run(absl::StrCat(
        "$G simulate a.json --target all --deadline 1s --trace UNAVAILABLE@20ms,", accents));
    EXPECT_EQ(FindInvalidUtf8(result.out, 0), absl::string_view::npos) << backoff;
    for (const absl::string_view line : absl::StrSplit(result.out, '\n')) {
      EXPECT_LE(line.size(), 80) << line;
      EXPECT_FALSE(absl::EndsWith(line, " ")) << line;
    }
  }
}

// Values that clients take, however unlikely.
TEST(SimulateCommandTest, ExtremeValuesHaveASchedule) {
  struct Extreme {
    const char* initial;
    const char* max;
    const char* multiplier;
  };
  constexpr Extreme kExtremes[] = {
      {"0.000000001s", "0.000000001s", "1e-9"},
      {"315576000000s", "315576000000s", "1e300"},
      {"1s", "315576000000s", "1e9"},
      {"0.001s", "3600s", "1e-300"},
      {"100s", "0.001s", "2"},
  };
  const GrpcfgRun run;
  for (const Extreme& extreme : kExtremes) {
    run.files.Write("a.json", ConfigOf(extreme.initial, extreme.max, extreme.multiplier));
    const absl::string_view flags = " --target all --latency exp:1s --deadline 10s --format ";
    for (const absl::string_view format : {"text", "csv"}) {
      const RunResult result = run.Run(absl::StrCat("$G simulate a.json", flags, format));
      EXPECT_THAT(result.err, IsEmpty()) << extreme.initial;
      EXPECT_EQ(result.status, 1) << extreme.initial;  // C-core or .NET rejects each of them
      for (const absl::string_view line : absl::StrSplit(result.out, '\n')) {
        EXPECT_TRUE(format == "csv" || line.size() <= 80) << line;
      }
      EXPECT_THAT(result.out, testing::Not(HasSubstr("nan"))) << extreme.initial;
    }
    const RunResult json = run.Run(absl::StrCat("$G simulate a.json", flags, "json"));
    rapidjson::Document document;
    EXPECT_FALSE(document.Parse(json.out.data(), json.out.size()).HasParseError())
        << extreme.initial;
  }
}

// What was asked for stands in the answer.
TEST(SimulateCommandTest, InputsAreRepeated) {
  const struct {
    const char* flags;
    const char* inputs;  // a part of them
  } rows[] = {
      {"--rule a6-2024", R"("rule":"a6-2024")"},
      {"--pushback 1s,-", R"("pushback":[1.0,null])"},
      {"--trace UNAVAILABLE+pushback:50ms,0@20ms",
       R"("trace":["UNAVAILABLE+pushback:50ms","0@20ms"])"},
      {"--outage 0s:0,10s:0.5,20s:0",
       R"("failure_curve":[{"t":0.0,"p":0.0},{"t":10.0,"p":0.5},{"t":20.0,"p":0.0}])"},
      {"--latency exp:300ms", R"("latency":{"fixed":0.0,"exponential_mean":0.3})"},
      {"--latency lognormal:10ms:1 --failure-latency 5ms",
       R"("latency_parts":[{"share":1.0,"median":0.01,"sigma":1.0}],)"
       R"("failure_latency_parts":[{"share":1.0,"fixed":0.005,"exponential_mean":0.0}])"},
  };
  const GrpcfgRun run;
  run.files.Write("a.json", R"({"methodConfig": [{"name": [{}], "hedgingPolicy":
    {"maxAttempts": 3, "hedgingDelay": "0.1s"}}]})");
  for (const auto& row : rows) {
    const RunResult result =
        run.Run(absl::StrCat("$G simulate a.json --target go --format json ", row.flags));
    const std::string inputs = absl::StrReplaceAll(
        result.out.substr(0, result.out.find("schedules")), {{"\n", ""}, {" ", ""}});
    EXPECT_THAT(inputs, HasSubstr(row.inputs)) << row.flags;
  }
}

}  // namespace
}  // namespace grpcfg
