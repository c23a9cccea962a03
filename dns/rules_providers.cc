// Rules on what a DNS provider takes, for those who name theirs.
#include <utility>

#include "absl/strings/str_cat.h"
#include "dns/provider_limits.h"
#include "dns/record_checks.h"
#include "dns/zone_rules.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kBatch = R"({"Changes": [{"Action": "UPSERT", "ResourceRecordSet": {
  "Name": "_grpc_config.shop.example.test.", "Type": "TXT", "TTL": 300,
  "ResourceRecords": [{"Value": "\"grpc_config=[{\\\"serviceConfig\\\":{}}]\""}]}}]}
)";

constexpr Rule kRules[] = {
    {.id = "dns-config-unread",
     .summary = "A service config in a provider's file is in no record that is read.",
     .rationale =
         "Resources of other types, variables, expressions and the forms of other tools may still "
         "be served, but grpcfg does not check what clients make of them. This also applies to a "
         "key that occurs twice in a map, and to the missing pages of a listing.",
     .advice = Severity::kError,
     .bad = {kBatch, "ResourceRecords", "ResourceRecord"},
     .good = kBatch},
    {.id = "dns-octal-escape",
     .summary = "A value of Route 53 has a numeric escape.",
     .rationale = "In master files `\\DDD` is an octet in decimal (RFC 1035 5.1), but Route 53 "
                  "reads it as octal: the same digits mean another character. JSON does not need "
                  "such escapes; it has `\\u`.",
     .advice = Severity::kError,
     .bad = {kBatch, "{}}]", "{}}\\\\135"},
     .good = kBatch},
    {.id = "dns-provider-limit",
     .summary = "A record is longer than the provider accepts.",
     .rationale = "Providers have lower limits than DNS and count differently: Route 53 includes "
                  "quotes and escapes, Cloudflare counts the data of a message. `--provider` "
                  "selects yours, and `--provider-limit` sets another limit. `grpcfg dns check "
                  "--help` shows the date of each limit.",
     .advice = Severity::kError,
     .bad = kBatch,
     .good = kBatch},
    {.id = "dns-provider-quotes",
     .summary = "The provider rejects quotes, which JSON needs.",
     .rationale = "DNSControl rejects a TXT record with double quotes for 19 providers, and some "
                  "APIs do so by themselves. No service config can be published there by DNS.",
     .advice = Severity::kError,
     .bad = kBatch,
     .good = kBatch},
};
static_assert(TextsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> ProviderRules() { return kRules; }

void CheckProvider(const OwnerContext& context) {
  if (context.provider == nullptr) return;
  for (size_t i = 0; i < context.records.txt.size(); ++i) {
    const std::string& text = context.records.values[i].octets;
    for (ProviderFault& fault : FaultsFor(*context.provider, text)) {
      context.AddForAll(fault.rule, OwnerRecords::DataOf(*context.records.txt[i]),
                        {.message = std::move(fault.message),
                         .notes = {absl::StrCat("as of ", context.provider->date, ": ",
                                                context.provider->source)}});
    }
  }
}

}  // namespace grpcfg
