// The steps of one call that a client retries, or of one without a policy.
#include <cmath>

#include "simulator/schedule/trace_channel.h"

namespace grpcfg {
namespace {

TimeRange After(const TimeRange& start, const TimeRange& delay) {
  return {start.min + delay.min, start.mean + delay.mean, start.max + delay.max};
}

// Whatever is drawn, a timer of milliseconds gets 0.
bool IsLost(const TimeRange& delay, const CallReading& client) {
  constexpr double kOneMs = 0.001;
  return client.zero_delay == ZeroDelay::kHangs && delay.max < kOneMs;
}

// In the order of RetryCheck: what a retry is denied for.
constexpr Decision kDenials[] = {Decision::kCommitted, Decision::kPushbackStops, Decision::kFatal,
                                 Decision::kThrottled, Decision::kAttemptsUsedUp};

class RetriedCall {
 public:
  explicit RetriedCall(TraceChannel& channel)
      : channel_(channel), client_(channel.client()), transparent_(client_) {
    const std::optional<Backoff>& backoff = channel.policy().retry;
    if (!backoff) return;
    limit_ = AttemptsOf(*backoff, client_);
    delays_.emplace(*backoff, client_);
  }

  Step Next();

 private:
  void Settle(const Answer& answer, Step& step);
  void GoOn(Decision decision, const TimeRange& delay, Step& step);
  void Retry(const Answer& answer, Step& step);
  TimeRange NextDelay(const Answer& answer);
  [[nodiscard]] TokenUse UseOf(const Answer& answer) const;
  [[nodiscard]] Decision DecisionOf(const Answer& answer, const Step& step) const;
  [[nodiscard]] bool Denies(RetryCheck check, const Answer& answer, const Step& step) const;

  TraceChannel& channel_;
  const CallReading& client_;
  size_t limit_ = 1;
  TransparentRetries transparent_;
  std::optional<DelaySequence> delays_ = {};
  size_t attempt_ = 1;
  size_t repeats_ = 0;  // of the attempt
  bool is_committed_ = false;
  bool is_unkept_ = false;  // the first request was too large
  TimeRange sent_ = {};     // the next one
};

Step RetriedCall::Next() {
  Step step = {.attempt = attempt_,
               .is_transparent = repeats_ > 0,
               .previous_attempts = attempt_ - 1,
               .sent = sent_};
  const TimeRange& deadlines = channel_.deadlines();
  const Answer answer = channel_.Next();
  step.response = answer.place;
  step.ended = After(sent_, {answer.latency, answer.latency, answer.latency});
  if (!IsBefore(step.ended.min, deadlines.max) || std::isinf(step.ended.min)) {
    step.ended = deadlines;
    step.decision = std::isinf(deadlines.max) ? Decision::kNoAnswer : Decision::kDeadline;
    channel_.Use(TokenUse::kNone, step);
    return step;
  }
  step.code = answer.code;
  step.may_exceed_deadline = !IsBefore(step.ended.max, deadlines.min);
  is_unkept_ = is_unkept_ || (answer.over_buffer && attempt_ == 1 && repeats_ == 0);
  is_committed_ = is_committed_ || answer.headers || answer.over_buffer;
  Settle(answer, step);
  return step;
}

void RetriedCall::Settle(const Answer& answer, Step& step) {
  using Verdict = TransparentRetries::Verdict;
  const Verdict verdict = transparent_.Judge(answer, is_committed_, repeats_);
  channel_.Use(verdict == Verdict::kNone ? UseOf(answer) : TokenUse::kNone, step);
  if (verdict == Verdict::kUsedUp) {
    step.decision = Decision::kTransparentUsedUp;
  } else if (verdict == Verdict::kAgain) {
    ++repeats_;
    GoOn(Decision::kTransparentRetry, {}, step);
  } else {
    step.decision = DecisionOf(answer, step);
    if (!EndsCall(step.decision)) Retry(answer, step);
  }
}

// Unless the deadline comes first for sure.
void RetriedCall::GoOn(Decision decision, const TimeRange& delay, Step& step) {
  step.delay = delay;
  sent_ = After(step.ended, delay);
  const TimeRange& deadlines = channel_.deadlines();
  step.may_exceed_deadline = !IsBefore(sent_.max, deadlines.min);
  step.decision = decision;
  if (IsBefore(sent_.min, deadlines.max)) return;
  step.may_exceed_deadline = false;
  step.decision = Decision::kDeadline;
}

TimeRange RetriedCall::NextDelay(const Answer& answer) {
  if (!delays_) return {};
  return (answer.pushback ? delays_->AfterPushback(answer.pushback->delay) : delays_->Next())
      .Range();
}

// When the delay is over, grpc-js checks the tokens, which no other call has moved meanwhile.
void RetriedCall::Retry(const Answer& answer, Step& step) {
  Decision decision = step.decision;
  const bool is_denied = !channel_.AllowsRetry();
  if (is_denied && client_.throttle_check == ThrottleCheck::kAfterDelay) {
    decision = Decision::kThrottled;
  }
  if (is_denied && client_.throttle_check == ThrottleCheck::kAfterDelayHanging) {
    decision = Decision::kThrottledOpen;
  }
  const TimeRange delay = NextDelay(answer);
  if (IsLost(delay, client_)) {
    step.delay = delay;
    step.decision = Decision::kRetryLost;
    return;
  }
  ++attempt_;
  repeats_ = 0;
  GoOn(decision, delay, step);
}

TokenUse RetriedCall::UseOf(const Answer& answer) const {
  const bool moves_none = client_.committed_debit == CommittedDebit::kAsOthersIfKept;
  if (is_unkept_ && moves_none) return TokenUse::kNone;
  const bool counts_stop = channel_.HasPolicy()
                               ? client_.token_debit != TokenDebit::kListed
                               : client_.token_debit == TokenDebit::kStoppedOfEvery;
  return channel_.UseOf(answer, is_committed_, counts_stop);
}

Decision RetriedCall::DecisionOf(const Answer& answer, const Step& step) const {
  if (answer.IsOk()) return Decision::kSuccess;
  if (!channel_.HasPolicy()) return Decision::kNoPolicy;
  for (const RetryCheck check : client_.retry_checks) {
    if (Denies(check, answer, step)) return kDenials[static_cast<size_t>(check)];
  }
  return answer.pushback ? Decision::kRetryAtPushback : Decision::kRetry;
}

bool RetriedCall::Denies(RetryCheck check, const Answer& answer, const Step& step) const {
  const bool is_requested = answer.pushback && !answer.pushback->stops;
  switch (check) {
    case RetryCheck::kCommitted:
      return is_committed_;
    case RetryCheck::kPushback:
      return answer.Stops();
    case RetryCheck::kCode:
      return !answer.is_listed &&
             !(is_requested && client_.pushback_codes == PushbackCodes::kEvery);
    case RetryCheck::kTokens:
      if (client_.throttle_check == ThrottleCheck::kAtEveryFailure) return step.is_throttled;
      return client_.throttle_check == ThrottleCheck::kAtFailure && step.is_throttled &&
             step.token_use == TokenUse::kDebit;
    case RetryCheck::kAttempts:
      return attempt_ >= limit_;
  }
  return false;
}

}  // namespace

bool TraceRetriedCall(TraceChannel& channel, std::vector<Step>& steps) {
  RetriedCall call(channel);
  while (channel.HasResponse()) {
    steps.push_back(call.Next());
    if (EndsCall(steps.back().decision)) return true;
  }
  return false;
}

}  // namespace grpcfg
