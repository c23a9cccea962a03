// `grpcfg check` on directories, on many files and on hostile ones.
#include <algorithm>
#include <filesystem>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/run_grpcfg.h"
#include "tests/tools/workspace/clean_git.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr absl::string_view kError = R"({"methodConfig": [{"name": [{}], "timeout": "100ms"}]})";

TEST(CheckFilesTest, DirectoriesAreSearchedByName) {
  const GrpcfgRun run;
  run.files.Write("a/orders_service_config.json", kError);
  run.files.Write("a/b/grpc-service-config.prod.json", kError);
  run.files.Write("a/package.json", "{");
  run.files.Write("a/service_config.yaml", "{");
  const RunResult result = run.Run("$G check --format concise .");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 2) << result.out;
  EXPECT_THAT(result.out, HasSubstr("a/orders_service_config.json:1:45"));
  EXPECT_THAT(result.out, HasSubstr("a/b/grpc-service-config.prod.json:1:45"));
}

// Hash tables are in another order in each process.
TEST(CheckFilesTest, EachProcessSaysTheSame) {
  const GrpcfgRun run;
  const std::string command =
      "cd '" + std::filesystem::current_path().string() +
      "' && $G check --no-config --target all --format json fixtures/*/*.json";
  const std::string first = run.Run(command).out;
  EXPECT_GT(first.size(), 100'000U);
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(run.Run(command).out == first);
}

TEST(CheckFilesTest, AFileThatIsNamedIsAlwaysChecked) {
  const GrpcfgRun run;
  run.files.Write("package.json", kError);
  EXPECT_EQ(run.Run("$G check package.json").status, 1);
}

TEST(CheckFilesTest, NothingMatchedIsTwo) {
  const GrpcfgRun run;
  run.files.Write("a/package.json", "{}");
  const RunResult result = run.Run("$G check a");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("`a`"));
  EXPECT_THAT(result.out, IsEmpty());
  run.files.Write("b/service_config.json", kError);
  const RunResult beside = run.Run("$G check --format concise a b");
  EXPECT_EQ(beside.status, 2);
  EXPECT_THAT(beside.out, HasSubstr("b/service_config.json:1:45"));
}

TEST(CheckFilesTest, WhatGitIgnoresIsLeftOut) {
  if (!HaveGit()) GTEST_SKIP() << "git is not installed: it cannot say what is ignored";
  const GrpcfgRun run;
  run.files.Git(".", "init -q");
  run.files.Write(".gitignore", "/build/\n*_generated.json\n");
  run.files.Write("build/service_config.json", kError);
  run.files.Write("service_config_generated.json", kError);
  run.files.Write("service_config.json", kError);
  const RunResult result = run.Run("$G check --format concise .");
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 1) << result.out;
  EXPECT_THAT(result.out, HasSubstr("service_config.json:1:45"));
  EXPECT_EQ(run.Run("$G check build/service_config.json").status, 1) << "named";
}

TEST(CheckFilesTest, SymlinkLoopsEnd) {
  const GrpcfgRun run;
  run.files.Write("a/service_config.json", "{}");
  run.files.Link("a/again", "..");
  run.files.Link("self", "self");
  EXPECT_EQ(run.Run("$G check a").status, 0);
  EXPECT_EQ(run.Run("$G check .").status, 0);
  const RunResult named = run.Run("$G check self");
  EXPECT_EQ(named.status, 2);
  EXPECT_THAT(named.err, HasSubstr("self"));
}

TEST(CheckFilesTest, AnUnreadableFileDoesNotStopTheOthers) {
  const GrpcfgRun run;
  run.files.MakeDirectory("a/1_service_config.json/x");
  run.files.Write("a/2_service_config.json", kError);
  const RunResult result = run.Run("$G check --format concise a a/1_service_config.json/y.json");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.out, HasSubstr("a/2_service_config.json"));
}

TEST(CheckFilesTest, OutputIsTheSameForAnyNumberOfThreads) {
  const GrpcfgRun run;
  for (int i = 0; i < 700; ++i) {
    const std::string text =
        absl::StrCat(R"({"methodConfig": [{"name": [{}], "timeout": ")", i, "ms\"}]}");
    run.files.Write(absl::StrCat("d", i % 7, "/", i, "_service_config.json"), text);
  }
  for (const char* const format : {"text", "concise", "json", "jsonl"}) {
    const std::string command = absl::StrCat("$G check --format ", format, " . -j ");
    const RunResult one = run.Run(absl::StrCat(command, "1"));
    EXPECT_EQ(one.status, 1);
    EXPECT_GT(one.out.size(), 70'000U);
    EXPECT_TRUE(run.Run(absl::StrCat(command, "8")).out == one.out) << format;
    EXPECT_TRUE(run.Run(absl::StrCat(command, "3")).out == one.out) << format;
  }
}

