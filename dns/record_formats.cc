#include "dns/record_formats.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "dns/domain_name.h"
#include "dns/encode.h"
#include "dns/terraform_types.h"
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

// A string of Terraform, which interpolates `${` and `%{`.
std::string Uninterpolated(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"${", "$${"}, {"%{", "%%{"}});
}

// An argument of a resource.
struct TerraformArgument {
  enum class Kind : uint8_t { kText, kNumber, kExpression };
  absl::string_view name;
  std::string value;
  Kind kind = Kind::kText;
};

struct TerraformResource {
  const TerraformType& type;
  std::vector<TerraformArgument> arguments;
  std::string text;  // of the record, as the resource takes it
};

// `provider` is one of ProvidersOfTerraform.
const TerraformType& TerraformTypeOf(absl::string_view provider) {
  return *std::find_if(std::begin(kTerraformTypes), std::end(kTerraformTypes),
                       [&](const TerraformType& each) { return each.provider == provider; });
}

TerraformResource TerraformResourceOf(const RecordToWrite& record) {
  const TerraformType& type = TerraformTypeOf(record.provider);
  const bool is_relative = type.names == TerraformName::kRelative;
  const bool has_dot = type.names == TerraformName::kWithFinalDot;
  TerraformResource resource = {type, {}, record.text};
  auto& arguments = resource.arguments;
  using Kind = TerraformArgument::Kind;
  if (is_relative) {
    arguments.push_back({type.zone, std::string(WithoutFinalDot(record.zone))});
    arguments.push_back({"resource_group_name", "var.resource_group_name", Kind::kExpression});
  } else {
    arguments.push_back({type.zone, absl::StrCat("var.", type.zone), Kind::kExpression});
  }
  arguments.push_back({type.name, is_relative ? RelativeName(record)
                                  : has_dot   ? record.owner
                                              : Absolute(record)});
  if (type.of_value.empty()) arguments.push_back({"type", "TXT"});
  arguments.push_back({type.ttl, absl::StrCat(record.ttl), Kind::kNumber});
  const std::string quoted = QuotedStrings(record.text, " ");
  if (type.form == ValueForm::kInQuotes) {
    resource.text = quoted.substr(1, quoted.size() - 2);
  } else if (type.form != ValueForm::kRaw) {
    resource.text = quoted;
  }
  resource.text = Uninterpolated(resource.text);
  return resource;
}

// Of a .tf.json file.
std::string WriteTerraformJson(const RecordToWrite& record) {
  const TerraformResource resource = TerraformResourceOf(record);
  return ObjectText([&](JsonWriter& writer) {
    writer.StartObject("resource");
    writer.StartObject(resource.type.type);
    writer.StartObject("grpc_config");
    for (const TerraformArgument& each : resource.arguments) {
      switch (each.kind) {
        case TerraformArgument::Kind::kText:
          writer.WriteText(each.name, each.value);
          break;
        case TerraformArgument::Kind::kNumber:
          writer.WriteJson(each.name, each.value);
          break;
        case TerraformArgument::Kind::kExpression:
          writer.WriteText(each.name, absl::StrCat("${", each.value, "}"));
          break;
      }
    }
    if (!resource.type.of_value.empty()) {
      writer.StartObject(resource.type.values);
      writer.WriteText(resource.type.of_value, resource.text);
      writer.EndObject();
    } else if (resource.type.form == ValueForm::kEither) {
      writer.WriteText(resource.type.values, resource.text);
    } else {
      writer.WriteTexts(resource.type.values, std::vector<std::string>{resource.text});
    }
    writer.EndObject();
    writer.EndObject();
    writer.EndObject();
  });
}

// A string of HCL.
std::string HclString(absl::string_view text) {
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"");
}

// Of a .tf file, as `terraform fmt` aligns it.
std::string WriteTerraform(const RecordToWrite& record) {
  const TerraformResource resource = TerraformResourceOf(record);
  const bool is_block = !resource.type.of_value.empty();
  const bool is_list = resource.type.form != ValueForm::kEither;
  std::vector<std::pair<absl::string_view, std::string>> lines;
  for (const TerraformArgument& each : resource.arguments) {
    const bool is_text = each.kind == TerraformArgument::Kind::kText;
    lines.emplace_back(each.name, is_text ? HclString(each.value) : each.value);
  }
  const std::string text = HclString(resource.text);
  if (!is_block) {
    lines.emplace_back(resource.type.values, is_list ? absl::StrCat("[", text, "]") : text);
  }
  size_t width = 0;
  for (const auto& line : lines) width = std::max(width, line.first.size());
  std::string out = absl::StrCat("resource \"", resource.type.type, "\" \"grpc_config\" {\n");
  for (const auto& [name, value] : lines) {
    absl::StrAppend(&out, "  ", name, std::string(width - name.size(), ' '), " = ", value, "\n");
  }
  if (is_block) {
    absl::StrAppend(&out, "\n  ", resource.type.values, " {\n    ", resource.type.of_value, " = ",
                    text, "\n  }\n");
  }
  return out + "}\n";
}

