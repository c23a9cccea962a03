// The examples of docs/json.md: `grpcfg batch` on many cores and machines, run as they stand
// there. Spark and Ray are stand-ins of a few lines that call what a worker would call.
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "tests/rules/shared_data.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

// The first block of code after `words` in the page.
std::string ExampleAfter(absl::string_view words) {
  const std::string page = ReadWhole("docs/json.md");
  const size_t paragraph = page.find(absl::StrCat("\n", words));
  const size_t fence = page.find("\n```", paragraph);
  const size_t begin = page.find('\n', fence + 1) + 1;
  const size_t end = page.find("\n```\n", begin);
  if (paragraph == std::string::npos || end == std::string::npos) return "";
  return page.substr(begin, end + 1 - begin);
}

constexpr absl::string_view kPySpark = R"(
import glob, os, shlex, subprocess

class Lines:
    def __init__(self, parts): self.parts = parts
    def pipe(self, command, checkCode):
        # As in pyspark/core/rdd.py, a process for each partition.
        run = lambda part: subprocess.run(shlex.split(command), input=part, stdout=subprocess.PIPE,
                                          check=checkCode).stdout
        return Lines([run(part) for part in self.parts])
    def saveAsTextFile(self, folder):
        os.mkdir(folder)
        for i, part in enumerate(self.parts): open(f"{folder}/part-{i:05}", "wb").write(part)

class Context:
    def textFile(self, pattern):
        return Lines([open(path, "rb").read() for path in sorted(glob.glob(pattern))])

class SparkSession:
    sparkContext = Context()
    class builder:
        appName = staticmethod(lambda name: SparkSession.builder)
        getOrCreate = staticmethod(lambda: SparkSession)
)";

constexpr absl::string_view kRay = R"(
import types
def remote(**options): return lambda task: types.SimpleNamespace(remote=task)
def get(results): return results
def init(): pass
)";

class BatchExamplesTest : public testing::Test {
 protected:
  BatchExamplesTest() {
    std::string lines;
    for (int id = 0; id < 1000; ++id) {
      absl::StrAppend(&lines, R"({"id":)", id, R"(,"config":{"methodConfig":[]}})", "\n");
    }
    run_.files.Write("configs.jsonl", lines);
    run_.files.Write("split.sh", ExampleAfter("One process already uses all cores."));
    run_.files.Write("modules/pyspark/sql.py", kPySpark);
    run_.files.Write("modules/pyspark/__init__.py", "");
    run_.files.Write("modules/ray.py", kRay);
  }

  // Runs `command` where the example is a file `example` and the parts are there, and expects the
  // answers to all of them in `answers`.
  void ExpectAnswers(absl::string_view words, absl::string_view command,
                     absl::string_view answers) const {
    const std::string example = ExampleAfter(words);
    ASSERT_NE(example, "") << words;
    run_.files.Write("example", example);
    const RunResult result = run_.Run(absl::StrCat(
        "PATH=$(dirname \"$G\"):$PATH; export PYTHONPATH=modules; . ./split.sh "
        "&& ",
        command, " && cat ", answers, " >all && $G batch <configs.jsonl >one ", "&& cmp one all"));
    EXPECT_EQ(result.status, 0) << words << "\n" << result.out << result.err;
  }

  [[nodiscard]] bool HasPython() const { return run_.Run("python3 --version").status == 0; }

  GrpcfgRun run_;
};

// The answer is one line, which the page breaks between values.
TEST_F(BatchExamplesTest, OneLine) {
  run_.files.Write("example", ExampleAfter("For services and data pipelines: "));
  std::string shown;
  for (const absl::string_view line :
       absl::StrSplit(ExampleAfter("The answer is one line; "), '\n')) {
    absl::StrAppend(&shown, absl::StripLeadingAsciiWhitespace(line));
  }
  const RunResult result = run_.Run("PATH=$(dirname \"$G\"):$PATH; sh -eu example");
  EXPECT_EQ(result.out, absl::StrCat(shown, "\n"));
}

TEST_F(BatchExamplesTest, Xargs) {
  ExpectAnswers("`xargs`, ", "sh -eu example", "parts/*.answers");
}

TEST_F(BatchExamplesTest, SlurmArray) {
  ExpectAnswers("A Slurm array job, ",
                "bash -n example && for task in $(seq 0 99); do "
                "SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=2 bash example || exit; done",
                "parts/*.answers");
}

TEST_F(BatchExamplesTest, SparkPipe) {
  if (!HasPython()) GTEST_SKIP() << "python3 is absent";
  ExpectAnswers("Spark, ", "python3 -m py_compile example && python3 example", "answers/part-*");
}

TEST_F(BatchExamplesTest, Ray) {
  if (!HasPython()) GTEST_SKIP() << "python3 is absent";
  ExpectAnswers("Ray, ", "python3 -m py_compile example && python3 example", "parts/*.answers");
}

}  // namespace
}  // namespace grpcfg
