// `grpcfg resolve` from outside: what is printed where, and the exit status.
#include <filesystem>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/expected_file.h"
#include "tests/rules/shared_data.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::IsEmpty;

// Tests run in it.
std::string SourceTree() { return std::filesystem::current_path(); }

constexpr char kFixture[] = "fixtures/commands/resolve/orders_resolved";

TEST(ResolveCommandTest, TheOnlyConfigOfADirectory) {
  const GrpcfgRun run;
  const char* const config = R"({"methodConfig": [{"name": [{"service": "s"}], "timeout": "2s"}]})";
  run.files.Write("d/conf/a.json", config);
  run.files.Write("d/package.json", "{}");
  run.files.MakeDirectory("empty");
  for (const absl::string_view command : {"resolve", "simulate --latency 1s"}) {
    const RunResult result = run.Run(absl::StrCat("$G ", command, " d"));
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, run.Run(absl::StrCat("$G ", command, " d/conf/a.json")).out);
    EXPECT_EQ(run.Run(absl::StrCat("$G ", command, " empty")).status, 2);
  }
  for (const char* const name : {"b", "c", "e"}) {
    run.files.Write(absl::StrCat("d/", name, "_service_config.json"), config);
  }
  for (const absl::string_view command : {"resolve", "simulate"}) {
    const RunResult result = run.Run(absl::StrCat("$G ", command, " d"));
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err,
              "grpcfg: `d` is a directory with 4 configs; name one of them: "
              "`d/b_service_config.json`, `d/c_service_config.json`, `d/conf/a.json`, 1 more\n");
  }
}

// `a.B.C` is the full name of a method in protobuf's own words.
TEST(ResolveCommandTest, AMethodBehindADot) {
  const GrpcfgRun run;
  run.files.Write("a.proto", R"(syntax = "proto3"; package a; message M {}
    service B { rpc C(M) returns (M); })");
  run.files.Write("a.json", R"({"methodConfig": [
    {"name": [{"service": "a.B"}, {"service": "a.D", "method": "E"}], "timeout": "2s"}]})");
  run.files.Write("all.json", R"({"methodConfig": [{"name": [{}], "timeout": "9s"},
    {"name": [{"service": "a.B"}, {"service": "a.B.D"}], "timeout": "2s"}]})");
  const struct {
    const char* arguments;
    int status;
    const char* error;
  } rows[] = {
      {"a.json --method a.B.C", 1, "grpcfg: no entry covers `a.B.C`; did you mean `a.B/C`?\n"},
      {"a.json --method a.D.E", 1, "grpcfg: no entry covers `a.D.E`; did you mean `a.D/E`?\n"},
      {"all.json --method a.B.C", 1,
       "grpcfg: `a.B.C` is taken for a service, which only the entry for all methods covers; did "
       "you mean `a.B/C`?\n"},
      {"all.json --method a.B.D", 0, ""},
      {"all.json --method x.Y", 0, ""},
  };
  for (const auto& row : rows) {
    const RunResult result = run.Run(absl::StrCat("$G resolve --target go ", row.arguments));
    EXPECT_EQ(result.status, row.status) << row.arguments;
    EXPECT_EQ(result.err, row.error) << row.arguments;
  }
}

TEST(ResolveCommandTest, FixtureIsUpToDate) {
  const GrpcfgRun run;
  for (const absl::string_view format : {"text", "json"}) {
    const RunResult result = run.Run(absl::StrCat("cd '", SourceTree(), "' && $G resolve ",
                                                  kFixture, ".json --format ", format));
    ExpectUpToDate(absl::StrCat(SourceTree(), "/", kFixture, ".", format, ".resolved"), result.out);
    EXPECT_THAT(result.err, IsEmpty());
    EXPECT_EQ(result.status, 0);
  }
}

