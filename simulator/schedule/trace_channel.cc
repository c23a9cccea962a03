#include "simulator/schedule/trace_channel.h"

#include <utility>

namespace grpcfg {
namespace {

constexpr int kUnavailable = 14;
constexpr int kInternal = 13;

// gRPC's http-grpc-status-mapping and every client: REFUSED_STREAM is UNAVAILABLE.
int CodeOf(const Response& response, const StatusCodeSet& codes) {
  if (response.code) return *response.code;
  if (response.fate != Fate::kAnswered) return kUnavailable;
  for (int code = 1; code <= kMaxStatusCode; ++code) {
    if (codes.Has(code)) return code;
  }
  return kUnavailable;
}

}  // namespace

TraceChannel::TraceChannel(const CallPolicy& policy, const CallReading& client,
                           absl::Span<const Response> responses, const TraceSetting& setting)
    : policy_(policy),
      client_(client),
      responses_(responses),
      setting_(setting),
      deadlines_(DeadlineRange(setting.deadline, setting.deadline_spread)) {
  if (setting.throttling) bucket_.emplace(*setting.throttling, client.tokens);
}

Answer TraceChannel::Next() {
  if (!HasResponse()) return {.latency = kNever};
  const Response& response = responses_[next_];
  Answer answer = {.fate = response.fate,
                   .place = next_++,
                   .code = CodeOf(response, policy_.codes),
                   .headers = response.headers,
                   .over_buffer = response.over_buffer,
                   .latency = response.latency.value_or(setting_.latency)};
  if (response.pushback) answer.pushback = ReadPushback(*response.pushback, client_);
  if (answer.pushback && answer.pushback->fails) {
    answer.code = kInternal;
    if (!answer.pushback->stops) answer.pushback.reset();
  }
  answer.is_listed = policy_.codes.Has(answer.code) && !answer.IsOk();
  if (answer.fate == Fate::kSilent) answer.latency = kNever;
  return answer;
}

void TraceChannel::Use(TokenUse use, Step& step) {
  step.token_use = bucket_ ? use : TokenUse::kNone;
  if (!bucket_) return;
  if (use == TokenUse::kCredit) bucket_->AddSuccess();
  if (use == TokenUse::kDebit) bucket_->AddFailure();
  step.tokens = bucket_->tokens();
  step.is_throttled = !bucket_->AllowsRetry();
}

// A call does not end with OK before its headers.
bool TraceChannel::GivesBack(const Answer& answer) const {
  if (!answer.IsOk()) return client_.token_credit == TokenCredit::kHeaders && answer.headers;
  return client_.token_credit != TokenCredit::kPolicyCalls || HasPolicy();
}

TokenUse TraceChannel::UseOf(const Answer& answer, bool is_committed, bool counts_stop) const {
  if (GivesBack(answer)) return TokenUse::kCredit;
  const bool is_free = is_committed && client_.committed_debit == CommittedDebit::kNone;
  const bool counts = answer.is_listed || (answer.Stops() && counts_stop);
  return !answer.IsOk() && !is_free && counts ? TokenUse::kDebit : TokenUse::kNone;
}

TransparentRetries::Verdict TransparentRetries::Judge(const Answer& answer, bool is_committed,
                                                      size_t repeats) {
  const bool is_first = std::exchange(is_first_, false);
  Verdict verdict = Verdict::kNone;
  if (answer.fate == Fate::kNotSent) verdict = JudgeUnsent(repeats, is_first);
  if (answer.fate == Fate::kRefused && IsRefusedAgain(repeats, is_first)) verdict = Verdict::kAgain;
  // The layer below knows of no commitment.
  const bool is_below = client_.refused_retry == RefusedRetry::kByTransport;
  if (is_committed && !is_below) verdict = Verdict::kNone;
  if (verdict == Verdict::kNone) has_processed_ = true;
  return verdict;
}

TransparentRetries::Verdict TransparentRetries::JudgeUnsent(size_t repeats, bool is_first) {
  constexpr size_t kFewer = 1000;
  constexpr size_t kMore = 10'000;
  switch (client_.unsent_retry) {
    case UnsentRetry::kUnlimited:
      return Verdict::kAgain;
    case UnsentRetry::kUpTo1000:
    case UnsentRetry::kUpTo10000: {
      const bool is_fewer = client_.unsent_retry == UnsentRetry::kUpTo1000;
      return ++unsent_ > (is_fewer ? kFewer : kMore) ? Verdict::kUsedUp : Verdict::kAgain;
    }
    case UnsentRetry::kAsRefused:
    case UnsentRetry::kByTransport:
      return IsRefusedAgain(repeats, is_first) ? Verdict::kAgain : Verdict::kNone;
  }
  return Verdict::kNone;
}

bool TransparentRetries::IsRefusedAgain(size_t repeats, bool is_first) {
  constexpr size_t kMostBelow = 3;
  switch (client_.refused_retry) {
    case RefusedRetry::kOncePerCall:
      return !std::exchange(has_refused_, true);
    case RefusedRetry::kFirstSent:
      return is_first;
    case RefusedRetry::kUntilProcessed:
      return !std::exchange(has_refused_, true) && !has_processed_;
    case RefusedRetry::kByTransport:
      return repeats < kMostBelow;
    case RefusedRetry::kNever:
      return false;
  }
  return false;
}

}  // namespace grpcfg
