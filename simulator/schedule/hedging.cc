#include "simulator/schedule/hedging.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "simulator/schedule/gauss_legendre.h"
#include "simulator/schedule/pushback.h"
#include "simulator/schedule/root.h"

namespace grpcfg {
namespace {

// ---- Sums of waits, each of which is fixed or exponential and may be cut off: when hedges are
// sent. Promise: pure; closed forms, with an absolute error of some 1e-14.

// How long a sum of waits takes and with what probability it happens at all: atoms, and densities
// that are polynomials times exponentials. Two times make all others: `step`, of which fixed waits
// are multiples, and `mean`, of the exponential waits; both in one unit, `mean` above 0.
class WaitingTime {
 public:
  WaitingTime(double step, double mean) : step_(step), mean_(mean) {}

  // Happens immediately, for certain.
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
  // Steps passed, simultaneous exponential waits, power: u^power e^(-count u) for u = time / mean
  // of what is after the steps.
  using Term = std::tuple<size_t, size_t, size_t>;

  [[nodiscard]] double Sum(double time, bool is_inclusive) const;

  double step_;
  double mean_;
  std::map<size_t, double> atoms_;    // probability by steps
  std::map<Term, double> densities_;  // of u
};

double Factorial(size_t n) { return std::tgamma(static_cast<double>(n) + 1); }

// The integral of u^power e^(-count u) from 0 to `u`.
double IncompleteGamma(size_t count, size_t power, double u) {
  const double x = static_cast<double>(count) * u;
  double rest = 0;  // e^x times the upper one, regularised
  double term = 1;
  for (size_t i = 0; i <= power; ++i) {
    rest += term;
    term *= x / static_cast<double>(i + 1);
  }
  const double tail = std::isinf(u) ? 0 : rest * std::exp(-x);
  return Factorial(power) / std::pow(count, power + 1) * (1 - tail);
}

WaitingTime WaitingTime::Zero(double step, double mean) {
  WaitingTime time(step, mean);
  time.atoms_[0] = 1;
  return time;
}

void WaitingTime::Add(const WaitingTime& other) {
  for (const auto& [steps, probability] : other.atoms_) atoms_[steps] += probability;
  for (const auto& [term, factor] : other.densities_) densities_[term] += factor;
}

WaitingTime WaitingTime::ThenStep(double probability) const {
  WaitingTime then(step_, mean_);
  for (const auto& [steps, mass] : atoms_) then.atoms_[steps + 1] = mass * probability;
  for (const auto& [term, factor] : densities_) {
    const auto& [steps, count, power] = term;
    then.densities_[{steps + 1, count, power}] = factor * probability;
  }
  return then;
}

// The convolution with n e^(-nu), term by term: of an equal exponent the power rises; of another
// one, with a = n - count, the integral of v^k e^(av) is
// e^(au) sum over i of (-1)^(k-i) k!/i! u^i / a^(k-i+1), less its value at 0.
WaitingTime WaitingTime::ThenFirstOf(size_t count, double probability) const {
  const auto n = static_cast<double>(count);
  WaitingTime then(step_, mean_);
  for (const auto& [steps, mass] : atoms_) {
    then.densities_[{steps, count, 0}] += mass * probability * n;
  }
  for (const auto& [term, factor] : densities_) {
    const auto& [steps, own, power] = term;
    const double scaled = factor * probability * n;
    if (own == count) {
      then.densities_[{steps, count, power + 1}] += scaled / static_cast<double>(power + 1);
      continue;
    }
    const double a = n - static_cast<double>(own);
    for (size_t i = 0; i <= power; ++i) {
      const double sign = (power - i) % 2 == 0 ? 1 : -1;
      then.densities_[{steps, own, i}] +=
          scaled * sign * Factorial(power) / Factorial(i) / std::pow(a, power - i + 1);
    }
    const double sign = power % 2 == 0 ? 1 : -1;
    then.densities_[{steps, count, 0}] -= scaled * sign * Factorial(power) / std::pow(a, power + 1);
  }
  return then;
}

// e^(-nu) below a step is e^(-nu) less e^(-n step) e^(-n (u - step)) from the step on.
WaitingTime WaitingTime::ThenFirstWithinStep(size_t count, double probability) const {
  WaitingTime then = ThenFirstOf(count, probability);
  const double longer = std::exp(-static_cast<double>(count) * step_ / mean_);
  then.Add(ThenStep(longer).ThenFirstOf(count, -probability));
  return then;
}

bool WaitingTime::HasShortStep() const {
  constexpr double kShort = 0.25;
  return step_ < kShort * mean_;
}

double WaitingTime::Sum(double time, bool is_inclusive) const {
  double sum = 0;
  for (const auto& [steps, probability] : atoms_) {
    const double at = static_cast<double>(steps) * step_;
    if (at < time || (is_inclusive && at == time)) sum += probability;
  }
  for (const auto& [term, factor] : densities_) {
    const auto& [steps, count, power] = term;
    const double u = (time - static_cast<double>(steps) * step_) / mean_;
    if (u > 0) sum += factor * IncompleteGamma(count, power, u);
  }
  return sum;
}

// (s + u mean)^order, with the moments of u of a term: (power + i)! / count^(power + i + 1).
double WaitingTime::Moment(size_t order) const {
  double sum = 0;
  for (const auto& [steps, probability] : atoms_) {
    sum += probability * std::pow(static_cast<double>(steps) * step_, order);
  }
  for (const auto& [term, factor] : densities_) {
    const auto& [steps, count, power] = term;
    const double at = static_cast<double>(steps) * step_;
    double choose = 1;  // `order` over i
    for (size_t i = 0; i <= order; ++i) {
      sum += factor * choose * std::pow(at, order - i) * std::pow(mean_, i) * Factorial(power + i) /
             std::pow(count, power + i + 1);
      choose *= static_cast<double>(order - i) / static_cast<double>(i + 1);
    }
  }
  return sum;
}

// ---- Hedges

// All before the deadline.
struct HedgeOutcome {
  std::vector<double> sent;  // the probability of each attempt; of the first 1
  double succeeds = 0;
  double all_fail = 0;
};

// P(latency > time).
double Survival(const Latency& latency, double time) {
  if (IsBefore(time, latency.fixed)) return 1;
  if (latency.exponential_mean <= 0) return 0;
  return std::exp(-(time - latency.fixed) / latency.exponential_mean);
}

double Choose(size_t n, size_t k) {
  double choose = 1;
  for (size_t i = 0; i < k; ++i) {
    choose *= static_cast<double>(n - i) / static_cast<double>(i + 1);
  }
  return choose;
}

// One call whose attempts all end after the same time.
struct FixedCall {
  std::vector<double> sent;
  double succeeds_at = kNever;
  double fails_at = kNever;  // all of them
};

struct FixedAnswers {
  double latency = 0;
  double after_failure = 0;  // after a failure
};

// Bit i of `successes`: attempt i succeeds. An answer that comes with the end of the delay counts
// first.
FixedCall Follow(const Hedging& hedging, const FixedAnswers& answers, size_t successes) {
  FixedCall call = {{0}};
  double timer = hedging.delay;
  for (size_t answered = 0; answered < hedging.attempts;) {
    const bool is_more = call.sent.size() < hedging.attempts;
    const bool is_in_flight = answered < call.sent.size();
    const double answer = is_in_flight ? call.sent[answered] + answers.latency : kNever;
    if (is_more && IsBefore(timer, answer)) {
      call.sent.push_back(timer);
      timer += hedging.delay;
      continue;
    }
    if ((successes >> answered & 1) != 0) {
      call.succeeds_at = answer;
      return call;
    }
    ++answered;
    if (!is_more) continue;
    call.sent.push_back(answer + answers.after_failure);
    timer = call.sent.back() + hedging.delay;
  }
  call.fails_at = call.sent.back() + answers.latency;
  return call;
}

// A client that sends the next hedge only when the delay is over, whatever fails before. No success
// by t: each attempt that was sent by then has failed or is under way. So the next is
// sent with the product of p + (1-p) P(latency > time since).
HedgeOutcome OutcomeByTimer(const Hedging& hedging, const Scenario& scenario) {
  const double p = scenario.failure_probability;
  HedgeOutcome outcome;
  double all_fail = 1;
  const auto no_success_by = [&](double time) {
    double product = 1;
    for (size_t i = 0; i < outcome.sent.size(); ++i) {
      const double since = time - static_cast<double>(i) * hedging.delay;
      product *= p + (1 - p) * Survival(scenario.latency, since);
    }
    return product;
  };
  for (size_t i = 0; i < hedging.attempts; ++i) {
    const double at = static_cast<double>(i) * hedging.delay;
    const bool is_sent = IsBefore(at, scenario.deadline);
    if (is_sent) outcome.sent.push_back(no_success_by(at));
    all_fail *= is_sent ? p * (1 - Survival(scenario.latency, scenario.deadline - at)) : 0;
  }
  outcome.succeeds = 1 - no_success_by(scenario.deadline);
  outcome.all_fail = all_fail;
  outcome.sent.resize(hedging.attempts);
  return outcome;
}

// A client that sends it `after_failure` seconds after a failure, too, and starts the delay again.
// Every answer takes `scenario.latency.fixed`.
HedgeOutcome OutcomeOfFixed(const Hedging& hedging, const Scenario& scenario,
                            double after_failure) {
  HedgeOutcome outcome = {std::vector<double>(hedging.attempts, 0)};
  for (size_t successes = 0; successes < size_t{1} << hedging.attempts; ++successes) {
    double probability = 1;
    for (size_t i = 0; i < hedging.attempts; ++i) {
      const bool succeeds = (successes >> i & 1) != 0;
      probability *= succeeds ? 1 - scenario.failure_probability : scenario.failure_probability;
    }
    const FixedCall call = Follow(hedging, {scenario.latency.fixed, after_failure}, successes);
    for (size_t i = 0; i < call.sent.size(); ++i) {
      if (IsBefore(call.sent[i], scenario.deadline)) outcome.sent[i] += probability;
    }
    if (IsBefore(call.succeeds_at, scenario.deadline)) outcome.succeeds += probability;
    if (IsBefore(call.fails_at, scenario.deadline)) outcome.all_fail += probability;
  }
  return outcome;
}

// When such a client sends each attempt if none succeeds.
std::vector<double> SendTimesOfFixed(const Hedging& hedging, double latency, double after_failure) {
  return Follow(hedging, {latency, after_failure}, 0).sent;
}

// A hedged call whose attempts are answered after exponential times, for a client that sends the
// next one immediately after a failure. What has happened by each attempt is all in how many are
// under way.
class HedgeChain {
 public:
  // `failure_probability`: of each attempt; `mean`: of the latency, above 0.
  HedgeChain(const Hedging& hedging, double failure_probability, double mean);

