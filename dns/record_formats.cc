#include "dns/record_formats.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "dns/domain_name.h"
#include "dns/encode.h"
#include "schema/json/json_writer.h"

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

// The object whose members `write`(writer) writes.
template <typename Write>
std::string ObjectText(const Write& write) {
  return absl::StrCat(WrittenJson(JsonLayout::kFitted,
                                  [&](JsonWriter& writer) {
                                    writer.StartObject();
                                    write(writer);
                                    writer.EndObject();
                                  }),
                      "\n\n");
}

std::string WriteZone(const RecordToWrite& record) {
  const bool is_short = CutStrings(record.text).size() == 1;
  return absl::StrCat(record.owner, " ", record.ttl, " IN TXT ", is_short ? "" : "(\n  ",
                      QuotedStrings(record.text, "\n  "), is_short ? "" : " )", "\n");
}

std::string WriteRaw(const RecordToWrite& record) { return absl::StrCat(record.text, "\n"); }

// API_ResourceRecordSet of Route 53: what `aws route53 change-resource-record-sets` takes.
std::string WriteRoute53(const RecordToWrite& record) {
  return ObjectText([&](JsonWriter& writer) {
    writer.StartArray("Changes");
    writer.StartObject();
    writer.WriteText("Action", "UPSERT");
    writer.StartObject("ResourceRecordSet");
    writer.WriteText("Name", record.owner);
    writer.WriteText("Type", "TXT");
    writer.WriteCount("TTL", record.ttl);
    writer.StartArray("ResourceRecords");
    writer.StartObject();
    writer.WriteText("Value", QuotedStrings(record.text, " "));
    writer.EndObject();
    writer.EndArray();
    writer.EndObject();
    writer.EndObject();
    writer.EndArray();
  });
}

// The body of Cloudflare's "Create DNS Record".
std::string WriteCloudflare(const RecordToWrite& record) {
  return ObjectText([&](JsonWriter& writer) {
    writer.WriteText("type", "TXT");
    writer.WriteText("name", Absolute(record));
    writer.WriteCount("ttl", record.ttl);
    writer.WriteText("content", QuotedStrings(record.text, " "));
  });
}

// ResourceRecordSet of Google Cloud DNS; JSON is YAML, so `gcloud dns record-sets import` takes it.
std::string WriteGcloud(const RecordToWrite& record) {
  return ObjectText([&](JsonWriter& writer) {
    writer.WriteText("kind", "dns#resourceRecordSet");
    writer.WriteText("name", record.owner);
    writer.WriteText("type", "TXT");
    writer.WriteCount("ttl", record.ttl);
    writer.StartArray("rrdatas");
    writer.String(QuotedStrings(record.text, " "));
    writer.EndArray();
  });
}

// RecordSet of Azure DNS: raw text, in a list of strings.
std::string WriteAzure(const RecordToWrite& record) {
  return ObjectText([&](JsonWriter& writer) {
    writer.WriteText("name", RelativeName(record));
    writer.WriteText("type", "Microsoft.Network/dnszones/TXT");
    writer.StartObject("properties");
    writer.WriteCount("TTL", record.ttl);
    writer.StartArray("TXTRecords");
    writer.StartObject();
    writer.WriteTexts("value", CutStrings(record.text));
    writer.EndObject();
    writer.EndArray();
    writer.EndObject();
  });
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
  return ObjectText([&](JsonWriter& writer) {
    writer.StartArray("domains");
    writer.StartObject();
    writer.WriteText("name", WithoutFinalDot(record.zone));
    writer.StartArray("records");
    writer.StartObject();
    writer.WriteText("type", "TXT");
    writer.WriteText("name", RelativeName(record));
    writer.WriteCount("ttl", record.ttl);
    writer.WriteText("target", record.text);
    writer.EndObject();
    writer.EndArray();
    writer.EndObject();
    writer.EndArray();
  });
}

// Of a .tf.json file. The provider puts one pair of quotes around each record, and Terraform
// interpolates `${` and `%{`.
std::string WriteTerraform(const RecordToWrite& record) {
  const std::string quoted = QuotedStrings(record.text, " ");
  const std::string inner = quoted.substr(1, quoted.size() - 2);
  const std::string text = absl::StrReplaceAll(inner, {{"${", "$${"}, {"%{", "%%{"}});
  return ObjectText([&](JsonWriter& writer) {
    writer.StartObject("resource");
    writer.StartObject("aws_route53_record");
    writer.StartObject("grpc_config");
    writer.WriteText("zone_id", "${var.zone_id}");
    writer.WriteText("name", Absolute(record));
    writer.WriteText("type", "TXT");
    writer.WriteCount("ttl", record.ttl);
    writer.StartArray("records");
    writer.String(text);
    writer.EndArray();
    writer.EndObject();
    writer.EndObject();
    writer.EndObject();
  });
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
