// How many attempts fail over time. Times are seconds. Promise: pure.
#ifndef GRPCFG_SIMULATOR_FLEET_FAILURE_CURVE_H_
#define GRPCFG_SIMULATOR_FLEET_FAILURE_CURVE_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"

namespace grpcfg {

struct FailurePoint {
  double time = 0;
  double probability = 0;  // that an attempt that starts then fails
};

// Straight lines from point to point; where two have one time, the probability jumps. Nothing fails
// before the first, which is at 0, and from the last on.
class FailureCurve {
 public:
  // `points`: two or more, in the order of their times, the first at 0 and the last after it.
  explicit FailureCurve(std::vector<FailurePoint> points);

  [[nodiscard]] absl::Span<const FailurePoint> points() const { return points_; }
  [[nodiscard]] double end() const { return points_.back().time; }

  [[nodiscard]] double At(double time) const;

  // The integral from 0 on, s.
  [[nodiscard]] double IntegralTo(double time) const;

  // The mean of each step between two of `edges`, which ascend and are of time since `begin`.
  [[nodiscard]] std::vector<double> Means(double begin, absl::Span<const double> edges) const;

 private:
  // The last of the points that are not after `time`, which is not below 0.
  [[nodiscard]] size_t Before(double time) const;
  // From that point on.
  [[nodiscard]] double At(size_t point, double time) const;
  [[nodiscard]] double IntegralFrom(size_t point, double time) const;

  std::vector<FailurePoint> points_;
  std::vector<double> integrals_;  // to each point
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_FLEET_FAILURE_CURVE_H_
