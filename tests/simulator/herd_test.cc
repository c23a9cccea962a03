// Herds against exact values that were computed by others, where present, and by their properties.
#include "simulator/schedule/herd.h"

#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "simulator/schedule/algorithms.h"
#include "simulator/schedule/start_time.h"
#include "tests/rules/shared_data.h"

namespace grpcfg {
namespace {

using rapidjson::Value;
using testing::DoubleNear;
using testing::IsEmpty;
using testing::SizeIs;

using Starts = std::vector<std::unique_ptr<const RandomTime>>;

Starts StartsOf(const std::vector<Delay>& delays, const Latency& latency = {}) {
  return StartsAfter(delays, latency);
}

// Of the schedule that the reference has beside a herd: each retry by the ends of its backoff.
Starts StartsIn(const Value& schedule) {
  std::vector<Delay> delays;
  for (const Value& retry : schedule.GetArray()) {
    const Value& backoff = retry["backoff"];
    delays.push_back({backoff["min"].GetDouble(), backoff["max"].GetDouble()});
  }
  return StartsOf(delays);
}

void ExpectHerd(const Value& expected, const Starts& starts, const std::string& where) {
  const Herd herd = HerdOf(starts, {}, {expected["bin_width"].GetDouble()});
  const Value& bins = expected["total_mass_per_bin"];
  ASSERT_THAT(herd.retries_per_bin, SizeIs(bins.Size())) << where;
  constexpr double kTenDigits = 1e-9;
  for (rapidjson::SizeType i = 0; i < bins.Size(); ++i) {
    EXPECT_NEAR(herd.retries_per_bin[i], bins[i].GetDouble(), kTenDigits) << where << " " << i;
  }
  const double peak = expected["peak_rate_per_client"].GetDouble();
  constexpr double kNineDigits = 5e-9;
  EXPECT_NEAR(herd.peak, peak, kNineDigits * peak) << where;
  constexpr double kFewDigits = 1e-3;  // the reference takes waves from a grid
  EXPECT_NEAR(herd.time_of_peak, expected["peak_rate_time"].GetDouble(), kFewDigits) << where;
  const Value& gaps = expected["silent_gaps"];
  ASSERT_THAT(herd.silences, SizeIs(gaps.Size())) << where;
  for (rapidjson::SizeType i = 0; i < gaps.Size(); ++i) {
    EXPECT_NEAR(herd.silences[i].first, gaps[i][0].GetDouble(), kTenDigits) << where;
    EXPECT_NEAR(herd.silences[i].second, gaps[i][1].GetDouble(), kTenDigits) << where;
  }
  // To the reference one that begins at once is none.
  if (expected["monotone_non_increasing_after_first_retry"].GetBool()) return;
  const Value& waves = expected["local_maxima"];
  ASSERT_THAT(herd.waves, SizeIs(waves.Size())) << where;
  for (rapidjson::SizeType i = 0; i < waves.Size(); ++i) {
    const double rate = waves[i]["rate"].GetDouble();
    EXPECT_NEAR(herd.waves[i].rate, rate, kFewDigits * rate) << where << " " << i;
  }
}

TEST(HerdTest, AgreesWithTheReference) {
  const rapidjson::Document reference = ReadJson(DataPath("simulator_reference.json"));
  int herds = 0;
  const Value& policies = reference["policies"];
  for (auto policy = policies.MemberBegin(); policy != policies.MemberEnd(); ++policy) {
    const Value& by_rule = policy->value["by_rule"];
    for (auto rule = by_rule.MemberBegin(); rule != by_rule.MemberEnd(); ++rule, ++herds) {
      ExpectHerd(rule->value["herd"], StartsIn(rule->value["schedule"]),
                 absl::StrCat(policy->name.GetString(), " ", rule->name.GetString()));
    }
  }
  const Value& seeds = reference["seeds"];
  for (auto seed = seeds.MemberBegin(); seed != seeds.MemberEnd(); ++seed, ++herds) {
    ExpectHerd(seed->value["herd"], StartsIn(seed->value["schedule"]), seed->name.GetString());
  }
  EXPECT_GE(herds, 14);
}

// The example of gRFC A6: 25 retries a second and client with the rule of 2024, 15.6 with that of
// 2017.
TEST(HerdTest, TheExampleOfA6) {
  const Herd new_rule = HerdOf(StartsOf({{0.08, 0.12}, {0.16, 0.24}, {0.32, 0.48}}), {}, {});
  EXPECT_NEAR(new_rule.peak, 25, 1e-9);
  EXPECT_NEAR(new_rule.time_of_peak, 0.08, 1e-9);
  EXPECT_THAT(new_rule.waves, SizeIs(3));
  const Herd old_rule = HerdOf(StartsOf({{0, 0.1}, {0, 0.2}, {0, 0.4}}), {}, {});
  EXPECT_NEAR(old_rule.peak, 15.625, 1e-7);
  EXPECT_THAT(old_rule.silences, IsEmpty());
}

// Five waves for the backoff of google-http-client, of 0.5 s times 1.5, give or take half of it.
TEST(HerdTest, FiveWaves) {
  const Algorithm& algorithm = *FindAlgorithm("google-http-client");
  Starts starts;
  for (Retry& retry : RetriesOf(algorithm, algorithm.defaults, {})) {
    starts.push_back(std::move(retry.start));
  }
  EXPECT_THAT(HerdOf(starts, {}, {}).waves, SizeIs(5));
}

// What is sent is what is sent: all bins together are the retries of a client.
TEST(HerdTest, BinsHoldEveryRetry) {
  const std::vector<Delay> delays = {{0.08, 0.12}, {0.16, 0.24}, {0.32, 0.48}};
  const auto sum = [](const Herd& herd) {
    return std::accumulate(herd.retries_per_bin.begin(), herd.retries_per_bin.end(), 0.0);
  };
  for (const double bin : {0.0, 0.001, 0.01, 0.3, 10.0, 1e-12}) {
    const Herd herd = HerdOf(StartsOf(delays), {}, {bin});
    EXPECT_NEAR(sum(herd), 3, 1e-9) << bin;
    EXPECT_LE(herd.retries_per_bin.size(), kMostBins) << bin;
  }
  EXPECT_NEAR(sum(HerdOf(StartsOf(delays), {.failure_probability = 0.5}, {})), 1.75, 1e-9);
  EXPECT_NEAR(sum(HerdOf(StartsOf(delays), {.deadline = 0.1}, {})), 0.5, 1e-9);
  EXPECT_NEAR(sum(HerdOf(StartsOf(delays, {0, 0.02}), {}, {})), 3, 1e-9);
}

TEST(HerdTest, WithoutJitterAllRetrySimultaneously) {
  const Herd herd = HerdOf(StartsOf({{0.1, 0.1}, {0.16, 0.24}}), {}, {});
  EXPECT_EQ(herd.peak, kNever);
  EXPECT_NEAR(herd.time_of_peak, 0.1, 1e-12);
}

// The density is the slope of the distribution.
TEST(HerdTest, DensitiesAreSlopes) {
  const std::vector<Delay> delays = {{0.08, 0.12}, {0.16, 0.24}, {0.32, 0.48}};
  for (const double mean : {0.0, 0.02}) {
    const StartTime start(delays, {0.001, mean});
    for (int step = 0; step < 40; ++step) {
      const double time = 0.5 + step * 0.013;
      constexpr double kStep = 1e-6;
      const double slope =
          (start.ProbabilityBefore(time + kStep) - start.ProbabilityBefore(time - kStep)) /
          (2 * kStep);
      EXPECT_THAT(start.Density(time), DoubleNear(slope, 1e-4)) << time;
    }
  }
}

TEST(HerdTest, NoClientRetries) {
  EXPECT_THAT(HerdOf({}, {}, {}).retries_per_bin, IsEmpty());
  EXPECT_THAT(HerdOf(StartsOf({{1, 2}}), {.deadline = 0}, {}).retries_per_bin, IsEmpty());
}

}  // namespace
}  // namespace grpcfg
