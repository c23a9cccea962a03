// A second engine for the distribution of a sum of delays, which shares nothing with the closed
// forms: cumulative curves on a grid, and a uniform kernel as a difference of two antiderivatives.
#ifndef GRPCFG_TESTS_SIMULATOR_GRID_SUM_H_
#define GRPCFG_TESTS_SIMULATOR_GRID_SUM_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "simulator/schedule/start_time.h"

namespace grpcfg {

// P(sum <= i * step) at i. The error falls with the square of the step.
class GridSum {
 public:
  GridSum(double end, size_t cells) : step_(end / static_cast<double>(cells)) {
    cumulative_.assign(cells + 1, 1);  // of a sum of nothing, which is 0
  }

  // Before any exponential one: what jumps is not for a grid.
  void Add(const Delay& delay) {
    shift_ += delay.low;
    const double width = delay.high - delay.low;
    if (width <= 0) return;
    const std::vector<double> before = cumulative_;
    std::vector<double> area(before.size());
    for (size_t i = 1; i < area.size(); ++i) {
      area[i] = area[i - 1] + step_ * (before[i - 1] + before[i]) / 2;
    }
    for (size_t i = 0; i < cumulative_.size(); ++i) {
      const double time = static_cast<double>(i) * step_;
      cumulative_[i] = (At(area, time) - At(area, time - width)) / width;
    }
  }

  // An exponential latency: a filter of one pole, exact for a curve of straight pieces.
  void AddExponential(double mean) {
    const double keep = std::exp(-step_ / mean);
    const double slope = mean * (1 - keep) / step_;
    double filtered = 0;
    double last = 0;
    for (double& each : cumulative_) {
      filtered = keep * filtered + (slope - keep) * last + (1 - slope) * each;
      last = each;
      each = filtered;
    }
  }

  [[nodiscard]] double Below(double time) const { return At(cumulative_, time - shift_); }

 private:
  [[nodiscard]] double At(const std::vector<double>& curve, double time) const {
    if (time <= 0) return 0;
    const double place = time / step_;
    const auto cell = std::min(static_cast<size_t>(place), curve.size() - 2);
    return curve[cell] + (curve[cell + 1] - curve[cell]) * (place - static_cast<double>(cell));
  }

  double step_;
  double shift_ = 0;
  std::vector<double> cumulative_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_SIMULATOR_GRID_SUM_H_