constexpr CommandRow kRows[] = {
    {"resolve a.json --target spec", 0,
     "a.json\n\ns\n  spec: /methodConfig/0, 1:19\n"
     "    timeout  2s\n\n* (every other method)\n  spec: no entry\n\nchannel\n  spec\n"
     "    loadBalancing  pick_first\n",
     ""},
    {"resolve - --stdin-filename b.json --target go --method s/M <a.json", 0,
     "b.json\n\ns/M\n  go: /methodConfig/0, 1:19\n    timeout  2s\n\nchannel\n  go\n"
     "    loadBalancing  pick_first\n",
     ""},
    {"resolve a.json --target go --target java --method s/M --method t", 1,
     "a.json\n\ns/M\n  go, java: /methodConfig/0, 1:19\n    timeout  2s\n\nt\n"
     "  go, java: no entry\n\nchannel\n  go, java\n    loadBalancing  pick_first\n",
     "grpcfg: no entry covers `t`; did you mean `s`?\n"},
    {"resolve a.json --target spec --method '*' --method /s/N", 0,
     "a.json\n\n* (every other method)\n  spec: no entry\n\ns/N\n  spec: /methodConfig/0, 1:19\n"
     "    timeout  2s\n\nchannel\n  spec\n    loadBalancing  pick_first\n",
     ""},
    {"resolve lost.json --target java,go --why --method a.B/C", 0,
     "lost.json\n\na.B/C\n  java: /methodConfig/1, 2:2\n    timeout  2s\n"
     "    no retryPolicy: \"retrypolicy\" at 3:2 is not a field\n"
     "    why: the entry names the service, `a.B`; none names the method\n"
     "    not used: /methodConfig/0, 1:19, for `*` (entries are not merged)\n"
     "  go: /methodConfig/1, 2:2\n    timeout                           2s\n"
     "    retryPolicy.maxAttempts           3\n    retryPolicy.initialBackoff        1s\n"
     "    retryPolicy.maxBackoff            2s\n    retryPolicy.backoffMultiplier     2\n"
     "    retryPolicy.retryableStatusCodes  UNAVAILABLE\n"
     "    why: the entry names the service, `a.B`; none names the method\n"
     "    not used: /methodConfig/0, 1:19, for `*` (entries are not merged)\n"
     "\nchannel\n  java, go\n    loadBalancing  pick_first\n",
     ""},
    {"resolve a.json --target spec --why --method r/M", 1,
     "a.json\n\nr/M\n  spec: no entry\n"
     "    why: no entry names the service or the method; no entry is for all methods\n"
     "    near: `s/M`\n\nchannel\n  spec\n    loadBalancing  pick_first\n",
     "grpcfg: no entry covers `r/M`; did you mean `s/M`?\n"},
    {"resolve path.json --target spec --why --method s/M", 1,
     "path.json\n\ns/M\n  spec: no entry\n"
     "    why: no entry names the service or the method; no entry is for all methods\n"
     "    near: `\"service\": \"s/M\"`\n\nchannel\n  spec\n    loadBalancing  pick_first\n",
     "grpcfg: no entry covers `s/M`\n"},
    {"resolve level.json --target go --why --method a.Orders/Get", 0,
     "level.json\n\na.Orders/Get\n  go: /methodConfig/0, 1:36\n    nothing\n"
     "    no timeout: \"timeout\" at 1:2 belongs to methodConfig[], not to the config\n"
     "    no retryPolicy: \"retryPolicy\" at 2:2 is in \"policies\", which is not a field\n"
     "    why: the entry is for all methods; none names the service or the method\n"
     "    near: `a.Order/Get`\n\nchannel\n  go\n    loadBalancing  pick_first\n"
     "    no retryThrottling: \"retryThrottling\" at 3:2 belongs to the config, not to "
     "methodConfig[]\n",
     ""},
    {"resolve wrapped.json --target go --why --method s/M", 1,
     "wrapped.json\n\ns/M\n  go: no entry\n"
     "    no methodConfig: \"methodConfig\" at 1:20 is in \"serviceConfig\", which is not a "
     "field\n"
     "    why: no entry names the service or the method; no entry is for all methods\n\n"
     "channel\n  go\n    loadBalancing  pick_first\n",
     "grpcfg: no entry covers `s/M`\n"},
    {"resolve a.json --target spec --method far.Away/M --format json:/dev/null", 1, "",
     "grpcfg: no entry covers `far.Away/M`\n"},
    {"resolve short.json --target core --method s/M --method t/M", 1,
     "short.json\n\ns/M\n  core: /methodConfig/0, 1:19\n    timeout  1s (calls end "
     "immediately)\n\nt/M\n"
     "  core: /methodConfig/1, 1:65\n"
     "    timeout  2s (effectively 0s to 1s, depending on when the process started)\n\nchannel\n"
     "  core: breaks-calls: `timeout` is `\"1s\"`; with 1s or less every call of C-core fails "
     "immediately, "
     "with "
     "DEADLINE_EXCEEDED [timeout-too-short]\n    loadBalancing  pick_first\n",
     ""},
    {"resolve bad.json --target go", 1,
     "bad.json\n\n* (every other method)\n  go: no values, the config is rejected\n\nchannel\n"
     "  go: rejects: the text is empty; a service config is at least `{}` [json-empty]\n",
     ""},
    {"resolve a.json --method ''", 2, "",
     "grpcfg: `` is not a method; write one `package.Service/Method`, `package.Service`, or `*`\n"},
    {"resolve a.json bad.json", 2, "", "grpcfg: expected one file, but got 2\n"},
    {"resolve list.json", 2, "",
     "grpcfg: `list.json` is a list of choices for DNS; take the `serviceConfig` of one of "
     "them, or pass --kind config if it is not one\n"},
    {"resolve a.json --target nope", 2, "", nullptr},
    {"resolve missing.json", 2, "", nullptr},
};

