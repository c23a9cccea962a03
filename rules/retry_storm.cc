// Rules on policies that make an overload worse: attempts without a limit on their sum (gRFC A6,
// Throttling Retry Attempts and Hedged RPCs), and attempts that come all at once.
#include <algorithm>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "rules/attempts.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/policies_in_force.h"
#include "rules/words.h"
#include "schema/fields/field_table.h"
#include "simulator/fleet/throttle_limits.h"

namespace grpcfg {
namespace {

enum class Policies : bool { kAll, kRetries };

// The entry with the most attempts of those that are counted; null if none has more than one.
const MethodConfig* MostAttempts(const ServiceConfig& config, Policies counted) {
  std::pair<const MethodConfig*, int64_t> most = {nullptr, 1};  // with its attempts
  for (const MethodConfig& method : ElementsOf(config.method_config)) {
    const bool counts = counted == Policies::kAll || method->retry_policy != nullptr;
    const int64_t attempts = counts ? AttemptsOf(method) : 1;
    if (attempts > most.second && IsMet(method)) most = {&method, attempts};
  }
  return most.first;
}

NodeId PolicyKey(const CheckContext& context, const MethodConfig& method) {
  const bool retries = method->retry_policy != nullptr;
  return context.KeyOf(retries ? method->retry_policy->node : method->hedging_policy->node);
}

// True if something stands there or, misspelt or misplaced, elsewhere: then that is the finding.
bool HasThrottling(const CheckContext& context, const ServiceConfig& config) {
  if (config.retry_throttling != nullptr) return true;
  for (NodeId id = 0; id < context.tree.size(); ++id) {
    if (context.tree.kind(id) != JsonKind::kKey) continue;
    const absl::string_view key = context.tree.Text(id);
    const bool is_it = absl::EqualsIgnoreCase(key, "retryThrottling") ||
                       absl::EqualsIgnoreCase(key, "retry_throttling");
    if (is_it) return true;
  }
  return false;
}

// True if the client refuses what stands in a policy: until that is corrected it retries nothing.
bool IsRefused(const CheckContext& context, const RetryPolicy& retry) {
  const Span span = context.SpanOf(retry.node);
  return absl::c_any_of(context.reading.issues, [&](const Issue& issue) {
    return issue.effect >= Effect::kRejectsPolicy && span.Contains(issue.span);
  });
}

// Of retries alone: hardly any client throttles hedges as the spec has it.
void CheckMissing(const CheckContext& context) {
  for (const ServiceConfig* const config : context.reading.configs) {
    const MethodConfig* const most = MostAttempts(*config, Policies::kRetries);
    const bool has_none = most != nullptr && !HasThrottling(context, *config);
    if (!has_none || IsRefused(context, *(*most)->retry_policy)) continue;
    context.Add(PolicyKey(context, *most), [&]() -> Diagnostic {
      return {
          .message = absl::StrCat("retries are not throttled: a failing server may get ",
                                  AttemptsOf(*most), " times its load"),
          .notes = {"`retryThrottling` stops retries while too many calls fail"},
          .help = {
              "add it: with `maxTokens` of 100 and `tokenRatio` of 0.1 there are no retries while "
              "more than 9% of the attempts fail"}};
    });
    return;
  }
}

// What the tokens of a config and the policy with the most attempts come to.
struct Throttled {
  const RetryThrottling& throttling;
  const MethodConfig& most;
  const MethodConfig* retries;  // the same among retry policies; null without any
  double max_tokens;
  ThrottleLimits limits;  // of a call of `most`
};

// Calls function(Throttled) for each config with both.
template <typename Function>
void ForEachThrottled(const CheckContext& context, const Function& function) {
  for (const ServiceConfig* const config : context.reading.configs) {
    const RetryThrottling* const throttling = config->retry_throttling;
    if (throttling == nullptr || !throttling->max_tokens.value) continue;
    const MethodConfig* const most = MostAttempts(*config, Policies::kAll);
    if (most == nullptr) continue;
    const double max_tokens = throttling->max_tokens.value->count;
    const auto& ratio = throttling->token_ratio.value;
    const ThrottleLimits limits =
        LimitsOf({max_tokens, ratio ? ratio->count : 0}, static_cast<size_t>(AttemptsOf(*most)));
    function(Throttled{*throttling, *most, MostAttempts(*config, Policies::kRetries), max_tokens,
                       limits});
  }
}

void CheckNever(const CheckContext& context) {
  ForEachThrottled(context, [&](const Throttled& found) {
    if (found.retries == nullptr || found.limits.retries_in_outage > 0) return;
    context.Add(found.throttling.max_tokens.node, [&]() -> Diagnostic {
      return {.message = absl::StrCat("with `maxTokens` of ", found.max_tokens,
                                      " no call is ever retried: one failure leaves no more "
                                      "than half of the tokens"),
              .secondary = {{context.SpanOf(PolicyKey(context, *found.retries)), "has no effect"}},
              .help = {"write at least 10, as in the example of gRFC A6"}};
    });
  });
}

void CheckTooFew(const CheckContext& context) {
  ForEachThrottled(context, [&](const Throttled& found) {
    const auto possible = static_cast<int64_t>(found.limits.retries_of_lone_call);
    const int64_t planned = AttemptsOf(found.most) - 1;
    const bool is_reported = found.retries != nullptr && possible < 1;
    if (possible >= planned || is_reported) return;
    context.Add(found.throttling.max_tokens.node, [&]() -> Diagnostic {
      return {
          .message = absl::StrCat("with `maxTokens` of ", found.max_tokens,
                                  " a single call that fails uses up the tokens: it gets ",
                                  possible, " of its ", planned,
                                  planned == 1 ? " further attempt" : " further attempts"),
          .secondary = {{context.SpanOf(PolicyKey(context, found.most)),
                         "the most attempts in this config"}},
          .notes = {"each failure costs one token, and there are no retries while half of them or "
                    "less are left"},
          .help = {absl::StrCat("write more than ", 2 * planned, "; 10 and 100 are usual")}};
    });
  });
}

void CheckRatio(const CheckContext& context) {
  ForEachThrottled(context, [&](const Throttled& found) {
    const auto& ratio = found.throttling.token_ratio;
    if (!ratio.value || ratio.value->count < 1) return;
    const double share = std::min(99.0, 100 * found.limits.failure_threshold);
    context.Add(ratio.node, [&]() -> Diagnostic {
      Fix fix = ReplaceFix("write `0.1`, which stops retries above 9% of failures",
                           context.SpanOf(ratio.node), "0.1", false);
      fix.otherwise = "a ratio of 0.1 stops retries above 9% of failures";
      return {.message = absl::StrFormat("with `tokenRatio` of %g retries are throttled only "
                                         "while more than %.0f%% of the attempts fail",
                                         ratio.value->count, share),
              .notes = {"a failure costs 1 token, a success gives `tokenRatio` back"},
              .fixes = {std::move(fix)}};
    });
  });
}

// True if every key of the entry is a field, and none of a policy, whatever this client reads.
bool HasNoPolicy(const CheckContext& context, const MethodConfig& entry) {
  bool has_none = true;
  context.tree.ForEachMember(entry.node, [&](const JsonMember& member) {
    const Field* const field = FindField(MethodConfigMessage(), context.tree, member.key);
    has_none = has_none && field != nullptr && field->oneof.empty();
  });
  return has_none;
}

// True for right throttling of a config without entries, which does not have them in another place
// or shape.
bool IsThrottlingAlone(const CheckContext& context, const ServiceConfig& config) {
  const NodeId list = MemberOf(context.tree, config.node, "methodConfig");
  const RetryThrottling& throttling = *config.retry_throttling;
  return (list == kNoNode ? !config.method_config.IsWritten()
                          : context.tree.kind(list) == JsonKind::kArray) &&
         throttling.max_tokens.value && throttling.token_ratio.value;
}

void CheckUnused(const CheckContext& context) {
  for (const ServiceConfig* const config : context.reading.configs) {
    const absl::Span<const MethodConfig> entries = ElementsOf(config->method_config);
    if (config->retry_throttling == nullptr) continue;
    if (entries.empty() && !IsThrottlingAlone(context, *config)) continue;
    const auto has_none = [&](const auto& entry) { return HasNoPolicy(context, entry); };
    if (!absl::c_all_of(entries, has_none)) continue;
    context.Add(context.KeyOf(config->retry_throttling->node), [&]() -> Diagnostic {
      return {.message =
                  "`retryThrottling` has no effect: no entry of `methodConfig` has a "
                  "`retryPolicy` or a `hedgingPolicy`",
              .help = {"remove it, or add the retries that it is for"}};
    });
  }
}

Cell VerdictOnTokens(const ProfileAt& profile) {
  return Accepting(profile.profile().calls.tokens.At(profile.release()),
                   "gapic-generator-go config.go: generators read methodConfig");
}

Cell VerdictOnNever(const ProfileAt& profile) {
  const Trait<TokenArithmetic>& tokens = profile.profile().calls.tokens.At(profile.release());
  if (tokens.evidence.empty()) return VerdictOnTokens(profile);
  return {Effect::kIgnoresPolicy, tokens.evidence};
}

Diagnostic WordsOnImmediate(bool is_zero, int64_t attempts) {
  return {
      .message = absl::StrCat(is_zero ? "`hedgingDelay` is 0: all " : "without `hedgingDelay` all ",
                              attempts, " attempts of every call are sent simultaneously"),
      .notes = {absl::StrCat("the server always gets ", attempts, " times the load")},
      .help = {"use a delay that few calls exceed, such as the 95th percentile of the "
               "latency: then about 5% of the calls are sent twice"}};
}

void CheckImmediate(const CheckContext& context) {
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    const HedgingPolicy* const hedging = method->hedging_policy;
    const int64_t attempts = hedging == nullptr ? 1 : AttemptsOf(hedging->max_attempts);
    if (attempts < 2) return;
    const auto& delay = hedging->hedging_delay;
    const bool is_zero = delay.value && delay.value->IsZero();
    if ((!is_zero && delay.IsWritten()) || !IsMet(method)) return;
    context.Add(is_zero ? delay.node : context.KeyOf(hedging->node),
                [&] { return WordsOnImmediate(is_zero, attempts); });
  });
}

