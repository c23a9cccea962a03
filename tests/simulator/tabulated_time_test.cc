// Tables of what is known in closed form.
#include "simulator/schedule/tabulated_time.h"

#include <algorithm>
#include <vector>

#include "gtest/gtest.h"
#include "simulator/schedule/start_time.h"

namespace grpcfg {
namespace {

const std::vector<Delay>& Delays() {
  static const auto* const kDelays = new std::vector<Delay>{{1, 2}, {0.5, 3}};
  return *kDelays;
}

TEST(TabulatedTimeTest, PiecesOfPolynomialsAreExact) {
  const StartTime expected(Delays(), {});
  const auto below = [&](double time) { return expected.ProbabilityBefore(time); };
  const TabulatedTime table(below, {1.5, 2.5, 4, 5}, {});
  for (const double time : {1.0, 1.5, 1.6, 2.5, 3.3, 4.0, 4.7, 5.0, 6.0}) {
    EXPECT_NEAR(table.ProbabilityBefore(time), expected.ProbabilityBefore(time), 1e-14) << time;
  }
  for (const double share : {0.001, 0.01, 0.3, 0.5, 0.99}) {
    EXPECT_NEAR(table.Quantile(share), expected.Quantile(share), 1e-12) << share;
  }
  EXPECT_EQ(table.min(), 1.5);
  EXPECT_EQ(table.max(), 5);
  EXPECT_NEAR(table.mean(), expected.mean(), 1e-14);
  EXPECT_NEAR(table.StandardDeviation(), expected.StandardDeviation(), 1e-14);
}

// The sums of the least or the largest of each delay: between them the distribution is a
// polynomial.
std::vector<double> EndsOf(const std::vector<Delay>& delays) {
  std::vector<double> ends = {0};
  for (const Delay& delay : delays) {
    const std::vector<double> before = ends;
    ends.clear();
    for (const double end : before) {
      ends.push_back(end + delay.low);
      ends.push_back(end + delay.high);
    }
  }
  std::sort(ends.begin(), ends.end());
  const auto is_same = [](double one, double other) { return other - one < 1e-9; };
  ends.erase(std::unique(ends.begin(), ends.end(), is_same), ends.end());
  return ends;
}

TEST(TabulatedTimeTest, ExponentialsAgainstTheClosedForm) {
  constexpr int kTimes = 40;
  const std::vector<Delay> rows[] = {
      Delays(),
      {{0.08, 0.12}, {0.16, 0.24}, {0.32, 0.48}, {0.64, 0.96}},
      {{0, 1}, {0, 1.3}, {0, 1.69}, {0, 2.197}},
      {{0, 0.001}, {0, 0.01}, {0, 0.1}, {0, 1}},
      {{0.8, 1.2}, {0, 0.0004}, {4, 6}},
  };
  for (const std::vector<Delay>& delays : rows) {
    const StartTime plain(delays, {});
    const std::vector<double> ends = EndsOf(delays);
    const auto below = [&](double time) { return plain.ProbabilityBefore(time); };
    for (const double mean : {0.001, 0.02, 0.3, 5.0, 100.0}) {
      const StartTime expected(delays, {0, mean});
      const TabulatedTime table(below, ends, {0, {delays.size(), mean}});
      for (int i = 0; i < kTimes; ++i) {
        const double share = (i + 0.3) / kTimes;
        const double time = plain.min() + (plain.max() + 3 * mean) * share * share;
        EXPECT_NEAR(table.ProbabilityBefore(time), expected.ProbabilityBefore(time), 1e-11)
            << delays.size() << " delays, " << mean << " " << time;
      }
      EXPECT_NEAR(table.Quantile(0.9), expected.Quantile(0.9), 1e-8 * std::max(1.0, mean));
      EXPECT_NEAR(table.mean(), expected.mean(), 1e-11);
      EXPECT_NEAR(table.StandardDeviation(), expected.StandardDeviation(), 1e-11);
    }
  }
}

// Half of it is uniform on [0, 1), the rest is 1.
TEST(TabulatedTimeTest, AJumpAtTheEnd) {
  const TabulatedTime table([](double time) { return time / 2; }, {0, 1}, {});
  EXPECT_NEAR(table.ProbabilityBefore(0.5), 0.25, 1e-15);
  EXPECT_NEAR(table.ProbabilityBefore(1), 0.5, 1e-15);
  EXPECT_EQ(table.ProbabilityBefore(1.001), 1);
  EXPECT_NEAR(table.Quantile(0.4), 0.8, 1e-12);
  EXPECT_EQ(table.Quantile(0.6), 1);
  EXPECT_NEAR(table.mean(), 0.75, 1e-14);
}

// Delays that are lost in the rounding of the start.
TEST(TabulatedTimeTest, ALatencyFarAboveTheDelays) {
  constexpr double kLatency = 1e10;
  constexpr double kLongest = 2e-9;
  const TabulatedTime table([](double time) { return time / kLongest; }, {0, kLongest},
                            {kLatency, {}});
  EXPECT_NEAR(table.mean_of_delays(), kLongest / 2, 1e-20);
  EXPECT_EQ(table.mean(), kLatency);
  EXPECT_EQ(table.Quantile(0.5), kLatency);
  EXPECT_EQ(table.ProbabilityBefore(kLatency), 0);
  EXPECT_EQ(table.ProbabilityBefore(kLatency + 1), 1);
}

}  // namespace
}  // namespace grpcfg