TEST(ResolveCommandTest, PrintsExactlyThis) {
  const GrpcfgRun run;
  run.files.Write("a.json", R"({"methodConfig": [{"name": [{"service": "s"}], "timeout": "2s"}]})");
  run.files.Write("short.json",
                  R"({"methodConfig": [{"name": [{"service": "s"}], "timeout": "1s"},)"
                  R"({"name": [{"service": "t"}], "timeout": "2s"}]})");
  run.files.Write("lost.json", R"({"methodConfig": [{"name": [{}], "timeout": "9s"},
 {"name": [{"service": "a.B"}], "timeout": "2s",
 "retrypolicy": {"maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "2s",
 "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})");
  run.files.Write("level.json", R"({"timeout": "9s", "methodConfig": [{"name": [{}], "policies": {
 "retryPolicy": {"maxAttempts": 3}},
 "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}},
 {"name": [{"service": "a.Order"}], "waitForReady": true}]})");
  run.files.Write("wrapped.json", R"({"serviceConfig": {"methodConfig": [{"name": [{}]}]}})");
  run.files.Write("path.json",
                  R"({"methodConfig": [{"name": [{"service": "s/M"}], "timeout": "9s"}]})");
  run.files.Write("bad.json", "");
  run.files.Write("list.json", R"([{"serviceConfig": {}}])");
  ExpectRows(run, kRows);
}

// The members beside those that are there without --why.
TEST(ResolveCommandTest, WhyIsAMemberOfEachMethod) {
  const GrpcfgRun run;
  run.files.Write("a.json", R"({"methodConfig": [{"name": [{}]},
      {"name": [{"service": "s"}], "timout": "2s", "waitForReady": true}]})");
  const std::string command = "$G resolve a.json --target node --method s/M --format json";
  const RunResult plain = run.Run(command);
  EXPECT_THAT(plain.out, testing::Not(testing::HasSubstr("why")));
  const RunResult why = run.Run(absl::StrCat(command, " --why | tr -d ' \n'"));
  EXPECT_THAT(
      why.out,
      testing::HasSubstr(
          R"("why":{"matched":"service","name":"s","hidden":[{"source":"/methodConfig/0",)"
          R"("entry":{"offset":18,"line":1,"column":19},"name":"*"}],)"
          R"("missed":[{"field":"timeout","pointer":"/methodConfig/1/timout",)"
          R"("position":{"offset":69,"line":2,"column":36},)"
          R"("reason":"\"timout\"at2:36isnotafield"}],)"
          R"("ignored":[{"field":"waitForReady","reason":"theclientchecksitandneverusesit",)"
          R"("rule":""}],"near":[]})"));
  EXPECT_EQ(why.status, 0);
}

