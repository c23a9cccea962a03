// When an attempt starts, if all before it fail: the distribution of a sum of delays, in closed
// form. Times are seconds since the first attempt. Promise: pure; exact but for the rounding of
// doubles, about 1e-11, where whole milliseconds are not too many to be counted.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_START_TIME_H_
#define GRPCFG_SIMULATOR_SCHEDULE_START_TIME_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "schema/fields/duration.h"
#include "simulator/schedule/lattice_time.h"
#include "simulator/schedule/random_time.h"

namespace grpcfg {

// ---- The density of a sum of independent uniform variables, each on [0, w): a univariate box
// spline. Promise: no cancellation, whatever the widths, because every term is positive.

// Its cost is of order 3^widths.
inline constexpr size_t kMaxBoxes = 8;

// The density at `x` of the sum of U(0, w) over `widths`: 1 to kMaxBoxes of them, all above 0, in
// whatever unit `x` has. De Boor and Hoellig, "Recurrence relations for multivariate B-splines"
// (1982), in one dimension.
double BoxSpline(absl::Span<const double> widths, double x);

// ---- Starts

// One delay, in seconds: any number in [low, high) is as likely, or it is `low` where both are
// equal. `is_whole_ms`: only whole milliseconds from `low` to `high` are drawn, both included.
struct Delay {
  double low = 0;
  double high = 0;
  bool is_whole_ms = false;

  [[nodiscard]] double Mean() const { return (low + high) / 2; }
  [[nodiscard]] TimeRange Range() const { return {low, Mean(), high}; }
  [[nodiscard]] double Variance() const;  // s^2
};

// The start of the attempt after `delays`, each of which follows an attempt of that latency.
class StartTime : public RandomTime {
 public:
  // At most kMaxDelays; of whole milliseconds up to 2^20 ms in all as many as one likes.
  StartTime(absl::Span<const Delay> delays, const Latency& latency);

  static constexpr size_t kMaxDelays = 6;

  // When an attempt that starts then is answered. `latency` is that of the attempts before it.
  [[nodiscard]] StartTime Answered(const Latency& latency) const;

  // The same, later by anything from 0 to `width` seconds, which must be above 0; not of whole
  // milliseconds. Counts as one delay more.
  [[nodiscard]] StartTime DelayedBy(double width) const;

  [[nodiscard]] double ProbabilityBefore(double time) const override;
  [[nodiscard]] double Quantile(double probability) const override;
  [[nodiscard]] double Density(double time) const override;
  [[nodiscard]] Slots slots() const override { return lattice_ ? lattice_->slots() : Slots(); }
  [[nodiscard]] std::vector<double> Knots() const override;

 private:
  void AddLattice(absl::Span<const Delay> delays);
  void AddBoxes(absl::Span<const Delay> delays);
  [[nodiscard]] double BelowWith(size_t exponentials, double y) const;

  double width_ = 0;                    // of what is uniform, in all
  std::vector<double> widths_;          // of the uniform parts that make a box spline, none 0
  double boxes_width_ = 0;              // of those
  bool is_rounded_ = false;             // they stand for whole milliseconds
  std::optional<LatticeTime> lattice_;  // of whole milliseconds
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_START_TIME_H_
