#include "simulator/schedule/root.h"

#include <algorithm>
#include <cmath>

namespace grpcfg {
namespace {

// The root lies between the newest point and the one opposite; `before` is the point that the
// newest one replaced.
struct Bracket {
  double newest;
  double opposite;
  double before;
  double at_newest;
  double at_opposite;
  double at_before;

  void Add(double point, double value) {
    const bool is_same_side = (value < 0) == (at_newest < 0);
    if (is_same_side) {
      before = newest;
      at_before = at_newest;
    } else {
      before = opposite;
      at_before = at_opposite;
      opposite = newest;
      at_opposite = at_newest;
    }
    newest = point;
    at_newest = value;
  }

  // Where the inverse parabola through the three points passes 0, as a share of the way from the
  // newest to the opposite one; the middle where that parabola is not sure to be monotone.
  [[nodiscard]] double Share() const {
    const double xi = (newest - opposite) / (before - opposite);
    const double phi = (at_newest - at_opposite) / (at_before - at_opposite);
    if (!(phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)) return 0.5;
    return at_newest / (at_opposite - at_newest) * at_before / (at_opposite - at_before) +
           (before - newest) / (opposite - newest) * at_newest / (at_before - at_newest) *
               at_opposite / (at_before - at_opposite);
  }
};

}  // namespace

double FindRoot(absl::FunctionRef<double(double)> function, double low, double high) {
  constexpr int kMostSteps = 400;
  constexpr double kPrecision = 4e-16;
  Bracket bracket = {high, low, low, function(high), function(low), 0};
  double share = 0.5;
  for (int step = 0; step < kMostSteps; ++step) {
    const double width = bracket.opposite - bracket.newest;
    const double least = kPrecision * (std::abs(bracket.newest) + std::abs(bracket.opposite));
    if (std::abs(width) <= least) break;
    const double margin = std::min(0.5, least / std::abs(width));
    const double point = bracket.newest + std::clamp(share, margin, 1 - margin) * width;
    const double value = function(point);
    if (value == 0) return point;
    bracket.Add(point, value);
    share = bracket.Share();
  }
  return std::max(bracket.newest, bracket.opposite);
}

}  // namespace grpcfg
