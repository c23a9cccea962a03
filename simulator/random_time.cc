#include "simulator/random_time.h"

#include <algorithm>
#include <cmath>

#include "simulator/root.h"

namespace grpcfg {

bool IsBefore(double time, double other) {
  constexpr double kRounding = 1e-12;
  return time + kRounding * std::abs(time) < other;
}

double RandomTime::StandardDeviation() const { return std::sqrt(std::max(0.0, variance_)); }

// Of what has no end the quantile is below that of any distribution (Chebyshev's inequality).
double RandomTime::Quantile(double probability) const {
  const auto from_here = [&](double time) { return ProbabilityBefore(time) - probability; };
  if (exponentials_.count > 0) {
    return FindRoot(from_here, min_, mean_ + StandardDeviation() / std::sqrt(1 - probability));
  }
  return from_here(max_) <= 0 ? max_ : FindRoot(from_here, min_, max_);
}

}  // namespace grpcfg
