// The Markov chain of decorrelated jitter against closed forms, against a second engine that knows
// nothing of lines and kinks, and against random numbers.
#include "simulator/schedule/decorrelated_jitter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "absl/functional/function_ref.h"
#include "gtest/gtest.h"
#include "simulator/schedule/algorithms.h"
#include "simulator/schedule/tabulated_time.h"

namespace grpcfg {
namespace {

constexpr double kNoCap = 1e6;

// Base 1; caps that are never reached, reached at the last delay, at once, or at all delays.
constexpr double kCaps[] = {kNoCap, 80, 30, 26, 20, 9.5, 5, 3.5, 2.9, 1.7, 1.05};

struct Panel {
  double low;
  double high;
  double at_low;
  double at_middle;
  double at_high;

  [[nodiscard]] double Simpson() const {
    return (high - low) / 6 * (at_low + 4 * at_middle + at_high);
  }
};

using Curve = absl::FunctionRef<double(double)>;

double Adaptive(Curve curve, const Panel& panel, double tolerance) {
  const double middle = (panel.low + panel.high) / 2;
  const Panel left = {panel.low, middle, panel.at_low, curve((panel.low + middle) / 2),
                      panel.at_middle};
  const Panel right = {middle, panel.high, panel.at_middle, curve((middle + panel.high) / 2),
                       panel.at_high};
  const double both = left.Simpson() + right.Simpson();
  const double gap = both - panel.Simpson();
  if (std::abs(gap) < 15 * tolerance || panel.high - panel.low < 1e-9) return both + gap / 15;
  return Adaptive(curve, left, tolerance / 2) + Adaptive(curve, right, tolerance / 2);
}

double Integral(Curve curve, double low, double high, double tolerance) {
  constexpr int kPanels = 7;  // odd, so that no end of one is where a simple kink is
  double sum = 0;
  for (int i = 0; i < kPanels && high > low; ++i) {
    const double from = low + (high - low) * i / kPanels;
    const double to = low + (high - low) * (i + 1) / kPanels;
    sum += Adaptive(curve, {from, to, curve(from), curve((from + to) / 2), curve(to)}, tolerance);
  }
  return sum;
}

// P(the sum of n delays after one of `last` <= x), straight from the definition.
double SecondEngine(size_t n, double x, double last, double cap) {
  const double high = std::min(3 * last, cap);
  const double capped = std::max(0.0, (3 * last - cap) / (3 * last - 1));
  if (n == 1) return x >= cap ? 1 : std::clamp((x - 1) / (3 * last - 1), 0.0, 1.0);
  const auto rest = [&](double delay) { return SecondEngine(n - 1, x - delay, delay, cap); };
  const double tolerance = n == 2 ? 1e-11 : 1e-9;
  return Integral(rest, 1, high, tolerance) / (3 * last - 1) +
         (capped > 0 ? capped * rest(cap) : 0);
}

TEST(DecorrelatedJitterTest, ClosedFormsOfTwoRetries) {
  const DecorrelatedDelays delays(kNoCap, 2);
  EXPECT_NEAR(delays.SumBelow(1, 1.5), 0.25, 1e-15);
  EXPECT_NEAR(delays.SumBelow(1, 3), 1, 1e-15);
  // Half of the integral of (3 - s) / (3 s - 1) from 1 to 3.
  EXPECT_NEAR(delays.SumBelow(2, 4), (8.0 / 9 * std::log(4) - 2.0 / 3) / 2, 1e-14);
  // Half of that of (7 - s) / (3 s - 1) from 2 to 3, and all below 2.
  EXPECT_NEAR(delays.SumBelow(2, 8), (1 + 20.0 / 9 * std::log(8.0 / 5) - 1.0 / 3) / 2, 1e-14);
  EXPECT_EQ(delays.SumBelow(2, 2), 0);
  EXPECT_EQ(delays.SumBelow(2, 12), 1);
  // The cap of 2 takes half of the first delays, and of those after it 4 of 5.
  const DecorrelatedDelays capped(2, 2);
  EXPECT_NEAR(capped.SumBelow(1, 1.999999), 0.5, 1e-6);
  EXPECT_EQ(capped.SumBelow(1, 2), 1);
  const double both = 1 - capped.SumBelow(2, 4 - 1e-9);
  EXPECT_NEAR(both, 0.5 * 0.8, 1e-8);
}

TEST(DecorrelatedJitterTest, TwoEnginesAgree) {
  constexpr double kShares[] = {0.03, 0.12, 0.3, 0.55, 0.9};
  for (const double cap : kCaps) {
    const DecorrelatedDelays delays(cap, 3);
    for (size_t n = 2; n <= 3; ++n) {
      const auto least = static_cast<double>(n);
      for (const double share : kShares) {
        const double x = least + (delays.LatestStart(n) - least) * share;
        EXPECT_NEAR(delays.SumBelow(n, x), SecondEngine(n, x, 1, cap), 1e-8)
            << cap << " " << n << " " << x;
      }
    }
  }
}

// A row of the sums of the first delays of one call.
std::vector<double> Draw(double cap, std::mt19937_64& random) {
  std::vector<double> sums;
  double last = 1;
  double sum = 0;
  for (size_t n = 0; n < DecorrelatedDelays::kMostRetries; ++n) {
    const double share = static_cast<double>(random() >> 11) * 0x1p-53;
    last = std::min(cap, 1 + (3 * last - 1) * share);
    sums.push_back(sum += last);
  }
  return sums;
}

TEST(DecorrelatedJitterTest, RandomNumbersAgree) {
  constexpr int kCalls = 200000;
  std::mt19937_64 random(20260922);
  for (const double cap : kCaps) {
    const DecorrelatedDelays delays(cap, DecorrelatedDelays::kMostRetries);
    std::vector<std::vector<double>> calls;
    calls.reserve(kCalls);
    for (int i = 0; i < kCalls; ++i) calls.push_back(Draw(cap, random));
    for (size_t n = 1; n <= DecorrelatedDelays::kMostRetries; ++n) {
      const auto least = static_cast<double>(n);
      for (const double share : {0.02, 0.1, 0.4, 0.8}) {
        const double x = least + (delays.LatestStart(n) - least) * share;
        const auto count = std::count_if(calls.begin(), calls.end(),
                                         [&](const auto& call) { return call[n - 1] <= x; });
        const double p = delays.SumBelow(n, x);
        const double error = std::sqrt(p * (1 - p) / kCalls);
        EXPECT_NEAR(static_cast<double>(count) / kCalls, p, 5 * error + 1e-12)
            << cap << " " << n << " " << x;
      }
    }
  }
}

TEST(DecorrelatedJitterTest, TheTableIsWithinATenMillionth) {
  constexpr int kTimes = 60;
  for (const double cap : kCaps) {
    const DecorrelatedDelays delays(cap, DecorrelatedDelays::kMostRetries);
    for (size_t n = 1; n <= DecorrelatedDelays::kMostRetries; ++n) {
      const auto below = [&](double x) { return delays.SumBelow(n, x); };
      const TabulatedTime table(below, delays.Ends(n), {});
      for (int i = 0; i < kTimes; ++i) {
        const double x =
            table.min() + (table.max() - table.min()) * (i + 0.3) / kTimes * (i + 0.3) / kTimes;
        EXPECT_NEAR(table.ProbabilityBefore(x), below(x), 1e-7) << cap << " " << n << " " << x;
      }
    }
  }
}

// Without a cap the moments follow from those before: given r, the mean of the next delay is
// (1 + 3 r) / 2 and that of its square (1 + 3 r + 9 r^2) / 3.
TEST(DecorrelatedJitterTest, MomentsWithoutACap) {
  const DecorrelatedDelays delays(kNoCap, DecorrelatedDelays::kMostRetries);
  double mean = 1;    // of the last delay
  double square = 1;  // of it
  double sum = 0;     // the mean of all
  double square_of_sum = 0;
  double product = 0;  // of both
  for (size_t n = 1; n <= DecorrelatedDelays::kMostRetries; ++n) {
    const double sum_and_next = (sum + 3 * product) / 2;
    square = (1 + 3 * mean + 9 * square) / 3;
    mean = (1 + 3 * mean) / 2;
    sum += mean;
    square_of_sum += 2 * sum_and_next + square;
    product = sum_and_next + square;
    const TabulatedTime table([&](double x) { return delays.SumBelow(n, x); }, delays.Ends(n), {});
    EXPECT_NEAR(table.mean(), sum, 1e-7);
    EXPECT_NEAR(table.StandardDeviation(), std::sqrt(square_of_sum - sum * sum), 1e-6);
  }
}

// A client may go on with an initialBackoff of 0.
TEST(DecorrelatedJitterTest, ABaseOfNothingStaysNothing) {
  const Algorithm& algorithm = *FindAlgorithm("decorrelated-jitter");
  const Schedule schedule = ScheduleOf(algorithm, {.attempts = 3, .initial = 0, .max = 2}, {});
  ASSERT_EQ(schedule.attempts.size(), 3);
  EXPECT_EQ(schedule.attempts.back().max, 0);
  EXPECT_EQ(schedule.attempts.back().mean, 0);
}

}  // namespace
}  // namespace grpcfg
