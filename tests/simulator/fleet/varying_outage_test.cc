// An outage whose share of failures changes, beside the closed forms of one that does not and
// beside clients that are followed one by one.
#include "simulator/fleet/varying_outage.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gtest/gtest.h"
#include "simulator/fleet/throttled_fleet.h"

namespace grpcfg {
namespace {

constexpr double kStepError = 1e-3;

const std::vector<Delay>& FiveAttempts() {
  static const auto* const kDelays =
      new std::vector<Delay>{{0.4, 0.6}, {0.8, 1.2}, {1.6, 2.4}, {3.2, 4.8}};
  return *kDelays;
}

FailureCurve Constant(double probability, double length) {
  return FailureCurve({{0, probability}, {length, probability}});
}

// Of the number itself, and of as little of what it is a part of.
void ExpectNear(double stepped, double exact, double error, const char* what) {
  constexpr double kOfTheWhole = 1e-6;
  EXPECT_NEAR(stepped, exact, error * std::abs(exact) + kOfTheWhole) << what;
}

void ExpectSame(const SynchronizedOutage& stepped, const SynchronizedOutage& exact, double error) {
  ASSERT_EQ(stepped.success_by_retry.size(), exact.success_by_retry.size());
  for (size_t i = 0; i < exact.success_by_retry.size(); ++i) {
    EXPECT_NEAR(stepped.success_by_retry[i], exact.success_by_retry[i], 5 * error) << i;
  }
  EXPECT_NEAR(stepped.exhausted, exact.exhausted, 5 * error);
  EXPECT_NEAR(stepped.expected_attempts, exact.expected_attempts, 5 * error);
  ASSERT_EQ(stepped.mean_wait.has_value(), exact.mean_wait.has_value());
  if (!exact.mean_wait) return;
  EXPECT_NEAR(*stepped.mean_wait, *exact.mean_wait, 20 * error * *exact.mean_wait);
}

void ExpectSame(const OutageTotals& stepped, const OutageTotals& exact, double error) {
  ASSERT_EQ(stepped.attempts_by_number.size(), exact.attempts_by_number.size());
  for (size_t i = 0; i < exact.attempts_by_number.size(); ++i) {
    ExpectNear(stepped.attempts_by_number[i], exact.attempts_by_number[i], error, "attempts");
  }
  ExpectNear(stepped.attempts_during, exact.attempts_during, error, "during");
  ExpectNear(stepped.retries_after, exact.retries_after, error, "after");
  ExpectNear(stepped.calls_saved, exact.calls_saved, error, "saved");
  ExpectNear(stepped.calls_failed, exact.calls_failed, error, "failed");
}

struct Case {
  double probability;
  double length;
  Scenario scenario;
};

void ExpectAsClosedForms(const std::vector<Delay>& delays, const Case& each, double error) {
  SCOPED_TRACE(each.length);
  Scenario scenario = each.scenario;
  const VaryingOutage stepped = FollowOutage(delays, Constant(each.probability, each.length),
                                             scenario, {.step = 1, .count = 2});
  scenario.failure_probability = each.probability;
  const Outage exact(delays, each.length, scenario);
  ExpectSame(stepped.totals, exact.Totals(), error);
  ExpectSame(stepped.synchronized, exact.Synchronized(), error);
}

TEST(VaryingOutageTest, AConstantShareIsAsTheClosedForms) {
  const Case cases[] = {
      {1, 10, {}},
      {0.5, 10, {}},
      {1, 10, {.deadline = 3}},
      {0.7, 2, {.deadline = 3}},
      {1, 0.1, {}},
      {1, 5, {.latency = {0.1, 0}}},
      {0.9, 5, {.latency = {0, 0.05}}},
      {0.8, 5, {.deadline = 4, .latency = {0.3, 0}}},
      {0.8, 5, {.deadline = 4, .latency = {0, 0.4}}},
      {1, 500, {.deadline = 2}},
      {1, 3600, {}},
      {1, 10, {.deadline = 0}},
  };
  for (const Case& each : cases) ExpectAsClosedForms(FiveAttempts(), each, kStepError);
}

TEST(VaryingOutageTest, DelaysOfDifferentOrders) {
  const std::vector<Delay> by_ten = {{0.008, 0.012}, {0.08, 0.12}, {0.8, 1.2}, {8, 12}};
  const std::vector<Delay> by_hundred = {{8e-4, 1.2e-3}, {0.08, 0.12}, {8, 12}, {800, 1200}};
  for (const double length : {1.0, 5.0, 60.0}) {
    for (const double probability : {0.5, 1.0}) {
      ExpectAsClosedForms(by_ten, {probability, length, {}}, 3 * kStepError);
      ExpectAsClosedForms(by_hundred, {probability, length, {}}, 3 * kStepError);
    }
  }
}

TEST(VaryingOutageTest, LoadsAreThoseOfTheClosedForms) {
  const LoadTimes times = {.step = 0.1, .count = 150};
  for (const Scenario& scenario : {Scenario{}, Scenario{.deadline = 3}}) {
    const VaryingOutage stepped = FollowOutage(FiveAttempts(), Constant(1, 10), scenario, times);
    const Outage exact(FiveAttempts(), 10, scenario);
    ASSERT_EQ(stepped.loads.size(), times.count);
    for (size_t i = 1; i < times.count; ++i) {
      const double time = static_cast<double>(i) * times.step;
      const double from = std::min(exact.LoadAt(time - 0.05), exact.LoadAt(time + 0.05));
      const double to = std::max(exact.LoadAt(time - 0.05), exact.LoadAt(time + 0.05));
      EXPECT_GE(stepped.loads[i], from - 0.01) << time;
      EXPECT_LE(stepped.loads[i], to + 0.01) << time;
    }
  }
}

TEST(VaryingOutageTest, WholeMillisecondsAndPointsOfTime) {
  constexpr double kError = 3e-3;
  ExpectAsClosedForms({{0.4, 0.6, true}, {0.8, 1.2, true}}, {1, 10, {}}, kError);
  ExpectAsClosedForms({{0.5, 0.5}, {1, 1}}, {1, 10, {}}, kError);
}

// Clients with more tokens than they can use, of which each call is followed.
void ExpectAsFollowed(const FailureCurve& failures, const Scenario& scenario) {
  const double end = failures.end();
  const ThrottledFleetSetting setting = {.delays = FiveAttempts(),
                                         .scenario = scenario,
                                         .throttling = {1000, 1000},
                                         .outage = end,
                                         .failures = failures,
                                         .call_rate = 1,
                                         .bin_edges = {0, end / 2, end, 2 * end},
                                         .clients = 20'000,
                                         .seed = 3};
  const ThrottledFleet fleet = FollowFleet(setting);
  const VaryingOutage stepped =
      FollowOutage(FiveAttempts(), failures, scenario, {.step = end / 500, .count = 1001});
  constexpr double kErrors = 5;
  const double during = fleet.attempts_per_bin[0] + fleet.attempts_per_bin[1];
  const double error = std::hypot(fleet.errors_per_bin[0], fleet.errors_per_bin[1]);
  EXPECT_NEAR(stepped.totals.attempts_during, during, kErrors * error);
  EXPECT_NEAR(end + stepped.totals.retries_after, fleet.attempts_per_bin[2],
              kErrors * fleet.errors_per_bin[2]);
  double first_half = 0;
  for (size_t i = 0; i < 250; ++i) first_half += stepped.loads[i] * end / 500;
  first_half += (stepped.loads[250] - stepped.loads[0]) * end / 1000;
  EXPECT_NEAR(first_half, fleet.attempts_per_bin[0], kErrors * fleet.errors_per_bin[0]);
}

TEST(VaryingOutageTest, IsWhatFollowedClientsDo) {
  const FailureCurve recovers({{0, 1}, {4, 1}, {12, 0}});
  const FailureCurve jumps({{0, 0.2}, {3, 0.2}, {3, 0.9}, {8, 0.4}, {8, 0}, {10, 0}, {14, 1}});
  for (const FailureCurve& failures : {recovers, jumps}) {
    ExpectAsFollowed(failures, {});
    ExpectAsFollowed(failures, {.deadline = 4});
    ExpectAsFollowed(failures, {.deadline = 6, .latency = {0.05, 0}});
    ExpectAsFollowed(failures, {.latency = {0, 0.1}});
  }
}

TEST(FailureCurveTest, IsStraightBetweenItsPoints) {
  const FailureCurve curve({{0, 1}, {2, 0.5}, {2, 0}, {4, 1}});
  EXPECT_EQ(curve.At(-1), 0);
  EXPECT_EQ(curve.At(0), 1);
  EXPECT_EQ(curve.At(1), 0.75);
  EXPECT_EQ(curve.At(2), 0);
  EXPECT_EQ(curve.At(3), 0.5);
  EXPECT_EQ(curve.At(4), 0);
  EXPECT_EQ(curve.IntegralTo(1), 0.875);
  EXPECT_EQ(curve.IntegralTo(3), 1.75);
  EXPECT_EQ(curve.IntegralTo(9), 2.5);
  EXPECT_EQ(curve.Means(1, {0, 1, 2, 3, 5}), (std::vector<double>{0.625, 0.25, 0.75, 0}));
}

}  // namespace
}  // namespace grpcfg
