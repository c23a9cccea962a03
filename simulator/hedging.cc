#include "simulator/hedging.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "simulator/gauss_legendre.h"
#include "simulator/hedge_chain.h"
#include "simulator/hedge_outcome.h"
#include "simulator/pushback.h"
#include "simulator/root.h"

namespace grpcfg {
namespace {

// The time of an attempt that some wait for the delay and others for a failure.
class HedgeStart {
 public:
  // `last`: if no attempt fails before the delay is over, `hedges` times that.
  HedgeStart(const WaitingTime& time, double last, size_t hedges) : time_(time), last_(last) {
    time_.HasShortStep() ? FindMomentsBySteps(hedges) : FindMoments();
  }

  [[nodiscard]] static double min() { return 0; }
  [[nodiscard]] double max() const { return last_; }
  [[nodiscard]] double mean() const { return mean_; }
  [[nodiscard]] double StandardDeviation() const { return std::sqrt(std::max(0.0, variance_)); }
  [[nodiscard]] double ProbabilityBefore(double time) const {
    return IsBefore(last_, time) ? 1 : std::clamp(time_.Before(time), 0.0, 1.0);
  }
  [[nodiscard]] double Quantile(double probability) const {
    if (time_.Before(last_) <= probability) return last_;
    return FindRoot([&](double time) { return time_.UpTo(time) - probability; }, 0, last_);
  }

 private:
  void FindMoments() {
    mean_ = time_.FirstMoment();
    variance_ = time_.SecondMoment() - mean_ * mean_;
  }

  // Where answers take longer than the delay, moments of terms cancel. But from one step to the
  // next the probability is smooth, and there is little of it: E[last - T] and E[(last - T)^2] are
  // the integrals of F(t) and 2 (last - t) F(t).
  void FindMomentsBySteps(size_t hedges) {
    double early = 0;
    double square = 0;
    for (size_t i = 0; i < hedges; ++i) {
      const double begin = last_ * static_cast<double>(i) / static_cast<double>(hedges);
      const double end = last_ * static_cast<double>(i + 1) / static_cast<double>(hedges);
      early += Integrate([&](double t) { return time_.UpTo(t); }, begin, end);
      square += Integrate([&](double t) { return 2 * (last_ - t) * time_.UpTo(t); }, begin, end);
    }
    mean_ = last_ - early;
    variance_ = square - early * early;
  }

