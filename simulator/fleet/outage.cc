#include "simulator/fleet/outage.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "simulator/schedule/gauss_legendre.h"

namespace grpcfg {
namespace {

constexpr double kMs = 1.0 / kMsPerSecond;

double PointsOf(const Delay& delay) {
  return std::round((delay.high - delay.low) * kMsPerSecond) + 1;
}

// Smoothed where whole milliseconds would be many or lie beside exponential latencies; that changes
// probabilities by less than 1e-6.
std::vector<Delay> ComputableOf(absl::Span<const Delay> delays, const Latency& latency) {
  constexpr double kMostPoints = 4096;
  double points = 0;
  for (const Delay& delay : delays) points += PointsOf(delay);
  std::vector<Delay> computable(delays.begin(), delays.end());
  if (points <= kMostPoints && latency.exponential_mean <= 0) return computable;
  for (Delay& delay : computable) delay = Smoothed(delay);
  return computable;
}

// P(start < time), also of the first attempt, which starts at 0.
double Below(const StartTime& start, double time) { return start.ProbabilityBefore(time); }

// The integral of P(start < t) up to `time`: E[max(0, time - start)], s.
double MeanTimeSince(const StartTime& start, bool is_whole_ms, double time) {
  const double width = time - start.min();
  if (width <= 0) return 0;
  if (time >= start.max()) return time - start.mean();
  if (!is_whole_ms) return width * start.DelayedBy(width).ProbabilityBefore(time);
  double sum = 0;
  const auto whole = static_cast<int64_t>(std::floor(width * kMsPerSecond));
  for (int64_t ms = 0; ms < whole; ++ms) {
    sum += Below(start, start.min() + (static_cast<double>(ms) + 0.5) * kMs) * kMs;
  }
  return sum + Below(start, time) * (width - static_cast<double>(whole) * kMs);
}

// The mean of `function` over a delay that follows an attempt of that latency. `knots`: where it is
// not smooth.
class DelayMean {
 public:
  DelayMean(const Delay& delay, const Latency& latency) : delay_(delay), latency_(latency) {}

  [[nodiscard]] double Of(absl::FunctionRef<double(double)> function,
                          std::vector<double> knots) const {
    const double low = delay_.low + latency_.fixed;
    const double width = delay_.high - delay_.low;
    if (latency_.exponential_mean > 0) return OfLater(function, std::move(knots));
    if (width <= 0) return function(low);
    if (delay_.is_whole_ms) {
      double sum = 0;
      const auto points = static_cast<int64_t>(PointsOf(delay_));
      for (int64_t ms = 0; ms < points; ++ms) sum += function(low + static_cast<double>(ms) * kMs);
      return sum / static_cast<double>(points);
    }
    return Between(function, low, low + width, std::move(knots)) / width;
  }

 private:
  // The integral of what is smooth from knot to knot.
  static double Between(absl::FunctionRef<double(double)> function, double low, double high,
                        std::vector<double> knots) {
    knots.push_back(low);
    knots.push_back(high);
    std::sort(knots.begin(), knots.end());
    double sum = 0;
    for (size_t i = 1; i < knots.size(); ++i) {
      if (knots[i - 1] < low || knots[i] > high) continue;
      sum += Integrate(function, knots[i - 1], knots[i]);
    }
    return sum;
  }

  // With exponential latency, in steps over which that fades little.
  [[nodiscard]] double OfLater(absl::FunctionRef<double(double)> function,
                               std::vector<double> knots) const {
    constexpr double kFadingMeans[] = {0, 1, 2, 4, 6, 9, 13, 20, 40};
    const StartTime later({&delay_, 1}, latency_);
    for (const double begin : {later.min(), later.min() + delay_.high - delay_.low}) {
      for (const double means : kFadingMeans) {
        knots.push_back(begin + means * latency_.exponential_mean);
      }
    }
    const double end = *std::max_element(knots.begin(), knots.end());
    return Between([&](double time) { return function(time) * later.Density(time); }, later.min(),
                   end, knots);
  }

