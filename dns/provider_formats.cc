// What each provider's file has, and in which form its values are.
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "dns/domain_name.h"
#include "dns/provider_reader.h"

namespace grpcfg {
namespace {

using Entry = ProviderReading::Entry;

bool IsTxt(const Structured& type) { return absl::EqualsIgnoreCase(type.text, "TXT"); }

// Calls `visit` with the elements of a list, or with what is none.
template <typename Visit>
void ForEachOf(const Structured& node, const Visit& visit) {
  if (node.kind != Structured::Kind::kList) {
    if (node.kind != Structured::Kind::kNothing) visit(node);
    return;
  }
  for (const Structured& element : node.elements) visit(element);
}

// The same with the members of each.
template <typename Visit>
void ForEachMember(const Structured& node, const Visit& visit) {
  ForEachOf(node, [&](const Structured& block) {
    for (const auto& [key, value] : block.members) visit(key, value);
  });
}

// A record set of Route 53, in a change batch or in a listing.
void ReadRoute53Set(const Structured& set, ProviderReading& reading) {
  if (!IsTxt(set["Type"])) return reading.NoteOther({set["Name"], set["TTL"]});
  ForEachOf(set["ResourceRecords"], [&](const Structured& record) {
    reading.AddText({set["Name"], set["TTL"]}, record["Value"], ValueForm::kOctalStrings);
  });
}

// The answers of a Google routing policy, each text once: a client gets one of them.
// NOLINTNEXTLINE(misc-no-recursion): levels are bounded by those of the text
void ReadRoutingPolicy(const Entry& entry, const Structured& node, ProviderReading& reading,
                       absl::flat_hash_set<std::string>& texts) {
  for (const Structured& element : node.elements) {
    ReadRoutingPolicy(entry, element, reading, texts);
  }
  for (const auto& [key, value] : node.members) {
    if (key.text != "rrdatas") {
      ReadRoutingPolicy(entry, value, reading, texts);
      continue;
    }
    ForEachOf(value, [&](const Structured& data) {
      if (texts.insert(data.text).second) {
        reading.AddText(entry, data, ValueForm::kStrings);
      } else {
        reading.NoteRead(data);
      }
    });
  }
}

void ReadCloudflareRecord(const Structured& record, ProviderReading& reading) {
  if (!IsTxt(record["type"])) return reading.NoteOther({record["name"], record["ttl"]});
  reading.AddText({record["name"], record["ttl"]}, record["content"], ValueForm::kEither);
}

// The resources of Terraform, by their types: where names, TTLs and values are.
struct TerraformType {
  absl::string_view type;
  absl::string_view name = "name";
  absl::string_view ttl = "ttl";
  absl::string_view values = "records";
  absl::string_view of_value = {};  // the member of an element that has the text; empty: itself
  absl::string_view former = {};  // what the values were called; where both are, they are the same
  ValueForm form = ValueForm::kRaw;
};

// flattenTxtEntry of terraform-provider-aws puts one pair of quotes around a record, and that is
// all; the others hand on what they are given.
constexpr TerraformType kTerraformTypes[] = {
    {.type = "aws_route53_record", .form = ValueForm::kInQuotes},
    {.type = "google_dns_record_set", .values = "rrdatas", .form = ValueForm::kStrings},
    {.type = "azurerm_dns_txt_record", .values = "record", .of_value = "value"},
    {.type = "azurerm_private_dns_txt_record", .values = "record", .of_value = "value"},
    {.type = "cloudflare_record",
     .values = "content",
     .former = "value",
     .form = ValueForm::kEither},
    {.type = "cloudflare_dns_record", .values = "content", .form = ValueForm::kEither},
    {.type = "digitalocean_record", .values = "value"},
};

// A text of a configuration, in which `$${` and `%%{` stand for `${` and `%{`.
Structured WithoutEscapes(const Structured& written) {
  Structured value = {.kind = written.kind, .span = written.span};
  for (uint32_t at = 0; at < written.text.size(); ++at) {
    const bool is_escape =
        written.text.compare(at, 3, "$${") == 0 || written.text.compare(at, 3, "%%{") == 0;
    const Span place = written.map.SourceOf({at, at + (is_escape ? 2 : 1)});
    const auto octet = static_cast<uint32_t>(value.text.size());
    value.map.Add({octet, place.begin, place.size(), place.size()});
    if (is_escape) ++at;
    value.text.push_back(written.text[at]);
  }
  const auto end = static_cast<uint32_t>(written.text.size());
  value.map.AddPlain(static_cast<uint32_t>(value.text.size()),
                     written.map.SourceOf({end, end}).begin);
  return value;
}

void ReadTerraformResource(absl::string_view type, const Structured& values, bool has_escapes,
                           ProviderReading& reading) {
  for (const TerraformType& known : kTerraformTypes) {
    if (known.type != type) continue;
    const bool is_other = values["type"].IsScalar() && !IsTxt(values["type"]);
    if (is_other) return reading.NoteOther({values[known.name], values[known.ttl]});
    const Entry entry = {values[known.name], values[known.ttl]};
    const Structured& former = values[known.former];
    const bool has_former = values[known.values].kind == Structured::Kind::kNothing;
    ForEachOf(has_former ? former : values[known.values], [&](const Structured& value) {
      const Structured& text = known.of_value.empty() ? value : value[known.of_value];
      if (text.text == former.text) reading.NoteRead(former);
      reading.AddText(entry, has_escapes && text.IsScalar() ? WithoutEscapes(text) : text,
                      known.form);
    });
    if (type != "google_dns_record_set") continue;
    absl::flat_hash_set<std::string> texts;
    ReadRoutingPolicy(entry, values["routing_policy"], reading, texts);
  }
}

// A module of `terraform show -json`; levels are bounded by those of the text.
// NOLINTNEXTLINE(misc-no-recursion)
void ReadTerraformModule(const Structured& module, ProviderReading& reading) {
  for (const Structured& resource : module["resources"].elements) {
    ReadTerraformResource(resource["type"].text, resource["values"], false, reading);
  }
  for (const Structured& child : module["child_modules"].elements) {
    ReadTerraformModule(child, reading);
  }
}

void ReadOctodnsRecord(const Structured& name, const Structured& record, ProviderReading& reading) {
  const Entry entry = {name, record["ttl"], true};
  if (!IsTxt(record["type"])) return reading.NoteOther(entry);
  ForEachOf(record["value"], [&](const Structured& value) {
    reading.AddText(entry, value, ValueForm::kSemicolons);
  });
  ForEachOf(record["values"], [&](const Structured& value) {
    reading.AddText(entry, value, ValueForm::kSemicolons);
  });
}

}  // namespace

void ReadRoute53(const Structured& root, ProviderReading& reading) {
  const Structured& batch = root["ChangeBatch"].members.empty() ? root : root["ChangeBatch"];
  for (const Structured& change : batch["Changes"].elements) {
    ReadRoute53Set(change["ResourceRecordSet"], reading);
  }
  for (const Structured& set : root["ResourceRecordSets"].elements) ReadRoute53Set(set, reading);
  ReadRoute53Set(root, reading);
}

void ReadCloudflare(const Structured& root, ProviderReading& reading) {
  const auto read_record = [&](const Structured& record) { ReadCloudflareRecord(record, reading); };
  ForEachOf(root, read_record);
  // An answer, and a batch (https://developers.cloudflare.com/api/resources/dns/).
  for (const absl::string_view list : {"result", "posts", "puts", "patches"}) {
    ForEachOf(root[list], read_record);
  }
}

void ReadGcloud(const Structured& root, ProviderReading& reading) {
  const auto read_set = [&](const Structured& set) {
    if (!IsTxt(set["type"])) return reading.NoteOther({set["name"], set["ttl"]});
    const Entry entry = {set["name"], set["ttl"]};
    ForEachOf(set["rrdatas"],
              [&](const Structured& data) { reading.AddText(entry, data, ValueForm::kStrings); });
    absl::flat_hash_set<std::string> texts;
    ReadRoutingPolicy(entry, set["routingPolicy"], reading, texts);
  };
  ForEachOf(root, read_set);
  for (const absl::string_view list : {"rrsets", "additions"}) ForEachOf(root[list], read_set);
  reading.NoteRead(root["deletions"]);
}

void ReadAzure(const Structured& root, ProviderReading& reading) {
  const auto read_set = [&](const Structured& set) {
    const Structured& properties = set["properties"].members.empty() ? set : set["properties"];
    const absl::string_view key =
        properties["TXTRecords"].elements.empty() ? "txtRecords" : "TXTRecords";
    if (properties[key].elements.empty()) {
      return reading.NoteOther({set["name"], properties["TTL"], true});
    }
    for (const Structured& record : properties[key].elements) {
      reading.AddStrings({set["name"], properties["TTL"], true}, record["value"].elements);
    }
  };
  ForEachOf(root["value"].elements.empty() ? root : root["value"], read_set);
}

void ReadOctodns(const Structured& root, ProviderReading& reading) {
  for (const auto& member : root.members) {
    ForEachOf(member.second,
              [&](const Structured& record) { ReadOctodnsRecord(member.first, record, reading); });
  }
}

void ReadDnscontrol(const Structured& root, ProviderReading& reading) {
  for (const Structured& domain : root["domains"].elements) {
    std::string origin;
    if (AppendName(domain["name"].text, ".", origin) != NameFault::kNone) continue;
    for (const Structured& record : domain["records"].elements) {
      const Entry entry = {record["name"], record["ttl"], true, origin};
      if (!IsTxt(record["type"])) {
        reading.NoteOther(entry);
      } else if (record["txtstrings"].elements.empty()) {
        reading.AddText(entry, record["target"], ValueForm::kRaw);
      } else {
        reading.AddStrings(entry, record["txtstrings"].elements);
        reading.NoteRead(record["target"]);  // the same, joined
      }
    }
  }
}

void ReadTerraform(const Structured& root, ProviderReading& reading) {
  for (const absl::string_view values : {"planned_values", "values"}) {
    ReadTerraformModule(root[values]["root_module"], reading);
    reading.NoteRead(root[values]["outputs"]);
  }
  // A plan may be cut down to its changes.
  const bool is_whole = !root["planned_values"].members.empty();
  for (const Structured& resource : root["resource_changes"].elements) {
    const Structured& change = resource["change"];
    if (!is_whole) ReadTerraformResource(resource["type"].text, change["after"], false, reading);
    reading.NoteRead(change["before"]);
  }
  // What was, and what the values come from.
  for (const absl::string_view beside : {"configuration", "output_changes", "prior_state",
                                         "resource_changes", "resource_drift", "variables"}) {
    if (root["format_version"].IsScalar()) reading.NoteRead(root[beside]);
  }
  // Of a configuration each block may be a list of such.
  ForEachMember(root["resource"], [&](const Structured& type, const Structured& resources) {
    ForEachMember(resources, [&](const Structured& /*name*/, const Structured& resource) {
      ForEachOf(resource, [&](const Structured& values) {
        ReadTerraformResource(type.text, values, true, reading);
      });
    });
  });
}

void ReadExternalDns(const Structured& root, ProviderReading& reading) {
  const auto read_endpoint = [&](const Structured& endpoint) {
    if (!IsTxt(endpoint["recordType"])) {
      return reading.NoteOther({endpoint["dnsName"], endpoint["recordTTL"]});
    }
    ForEachOf(endpoint["targets"], [&](const Structured& target) {
      reading.AddText({endpoint["dnsName"], endpoint["recordTTL"]}, target, ValueForm::kEither);
    });
  };
  const auto read_resource = [&](const Structured& resource) {
    ForEachOf(resource["spec"]["endpoints"], read_endpoint);
    reading.NoteRead(resource["metadata"]);  // kubectl keeps what was applied last there
  };
  read_resource(root);
  for (const Structured& item : root["items"].elements) read_resource(item);
}

}  // namespace grpcfg