TEST(ResolveCommandTest, BatchAnswersTheSame) {
  const GrpcfgRun run;
  const RunResult result = run.Run(
      R"(echo '{"id": 1, "config": {"methodConfig": [{"name": [{}], "timeout": "2s"}]}}' |
         $G batch --target go --no-diagnostics --effective)");
  EXPECT_EQ(result.out,
            R"({"id": 1, "verdicts": {"go":"accepts"}, "effective": {"methods":[{"name":"*",)"
            R"("target":"go","verdict":"accepts","source":"/methodConfig/0",)"
            R"("entry":{"offset":18,"line":1,"column":19},"effective":{"timeout":"2s"},)"
            R"("ignored":[],"altered":{}}],"channel":[{"target":"go","verdict":"accepts",)"
            R"("loadBalancing":"pick_first","ignored":[],"altered":{},"notes":[]}]}, "version": 1})"
            "\n");
}

// Such a timeout ends calls before they start; `simulate` has the same status.
TEST(ResolveCommandTest, BrokenCallsAreFindings) {
  const GrpcfgRun run;
  run.files.Write("short.json", R"({"methodConfig": [{"name": [{}], "timeout": "0.5s"}]})");
  for (const auto& [target, status] :
       {std::pair("python", 1), std::pair("node", 1), std::pair("spec", 0), std::pair("go", 0)}) {
    for (const char* const command : {"resolve", "simulate"}) {
      EXPECT_EQ(run.Run(absl::StrCat("$G ", command, " short.json --target ", target)).status,
                status)
          << command << " " << target;
    }
  }
}

// A line of a file is read as the file is: for its client, by the overrides about it.
TEST(ResolveCommandTest, ALineOfAFileHasTheSettingsOfTheFile) {
  const GrpcfgRun run;
  run.files.Write("a.go",
                  "var c = `{\"methodConfig\": [{\"name\": [{}], \"timeout\": \"5s\"}]}`\n");
  const std::string of_file = run.Run("$G resolve a.go").out;
  EXPECT_THAT(of_file, testing::HasSubstr("\n  go:"));
  EXPECT_THAT(run.Run("$G resolve a.go:1").out, testing::EndsWith(of_file.substr(4)));
  run.files.Write(".grpcfg.json", R"({"overrides": [{"path": "a.go", "targets": ["java"]}]})");
  EXPECT_THAT(run.Run("$G resolve a.go:1").out, testing::HasSubstr("\n  java:"));
}

TEST(ResolveCommandTest, PlacesAreThoseOfTheSourceFile) {
  const GrpcfgRun run;
  run.files.Write(
      "a.go",
      "package a\n\nvar c = \"{\\\"methodConfig\\\": [{\\\"name\\\": [{\\\"service\\\": "
      "\\\"p.S\\\", \\\"method\\\": \\\"M\\\"}], \\\"timout\\\": \\\"5s\\\"}, "
      "{\\\"name\\\": [{\\\"service\\\": \\\"p.S\\\"}]}]}\"\n");
  const std::string text = run.Run("$G resolve --why --method p.S/M a.go").out;
  EXPECT_THAT(text, testing::HasSubstr("go: /methodConfig/0, 3:30\n"));
  EXPECT_THAT(text, testing::HasSubstr("no timeout: \"timout\" at 3:86 is not a field\n"));
  EXPECT_THAT(text, testing::HasSubstr("not used: /methodConfig/1, 3:107, "));
  EXPECT_THAT(run.Run("$G resolve --format json --method p.S/M a.go:3").out,
              testing::HasSubstr(R"("entry": {"offset":40,"line":3,"column":30})"));
}

}  // namespace
}  // namespace grpcfg
