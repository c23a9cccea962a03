#include "simulator/schedule/random_time.h"

#include <algorithm>
#include <cmath>

#include "simulator/schedule/root.h"

namespace grpcfg {

bool IsBefore(double time, double other) {
  constexpr double kRounding = 1e-12;
  return time + kRounding * std::abs(time) < other;
}

double RandomTime::StandardDeviation() const { return std::sqrt(std::max(0.0, variance_)); }

void RandomTime::AddLatency(const Latency& latency) {
  min_ += latency.fixed;
  max_ += latency.fixed;
  mean_ += latency.fixed + latency.exponential_mean;
  variance_ += Square(latency.exponential_mean);
  if (latency.exponential_mean <= 0) return;
  exponentials_ = {exponentials_.count + 1, latency.exponential_mean};
}

// Over a window that whole milliseconds and slots fill evenly enough.
double RandomTime::Density(double time) const {
  constexpr double kParts = 512;
  constexpr double kShortest = 0.002;    // s
  constexpr double kMostDeviations = 6;  // of what has no end
  if (min() == max()) return time == min() ? kNever : 0;
  const double width = std::isinf(max()) ? kMostDeviations * StandardDeviation() : max() - min();
  const double half = std::max(width / kParts, kShortest) / 2;
  return (ProbabilityBefore(time + half) - ProbabilityBefore(time - half)) / (2 * half);
}

// Of what has no end the quantile is below that of any distribution (Chebyshev's inequality).
double RandomTime::Quantile(double probability) const {
  const auto from_here = [&](double time) { return ProbabilityBefore(time) - probability; };
  if (exponentials_.count > 0) {
    return FindRoot(from_here, min_, mean_ + StandardDeviation() / std::sqrt(1 - probability));
  }
  return from_here(max_) <= 0 ? max_ : FindRoot(from_here, min_, max_);
}

}  // namespace grpcfg
