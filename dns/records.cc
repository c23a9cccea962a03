#include "dns/records.h"

#include "absl/strings/ascii.h"
#include "dns/zone_fields.h"
#include "dns/zone_lexer.h"

namespace grpcfg {
namespace {

void AppendString(absl::string_view text, Span span, TxtValue& value) {
  const auto first = static_cast<uint32_t>(value.octets.size());
  uint32_t plain = span.begin;  // from there on nothing is escaped
  for (uint32_t at = span.begin; at < span.end;) {
    const size_t escape = std::min<size_t>(text.substr(0, span.end).find('\\', at), span.end);
    const auto octet = static_cast<uint32_t>(value.octets.size());
    if (escape > plain) value.map.AddPlain(octet, plain);
    value.octets.append(text.data() + plain, escape - plain);
    at = static_cast<uint32_t>(escape);
    if (at == span.end) break;
    const ZoneOctet escaped = OctetAt(text, at);
    const auto size = static_cast<uint32_t>(escaped.size == 0 ? 1 : escaped.size);
    value.map.Add({static_cast<uint32_t>(value.octets.size()), at, size, size});
    value.octets.push_back(static_cast<char>(escaped.size == 0 ? '\\' : escaped.value));
    at = plain = at + size;
  }
  const auto end = static_cast<uint32_t>(value.octets.size());
  value.map.AddPlain(end, span.end);
  value.string_sizes.push_back(end - first);
}

int HexDigit(char c) {
  if (!absl::ascii_isxdigit(static_cast<unsigned char>(c))) return -1;
  return absl::ascii_isdigit(static_cast<unsigned char>(c)) ? c - '0'
                                                            : absl::ascii_tolower(c) - 'a' + 10;
}

// The octets of hex digits, and where each stands.
struct HexOctets {
  std::string octets;
  std::vector<Span> places;
};

void AppendHex(absl::string_view text, Span word, HexOctets& hex) {
  for (uint32_t at = word.begin; at + 1 < word.end; at += 2) {
    const int high = HexDigit(text[at]);
    const int low = HexDigit(text[at + 1]);
    if (high < 0 || low < 0) return;
    hex.octets.push_back(static_cast<char>(high * 16 + low));
    hex.places.push_back({at, at + 2});
  }
}

TxtValue ValueOfHex(const HexOctets& hex) {
  TxtValue value;
  for (size_t at = 0; at < hex.octets.size();) {
    const size_t size = static_cast<unsigned char>(hex.octets[at++]);
    for (size_t end = std::min(at + size, hex.octets.size()); at < end; ++at) {
      const Span place = hex.places[at];
      value.map.Add(
          {static_cast<uint32_t>(value.octets.size()), place.begin, place.size(), place.size()});
      value.octets.push_back(hex.octets[at]);
    }
    value.string_sizes.push_back(static_cast<uint32_t>(size));
  }
  return value;
}

}  // namespace

TxtValue DecodeTxt(absl::string_view text, Span data) {
  const auto ignore = [](ZoneFaultKind /*kind*/, Span /*span*/) {};
  ZoneLexer lexer(text.substr(0, data.end), ignore);
  lexer.BeginAt(data.begin);
  TxtValue value;
  HexOctets hex;
  size_t words = 0;
  bool is_hex = false;
  for (ZoneToken token = lexer.Next(); token.kind < ZoneTokenKind::kEnd; token = lexer.Next()) {
    ++words;
    const absl::string_view word = Slice(text, token.span);
    if (words == 1 && token.kind == ZoneTokenKind::kWord && word == "\\#") {
      is_hex = true;
    } else if (!is_hex) {
      AppendString(text, token.span, value);
    } else if (words > 2) {
      AppendHex(text, token.span, hex);
    }
  }
  return is_hex ? ValueOfHex(hex) : value;
}

uint32_t NameTable::Intern(absl::string_view name) {
  const auto known = ids_.find(name);
  if (known != ids_.end()) return known->second;
  const auto id = static_cast<uint32_t>(names_.size());
  names_.emplace_back(name);
  ids_.emplace(names_.back(), id);
  return id;
}

std::optional<uint32_t> NameTable::Find(absl::string_view name) const {
  const auto known = ids_.find(name);
  if (known == ids_.end()) return std::nullopt;
  return known->second;
}

DnsRecords::Place DnsRecords::InFile(uint32_t source, Span span) const {
  while (sources[source].made_from) {
    span = sources[source].map.SourceOf(span);
    source = *sources[source].made_from;
  }
  return {source, span};
}

TxtValue DnsRecords::ValueOf(const DnsRecord& record) const {
  return record.value ? values[*record.value] : DecodeTxt(sources[record.source].text, record.data);
}

}  // namespace grpcfg
