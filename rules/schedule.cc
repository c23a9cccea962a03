// Rules on when the attempts of a call are made (gRFC A6, Exponential Backoff and Hedging Policy),
// beside its `timeout`, which is for all of them together.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "rules/attempts.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/words.h"
#include "schema/clients/profile.h"
#include "schema/clients/profile_at.h"
#include "simulator/schedule/backoff.h"
#include "simulator/schedule/start_time.h"

namespace grpcfg {
namespace {

// The timeout of an entry in seconds; nothing if there is none that ends calls.
std::optional<double> TimeoutOf(const MethodConfig& method) {
  const auto& timeout = method->timeout;
  if (!timeout.value || timeout.value->IsNegative() || timeout.value->IsZero()) return {};
  return SecondsOf(*timeout.value);
}

// False if this client reads another timeout than is written, which is reported by itself.
bool IsAsWritten(const CheckContext& context, const Located<Duration>& timeout) {
  if (context.tree.kind(timeout.node) != JsonKind::kString) return false;
  const DurationResult written = ParseDuration(context.tree.Text(timeout.node));
  return written.error == DurationError::kNone && written.value == *timeout.value;
}

std::string Source(const CheckContext& context, NodeId node) {
  return Quoted(context.Source(node));
}

Label EndOfCall(const CheckContext& context, const MethodConfig& method) {
  return {context.SpanOf(method->timeout.node), "ends the call, with all its attempts"};
}

constexpr absl::string_view kGrow =
    "write more than 1, such as 2, to give a server in trouble more time with each retry";

constexpr absl::string_view kAndMaxBackoff = ", and a `maxBackoff` above `initialBackoff`";

void CheckRetryTooLate(const CheckContext& context) {
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    const auto timeout = TimeoutOf(method);
    const RetryPolicy* const retry = method->retry_policy;
    if (!timeout || retry == nullptr || !retry->initial_backoff.value) return;
    const NodeId initial = retry->initial_backoff.node;
    // Some clients cap the first delay too, which retry-backoff-order is about.
    Duration first = *retry->initial_backoff.value;
    if (retry->max_backoff.value) first = std::min(first, *retry->max_backoff.value);
    const double earliest = kShortestDelay * SecondsOf(first);
    if (earliest < *timeout || !IsAsWritten(context, method->timeout) || !IsMet(method)) return;
    context.Add(initial, [&]() -> Diagnostic {
      return {
          .message = absl::StrCat("the first retry waits ", SpellSeconds(earliest),
                                  " or more, but the call ends before that: `timeout` is ",
                                  Source(context, method->timeout.node)),
          .secondary = {EndOfCall(context, method)},
          .notes = {"a retry is sent only if the server requests an earlier one"},
          .help = {"write a shorter `initialBackoff`, or a `timeout` that all attempts fit into"}};
    });
  });
}

void CheckHedgeTooLate(const CheckContext& context) {
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    const auto timeout = TimeoutOf(method);
    const HedgingPolicy* const hedging = method->hedging_policy;
    if (!timeout || hedging == nullptr || !hedging->hedging_delay.value) return;
    const double delay = SecondsOf(*hedging->hedging_delay.value);
    if (delay < *timeout || !IsAsWritten(context, method->timeout) || !IsMet(method)) return;
    context.Add(hedging->hedging_delay.node, [&]() -> Diagnostic {
      return {
          .message = absl::StrCat("the call ends before `hedgingDelay` has passed: `timeout` is ",
                                  Source(context, method->timeout.node)),
          .secondary = {EndOfCall(context, method)},
          .notes = {"a second attempt is sent only where the first one fails early"},
          .help = {"use a delay that few calls exceed, well below `timeout`"}};
    });
  });
}

// False if clients disagree on the first delay, which is longer than `maxBackoff`.
bool IsInOrder(const RetryPolicy& retry) {
  const auto& initial = retry.initial_backoff.value;
  const auto& max = retry.max_backoff.value;
  return initial && max && !(*max < *initial);
}

