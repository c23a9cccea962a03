// A start time that lies on a lattice, whole milliseconds or slots, and later by the latency of the
// attempts before it where that is exponential. Promise: pure; sums of positive terms, so exact but
// for the rounding of doubles.
#ifndef GRPCFG_SIMULATOR_LATTICE_TIME_H_
#define GRPCFG_SIMULATOR_LATTICE_TIME_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

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

// A sum of exponential variables, each of mean `mean`: the gamma distribution.
struct Exponentials {
  size_t count = 0;
  double mean = 0;
};

class LatticeTime {
 public:
  // Without a mean above 0 there are no exponentials.
  LatticeTime(Lattice lattice, const Exponentials& exponentials);

  [[nodiscard]] double min() const { return lattice_.min; }
  [[nodiscard]] double max() const;  // infinite with exponentials
  [[nodiscard]] double mean() const { return mean_; }
  [[nodiscard]] double StandardDeviation() const;

  // P(start < time).
  [[nodiscard]] double ProbabilityBefore(double time) const;

  // The least time t with P(start <= t) >= probability, which is between 0 and 1.
  [[nodiscard]] double Quantile(double probability) const;

 private:
  // By number of exponentials j: the sum over the points k up to one of them, or to a time after
  // it, of masses[k] e^-z z^j / j!, where z is the time since k, in means. Together: the share of
  // what has started to wait but not ended.
  using Waiting = std::vector<double>;

  void FindWaiting();
  [[nodiscard]] Waiting WaitingAt(size_t point) const;
  [[nodiscard]] double WaitedBefore(double points) const;

  Lattice lattice_;
  Exponentials exponentials_;
  std::vector<double> cumulative_;  // P(point <= i) at i
  std::vector<Waiting> waiting_;    // at every kStride-th point
  double mean_ = 0;
  double variance_ = 0;
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_LATTICE_TIME_H_
