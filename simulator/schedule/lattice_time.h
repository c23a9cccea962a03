// A start time that lies on a lattice, whole milliseconds or slots, and later by the latency of the
// attempts before it where that is exponential. Promise: pure; sums of positive terms, so exact but
// for the rounding of doubles.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_LATTICE_TIME_H_
#define GRPCFG_SIMULATOR_SCHEDULE_LATTICE_TIME_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "simulator/schedule/random_time.h"

namespace grpcfg {

// The probability of each whole number from 0 on.
using Masses = std::vector<double>;

// Of a sum of whole numbers that are uniform on [0, size) for each of `sizes`.
Masses MassesOfSum(absl::Span<const int64_t> sizes);

// Where the point i of `masses` lies: at min + i / per_second, in seconds.
struct Lattice {
  double min = 0;
  double per_second = 1;
  Masses masses = {};
};

class LatticeTime : public RandomTime {
 public:
  LatticeTime(Lattice lattice, const Exponentials& exponentials);

  // When an attempt that starts then is answered. `latency` is that of the attempts before it.
  [[nodiscard]] LatticeTime Answered(const Latency& latency) const;

  [[nodiscard]] double ProbabilityBefore(double time) const override;
  [[nodiscard]] double Quantile(double probability) const override;
  [[nodiscard]] double Density(double time) const override;  // a slot's mass over its length
  [[nodiscard]] Slots slots() const override {
    if (exponentials_.count > 0) return {};
    return {1 / lattice_.per_second, lattice_.masses};
  }

 private:
  // By number of exponentials j: the sum over the points k up to one of them, or to a time after
  // it, of masses[k] e^-z z^j / j!, where z is the time since k, in means. Together: the share of
  // what has started to wait but not ended.
  using Waiting = std::vector<double>;

  void SetWaiting();
  [[nodiscard]] Waiting Later(Waiting waiting, size_t point, size_t last) const;
  [[nodiscard]] Waiting WaitingAt(double points) const;
  [[nodiscard]] double WaitedBefore(double points) const;

  Lattice lattice_;
  std::vector<double> cumulative_;  // P(point <= i) at i
  std::vector<Waiting> waiting_;    // at every kStride-th point
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_LATTICE_TIME_H_
