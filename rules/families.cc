#include "rules/families.h"

#include <array>
#include <cstddef>
#include <iterator>

namespace grpcfg {
namespace {

// A RuleFamily whose rows are in another file.
struct FamilyRow {
  absl::string_view title;
  absl::string_view about;
  absl::Span<const Rule> (*rules)();
};

// In the order of the page: what matters most in real configs first.
constexpr FamilyRow kRows[] = {
    {"Method names",
     "`name` selects the calls that an entry of `methodConfig` applies to: `{\"service\": "
     "\"pkg.Orders\", \"method\": \"Get\"}` is one method; without `method` it is all methods of "
     "that service, and `{}` is all methods of all services. The most specific entry wins; entries "
     "are not merged.",
     NameRules},
    {"Names checked against descriptors",
     "With the descriptors of the services (`--descriptor-set`, or `--proto` and `--proto-path`), "
     "grpcfg checks names against them. The most common mistake is a name that matches no method: "
     "its timeout and retries silently never apply.",
     DescriptorRules},
    {"Fields",
     "These rules check which fields a config has, where they are, and what type of value they "
     "have. Clients ignore fields that they do not know, so that a newer config works with an "
     "older client. For the same reason they never report a misspelt field.",
     StructureRules},
    {"Values",
     "These rules check demands that several fields share: lists that need an element, words that "
     "must be known, numbers that clients cap.",
     ValueRules},
    {"Durations and timeouts",
     "`timeout` ends a call that takes longer, retries included. A duration is a string with a "
     "number of seconds: `\"1.5s\"`.",
     TimeoutRules},
    {"Retry policy and status codes",
     "With a `retryPolicy` a client sends a failed call again if its status is one of "
     "`retryableStatusCodes`, up to `maxAttempts` attempts in total. It waits about "
     "`initialBackoff` before the first retry, and `backoffMultiplier` times longer before each "
     "further one, up to `maxBackoff`.",
     RetryPolicyRules},
    {"Calls that are executed twice",
     "A failed call may have been executed, so a retry may execute it again. An idempotent method "
     "tolerates this: a second execution has no further effect. Descriptors of the services "
     "(`--descriptor-set`, `--proto`) show which methods are idempotent.",
     IdempotencyRules},
    {"Retry storms",
     "Retries and hedges add load to the calls, and most of it arrives when servers are in "
     "trouble. These rules measure that load and check its limits.",
     RetryStormRules},
    {"Retry throttling",
     "`retryThrottling` keeps retries from overloading a server that is in trouble. A client has "
     "`maxTokens` tokens for each server name. A failure costs one token, and a success returns "
     "`tokenRatio`. While half of the tokens or less are left, the client does not retry.",
     RetryThrottlingRules},
    {"Attempts and timeouts",
     "These rules compute the attempts of a policy: how long the delays are, and which attempts "
     "fit into `timeout`, which covers all attempts of a call together.",
     ScheduleRules},
    {"Backoffs",
     "These rules compute the delays from the fields of a retry policy. Clients mostly agree on "
     "them, but differ at the extremes.",
     BackoffRules},
    {"Status codes that retries cannot fix",
     "A status shows whether another attempt can succeed. Only a failure that passes by itself is "
     "worth a retry; others need a change of the call, or more time than a backoff gives.",
     RetriedCodeRules},
    {"Hedging policy",
     "With a `hedgingPolicy` a client does not wait for a call to fail. It sends the same call "
     "again each time `hedgingDelay` has passed, up to `maxAttempts` attempts in total, and uses "
     "the first successful answer.",
     HedgingPolicyRules},
    {"Hedged calls",
     "A hedged call is routinely sent several times, so hedged methods must be idempotent. After a "
     "code in `nonFatalStatusCodes` the next attempt is sent immediately; any other code ends the "
     "call.",
     HedgedMethodRules},
    {"Portability",
     "Some clients reject, ignore or misread configs that the spec allows. A portable config "
     "avoids these.",
     PortabilityRules},
    {"Entries that replace wider ones",
     "Entries are not merged: a method's entry replaces its service's entry completely, and a "
     "service's entry replaces the default one.",
     ReplacedEntryRules},
    {"Configs without effect",
     "Clients accept these configs, and no client applies anything in them.", EffectRules},
    {"Load balancing",
     "`loadBalancingConfig` sets how calls are distributed over the backends. It is a list of LB "
     "policies, each with its config, and a client uses the first policy that it supports. "
     "Policies may contain lists of child policies, and the same applies to those.",
     LoadBalancingRules},
    {"Configs of LB policies",
     "Some LB policies make demands on their configs beyond types and ranges.",
     LoadBalancingPolicyRules},
    {"Settings that depend on the LB policy",
     "Some settings have no effect with the LB policy that a client uses, or below it.",
     LoadBalancingEffectRules},
    {"Route lookups",
     "With `rls_experimental` a client queries a lookup service for the target of each call. The "
     "config sets the contents of each query and how long an answer is valid.",
     RouteLookupRules},
    {"Keys of route lookups",
     "Under these keys a lookup service receives headers of a call, constants and, with "
     "`extraKeys`, the host, the service and the method.",
     RouteLookupKeyRules},
    {"Forms of names",
     "A call has the path `/package.Service/Method`, and clients compare names with it character "
     "by character. No client rejects a name that matches no call.",
     NameFormRules},
    {"Methods without entries, and deprecated ones",
     "Descriptors also show which methods a config omits, and which are deprecated.",
     CoverageRules},
    {"Message sizes",
     "`maxRequestMessageBytes` and `maxResponseMessageBytes` make calls with larger messages fail.",
     MessageSizeRules},
    {"Choice lists and TXT records",
     "In DNS, a TXT record at `_grpc_config.<host>` holds `grpc_config=` and a list of choices "
     "(gRFC A2). Each choice is a service config with criteria that select its clients. A client "
     "uses the first choice that matches it.",
     ChoiceRules},
    {"Choices that clients select differently",
     "Clients differ in how they name their language, in how they read an empty list, and in which "
     "of them a percentage selects.",
     ChoiceSelectionRules},
    {"JSON text",
     "A service config is one JSON object (RFC 8259). Most clients reject the whole text for any "
     "fault in it, and the others differ in the faults that they tolerate.",
     JsonRules},
    {"JSON strings, numbers and words",
     "These rules check the single tokens of the text. JSON is stricter than the languages that it "
     "resembles: strings are in double quotes, numbers are decimal, and the only words are `true`, "
     "`false` and `null`.",
     JsonTokenRules},
};

using Families = std::array<RuleFamily, std::size(kRows)>;

Families MakeFamilies() {
  Families families;
  for (size_t i = 0; i < families.size(); ++i) {
    const FamilyRow& row = kRows[i];
    families[i] = {row.title, row.about, row.rules()};
  }
  return families;
}

}  // namespace

absl::Span<const RuleFamily> AllFamilies() {
  static const Families kFamilies = MakeFamilies();
  return kFamilies;
}

const RuleSet& AllRules() {
  static const RuleSet kRules(AllFamilies());
  return kRules;
}

}  // namespace grpcfg