// A line for D() in dnsconfig.js; DNSControl cuts the text by itself.
std::string WriteDnsconfig(const RecordToWrite& record) {
  return absl::StrCat("TXT(\"", RelativeName(record), "\", '",
                      absl::StrReplaceAll(record.text, {{"\\", "\\\\"}, {"'", "\\'"}}), "', TTL(",
                      record.ttl, ")),\n");
}

// nsupdate finds the zone and its server by itself; a `server` line may come before.
std::string WriteNsupdate(const RecordToWrite& record) {
  return absl::StrCat("update delete ", record.owner, " TXT\nupdate add ", record.owner, " ",
                      record.ttl, " IN TXT ", QuotedStrings(record.text, " "), "\nsend\n");
}

// A word of a shell.
std::string ShellWord(absl::string_view text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", R"('\'')"}}), "'");
}

// gcloud cuts the list at each comma, unless `^X^` says that X stands between its elements.
std::string WriteGcloudCommand(const RecordToWrite& record) {
  std::string comma = "|";
  while (absl::StrContains(record.text, comma)) comma += '|';
  return absl::StrCat("gcloud dns record-sets create ", record.owner,
                      " --zone=\"$ZONE\" --type=TXT --ttl=", record.ttl, " --rrdatas=",
                      ShellWord(absl::StrCat("^", comma, "^", QuotedStrings(record.text, " "))),
                      "\n");
}

// az cuts the text by itself.
std::string WriteAzCommand(const RecordToWrite& record) {
  const std::string set = absl::StrCat("--resource-group \"$RESOURCE_GROUP\" --zone-name ",
                                       WithoutFinalDot(record.zone));
  const std::string name = RelativeName(record);
  return absl::StrCat("az network dns record-set txt create ", set, " --name ", name, " --ttl ",
                      record.ttl, "\naz network dns record-set txt add-record ", set,
                      " --record-set-name ", name, " --value ", ShellWord(record.text), "\n");
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
  static const auto& formats = *new std::vector<RecordFormat>{
      {"zone", WriteZone},
      {"route53", WriteRoute53, "route53"},
      {"cloudflare", WriteCloudflare, "cloudflare"},
      {"gcloud", WriteGcloud, "gcloud"},
      {"azure", WriteAzure, "azure", true},
      {"octodns", WriteOctodns, "", true, "",
       "the config has backslashes, which octoDNS hands on to many providers without escaping "
       "them; "
       "check what is served with `grpcfg dns live`"},
      {"dnscontrol-json", WriteDnscontrol, "", true,
       "DNSControl pushes no such file; `--output-format dnscontrol` writes a line for "
       "dnsconfig.js"},
      {"terraform-json", WriteTerraformJson, "route53", false, "", "", true},
      {"external-dns", WriteExternalDns, "", false,
       "ExternalDNS documents TXT records of a DNSEndpoint for few providers, and releases "
       "differ in their quotes; check what is served with `grpcfg dns live`"},
      {"raw", WriteRaw},
      {"terraform", WriteTerraform, "route53", false, "", "", true},
      {"dnscontrol", WriteDnsconfig, "", true},
      {"nsupdate", WriteNsupdate},
      {"gcloud-command", WriteGcloudCommand, "gcloud"},
      {"az-command", WriteAzCommand, "azure", true}};
  return formats;
}

std::vector<absl::string_view> ProvidersOfTerraform() {
  std::vector<absl::string_view> providers;
  for (const TerraformType& type : kTerraformTypes) {
    if (!type.provider.empty()) providers.push_back(type.provider);
  }
  return providers;
}

bool WritesRelativeName(const RecordFormat& format, const RecordToWrite& record) {
  return format.is_of_terraform ? TerraformTypeOf(record.provider).names == TerraformName::kRelative
                                : format.is_relative;
}

const RecordFormat* FindRecordFormat(absl::string_view name) {
  const std::vector<RecordFormat>& formats = RecordFormats();
  const auto found =
      absl::c_find_if(formats, [&](const RecordFormat& each) { return each.name == name; });
  return found == formats.end() ? nullptr : &*found;
}

}  // namespace grpcfg
