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
    {"Names of methods",
     "`name` says which calls an entry of `methodConfig` is for: `{\"service\": \"pkg.Orders\", "
     "\"method\": \"Get\"}` is one method, without `method` all methods of that service, and "
     "`{}` "
     "all methods of all services. The most specific entry wins; entries are not merged.",
     NameRules},
    {"Names against descriptors",
     "With the descriptors of the services (`--descriptor-set`, or `--proto` and `--proto-path`) "
     "names are checked against them. The most common mistake is a name that matches no method: "
     "its timeout and retries silently never apply.",
     DescriptorRules},
    {"Fields",
     "Which fields there are, where they stand, and what they hold. Clients ignore fields that "
     "they do not know, so that a newer config works with an older client; that is why a "
     "misspelt field is never reported by them.",
     StructureRules},
    {"Values",
     "What a value must be where several fields share the demand: lists that need an element, "
     "words "
     "that must be known, numbers that clients cap.",
     ValueRules},
    {"Durations and timeouts",
     "`timeout` ends a call that takes longer, retries included. Durations are written as "
     "seconds in a string: `\"1.5s\"`.",
     TimeoutRules},
    {"Retry policy and status codes",
     "With a `retryPolicy` a client sends a failed call again, up to `maxAttempts` times in all, "
     "if its status is one of `retryableStatusCodes`. It waits about `initialBackoff` before the "
     "first retry, and `backoffMultiplier` times longer before each further one, up to "
     "`maxBackoff`.",
     RetryPolicyRules},
    {"Calls that are executed twice",
     "A failed call may have been executed, so a retry may execute it again. A method bears that "
     "if it is idempotent: a second execution has no further effect. Descriptors of the services "
     "(`--descriptor-set`, `--proto`) say which methods are.",
     IdempotencyRules},
    {"Retry storms",
     "Retries and hedges are load on top of the calls, and most of it comes when servers are in "
     "trouble. These rules say how much, and what limits it.",
     RetryStormRules},
    {"Retry throttling",
     "`retryThrottling` keeps retries from burying a server that is in trouble. A client has "
     "`maxTokens` tokens for each server name; a failure costs one, a success gives `tokenRatio` "
     "back, and while no more than half are left it does not retry.",
     RetryThrottlingRules},
    {"Attempts in time",
     "Which attempts a policy comes to: how long the delays are, and what `timeout`, which is for "
     "all attempts of a call together, leaves of them.",
     ScheduleRules},
    {"Backoffs",
     "The delays that follow from the fields of a retry policy. Clients compute them alike in the "
     "main, and not at the edges.",
     BackoffRules},
    {"Status codes that are retried in vain",
     "What a status says about the next attempt. Only a failure that passes by itself is worth a "
     "retry; others need a change of the call, or more time than a backoff gives.",
     RetriedCodeRules},
    {"Hedging policy",
     "With a `hedgingPolicy` a client does not wait for a call to fail: it sends the same call "
     "again each time `hedgingDelay` has passed, up to `maxAttempts` times in all, and takes the "
     "first good answer.",
     HedgingPolicyRules},
    {"Calls that are hedged",
     "A hedged call is sent several times as a rule, so what is hedged must be idempotent. After a "
     "code of `nonFatalStatusCodes` the next attempt is sent immediately; any other ends the call.",
     HedgedMethodRules},
    {"What only some clients take",
     "Configs that are right by the spec, and that some client rejects, ignores or reads "
     "otherwise. A portable config does without them.",
     PortabilityRules},
    {"Entries that replace wider ones",
     "The entry for a method replaces the one for its service whole, and that the default one: "
     "they "
     "are not merged.",
     ReplacedEntryRules},
    {"Without effect", "What no client objects to and none does anything with.", EffectRules},
    {"Load balancing",
     "`loadBalancingConfig` says how calls are spread over the backends: a list of LB policies, "
     "each with its config, of which a client uses the first that it supports. Policies may hold "
     "lists of child policies, for which the same goes.",
     LoadBalancingRules},
    {"Configs of LB policies",
     "What the configs of single LB policies ask for beyond types and ranges.",
     LoadBalancingPolicyRules},
    {"LB policies and what depends on them",
     "What has no effect with the LB policy that a client uses, or below it.",
     LoadBalancingEffectRules},
    {"Route lookups",
     "`rls_experimental` asks a lookup service where each call goes; its config says what is sent "
     "there and how long an answer holds.",
     RouteLookupRules},
    {"Keys of route lookups",
     "Under these keys a lookup service gets headers of a call, constants, and with `extraKeys` "
     "the "
     "host, the service and the method.",
     RouteLookupKeyRules},
    {"Forms of names",
     "A call has the path `/package.Service/Method`, and clients compare names with it letter by "
     "letter. No client objects to a name that fits no call.",
     NameFormRules},
    {"Methods against names",
     "The same descriptors tell which methods a config leaves out, and which are deprecated.",
     CoverageRules},
    {"Message sizes",
     "`maxRequestMessageBytes` and `maxResponseMessageBytes` make calls fail whose messages are "
     "larger.",
     MessageSizeRules},
    {"Choice lists and TXT records",
     "In DNS, a TXT record at `_grpc_config.<host>` holds `grpc_config=` and a list of choices "
     "(gRFC A2): each is a service config with the clients that it is for. A client uses the first "
     "choice that fits it.",
     ChoiceRules},
    {"Choices that clients take otherwise",
     "Clients were written before anyone compared them: what a language is called, what an empty "
     "list means and who is in a percentage differ.",
     ChoiceSelectionRules},
    {"JSON text",
     "A service config is one JSON object (RFC 8259). Most clients refuse the whole text for any "
     "fault in it, and those that let one pass differ in which.",
     JsonRules},
    {"JSON strings, numbers and words",
     "The single tokens of that text. JSON is stricter than the languages that it resembles: "
     "strings stand in double quotes, numbers are decimal, and the only words are `true`, "
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
