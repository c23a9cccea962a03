#include "simulator/fleet/throttle_limits.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "simulator/schedule/random_time.h"

namespace grpcfg {
namespace {

constexpr double kToken = 1000;

// Cut, but not by the rounding of a product.
double Thousandths(double tokens) {
  constexpr double kRounding = 1e-6;
  return std::floor(tokens * kToken + kRounding);
}

// (1 - p^attempts) / (1 - p).
double AttemptsPerCall(double p, size_t attempts) {
  double sum = 0;
  double all_failed = 1;
  for (size_t i = 0; i < attempts; ++i) {
    sum += all_failed;
    all_failed *= p;
  }
  return sum;
}

// Tokens counted in the greatest unit in which all that is added and taken is whole.
struct TokenSteps {
  int64_t max = 0;
  int64_t up = 0;    // for a success
  int64_t down = 0;  // for a failure
  int64_t half = 0;  // a retry needs more
  double unit = 1;   // in tokens
};

TokenSteps StepsOf(const Throttling& throttling) {
  constexpr double kMost = 1e15;  // more than anybody computes, and whole numbers hold it
  const auto max = static_cast<int64_t>(std::min(kMost, Thousandths(throttling.max_tokens)));
  const auto up = static_cast<int64_t>(std::min(kMost, Thousandths(throttling.token_ratio)));
  const auto down = static_cast<int64_t>(kToken);
  const int64_t unit = std::gcd(std::gcd(up, down), max);
  return {max / unit, std::min(up, max) / unit, down / unit, max / 2 / unit,
          static_cast<double>(unit) / kToken};
}

// A walk on 0 to `steps.max`, up with probability 1 - p and down with p, which stays within.
class TokenWalk {
 public:
  TokenWalk(const TokenSteps& steps, double p) : steps_(steps), width_(steps.up + steps.down + 1) {
    rows_.resize(static_cast<size_t>((steps.max + 1) * width_));
    for (int64_t state = 0; state <= steps.max; ++state) {
      At(state, std::min(steps.max, state + steps.up)) += 1 - p;
      At(state, std::max<int64_t>(0, state - steps.down)) += p;
    }
  }

  // The share of each state in the long run. They may lie further apart than doubles reach: those
  // of an earlier epoch count kLarge times less for each epoch since.
  std::vector<double> Shares() {
    for (int64_t state = steps_.max; state > 0; --state) Eliminate(state);
    std::vector<double> shares = {1};
    std::vector<int64_t> epochs = {0};
    const auto share_of = [&](size_t state) {
      const int64_t since = epochs.back() - epochs[state];
      if (since > 1) return 0.0;
      return since == 1 ? shares[state] / kLarge : shares[state];
    };
    for (int64_t state = 1; state <= steps_.max; ++state) {
      double share = 0;
      for (int64_t from = std::max<int64_t>(0, state - steps_.up); from < state; ++from) {
        share += share_of(static_cast<size_t>(from)) * At(from, state);
      }
      const bool is_large = share >= kLarge;
      shares.push_back(is_large ? share / kLarge : share);
      epochs.push_back(epochs.back() + (is_large ? 1 : 0));
    }
    for (size_t state = 0; state < shares.size(); ++state) shares[state] = share_of(state);
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& each : shares) each /= sum;
    return shares;
  }

 private:
  double& At(int64_t from, int64_t to) {
    return rows_[static_cast<size_t>(from * width_ + to - from + steps_.down)];
  }

  // What goes through `state` goes from those below it to those below it.
  void Eliminate(int64_t state) {
    const int64_t lowest = std::max<int64_t>(0, state - steps_.down);
    double leaves = 0;
    for (int64_t to = lowest; to < state; ++to) leaves += At(state, to);
    for (int64_t from = std::max<int64_t>(0, state - steps_.up); from < state; ++from) {
      At(from, state) /= leaves;
      for (int64_t to = lowest; to < state; ++to) {
        At(from, to) += At(from, state) * At(state, to);
      }
    }
  }

  static constexpr double kLarge = 1e200;  // far from the largest double

