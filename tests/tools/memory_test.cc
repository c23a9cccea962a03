// How much memory the program takes, and what it does without enough.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using ::testing::HasSubstr;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsSanitized = true;
#elif defined(__has_feature)
constexpr bool kIsSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kIsSanitized = false;
#endif

// `unit` again and again between two texts, with commas, until the text has about `bytes`.
struct Shape {
  const char* name;
  absl::string_view head;
  absl::string_view unit;
  absl::string_view tail;

  [[nodiscard]] std::string Text(size_t bytes) const {
    std::string text(head);
    while (text.size() < bytes) absl::StrAppend(&text, unit, ",");
    return absl::StrCat(text, unit, tail);
  }
};

std::string NameOf(const testing::TestParamInfo<Shape>& info) { return info.param.name; }

// The most that a run, whose stdin is `input`, has in memory, in bytes.
size_t PeakOfRun(std::vector<std::string> arguments, const std::string& input) {
  std::vector<char*> words;
  words.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(open(input.c_str(), O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execv(GRPCFG_BINARY, words.data());
    _exit(127);
  }
  int status = 0;
  rusage usage = {};
  wait4(child, &status, 0, &usage);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_LT(WEXITSTATUS(status), 2);
  return static_cast<size_t>(usage.ru_maxrss) << 10;
}

class MemoryTest : public testing::TestWithParam<Shape> {
 protected:
  [[nodiscard]] size_t PeakOf(const std::string& text) const {
    const std::string path = run_.files.Path("large.json");
    std::ofstream(path) << text;
    return PeakOfRun({"grpcfg", "check", "--format", "concise", "--lb-policies", "all", path},
                     "/dev/null");
  }

  GrpcfgRun run_;
};

// What every byte more of a text takes; the program itself, and findings, of which there are only
// so many, are in both.
TEST_P(MemoryTest, IsAtMostSixteenTimesTheText) {
  if (kIsSanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  constexpr size_t kMost = 16;
  const std::string some = GetParam().Text(size_t{2} << 20);
  const std::string more = GetParam().Text(size_t{5} << 20);
  const size_t least = PeakOf(some);
  const size_t peak = PeakOf(more);
  EXPECT_LE(peak, least + kMost * (more.size() - some.size()));
}

constexpr Shape kEntries = {"entries", R"({"methodConfig":[)", "{}", "]}"};
constexpr Shape kShapes[] = {
    kEntries,
    {"entries_of_unknown_keys", R"({"methodConfig":[)", R"({"a":0})", "]}"},
    {"names", R"({"methodConfig":[{"name":[)", "{}", "]}]}"},
    {"entries_with_a_name", R"({"methodConfig":[)", R"({"name":[{}]})", "]}"},
    {"retry_policies", R"({"methodConfig":[)", R"({"retryPolicy":{}})", "]}"},
    {"hedging_policies", R"({"methodConfig":[)", R"({"hedgingPolicy":{}})", "]}"},
    {"codes", R"({"methodConfig":[{"name":[{}],"retryPolicy":{"retryableStatusCodes":[)", "1",
     "]}}]}"},
    {"lb_policies", R"({"loadBalancingConfig":[)", R"({"a":{}})", "]}"},
    {"key_builders",
     R"({"loadBalancingConfig":[{"rls_experimental":{"routeLookupConfig":{"grpcKeybuilders":[)",
     "{}", "]}}}]}"},
    {"constant_keys",
     R"({"loadBalancingConfig":[{"rls_experimental":{"routeLookupConfig":{"grpcKeybuilders":[{"constantKeys":{)",
     R"("":"")", "}}]}}}]}"},
    {"children_of_one_key", R"({"loadBalancingConfig":[{"priority_experimental":{"children":{)",
     R"("a":{})", "}}}]}"},
    {"malformed_priorities",
     R"({"loadBalancingConfig":[{"priority_experimental":{"children":{},"priorities":[)",
     R"(1,"b")", "]}}]}"},
    {"doubled_names", R"({"methodConfig":[{)", R"("name":[{}])", "}]}"},
    {"doubled_entries", "{", R"("methodConfig":[{},{},{},{},{},{},{},{}])", "}"},
    {"names_behind_no_others", R"({"methodConfig":[{"name":[)", "{}", R"(],"name":[]}]})"},
    {"entries_behind_no_others", R"({"methodConfig":[)", "{}", R"(],"methodConfig":[]})"},
    {"doubled_codes", R"({"methodConfig":[{"name":[{}],"retryPolicy":{)",
     R"("retryableStatusCodes":["OK"])", "}}]}"},
    {"empty_policies", R"({"loadBalancingConfig":[)", "{}", "]}"},
    {"choices", "[", R"({"serviceConfig":{}})", "]"},
    {"empty_choices", R"([{"serviceConfig":{}},)", "{}", "]"},
    {"languages", R"([{"serviceConfig":{},"clientLanguage":[)", R"("")", "]}]"},
    {"members", "{", R"("":0)", "}"},
    {"escapes", "[", R"("\n")", "]"},
    {"numbers", "[", "0", "]"},
    {"braces", "", "{{{{{{{{", ""},
    {"brackets_and_braces", "", "[{[{[{[{", ""},
    {"bare_words", "{", "a:a:a:a:", "}"},
};

// What one large line took is there for the next.
TEST(BatchMemoryTest, ManyLargeLinesTakeHardlyMoreThanTwo) {
  if (kIsSanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  const GrpcfgRun run;
  const std::string line = absl::StrCat("{\"config\":", kEntries.Text(size_t{3} << 20), "}\n");
  const auto peak_of = [&](int lines) {
    const std::string path = run.files.Path("large.jsonl");
    std::ofstream file(path);
    for (int i = 0; i < lines; ++i) file << line;
    file.close();
    return PeakOfRun({"grpcfg", "batch", "-j1", "--no-diagnostics", "--target", "spec"}, path);
  };
  EXPECT_LE(peak_of(12), peak_of(2) * 3 / 2);
}

INSTANTIATE_TEST_SUITE_P(Shapes, MemoryTest, testing::ValuesIn(kShapes), NameOf);

// Half of what the text needs, in KiB: the rest of the input is not lost with it.
constexpr absl::string_view kTooLittle = "ulimit -v 100000; ";

TEST(TooLittleMemoryTest, ALineOfBatchHasItsOwnAnswer) {
  if (kIsSanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  const GrpcfgRun run;
  const std::string large = kEntries.Text(size_t{8} << 20);
  std::ofstream(run.files.Path("in.jsonl"))
      << "{\"id\":1,\"config\":{}}\n{\"id\":2,\"config\":" << large
      << "}\n{\"id\":3,\"config\":{}}\n";
  const RunResult result =
      run.Run(absl::StrCat(kTooLittle, "$G batch -j1 --no-diagnostics --target spec <in.jsonl"));
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, R"({"id": 1, "verdicts": {"spec":"accepts"}, "version": 1}
{"id": null, "error": "line 2: there is not enough memory for it; split it, or provide more memory", "version": 1}
{"id": 3, "verdicts": {"spec":"accepts"}, "version": 1}
)");
}

TEST(TooLittleMemoryTest, AFileOfCheckLeavesTheOthersAlone) {
  if (kIsSanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  const GrpcfgRun run;
  std::ofstream(run.files.Path("large.json")) << kEntries.Text(size_t{8} << 20);
  std::ofstream(run.files.Path("small.json")) << R"({"methodConfig": [{"naem": []}]})";
  const RunResult result =
      run.Run(absl::StrCat(kTooLittle, "$G check --target spec large.json small.json"));
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("cannot read `large.json`: there is not enough memory for it"));
  EXPECT_THAT(result.out, HasSubstr("small.json:1:20: error: unknown field `naem`"));
}

// A hash table of Abseil is broken once an allocation failed in it.
TEST(TooLittleMemoryTest, NoCommandEndsByASignal) {
  if (kIsSanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  const GrpcfgRun run;
  std::string entries;
  for (int i = 0; i < 40'000; ++i) {
    absl::StrAppend(&entries, i == 0 ? "" : ",", R"({"name":[{"service":"a.S)", i, "\"}]}");
  }
  std::ofstream(run.files.Path("names.json")) << R"({"methodConfig":[)" << entries << "]}";
  for (int mebibytes = 18; mebibytes <= 90; mebibytes += 4) {
    for (const absl::string_view command : {"check", "resolve", "fix --diff", "simulate"}) {
      const RunResult result = run.Run(
          absl::StrCat("ulimit -v ", mebibytes * 1024, "; $G ", command, " names.json >/dev/null"));
      EXPECT_LE(result.status, 2) << command << " in " << mebibytes << " MiB: " << result.err;
    }
  }
}

// Threads would take from each other what was free for a text.
TEST(TooLittleMemoryTest, ManyFilesEndBySaying) {
  if (kIsSanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  const GrpcfgRun run;
  for (int i = 0; i < 300; ++i) {
    std::ofstream(run.files.Path(absl::StrCat("a", i, ".json")))
        << kEntries.Text(i % 3 == 0 ? size_t{300} << 10 : 100);
  }
  for (int mebibytes = 70; mebibytes <= 110; mebibytes += 5) {
    const RunResult result = run.Run(
        absl::StrCat("ulimit -v ", mebibytes * 1024, "; $G check -q -j4 a*.json >/dev/null"));
    EXPECT_LE(result.status, 2) << mebibytes << " MiB: " << result.err;
  }
}

}  // namespace
}  // namespace grpcfg
