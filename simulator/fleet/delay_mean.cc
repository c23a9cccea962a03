#include "simulator/fleet/delay_mean.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "schema/fields/duration.h"
#include "simulator/schedule/gauss_legendre.h"

namespace grpcfg {
namespace {

constexpr double kMs = 1.0 / kMsPerSecond;

}  // namespace

double PointsOf(const Delay& delay) {
  return std::round((delay.high - delay.low) * kMsPerSecond) + 1;
}

Delay Smoothed(const Delay& delay) {
  if (!delay.is_whole_ms) return delay;
  return {std::max(0.0, delay.low - kMs / 2), delay.high + kMs / 2};
}

std::vector<Delay> ComputableOf(absl::Span<const Delay> delays, const Latency& latency) {
  constexpr double kMostPoints = 4096;
  double points = 0;
  for (const Delay& delay : delays) points += PointsOf(delay);
  std::vector<Delay> computable(delays.begin(), delays.end());
  if (points <= kMostPoints && latency.exponential_mean <= 0) return computable;
  for (Delay& delay : computable) delay = Smoothed(delay);
  return computable;
}

// The integral of P(start < t) up to `time`.
double MeanTimeSince(const StartTime& start, bool is_whole_ms, double time) {
  const double width = time - start.min();
  if (width <= 0) return 0;
  if (time >= start.max()) return time - start.mean();
  if (!is_whole_ms) return width * start.DelayedBy(width).ProbabilityBefore(time);
  double sum = 0;
  const auto whole = static_cast<int64_t>(std::floor(width * kMsPerSecond));
  for (int64_t ms = 0; ms < whole; ++ms) {
    sum += start.ProbabilityBefore(start.min() + (static_cast<double>(ms) + 0.5) * kMs) * kMs;
  }
  return sum + start.ProbabilityBefore(time) * (width - static_cast<double>(whole) * kMs);
}

double IntegrateBetween(absl::FunctionRef<double(double)> function, double low, double high,
                        std::vector<double> knots) {
  knots.push_back(low);
  knots.push_back(high);
  std::sort(knots.begin(), knots.end());
  double sum = 0;
  for (size_t i = 1; i < knots.size(); ++i) {
    if (knots[i - 1] < low || knots[i] > high) continue;
    sum += Integrate(function, knots[i - 1], knots[i]);
  }
  return sum;
}

double MeanOver(const Delay& delay, const StartTime& time,
                absl::FunctionRef<double(double)> function, std::vector<double> knots) {
  const double low = time.min();
  const double width = delay.high - delay.low;
  if (std::isinf(time.max())) {
    // In steps over which exponential latencies fade little.
    constexpr double kFadingMeans[] = {0, 1, 2, 4, 6, 9, 13, 20, 40};
    for (const double begin : {low, low + width}) {
      for (const double means : kFadingMeans) {
        knots.push_back(begin + means * time.exponential_mean());
      }
    }
    const double end = *std::max_element(knots.begin(), knots.end());
    return IntegrateBetween([&](double at) { return function(at) * time.Density(at); }, low, end,
                            std::move(knots));
  }
  if (width <= 0) return function(low);
  if (!delay.is_whole_ms) {
    return IntegrateBetween(function, low, low + width, std::move(knots)) / width;
  }
  double sum = 0;
  const auto points = static_cast<int64_t>(PointsOf(delay));
  for (int64_t ms = 0; ms < points; ++ms) sum += function(low + static_cast<double>(ms) * kMs);
  return sum / static_cast<double>(points);
}

}  // namespace grpcfg
