// What each provider's file has, and in which form its values are.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dns/domain_name.h"
#include "dns/provider_reader.h"
#include "dns/records.h"
#include "dns/terraform_types.h"
#include "dns/zone_fields.h"

namespace grpcfg {
namespace {

using Entry = ProviderReading::Entry;

// The type of a record that clients may meet; nothing: of another one.
std::optional<RecordType> TypeOf(absl::string_view type) {
  const std::optional<uint16_t> number = FindRecordType(type);
  for (const RecordType kept : {RecordType::kTxt, RecordType::kCname, RecordType::kDname}) {
    if (number == static_cast<uint16_t>(kept)) return kept;
  }
  return std::nullopt;
}

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

// Where the records of one name are.
struct RecordSet {
  Entry entry;
  absl::string_view type;
  const Structured& values;         // one, or a list
  absl::string_view of_value = {};  // the member of each that has the text; empty: itself
};

void ReadSet(const RecordSet& set, ValueForm form, ProviderReading& reading) {
  const std::optional<RecordType> type = TypeOf(set.type);
  if (!type) return reading.NoteOther(set.entry);
  ForEachOf(set.values, [&](const Structured& value) {
    const Structured& text = set.of_value.empty() ? value : value[set.of_value];
    if (*type == RecordType::kTxt) {
      reading.AddText(set.entry, text, form);
    } else {
      // It may lead to another zone, where it is checked.
      reading.NoteRead(text);
      reading.AddAlias(set.entry, *type, text);
    }
  });
}

// A record set of Route 53, in a change batch or in a listing.
void ReadRoute53Set(const Structured& set, ProviderReading& reading) {
  const Entry entry = {set["Name"], set["TTL"]};
  const absl::string_view type = set["Type"].text;
  ForEachOf(set["ResourceRecords"], [&](const Structured& record) {
    // CloudFormation has the text itself, and functions in place of some.
    const bool is_text = record.IsScalar() || !record["Value"].IsScalar();
    ReadSet({entry, type, is_text ? record : record["Value"]}, ValueForm::kOctalStrings, reading);
  });
  // Its own kind of alias, which has the type of what it leads to, in the same zone.
  if (TypeOf(type)) reading.AddAlias(entry, RecordType::kCname, set["AliasTarget"]["DNSName"]);
}

// The answers of a Google routing policy, each text once: a client gets one of them.
// NOLINTNEXTLINE(misc-no-recursion): levels are bounded by those of the text
void ReadRoutingPolicy(const RecordSet& set, const Structured& node, ProviderReading& reading,
                       absl::flat_hash_set<std::string>& texts) {
  for (const Structured& element : node.elements) {
    ReadRoutingPolicy(set, element, reading, texts);
  }
  for (const auto& [key, value] : node.members) {
    if (key.text != "rrdatas") {
      ReadRoutingPolicy(set, value, reading, texts);
      continue;
    }
    ForEachOf(value, [&](const Structured& data) {
      if (texts.insert(data.text).second) {
        ReadSet({set.entry, set.type, data}, ValueForm::kStrings, reading);
      } else {
        reading.NoteRead(data);
      }
    });
  }
}

void ReadCloudflareRecord(const Structured& record, ProviderReading& reading) {
  ReadSet({{record["name"], record["ttl"]}, record["type"].text, record["content"]},
          ValueForm::kEither, reading);
}

// A text of a configuration, in which `$${` and `%%{` stand for `${` and `%{`.
Structured WithoutEscapes(const Structured& written) {
  Structured value = {
      .kind = written.kind, .span = written.span, .is_expression = written.is_expression};
  for (uint32_t at = 0; at < written.text.size(); ++at) {
    const bool is_escape =
        written.text.compare(at, 3, "$${") == 0 || written.text.compare(at, 3, "%%{") == 0;
    value.is_expression |=
        written.text.compare(at, 2, "${") == 0 || written.text.compare(at, 2, "%{") == 0;
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

struct TerraformResource {
  absl::string_view type;
  const Structured& values;
  bool is_planned = true;          // false: of a configuration
  absl::string_view address = {};  // of a plan
};

// The name that a plan does not have, for it is not known yet.
Structured NameOfLater(const TerraformResource& resource) {
  return {.kind = Structured::Kind::kScalar,
          .text = absl::StrCat("${", resource.address, ".name}")};
}

void ReadTerraformResource(const TerraformResource& resource, ProviderReading& reading) {
  const auto* const known =
      std::find_if(std::begin(kTerraformTypes), std::end(kTerraformTypes),
                   [&](const TerraformType& each) { return each.type == resource.type; });
  if (known == std::end(kTerraformTypes)) return;
  const Structured& values = resource.values;
  const Structured later = NameOfLater(resource);
  const bool has_name = !resource.is_planned || values[known->name].IsScalar();
  const Entry entry = {has_name ? values[known->name] : later, values[known->ttl]};
  const bool has_type = values["type"].IsScalar();
  const absl::string_view type = has_type ? values["type"].text : known->record_type;
  if (!TypeOf(type)) return reading.NoteOther(entry);
  const Structured& former = values[known->former];
  const bool has_former = values[known->values].kind == Structured::Kind::kNothing;
  ForEachOf(has_former ? former : values[known->values], [&](const Structured& value) {
    const Structured& text = known->of_value.empty() ? value : value[known->of_value];
    if (text.text == former.text) reading.NoteRead(former);
    const bool has_escapes = !resource.is_planned && text.IsScalar();
    ReadSet({entry, type, has_escapes ? WithoutEscapes(text) : text}, known->form, reading);
  });
  ForEachOf(values["alias"], [&](const Structured& alias) {
    reading.AddAlias(entry, RecordType::kCname, alias["name"]);
  });
  absl::flat_hash_set<std::string> texts;
  ReadRoutingPolicy({entry, type, values}, values["routing_policy"], reading, texts);
}

// A module of `terraform show -json`; levels are bounded by those of the text.
// NOLINTNEXTLINE(misc-no-recursion)
void ReadTerraformModule(const Structured& module, ProviderReading& reading) {
  for (const Structured& resource : module["resources"].elements) {
    ReadTerraformResource(
        {resource["type"].text, resource["values"], true, resource["address"].text}, reading);
  }
  for (const Structured& child : module["child_modules"].elements) {
    ReadTerraformModule(child, reading);
  }
}

void ReadOctodnsRecord(const Structured& name, const Structured& record, ProviderReading& reading) {
  const Entry entry = {name, record["ttl"], true};
  for (const absl::string_view values : {"value", "values"}) {
    ReadSet({entry, record["type"].text, record[values]}, ValueForm::kSemicolons, reading);
  }
}

}  // namespace

void ReadRoute53(const Structured& root, ProviderReading& reading) {
  const Structured& batch = root["ChangeBatch"].members.empty() ? root : root["ChangeBatch"];
  for (const Structured& change : batch["Changes"].elements) {
    if (change["Action"].text == "DELETE") {
      reading.NoteRead(change);
    } else {
      ReadRoute53Set(change["ResourceRecordSet"], reading);
    }
  }
  for (const Structured& set : root["ResourceRecordSets"].elements) ReadRoute53Set(set, reading);
  ReadRoute53Set(root, reading);
  // CloudFormation.
  ForEachMember(root["Resources"], [&](const Structured& /*name*/, const Structured& resource) {
    const Structured& properties = resource["Properties"];
    const absl::string_view type = resource["Type"].text;
    if (type == "AWS::Route53::RecordSet") ReadRoute53Set(properties, reading);
    if (type != "AWS::Route53::RecordSetGroup") return;
    for (const Structured& set : properties["RecordSets"].elements) ReadRoute53Set(set, reading);
  });
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
    const RecordSet read = {{set["name"], set["ttl"]}, set["type"].text, set["rrdatas"]};
    ReadSet(read, ValueForm::kStrings, reading);
    absl::flat_hash_set<std::string> texts;
    ReadRoutingPolicy(read, set["routingPolicy"], reading, texts);
  };
  ForEachOf(root, read_set);
  for (const absl::string_view list : {"rrsets", "additions"}) ForEachOf(root[list], read_set);
  reading.NoteRead(root["deletions"]);
}

void ReadAzure(const Structured& root, ProviderReading& reading) {
  const auto read_set = [&](const Structured& set) {
    const Structured& properties = set["properties"].members.empty() ? set : set["properties"];
    // The API's names, and those that `az` and older SDKs print.
    const absl::string_view key =
        properties["TXTRecords"].elements.empty() ? "txtRecords" : "TXTRecords";
    const Entry entry = {set["name"], properties[properties["TTL"].IsScalar() ? "TTL" : "ttl"],
                         true};
    for (const Structured& record : properties[key].elements) {
      reading.AddStrings(entry, record["value"].elements);
    }
    for (const absl::string_view alias : {"CNAMERecord", "cnameRecord"}) {
      reading.NoteRead(properties[alias]);
      reading.AddAlias(entry, RecordType::kCname, properties[alias]["cname"]);
    }
    reading.NoteOther(entry);
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
    const std::string& zone = domain["name"].text;  // of a part of a dnsconfig.js empty
    if (!zone.empty() && AppendName(zone, ".", origin) != NameFault::kNone) continue;
    for (const Structured& record : domain["records"].elements) {
      const Entry entry = {record["name"], record["ttl"], true, origin};
      if (record["txtstrings"].elements.empty()) {
        ReadSet({entry, record["type"].text, record["target"]}, ValueForm::kRaw, reading);
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
    if (!is_whole) {
      ReadTerraformResource(
          {resource["type"].text, change["after"], true, resource["address"].text}, reading);
    }
    reading.NoteRead(change["before"]);
  }
  // What was, and what the values come from.
  for (const absl::string_view beside :
       {"configuration", "output_changes", "prior_state", "resource_drift", "variables"}) {
    if (root["format_version"].IsScalar()) reading.NoteRead(root[beside]);
  }
  if (is_whole) reading.NoteRead(root["resource_changes"]);
  // Of a configuration each block may be a list of such.
  ForEachMember(root["resource"], [&](const Structured& type, const Structured& resources) {
    ForEachMember(resources, [&](const Structured& /*name*/, const Structured& resource) {
      ForEachOf(resource, [&](const Structured& values) {
        ReadTerraformResource({type.text, values, false}, reading);
      });
    });
  });
}

void ReadExternalDns(const Structured& root, ProviderReading& reading) {
  const auto read_endpoint = [&](const Structured& endpoint) {
    ReadSet({{endpoint["dnsName"], endpoint["recordTTL"]},
             endpoint["recordType"].text,
             endpoint["targets"]},
            ValueForm::kEither, reading);
  };
  const auto read_resource = [&](const Structured& resource) {
    ForEachOf(resource["spec"]["endpoints"], read_endpoint);
    reading.NoteRead(resource["metadata"]);  // kubectl keeps what was applied last there
  };
  read_resource(root);
  for (const Structured& item : root["items"].elements) read_resource(item);
}

}  // namespace grpcfg