  // The time of each attempt, as far as it is sent.
  [[nodiscard]] const std::vector<WaitingTime>& sent() const { return sent_; }

  [[nodiscard]] HedgeOutcome By(double deadline) const;

 private:
  void AddLastAnswers(const WaitingTime& sent, size_t in_flight, double failure_probability);

  std::vector<WaitingTime> sent_;
  WaitingTime success_;
  WaitingTime all_failed_;
};

// With j attempts under way the first answer comes after an exponential time of mean 1/j. Before
// the delay is over, it ends the call or is a failure, for which the next attempt goes out; else
// the timer sends that beside the others.
HedgeChain::HedgeChain(const Hedging& hedging, double failure_probability, double mean)
    : success_(hedging.delay, mean), all_failed_(hedging.delay, mean) {
  const WaitingTime never(hedging.delay, mean);
  std::vector<WaitingTime> by_in_flight(hedging.attempts + 1, never);
  by_in_flight[1] = WaitingTime::Zero(hedging.delay, mean);
  for (size_t attempt = 1; attempt <= hedging.attempts; ++attempt) {
    sent_.push_back(never);
    std::vector<WaitingTime> next(hedging.attempts + 1, never);
    for (size_t j = 1; j <= attempt; ++j) {
      const WaitingTime& now = by_in_flight[j];
      sent_.back().Add(now);
      if (attempt == hedging.attempts) {
        AddLastAnswers(now, j, failure_probability);
        continue;
      }
      const double longer = std::exp(-static_cast<double>(j) * hedging.delay / mean);
      next[j + 1].Add(now.ThenStep(longer));
      next[j].Add(now.ThenFirstWithinStep(j, failure_probability));
      success_.Add(now.ThenFirstWithinStep(j, 1 - failure_probability));
    }
    by_in_flight = std::move(next);
  }
}

// When no more are sent, the call waits for those under way: for no success by u of j with
// (p + (1-p) e^-u)^j, for all failures with p^j (1 - e^-u)^j, both a sum over powers of e^-u.
void HedgeChain::AddLastAnswers(const WaitingTime& sent, size_t in_flight,
                                double failure_probability) {
  const double p = failure_probability;
  for (size_t i = 1; i <= in_flight; ++i) {
    const double choose = Choose(in_flight, i);
    success_.Add(sent.ThenFirstOf(i, choose * std::pow(p, in_flight - i) * std::pow(1 - p, i)));
    const double sign = i % 2 == 1 ? 1 : -1;
    all_failed_.Add(sent.ThenFirstOf(i, sign * choose * std::pow(p, in_flight)));
  }
}

HedgeOutcome HedgeChain::By(double deadline) const {
  HedgeOutcome outcome = {{}, success_.Before(deadline), all_failed_.Before(deadline)};
  for (const WaitingTime& time : sent_) outcome.sent.push_back(time.Before(deadline));
  return outcome;
}

// The time of an attempt that some wait for the delay and others for a failure.
class HedgeStart : public RandomTime {
 public:
  // `last`: if no attempt fails before the delay is over, `hedges` times that.
  HedgeStart(const WaitingTime& time, double last, size_t hedges) : RandomTime({}), time_(time) {
    max_ = last;
    time_.HasShortStep() ? FindMomentsBySteps(hedges) : FindMoments();
  }

