// The rules about DNS records: rows as those of rules/, with what clients or servers do, and
// examples that are master files. `dns check` finds them (check_dns.h), and `dns live` those of
// answers, too.
#ifndef GRPCFG_DNS_ZONE_RULES_H_
#define GRPCFG_DNS_ZONE_RULES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dns/zone_fault.h"
#include "validator/engine/rule.h"

namespace grpcfg {

absl::Span<const Rule> ZoneRules();         // rules_zone.cc: master files
absl::Span<const Rule> RecordNameRules();   // rules_names.cc: where records are
absl::Span<const Rule> RecordValueRules();  // rules_values.cc: what they hold
absl::Span<const Rule> ProviderRules();     // rules_providers.cc: what they take
absl::Span<const Rule> RecordSizeRules();   // rules_sizes.cc: what fits
absl::Span<const Rule> AnswerRules();       // rules_live.cc: what servers answer

// All of them.
absl::Span<const RuleFamily> DnsRules();

// `families`, and those after them.
std::vector<RuleFamily> WithDnsRules(absl::Span<const RuleFamily> families);

// The rule of that id, which must be one of them.
const Rule& DnsRuleOf(absl::string_view id);

// The rule that a fault of a master file breaks.
const Rule& ZoneRuleOf(ZoneFaultKind kind);

// The words on a fault: what is there, and what servers make of it.
struct FaultWords {
  std::string message;
  std::string servers;  // empty: all refuse it
};
FaultWords WordsOf(const ZoneFault& fault, absl::string_view source);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_ZONE_RULES_H_