Cell VerdictOnImmediate(const ProfileAt& profile) {
  return Accepting(profile.profile().calls.hedging.At(profile.release()),
                   "gapic-generator-go config.go: generators do not hedge");
}

// The first hedging policy of a config that some call meets; null without one.
const HedgingPolicy* FirstHedging(const ServiceConfig& config) {
  const HedgingPolicy* first = nullptr;
  ForEachHedging(config, [&](const MethodConfig& /*entry*/, const HedgingPolicy& hedging) {
    if (first == nullptr) first = &hedging;
  });
  return first;
}

void CheckHedgesThrottled(const CheckContext& context) {
  for (const ServiceConfig* const config : context.reading.configs) {
    const HedgingPolicy* const hedging = FirstHedging(*config);
    if (config->retry_throttling == nullptr || hedging == nullptr) continue;
    context.Add(context.KeyOf(config->retry_throttling->node), [&]() -> Diagnostic {
      return {.message = "clients throttle hedges in different ways, and some not at all",
              .secondary = {{context.KeySpan(hedging->node), "the hedging"}},
              .notes = {"Node sends every hedge, however few tokens are left; in Java a hedge "
                        "that fails then ends the call and cancels those under way"},
              .help = {"rely only on `maxAttempts` and `hedgingDelay` to limit the load"}};
    });
  }
}

