// The algorithms of the literature, and what the literature says of them.
#include "simulator/schedule/algorithms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "schema/clients/profile.h"
#include "schema/clients/profile_at.h"
#include "simulator/schedule/gamma_sum.h"
#include "simulator/schedule/start_time.h"

namespace grpcfg {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

constexpr double kForever = std::numeric_limits<double>::infinity();

const Algorithm& Named(absl::string_view name) { return *FindAlgorithm(name); }

std::vector<Retry> RetriesOf(absl::string_view name, const Latency& latency = {}) {
  return RetriesOf(Named(name), Named(name).defaults, latency);
}

Schedule Alone(absl::string_view name, const Scenario& scenario = {}) {
  return ScheduleOf(Named(name), Named(name).defaults, scenario);
}

std::vector<double> MeansOf(const Schedule& schedule) {
  std::vector<double> means;
  for (const AttemptSchedule& attempt : schedule.attempts) means.push_back(attempt.mean);
  return means;
}

auto Near(const std::vector<double>& values) { return Pointwise(DoubleNear(1e-9), values); }

// The retries in each slot of a second, per call.
std::vector<double> TotalsPerSlot(absl::string_view name, int slots) {
  std::vector<double> totals(static_cast<size_t>(slots));
  for (const Retry& retry : RetriesOf(name)) {
    for (int slot = 0; slot < slots; ++slot) {
      totals[static_cast<size_t>(slot)] +=
          retry.start->ProbabilityBefore(slot + 0.5) - retry.start->ProbabilityBefore(slot - 0.5);
    }
  }
  return totals;
}

std::vector<size_t> Rises(const std::vector<double>& rates) {
  constexpr double kRounding = 1e-14;
  std::vector<size_t> rises;
  for (size_t i = 2; i < rates.size(); ++i) {
    if (rates[i] > rates[i - 1] + kRounding) rises.push_back(i);
  }
  return rises;
}

TEST(AlgorithmsTest, NamesAreKebabCaseAndFound) {
  for (const Algorithm& algorithm : Algorithms()) {
    EXPECT_EQ(FindAlgorithm(algorithm.name), &algorithm);
    EXPECT_TRUE(std::all_of(algorithm.name.begin(), algorithm.name.end(),
                            [](char c) { return absl::ascii_islower(c) || c == '-'; }));
    EXPECT_FALSE(algorithm.summary.empty());
    EXPECT_FALSE(algorithm.source.empty());
    EXPECT_NE(algorithm.delay == nullptr, algorithm.retries == nullptr) << algorithm.name;
    EXPECT_LE(algorithm.defaults.attempts, algorithm.most_attempts) << algorithm.name;
  }
  EXPECT_EQ(FindAlgorithm("fibonacci"), nullptr);
}

TEST(AlgorithmsTest, EachReportsAllItsAttempts) {
  for (const Algorithm& algorithm : Algorithms()) {
    Backoff backoff = algorithm.defaults;
    EXPECT_EQ(ScheduleOf(algorithm, backoff, {}).attempts.size(), backoff.attempts);
    backoff.attempts = 3;
    EXPECT_EQ(ScheduleOf(algorithm, backoff, {}).attempts.size(), 3U) << algorithm.name;
    backoff.attempts = 1000;
    EXPECT_EQ(RetriesOf(algorithm, backoff, {}).size() + 1, algorithm.most_attempts);
    backoff.attempts = 0;
    EXPECT_TRUE(RetriesOf(algorithm, backoff, {}).empty()) << algorithm.name;
  }
}

TEST(AlgorithmsTest, SchedulesAreInOrder) {
  for (const Algorithm& algorithm : Algorithms()) {
    for (const Latency latency : {Latency{}, Latency{0.02, 0}, Latency{0.01, 0.3}}) {
      double mean_before = 0;
      for (const AttemptSchedule& each :
           ScheduleOf(algorithm, algorithm.defaults, {.latency = latency}).attempts) {
        EXPECT_TRUE(std::is_sorted(each.percentiles.begin(), each.percentiles.end()));
        EXPECT_LE(each.min, each.percentiles.front());
        EXPECT_GE(each.max, each.percentiles.back());
        EXPECT_EQ(each.reached_by_deadline, 1) << algorithm.name;
        EXPECT_GE(each.delay.mean, each.delay.min);
        EXPECT_LE(each.delay.mean, each.delay.max);
        const double of_latency = each.mean > 0 ? latency.fixed + latency.exponential_mean : 0;
        EXPECT_NEAR(each.mean, mean_before + each.delay.mean + of_latency, 1e-9) << algorithm.name;
        mean_before = each.mean;
      }
    }
  }
}

// What a latency adds to the schedule of an instant failure.
TEST(AlgorithmsTest, LatencyShiftsAndSpreads) {
  for (const Algorithm& algorithm : Algorithms()) {
    const Schedule instant = ScheduleOf(algorithm, algorithm.defaults, {});
    const Schedule fixed = ScheduleOf(algorithm, algorithm.defaults, {.latency = {0.02, 0}});
    const Schedule drawn = ScheduleOf(algorithm, algorithm.defaults, {.latency = {0, 0.02}});
    for (size_t n = 1; n < instant.attempts.size(); ++n) {
      const double later = 0.02 * static_cast<double>(n);
      EXPECT_NEAR(fixed.attempts[n].percentiles[4], instant.attempts[n].percentiles[4] + later,
                  1e-9)
          << algorithm.name;
      EXPECT_NEAR(drawn.attempts[n].mean, instant.attempts[n].mean + later, 1e-9);
      EXPECT_NEAR(drawn.attempts[n].standard_deviation,
                  std::hypot(instant.attempts[n].standard_deviation, 0.02 * std::sqrt(n)), 1e-9);
      EXPECT_EQ(drawn.attempts[n].max, kForever);
    }
  }
}

TEST(AlgorithmsTest, TheTableOfMilliseconds) {
  const Schedule schedule = Alone("ms-table");
  ASSERT_EQ(schedule.attempts.size(), 10U);
  EXPECT_EQ(schedule.attempts[0].max, 0);
  const AttemptSchedule& second = schedule.attempts[1];
  EXPECT_EQ(second.min, 0.005);
  EXPECT_NEAR(second.max, 0.014, 1e-15);
  EXPECT_NEAR(second.delay.mean, 0.0095, 1e-15);
  const AttemptSchedule& tenth = schedule.attempts[9];
  EXPECT_NEAR(tenth.mean, 12.2155, 1e-12);
  EXPECT_NEAR(tenth.standard_deviation, std::sqrt(43520191.0 / 12) / 1000, 1e-12);
  EXPECT_NEAR(tenth.standard_deviation, 1.904385, 5e-7);
  EXPECT_NEAR(tenth.min, 6.110, 1e-12);
  EXPECT_NEAR(tenth.max, 18.321, 1e-12);
}

// Exact rationals by counting: two delays of 5 to 14 ms, and one of 50 to 149 ms.
TEST(AlgorithmsTest, TheTableOfMillisecondsCounted) {
  int below = 0;
  for (int first = 5; first < 15; ++first) {
    for (int second = 5; second < 15; ++second) {
      for (int third = 50; third < 150; ++third) below += first + second + third < 100 ? 1 : 0;
    }
  }
  EXPECT_NEAR(RetriesOf("ms-table")[2].start->ProbabilityBefore(0.1), below / 1e4, 1e-14);
  const Schedule schedule = Alone("ms-table", {.deadline = 0.1});
  EXPECT_NEAR(schedule.attempts[3].reached_by_deadline, below / 1e4, 1e-14);
}

// The document says "after about 32 seconds"; that is the least, and a second more.
TEST(AlgorithmsTest, ExponentialPlusSecond) {
  const Schedule schedule = Alone("exponential-plus-second", {.deadline = 34});
  ASSERT_EQ(schedule.attempts.size(), 6U);
  const AttemptSchedule& last = schedule.attempts.back();
  EXPECT_NEAR(last.min, 31, 1e-12);
  EXPECT_NEAR(last.max, 36, 1e-12);
  EXPECT_NEAR(last.mean, 33.5, 1e-12);
  EXPECT_NEAR(last.standard_deviation, std::sqrt(5.0 / 12), 1e-12);
  EXPECT_NEAR(last.reached_by_deadline, 0.775, 1e-12);
  EXPECT_NEAR(RetriesOf("exponential-plus-second")[4].start->ProbabilityBefore(32), 1.0 / 120,
              1e-14);
}

TEST(AlgorithmsTest, EthernetPerSlot) {
  const std::vector<double> totals = TotalsPerSlot("ethernet", 64);
  const std::vector<double> expected = {0.5, 0.625, 0.265625, 0.297852, 0.332062, 0.243317};
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(totals[i + 1], expected[i], 5e-7);
  EXPECT_EQ(totals[0], 0);
  EXPECT_THAT(MeansOf(Alone("ethernet")), Near({0, 1.5, 4, 8.5, 17, 33.5}));
}

TEST(AlgorithmsTest, NonOverlappingPerSlot) {
  const std::vector<double> totals = TotalsPerSlot("non-overlapping", 64);
  EXPECT_EQ(totals[0], 0);
  EXPECT_NEAR(totals[63], 0, 1e-14);
  for (size_t slot = 1; slot < 63; ++slot) {
    EXPECT_NEAR(totals[slot], std::exp2(-std::floor(std::log2(slot + 1))), 1e-14) << slot;
  }
  const Schedule schedule = Alone("non-overlapping");
  EXPECT_THAT(MeansOf(schedule), Near({0, 1.5, 4.5, 10.5, 22.5, 46.5}));
  EXPECT_EQ(schedule.attempts[2].delay.min, 1);
  EXPECT_EQ(schedule.attempts[2].delay.max, 5);
  EXPECT_EQ(schedule.attempts[2].delay.mean, 3);
}

// arbitrary.name: the modified backoff is the one whose rate of retries never rises.
TEST(AlgorithmsTest, OnlyTheRateOfTheModifiedBackoffNeverRises) {
  EXPECT_THAT(Rises(TotalsPerSlot("non-overlapping", 64)), ElementsAre());
  EXPECT_THAT(Rises(TotalsPerSlot("ethernet", 64)),
              ElementsAre(2, 4, 5, 8, 9, 10, 16, 17, 18, 19, 20));
}

// The density of all retries at a time, of an algorithm of independent uniform delays.
double Rate(absl::string_view name, double time) {
  std::vector<double> widths;
  double min = 0;
  double rate = 0;
  for (const Retry& retry : RetriesOf(name)) {
    widths.push_back(retry.delay.max - retry.delay.min);
    min += retry.delay.min;
    rate += BoxSpline(widths, time - min);
  }
  return rate;
}

// The same place: five waves, the first at the end of the first retry's window.
TEST(AlgorithmsTest, TheRateOfGoogleHttpClientRisesFiveTimes) {
  EXPECT_NEAR(Rate("google-http-client", 0.75 - 1e-9), 2.33333333, 1e-7);
  struct Wave {
    double time;
    double rate;
  };
  constexpr Wave kWaves[] = {
      {1.3748, 1.37491}, {2.3945, 0.8899495}, {4.111, 0.5823702}, {6.5936, 0.3794021}};
  for (const Wave& wave : kWaves) {
    EXPECT_NEAR(Rate("google-http-client", wave.time), wave.rate, 1e-5);
    EXPECT_LT(Rate("google-http-client", wave.time * 0.9), wave.rate - 1e-3);
    EXPECT_LT(Rate("google-http-client", wave.time * 1.1), wave.rate - 1e-3);
  }
}

TEST(AlgorithmsTest, OnlyTheJittersOfAwsTakeThePolicy) {
  const Backoff policy = {.attempts = 4, .initial = 0.1, .max = 0.3, .multiplier = 2};
  const Algorithm& full = Named("full-jitter");
  EXPECT_EQ(NumbersBeside(full, policy).initial, 0.1);
  EXPECT_EQ(NumbersBeside(Named("google-http-client"), policy).initial, 0.5);
  const std::vector<Retry> retries = RetriesOf(full, NumbersBeside(full, policy), {});
  ASSERT_EQ(retries.size(), 3U);
  EXPECT_NEAR(retries[1].delay.max, 0.2, 1e-15);
  EXPECT_NEAR(retries[2].delay.max, 0.3, 1e-15);
  const std::vector<Retry> equal = RetriesOf(Named("equal-jitter"), policy, {});
  EXPECT_NEAR(equal[1].delay.min, 0.1, 1e-15);
  EXPECT_NEAR(equal[1].delay.max, 0.2, 1e-15);
}

// gRFC A6 before 2024 is full jitter, where the first delay is not above the cap.
TEST(AlgorithmsTest, FullJitterIsA6Of2017) {
  const Backoff policy = {.attempts = 5, .initial = 1, .max = 2, .multiplier = 1.3};
  CallReading client = ProfileAt(SpecProfile()).calls;
  client.jitter = kJitterOf2017;
  const Scenario scenario = {.deadline = 4, .latency = {0, 0.1}};
  const Schedule expected = ScheduleOf(DelaysOf(policy, client), scenario);
  const Schedule actual = ScheduleOf(Named("full-jitter"), policy, scenario);
  ASSERT_EQ(actual.attempts.size(), expected.attempts.size());
  for (size_t i = 0; i < actual.attempts.size(); ++i) {
    EXPECT_THAT(actual.attempts[i].percentiles,
                Pointwise(DoubleNear(1e-12), expected.attempts[i].percentiles));
    EXPECT_NEAR(actual.attempts[i].reached_by_deadline, expected.attempts[i].reached_by_deadline,
                1e-12);
  }
}

// In seconds: a base of 0.1 s and a cap of 1 s, so that the third delay is the first to be capped.
TEST(AlgorithmsTest, DecorrelatedJitterInSeconds) {
  const Backoff policy = {.attempts = 4, .initial = 0.1, .max = 1, .multiplier = 2};
  const Schedule schedule = ScheduleOf(Named("decorrelated-jitter"), policy, {.deadline = 0.4});
  EXPECT_NEAR(schedule.attempts[1].delay.max, 0.3, 1e-12);
  EXPECT_NEAR(schedule.attempts[2].delay.max, 0.9, 1e-12);
  EXPECT_NEAR(schedule.attempts[3].delay.max, 1, 1e-12);
  EXPECT_NEAR(schedule.attempts[1].mean, 0.2, 1e-12);
  EXPECT_NEAR(schedule.attempts[2].mean, 0.55, 1e-8);
  EXPECT_NEAR(schedule.attempts[2].delay.mean, 0.35, 1e-8);
  EXPECT_NEAR(schedule.attempts[2].reached_by_deadline, (8.0 / 9 * std::log(4) - 2.0 / 3) / 2,
              1e-7);
  EXPECT_NEAR(schedule.attempts[3].max, 2.2, 1e-12);
}

TEST(AlgorithmsTest, DecorrelatedJitterOfNanosecondsAfterWeeks) {
  constexpr double kWeeks = 1.8e6;
  constexpr double kBase = 1e-9;
  const Backoff policy = {.attempts = 4, .initial = kBase, .max = 1};
  const Schedule schedule =
      ScheduleOf(Named("decorrelated-jitter"), policy, {.latency = {kWeeks, 0}});
  ASSERT_EQ(schedule.attempts.size(), 4U);
  const std::array<double, 4> means = {0, 2, 3.5, 5.75};  // half of 1 and 3 times the last
  for (size_t n = 1; n < means.size(); ++n) {
    EXPECT_NEAR(schedule.attempts[n].delay.mean, kBase * means[n], 1e-6 * kBase) << n;
    EXPECT_NEAR(schedule.attempts[n].mean, static_cast<double>(n) * kWeeks, 1e-6) << n;
  }
}

TEST(AlgorithmsTest, DecorrelatedJitterAtItsCapHasNone) {
  const Backoff policy = {.attempts = 3, .initial = 2, .max = 1, .multiplier = 2};
  const Schedule schedule = ScheduleOf(Named("decorrelated-jitter"), policy, {.deadline = 1.5});
  EXPECT_THAT(MeansOf(schedule), Near({0, 1, 2}));
  EXPECT_EQ(schedule.attempts[1].reached_by_deadline, 1);
  EXPECT_EQ(schedule.attempts[2].reached_by_deadline, 0);
}

// What is drawn has the distributions that are computed.
TEST(AlgorithmsTest, DrawsAreThoseOfTheDistributions) {
  constexpr int kCalls = 100'000;
  constexpr double kErrors = 5;
  int drawn = 0;
  for (const Algorithm& algorithm : Algorithms()) {
    if (algorithm.draw == nullptr) continue;
    ++drawn;
    const Backoff& numbers = algorithm.defaults;
    const std::vector<Retry> retries = RetriesOf(algorithm, numbers, {});
    std::vector<double> means(retries.size());
    std::vector<double> early(retries.size());
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (int call = 0; call < kCalls; ++call) {
      double time = 0;
      double state = 0;
      for (size_t n = 0; n < retries.size(); ++n) {
        time += algorithm.draw(numbers, n, uniform(random), state);
        means[n] += time / kCalls;
        if (time < retries[n].start->mean()) early[n] += 1.0 / kCalls;
      }
    }
    for (size_t n = 0; n < retries.size(); ++n) {
      const RandomTime& start = *retries[n].start;
      EXPECT_NEAR(means[n], start.mean(), kErrors * start.StandardDeviation() / std::sqrt(kCalls))
          << algorithm.name << n;
      EXPECT_NEAR(early[n], start.ProbabilityBefore(start.mean()),
                  kErrors * 0.5 / std::sqrt(kCalls))
          << algorithm.name << n;
    }
  }
  EXPECT_EQ(drawn, 3);
}

}  // namespace
}  // namespace grpcfg
