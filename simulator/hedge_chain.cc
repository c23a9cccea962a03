#include "simulator/hedge_chain.h"

#include <cmath>

namespace grpcfg {
namespace {

double Choose(size_t n, size_t k) {
  double choose = 1;
  for (size_t i = 0; i < k; ++i) {
    choose *= static_cast<double>(n - i) / static_cast<double>(i + 1);
  }
  return choose;
}

}  // namespace

// With j attempts under way the first answer comes after an exponential time of mean 1/j. Before
// the delay is over, it ends the call or is a failure, for which the next attempt goes out; else
// the timer sends that beside the others.
HedgeChain::HedgeChain(const Hedging& hedging, double failure_probability, double mean)
    : success_(hedging.delay, mean), all_failed_(hedging.delay, mean) {
  const WaitingTime never(hedging.delay, mean);
  std::vector<WaitingTime> by_under_way(hedging.attempts + 1, never);
  by_under_way[1] = WaitingTime::AtOnce(hedging.delay, mean);
  for (size_t attempt = 1; attempt <= hedging.attempts; ++attempt) {
    sent_.push_back(never);
    std::vector<WaitingTime> next(hedging.attempts + 1, never);
    for (size_t j = 1; j <= attempt; ++j) {
      const WaitingTime& now = by_under_way[j];
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
    by_under_way = std::move(next);
  }
}

// When no more are sent, the call waits for those under way: for no success by u of j with
// (p + (1-p) e^-u)^j, for all failures with p^j (1 - e^-u)^j, both a sum over powers of e^-u.
void HedgeChain::AddLastAnswers(const WaitingTime& sent, size_t under_way,
                                double failure_probability) {
  const double p = failure_probability;
  for (size_t i = 1; i <= under_way; ++i) {
    const double choose = Choose(under_way, i);
    success_.Add(sent.ThenFirstOf(i, choose * std::pow(p, under_way - i) * std::pow(1 - p, i)));
    const double sign = i % 2 == 1 ? 1 : -1;
    all_failed_.Add(sent.ThenFirstOf(i, sign * choose * std::pow(p, under_way)));
  }
}

HedgeOutcome HedgeChain::By(double deadline) const {
  HedgeOutcome outcome = {{}, success_.Before(deadline), all_failed_.Before(deadline)};
  for (const WaitingTime& time : sent_) outcome.sent.push_back(time.Before(deadline));
  return outcome;
}

}  // namespace grpcfg
