// Every family of rules, one function per file, and all of them in the order of the spec.
#ifndef GRPCFG_RULES_FAMILIES_H_
#define GRPCFG_RULES_FAMILIES_H_

#include "absl/types/span.h"
#include "validator/engine/rule.h"

namespace grpcfg {

absl::Span<const Rule> JsonRules();             // json.cc: the text
absl::Span<const Rule> JsonTokenRules();        // json_tokens.cc: strings, numbers and words in it
absl::Span<const Rule> StructureRules();        // structure.cc: fields, types, presence
absl::Span<const Rule> ValueRules();            // values.cc: values of many messages
absl::Span<const Rule> NameRules();             // names.cc
absl::Span<const Rule> NameFormRules();         // name_forms.cc: how names are written
absl::Span<const Rule> TimeoutRules();          // timeouts.cc: durations and `timeout`
absl::Span<const Rule> MessageSizeRules();      // message_size.cc
absl::Span<const Rule> RetryPolicyRules();      // retry_policy.cc
absl::Span<const Rule> RetriedCodeRules();      // retried_codes.cc: codes that are retried in vain
absl::Span<const Rule> IdempotencyRules();      // idempotency.cc: calls that are executed twice
absl::Span<const Rule> HedgedMethodRules();     // hedging.cc: the same by hedging
absl::Span<const Rule> BackoffRules();          // backoffs.cc: the delays between attempts
absl::Span<const Rule> ScheduleRules();         // schedule.cc: attempts, delays and `timeout`
absl::Span<const Rule> HedgingPolicyRules();    // hedging.cc
absl::Span<const Rule> RetryThrottlingRules();  // retry_throttling.cc
absl::Span<const Rule> RetryStormRules();       // retry_storm.cc: attempts without a limit
absl::Span<const Rule> LoadBalancingRules();    // load_balancing.cc: which policy is chosen
absl::Span<const Rule> LoadBalancingPolicyRules();  // load_balancing_policies.cc: their configs
absl::Span<const Rule> LoadBalancingEffectRules();
absl::Span<const Rule> RouteLookupRules();
absl::Span<const Rule> RouteLookupKeyRules();  // route_lookup_keys.cc
absl::Span<const Rule> ReplacedEntryRules();   // replaced_entries.cc: what narrower entries drop
absl::Span<const Rule> EffectRules();          // effect.cc: parts that do nothing
absl::Span<const Rule> ChoiceRules();          // choices.cc: choice lists and TXT values
absl::Span<const Rule> ChoiceSelectionRules();
absl::Span<const Rule> PortabilityRules();
absl::Span<const Rule> DescriptorRules();  // descriptors.cc: names that are not there
absl::Span<const Rule> CoverageRules();    // coverage.cc: methods that are not named

// All of the above, in this order.
absl::Span<const RuleFamily> AllFamilies();
const RuleSet& AllRules();

}  // namespace grpcfg

#endif  // GRPCFG_RULES_FAMILIES_H_
