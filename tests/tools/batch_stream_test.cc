// `grpcfg batch` as a stream: order, promptness, memory, and ends that come early.
#include <array>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/config.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/tools/piped_batch.h"
#include "tests/tools/run_grpcfg.h"
#include "validator/report/batch_answer.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;

constexpr std::array<absl::string_view, 4> kJobs = {"1", "2", "3", "8"};

std::string ValidLine(int id) {
  return absl::StrCat(R"({"id":)", id, R"(,"config":{"methodConfig":[{"name":[{"service":"p.S)", id,
                      R"("}],"timeout":"60s"}]}})");
}

std::string Line(int id) {
  switch (id % 11) {
    case 1:
      return absl::StrCat(R"({"id":)", id, R"(,"config":{"methodConfig":[{"timeout":"100ms"}]}})");
    case 2:
      return "";
    case 3:
      return " \t\r";
    case 4:
      return absl::StrCat(R"({"id":)", id, R"(,"config":{)");
    case 5:
      return absl::StrCat(R"({"id":")", id, R"(","raw":"{\"loadBalancingPolicy\":"})");
    case 6:
      return ValidLine(id) + "\r";
    case 7:  // longer than a chunk; one of more than a megabyte
      if (id % 25 != 0) return ValidLine(id);
      return absl::StrCat(R"({"config":{"x":")",
                          std::string(id % 3 == 0 ? 1'500'000 : 150'000, 'y'), R"("},"id":)", id,
                          "}");
    default:
      return ValidLine(id);
  }
}

// All kinds of lines; the last one has no end.
std::string MixedLines() {
  std::string text;
  for (int id = 0; id < 3000; ++id) absl::StrAppend(&text, Line(id), "\n");
  return text + ValidLine(3000);
}

// Line by line, by what answers one.
std::string AnswersTo(absl::string_view text) {
  const BatchAnswerer answerer(DefaultTargets(), AllRules());
  std::string answers;
  uint64_t number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    answerer.Answer(line, ++number, answers);
  }
  return answers;
}

TEST(BatchStreamTest, SameBytesForAnyNumberOfThreads) {
  const GrpcfgRun run;
  const std::string lines = MixedLines();
  const std::string answers = AnswersTo(lines);
  run.files.Write("in", lines);
  for (const absl::string_view jobs : kJobs) {
    const RunResult file = run.Run(absl::StrCat("$G batch -j ", jobs, " <in"));
    EXPECT_TRUE(file.out == answers) << "a file, -j " << jobs;
    EXPECT_EQ(file.status, 2) << "some lines are malformed";
    const RunResult pipe = run.Run(absl::StrCat("dd if=in bs=777 2>dd | $G batch -j ", jobs));
    EXPECT_TRUE(pipe.out == answers) << "pieces, -j " << jobs;
    const RunResult out = run.Run(absl::StrCat("$G batch -j ", jobs, " <in | dd bs=333 2>dd"));
    EXPECT_TRUE(out.out == answers) << "a slow reader, -j " << jobs;
  }
  const RunResult by_default = run.Run("$G batch <in");
  EXPECT_TRUE(by_default.out == answers);
}

// A service keeps the process, sends a line and waits.
TEST(BatchStreamTest, AnswersBeforeMoreInputComes) {
  for (const absl::string_view jobs : kJobs) {
    PipedBatch batch({"-j", std::string(jobs)});
    for (int id = 0; id < 300; ++id) {
      const std::string line = ValidLine(id);
      // Half a line, blank lines and a line's end of their own are no reason to be stuck.
      ASSERT_TRUE(batch.Send(line.substr(0, 20)) && batch.Send(line.substr(20) + "\n"));
      ASSERT_EQ(batch.ReceiveLines(1), AnswersTo(line)) << "-j " << jobs;
      ASSERT_TRUE(batch.Send("\n  \n"));
    }
    batch.CloseInput();
    EXPECT_EQ(batch.ReceiveAll(), "");
    EXPECT_EQ(batch.Status(), 0);
  }
}

// Requests overlap: the answers to those that came together come together, too.
TEST(BatchStreamTest, AnswersABurstBeforeMoreInputComes) {
  std::string lines;
  for (int id = 0; id < 200; ++id) absl::StrAppend(&lines, ValidLine(id), "\n");
  const std::string answers = AnswersTo(lines);
  for (const absl::string_view jobs : kJobs) {
    PipedBatch batch({"-j", std::string(jobs)});
    for (int i = 0; i < 30; ++i) {
      ASSERT_TRUE(batch.Send(lines));
      ASSERT_EQ(batch.ReceiveLines(200), answers) << "-j " << jobs;
    }
  }
}