  [[nodiscard]] double ProbabilityBefore(double time) const override {
    return IsBefore(max_, time) ? 1 : std::clamp(time_.Before(time), 0.0, 1.0);
  }
  [[nodiscard]] double Quantile(double probability) const override {
    if (time_.Before(max_) <= probability) return max_;
    return FindRoot([&](double time) { return time_.UpTo(time) - probability; }, 0, max_);
  }

 private:
  void FindMoments() {
    mean_ = time_.Moment(1);
    variance_ = time_.Moment(2) - mean_ * mean_;
  }

  // Where answers take longer than the delay, moments of terms cancel. But from one step to the
  // next the probability is smooth, and there is little of it: E[last - T] and E[(last - T)^2] are
  // the integrals of F(t) and 2 (last - t) F(t).
  void FindMomentsBySteps(size_t hedges) {
    double early = 0;
    double square = 0;
    for (size_t i = 0; i < hedges; ++i) {
      const double begin = max_ * static_cast<double>(i) / static_cast<double>(hedges);
      const double end = max_ * static_cast<double>(i + 1) / static_cast<double>(hedges);
      early += Integrate([&](double t) { return time_.UpTo(t); }, begin, end);
      square += Integrate([&](double t) { return 2 * (max_ - t) * time_.UpTo(t); }, begin, end);
    }
    mean_ = max_ - early;
    variance_ = square - early * early;
  }

