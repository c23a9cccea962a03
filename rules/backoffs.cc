// Rules on the delays that follow from a retry policy (gRFC A6, Exponential Backoff).
#include "rules/attempts.h"
#include "rules/families.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

// Calls function(RetryPolicy) for those that some call meets and that have all that delays are made
// of.
template <typename Function>
void ForEachBackoff(const CheckContext& context, const Function& function) {
  ForEachMet(context.reading, [&](const MethodConfig& method) {
    const RetryPolicy* const retry = method.retry_policy;
    if (retry == nullptr) return;
    if (retry->initial_backoff.value && retry->max_backoff.value) function(*retry);
  });
}

void CheckOrder(const CheckContext& context) {
  ForEachBackoff(context, [&](const RetryPolicy& retry) {
    const auto& initial = retry.initial_backoff;
    const auto& max = retry.max_backoff;
    if (!(*max.value < *initial.value)) return;
    context.add(initial.span, {.message = "`initialBackoff` exceeds `maxBackoff`",
                               .secondary = {{max.span, "caps every later delay"}},
                               .notes = {"a client that caps the first delay too starts with "
                                         "`maxBackoff`"},
                               .help = {"write a `maxBackoff` that is no smaller"}});
  });
}

// The facts are those of the profile.
Cell VerdictOnOrder(const ProfileAt& profile) {
  const Trait<FirstDelay>& first = profile.profile().calls.first_delay.At(profile.release());
  if (first.evidence.empty()) {
    return {Effect::kAccepts, "gapic-generator-go config.go RetryPolicy: no rule on their order"};
  }
  const bool is_capped = first.value == FirstDelay::kCapped;
  return {is_capped ? Effect::kAlters : Effect::kAccepts, first.evidence};
}

void CheckVanishing(const CheckContext& context) {
  ForEachBackoff(context, [&](const RetryPolicy& retry) {
    if (!HasVanishingDelay(retry)) return;
    context.add(retry.backoff_multiplier.span,
                {.message = "with this `backoffMultiplier` a delay falls below a nanosecond",
                 .secondary = {{retry.initial_backoff.span, "the first delay"}},
                 .help = {"write a multiplier of 1 or more"}});
  });
}

// Int63n of the delay, for a jitter from 0 on, panics of 0.
Cell VerdictOnVanishing(const ProfileAt& profile) {
  const Profile& timelines = profile.profile();
  const Trait<Jitter>& jitter = timelines.calls.jitter.At(profile.release());
  if (jitter.evidence.empty()) {
    return {Effect::kAccepts, "gapic-generator-go config.go RetryPolicy: no bound on the delays"};
  }
  const bool draws = profile.implementation() == Implementation::kGo && jitter.value.low == 0;
  if (!draws) return {Effect::kAccepts, jitter.evidence};
  const Trait<absl::string_view>& need = timelines.retries_need.At(profile.release());
  if (!need.value.empty()) return {Effect::kAccepts, need.evidence};
  return {Effect::kBreaksCalls, "grpc-go 1.68 stream.go csAttempt.shouldRetry: Int63n(0) panics"};
}

constexpr Rule kRules[] = {
    {.id = "retry-backoff-order",
     .summary = "`initialBackoff` is above `maxBackoff`.",
     .rationale =
         "By gRFC A6 `maxBackoff` caps the delays behind the first one, so the first retry "
         "waits longest. Go, and C-core since 1.70, cap the first delay, too.",
     .check = CheckOrder,
     .verdict = VerdictOnOrder,
     .bad = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "5s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .good = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "5s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})"},
    {.id = "retry-backoff-vanishes",
     .summary = "A delay between two attempts falls below a nanosecond.",
     .rationale = "A `backoffMultiplier` below 1 makes each delay shorter than the one before. Go "
                  "before 1.69 counts them in whole nanoseconds, and at 0 the process panics; "
                  "before 1.41 only with GRPC_GO_RETRY=on.",
     .advice = Severity::kNote,
     .targets = "go@1.68",
     .check = CheckVanishing,
     .verdict = VerdictOnVanishing,
     .bad = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 1e-9, "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .good = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> BackoffRules() { return kRules; }

}  // namespace grpcfg
