#include "dns/record_formats.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "dns/domain_name.h"
#include "dns/encode.h"
#include "schema/json/json_text.h"

namespace grpcfg {
namespace {

// The name below the zone, `@` for the zone itself.
std::string RelativeName(const RecordToWrite& record) {
  if (record.owner == record.zone) return "@";
  if (!IsAtOrBelow(record.owner, record.zone) || record.zone.empty()) {
    return std::string(WithoutFinalDot(record.owner));
  }
  return record.owner.substr(0, record.owner.size() - record.zone.size() - 1);
}

std::string Absolute(const RecordToWrite& record) {
  return std::string(WithoutFinalDot(record.owner));
}

std::string Ttl(const RecordToWrite& record) { return absl::StrCat(record.ttl); }

std::string Pretty(const JsonMembers& members) {
  return absl::StrCat(PrettyJson(JsonObject(members)), "\n");
}

std::string WriteZone(const RecordToWrite& record) {
  const bool is_short = CutStrings(record.text).size() == 1;
  return absl::StrCat(record.owner, " ", record.ttl, " IN TXT ", is_short ? "" : "(\n  ",
                      QuotedStrings(record.text, "\n  "), is_short ? "" : " )", "\n");
}

std::string WriteRaw(const RecordToWrite& record) { return absl::StrCat(record.text, "\n"); }

// API_ResourceRecordSet of Route 53: what `aws route53 change-resource-record-sets` takes.
std::string WriteRoute53(const RecordToWrite& record) {
  const std::string value = JsonObject({{"Value", JsonString(QuotedStrings(record.text, " "))}});
  const std::string set = JsonObject({{"Name", JsonString(record.owner)},
                                      {"Type", JsonString("TXT")},
                                      {"TTL", Ttl(record)},
                                      {"ResourceRecords", JsonArray({value})}});
  const std::string change =
      JsonObject({{"Action", JsonString("UPSERT")}, {"ResourceRecordSet", set}});
  return Pretty({{"Changes", JsonArray({change})}});
}

// The body of Cloudflare's "Create DNS Record".
std::string WriteCloudflare(const RecordToWrite& record) {
  return Pretty({{"type", JsonString("TXT")},
                 {"name", JsonString(Absolute(record))},
                 {"ttl", Ttl(record)},
                 {"content", JsonString(QuotedStrings(record.text, " "))}});
}

// ResourceRecordSet of Google Cloud DNS; JSON is YAML, so `gcloud dns record-sets import` takes it.
std::string WriteGcloud(const RecordToWrite& record) {
  return Pretty({{"kind", JsonString("dns#resourceRecordSet")},
                 {"name", JsonString(record.owner)},
                 {"type", JsonString("TXT")},
                 {"ttl", Ttl(record)},
                 {"rrdatas", JsonArray({JsonString(QuotedStrings(record.text, " "))})}});
}

// RecordSet of Azure DNS: raw text, in a list of strings.
std::string WriteAzure(const RecordToWrite& record) {
  const std::string value = JsonObject({{"value", JsonStrings(CutStrings(record.text))}});
  const std::string properties =
      JsonObject({{"TTL", Ttl(record)}, {"TXTRecords", JsonArray({value})}});
  return Pretty({{"name", JsonString(RelativeName(record))},
                 {"type", JsonString("Microsoft.Network/dnszones/TXT")},
                 {"properties", properties}});
}

// In single quotes, where YAML knows no escape but a doubled one.
std::string YamlString(absl::string_view text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "''"}}), "'");
}

// octoDNS escapes semicolons and cuts by itself.
std::string WriteOctodns(const RecordToWrite& record) {
  return absl::StrCat(RelativeName(record), ":\n  ttl: ", record.ttl, "\n  type: TXT\n  value: ",
                      YamlString(absl::StrReplaceAll(record.text, {{";", "\\;"}})), "\n");
}

// `dnscontrol print-ir`: raw text, which providers cut.
std::string WriteDnscontrol(const RecordToWrite& record) {
  const std::string entry = JsonObject({{"type", JsonString("TXT")},
                                        {"name", JsonString(RelativeName(record))},
                                        {"ttl", Ttl(record)},
                                        {"target", JsonString(record.text)}});
  const std::string domain = JsonObject(
      {{"name", JsonString(WithoutFinalDot(record.zone))}, {"records", JsonArray({entry})}});
  return Pretty({{"domains", JsonArray({domain})}});
}

// Of a .tf.json file. The provider puts one pair of quotes around each record, and Terraform
// interpolates `${` and `%{`.
std::string WriteTerraform(const RecordToWrite& record) {
  const std::string quoted = QuotedStrings(record.text, " ");
  const std::string inner = quoted.substr(1, quoted.size() - 2);
  const std::string text = absl::StrReplaceAll(inner, {{"${", "$${"}, {"%{", "%%{"}});
  const std::string resource = JsonObject({{"zone_id", JsonString("${var.zone_id}")},
                                           {"name", JsonString(Absolute(record))},
                                           {"type", JsonString("TXT")},
                                           {"ttl", Ttl(record)},
                                           {"records", JsonArray({JsonString(text)})}});
  return Pretty({{"resource",
                  JsonObject({{"aws_route53_record", JsonObject({{"grpc_config", resource}})}})}});
}

// DNSEndpoint, whose targets are in RFC 1035 form.
std::string WriteExternalDns(const RecordToWrite& record) {
  return absl::StrCat(
      "apiVersion: externaldns.k8s.io/v1alpha1\nkind: DNSEndpoint\nmetadata:\n"
      "  name: grpc-config\nspec:\n  endpoints:\n  - dnsName: ",
      YamlString(Absolute(record)), "\n    recordType: TXT\n    recordTTL: ", record.ttl,
      "\n    targets:\n    - ", YamlString(QuotedStrings(record.text, " ")), "\n");
}

}  // namespace

std::string QuotedString(absl::string_view octets) {
  std::string out = "\"";
  for (const char c : octets) {
    const auto octet = static_cast<unsigned char>(c);
    if (octet < 0x20 || octet >= 0x7F) {
      absl::StrAppendFormat(&out, "\\%03d", octet);
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += '"';
  return out;
}

std::string QuotedStrings(absl::string_view text, absl::string_view separator) {
  std::vector<std::string> strings;
  for (const absl::string_view part : CutStrings(text)) strings.push_back(QuotedString(part));
  return absl::StrJoin(strings, separator);
}

const std::vector<RecordFormat>& RecordFormats() {
  static const auto& formats = *new std::vector<RecordFormat>{{"zone", WriteZone},
                                                              {"route53", WriteRoute53},
                                                              {"cloudflare", WriteCloudflare},
                                                              {"gcloud", WriteGcloud},
                                                              {"azure", WriteAzure},
                                                              {"octodns", WriteOctodns},
                                                              {"dnscontrol-json", WriteDnscontrol},
                                                              {"terraform-json", WriteTerraform},
                                                              {"external-dns", WriteExternalDns},
                                                              {"raw", WriteRaw}};
  return formats;
}

}  // namespace grpcfg
