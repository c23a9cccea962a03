#include "simulator/schedule/peak.h"

#include <algorithm>

namespace grpcfg {

Peak PeakBetween(absl::FunctionRef<double(double)> function, double low, double high) {
  constexpr double kGolden = 0.6180339887498949;
  constexpr int kSteps = 60;
  const auto at = [&](double time) { return Peak{time, function(time)}; };
  Peak left = at(high - kGolden * (high - low));
  Peak right = at(low + kGolden * (high - low));
  for (int step = 0; step < kSteps && low < high; ++step) {
    if (left.value < right.value) {
      low = left.time;
      left = right;
      right = at(low + kGolden * (high - low));
    } else {
      high = right.time;
      right = left;
      left = at(high - kGolden * (high - low));
    }
  }
  return left.value < right.value ? right : left;
}

Peak PeakOf(absl::FunctionRef<double(double)> function, std::vector<double> knots) {
  constexpr double kEdge = 1e-12;
  constexpr double kLeast = 1e-9;  // that a maximum between two steps is higher, to be sought
  constexpr int kSteps = 6;
  std::sort(knots.begin(), knots.end());
  Peak peak = {knots.front(), function(knots.front())};
  for (size_t i = 1; i < knots.size(); ++i) {
    const double width = knots[i] - knots[i - 1];
    if (width <= 0) continue;
    const auto time_of = [&](int step) {
      return knots[i - 1] +
             width * std::clamp(static_cast<double>(step) / kSteps, kEdge, 1 - kEdge);
    };
    int highest = -1;
    for (int step = 0; step <= kSteps; ++step) {
      const Peak at = {time_of(step), function(time_of(step))};
      if (at.value <= peak.value * (1 + kLeast)) continue;
      peak = at;
      highest = step;
    }
    if (highest <= 0 || highest >= kSteps) continue;
    const Peak top = PeakBetween(function, time_of(highest - 1), time_of(highest + 1));
    if (top.value > peak.value) peak = top;
  }
  return peak;
}

}  // namespace grpcfg