// When the attempts of an entry begin; hedges one delay after the other.
Starts StartsOf(const MethodConfig& method) {
  const RetryPolicy* const retry = method->retry_policy;
  if (retry != nullptr) return IsInOrder(*retry) ? NominalStarts(*retry) : Starts();
  const HedgingPolicy* const hedging = method->hedging_policy;
  if (hedging == nullptr || !hedging->hedging_delay.value) return {};
  Starts starts;
  for (int64_t n = 0; n < AttemptsOf(hedging->max_attempts); ++n) {
    starts.push_back(static_cast<double>(n) * SecondsOf(*hedging->hedging_delay.value));
  }
  return starts;
}

// True if one of the rules above tells it: no second attempt has time.
bool IsFirstTooLate(const MethodConfig& method, double second_start, double timeout) {
  const double shortest = method->retry_policy != nullptr ? kShortestDelay : 1;
  return shortest * second_start >= timeout;
}

// How many of the calls whose attempts all fail at once get to the last one before the timeout.
double ShareOfLast(const RetryPolicy& retry, double timeout) {
  static const auto* const kSpec = new ProfileAt(SpecProfile());
  const Backoff backoff = {.attempts = static_cast<size_t>(AttemptsOf(retry.max_attempts)),
                           .initial = SecondsOf(*retry.initial_backoff.value),
                           .max = SecondsOf(*retry.max_backoff.value),
                           .multiplier = *retry.backoff_multiplier.value};
  return StartTime(DelaysOf(backoff, kSpec->calls), {}).ProbabilityBefore(timeout);
}

std::string WordsOfShare(double share) {
  constexpr double kPercent = 100;
  constexpr double kLittle = 0.01;
  if (share <= 0) return "even with the shortest delays, the last attempt does not start";
  const std::string calls =
      share < kLittle ? "less than 1" : absl::StrFormat("%.0f", share * kPercent);
  return absl::StrCat("delays vary by 20%: if all attempts fail immediately, ", calls,
                      "% of the calls reach the last attempt");
}

// Where the attempts of whichever policy it has are written.
NodeId AttemptsPlace(const MethodConfig& method) {
  if (method->retry_policy != nullptr) return method->retry_policy->max_attempts.node;
  return method->hedging_policy != nullptr ? method->hedging_policy->max_attempts.node
                                           : method.node;
}

// "the fifth"; clients clamp to five attempts.
absl::string_view OrdinalOf(size_t attempt) {
  constexpr absl::string_view kOrdinals[] = {"the first", "the second", "the third", "the fourth",
                                             "the fifth"};
  return attempt <= std::size(kOrdinals) ? kOrdinals[attempt - 1] : "the last";
}

void AddCut(const CheckContext& context, const MethodConfig& method, const Starts& starts,
            double timeout) {
  const auto has_time = [&](double start) { return start < timeout; };
  const auto begun = std::count_if(starts.begin(), starts.end(), has_time);
  context.Add(AttemptsPlace(method), [&] {
    Diagnostic words = {
        .message = absl::StrCat("only ", begun, " of ", starts.size(),
                                begun == 1 ? " attempts fits" : " attempts fit", " into the ",
                                SpellSeconds(timeout), " `timeout`: ", OrdinalOf(starts.size()),
                                " would start after ", SpellSeconds(starts.back())),
        .secondary = {EndOfCall(context, method)},
        .help = {"write a longer `timeout`, shorter delays or fewer attempts"}};
    if (method->retry_policy != nullptr) {
      words.notes.push_back(WordsOfShare(ShareOfLast(*method->retry_policy, timeout)));
    }
    return words;
  });
}

void CheckCut(const CheckContext& context) {
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    const auto timeout = TimeoutOf(method);
    const Starts starts = timeout ? StartsOf(method) : Starts();
    if (starts.size() < 2 || starts.back() < *timeout) return;
    const bool is_reported = IsFirstTooLate(method, starts[1], *timeout);
    if (is_reported || !IsAsWritten(context, method->timeout) || !IsMet(method)) return;
    AddCut(context, method, starts, *timeout);
  });
}

