#include "simulator/hedge_outcome.h"

#include <cmath>

namespace grpcfg {
namespace {

// P(latency > time).
double Survival(const Latency& latency, double time) {
  if (IsBefore(time, latency.fixed)) return 1;
  if (latency.exponential_mean <= 0) return 0;
  return std::exp(-(time - latency.fixed) / latency.exponential_mean);
}

// One call whose attempts all end after the same time.
struct FixedCall {
  std::vector<double> sent;
  double succeeds_at = kNever;
  double fails_at = kNever;  // all of them
};

struct FixedAnswers {
  double latency = 0;
  double at_once = 0;  // after a failure
};

// Bit i of `successes`: attempt i succeeds. An answer that comes with the end of the delay counts
// first.
FixedCall Follow(const Hedging& hedging, const FixedAnswers& answers, size_t successes) {
  FixedCall call = {{0}};
  double timer = hedging.delay;
  for (size_t answered = 0; answered < hedging.attempts;) {
    const bool is_more = call.sent.size() < hedging.attempts;
    const bool is_under_way = answered < call.sent.size();
    const double answer = is_under_way ? call.sent[answered] + answers.latency : kNever;
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
    call.sent.push_back(answer + answers.at_once);
    timer = call.sent.back() + hedging.delay;
  }
  call.fails_at = call.sent.back() + answers.latency;
  return call;
}

}  // namespace

// No success by t: each attempt that was sent by then has failed or is under way. So the next is
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

HedgeOutcome OutcomeOfFixed(const Hedging& hedging, const Scenario& scenario, double at_once) {
  HedgeOutcome outcome = {std::vector<double>(hedging.attempts, 0)};
  for (size_t successes = 0; successes < size_t{1} << hedging.attempts; ++successes) {
    double probability = 1;
    for (size_t i = 0; i < hedging.attempts; ++i) {
      const bool succeeds = (successes >> i & 1) != 0;
      probability *= succeeds ? 1 - scenario.failure_probability : scenario.failure_probability;
    }
    const FixedCall call = Follow(hedging, {scenario.latency.fixed, at_once}, successes);
    for (size_t i = 0; i < call.sent.size(); ++i) {
      if (IsBefore(call.sent[i], scenario.deadline)) outcome.sent[i] += probability;
    }
    if (IsBefore(call.succeeds_at, scenario.deadline)) outcome.succeeds += probability;
    if (IsBefore(call.fails_at, scenario.deadline)) outcome.all_fail += probability;
  }
  return outcome;
}

std::vector<double> SendTimesOfFixed(const Hedging& hedging, double latency, double at_once) {
  return Follow(hedging, {latency, at_once}, 0).sent;
}

}  // namespace grpcfg