// More than 64 MiB are not held at the same time.
TEST(CheckFilesTest, LargeFilesAreAllCheckedInOrder) {
  const GrpcfgRun run;
  run.files.Write("small.json", kError);
  const RunResult result = run.Run(
      "for i in 1 2 3; do { cat small.json; head -c 40000000 /dev/zero | tr '\\0' ' '; } >$i.json;"
      " done; $G check --format concise *.json | cut -d: -f1 | tr '\\n' ' '");
  EXPECT_EQ(result.out, "1.json 2.json 3.json small.json ");
}

TEST(CheckFilesTest, AFileAbove256MiBIsRefused) {
  const GrpcfgRun run;
  run.files.Write("small.json", kError);
  const RunResult result =
      run.Run("truncate -s 268435457 big.json && $G check big.json small.json");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("big.json"));
  EXPECT_THAT(result.err, HasSubstr("256 MiB"));
  EXPECT_THAT(result.out, HasSubstr("small.json:1:45"));
  const RunResult from_stdin = run.Run("$G check - <big.json");
  EXPECT_EQ(from_stdin.status, 2);
  EXPECT_THAT(from_stdin.err, HasSubstr("256 MiB"));
}

struct HostileRow {
  absl::string_view name;
  absl::string_view producer;  // a shell command
  absl::string_view expected;
};

const HostileRow kHostileRows[] = {
    {"no bytes", "true", "[json-empty]"},
    {"one NUL", "printf '\\0'", "[json-nul]"},
    {"a million [", "head -c 1000000 /dev/zero | tr '\\0' '['", "[json-unclosed]"},
    {"a million {", "head -c 1000000 /dev/zero | tr '\\0' '{'", "[json-u"},
    {"a million \"", "head -c 1000001 /dev/zero | tr '\\0' '\"'", "[json-"},
    {"a million {\"a\":", R"({ yes '{"a":' | tr -d '\n' | head -c 5000000; } 2>&-)", "[json-"},
    {"a million ]", "head -c 1000000 /dev/zero | tr '\\0' ']'", "[json-"},
    {"a million commas", "head -c 1000000 /dev/zero | tr '\\0' ','", "[json-"},
    {"200,000 duplicate keys",
     R"(printf '{'; { yes '"a":1,' | head -200000; } 2>&-; printf '"a":1}')",
     "[json-duplicate-key]"},
};

// Clear words, bounded output, no crash.
TEST(CheckFilesTest, HostileFiles) {
  const GrpcfgRun run;
  for (const HostileRow& row : kHostileRows) {
    const RunResult result = run.Run(
        absl::StrCat("{ ", row.producer, "; } >a.json; $G check --target spec,gapic a.json"));
    EXPECT_EQ(result.status, 1) << row.name << result.err;
    EXPECT_THAT(result.out.substr(0, 20'000), HasSubstr(std::string(row.expected))) << row.name;
    EXPECT_LT(result.out.size(), 3'000'000U) << row.name;
    EXPECT_THAT(result.err, IsEmpty()) << row.name;
  }
}

// Status 2 before anything is written.
TEST(CheckFilesTest, OutputsNeverDestroy) {
  const GrpcfgRun run;
  run.files.Write("d.pb", "");
  run.files.MakeDirectory("folder");
  for (const absl::string_view command : {
           "$G check --format json:in.json in.json",
           "$G check --format json:./in_service_config.json . --format text",
           "$G check --format json:in.json - <in.json",
           "$G check --format json:out --format text:./out in.json",
           "$G check --format json:/dev/stdout --format text in.json >out",
           "$G check --format json:folder in.json",
           "$G check --format json:d.pb --descriptor-set d.pb in.json",
           "$G resolve --format json:in.json in.json",
           "$G simulate --format json:in.json in.json",
       }) {
    run.files.Write("in.json", "{}");
    run.files.Write("in_service_config.json", "{}");
    const RunResult result = run.Run(std::string(command));
    EXPECT_EQ(result.status, 2) << command << result.err;
    EXPECT_THAT(result.err, HasSubstr("grpcfg: ")) << command;
    EXPECT_EQ(run.Run("cat in.json").out, "{}") << command;
    EXPECT_EQ(run.Run("cat out 2>&-").out, "") << command;
  }
}

TEST(CheckFilesTest, DevicesAndPipesAreWrittenTo) {
  const GrpcfgRun run;
  run.files.Write("in.json", "{}");
  const RunResult out = run.Run("$G check --format json:/dev/stdout in.json");
  EXPECT_EQ(out.status, 0) << out.err;
  EXPECT_THAT(out.out, HasSubstr("\"version\""));
  EXPECT_THAT(run.Run("$G check --format json:/dev/stdout in.json >a; cat a").out,
              HasSubstr("\"version\""))
      << "stdout is a regular file";
  const RunResult both = run.Run("$G check --format json:/dev/stderr --format text in.json");
  EXPECT_THAT(both.err, HasSubstr("\"version\""));
}

TEST(CheckFilesTest, ControlCharactersOfNamesReachNoTerminal) {
  const GrpcfgRun run;
  run.files.Write("a\x1b[31m.json", kError);
  const RunResult result = run.Run("$G check *.json");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, Not(HasSubstr("\x1b")));
  const RunResult missing = run.Run("$G check \"$(printf 'b\\033[31m')\"");
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, Not(HasSubstr("\x1b")));
}

