#include "simulator/backoff.h"

#include <algorithm>
#include <cmath>

namespace grpcfg {
namespace {

constexpr double kMsPerSecond = 1e3;
constexpr double kNanosPerSecond = 1e9;

// A multiple of 1/`parts`, not above `seconds`; what is a rounding error below one is that one.
double CutTo(double parts, double seconds) {
  constexpr double kRounding = 1e-6;
  return std::floor(seconds * parts + kRounding) / parts;
}

// Convert.ToInt32 of .NET: half a millisecond goes to the even one, the mode that C++ starts with.
double RoundedToMs(double seconds) { return std::nearbyint(seconds * kMsPerSecond) / kMsPerSecond; }

// The nominal backoffs of one call, one after the other.
class Nominal {
 public:
  Nominal(const Backoff& backoff, const CallReading& client) : backoff_(backoff), client_(client) {
    StartOver();
  }

  // The one for the next retry.
  double Next() {
    const bool is_first = retries_ == 0;
    double nominal = next_;
    if (client_.delay_step == DelayStep::kReal ||
        client_.delay_step == DelayStep::kNanosecondsAtEnd) {
      nominal = backoff_.initial * std::pow(backoff_.multiplier, static_cast<double>(retries_));
      if (!is_first) nominal = std::min(nominal, backoff_.max);
    }
    if (is_first && client_.first_delay == FirstDelay::kCapped) {
      nominal = std::min(nominal, backoff_.max);
    }
    ++retries_;
    next_ = Step(std::min(nominal * backoff_.multiplier, backoff_.max));
    return nominal;
  }

  void AfterPushback(double delay) {
    if (client_.after_pushback == AfterPushback::kStartsOver) return StartOver();
    ++retries_;
    next_ = Step(std::min(delay * backoff_.multiplier, backoff_.max));
  }

 private:
  void StartOver() {
    retries_ = 0;
    next_ = Step(backoff_.initial);
  }

  // In the numbers that the client computes with.
  [[nodiscard]] double Step(double seconds) const {
    switch (client_.delay_step) {
      case DelayStep::kMillisecondsEachStep:
        return CutTo(kMsPerSecond, seconds);
      case DelayStep::kNanosecondsEachStep:
        return CutTo(kNanosPerSecond, seconds);
      case DelayStep::kRoundedMillisecondsBelow:
        return RoundedToMs(seconds);
      case DelayStep::kReal:
      case DelayStep::kNanosecondsAtEnd:
      case DelayStep::kMillisecondsOfTimer:
        return seconds;
    }
    return seconds;
  }

  const Backoff& backoff_;
  const CallReading& client_;
  size_t retries_ = 0;  // since the start, or since the last pushback
  double next_ = 0;
};

Delay Drawn(double nominal, bool is_first, const CallReading& client) {
  // setTimeout of Node: a longer timer fires after 1 ms.
  constexpr Delay kAtOnce = {0.001, 0.001};
  constexpr double kLongestTimer = 2147483.647;
  if (client.delay_step == DelayStep::kRoundedMillisecondsBelow) {
    constexpr double kOneMs = 0.001;
    return {0, std::max(0.0, nominal - kOneMs), true};
  }
  const bool is_nominal = is_first && !client.jitter.on_first;
  const double low = is_nominal ? nominal : nominal * client.jitter.low;
  const double high = is_nominal ? nominal : nominal * client.jitter.high;
  const bool is_timer = client.delay_step == DelayStep::kMillisecondsOfTimer;
  return is_timer && low > kLongestTimer ? kAtOnce : Delay{low, high};
}

}  // namespace

size_t AttemptsOf(const Backoff& backoff, const CallReading& client) {
  return std::min<size_t>(backoff.attempts, client.attempt_limit.limit);
}

std::vector<Delay> DelaysOf(const Backoff& backoff, const CallReading& client,
                            absl::Span<const Pushback> pushbacks) {
  std::vector<Delay> delays;
  Nominal nominal(backoff, client);
  const bool is_whole_ms = client.delay_step == DelayStep::kRoundedMillisecondsBelow;
  bool is_first = true;
  for (size_t retry = 0; retry + 1 < AttemptsOf(backoff, client); ++retry) {
    const Pushback pushback = retry < pushbacks.size() ? pushbacks[retry] : std::nullopt;
    if (pushback) {
      delays.push_back({*pushback, *pushback, is_whole_ms});
      nominal.AfterPushback(*pushback);
    } else {
      delays.push_back(Drawn(nominal.Next(), is_first, client));
    }
    is_first = pushback.has_value() && client.after_pushback == AfterPushback::kStartsOver;
  }
  return delays;
}

}  // namespace grpcfg
