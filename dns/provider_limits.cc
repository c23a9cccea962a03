#include "dns/provider_limits.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "dns/message_size.h"
#include "dns/record_formats.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kDnsControl = "DNSControl auditrecords.go: TxtHasDoubleQuotes";

// Of DNSControl alone: any JSON is refused.
constexpr ProviderLimit NoQuotes(absl::string_view name) {
  return {.name = name, .takes_quotes = false, .source = kDnsControl, .date = "2026-05"};
}

// Sorted by name.
constexpr ProviderLimit kLimits[] = {
    {.name = "akamaiedgedns",
     .takes_quotes = false,
     .takes_backslashes = false,
     .source = "DNSControl akamaiedgedns/auditrecords.go",
     .date = "2026-05"},
    {.name = "alidns",
     .most = 512,
     .takes_quotes = false,
     .source = "DNSControl alidns/auditrecords.go: TxtLongerThan",
     .date = "2026-05"},
    NoQuotes("axfrddns"),
    {.name = "azure",
     .most = 4096,
     .source = "terraform-provider-azurerm 24152; 1,024 in sovereign clouds",
     .date = "2026-08"},
    {.name = "cloudflare",
     .most = 4096,
     .counts = CountedSize::kWire,
     .source = "developers.cloudflare.com DNS record types; all TXT of a name: 8,192",
     .date = "2026-03"},
    NoQuotes("cloudns"),
    NoQuotes("cnr"),
    NoQuotes("cscglobal"),
    {.name = "digitalocean",
     .most = 509,
     .counts = CountedSize::kEncoded,
     .takes_backslashes = false,
     .source = "DNSControl digitalocean/auditrecords.go: MaxLengthDO",
     .date = "2026-05"},
    NoQuotes("dnscale"),
    {.name = "dnsimple", .most = 1000, .source = "DNSControl: TxtLongerThan", .date = "2026-05"},
    NoQuotes("dnsmadeeasy"),
    NoQuotes("exoscale"),
    {.name = "gcloud",
     .most = 65279,
     .source = "cloud.google.com/dns/quotas: 100,000 bytes of a change; no lower limit was found",
     .date = "2026-08"},
    NoQuotes("gidinet"),
    NoQuotes("huaweicloud"),
    {.name = "loopia", .most = 450, .source = "DNSControl: TxtLongerThan", .date = "2026-05"},
    NoQuotes("mythicbeasts"),
    NoQuotes("namecheap"),
    NoQuotes("namedotcom"),
    NoQuotes("netnod"),
    NoQuotes("oracle"),
    NoQuotes("powerdns"),
    {.name = "route53",
     .most = 4000,
     .counts = CountedSize::kEncoded,
     .source = "Route 53 API_ResourceRecord: Value",
     .date = "2026-08"},
    {.name = "sakuracloud",
     .most = 500,
     .takes_quotes = false,
     .source = "DNSControl sakuracloud/auditrecords.go: TxtLongerThan",
     .date = "2026-05"},
    {.name = "transip", .most = 1024, .source = "DNSControl: TxtLongerThan", .date = "2026-05"},
    {.name = "unifi", .most = 255, .source = "DNSControl: TxtLongerThan", .date = "2026-05"},
    NoQuotes("vultr"),
};
static_assert(std::is_sorted(std::begin(kLimits), std::end(kLimits),
                             [](const auto& a, const auto& b) { return a.name < b.name; }));

}  // namespace

absl::Span<const ProviderLimit> ProviderLimits() { return kLimits; }

const ProviderLimit* FindProviderLimit(absl::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kLimits), std::end(kLimits),
                   [&](const ProviderLimit& each) { return each.name == name; });
  return found == std::end(kLimits) ? nullptr : found;
}

size_t SizeFor(const ProviderLimit& provider, absl::string_view text) {
  switch (provider.counts) {
    case CountedSize::kEncoded:
      return QuotedStrings(text, " ").size();
    case CountedSize::kText:
      return text.size();
    case CountedSize::kWire:
      return RdataSize(text.size());
  }
  return text.size();
}

absl::string_view CountedWords(CountedSize counted) {
  switch (counted) {
    case CountedSize::kEncoded:
      return "characters with quotes and escapes";
    case CountedSize::kText:
      return "octets of text";
    case CountedSize::kWire:
      return "octets of data";
  }
  return "";
}

std::vector<ProviderFault> FaultsFor(const ProviderLimit& provider, absl::string_view text) {
  std::vector<ProviderFault> faults;
  const size_t size = SizeFor(provider, text);
  if (provider.most > 0 && size > provider.most) {
    faults.push_back({"dns-provider-limit",
                      absl::StrCat("the record has ", size, " ", CountedWords(provider.counts),
                                   "; ", provider.name, " takes at most ", provider.most)});
  }
  const bool has_quotes = absl::StrContains(text, '"');
  // Each quote of the JSON is written with a backslash.
  const bool has_backslashes = has_quotes || absl::StrContains(text, '\\');
  if ((!provider.takes_quotes && has_quotes) || (!provider.takes_backslashes && has_backslashes)) {
    faults.push_back({"dns-provider-quotes",
                      absl::StrCat(provider.name, " takes no TXT record with `",
                                   provider.takes_quotes ? "\\" : "\"", "`, and JSON has them")});
  }
  return faults;
}

}  // namespace grpcfg