Cell VerdictOnHedges(const ProfileAt& profile) {
  const CallTraits& calls = profile.profile().calls;
  const Trait<Support>& hedging = calls.hedging.At(profile.release());
  const Trait<HedgeThrottling>& throttling = calls.hedge_throttling.At(profile.release());
  if (hedging.evidence.empty() || hedging.value == Support::kNone)
    return VerdictOnImmediate(profile);
  switch (throttling.value) {
    case HedgeThrottling::kNoMore:
      return {Effect::kAccepts, throttling.evidence};
    case HedgeThrottling::kFailureCounts:
      return {Effect::kAlters, throttling.evidence};
    case HedgeThrottling::kNever:
      break;
  }
  return {Effect::kIgnoresDetail, throttling.evidence};
}

constexpr double kSpreadingBackoff = 0.1;  // what is advised

void CheckPulses(const CheckContext& context) {
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    const RetryPolicy* const retry = method->retry_policy;
    if (retry == nullptr || !Pulses(*retry) || !IsMet(method)) return;
    const double initial = SecondsOf(*retry->initial_backoff.value);
    constexpr double kMillisecond = 0.001;
    const double spread = std::max((kLongestDelay - kShortestDelay) * initial, kMillisecond);
    context.Add(retry->initial_backoff.node, [&] {
      Diagnostic words = {
          .message = absl::StrCat("clients that fail together retry together, within ",
                                  SpellSeconds(spread), " of each other"),
          .notes =
              {"a server that restarts is not back by then, and all clients hit it simultaneously"},
          .help = {"write 0.1s or more, if calls have time for it"}};
      const auto& longest = retry->max_backoff.value;
      if (retry->backoff_multiplier.value == 1.0) words.help[0] += ", a `backoffMultiplier` of 2";
      if (longest && SecondsOf(*longest) < kSpreadingBackoff)
        words.help[0] += ", and a `maxBackoff` above that";
      const Starts starts = NominalStarts(*retry);
      if (!starts.empty()) {
        words.notes.push_back(absl::StrCat("all attempts of a call are made within ",
                                           SpellSeconds(kLongestDelay * starts.back())));
      }
      return words;
    });
  });
}

