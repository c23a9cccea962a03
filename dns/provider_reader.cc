#include "dns/provider_reader.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "dns/domain_name.h"
#include "dns/provider_reading.h"
#include "dns/structured.h"

namespace grpcfg {
namespace {

// A format shows at its start.
constexpr size_t kMostLookedAt = size_t{16} << 10;

struct ProviderFormat {
  absl::string_view name;
  bool is_yaml;  // else JSON
  void (*read)(const Structured& root, ProviderReading& reading);
  // What such a text has, each of them; for FindProviderFormat.
  absl::string_view has;
  absl::string_view has_too;
};

constexpr ProviderFormat kFormats[] = {
    {"route53", false, ReadRoute53, "\"ResourceRecord", "\"Type\""},
    {"terraform-json", false, ReadTerraform, "_record", "\"resource"},
    {"dnscontrol-json", false, ReadDnscontrol, "\"domains\"", "\"records\""},
    {"azure", false, ReadAzure, "XTRecords\"", "\"value\""},
    {"gcloud", true, ReadGcloud, "rrdatas", "type"},
    {"cloudflare", false, ReadCloudflare, "\"content\"", "\"TXT\""},
    {"external-dns", true, ReadExternalDns, "kind: DNSEndpoint", "endpoints"},
    {"octodns", true, ReadOctodns, "type: TXT", "value"},
};

// A text of its own, which has no name but the one that the user gives.
DnsRecords ReadRaw(absl::string_view text, const ProviderOptions& options) {
  DnsRecords records;
  records.sources.push_back({options.path, text});
  const absl::string_view value = absl::StripSuffix(absl::StripSuffix(text, "\n"), "\r");
  Structured scalar = {.kind = Structured::Kind::kScalar,
                       .text = std::string(value),
                       .span = {0, static_cast<uint32_t>(value.size())}};
  scalar.map.AddPlain(0, 0);
  Structured name = {
      .kind = Structured::Kind::kScalar,
      .text = absl::StrCat(kConfigLabel, ".", options.host.empty() ? "host." : options.host)};
  const Structured no_ttl;
  ProviderReading(records, options).AddText({name, no_ttl}, scalar, ValueForm::kRaw);
  return records;
}

const ProviderFormat* FindFormat(absl::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kFormats), std::end(kFormats),
                   [&](const ProviderFormat& each) { return each.name == name; });
  return found == std::end(kFormats) ? nullptr : found;
}

}  // namespace

bool IsProviderFormat(absl::string_view format) {
  return format == "raw" || FindFormat(format) != nullptr;
}

absl::string_view FindProviderFormat(absl::string_view text) {
  text = text.substr(0, kMostLookedAt);
  for (const ProviderFormat& format : kFormats) {
    if (absl::StrContains(text, format.has) && absl::StrContains(text, format.has_too)) {
      return format.name;
    }
  }
  return {};
}

DnsRecords ReadProviderFile(absl::string_view text, absl::string_view format_name,
                            const ProviderOptions& options) {
  if (format_name == "raw") return ReadRaw(text, options);
  DnsRecords records;
  records.sources.push_back({options.path, text});
  const ProviderFormat* const format = FindFormat(format_name);
  ProviderReading reading(records, options);
  const StructuredText read = format->is_yaml ? ReadStructuredYaml(text) : ReadStructuredJson(text);
  if (!read.error.empty()) {
    reading.Fault(ZoneFaultKind::kNotReadable, read.error_span, read.error);
    return records;
  }
  for (const Structured& document : read.documents) format->read(document, reading);
  return records;
}

}  // namespace grpcfg
