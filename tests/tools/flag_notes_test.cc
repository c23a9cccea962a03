// `grpcfg simulate`: what is said of flags that a method has no use for.
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::Not;

// A method that retries, and one that hedges.
constexpr char kBoth[] = R"({"methodConfig": [{"name": [{"service": "s.Retried"}], "retryPolicy": {
    "maxAttempts": 5, "initialBackoff": "1s", "maxBackoff": "10s", "backoffMultiplier": 1.3,
    "retryableStatusCodes": ["UNAVAILABLE"]}}, {"name": [{"service": "s.Hedged"}],
    "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.05s"}}],
    "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})";

// The notes of a method in what is printed of it, one after the other.
std::string NotesIn(const std::string& json, int schedule) {
  rapidjson::Document parsed;
  parsed.Parse(json.data(), json.size());
  std::string notes;
  for (const auto& note : parsed["schedules"][schedule]["notes"].GetArray()) {
    absl::StrAppend(&notes, note.GetString(), "\n");
  }
  return notes;
}

// What a policy has no use for is not passed over in silence.
TEST(FlagNotesTest, FlagsOfTheOtherPolicyHaveANote) {
  const GrpcfgRun run;
  run.files.Write("a.json", kBoth);
  struct Row {
    const char* flags;
    const char* of_retries;
    const char* of_hedges;
  };
  constexpr Row kRows[] = {
      {"--latency exp:1ms", "", ""},
      {"--clients 5 --bin 1s", "", ""},
      {"--clients 5 --bin 1s --latency exp:1s", "",
       "--clients is computed for hedges only with one --latency, which is below the hedgingDelay "
       "if "
       "only some attempts fail\n"},
      {"--clients 5 --outage 1s --layers 2 --overload 2 --latency 1s --failure-probability 0.5", "",
       "--clients, --outage, --layers and --overload are computed for hedges only with one "
       "--latency, which is below the hedgingDelay if only some attempts fail\n"},
      {"--latency 1ms --failure-latency 2ms --failure-probability 0.5",
       "--failure-latency applies to hedges only\n", ""},
      {"--latency 1ms --failure-latency 2ms", "--failure-latency applies to hedges only\n",
       "--failure-latency applies only with a --failure-probability between 0 and 1\n"},
      {"--latency lognormal:1ms:1",
       "a --latency distribution applies to hedges only; attempts fail immediately\n", ""},
  };
  for (const Row& row : kRows) {
    const std::string out =
        run.Run(absl::StrCat("$G simulate a.json --format json ", row.flags)).out;
    EXPECT_EQ(NotesIn(out, 0), row.of_retries) << row.flags;
    EXPECT_EQ(NotesIn(out, 1), row.of_hedges) << row.flags;
  }
}

// Before 1.13.1, and only where tokens would have a part in what is reported.
TEST(FlagNotesTest, AnInvertedBucketHasANote) {
  const GrpcfgRun run;
  run.files.Write("a.json", kBoth);
  const auto notes = [&](const std::string& flags) {
    const RunResult result = run.Run(absl::StrCat("$G simulate a.json --format json ", flags));
    return NotesIn(result.out, 0);
  };
  constexpr char kWords[] = "one failure empties the bucket";
  EXPECT_THAT(notes("--target node@1.13.0 --outage 1s"), HasSubstr(kWords));
  EXPECT_THAT(notes("--target node@1.13.0 --failure-probability 0.5"), HasSubstr(kWords));
  EXPECT_THAT(notes("--target node@1.13.0 --layers 2"), Not(HasSubstr(kWords)));
  EXPECT_THAT(notes("--target node --outage 1s"), Not(HasSubstr(kWords)));
  EXPECT_THAT(notes("--target node@1.13.0 --method s.Hedged --outage 1s"), Not(HasSubstr(kWords)));
}

}  // namespace
}  // namespace grpcfg
