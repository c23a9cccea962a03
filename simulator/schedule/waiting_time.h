// Sums of waits, each of which is fixed or exponential and may be cut off: when hedges are sent.
// Promise: pure; closed forms, with an absolute error of some 1e-14.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_WAITING_TIME_H_
#define GRPCFG_SIMULATOR_SCHEDULE_WAITING_TIME_H_

#include <cstddef>
#include <map>
#include <tuple>

namespace grpcfg {

// How long a sum of waits takes and with what probability it happens at all: atoms, and densities
// that are polynomials times exponentials. Two times make all others: `step`, of which fixed waits
// are multiples, and `mean`, of the exponential waits; both in one unit, `mean` above 0.
class WaitingTime {
 public:
  WaitingTime(double step, double mean) : step_(step), mean_(mean) {}

  // Happens at once, for certain.
  static WaitingTime Zero(double step, double mean);

  // What either happens.
  void Add(const WaitingTime& other);

  // The same, and then one step more, with that probability.
  [[nodiscard]] WaitingTime ThenStep(double probability) const;

  // The same, and then the shortest of `count` exponential waits; of which `probability` happen.
  [[nodiscard]] WaitingTime ThenFirstOf(size_t count, double probability) const;

  // The same, if that takes less than a step.
  [[nodiscard]] WaitingTime ThenFirstWithinStep(size_t count, double probability) const;

  // The probability that it happens before `time`; or at it.
  [[nodiscard]] double Before(double time) const { return Sum(time, false); }
  [[nodiscard]] double UpTo(double time) const { return Sum(time, true); }

  // A step is so short beside the mean that the moments lose digits.
  [[nodiscard]] bool HasShortStep() const;

  // Of what happens: the sum of probability times time to the power of `order`.
  [[nodiscard]] double Moment(size_t order) const;

 private:
  // Steps passed, exponential waits at once, power: u^power e^(-count u) for u = time / mean of
  // what is behind the steps.
  using Term = std::tuple<size_t, size_t, size_t>;

  [[nodiscard]] double Sum(double time, bool is_inclusive) const;

  double step_;
  double mean_;
  std::map<size_t, double> atoms_;    // probability by steps
  std::map<Term, double> densities_;  // of u
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_WAITING_TIME_H_
