// A time that is drawn at random, in seconds, and what is known of every kind of it. Promise: pure;
// no random numbers.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_RANDOM_TIME_H_
#define GRPCFG_SIMULATOR_SCHEDULE_RANDOM_TIME_H_

#include <cstddef>
#include <limits>
#include <vector>

#include "absl/types/span.h"

namespace grpcfg {

inline constexpr double kNever = std::numeric_limits<double>::infinity();  // as a time
inline constexpr double kRoundingOfSums = 1e-13;                           // of probabilities

constexpr double Square(double number) { return number * number; }

// A time that depends on delays drawn at random, or such a delay.
struct TimeRange {
  double min = 0;
  double mean = 0;  // not always in the middle
  double max = 0;
};

// Whether a time is before another one; not if they differ by the rounding of decimal fractions.
bool IsBefore(double time, double other);

// How long an attempt takes to be answered: `fixed` seconds and an exponential part of mean
// `exponential_mean`, either of which may be 0.
struct Latency {
  double fixed = 0;
  double exponential_mean = 0;
};

// A sum of exponential variables, each of mean `mean`: the gamma distribution.
struct Exponentials {
  size_t count = 0;
  double mean = 0;
};

class RandomTime {
 public:
  // With `exponentials` in it; without a mean above 0 there are none.
  explicit RandomTime(const Exponentials& exponentials)
      : exponentials_(exponentials.mean > 0 ? exponentials : Exponentials()) {}
  virtual ~RandomTime() = default;

  [[nodiscard]] double min() const { return min_; }
  // Infinite with exponentials.
  [[nodiscard]] double max() const {
    if (exponentials_.count > 0) return kNever;
    return max_;
  }
  [[nodiscard]] double mean() const { return mean_; }
  // Of each exponential variable in it; 0 without them.
  [[nodiscard]] double exponential_mean() const { return exponentials_.mean; }
  [[nodiscard]] double StandardDeviation() const;

  // P(start < time): that an attempt starts before a deadline.
  [[nodiscard]] virtual double ProbabilityBefore(double time) const = 0;

  // The density at `time`: what of it is in a moment, per second. kNever: it is at that moment with
  // a probability above 0. Here the mean over a window of two milliseconds, or of a 512th of the
  // whole.
  [[nodiscard]] virtual double Density(double time) const;

  // What it is if it lies on slots, each of that length from the least time on: whole milliseconds,
  // or those of Ethernet. A length of 0: it does not.
  struct Slots {
    double length = 0;
    absl::Span<const double> masses = {};  // the probability of each
  };
  [[nodiscard]] virtual Slots slots() const { return {}; }

  // The moments at which the density jumps or has a bend, ascending: between them it is smooth.
  [[nodiscard]] virtual std::vector<double> Knots() const { return {min(), max()}; }

  // The least time t with P(start <= t) >= probability, which is between 0 and 1.
  [[nodiscard]] virtual double Quantile(double probability) const;

 protected:
  // The time is later by `latency`, the exponential part of which has the mean of all of them.
  void AddLatency(const Latency& latency);

  Exponentials exponentials_;
  double min_ = 0;
  double max_ = 0;  // without exponentials
  double mean_ = 0;
  double variance_ = 0;
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_RANDOM_TIME_H_