  const WaitingTime& time_;
  double last_;
  double mean_ = 0;
  double variance_ = 0;
};

std::vector<AttemptSchedule> AttemptsAt(const std::vector<double>& times, double deadline) {
  std::vector<AttemptSchedule> attempts;
  std::vector<Delay> delays;
  attempts.reserve(times.size());
  for (size_t i = 0; i < times.size(); ++i) {
    if (i > 0) delays.push_back({times[i] - times[i - 1], times[i] - times[i - 1]});
    const Delay last = delays.empty() ? Delay() : delays.back();
    attempts.push_back(AttemptAt(StartTime(delays, {}), last, deadline));
  }
  return attempts;
}

std::vector<double> TimesByTimer(const Hedging& hedging) {
  std::vector<double> times(hedging.attempts);
  for (size_t i = 0; i < times.size(); ++i) times[i] = static_cast<double>(i) * hedging.delay;
  return times;
}

std::vector<AttemptSchedule> AttemptsOf(const HedgeChain& chain, const Hedging& hedging,
                                        double deadline) {
  std::vector<AttemptSchedule> attempts;
  for (const WaitingTime& time : chain.sent()) {
    const double last = hedging.delay * static_cast<double>(attempts.size());
    const double before = attempts.empty() ? 0 : attempts.back().mean;
    const Delay delay = {0, attempts.empty() ? 0 : hedging.delay};
    attempts.push_back(AttemptAt(HedgeStart(time, last, attempts.size()), delay, deadline));
    attempts.back().delay_mean = attempts.back().mean - before;
  }
  return attempts;
}

// The starts of calls without a success.
std::vector<AttemptSchedule> StartsOf(const Hedging& hedging, const CallReading& client,
                                      const Scenario& scenario, bool is_silent) {
  const bool is_by_timer = client.hedge_after_failure == HedgeAfterFailure::kAfterDelay;
  if (is_silent || is_by_timer) return AttemptsAt(TimesByTimer(hedging), scenario.deadline);
  if (scenario.latency.exponential_mean > 0) {
    const HedgeChain chain(hedging, 1, scenario.latency.exponential_mean);
    return AttemptsOf(chain, hedging, scenario.deadline);
  }
  return AttemptsAt(SendTimesOfFixed(hedging, scenario.latency.fixed, TimerOf(0, client)),
                    scenario.deadline);
}

HedgeOutcome OutcomeOf(const Hedging& hedging, const CallReading& client,
                       const Scenario& scenario) {
  if (client.hedge_after_failure == HedgeAfterFailure::kAfterDelay) {
    return OutcomeByTimer(hedging, scenario);
  }
  const double mean = scenario.latency.exponential_mean;
  if (mean <= 0) return OutcomeOfFixed(hedging, scenario, TimerOf(0, client));
  return HedgeChain(hedging, scenario.failure_probability, mean).By(scenario.deadline);
}

// Every attempt that has time is sent, and none succeeds or fails.
HedgeOutcome OutcomeOfSilence(const std::vector<AttemptSchedule>& attempts) {
  HedgeOutcome outcome;
  for (const AttemptSchedule& attempt : attempts) {
    outcome.sent.push_back(attempt.reached_by_deadline);
  }
  return outcome;
}

// P(no answer by `time`), where every attempt succeeds.
double UnansweredAt(const Hedging& hedging, const Latency& latency, double time) {
  const HedgeOutcome outcome = OutcomeByTimer(hedging, {time, 0, latency});
  return 1 - outcome.succeeds;
}

// The integral of P(no answer by t). Between two hedges k are under way, and P falls as e^-kt.
double MeanOf(const Hedging& hedging, const Latency& latency) {
  if (latency.exponential_mean <= 0) return latency.fixed;
  double mean = 0;
  for (size_t k = 1; k <= hedging.attempts; ++k) {
    const double mean_of_k = latency.exponential_mean / static_cast<double>(k);
    const double begin = static_cast<double>(k - 1) * hedging.delay;
    const double part = k < hedging.attempts ? -std::expm1(-hedging.delay / mean_of_k) : 1;
    mean += UnansweredAt(hedging, latency, begin) * mean_of_k * part;
  }
  return mean;
}

ResultTime ResultOf(const Hedging& hedging, const Latency& latency) {
  ResultTime result = {MeanOf(hedging, latency)};
  for (size_t i = 0; i < kResultPercentiles.size(); ++i) {
    const double q = kResultPercentiles[i];
    // One attempt alone takes longer than all together.
    constexpr double kBehind = 1.001;
    const double high = -kBehind * latency.exponential_mean * std::log1p(-q);
    result.percentiles[i] =
        latency.exponential_mean <= 0
            ? latency.fixed
            : FindRoot([&](double t) { return 1 - q - UnansweredAt(hedging, latency, t); }, 0,
                       high);
  }
  return result;
}

}  // namespace

HedgingSchedule ScheduleHedges(const Hedging& hedging, const CallReading& client,
                               const Scenario& scenario, bool is_silent) {
  const Hedging timed = {hedging.attempts, TimerOf(hedging.delay, client)};
  HedgingSchedule hedges;
  Schedule& schedule = hedges.schedule;
  schedule.attempts = StartsOf(timed, client, scenario, is_silent);
  HedgeOutcome outcome =
      is_silent ? OutcomeOfSilence(schedule.attempts) : OutcomeOf(timed, client, scenario);
  schedule.expected_attempts = 0;
  for (const double sent : outcome.sent) schedule.expected_attempts += sent;
  schedule.call_fails = 1 - outcome.succeeds;
  const bool is_ended = !is_silent || !std::isinf(scenario.deadline);
  schedule.deadline_exceeded = is_ended ? std::max(0.0, schedule.call_fails - outcome.all_fail) : 0;
  hedges.sent = std::move(outcome.sent);
  if (scenario.latency.exponential_mean <= 0 && !is_silent) {
    hedges.all_failed_at = schedule.attempts.back().max + scenario.latency.fixed;
  }
  return hedges;
}

HedgingGain GainOf(const Hedging& hedging, const Latency& latency) {
  HedgingGain gain;
  gain.sent = OutcomeByTimer(hedging, {kNever, 0, latency}).sent;
  gain.expected_sends = 0;
  for (const double sent : gain.sent) gain.expected_sends += sent;
  gain.hedged = ResultOf(hedging, latency);
  gain.unhedged = ResultOf({1, hedging.delay}, latency);
  return gain;
}

}  // namespace grpcfg
