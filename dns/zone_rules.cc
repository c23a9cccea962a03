#include "dns/zone_rules.h"

#include <algorithm>

namespace grpcfg {

absl::Span<const RuleFamily> DnsRules() {
  static const RuleFamily kFamilies[] = {
      {"DNS records: what they hold",
       "A TXT record at `_grpc_config.` and a host holds `grpc_config=` and a list of choices "
       "(gRFC "
       "A2). Its strings are joined with nothing between. `grpcfg dns check` finds these in zone "
       "files and in the formats of DNS providers.",
       RecordValueRules(), RulesAbout::kRecords},
      {"DNS records: where they are",
       "Clients ask at one name only, so a config that stands beside it is one that nobody has.",
       RecordNameRules(), RulesAbout::kRecords},
      {"DNS records: sizes",
       "An answer of up to 512 octets comes by UDP to everyone, of up to 1,232 to those who ask "
       "with EDNS, and of up to 65,535 by TCP. No server serves more.",
       RecordSizeRules(), RulesAbout::kRecords},
      {"DNS answers",
       "What name servers say when they are asked. `grpcfg dns live` finds these, and in the "
       "records all of the others; the examples are what it quotes, records and comments.",
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