  TokenSteps steps_;
  int64_t width_;
  std::vector<double> rows_;  // by state, then by where it goes
};

// Sums over the states of the chain, each being the tokens before an attempt and which of a call's
// attempts that is.
struct AttemptSums {
  double calls = 0;
  double retriable = 0;  // failures that would be retried
  double denied = 0;     // of those
  double exhausted = 0;  // failures of the last attempt
  double tokens = 0;
};

// Adds the failures of an attempt. `leaves_half`: more than half of the tokens, so that others
// follow.
void AddFailures(double failures, bool is_last, bool leaves_half, AttemptSums& sums) {
  if (is_last) {
    sums.exhausted += failures;
    return;
  }
  sums.retriable += failures;
  if (!leaves_half) sums.denied += failures;
}

// Attempt j + 1 follows a failure of attempt j that leaves more than half of the tokens.
AttemptSums SumsOf(const std::vector<double>& shares, const TokenSteps& steps, size_t attempts,
                   double p) {
  AttemptSums sums;
  const auto down = static_cast<size_t>(steps.down);
  std::vector<std::vector<double>> by_attempt(attempts, std::vector<double>(shares.size()));
  for (size_t state = shares.size(); state-- > 0;) {
    const auto tokens = static_cast<int64_t>(state);
    const bool is_retried = tokens > steps.half && tokens + steps.down <= steps.max;
    by_attempt[0][state] = shares[state];
    for (size_t j = 1; j < attempts && is_retried; ++j) {
      by_attempt[j][state] = p * by_attempt[j - 1][state + down];
      by_attempt[0][state] = std::max(0.0, by_attempt[0][state] - by_attempt[j][state]);
    }
    sums.calls += by_attempt[0][state];
    sums.tokens += shares[state] * static_cast<double>(tokens) * steps.unit;
    for (size_t j = 0; j < attempts; ++j) {
      AddFailures(p * by_attempt[j][state], j + 1 == attempts, tokens - steps.down > steps.half,
                  sums);
    }
  }
  return sums;
}

bool IsComputable(const TokenSteps& steps, size_t attempts) {
  constexpr double kMostCells = 2e6;
  constexpr double kMostSteps = 5e6;
  const auto states = static_cast<double>(steps.max + 1);
  const auto up = static_cast<double>(steps.up);
  const auto down = static_cast<double>(steps.down);
  return states * (up + down + 1 + static_cast<double>(attempts)) <= kMostCells &&
         states * up * down <= kMostSteps;
}

}  // namespace

ThrottleLimits LimitsOf(const Throttling& throttling, size_t attempts) {
  const double max = Thousandths(throttling.max_tokens);
  const double ratio = std::max(0.0, Thousandths(throttling.token_ratio));
  const auto retries = static_cast<double>(attempts) - 1;
  ThrottleLimits limits;
  limits.failure_threshold = ratio / (ratio + kToken);
  limits.failures_until_off = std::ceil(max / 2 / kToken);
  limits.retries_in_outage = std::max(0.0, limits.failures_until_off - 1);
  limits.retries_of_lone_call = std::min(retries, limits.retries_in_outage);
  limits.allows_every_retry = max > 2 * retries * kToken;
  limits.allows_any_retry = max > 2 * kToken;
  const auto successes = [&](double thousandths) {
    if (ratio <= 0 || thousandths >= max) return kNever;
    return std::floor(thousandths / ratio) + 1;
  };
  limits.successes_until_half = successes(max / 2);
  limits.successes_until_retry = successes(max / 2 + kToken);
  limits.amplification_at_threshold = AttemptsPerCall(limits.failure_threshold, attempts);
  return limits;
}

std::optional<StationaryThrottle> StationaryOf(const Throttling& throttling, size_t attempts,
                                               double failure_probability) {
  // A walk over rarer failures has shares that no double holds, and gives the same numbers.
  constexpr double kRarest = 1e-90;
  const bool has_both = failure_probability > 0 && failure_probability < 1;
  const double p = std::max(kRarest, failure_probability);
  const bool has_steps =
      Thousandths(throttling.max_tokens) > 0 && Thousandths(throttling.token_ratio) > 0;
  if (!has_both || !has_steps || attempts == 0) return std::nullopt;
  const TokenSteps steps = StepsOf(throttling);
  if (!IsComputable(steps, attempts)) return std::nullopt;
  const AttemptSums sums = SumsOf(TokenWalk(steps, p).Shares(), steps, attempts, p);
  return StationaryThrottle{.attempts_per_call = 1 / sums.calls,
                            .attempts_without = AttemptsPerCall(p, attempts),
                            .denied = sums.retriable > 0 ? sums.denied / sums.retriable : 0,
                            .call_fails = (sums.exhausted + sums.denied) / sums.calls,
                            .mean_tokens = sums.tokens};
}

}  // namespace grpcfg
