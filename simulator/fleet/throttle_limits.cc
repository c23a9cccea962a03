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

// Tokens counted in the greatest unit in which all that is added and taken is whole.
struct TokenSteps {
  int64_t max = 0;
  int64_t up = 0;    // for a success
  int64_t down = 0;  // for a failure
  int64_t half = 0;  // a retry needs more
  double unit = 1;   // in tokens
};

TokenSteps StepsOf(const Throttling& throttling) {
  constexpr double kMost = 1e15;  // more than is ever computed, and whole numbers hold it
  const auto max = static_cast<int64_t>(std::min(kMost, Thousandths(throttling.max_tokens)));
  const auto up = static_cast<int64_t>(std::min(kMost, Thousandths(throttling.token_ratio)));
  const auto down = static_cast<int64_t>(kToken);
  const int64_t unit = std::gcd(std::gcd(up, down), max);
  return {max / unit, std::min(up, max) / unit, down / unit, max / 2 / unit,
          static_cast<double>(unit) / kToken};
}

// One call that meets so many tokens: where it leaves them, and what it comes to.
struct CallSums {
  double attempts = 0;
  double tokens = 0;     // before each attempt, added up
  double retriable = 0;  // failures that would be retried
  double denied = 0;     // of those
  double exhausted = 0;  // failures of the last attempt
  double late = 0;       // ended by the deadline

  void Add(const CallSums& other, double weight) {
    attempts += weight * other.attempts;
    tokens += weight * other.tokens;
    retriable += weight * other.retriable;
    denied += weight * other.denied;
    exhausted += weight * other.exhausted;
    late += weight * other.late;
  }
};

// A walk on 0 to `steps.max`, a step of which is a call.
class TokenWalk {
 public:
  TokenWalk(const TokenSteps& steps, absl::Span<const TimelyAttempt> attempts, double p)
      : steps_(steps),
        attempts_(attempts),
        p_(p),
        down_(std::min(steps.max, steps.down * static_cast<int64_t>(attempts.size()))),
        width_(steps.up + down_ + 1) {
    rows_.resize(static_cast<size_t>((steps.max + 1) * width_));
    for (int64_t state = 0; state <= steps.max; ++state) calls_.push_back(FollowCall(state));
  }

  // Of one call in the long run.
  CallSums Mean() {
    CallSums mean;
    const std::vector<double> shares = Shares();
    for (size_t state = 0; state < shares.size(); ++state) mean.Add(calls_[state], shares[state]);
    return mean;
  }

 private:
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

  // A call that meets so many tokens, and where it leaves them.
  CallSums FollowCall(int64_t state) {
    CallSums sums;
    int64_t tokens = state;
    double starts = attempts_.front().starts;
    const auto end_late = [&](double probability) {
      sums.late += probability;
      At(state, tokens) += probability;
    };
    end_late(1 - starts);
    for (size_t j = 0; j < attempts_.size() && starts > 0; ++j) {
      sums.attempts += starts;
      sums.tokens += starts * static_cast<double>(tokens) * steps_.unit;
      const double answered = starts * std::min(1.0, attempts_[j].answered / attempts_[j].starts);
      end_late(starts - answered);
      At(state, std::min(steps_.max, tokens + steps_.up)) += answered * (1 - p_);
      const double fails = answered * p_;
      tokens = std::max<int64_t>(0, tokens - steps_.down);
      const bool is_last = j + 1 == attempts_.size();
      const bool is_denied = !is_last && tokens <= steps_.half;
      sums.retriable += is_last ? 0 : fails;
      sums.denied += is_denied ? fails : 0;
      sums.exhausted += is_last ? fails : 0;
      if (is_last || is_denied) {
        At(state, tokens) += fails;
        break;
      }
      starts = fails * std::min(1.0, attempts_[j + 1].starts / attempts_[j].answered);
      end_late(fails - starts);
    }
    return sums;
  }

  double& At(int64_t from, int64_t to) {
    return rows_[static_cast<size_t>(from * width_ + to - from + down_)];
  }

  // What goes through `state` goes from those below it to those below it.
  void Eliminate(int64_t state) {
    const int64_t lowest = std::max<int64_t>(0, state - down_);
    double leaves = 0;
    for (int64_t to = lowest; to < state; ++to) leaves += At(state, to);
    const double* const through = &At(state, lowest);
    for (int64_t from = std::max<int64_t>(0, state - steps_.up); from < state; ++from) {
      const double share = At(from, state) /= leaves;
      double* const direct = &At(from, lowest);
      for (int64_t i = 0; i < state - lowest; ++i) direct[i] += share * through[i];
    }
  }

  static constexpr double kLarge = 1e200;  // far from the largest double

  TokenSteps steps_;  // of an attempt
  absl::Span<const TimelyAttempt> attempts_;
  double p_;
  int64_t down_;  // of a call at most
  int64_t width_;
  std::vector<double> rows_;     // by state, then by where it goes
  std::vector<CallSums> calls_;  // by state
};

bool IsComputable(const TokenSteps& steps, size_t attempts, double most) {
  const auto states = static_cast<double>(steps.max + 1);
  const auto up = static_cast<double>(steps.up);
  const auto down = static_cast<double>(steps.down) * static_cast<double>(attempts);
  return states * (up + down + 1) <= most && states * up * down <= most;
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
  limits.amplification_at_threshold = 0;
  for (size_t i = 0; i < attempts; ++i) {
    limits.amplification_at_threshold += std::pow(limits.failure_threshold, i);
  }
  return limits;
}

std::optional<StationaryThrottle> StationaryOf(const Throttling& throttling,
                                               absl::Span<const TimelyAttempt> attempts,
                                               double failure_probability, double most_steps) {
  // A walk over rarer failures has shares that no double holds, and gives the same numbers.
  constexpr double kRarest = 1e-90;
  const bool has_both = failure_probability > 0 && failure_probability < 1;
  const double p = std::max(kRarest, failure_probability);
  const bool has_steps =
      Thousandths(throttling.max_tokens) > 0 && Thousandths(throttling.token_ratio) > 0;
  if (!has_both || !has_steps || attempts.empty() || attempts.front().answered <= 0) {
    return std::nullopt;
  }
  const TokenSteps steps = StepsOf(throttling);
  if (!IsComputable(steps, attempts.size(), most_steps)) return std::nullopt;
  const CallSums mean = TokenWalk(steps, attempts, p).Mean();
  StationaryThrottle found = {.attempts_per_call = mean.attempts,
                              .attempts_without = 0,
                              .denied = mean.retriable > 0 ? mean.denied / mean.retriable : 0,
                              .call_fails = mean.exhausted + mean.denied + mean.late,
                              .deadline_exceeded = mean.late,
                              .mean_tokens = mean.attempts > 0
                                                 ? mean.tokens / mean.attempts
                                                 : static_cast<double>(steps.max) * steps.unit};
  double all_failed = 1;
  for (const TimelyAttempt& attempt : attempts) {
    found.attempts_without += all_failed * attempt.starts;
    all_failed *= p;
  }
  return found;
}

std::optional<StationaryThrottle> StationaryOf(const Throttling& throttling, size_t attempts,
                                               double failure_probability, double most_steps) {
  return StationaryOf(throttling, std::vector<TimelyAttempt>(attempts), failure_probability,
                      most_steps);
}

}  // namespace grpcfg