  const WaitingTime& time_;
};

std::vector<AttemptSchedule> AttemptsAt(const std::vector<double>& times, double deadline) {
  std::vector<Delay> delays;
  for (size_t i = 1; i < times.size(); ++i) {
    delays.push_back({times[i] - times[i - 1], times[i] - times[i - 1]});
  }
  return ScheduleOf(delays, {deadline}).attempts;
}

// The same, of attempts that are answered after times of the latency.
std::vector<AttemptSchedule> AnsweredAttemptsAt(const std::vector<double>& times,
                                                const Scenario& scenario) {
  std::vector<AttemptSchedule> attempts = AttemptsAt(times, scenario.deadline);
  for (size_t i = 0; i < attempts.size(); ++i) {
    const StartTime start({}, {});
    attempts[i].answered_by_deadline =
        start.Answered(scenario.latency).ProbabilityBefore(scenario.deadline - times[i]);
  }
  return attempts;
}

std::vector<double> TimesByTimer(const Hedging& hedging) {
  std::vector<double> times(hedging.attempts);
  for (size_t i = 0; i < times.size(); ++i) times[i] = static_cast<double>(i) * hedging.delay;
  return times;
}

// Each answer takes an exponential time, as all failures before it did.
std::vector<AttemptSchedule> AttemptsOf(const HedgeChain& chain, const Hedging& hedging,
                                        double deadline) {
  std::vector<AttemptSchedule> attempts;
  for (const WaitingTime& time : chain.sent()) {
    const double last = hedging.delay * static_cast<double>(attempts.size());
    const double before = attempts.empty() ? 0 : attempts.back().mean;
    const HedgeStart start(time, last, attempts.size());
    const double longest = attempts.empty() ? 0 : hedging.delay;
    attempts.push_back(AttemptAt(start, start, {0, start.mean() - before, longest}, deadline));
    attempts.back().answered_by_deadline = time.ThenFirstOf(1, 1).Before(deadline);
  }
  return attempts;
}

// The starts of calls without a success.
std::vector<AttemptSchedule> StartsOf(const Hedging& hedging, const CallReading& client,
                                      const Scenario& scenario, bool is_silent) {
  const bool is_by_timer = client.hedge_after_failure == HedgeAfterFailure::kAfterDelay;
  if (is_silent) {
    std::vector<AttemptSchedule> attempts = AttemptsAt(TimesByTimer(hedging), scenario.deadline);
    for (AttemptSchedule& attempt : attempts) attempt.answered_by_deadline = 0;
    return attempts;
  }
  if (is_by_timer) return AnsweredAttemptsAt(TimesByTimer(hedging), scenario);
  if (scenario.latency.exponential_mean > 0) {
    const HedgeChain chain(hedging, 1, scenario.latency.exponential_mean);
    return AttemptsOf(chain, hedging, scenario.deadline);
  }
  return AnsweredAttemptsAt(SendTimesOfFixed(hedging, scenario.latency.fixed, TimerOf(0, client)),
                            scenario);
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
    constexpr double kBeyond = 1.001;
    const double high = -kBeyond * latency.exponential_mean * std::log1p(-q);
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
  schedule.expected_attempts = std::accumulate(outcome.sent.begin(), outcome.sent.end(), 0.0);
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
  gain.expected_sends = std::accumulate(gain.sent.begin(), gain.sent.end(), 0.0);
  gain.hedged = ResultOf(hedging, latency);
  gain.unhedged = ResultOf({1, hedging.delay}, latency);
  return gain;
}

}  // namespace grpcfg
