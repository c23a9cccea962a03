#include "simulator/fleet/outage.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "simulator/fleet/delay_mean.h"

namespace grpcfg {
namespace {

constexpr double kMs = 1.0 / kMsPerSecond;

// P(start < time), also of the first attempt, which starts at 0.
double Below(const StartTime& start, double time) { return start.ProbabilityBefore(time); }

}  // namespace

double LongestOf(const Latency& latency) {
  constexpr double kNearlyAll = 14;  // means: e^-14 is below a millionth
  return latency.fixed + kNearlyAll * latency.exponential_mean;
}

// A retry follows an attempt that starts before the end.
double LastRetryOf(absl::Span<const Delay> delays, double length, const Scenario& scenario) {
  double longest = 0;
  double before = 0;  // the start of the attempt before the retry, at least
  for (const Delay& delay : delays) {
    if (before >= std::min(length, scenario.deadline)) break;
    longest = std::max(longest, Smoothed(delay).high + LongestOf(scenario.latency));
    before += Smoothed(delay).low + scenario.latency.fixed;
  }
  return length + std::min(longest, scenario.deadline);
}

Outage::Outage(absl::Span<const Delay> delays, double length, const Scenario& scenario)
    : delays_(ComputableOf(delays, scenario.latency)), length_(length), scenario_(scenario) {
  for (size_t n = 0; n <= delays_.size(); ++n) {
    starts_.emplace_back(absl::MakeConstSpan(delays_).first(n), scenario_.latency);
    answers_.push_back(starts_.back().Answered(scenario_.latency));
  }
}

double Outage::SinceStart(size_t retries, double time) const {
  const bool is_whole_ms = retries > 0 && delays_.front().is_whole_ms;
  return MeanTimeSince(starts_[retries], is_whole_ms, time);
}

bool Outage::IsCut(size_t retries, Until until) const {
  return !std::isinf(scenario_.deadline) &&
         !IsBefore(TimeOf(retries, until).max(), scenario_.deadline);
}

std::vector<double> Outage::KnotsOf(size_t retries) const {
  const double deadline = scenario_.deadline;
  std::vector<double> knots = {deadline, deadline - length_, length_};
  for (const double knot : starts_[retries].Knots()) {
    knots.push_back(deadline - knot);
    knots.push_back(length_ - knot);
  }
  return knots;
}

double Outage::MeanOverDelay(size_t retry, Until until, Function function) const {
  const Delay& delay = delays_[retry - 1];
  const StartTime start({&delay, 1}, scenario_.latency);
  const StartTime time = until == Until::kStart ? start : start.Answered(scenario_.latency);
  return MeanOver(delay, time, function, KnotsOf(retry - 1));
}

double Outage::MeanOverLatency(size_t retries, Function function) const {
  const Delay none;
  return MeanOver(none, answers_[0], function, KnotsOf(retries));
}

// P(T_{n-1} < O, T_n < D), or the same of A_n.
double Outage::Follows(size_t retry, Until until) const {
  const StartTime& before = starts_[retry - 1];
  const double deadline = scenario_.deadline;
  if (deadline <= length_) return Below(TimeOf(retry, until), deadline);
  if (!IsCut(retry, until)) return Below(before, length_);
  return MeanOverDelay(retry, until, [&](double delay) {
    return Below(before, std::min(length_, deadline - delay));
  });
}

// P(T_n < O, A_n < D).
double Outage::Answered(size_t retries) const {
  const double deadline = scenario_.deadline;
  if (deadline <= length_) return Below(answers_[retries], deadline);
  if (!IsCut(retries, Until::kAnswer)) return Below(starts_[retries], length_);
  return MeanOverLatency(retries, [&](double latency) {
    return Below(starts_[retries], std::min(length_, deadline - latency));
  });
}

// The integral over x in [0, O) of P(T_n < min(x, last)).
double Outage::During(size_t retries, double last) const {
  const double until = std::min(length_, last);
  return SinceStart(retries, until) + (length_ - until) * Below(starts_[retries], until);
}

// The integral over x in [0, O) of P(T_{n-1} < x, T_n < D), or the same of A_n.
double Outage::FollowsOfAll(size_t retry, Until until) const {
  if (!IsCut(retry, until)) return SinceStart(retry - 1, length_);
  return MeanOverDelay(retry, until,
                       [&](double delay) { return During(retry - 1, scenario_.deadline - delay); });
}

// The integral over x in [0, O) of P(T_n < x, A_n < D).
double Outage::AnsweredOfAll(size_t retries) const {
  if (!IsCut(retries, Until::kAnswer)) return SinceStart(retries, length_);
  return MeanOverLatency(
      retries, [&](double latency) { return During(retries, scenario_.deadline - latency); });
}

// Attempt n is a success of a call that came x before the end of the outage if it starts in the
// outage, fails with a probability less than 1 and is answered in time; or if the attempt before it
// does and fails, and it starts after the end.
OutageTotals Outage::Totals() const {
  const double p = scenario_.failure_probability;
  OutageTotals totals;
  double failed = 1;  // p^n
  for (size_t n = 0; n < starts_.size(); ++n) {
    const double during = failed * During(n, scenario_.deadline);
    const double answered = failed * AnsweredOfAll(n);
    totals.attempts_by_number.push_back(during);
    totals.attempts_during += during;
    if (n == 0) {
      totals.calls_failed = length_ - (1 - p) * answered;
    } else {
      const double after = failed * FollowsOfAll(n, Until::kStart) - during;
      const double answered_after = failed * FollowsOfAll(n, Until::kAnswer) - answered;
      totals.retries_after += std::max(0.0, after);
      totals.calls_saved += (1 - p) * answered + std::max(0.0, answered_after);
    }
    failed *= p;
  }
  totals.calls_failed = std::max(0.0, totals.calls_failed - totals.calls_saved);
  return totals;
}

// E[T_n + later - O; T_n < O, T_n + later < D].
double Outage::TimeSinceEnd(size_t retries, double later) const {
  const double until = std::min(length_, scenario_.deadline - later);
  return (until + later - length_) * Below(starts_[retries], until) - SinceStart(retries, until);
}

// E[A_n - O; T_{n-1} < O <= T_n, A_n < D]. Without a deadline that is E[(T_n - O)+] less the part
// of those that started before, E[(T_{n-1} - O)+] + E[B_n] P(T_{n-1} >= O), and then the latency.
double Outage::WaitOf(size_t retry) const {
  if (scenario_.deadline <= length_) return 0;
  const StartTime& before = starts_[retry - 1];
  if (IsCut(retry, Until::kAnswer)) {
    const auto of = [&](size_t n) {
      return [this, n](double later) { return TimeSinceEnd(n, later); };
    };
    return MeanOverDelay(retry, Until::kAnswer, of(retry - 1)) - MeanOverLatency(retry, of(retry));
  }
  const double mean_delay = starts_[retry].mean() - before.mean();
  return TimeAfter(retry) - TimeAfter(retry - 1) - mean_delay * ShareAfter(retry - 1) +
         answers_[0].mean() * Lands(retry);
}

// Without exponential latencies T_n is symmetric about its mean, so that what is little after the
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

// P(T_{n-1} < O <= T_n, A_n < D).
double Outage::Lands(size_t retry) const {
  if (scenario_.deadline <= length_) return 0;
  const bool is_late = !IsCut(retry, Until::kAnswer) && length_ > starts_[retry].mean();
  const double lands = is_late ? ShareAfter(retry) - ShareAfter(retry - 1)
                               : Follows(retry, Until::kAnswer) - Answered(retry);
  return std::max(0.0, lands);
}

SynchronizedOutage Outage::Synchronized() const {
  const double p = scenario_.failure_probability;
  SynchronizedOutage outage;
  double failed = 1;  // of the attempts after the first
  double after = 0;
  double wait = 0;
  double success = 0;
  for (size_t n = 1; n < starts_.size(); ++n) {
    const double landed = Lands(n);
    outage.success_by_retry.push_back(failed * ((1 - p) * Answered(n) + landed));
    success += outage.success_by_retry.back();
    outage.expected_attempts += failed * Follows(n, Until::kStart);
    after += failed * landed;
    wait += failed * WaitOf(n);
    failed *= p;
  }
  constexpr double kRounding = 1e-12;
  const bool is_cut = IsCut(starts_.size() - 1, Until::kAnswer);
  outage.exhausted = is_cut ? 1 - success : failed * Below(starts_.back(), length_);
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

// Where a start, or the end of the outage and what follows it by a delay, lets the load bend.
Peak Outage::HighestLoad() const {
  const double last = LastRetryOf(delays_, length_, scenario_);
  std::vector<double> knots = {0, length_, scenario_.deadline, last};
  for (size_t n = 1; n < starts_.size(); ++n) {
    for (const double knot : starts_[n].Knots()) knots.push_back(knot);
    const Delay& delay = delays_[n - 1];
    knots.push_back(length_ + scenario_.latency.fixed + delay.low);
    knots.push_back(length_ + scenario_.latency.fixed + delay.high);
  }
  std::erase_if(knots, [&](double knot) { return !(knot >= 0 && knot <= last); });
  return PeakOf([&](double time) { return LoadAt(time); }, std::move(knots));
}

}  // namespace grpcfg
