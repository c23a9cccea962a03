#include "simulator/root.h"

#include <cmath>

namespace grpcfg {

// The end that stays twice counts half (the Illinois variant); every third step halves the
// interval, so that a flat function cannot stall it.
double FindRoot(absl::FunctionRef<double(double)> function, double low, double high) {
  constexpr double kPrecision = 4e-16;
  constexpr int kMostSteps = 400;
  double at_low = function(low);
  double at_high = function(high);
  for (int step = 1; step < kMostSteps; ++step) {
    const double gap = high - low;
    if (gap <= kPrecision * (std::abs(low) + std::abs(high))) break;
    const bool can_cut = step % 3 != 0 && at_high > at_low;
    double middle = low + gap / 2;
    if (can_cut) middle = low - at_low * gap / (at_high - at_low);
    if (!(middle > low && middle < high)) middle = low + gap / 2;
    const double value = function(middle);
    if (value < 0) {
      low = middle;
      at_low = value;
      at_high /= 2;
    } else {
      high = middle;
      at_high = value;
      at_low /= 2;
    }
  }
  return high;
}

}  // namespace grpcfg
