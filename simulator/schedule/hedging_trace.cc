// The steps of one call that a client hedges: a loop over what happens next, an answer, a timer or
// the deadline. Nothing is drawn at random, so that times are exact to the nanosecond.
#include <algorithm>
#include <cmath>
#include <utility>

#include "schema/fields/duration.h"
#include "simulator/schedule/trace_channel.h"

namespace grpcfg {
namespace {

// So that what happens at one time has one number.
double WholeNanos(double seconds) {
  return std::nearbyint(seconds * kNanosPerSecond) / kNanosPerSecond;
}

TimeRange At(double time) { return {time, time, time}; }

struct Flight {
  size_t step = 0;
  Answer answer = {};
  double end = kNever;
  size_t repeats = 0;  // how often the attempt has been sent again
};

struct Timer {
  double at = 0;
  std::optional<size_t> failed = {};  // the step for which it is; none: the hedging delay
};

class HedgedCall {
 public:
  HedgedCall(TraceChannel& channel, std::vector<Step>& steps)
      : channel_(channel),
        client_(channel.client()),
        limit_(std::min<size_t>(channel.policy().hedging->attempts, client_.attempt_limit.limit)),
        delay_(TimerOf(channel.policy().hedging->delay, client_)),
        steps_(steps),
        transparent_(client_) {}

  void Run();

 private:
  void SendHedge();
  void Send(Step step, size_t repeats);
  void Land(size_t flight);
  void Fire(size_t timer);
  void Fail(const Flight& flight);
  void PlanNext(const Flight& flight);
  void Plan(Decision decision, double delay, size_t step);
  void Freeze(Decision reason);
  void Commit(size_t flight);
  void End(Decision decision, size_t step);
  void Expire();
  void EndFlights(Decision decision, double time);
  void Arm();
  [[nodiscard]] bool IsBesideTimer() const;
  [[nodiscard]] bool MayHedge();
  [[nodiscard]] TokenUse UseOf(const Answer& answer) const;
  [[nodiscard]] std::optional<Decision> EndOf(const Answer& answer, const Step& step) const;