  Delay delay_;
  Latency latency_;
};

}  // namespace

Delay Smoothed(const Delay& delay) {
  if (!delay.is_whole_ms) return delay;
  return {std::max(0.0, delay.low - kMs / 2), delay.high + kMs / 2};
}

double LongestOf(const Latency& latency) {
  constexpr double kNearlyAll = 14;  // means: e^-14 is below a millionth
  return latency.fixed + kNearlyAll * latency.exponential_mean;
}

double LastRetryOf(absl::Span<const Delay> delays, double length, const Scenario& scenario) {
  double longest = 0;
  for (const Delay& delay : delays) {
    longest = std::max(longest, Smoothed(delay).high + LongestOf(scenario.latency));
  }
  return length + std::min(longest, scenario.deadline);
}

Outage::Outage(absl::Span<const Delay> delays, double length, const Scenario& scenario)
    : delays_(ComputableOf(delays, scenario.latency)), length_(length), scenario_(scenario) {
  for (size_t n = 0; n <= delays_.size(); ++n) {
    starts_.emplace_back(absl::MakeConstSpan(delays_).first(n), scenario_.latency);
  }
}

double Outage::SinceStart(size_t retries, double time) const {
  const bool is_whole_ms = retries > 0 && delays_.front().is_whole_ms;
  return MeanTimeSince(starts_[retries], is_whole_ms, time);
}

bool Outage::IsCut(size_t retries) const {
  return !std::isinf(scenario_.deadline) && !IsBefore(starts_[retries].max(), scenario_.deadline);
}

std::vector<double> Outage::KnotsBefore(size_t retry) const {
  const double deadline = scenario_.deadline;
  std::vector<double> knots = {deadline, deadline - length_, length_};
  for (const double knot : starts_[retry - 1].Knots()) {
    knots.push_back(deadline - knot);
    knots.push_back(length_ - knot);
  }
  return knots;
}

double Outage::MeanOverDelay(size_t retry, absl::FunctionRef<double(double)> function) const {
  return DelayMean(delays_[retry - 1], scenario_.latency).Of(function, KnotsBefore(retry));
}

// P(T_{n-1} < O, T_n < D).
double Outage::Follows(size_t retry) const {
  const StartTime& before = starts_[retry - 1];
  const double deadline = scenario_.deadline;
  if (deadline <= length_) return Below(starts_[retry], deadline);
  if (!IsCut(retry)) return Below(before, length_);
  return MeanOverDelay(
      retry, [&](double delay) { return Below(before, std::min(length_, deadline - delay)); });
}

// The integral over x in [0, O) of P(T_{n-1} < x, T_n < D): by the delay b, with y = D - b and
// X = min(O, D), of E[max(0, X - T); T < y] for T = T_{n-1}.
double Outage::FollowsOfAll(size_t retry) const {
  if (!IsCut(retry)) return SinceStart(retry - 1, length_);
  const double deadline = scenario_.deadline;
  const double last = std::min(length_, deadline);
  const double early = MeanOverDelay(retry, [&](double delay) {
    const double until = std::min(last, deadline - delay);
    return SinceStart(retry - 1, until) + (last - until) * Below(starts_[retry - 1], until);
  });
  return early + (length_ - last) * Below(starts_[retry], deadline);
}

// The integral over x in [0, O) of P(T_n < min(x, D)).
double Outage::During(size_t retries) const {
  const double last = std::min(length_, scenario_.deadline);
  return SinceStart(retries, last) + (length_ - last) * Below(starts_[retries], last);
}

OutageTotals Outage::Totals() const {
  OutageTotals totals;
  double failed = 1;  // p^n
  for (size_t n = 0; n < starts_.size(); ++n) {
    const double during = failed * During(n);
    totals.attempts_by_number.push_back(during);
    totals.attempts_during += during;
    if (n > 0) totals.retries_after += std::max(0.0, failed * FollowsOfAll(n) - during);
    failed *= scenario_.failure_probability;
  }
  const double p = scenario_.failure_probability;
  totals.calls_saved =
      (1 - p) * (totals.attempts_during - totals.attempts_by_number[0]) + totals.retries_after;
  totals.calls_failed = std::max(0.0, p * length_ - totals.calls_saved);
  return totals;
}

// E[T_n - O; T_{n-1} < O <= T_n < D]. Without a deadline that is E[(T_n - O)+] less the part of
// those that started before, E[(T_{n-1} - O)+] + E[B_n] P(T_{n-1} >= O).
double Outage::WaitOf(size_t retry) const {
  const double deadline = scenario_.deadline;
  if (deadline <= length_) return 0;
  const StartTime& before = starts_[retry - 1];
  if (IsCut(retry)) {
    return MeanOverDelay(retry, [&](double delay) {
      const double until = std::min(length_, deadline - delay);
      return (until + delay - length_) * Below(before, until) -
             (SinceStart(retry - 1, until) - SinceStart(retry - 1, length_ - delay));
    });
  }
  const double mean_delay = starts_[retry].mean() - before.mean();
  return TimeAfter(retry) - TimeAfter(retry - 1) - mean_delay * ShareAfter(retry - 1);
}

// Without exponential latencies T_n is symmetric about its mean, so that what is little behind the
// end needs no difference from 1. Only of what has no atom: one at O would count before it.
double Outage::ShareAfter(size_t retries) const {
  const StartTime& start = starts_[retries];
  const bool has_atoms = start.min() == start.max() || delays_.front().is_whole_ms;
  if (has_atoms || std::isinf(start.max())) return 1 - Below(start, length_);
  return Below(start, 2 * start.mean() - length_);
}

double Outage::TimeAfter(size_t retries) const {
  const StartTime& start = starts_[retries];
  if (std::isinf(start.max())) return start.mean() - length_ + SinceStart(retries, length_);
  return SinceStart(retries, 2 * start.mean() - length_);
}

// P(T_{n-1} < O <= T_n < D).
double Outage::Lands(size_t retry) const {
  const double deadline = scenario_.deadline;
  if (deadline <= length_) return 0;
  const bool is_late = !IsCut(retry) && length_ > starts_[retry].mean();
  const double lands = is_late ? ShareAfter(retry) - ShareAfter(retry - 1)
                               : Follows(retry) - Below(starts_[retry], length_);
  return std::max(0.0, lands);
}

SynchronizedOutage Outage::Synchronized() const {
  const double p = scenario_.failure_probability;
  SynchronizedOutage outage;
  double failed = 1;  // of the attempts behind the first
  double after = 0;
  double wait = 0;
  double success = 0;
  for (size_t n = 1; n < starts_.size(); ++n) {
    const double during = Below(starts_[n], std::min(length_, scenario_.deadline));
    const double landed = Lands(n);
    outage.success_by_retry.push_back(failed * ((1 - p) * during + landed));
    success += outage.success_by_retry.back();
    outage.expected_attempts += failed * Follows(n);
    after += failed * landed;
    wait += failed * WaitOf(n);
    failed *= p;
  }
  constexpr double kRounding = 1e-12;
  outage.exhausted =
      IsCut(starts_.size() - 1) ? 1 - success : failed * Below(starts_.back(), length_);
  if (outage.exhausted < kRounding) outage.exhausted = 0;
  if (after > kRounding) outage.mean_wait = wait / after;
  return outage;
}

// P(T_n <= t, B_n > t - O): that a retry starts at t, and the attempt before it in the outage. The
// delay, given that it is longer than `least`, is uniform again, or with exponential latency what
// is left of that is again exponential.
double Outage::LandingAt(size_t retry, double time) const {
  const double least = time - length_ - scenario_.latency.fixed;
  const double until = std::min(time, scenario_.deadline);
  const double mean = scenario_.latency.exponential_mean;
  const Delay& delay = delays_[retry - 1];
  std::vector<Delay> delays(delays_.begin(), delays_.begin() + static_cast<int>(retry));
  Delay& last = delays.back();
  if (delay.is_whole_ms && least >= delay.low) {
    constexpr double kRounding = 1e-6;  // of a millisecond
    last.low += (std::floor((least - delay.low) * kMsPerSecond + kRounding) + 1) * kMs;
  } else {
    last.low = std::max(delay.low, least);
  }
  double sum = 0;
  const double width = delay.is_whole_ms ? PointsOf(delay) : delay.high - delay.low;
  const double left = delay.is_whole_ms ? PointsOf(last) : delay.high - last.low;
  if (width <= 0 ? least < delay.low : left > 0) {
    sum += (width <= 0 ? 1 : left / width) * Below(StartTime(delays, scenario_.latency), until);
  }
  if (mean <= 0 || least <= delay.low) return sum;
  const double high = std::min(delay.high, least);
  const double fading = std::exp(-(least - high) / mean);
  const double waits =
      width <= 0 ? fading : mean / width * fading * -std::expm1((delay.low - high) / mean);
  last = {least, least};
  return sum + waits * Below(StartTime(delays, scenario_.latency), until);
}

double Outage::LoadAt(double time) const {
  double load = 1;
  double failed = 1;
  for (size_t n = 1; n < starts_.size(); ++n) {
    failed *= scenario_.failure_probability;
    load += failed * (time < length_ ? Below(starts_[n], std::min(time, scenario_.deadline))
                                     : LandingAt(n, time));
  }
  return load;
}

}  // namespace grpcfg