// Sanitizers need more memory than any limit that would show something, and ten times the time.
#if defined(ABSL_HAVE_ADDRESS_SANITIZER) || defined(ABSL_HAVE_THREAD_SANITIZER)
constexpr size_t kMaxPeakKiB = size_t{1} << 30;
constexpr size_t kInputBytes = size_t{15} << 20;
#else
constexpr size_t kMaxPeakKiB = 40'000;
constexpr size_t kInputBytes = size_t{60} << 20;
#endif
constexpr size_t kMaxTakenBytes = size_t{8} << 20;

// The answers are not read while more waits to be sent.
TEST(BatchStreamTest, AStalledReaderStopsTheInput) {
  std::string lines;
  size_t count = 0;
  for (; lines.size() < kInputBytes / 30; ++count) absl::StrAppend(&lines, ValidLine(7), "\n");
  const std::string answer = AnswersTo(ValidLine(7));
  for (const absl::string_view jobs : {"1", "8"}) {
    PipedBatch batch({"-j", std::string(jobs)});
    const size_t taken = batch.SendUntilStuck(lines);
    EXPECT_LT(taken, kMaxTakenBytes) << "-j " << jobs;
    EXPECT_LT(batch.PeakMemory(), kMaxPeakKiB) << "-j " << jobs;
    std::thread sender([&] {
      EXPECT_TRUE(batch.Send(lines.substr(taken)));
      for (int i = 1; i < 30; ++i) EXPECT_TRUE(batch.Send(lines));
      EXPECT_LT(batch.PeakMemory(), kMaxPeakKiB) << "-j " << jobs;
      batch.CloseInput();
    });
    size_t received = 0;
    for (std::string some; !(some = batch.ReceiveLines(1000)).empty();) received += some.size();
    sender.join();
    EXPECT_EQ(received, 30 * count * answer.size()) << "-j " << jobs;
    EXPECT_EQ(batch.Status(), 0) << "-j " << jobs;
  }
}

// The first line takes much longer than those after it, which must wait for it.
TEST(BatchStreamTest, ASlowLineStopsTheInput) {
  std::string lines = R"({"config":[)";
  while (lines.size() < kInputBytes / 30) lines += R"({"retryThrottling":{"maxTokens":"x"}},)";
  lines += "0]}\n";
  while (lines.size() < kInputBytes / 3) absl::StrAppend(&lines, ValidLine(7), "\n");
  PipedBatch batch({"-j", "8", "--no-diagnostics"});
  std::thread sender([&] {
    EXPECT_TRUE(batch.Send(lines));
    EXPECT_LT(batch.PeakMemory(), 10 * kMaxPeakKiB);
    batch.CloseInput();
  });
  const std::string first = batch.ReceiveLines(1);
  EXPECT_THAT(first, HasSubstr(R"("rejects")"));
  EXPECT_TRUE(absl::EndsWith(batch.ReceiveAll(), "\n"));
  sender.join();
  EXPECT_EQ(batch.Status(), 0);
}

// Although its input stays open, and one thread waits for it.
TEST(BatchStreamTest, AReaderThatGoesAwayEndsIt) {
  for (const absl::string_view jobs : kJobs) {
    PipedBatch batch({"-j", std::string(jobs)});
    batch.CloseOutput();
    ASSERT_TRUE(batch.Send(ValidLine(1) + "\n"));
    EXPECT_EQ(batch.Status(), 0) << "-j " << jobs;
  }
}

TEST(BatchStreamTest, AFullDiskEndsIt) {
  const GrpcfgRun run;
  for (const absl::string_view jobs : kJobs) {
    const RunResult result = run.Run(absl::StrCat("mkfifo to", jobs, "; timeout 60 $G batch -j ",
                                                  jobs, " <to", jobs, " >/dev/full & exec 3>to",
                                                  jobs, "; echo '{\"config\":{}}' >&3; wait $!"));
    EXPECT_EQ(result.status, 2) << "-j " << jobs;
    EXPECT_THAT(result.err, HasSubstr("cannot write the answers")) << "-j " << jobs;
  }
}

// What was written by then is a part of the answers, from their begin.
TEST(BatchStreamTest, KilledInTheMiddle) {
  const std::string lines = MixedLines();
  const std::string answers = AnswersTo(lines);
  for (const absl::string_view jobs : kJobs) {
    PipedBatch batch({"-j", std::string(jobs)});
    std::thread sender([&] { (void)batch.Send(lines); });
    const std::string first = batch.ReceiveLines(500);
    batch.Kill();
    const std::string received = first + batch.ReceiveAll();
    EXPECT_EQ(batch.Status(), -1);
    sender.join();
    EXPECT_TRUE(absl::StartsWith(answers, received)) << "-j " << jobs;
    EXPECT_GT(received.size(), 1000U);
  }
}

TEST(BatchStreamTest, ClosedStandardInput) {
  const GrpcfgRun run;
  const RunResult result = run.Run("timeout 60 $G batch -j 2 <&-");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("cannot read standard input"));
}

}  // namespace
}  // namespace grpcfg