  TraceChannel& channel_;
  const CallReading& client_;
  size_t limit_;
  double delay_;
  std::vector<Step>& steps_;
  TransparentRetries transparent_;
  std::vector<Flight> flights_ = {};
  std::vector<Timer> timers_ = {};  // in the order in which they were started
  std::optional<Decision> frozen_ = {};
  bool is_committed_ = false;
  size_t attempts_ = 0;
  size_t last_failed_ = 0;
  double now_ = 0;
};

void HedgedCall::Run() {
  const auto by_end = [](const Flight& a, const Flight& b) { return a.end < b.end; };
  const auto by_time = [](const Timer& a, const Timer& b) { return a.at < b.at; };
  SendHedge();
  while (!flights_.empty() || !timers_.empty()) {
    const auto flight = std::min_element(flights_.begin(), flights_.end(), by_end);
    const auto timer = std::min_element(timers_.begin(), timers_.end(), by_time);
    double answered = kNever;
    double fired = kNever;
    if (flight != flights_.end()) answered = flight->end;
    if (timer != timers_.end()) fired = timer->at;
    const double next = std::min(answered, fired);
    if (next >= channel_.deadline() || std::isinf(next)) return Expire();
    now_ = next;
    // Without a delay all are sent before any answer.
    const bool is_answer = answered < fired || (answered == fired && delay_ > 0);
    if (is_answer) {
      Land(static_cast<size_t>(flight - flights_.begin()));
    } else {
      Fire(static_cast<size_t>(timer - timers_.begin()));
    }
  }
}

void HedgedCall::SendHedge() {
  ++attempts_;
  Send({.attempt = attempts_, .previous_attempts = attempts_ - 1}, 0);
  Arm();
}

void HedgedCall::Send(Step step, size_t repeats) {
  const Answer answer = channel_.Next();
  step.is_transparent = repeats > 0;
  step.sent = At(now_);
  step.response = answer.place;
  flights_.push_back({steps_.size(), answer, WholeNanos(now_ + answer.latency), repeats});
  steps_.push_back(step);
  if (answer.over_buffer) Commit(flights_.size() - 1);
}

// Starts the hedging delay anew.
void HedgedCall::Arm() {
  std::erase_if(timers_, [](const Timer& timer) { return !timer.failed; });
  if (attempts_ >= limit_ || frozen_ || is_committed_) return;
  timers_.push_back({WholeNanos(now_ + delay_)});
}

// gRFC A6: the request no longer fits the buffer, all other attempts are cancelled.
void HedgedCall::Commit(size_t flight) {
  const Flight kept = flights_[flight];
  is_committed_ = true;
  timers_.clear();
  std::swap(flights_[flight], flights_.back());
  flights_.pop_back();
  End(Decision::kNoAnswer, kept.step);
  flights_.push_back(kept);
}

// The client has a timer for each failure, and the hedging delay goes on beside them.
bool HedgedCall::IsBesideTimer() const {
  return client_.hedge_after_pushback == HedgeAfterPushback::kAsRequestedBesideTimer;
}

bool HedgedCall::MayHedge() {
  if (attempts_ >= limit_ || frozen_) return false;
  if (client_.hedge_throttling == HedgeThrottling::kNever || channel_.AllowsRetry()) return true;
  Freeze(Decision::kThrottled);
  return false;
}

void HedgedCall::Freeze(Decision reason) {
  frozen_ = reason;
  Arm();
}

void HedgedCall::Fire(size_t timer) {
  const std::optional<size_t> failed = timers_[timer].failed;
  timers_.erase(timers_.begin() + static_cast<std::ptrdiff_t>(timer));
  if (MayHedge()) SendHedge();
  if (!flights_.empty()) return;
  End(frozen_.value_or(Decision::kAttemptsUsedUp), failed.value_or(last_failed_));
}

void HedgedCall::Land(size_t flight_index) {
  const Flight flight = flights_[flight_index];
  flights_.erase(flights_.begin() + static_cast<std::ptrdiff_t>(flight_index));
  Step& step = steps_[flight.step];
  step.ended = At(now_);
  step.code = flight.answer.code;
  using Verdict = TransparentRetries::Verdict;
  const Verdict verdict = transparent_.Judge(flight.answer, is_committed_, flight.repeats);
  channel_.Use(verdict == Verdict::kNone ? UseOf(flight.answer) : TokenUse::kNone, step);
  if (verdict == Verdict::kUsedUp) return End(Decision::kTransparentUsedUp, flight.step);
  if (verdict == Verdict::kAgain) {
    step.decision = Decision::kTransparentRetry;
    step.delay = At(0);
    const bool is_of_latest = client_.repeated_count == RepeatedCount::kOfLatest;
    const Step again = {.attempt = step.attempt,
                        .previous_attempts = is_of_latest ? attempts_ - 1 : step.previous_attempts};
    return Send(again, flight.repeats + 1);
  }
  const std::optional<Decision> end = EndOf(flight.answer, step);
  if (end) return End(*end, flight.step);
  Fail(flight);
}

TokenUse HedgedCall::UseOf(const Answer& answer) const {
  const bool counts_stop = client_.hedge_debit == HedgeDebit::kListedOrStopped;
  const TokenUse use = channel_.UseOf(answer, is_committed_ || answer.headers, counts_stop);
  const bool is_last = flights_.empty() && attempts_ >= limit_;
  const bool is_free = is_last && client_.hedge_debit == HedgeDebit::kListedButLast;
  return use == TokenUse::kDebit && is_free ? TokenUse::kNone : use;
}

// Why the answer is that of the call; empty if it is a failure that is not fatal.
std::optional<Decision> HedgedCall::EndOf(const Answer& answer, const Step& step) const {
  if (answer.IsOk()) return Decision::kSuccess;
  if (is_committed_ || answer.headers) return Decision::kCommitted;
  if (!answer.is_listed) return Decision::kFatal;
  if (answer.Stops() && client_.hedge_after_stop == HedgeAfterStop::kFailureCounts) {
    return Decision::kPushbackStops;
  }
  if (step.is_throttled && client_.hedge_throttling == HedgeThrottling::kFailureCounts) {
    return Decision::kThrottled;
  }
  return std::nullopt;
}

void HedgedCall::Fail(const Flight& flight) {
  last_failed_ = flight.step;
  const Answer& answer = flight.answer;
  if (answer.Stops() && client_.hedge_after_stop == HedgeAfterStop::kNoMore) {
    Freeze(Decision::kPushbackStops);
  }
  const bool used_up = attempts_ >= limit_;
  if (!used_up && MayHedge()) return PlanNext(flight);
  // A client with a timer for each failure sees only when it is over that nothing is left to wait
  // for.
  if (IsBesideTimer()) {
    return Plan(Decision::kOthersGoOn, answer.pushback ? answer.pushback->delay : 0, flight.step);
  }
  if (flights_.empty()) {
    return End(used_up ? Decision::kAttemptsUsedUp : frozen_.value_or(Decision::kThrottled),
               flight.step);
  }
  steps_[flight.step].decision = used_up ? Decision::kOthersGoOn : Decision::kNoMoreHedges;
}

void HedgedCall::PlanNext(const Flight& flight) {
  const Answer& answer = flight.answer;
  const bool is_requested = answer.pushback && !answer.pushback->stops;
  const double delay = is_requested ? answer.pushback->delay : 0;
  if (is_requested && delay > 0 &&
      client_.hedge_after_pushback != HedgeAfterPushback::kImmediately) {
    return Plan(Decision::kHedgeAtPushback, delay, flight.step);
  }
  const bool is_immediate =
      answer.pushback || client_.hedge_after_failure == HedgeAfterFailure::kImmediately;
  if (is_immediate) return Plan(Decision::kHedgeImmediately, 0, flight.step);
  Step& step = steps_[flight.step];
  step.decision = Decision::kHedgeAtDelay;
  if (timers_.empty()) return;
  const double left = WholeNanos(timers_.front().at - now_);
  step.delay = At(left);
}

// A hedge, or the end of the wait for one, `delay` seconds from now.
void HedgedCall::Plan(Decision decision, double delay, size_t step) {
  const double until = TimerOf(delay, client_);
  steps_[step].decision = decision;
  steps_[step].delay = At(until);
  if (IsBesideTimer()) {
    timers_.push_back({WholeNanos(now_ + until), step});
  } else if (until == 0) {
    SendHedge();
  } else {
    std::erase_if(timers_, [](const Timer& timer) { return !timer.failed; });
    timers_.push_back({WholeNanos(now_ + until)});
  }
}

void HedgedCall::End(Decision decision, size_t step) {
  steps_[step].decision = decision;
  EndFlights(Decision::kCancelled, now_);
}

// Nothing happens before the deadline, or ever if there is none.
void HedgedCall::Expire() {
  const double deadline = channel_.deadline();
  const Decision reason = std::isinf(deadline) ? Decision::kNoAnswer : Decision::kDeadline;
  if (flights_.empty()) steps_[last_failed_].decision = reason;
  EndFlights(reason, deadline);
}

// Of all attempts under way, and nothing is waited for any longer.
void HedgedCall::EndFlights(Decision decision, double time) {
  for (const Flight& flight : flights_) {
    Step& step = steps_[flight.step];
    step.ended = At(time);
    step.decision = decision;
    channel_.Use(TokenUse::kNone, step);
  }
  flights_.clear();
  timers_.clear();
}

}  // namespace

bool TraceHedgedCall(TraceChannel& channel, std::vector<Step>& steps) {
  const size_t first = steps.size();
  HedgedCall(channel, steps).Run();
  return std::none_of(
      steps.begin() + static_cast<std::ptrdiff_t>(first), steps.end(),
      [](const Step& step) { return !step.response && step.decision != Decision::kCancelled; });
}

}  // namespace grpcfg
