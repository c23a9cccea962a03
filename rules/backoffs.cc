// Rules on the delays that follow from a retry policy (gRFC A6, Exponential Backoff).
#include "absl/strings/str_cat.h"
#include "rules/attempts.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

// Calls function(RetryPolicy) for those that `matches`, that some call meets and that have all that
// delays are made of. Without codes nothing is retried, and some clients drop such a policy.
template <typename Predicate, typename Function>
void ForEachBackoff(const CheckContext& context, const Predicate& matches,
                    const Function& function) {
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    const RetryPolicy* const retry = method->retry_policy;
    if (retry == nullptr) return;
    const auto& codes = retry->retryable_status_codes;
    const bool retries = codes.value && !codes.value->empty();
    const bool has_delays = retry->initial_backoff.value && retry->max_backoff.value;
    if (retries && has_delays && matches(*retry) && IsMet(method)) function(*retry);
  });
}

void CheckOrder(const CheckContext& context) {
  const auto exceeds = [](const RetryPolicy& retry) {
    const Duration& max = *retry.max_backoff.value;
    const bool is_zero = !(Duration{} < max);  // see retry-backoff-not-positive
    return !is_zero && max < *retry.initial_backoff.value;
  };
  ForEachBackoff(context, exceeds, [&](const RetryPolicy& retry) {
    const NodeId max = retry.max_backoff.node;
    context.Add(retry.initial_backoff.node, [&]() -> Diagnostic {
      return {.message = "`initialBackoff` exceeds `maxBackoff`",
              .secondary = {{context.SpanOf(max), "caps every later delay"}},
              .notes = {absl::StrCat("the first delay is capped too in {clients}: ",
                                     context.tree.Text(max))},
              .help = {"write a `maxBackoff` that is not below `initialBackoff`"}};
    });
  });
}

// The facts are those of the profile.
Cell VerdictOnOrder(const ProfileAt& profile) {
  const Trait<FirstDelay>& first = profile.profile().calls.first_delay.At(profile.release());
  const bool is_capped = !first.evidence.empty() && first.value == FirstDelay::kCapped;
  if (is_capped) return {Effect::kAlters, first.evidence};
  return Accepting(first, "gapic-generator-go config.go RetryPolicy: no rule on their order");
}

void CheckVanishing(const CheckContext& context) {
  ForEachBackoff(context, HasVanishingDelay, [&](const RetryPolicy& retry) {
    context.Add(retry.backoff_multiplier.node, [&]() -> Diagnostic {
      return {.message = "with this `backoffMultiplier` a delay falls below a nanosecond",
              .secondary = {{context.SpanOf(retry.initial_backoff.node), "the first delay"}},
              .help = {"write a multiplier of 1 or more"}};
    });
  });
}

constexpr absl::string_view kNoBound =
    "gapic-generator-go config.go RetryPolicy: no bound on the delays";

// Int63n of the delay, for a jitter from 0 on, panics of 0.
Cell VerdictOnVanishing(const ProfileAt& profile) {
  const Profile& timelines = profile.profile();
  const Trait<Jitter>& jitter = timelines.calls.jitter.At(profile.release());
  const bool draws = profile.implementation() == Implementation::kGo && jitter.value.low == 0;
  if (!draws || jitter.evidence.empty()) return Accepting(jitter, kNoBound);
  const Trait<ProgramSetting>& need = timelines.calls.retries_need.At(profile.release());
  if (!need.value.text.empty()) return {Effect::kAccepts, need.evidence};
  return {Effect::kBreaksCalls, "grpc-go 1.68 stream.go csAttempt.shouldRetry: Int63n(0) panics"};
}

// The value that makes a delay so short.
NodeId ShortestOf(const RetryPolicy& retry) {
  constexpr Duration kSafe = {.nanos = 2'000'000};
  if (*retry.initial_backoff.value < kSafe) return retry.initial_backoff.node;
  return *retry.max_backoff.value < kSafe ? retry.max_backoff.node : retry.backoff_multiplier.node;
}

void CheckHanging(const CheckContext& context) {
  ForEachBackoff(context, HasZeroDelay, [&](const RetryPolicy& retry) {
    context.Add(ShortestOf(retry), [&]() -> Diagnostic {
      return {.message = "a backoff can round to 0 ms, and C-core never sends that retry",
              .notes = {"the call hangs, and does not even end at its deadline"},
              .help = {"write an `initialBackoff` and a `maxBackoff` of `0.002s` or more, and a "
                       "`backoffMultiplier` of 1 or more"}};
    });
  });
}

Cell VerdictOnHanging(const ProfileAt& profile) {
  const CallTraits& calls = profile.profile().calls;
  const Trait<ZeroDelay>& zero = calls.zero_delay.At(profile.release());
  const Trait<DelayStep>& step = calls.delay_step.At(profile.release());
  if (zero.value == ZeroDelay::kHangs) return {Effect::kBreaksCalls, zero.evidence};
  return zero.evidence.empty() ? Accepting(step, kNoBound) : Accepting(zero, kNoBound);
}

constexpr Rule kRules[] = {
    {.id = "retry-backoff-hangs",
     .summary = "A retry can be due in less than a millisecond.",
     .rationale =
         "C-core counts delays in whole milliseconds, so jitter turns a delay of 1 ms into 0 in "
         "half of the draws. Since 1.72, C-core loses a retry that is due after 0 ms: the call "
         "hangs, and its deadline does not end it. A pushback of 0 has the same effect.",
     .targets = "core",
     .takes_in = {"retry-pulses"},
     .only_if_affected = true,
     .check = CheckHanging,
     .verdict = VerdictOnHanging,
     .bad = {kRetries, R"("backoffMultiplier": 2)", R"("backoffMultiplier": 0.01)"},
     .good = kRetries},
    {.id = "retry-backoff-order",
     .summary = "`initialBackoff` is above `maxBackoff`.",
     .rationale = "In gRFC A6, `maxBackoff` caps every delay except the first, so the first retry "
                  "waits longest. Go, and C-core since 1.70, cap the first delay, too.",
     .takes_in = {"retry-pulses"},
     .check = CheckOrder,
     .verdict = VerdictOnOrder,
     .bad = {kRetries, R"("initialBackoff": "0.1s")", R"("initialBackoff": "5s")"},
     .good = {kRetries, R"("initialBackoff": "0.1s", "maxBackoff": "1s")",
              R"("initialBackoff": "1s", "maxBackoff": "5s")"}},
    {.id = "retry-backoff-vanishes",
     .summary = "A delay between two attempts falls below a nanosecond.",
     .rationale = "A `backoffMultiplier` below 1 makes each delay shorter than the one before. Go "
                  "before 1.69 counts delays in whole nanoseconds, and the process panics when one "
                  "reaches 0; before 1.41 this happens only with GRPC_GO_RETRY=on.",
     .advice = Severity::kNote,
     .targets = "go@1.68",
     .check = CheckVanishing,
     .verdict = VerdictOnVanishing,
     .bad = {kRetries, R"("backoffMultiplier": 2)", R"("backoffMultiplier": 1e-9)"},
     .good = kRetries},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> BackoffRules() { return kRules; }

}  // namespace grpcfg
