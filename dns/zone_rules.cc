#include "dns/zone_rules.h"

#include <algorithm>

namespace grpcfg {

absl::Span<const RuleFamily> DnsRules() {
  static const RuleFamily kFamilies[] = {
      {"DNS records: contents",
       "A TXT record at `_grpc_config.` and a host holds `grpc_config=` and a list of choices "
       "(gRFC "
       "A2). Its strings are joined with nothing between. `grpcfg dns check` finds these in zone "
       "files and in the formats of DNS providers.",
       RecordValueRules(), RulesAbout::kRecords},
      {"DNS records: names",
       "Clients look up one name only, so no client gets a config at another name.",
       RecordNameRules(), RulesAbout::kRecords},
      {"DNS records: sizes",
       "Answers of up to 512 octets come by UDP, of up to 1,232 by UDP with EDNS, and of up to "
       "65,535 by TCP. No server serves more.",
       RecordSizeRules(), RulesAbout::kRecords},
      {"DNS answers",
       "What name servers answer. `grpcfg dns live` finds these, and all other findings in the "
       "records; the examples are the answers as it quotes them, records and comments.",
       AnswerRules(), RulesAbout::kRecords},
      {"DNS providers",
       "What a provider takes of a TXT record, if `--provider` names it, and what its files must "
       "be.",
       ProviderRules(), RulesAbout::kFilesNoClientReads},
      {"Zone files",
       "Master files (RFC 1035 5.1), as BIND, NSD and Knot load them. The rest of a file is read "
       "whatever is wrong in one of its entries.",
       ZoneRules(), RulesAbout::kFilesNoClientReads},
  };
  return kFamilies;
}

std::vector<RuleFamily> WithDnsRules(absl::Span<const RuleFamily> families) {
  std::vector<RuleFamily> every(families.begin(), families.end());
  every.insert(every.end(), DnsRules().begin(), DnsRules().end());
  return every;
}

const Rule& DnsRuleOf(absl::string_view id) {
  for (const RuleFamily& family : DnsRules()) {
    const auto* const found = std::find_if(family.rules.begin(), family.rules.end(),
                                           [&](const Rule& rule) { return rule.id == id; });
    if (found != family.rules.end()) return *found;
  }
  return DnsRules().front().rules.front();  // no caller names another one
}

}  // namespace grpcfg
