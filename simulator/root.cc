#include "simulator/root.h"

#include <cmath>

namespace grpcfg {

// An end that stays twice counts half; a bisection every third step, so that a flat function cannot
// stall it.
double FindRoot(absl::FunctionRef<double(double)> function, double low, double high) {
  constexpr double kPrecision = 4e-16;
  constexpr int kMostSteps = 400;
  double at_low = function(low);
  double at_high = function(high);
  int moved = 0;  // -1: the low end was moved last, 1: the high one
  for (int step = 1; step < kMostSteps; ++step) {
    const double gap = high - low;
    if (gap <= kPrecision * (std::abs(low) + std::abs(high))) break;
    double middle = low + gap / 2;
    const double cut = low - at_low * gap / (at_high - at_low);
    if (step % 3 != 0 && cut > low && cut < high) middle = cut;
    const double value = function(middle);
    if (value == 0) return middle;
    if (value < 0) {
      low = middle;
      at_low = value;
      if (moved < 0) at_high /= 2;
      moved = -1;
    } else {
      high = middle;
      at_high = value;
      if (moved > 0) at_low /= 2;
      moved = 1;
    }
  }
  return high;
}

}  // namespace grpcfg
