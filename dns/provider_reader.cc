#include "dns/provider_reader.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "dns/owner_records.h"
#include "dns/tool_texts.h"
#include "dns/unread_text.h"
#include "dns/zone_fields.h"
#include "schema/json/foreign_format.h"

namespace grpcfg {
namespace {

// From octets through the text of a scalar to the bytes of its file.
OctetMap Compose(const OctetMap& inner, const OctetMap& outer, size_t octets) {
  OctetMap map;
  for (uint32_t octet = 0; octet <= octets; ++octet) {
    const Span place = octet < octets ? outer.SourceOf(inner.SourceOf({octet, octet + 1}))
                                      : outer.SourceOf(inner.SourceOf({octet, octet}));
    const uint32_t size = octet < octets ? place.size() : 1;
    map.Add({octet, place.begin, size, size});
  }
  return map;
}

// Cut as clients join it: every provider cuts a raw text by itself.
void CutValue(TxtValue& value) {
  size_t left = value.octets.size();
  do {
    const size_t size = std::min(left, kMostStringOctets);
    value.string_sizes.push_back(static_cast<uint32_t>(size));
    left -= size;
  } while (left > 0);
}

// Octal escapes of Route 53 as decimal ones, which are as long.
struct DecimalEscapes {
  std::string text;
  std::vector<Span> changed;
};

DecimalEscapes WithDecimalEscapes(const std::string& text) {
  DecimalEscapes made = {text, {}};
  std::string& out = made.text;
  for (size_t at = 0; at + 3 < text.size(); ++at) {
    if (text[at] != '\\') continue;
    const auto is_octal = [&](size_t place) { return text[place] >= '0' && text[place] <= '7'; };
    if (!is_octal(at + 1) || !is_octal(at + 2) || !is_octal(at + 3)) {
      ++at;
      continue;
    }
    const int octet = ((text[at + 1] - '0') * 8 + text[at + 2] - '0') * 8 + text[at + 3] - '0';
    if (octet > 255) continue;
    out[at + 1] = static_cast<char>('0' + octet / 100);
    out[at + 2] = static_cast<char>('0' + octet / 10 % 10);
    out[at + 3] = static_cast<char>('0' + octet % 10);
    const auto begin = static_cast<uint32_t>(at);
    made.changed.push_back({begin, begin + 4});
    at += 3;
  }
  return made;
}

}  // namespace

void ProviderReading::Fault(ZoneFaultKind kind, Span span, std::string detail) {
  records_.faults.push_back({kind, 0, span, std::move(detail)});
}

NameFault ProviderReading::ReadName(const Entry& entry, std::string& name) const {
  const std::string& origin = entry.origin.empty() ? options_.origin : entry.origin;
  const std::string written = entry.name.text.empty() ? "@" : entry.name.text;
  const NameFault fault = AppendName(written, entry.is_relative ? origin : ".", name);
  if (fault == NameFault::kNone) return fault;
  // An expression may have any length, and dots anywhere.
  name.clear();
  AppendLabel(written, name);
  name += '.';
  return IsUnknownName(name) ? NameFault::kNone : fault;
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostStructuredLevels
void ProviderReading::NoteRead(const Structured& node) {
  if (node.IsScalar()) read_.insert(node.span.begin);
  for (const Structured& element : node.elements) NoteRead(element);
  for (const auto& [key, value] : node.members) {
    NoteRead(key);
    NoteRead(value);
  }
}

void ProviderReading::NoteOther(const Entry& entry) {
  std::string name;
  if (!entry.name.IsScalar() || ReadName(entry, name) != NameFault::kNone) return;
  records_.other_owners.push_back(records_.names.Intern(name));
}

bool ProviderReading::NameOf(const Entry& entry, std::string& name) {
  if (ReadName(entry, name) == NameFault::kNone) return true;
  Fault(ZoneFaultKind::kEmptyLabel, entry.name.span);
  return false;
}

// What is wrong with strings that the author of the file cut and quoted.
void ProviderReading::CheckStrings(ZoneLexer& lexer, const OctetMap& map) {
  bool after_quoted = false;
  bool has_lost_quote = false;  // the first one shows what became of all
  for (ZoneToken token = lexer.Next(); token.kind < ZoneTokenKind::kEnd; token = lexer.Next()) {
    const Span place = map.SourceOf(token.span);
    const bool is_quoted = token.kind == ZoneTokenKind::kQuoted;
    if (!token.bad_escape.empty()) {
      Fault(ZoneFaultKind::kBadEscape, map.SourceOf(token.bad_escape));
    }
    if (token.octets > kMostStringOctets) {
      Fault(ZoneFaultKind::kStringTooLong, place, absl::StrCat(token.octets));
    }
    const bool is_lost_quote = token.is_glued && !(is_quoted && after_quoted);
    if (is_lost_quote && !std::exchange(has_lost_quote, true)) {
      Fault(ZoneFaultKind::kQuoteInWord, place);
    }
    after_quoted = is_quoted;
  }
}

TxtValue ProviderReading::StringsOf(const Structured& value, bool is_octal, bool lacks_quotes) {
  std::string text = value.text;
  OctetMap map = value.map;
  if (is_octal) {
    DecimalEscapes made = WithDecimalEscapes(text);
    text = std::move(made.text);
    for (const Span escape : made.changed) {
      Fault(ZoneFaultKind::kOctalEscape, map.SourceOf(escape));
    }
  }
  if (lacks_quotes) {
    // The first quote stands where the text begins.
    map = {};
    map.Add({0, value.map.SourceOf({0, 0}).begin, 0, 1});
    for (uint32_t octet = 0; octet < text.size(); ++octet) {
      const Span place = value.map.SourceOf({octet, octet + 1});
      map.Add({octet + 1, place.begin, place.size(), place.size()});
    }
    const auto end = static_cast<uint32_t>(text.size());
    map.Add({end + 1, value.map.SourceOf({end, end}).begin, 1, 1});
    text = absl::StrCat("\"", text, "\"");
  }
  const auto on_fault = [&](ZoneFaultKind kind, Span span) { Fault(kind, map.SourceOf(span)); };
  ZoneLexer lexer(text, on_fault);
  const size_t faults_before = records_.faults.size();
  while (lexer.FindEntry()) CheckStrings(lexer, map);
  TxtValue decoded = DecodeTxt(text, {0, static_cast<uint32_t>(text.size())});
  for (size_t i = faults_before; i < records_.faults.size(); ++i) {
    ZoneFault& fault = records_.faults[i];
    if (fault.kind == ZoneFaultKind::kQuoteInWord) fault.detail = decoded.octets;
  }
  decoded.map = Compose(decoded.map, map, decoded.octets.size());
  return decoded;
}

TxtValue ProviderReading::ValueOf(const Structured& value, ValueForm form) {
  switch (form) {
    case ValueForm::kStrings:
      return StringsOf(value, false, false);
    case ValueForm::kOctalStrings:
      return StringsOf(value, true, false);
    case ValueForm::kInQuotes:
      return StringsOf(value, false, true);
    case ValueForm::kEither:
      if (absl::StartsWith(value.text, "\"")) return StringsOf(value, false, false);
      break;
    case ValueForm::kRaw:
    case ValueForm::kSemicolons:
      break;
  }
  TxtValue raw;
  raw.is_raw = true;
  const bool has_escapes = form == ValueForm::kSemicolons;
  for (uint32_t at = 0; at < value.text.size(); ++at) {
    const bool is_escape = has_escapes && value.text.compare(at, 2, "\\;") == 0;
    const Span place = value.map.SourceOf({at, at + (is_escape ? 2 : 1)});
    const auto octet = static_cast<uint32_t>(raw.octets.size());
    raw.map.Add({octet, place.begin, place.size(), place.size()});
    if (is_escape) ++at;
    raw.octets.push_back(value.text[at]);
  }
  const auto end = static_cast<uint32_t>(value.text.size());
  raw.map.AddPlain(static_cast<uint32_t>(raw.octets.size()), value.map.SourceOf({end, end}).begin);
  CutValue(raw);
  return raw;
}

void ProviderReading::Add(const Entry& entry, TxtValue value, Span span) {
  std::string name;
  if (!NameOf(entry, name)) return;
  if (!MayBeAskedFor(name, options_.kept) && !MayHoldConfig(value.octets)) {
    records_.other_owners.push_back(records_.names.Intern(name));
    return;
  }
  DnsRecord record = {.type = RecordType::kTxt};
  record.owner = records_.names.Intern(name);
  record.owner_span = entry.name.span;
  record.data = span;
  uint32_t ttl = 0;
  if (entry.ttl.IsScalar() && absl::SimpleAtoi(entry.ttl.text, &ttl)) {
    record.ttl = ttl;
    record.ttl_span = entry.ttl.span;
  }
  record.value = static_cast<uint32_t>(records_.values.size());
  records_.values.push_back(std::move(value));
  records_.records.push_back(record);
}

void ProviderReading::AddAlias(const Entry& entry, RecordType type, const Structured& target) {
  if (!target.IsScalar() || !entry.name.IsScalar()) return;
  std::string name;
  std::string target_name;
  // What is written there is a whole name in all formats, with or without its final dot.
  if (!NameOf(entry, name) || !NameOf({target, entry.ttl}, target_name)) return;
  DnsRecord record = {.type = type};
  record.owner = records_.names.Intern(name);
  record.target = records_.names.Intern(target_name);
  const bool is_asked_for = AskersByName(name).prefixed;
  if (is_asked_for && IsUnknownName(target_name)) Fault(ZoneFaultKind::kTargetUnread, target.span);
  record.owner_span = entry.name.span;
  record.data = target.span;
  records_.records.push_back(record);
}

void ProviderReading::AddText(const Entry& entry, const Structured& value, ValueForm form) {
  if (!value.IsScalar() || !entry.name.IsScalar()) return;
  NoteRead(value);
  if (value.is_expression) return AddExpression(entry, value);
  Add(entry, ValueOf(value, form), value.span);
}

void ProviderReading::AddExpression(const Entry& entry, const Structured& value) {
  std::string name;
  if (!NameOf(entry, name)) return;
  records_.other_owners.push_back(records_.names.Intern(name));
  if (HostOfOwner(name) || MayHoldConfig(value.text)) {
    Fault(ZoneFaultKind::kValueUnread, value.span);
  }
}

void ProviderReading::AddStrings(const Entry& entry, absl::Span<const Structured> strings) {
  TxtValue value;
  value.is_raw = true;
  Span span = {};
  for (const Structured& string : strings) {
    if (!string.IsScalar() || !entry.name.IsScalar()) continue;
    NoteRead(string);
    if (string.text.size() > kMostStringOctets) {
      Fault(ZoneFaultKind::kStringTooLong, string.span, absl::StrCat(string.text.size()));
    }
    for (uint32_t at = 0; at < string.text.size(); ++at) {
      const Span place = string.map.SourceOf({at, at + 1});
      const auto octet = static_cast<uint32_t>(value.octets.size());
      value.map.Add({octet, place.begin, place.size(), place.size()});
      value.octets.push_back(string.text[at]);
    }
    value.string_sizes.push_back(static_cast<uint32_t>(string.text.size()));
    span = {span.empty() ? string.span.begin : span.begin, string.span.end};
  }
  if (value.string_sizes.empty()) return;
  value.map.AddPlain(static_cast<uint32_t>(value.octets.size()), span.end);
  Add(entry, std::move(value), span);
}

namespace {

// A format shows at its start.
constexpr size_t kMostLookedAt = size_t{16} << 10;

// True for a JSON object or list, which may be of a format that is mostly YAML.
bool IsJsonContainer(absl::string_view text) {
  const absl::string_view begun = absl::StripLeadingAsciiWhitespace(text);
  return absl::StartsWith(begun, "{") || absl::StartsWith(begun, "[");
}

StructuredText ReadJsonOrYaml(absl::string_view text) {
  return IsJsonContainer(text) ? ReadStructuredJson(text) : ReadStructuredYaml(text);
}

struct ProviderFormat {
  absl::string_view name;
  StructuredText (*parse)(absl::string_view text);
  void (*read)(const Structured& root, ProviderReading& reading);
  // What such a text has, each of them; for FindProviderFormat.
  absl::string_view has;
  absl::string_view has_too;
};

// JSON and YAML.
constexpr ProviderFormat kFormats[] = {
    {"route53", ReadJsonOrYaml, ReadRoute53, "ResourceRecord", "Type"},
    {"terraform-json", ReadStructuredJson, ReadTerraform, "_record", "\"resource"},
    {"dnscontrol-json", ReadStructuredJson, ReadDnscontrol, "\"domains\"", "\"records\""},
    {"azure", ReadStructuredJson, ReadAzure, "TXTRecords\"", "\"value\""},
    {"azure", ReadStructuredJson, ReadAzure, "txtRecords\"", "\"value\""},
    {"gcloud", ReadStructuredYaml, ReadGcloud, "rrdatas:", "type"},
    {"gcloud", ReadStructuredYaml, ReadGcloud, "rrdatas\"", "type"},
    {"cloudflare", ReadStructuredJson, ReadCloudflare, "\"content\"", "\"TXT\""},
    {"external-dns", ReadStructuredYaml, ReadExternalDns, "DNSEndpoint", "endpoints"},
    {"octodns", ReadStructuredYaml, ReadOctodns, "type: TXT", "value"},
    {"octodns", ReadStructuredYaml, ReadOctodns, "type: 'TXT'", "value"},
    {"octodns", ReadStructuredYaml, ReadOctodns, "type: \"TXT\"", "value"},
};

// Texts of tools; the trees that are made of them are those of formats above.
constexpr ProviderFormat kToolFormats[] = {
    {"terraform", ReadHcl, ReadTerraform, "resource", "_record"},
    {"gcloud-command", ReadGcloudCommands, ReadGcloud, "gcloud ", "dns record-sets "},
    {"az-command", ReadAzCommands, ReadDnscontrol, "az network ", "dns record-set "},
    {"dnscontrol", ReadDnsconfig, ReadDnscontrol, "TXT(", ""},
    {"nsupdate", ReadNsupdate, ReadGcloud, "update", " add "},
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
  for (const absl::Span<const ProviderFormat> formats :
       {absl::MakeConstSpan(kFormats), absl::MakeConstSpan(kToolFormats)}) {
    for (const ProviderFormat& format : formats) {
      if (format.name == name) return &format;
    }
  }
  return nullptr;
}

absl::string_view FormatAmong(absl::Span<const ProviderFormat> formats, absl::string_view text) {
  for (const ProviderFormat& format : formats) {
    if (absl::StrContains(text, format.has) && absl::StrContains(text, format.has_too)) {
      return format.name;
    }
  }
  return {};
}

// Without the comments of YAML at its start, which headings of Markdown look like.
absl::string_view AfterComments(absl::string_view text) {
  while (absl::StartsWith(text, "#")) {
    text.remove_prefix(std::min(text.find('\n'), text.size()));
    text = absl::StripLeadingAsciiWhitespace(text);
  }
  return text;
}

}  // namespace

bool IsProviderFormat(absl::string_view format) {
  return format == "raw" || FindFormat(format) != nullptr;
}

absl::string_view FindProviderFormat(absl::string_view text) {
  text = text.substr(0, kMostLookedAt);
  const ForeignFormat* const foreign = FindForeignFormat(AfterComments(text));
  if (foreign != nullptr && foreign->kind != ForeignKind::kYaml) return {};
  return FormatAmong(kFormats, text);
}

absl::string_view FindToolFormat(absl::string_view text) {
  if (IsJsonContainer(text) || IsZoneFile(text)) return {};
  return FormatAmong(kToolFormats, text.substr(0, kMostLookedAt));
}

namespace {

// A member that says that a listing has more pages, or where the next one is: of AWS, Google,
// Azure, Cloudflare and Kubernetes.
struct MoreMember {
  absl::string_view key;
  absl::string_view below = {};  // the member that has it; empty: the root
  bool (*has_more)(absl::string_view value) = [](absl::string_view value) {
    return !value.empty();
  };
};

constexpr MoreMember kMoreMembers[] = {
    {.key = "IsTruncated", .has_more = [](absl::string_view value) { return value == "true"; }},
    {.key = "NextToken"},
    {.key = "nextPageToken"},
    {.key = "nextLink"},
    {.key = "total_pages",
     .below = "result_info",
     .has_more = [](absl::string_view pages) { return pages != "0" && pages != "1"; }},
    {.key = "continue", .below = "metadata"},
};

// That an answer of an API is one page of several.
void AddCut(const Structured& root, ProviderReading& reading) {
  for (const MoreMember& member : kMoreMembers) {
    const Structured& value = (member.below.empty() ? root : root[member.below])[member.key];
    if (!value.IsScalar() || !member.has_more(value.text)) continue;
    return reading.Fault(ZoneFaultKind::kListingCut, value.span, std::string(member.key));
  }
}

// What aliases lead to in the same file is read.
void NoteFoundTargets(const DnsRecords& records, ProviderReading& reading) {
  absl::flat_hash_set<uint32_t> owners;
  for (const DnsRecord& record : records.records) owners.insert(record.owner);
  for (const DnsRecord& record : records.records) {
    if (record.type != RecordType::kCname || !owners.contains(record.target)) continue;
    reading.NoteRead({.kind = Structured::Kind::kScalar, .span = record.data});
  }
}

// What of a file that was read is in no record.
void AddUnread(const StructuredText& text, ProviderReading& reading,
               std::vector<ZoneFault>& faults) {
  for (const Span include : text.includes) {
    reading.NoteRead({.kind = Structured::Kind::kScalar, .span = include});
    reading.Fault(ZoneFaultKind::kIncludeFailed, include,
                  "`!include` of YAML is not followed; write the records here");
  }
  for (const Structured& document : text.documents) {
    AddCut(document, reading);
    AddUnreadConfigs(document, reading.read(), faults);
  }
  absl::c_stable_sort(
      faults, [](const ZoneFault& a, const ZoneFault& b) { return a.span.begin < b.span.begin; });
}

}  // namespace

// NOLINTNEXTLINE(misc-no-recursion): once
DnsRecords ReadProviderFile(absl::string_view text, absl::string_view format_name,
                            const ProviderOptions& options) {
  if (format_name == "raw") return ReadRaw(text, options);
  DnsRecords records;
  records.sources.push_back({options.path, text});
  const ProviderFormat* const format = FindFormat(format_name);
  ProviderReading reading(records, options);
  const StructuredText read = format->parse(text);
  for (const Structured& document : read.documents) format->read(document, reading);
  FindRelativeTargets(records);
  if (options.kept.empty()) {
    // Where aliases lead is known at the end only.
    ProviderOptions again = options;
    again.kept = NamesBehindAliases(records);
    if (!again.kept.empty()) return ReadProviderFile(text, format_name, again);
  }
  const bool is_empty =
      records.records.empty() && records.other_owners.empty() && records.faults.empty();
  std::optional<ZoneFault> other = is_empty ? FaultOfOtherForm(text, format_name) : std::nullopt;
  if (other) {
    records.faults.push_back(*std::move(other));
  } else if (!read.error.empty()) {
    reading.Fault(ZoneFaultKind::kNotReadable, read.error_span, read.error);
  } else {
    NoteFoundTargets(records, reading);
    AddUnread(read, reading, records.faults);
  }
  return records;
}

}  // namespace grpcfg
