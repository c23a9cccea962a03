#include "simulator/root.h"

#include <cmath>

namespace grpcfg {

namespace {

// Where the function lies at both ends of what is left, and which end was moved last.
struct Bracket {
  double low;
  double high;
  double at_low;
  double at_high;
  bool moved_low = false;
  bool moved_high = false;

  // An end that stays twice counts half (the Illinois variant).
  void Narrow(double middle, double value) {
    const bool is_low = value < 0;
    if (is_low && moved_low) at_high /= 2;
    if (!is_low && moved_high) at_low /= 2;
    (is_low ? low : high) = middle;
    (is_low ? at_low : at_high) = value;
    moved_low = is_low;
    moved_high = !is_low;
  }

  [[nodiscard]] bool IsNarrow() const {
    constexpr double kPrecision = 4e-16;
    return high - low <= kPrecision * (std::abs(low) + std::abs(high));
  }

  // Where the straight line between the ends passes 0; else the middle.
  [[nodiscard]] double Cut(bool halves) const {
    const double cut = low - at_low * (high - low) / (at_high - at_low);
    return !halves && cut > low && cut < high ? cut : low + (high - low) / 2;
  }
};

}  // namespace

// A bisection every third step, so that a flat function cannot stall it.
double FindRoot(absl::FunctionRef<double(double)> function, double low, double high) {
  constexpr int kMostSteps = 400;
  Bracket bracket = {low, high, function(low), function(high)};
  for (int step = 1; step < kMostSteps && !bracket.IsNarrow(); ++step) {
    const double middle = bracket.Cut(step % 3 == 0);
    const double value = function(middle);
    if (value == 0) return middle;
    bracket.Narrow(middle, value);
  }
  return bracket.high;
}

}  // namespace grpcfg