Cell VerdictOnPulses(const ProfileAt& profile) {
  return Accepting(profile.profile().calls.jitter.At(profile.release()),
                   "gapic-generator-go config.go RetryPolicy: any backoff");
}

constexpr Rule kRules[] = {
    {.id = "hedging-at-once",
     .summary = "All attempts of a hedged call are sent simultaneously.",
     .rationale = "Each attempt waits for `hedgingDelay` after the one before. If the delay is 0, "
                  "or absent in a client that accepts that (grpc-java rejects it), every call is "
                  "sent `maxAttempts` times simultaneously (gRFC A6). The server then carries that "
                  "multiple of the load even on a good day.",
     .check = CheckImmediate,
     .concerns = Hedges,
     .verdict = VerdictOnImmediate,
     .bad = {kHedges, R"("hedgingDelay": "0.5s")", R"("hedgingDelay": "0s")"},
     .good = {kHedges, R"("hedgingDelay": "0.5s")", R"("hedgingDelay": "0.2s")"}},
    {.id = "hedging-not-throttled",
     .summary =
         "Hedging is combined with `retryThrottling`, which not every client applies to hedges.",
     .rationale = "By gRFC A6 a client sends no more hedges while too few tokens are left. Node "
                  "sends them regardless. In Java a failure then ends the call, even if another "
                  "attempt is about to succeed.",
     .advice = Severity::kNote,
     .targets = "node",
     .only_if_affected = true,
     .check = CheckHedgesThrottled,
     .concerns = Hedges,
     .verdict = VerdictOnHedges,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Search", "method": "Find"}],
  "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.2s"}}],
  "retryThrottling": {"maxTokens": 100, "tokenRatio": 0.1}})",
     .good = {kHedges, R"("hedgingDelay": "0.5s")", R"("hedgingDelay": "0.2s")"}},
    {.id = "retry-pulses",
     .summary = "`initialBackoff` is so short that clients retry in step.",
     .rationale =
         "Clients that lose a server fail at the same moment, and the jitter of the first retry is "
         "a fifth of `initialBackoff` either way (gRFC A6 of 2024-08): 10ms spreads a whole fleet "
         "over 4ms. These retries arrive as a pulse and are over before a server has restarted.",
     .advice = Severity::kNote,
     .check = CheckPulses,
     .concerns = DrawsAround,
     .verdict = VerdictOnPulses,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}],
  "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.01s", "maxBackoff": "0.02s",
                  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}],
  "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "0.2s",
                  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})"},
    {.id = "throttling-missing",
     .summary = "The config has retries but no `retryThrottling`.",
     .rationale = "While a server fails, each call becomes up to `maxAttempts` attempts, which can "
                  "keep an overloaded server down. `retryThrottling` stops retries if too many "
                  "calls fail (gRFC A6), and costs nothing while they succeed.",
     .advice = Severity::kNote,
     .is_common = true,
     .check = CheckMissing,
     .concerns = MakesAttempts,
     .verdict = VerdictOnTokens,
     .bad = {kRetriesOfOrders, R"("maxBackoff": "1s")", R"("maxBackoff": "0.4s")"},
     .good = kThrottled},
    {.id = "throttling-never-retries",
     .summary = "`maxTokens` is so small that no call is ever retried.",
     .rationale = "A failure costs one token, and clients do not retry while half of `maxTokens` "
                  "or less is left (gRFC A6). With 2 tokens, the first failure leaves 1, which is "
                  "half, so every retry policy has no effect.",
     .check = CheckNever,
     .concerns = MakesAttempts,
     .verdict = VerdictOnNever,
     .bad = {kThrottled, R"("maxTokens": 100)", R"("maxTokens": 2)"},
     .good = {kThrottled, R"("maxTokens": 100)", R"("maxTokens": 20)"}},
    {.id = "throttling-ratio-large",
     .summary = "`tokenRatio` is so large that retries are hardly ever throttled.",
     .rationale = "A failure costs one token and a success returns `tokenRatio`, so the tokens run "
                  "out only while more than tokenRatio / (1 + tokenRatio) of the attempts fail. At "
                  "1 that is half of them, and by then retries have long done their harm.",
     .check = CheckRatio,
     .concerns = MakesAttempts,
     .verdict = VerdictOnTokens,
     .bad = {kThrottled, R"("maxTokens": 100, "tokenRatio": 0.1)",
             R"("maxTokens": 10, "tokenRatio": 1.0)"},
     .good = {kThrottled, R"("maxTokens": 100)", R"("maxTokens": 10)"}},
    {.id = "throttling-tokens-too-few",
     .summary = "`maxTokens` is too small for the attempts of a single call.",
     .rationale =
         "Clients do not retry while half of `maxTokens` or less is left (gRFC A6). A single "
         "failing call therefore gets all its attempts only if `maxTokens` is above twice the "
         "number of its retries. After such a call, no other call is retried for a while.",
     .check = CheckTooFew,
     .concerns = MakesAttempts,
     .verdict = VerdictOnTokens,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}],
  "retryPolicy": {"maxAttempts": 5, "initialBackoff": "0.1s", "maxBackoff": "0.8s",
                  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}],
  "retryThrottling": {"maxTokens": 5, "tokenRatio": 0.1}})",
     .good = {kThrottled, R"("maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "0.4s")",
              R"("maxAttempts": 5, "initialBackoff": "0.1s", "maxBackoff": "0.8s")"}},
    {.id = "throttling-unused",
     .summary = "`retryThrottling` is set, but the config has no retries or hedges to throttle.",
     .rationale = "`retryThrottling` stops retries and hedges while a server is in trouble (gRFC "
                  "A6). A config without a retry or hedging policy has neither: `retryThrottling` "
                  "belongs to another config, or the policies are missing.",
     .check = CheckUnused,
     .verdict = VerdictOnTokens,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}],
  "retryThrottling": {"maxTokens": 100, "tokenRatio": 0.1}})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> RetryStormRules() { return kRules; }

}  // namespace grpcfg
