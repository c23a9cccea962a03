#include "simulator/start_time.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/base/macros.h"
#include "simulator/box_spline.h"
#include "simulator/gamma_sum.h"
#include "simulator/root.h"

namespace grpcfg {
namespace {

constexpr double kMsPerSecond = 1000;
constexpr double kRoundingOfSums = 1e-13;  // of probabilities

double Square(double number) { return number * number; }

int64_t WholeMs(double seconds) { return std::llround(seconds * kMsPerSecond); }

// P(sum <= k) at k, of a sum of integers that are uniform on [0, size) for each of `sizes`: a
// uniform kernel is a difference of two running sums.
std::vector<double> CumulativeOfIntegers(absl::Span<const int64_t> sizes) {
  std::vector<double> density = {1};
  for (const int64_t size : sizes) {
    std::vector<double> sums(density.size() + static_cast<size_t>(size) - 1);
    double window = 0;
    for (size_t k = 0; k < sums.size(); ++k) {
      if (k < density.size()) window += density[k];
      if (k >= static_cast<size_t>(size)) window -= density[k - static_cast<size_t>(size)];
      sums[k] = window / static_cast<double>(size);
    }
    density = std::move(sums);
  }
  double total = 0;
  for (double& each : density) each = total += each;
  return density;
}

}  // namespace

double Delay::Variance() const {
  constexpr double kOfUniform = 12;
  if (!is_whole_ms) return Square(high - low) / kOfUniform;
  const double count = (high - low) * kMsPerSecond + 1;
  return (Square(count) - 1) / kOfUniform / Square(kMsPerSecond);
}

StartTime::StartTime(absl::Span<const Delay> delays, const Latency& latency)
    : exponential_mean_(latency.exponential_mean) {
  ABSL_HARDENING_ASSERT(delays.size() <= kMaxDelays);
  exponentials_ = exponential_mean_ > 0 ? delays.size() : 0;
  std::vector<int64_t> sizes;
  for (const Delay& delay : delays) {
    min_ += delay.low + latency.fixed;
    mean_ += delay.Mean() + latency.fixed + latency.exponential_mean;
    variance_ += delay.Variance() + Square(latency.exponential_mean);
    width_ += delay.high - delay.low;
    if (delay.is_whole_ms) {
      sizes.push_back(WholeMs(delay.high) - WholeMs(delay.low) + 1);
    } else if (delay.high > delay.low) {
      widths_.push_back(delay.high - delay.low);
    }
  }
  if (!sizes.empty()) before_ms_ = CumulativeOfIntegers(sizes);
}

double StartTime::max() const {
  return exponentials_ > 0 ? std::numeric_limits<double>::infinity() : min_ + width_;
}

double StartTime::StandardDeviation() const { return std::sqrt(variance_); }

double StartTime::ProbabilityBefore(double time) const {
  const double y = time - min_;
  if (y <= 0) return 0;
  if (std::isinf(y)) return 1;
  if (!before_ms_.empty()) return exponentials_ > 0 ? MixedBefore(y) : WholeMsBefore(y);
  if (exponentials_ > 0) return GammaSumBelow(widths_, exponentials_, exponential_mean_, y);
  if (y >= width_) return 1;
  std::vector<double> boxes = widths_;
  boxes.push_back(width_);  // the integral over the density of the rest, up to its own width
  return std::min(1.0, width_ * BoxSpline(boxes, y));
}

// A millisecond counts as past only if it is, so the last one before `y` is below it.
double StartTime::WholeMsBefore(double y) const {
  constexpr double kRounding = 1e-6;  // ms; a decimal fraction of a second is no double
  const double last = std::ceil(y * kMsPerSecond - kRounding) - 1;
  if (last < 0) return 0;
  return before_ms_[std::min(static_cast<size_t>(last), before_ms_.size() - 1)];
}

double StartTime::MixedBefore(double y) const {
  double sum = 0;
  double below = 0;
  for (size_t k = 0; k < before_ms_.size(); ++k) {
    const double rest = y - static_cast<double>(k) / kMsPerSecond;
    if (rest <= 0) break;
    sum += (before_ms_[k] - below) * GammaSumBelow({}, exponentials_, exponential_mean_, rest);
    below = before_ms_[k];
  }
  return sum;
}

double StartTime::Quantile(double probability) const {
  if (!before_ms_.empty() && exponentials_ == 0) {
    const auto at =
        std::lower_bound(before_ms_.begin(), before_ms_.end(), probability - kRoundingOfSums);
    return min_ + static_cast<double>(at - before_ms_.begin()) / kMsPerSecond;
  }
  if (width_ == 0 && exponentials_ == 0) return min_;
  // Chebyshev's inequality bounds the quantile of what has no end.
  const double reach = StandardDeviation() / std::sqrt(1 - probability);
  const double high = exponentials_ > 0 ? mean_ + reach : min_ + width_;
  return FindRoot([&](double time) { return ProbabilityBefore(time) - probability; }, min_, high);
}

}  // namespace grpcfg