// The backoffs of an entry of which more than one is waited for, so that the multiplier counts.
// Some clients take a 0, which is reported by itself.
const RetryPolicy* GrowingOf(const MethodConfig& method) {
  constexpr int64_t kFirstWithTwoDelays = 3;
  const RetryPolicy* const retry = method->retry_policy;
  if (retry == nullptr || AttemptsOf(retry->max_attempts) < kFirstWithTwoDelays) return nullptr;
  const auto& initial = retry->initial_backoff.value;
  const bool is_positive =
      retry->backoff_multiplier.value.value_or(0) > 0 && initial && SecondsOf(*initial) > 0;
  return is_positive ? retry : nullptr;
}

// True if `maxBackoff` leaves no delay room to grow.
bool IsCappedImmediately(const RetryPolicy& retry) {
  const auto& max = retry.max_backoff.value;
  return max && !(*retry.initial_backoff.value < *max);
}

void CheckConstant(const CheckContext& context) {
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    const RetryPolicy* const retry = GrowingOf(method);
    if (retry == nullptr || *retry->backoff_multiplier.value != 1) return;
    if (Pulses(*retry) || !IsMet(method)) return;  // retry-pulses says it
    context.Add(retry->backoff_multiplier.node, [&]() -> Diagnostic {
      return {.message = "`backoffMultiplier` is 1: every retry waits as long as the first",
              .help = {absl::StrCat(kGrow, IsCappedImmediately(*retry) ? kAndMaxBackoff : "")}};
    });
  });
}

void CheckShrinking(const CheckContext& context) {
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    const RetryPolicy* const retry = GrowingOf(method);
    if (retry == nullptr || *retry->backoff_multiplier.value >= 1) return;
    if (HasVanishingDelay(*retry) || HasZeroDelay(*retry)) return;  // other rules say more
    if (!IsMet(method)) return;
    context.Add(retry->backoff_multiplier.node, [&]() -> Diagnostic {
      return {.message = absl::StrCat("`backoffMultiplier` is ",
                                      Source(context, retry->backoff_multiplier.node),
                                      ": every retry waits for less time than the one before"),
              .help = {std::string(kGrow)}};
    });
  });
}

// The longest nominal delay, if even with jitter none reaches `maxBackoff`; else nothing. Of two
// attempts the only delay is `initialBackoff`, and `maxBackoff` stands there because it must.
std::optional<double> LongestBelowMax(const MethodConfig& method) {
  const RetryPolicy* const retry = GrowingOf(method);
  if (retry == nullptr || *retry->backoff_multiplier.value <= 1) return {};
  const Starts starts = NominalStarts(*retry);
  double longest = 0;
  for (size_t i = 1; i < starts.size(); ++i) {
    longest = std::max(longest, starts[i] - starts[i - 1]);
  }
  const bool is_known = starts.size() > 1;
  if (!is_known || kLongestDelay * longest >= SecondsOf(*retry->max_backoff.value)) return {};
  return longest;
}

void CheckMaxUnreached(const CheckContext& context) {
  SingleFinding single;
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    const auto longest = LongestBelowMax(method);
    if (!longest || !IsMet(method)) return;
    if (!single.IsFirst(method->retry_policy->max_backoff.node)) return;
    single.words = {.message = absl::StrCat("`maxBackoff` has no effect: the longest of the ",
                                            AttemptsOf(method->retry_policy->max_attempts) - 1,
                                            " delays is about ", SpellSeconds(*longest)),
                    .help = {"a smaller `maxBackoff` would show what happens; with more attempts, "
                             "delays would reach this one"}};
  });
  AddOnce(context, single, CountMore);
}

constexpr Verdicts kTakes =
    AllAccept({.spec = "gRFC A6, Exponential Backoff: no rule on the resulting values",
               .core = "grpc/grpc retry_service_config.cc RetryMethodConfig: no such check",
               .go = "grpc-go service_config.go isValidRetryPolicy: no such check",
               .java = "grpc-java ManagedChannelServiceConfig.java retryPolicy: no such check",
               .node = "grpc-js service-config.ts validateRetryPolicy: no such check",
               .dotnet = "grpc-dotnet Internal/Retry/RetryCall.cs: no such check",
               .gapic = "gapic-generator-go config.go RetryPolicy: no such check"});

