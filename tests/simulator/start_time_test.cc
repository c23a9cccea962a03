// Start times against a second engine, and against what the literature says of them.
#include "simulator/schedule/start_time.h"

#include <cmath>
#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "tests/simulator/grid_sum.h"

namespace grpcfg {
namespace {

struct Row {
  absl::string_view what;
  std::vector<Delay> delays;
  Latency latency = {};
  double end = 0;  // of the grid
};

const std::vector<Row>& Rows() {
  static const auto* const kRows = new std::vector<Row>{
      {"the example of gRFC A6", {{0.08, 0.12}, {0.16, 0.24}, {0.32, 0.48}}, {}, 1},
      {"full jitter", {{0, 1}, {0, 1.3}, {0, 1.69}, {0, 2.197}}, {}, 7},
      {"a first delay without jitter", {{0.1, 0.1}, {0.16, 0.24}}, {}, 0.5},
      {"one narrow among wide ones", {{0.8, 1.2}, {2, 2.0004}, {4, 6}}, {}, 10},
      {"constant latency", {{0.08, 0.12}, {0.16, 0.24}}, {0.02, 0}, 0.6},
      {"exponential latency", {{0.08, 0.12}, {0.16, 0.24}, {0.32, 0.48}}, {0, 0.05}, 3},
      {"exponential latency beside narrow delays", {{0.08, 0.12}, {0.09, 0.1}}, {0.01, 0.5}, 20},
  };
  return *kRows;
}

TEST(StartTimeTest, TwoEnginesAgree) {
  constexpr size_t kCells = 200000;
  constexpr int kTimes = 50;
  for (const Row& row : Rows()) {
    const StartTime start(row.delays, row.latency);
    GridSum grid(row.end, kCells);
    for (const Delay& delay : row.delays) {
      grid.Add({delay.low + row.latency.fixed, delay.high + row.latency.fixed});
    }
    for (size_t i = 0; i < row.delays.size() && row.latency.exponential_mean > 0; ++i) {
      grid.AddExponential(row.latency.exponential_mean);
    }
    for (int i = 1; i < kTimes; ++i) {
      const double time = row.end * i / kTimes + row.end * 1e-4;
      EXPECT_NEAR(start.ProbabilityBefore(time), grid.Below(time), 1e-6) << row.what << " " << time;
    }
  }
}

TEST(StartTimeTest, QuantilesAreTheInverse) {
  for (const Row& row : Rows()) {
    const StartTime start(row.delays, row.latency);
    for (const double share : {1e-6, 0.001, 0.01, 0.5, 0.99, 0.999}) {
      EXPECT_NEAR(start.ProbabilityBefore(start.Quantile(share)), share, 1e-12) << row.what;
    }
  }
}

TEST(StartTimeTest, NothingIsBeforeTheLeastAndAllBeforeTheMost) {
  for (const Row& row : Rows()) {
    const StartTime start(row.delays, row.latency);
    EXPECT_EQ(start.ProbabilityBefore(start.min()), 0) << row.what;
    EXPECT_NEAR(start.ProbabilityBefore(row.end), 1, 1e-12) << row.what;
    EXPECT_LE(start.mean(), row.end) << row.what;
  }
}

TEST(StartTimeTest, ADelayWithoutJitterIsOneTime) {
  const StartTime start({{0.1, 0.1}, {0.25, 0.25}}, {});
  EXPECT_EQ(start.ProbabilityBefore(0.35), 0);
  EXPECT_EQ(start.ProbabilityBefore(0.3501), 1);
  EXPECT_EQ(start.Quantile(0.5), 0.35);
  EXPECT_EQ(start.StandardDeviation(), 0);
}

// At the ends of uniform parts, and their sums, which are no exact doubles.
TEST(StartTimeTest, EndsOfTheParts) {
  const StartTime start({{0, 0.1}, {0, 0.2}, {0, 0.4}}, {});
  EXPECT_NEAR(start.ProbabilityBefore(0.5), 0.85416666666666667, 1e-15);
  EXPECT_NEAR(start.ProbabilityBefore(0.3), 0.375, 1e-15);
  EXPECT_NEAR(start.ProbabilityBefore(0.1), 0.02083333333333333, 1e-15);
  const StartTime flat({{0.2, 0.3}, {0.2, 0.3}, {0.2, 0.3}, {0.2, 0.3}}, {});
  EXPECT_NEAR(flat.ProbabilityBefore(0.9), 1.0 / 24, 1e-15);
  EXPECT_NEAR(flat.ProbabilityBefore(1), 0.5, 1e-15);
}

// 2^n s and up to a second more, n from 0 to 4: said to give up "after about 32 seconds".
TEST(StartTimeTest, TheReportingApisBackoff) {
  std::vector<Delay> delays;
  delays.reserve(5);
  for (int n = 0; n < 5; ++n) delays.push_back({std::exp2(n), std::exp2(n) + 1});
  const StartTime last(delays, {});
  EXPECT_NEAR(last.mean(), 33.5, 1e-12);
  EXPECT_NEAR(last.StandardDeviation(), std::sqrt(5.0 / 12), 1e-12);
  EXPECT_NEAR(last.ProbabilityBefore(32), 1.0 / 120, 1e-14);
  EXPECT_NEAR(last.ProbabilityBefore(34), 0.775, 1e-12);
}

// Exact rationals: the sum of three whole numbers below 100, 200 and 400.
TEST(StartTimeTest, WholeMilliseconds) {
  const std::vector<Delay> delays = {{0, 0.099, true}, {0, 0.199, true}, {0, 0.399, true}};
  const StartTime first(absl::MakeConstSpan(delays).first(1), {});
  EXPECT_NEAR(first.ProbabilityBefore(0.004), 0.04, 1e-13);
  EXPECT_NEAR(first.ProbabilityBefore(0.0041), 0.05, 1e-13);
  EXPECT_EQ(first.Quantile(0.5), 0.049);
  const StartTime third(delays, {});
  EXPECT_NEAR(third.ProbabilityBefore(0.002), 4.0 / 8e6, 1e-15);
  EXPECT_NEAR(third.mean(), 0.3485, 1e-12);
  EXPECT_NEAR(third.max(), 0.697, 1e-12);
}

// One more than 2^20 points, where numbers between them are drawn, beside the exact values: of one
// delay by hand, of two that of the triangle of pairs.
TEST(StartTimeTest, TooManyMillisecondsToCount) {
  constexpr double kPoints = (1 << 20) + 1;
  const Delay wide = {0, (kPoints - 1) / 1000, true};
  const StartTime one(std::vector<Delay>{wide}, {});
  EXPECT_EQ(one.max(), wide.high);
  for (const double points : {1.0, 77.0, 500'000.0, kPoints - 1}) {
    EXPECT_NEAR(one.ProbabilityBefore(points / 1000), points / kPoints, 1e-6) << points;
  }
  const StartTime two(std::vector<Delay>{wide, wide}, {});
  for (const double points : {1.0, 77.0, 500'000.0, kPoints}) {
    const double pairs = points * (points + 1) / 2;
    EXPECT_NEAR(two.ProbabilityBefore(points / 1000), pairs / (kPoints * kPoints), 1e-6) << points;
  }
}

// A delay that is far longer than all else spreads the rest evenly: P is the mean of what is left
// of `y` after the rest, over that delay.
TEST(StartTimeTest, DelaysOfVeryDifferentScalesBesideALatency) {
  constexpr double kLong = 3e11;
  constexpr double kMean = 0.5;
  const std::vector<Delay> rest = {{0, 0.3}, {0, 2}, {0, 1000}};
  std::vector<Delay> all = rest;
  all.push_back({0, kLong});
  const StartTime start(all, {0, kMean});
  for (const double y : {1e6, 1e9, 2e11}) {
    const double mean = 501.15 + 4 * kMean;
    EXPECT_NEAR(start.ProbabilityBefore(y) / ((y - mean) / kLong), 1, 1e-10) << y;
  }
  for (const double y : {3.0, 700.0}) {
    // Simpson's rule for the integral of P(the rest and one latency more < t).
    std::vector<Delay> more = rest;
    more.push_back({0, 0});
    const StartTime shorter(more, {0, kMean});
    constexpr int kCells = 2000;
    double sum = 0;
    for (int i = 0; i <= kCells; ++i) {
      const double weight = i == 0 || i == kCells ? 1 : 2 + 2 * (i % 2);
      sum += weight * shorter.ProbabilityBefore(y * i / kCells);
    }
    const double expected = sum * y / kCells / 3 / kLong;
    EXPECT_NEAR(start.ProbabilityBefore(y) / expected, 1, 1e-8) << y;
  }
  EXPECT_NEAR(start.Quantile(0.5) / (kLong / 2), 1, 1e-8);
}

// The last starts have an exponential tail after the end of all delays, and nothing more.
// At the most of the widest delay, the others have that much to do with it: P(W + R < w), where W
// is uniform on [0, w) and R at most w, is 1 - E[R] / w.
TEST(StartTimeTest, DelaysOfVeryDifferentScales) {
  for (const double multiplier : {0.3, 0.1, 1e-3, 1e-4, 1e-6, 1e-9}) {
    std::vector<Delay> delays;
    double others = 0;
    for (const double power : {0, 1, 2, 3}) {
      delays.push_back({0, 10 * std::pow(multiplier, power)});
      if (power > 0) others += delays.back().Mean();
    }
    const StartTime start(delays, {});
    EXPECT_NEAR(start.ProbabilityBefore(10), 1 - others / 10, 1e-14) << multiplier;
    EXPECT_NEAR(start.ProbabilityBefore(start.Quantile(0.5)), 0.5, 1e-14) << multiplier;
  }
}

TEST(StartTimeTest, DeadlinesFarAfterTheLastStart) {
  for (const double mean : {0.001, 0.02, 0.2}) {
    for (const double width : {0.004, 0.1, 24.0}) {
      const std::vector<Delay> delays(4, Delay{0, width});
      const StartTime start(delays, {0, mean});
      double before = start.ProbabilityBefore(4 * width);
      for (const double means : {1.0, 5.0, 20.0, 40.0, 100.0, 1e4, 1e9}) {
        const double probability = start.ProbabilityBefore(4 * width + means * mean);
        EXPECT_GE(probability, before - 1e-12) << mean << " " << width << " " << means;
        before = probability;
      }
      EXPECT_EQ(before, 1) << mean << " " << width;
      // Markov's inequality for a gamma variable of shape 4: its tail is below 1e-13 from here.
      EXPECT_NEAR(start.ProbabilityBefore(4 * width + 45 * mean), 1, 1e-11) << mean << width;
    }
  }
}

TEST(StartTimeTest, PercentilesOfMillisecondsThatAreTooManyToCount) {
  const StartTime start(std::vector<Delay>{{0, 1'999.999, true}}, {});
  EXPECT_NEAR(start.Quantile(0.1), 199.999, 1e-9);
  EXPECT_NEAR(start.Quantile(0.100'000'1), 200.000, 1e-9);
}

}  // namespace
}  // namespace grpcfg