// Every way for text of the user's to reach stderr.
TEST(CheckFilesTest, WhatIsQuotedOnStderrSteersNoTerminal) {
  const GrpcfgRun run;
  run.files.Write("in.json", "{}");
  run.files.Write("bad.proto", "syntax = \"proto3\";\nimport \"\x1b[31m\xE2\x80\xAE.proto\";\n");
  // ESC, C1, a bidi override, a byte that is not UTF-8, and a line for GitHub.
  const std::string bad = R"sh("$(printf '\033[31m\302\233\342\200\256\377\n::error::x')")sh";
  for (const std::string& command : {
           absl::StrCat("check --target ", bad, " in.json"),
           absl::StrCat("check --target go@", bad, " in.json"),
           absl::StrCat("check --lb-policies ", bad, " in.json"),
           absl::StrCat("check --format ", bad, " in.json"),
           absl::StrCat("check --fail-on ", bad, " in.json"),
           absl::StrCat("check --", bad, " in.json"),
           absl::StrCat("check ", bad),
           absl::StrCat("check --descriptor-set ", bad, " in.json"),
           absl::StrCat("check --proto ", bad, " in.json"),
           std::string("check --proto bad.proto in.json"),
           absl::StrCat("simulate --latency ", bad, " in.json"),
           absl::StrCat("simulate --algorithm ", bad),
           absl::StrCat("explain ", bad),
           absl::StrCat("targets ", bad),
           bad,
       }) {
    const RunResult result = run.Run("$G " + command);
    EXPECT_EQ(result.status, 2) << command;
    EXPECT_THAT(result.err, HasSubstr("grpcfg: ")) << command;
    // Of the override its first two bytes, so that nobody has to read one here.
    for (const char* const control : {"\x1b", "\xC2\x9B", "\xE2\x80", "\xFF", "\n::error"}) {
      EXPECT_THAT(result.err, Not(HasSubstr(control))) << command;
    }
  }
}

TEST(CheckFilesTest, LinesOnStderrAreBounded) {
  const GrpcfgRun run;
  run.files.Write("in.json", "{}");
  const std::string bad = "\"$(head -c 100000 /dev/zero | tr '\\0' 'x')\"";
  for (const char* const flag : {"--target ", "--format ", "--"}) {
    const RunResult result = run.Run(absl::StrCat("$G check in.json ", flag, bad));
    EXPECT_EQ(result.status, 2) << flag;
    EXPECT_LT(result.err.size(), 10'000U) << flag;
    EXPECT_THAT(result.err, HasSubstr("bytes omitted")) << flag;
  }
}

TEST(CheckFilesTest, HelpThatCannotBeWrittenIsTwo) {
  const GrpcfgRun run;
  EXPECT_EQ(run.Run("$G --help >/dev/full").status, 2);
  EXPECT_EQ(run.Run("$G check --help >/dev/full").status, 2);
  EXPECT_EQ(run.Run("$G --version >/dev/full").status, 2);
  EXPECT_EQ(run.Run("$G check --help").status, 0);
}

}  // namespace
}  // namespace grpcfg