constexpr Rule kRules[] = {
    {.id = "attempts-cut-by-timeout",
     .summary = "`timeout` leaves no time for some of the attempts.",
     .rationale = "`timeout` covers a call with all its attempts; a single attempt has no timeout. "
                  "Attempts that would start after `timeout` are never sent, so the config "
                  "promises more attempts than clients make.",
     .advice = Severity::kNote,
     .check = CheckCut,
     .concerns = DrawsAround,
     .verdicts = kTakes,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}], "timeout": "5s",
  "retryPolicy": {"maxAttempts": 5, "initialBackoff": "1s", "maxBackoff": "4s",
                  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}], "timeout": "20s",
  "retryPolicy": {"maxAttempts": 5, "initialBackoff": "1s", "maxBackoff": "4s",
                  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})"},
    {.id = "hedging-after-timeout",
     .summary = "`hedgingDelay` is longer than the `timeout` of the same entry.",
     .rationale =
         "A hedge is sent after `hedgingDelay`, and the call ends earlier. A second attempt "
         "follows only if the first one fails early, with one of `nonFatalStatusCodes`.",
     .check = CheckHedgeTooLate,
     .concerns = Hedges,
     .verdicts = kTakes,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Search", "method": "Find"}],
  "timeout": "5s", "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "9s"}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Search", "method": "Find"}],
  "timeout": "5s", "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.2s"}}]})"},
    {.id = "retry-after-timeout",
     .summary = "The first retry comes after the `timeout` of the same entry.",
     .rationale = "`timeout` covers a call with all its attempts. If `initialBackoff`, less a "
                  "fifth for jitter, is not shorter than `timeout`, no retry is ever made, unless "
                  "the server requests an earlier one with `grpc-retry-pushback-ms` (gRFC A6).",
     .check = CheckRetryTooLate,
     .concerns = DrawsAround,
     .verdicts = kTakes,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}], "timeout": "5s",
  "retryPolicy": {"maxAttempts": 3, "initialBackoff": "10s", "maxBackoff": "20s",
                  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}], "timeout": "5s",
  "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.5s", "maxBackoff": "1s",
                  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})"},
    {.id = "retry-backoff-constant",
     .summary = "`backoffMultiplier` is 1, so the backoff does not grow.",
     .rationale = "A growing backoff relieves a server more the longer it is in trouble. With a "
                  "multiplier of 1, all retries wait equally long, and `maxBackoff` has no effect.",
     .advice = Severity::kNote,
     .check = CheckConstant,
     .verdicts = kTakes,
     .bad = {kRetriesOfOrders, R"("backoffMultiplier": 2)", R"("backoffMultiplier": 1)"},
     .good = kRetriesOfOrders},
    {.id = "retry-backoff-shrinks",
     .summary = "`backoffMultiplier` is below 1, so the backoff gets shorter.",
     .rationale =
         "Each retry comes sooner than the one before, just when the server needs more time. Use a "
         "multiplier above 1: 1.5 makes each delay 50% longer, and 2 doubles it.",
     .check = CheckShrinking,
     .verdicts = kTakes,
     .bad = {kRetriesOfOrders, R"("backoffMultiplier": 2)", R"("backoffMultiplier": 0.5)"},
     .good = {kRetriesOfOrders, R"("backoffMultiplier": 2)", R"("backoffMultiplier": 1.5)"}},
    {.id = "retry-max-backoff-unreached",
     .summary = "No delay of a retry policy reaches `maxBackoff`.",
     .rationale = "Five attempts at most have four delays, and most policies end long before "
                  "`maxBackoff` matters: a delay that starts at 1s and grows by a factor of 1.3 "
                  "ends at 2.2s. `maxBackoff` does not promise to wait that long for a server.",
     .advice = Severity::kNote,
     .is_common = true,
     .on_by_default = false,
     .check = CheckMaxUnreached,
     .concerns = MakesAttempts,
     .verdicts = kTakes,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}],
  "retryPolicy": {"maxAttempts": 5, "initialBackoff": "1s", "maxBackoff": "60s",
                  "backoffMultiplier": 1.3, "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}],
  "retryPolicy": {"maxAttempts": 5, "initialBackoff": "1s", "maxBackoff": "8s",
                  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> ScheduleRules() { return kRules; }

}  // namespace grpcfg
