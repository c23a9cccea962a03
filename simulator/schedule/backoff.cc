#include "simulator/schedule/backoff.h"

#include <algorithm>
#include <cmath>

#include "schema/fields/duration.h"
#include "simulator/schedule/pushback.h"

namespace grpcfg {
namespace {

bool IsRounded(DelayStep step) {
  return step == DelayStep::kRoundedMilliseconds || step == DelayStep::kRoundedMillisecondsBelow;
}

// In what a client counts delays.
double PartsPerSecond(DelayStep step) {
  if (step == DelayStep::kNanosecondsEachStep) return kNanosPerSecond;
  return IsRounded(step) || step == DelayStep::kMillisecondsEachStep ? kMsPerSecond : 1;
}

// What stays of a number of those. Convert.ToInt32 of .NET takes a half to the even one, the mode
// that C++ starts with.
double WholeParts(DelayStep step, double parts) {
  if (IsRounded(step)) return std::nearbyint(parts);
  return PartsPerSecond(step) == 1 ? parts : std::floor(parts);
}

// The same of seconds, which come from a config: what is a rounding error beside a decimal fraction
// of a part is that one.
double WholePartsOf(DelayStep step, double seconds) {
  constexpr double kDecimals = 1e6;
  if (PartsPerSecond(step) == 1) return seconds;
  const double parts = seconds * PartsPerSecond(step);
  return WholeParts(step, std::round(parts * kDecimals) / kDecimals);
}

Delay Drawn(double nominal, bool is_first, const CallReading& client) {
  if (client.delay_step == DelayStep::kRoundedMillisecondsBelow) {
    constexpr double kOneMs = 0.001;
    return {0, std::max(0.0, nominal - kOneMs), true};
  }
  const bool is_nominal = is_first && !client.jitter.on_first;
  const double low = is_nominal ? nominal : nominal * client.jitter.low;
  const double high = is_nominal ? nominal : nominal * client.jitter.high;
  // A range with an end that no timer holds is left as it is: only a part of it is another delay.
  const double low_timer = TimerOf(low, client);
  const double high_timer = TimerOf(high, client);
  return low_timer != low && high_timer != high ? Delay{low_timer, high_timer} : Delay{low, high};
}

}  // namespace

size_t AttemptsOf(const Backoff& backoff, const CallReading& client) {
  return std::min<size_t>(backoff.attempts, client.attempt_limit.limit);
}

void DelaySequence::StartOver() {
  retries_ = 0;
  next_ = WholePartsOf(client_.delay_step, backoff_.initial);
}

// The backoff for the next retry, before the jitter.
double DelaySequence::NextNominal() {
  const bool is_first = retries_ == 0;
  const double max = WholePartsOf(client_.delay_step, backoff_.max);
  double nominal = next_;
  if (client_.delay_step == DelayStep::kReal ||
      client_.delay_step == DelayStep::kNanosecondsAtEnd) {
    nominal = is_first ? backoff_.initial : backoff_.Nominal().At(retries_);
  }
  if (is_first && client_.first_delay == FirstDelay::kCapped) nominal = std::min(nominal, max);
  GoOnFrom(nominal);
  return nominal / PartsPerSecond(client_.delay_step);
}

void DelaySequence::GoOnFrom(double parts) {
  ++retries_;
  const NominalBackoff in_parts = {parts, WholePartsOf(client_.delay_step, backoff_.max),
                                   backoff_.multiplier};
  next_ = WholeParts(client_.delay_step, in_parts.After(parts));
}

Delay DelaySequence::Next() {
  const Delay delay = Drawn(NextNominal(), is_first_, client_);
  is_first_ = false;
  return delay;
}

Delay DelaySequence::AfterPushback(double seconds) {
  const bool starts_over = client_.after_pushback == AfterPushback::kStartsOver;
  starts_over ? StartOver() : GoOnFrom(WholePartsOf(client_.delay_step, seconds));
  is_first_ = starts_over;
  const double delay = TimerOf(seconds, client_);
  return {delay, delay, client_.delay_step == DelayStep::kRoundedMillisecondsBelow};
}

std::vector<Delay> DelaysOf(const Backoff& backoff, const CallReading& client,
                            absl::Span<const Pushback> pushbacks) {
  std::vector<Delay> delays;
  DelaySequence sequence(backoff, client);
  for (size_t retry = 0; retry + 1 < AttemptsOf(backoff, client); ++retry) {
    const Pushback pushback = retry < pushbacks.size() ? pushbacks[retry] : std::nullopt;
    delays.push_back(pushback ? sequence.AfterPushback(*pushback) : sequence.Next());
  }
  return delays;
}

std::vector<double> TakeOutHanging(const CallReading& client, std::vector<Delay>& delays) {
  constexpr double kOneMs = 1.0 / kMsPerSecond;
  std::vector<double> hangs;
  if (client.zero_delay != ZeroDelay::kHangs) return std::vector<double>(delays.size());
  for (Delay& delay : delays) {
    const bool always = delay.high < kOneMs;
    const bool ever = delay.low < kOneMs;
    hangs.push_back(always ? 1 : ever ? (kOneMs - delay.low) / (delay.high - delay.low) : 0);
    if (always) break;
    if (ever) delay.low = kOneMs;
  }
  if (!hangs.empty() && hangs.back() >= 1) delays.resize(hangs.size());
  return hangs;
}

}  // namespace grpcfg
