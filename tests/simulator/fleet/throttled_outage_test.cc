// A total outage of clients with tokens: beside clients that are followed one by one, and beside
// the outage without tokens.
#include "simulator/fleet/throttled_outage.h"

#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "simulator/fleet/throttle_limits.h"
#include "simulator/fleet/throttled_fleet.h"

namespace grpcfg {
namespace {

const std::vector<Delay>& ExampleOfA6() {
  static const auto* const kDelays =
      new std::vector<Delay>{{0.08, 0.12}, {0.16, 0.24}, {0.32, 0.48}};
  return *kDelays;
}

struct Row {
  Throttling throttling;
  double rate;
  double length;
  Scenario scenario = {};
  std::vector<Delay> delays = ExampleOfA6();
};

const std::vector<Row>& Rows() {
  static const auto* const kRows = new std::vector<Row>{
      {{10, 0.1}, 2, 3},
      {{10, 0.1}, 100, 0.3},
      {{3, 0.5}, 1, 2},
      {{2, 0.1}, 5, 1},
      {{100, 0.1}, 20, 2},
      {{20, 0.1}, 3, 1.5, {.deadline = 0.6}},
      {{20, 0.1}, 3, 1.5, {.deadline = 0.9, .latency = {0.15, 0}}},
      {{10, 0.1}, 3, 0.25, {.deadline = 0.5, .latency = {0.05, 0}}},
      {{10, 0.1}, 2, 2, {}, {{0.1, 0.1}, {0.2, 0.2}}},
      {{10, 0.1}, 2, 0.5, {}, {{0, 0.099, true}, {0, 0.199, true}}},
  };
  return *kRows;
}

ThrottledOutage OutageOf(const Row& row) {
  const double failures = LimitsOf(row.throttling, row.delays.size() + 1).failures_until_off;
  return {row.delays, row.length, row.scenario, {failures, row.rate}};
}

TEST(ThrottledOutageTest, TotalsAndLoadsAreThoseOfClientsOneByOne) {
  constexpr double kErrors = 5;
  constexpr int kParts = 50;
  for (const Row& row : Rows()) {
    SCOPED_TRACE(absl::StrCat(row.throttling.max_tokens, " tokens, ", row.rate, "/s"));
    const double step = row.length / 10;
    ThrottledFleetSetting setting = {.delays = row.delays,
                                     .scenario = row.scenario,
                                     .throttling = row.throttling,
                                     .outage = row.length,
                                     .call_rate = row.rate,
                                     .clients = 20'000,
                                     .seed = 3};
    for (int i = 0; i <= 20 + static_cast<int>(2 / step); ++i) {
      setting.bin_edges.push_back(i * step);
    }
    const ThrottledFleet fleet = FollowFleet(setting);
    const ThrottledOutage outage = OutageOf(row);
    const OutageTotals totals = outage.Totals();
    const double during = row.rate * (totals.attempts_during - row.length);
    const double rounding = 1e-6;
    EXPECT_NEAR(fleet.retries_during.Value(), during,
                kErrors * fleet.retries_during.Error() + rounding);
    EXPECT_NEAR(fleet.retries.Value(), during + row.rate * totals.retries_after,
                kErrors * fleet.retries.Error() + rounding);
    EXPECT_NEAR(fleet.calls_saved.Value(), row.rate * totals.calls_saved,
                kErrors * fleet.calls_saved.Error() + rounding);
    for (size_t i = 0; i + 1 < setting.bin_edges.size(); ++i) {
      double load = 0;
      for (int part = 0; part < kParts; ++part) {
        load += outage.LoadAt(setting.bin_edges[i] + step * (part + 0.5) / kParts) / kParts;
      }
      EXPECT_NEAR(fleet.attempts_per_bin[i], row.rate * step * load,
                  kErrors * fleet.errors_per_bin[i] + 1e-3 * row.rate * step)
          << i;
    }
  }
}

TEST(ThrottledOutageTest, ManyTokensThrottleNothing) {
  for (const Scenario& scenario : {Scenario{}, Scenario{.deadline = 0.6, .latency = {0.05, 0}}}) {
    const ThrottledOutage throttled(ExampleOfA6(), 2, scenario, {500, 0.5});
    const Outage plain(ExampleOfA6(), 2, scenario);
    const OutageTotals actual = throttled.Totals();
    const OutageTotals expected = plain.Totals();
    for (size_t n = 0; n < expected.attempts_by_number.size(); ++n) {
      EXPECT_NEAR(actual.attempts_by_number[n], expected.attempts_by_number[n], 1e-9) << n;
    }
    EXPECT_NEAR(actual.retries_after, expected.retries_after, 1e-9);
    EXPECT_NEAR(actual.calls_saved, expected.calls_saved, 1e-9);
    EXPECT_NEAR(actual.calls_failed, expected.calls_failed, 1e-9);
    for (const double time : {0.05, 0.1, 0.3, 0.7, 1.9, 2.05, 2.3}) {
      EXPECT_NEAR(throttled.LoadAt(time), plain.LoadAt(time), 1e-9) << time;
    }
  }
}

// However many calls there are, a client sends as many retries as it has failures before the last
// that it may have; and where calls are rare, each of them sends all.
TEST(ThrottledOutageTest, BusyAndQuietClients) {
  for (const double rate : {900.0, 1e6}) {
    const ThrottledOutage busy(ExampleOfA6(), 30, {}, {5, rate});
    EXPECT_NEAR(rate * (busy.Totals().attempts_during - 30), 4, 0.01) << rate;
    EXPECT_NEAR(busy.HighestLoad().value, 1 + 4 / 0.04 / rate, 0.01 * 4 / 0.04 / rate) << rate;
  }
  const ThrottledOutage quiet(ExampleOfA6(), 30, {}, {5, 1e-6});
  EXPECT_NEAR(quiet.HighestLoad().value, 4, 1e-3);
}

}  // namespace
}  // namespace grpcfg
