// The data of records, by their types.
#include <algorithm>
#include <array>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "dns/domain_name.h"
#include "dns/owner_records.h"
#include "dns/records.h"
#include "dns/zone_fields.h"
#include "dns/zone_reading.h"
#include "schema/fields/document.h"

namespace grpcfg {
namespace {

uint32_t QuoteSize(const ZoneToken& token) { return token.kind == ZoneTokenKind::kQuoted ? 1 : 0; }

}  // namespace

// One string of a TXT record. False if the record is lost.
bool ZoneReader::CheckString(const FileState& file, const ZoneToken& token, uint32_t data_begin,
                             bool after_quoted) {
  if (!token.bad_escape.empty()) {
    Fault(file, ZoneFaultKind::kBadEscape, token.bad_escape);
    return false;
  }
  if (token.octets > kMostStringOctets) {
    Fault(file, ZoneFaultKind::kStringTooLong, token.span, absl::StrCat(token.octets));
    return false;
  }
  if (token.is_glued) {
    const bool are_quoted = token.kind == ZoneTokenKind::kQuoted && after_quoted;
    const ZoneFaultKind kind =
        are_quoted ? ZoneFaultKind::kAdjacentStrings : ZoneFaultKind::kQuoteInWord;
    // Of a record's quotes the first one shows what became of all.
    const bool is_reported = !records_.faults.empty() && records_.faults.back().kind == kind &&
                             records_.faults.back().source == file.source &&
                             records_.faults.back().span.begin >= data_begin;
    if (!is_reported) Fault(file, kind, token.span);
  }
  if (!token.line_end.empty()) Fault(file, ZoneFaultKind::kLineEndInString, token.line_end);
  if (!token.raw_octet.empty()) {
    const bool is_nul = Text(file, token.raw_octet) == absl::string_view("\0", 1);
    Fault(file, is_nul ? ZoneFaultKind::kNul : ZoneFaultKind::kRawOctet, token.raw_octet);
  }
  return true;
}

// After `\#`: a length, and so many octets in hex.
bool ZoneReader::CheckHex(ZoneLexer& lexer, const FileState& file, DnsRecord& record) {
  const ZoneToken length = lexer.Next();
  uint32_t octets = 0;
  bool is_right = length.kind == ZoneTokenKind::kWord &&
                  absl::SimpleAtoi(Text(file, length.span), &octets) && octets <= UINT16_MAX;
  size_t digits = 0;
  ZoneToken token = lexer.Next();
  for (; token.kind < ZoneTokenKind::kEnd; token = lexer.Next()) {
    const absl::string_view word = Text(file, token.span);
    is_right = is_right &&
               std::all_of(word.begin(), word.end(),
                           [](unsigned char c) { return absl::ascii_isxdigit(c); }) &&
               word.size() % 2 == 0;
    digits += word.size();
    record.data.end = token.span.end;
  }
  if (token.kind == ZoneTokenKind::kBroken) return false;
  is_right = is_right && digits == size_t{octets} * 2 && octets > 0;
  if (!is_right) Fault(file, ZoneFaultKind::kBadHex, record.data);
  return is_right;
}

void ZoneReader::ReadTxt(ZoneLexer& lexer, FileState& file, const EntryHead& head) {
  ZoneToken token = lexer.Next();
  if (token.kind == ZoneTokenKind::kBroken) return;
  if (token.kind == ZoneTokenKind::kEnd) {
    return Fault(file, ZoneFaultKind::kNoData, head.type_span);
  }
  DnsRecord record = {.type = RecordType::kTxt, .data = token.span};
  if (token.kind == ZoneTokenKind::kWord && Text(file, token.span) == "\\#") {
    if (CheckHex(lexer, file, record)) AddRecord(file, head, record);
    return;
  }
  if (token.is_glued) Fault(file, ZoneFaultKind::kNoBlank, token.span);
  token.is_glued = false;
  record.data.begin -= QuoteSize(token);
  bool is_whole = true;
  bool after_quoted = false;
  for (; token.kind < ZoneTokenKind::kEnd; token = lexer.Next()) {
    record.data.end = token.span.end + QuoteSize(token);
    is_whole = CheckString(file, token, record.data.begin, after_quoted) && is_whole;
    after_quoted = token.kind == ZoneTokenKind::kQuoted;
  }
  if (token.kind == ZoneTokenKind::kBroken) return;
  NoteServed(file, record.data);
  if (is_whole) AddRecord(file, head, record);
}

// The data of a type that no client looks up, such as SPF.
void ZoneReader::PassOver(ZoneLexer& lexer, FileState& file, const EntryHead& head) {
  NoteOwner(file);
  bool has_config = false;
  for (ZoneToken token = lexer.Next(); token.kind < ZoneTokenKind::kEnd; token = lexer.Next()) {
    has_config = has_config || absl::StartsWith(Text(file, token.span), kTxtAttribute);
  }
  if (has_config) Fault(file, ZoneFaultKind::kOtherType, head.type_span);
}

// Adds to the fault of a lost quote what servers make of the record.
void ZoneReader::NoteServed(const FileState& file, Span data) {
  if (records_.faults.empty()) return;
  ZoneFault& last = records_.faults.back();
  const bool is_of_record = last.kind == ZoneFaultKind::kQuoteInWord &&
                            last.source == file.source && data.Contains(last.span);
  if (is_of_record) last.detail = DecodeTxt(records_.sources[file.source].text, data).octets;
}

// That the zone has the name.
void ZoneReader::NoteOwner(FileState& file) {
  if (file.owner_id) return;
  file.owner_id = records_.names.Intern(file.owner);
  records_.other_owners.push_back(*file.owner_id);
}

// Keeps a record if a client of gRPC may meet it.
void ZoneReader::AddRecord(FileState& file, const EntryHead& head, DnsRecord record) {
  if (record.type == RecordType::kTxt) {
    const absl::string_view text = records_.sources[file.source].text;
    if (!MayBeAskedFor(file.owner, options_.kept) &&
        !MayHoldConfig(DecodeTxt(text, record.data).octets)) {
      return NoteOwner(file);
    }
  }
  if (!file.owner_id) file.owner_id = records_.names.Intern(file.owner);
  record.owner = *file.owner_id;
  record.source = file.source;
  record.owner_span = file.owner_span;
  record.ttl = head.ttl ? head.ttl : default_ttl_ ? default_ttl_ : last_ttl_;
  record.ttl_span = head.ttl_span;
  records_.records.push_back(record);
}

// The name that a CNAME, a DNAME or an NS record has.
void ZoneReader::ReadTarget(ZoneLexer& lexer, FileState& file, const EntryHead& head) {
  const ZoneToken token = lexer.Next();
  if (token.kind == ZoneTokenKind::kBroken) return;
  if (token.kind == ZoneTokenKind::kEnd) {
    return Fault(file, ZoneFaultKind::kNoData, head.type_span);
  }
  std::string target;
  if (!NameAt(file, token.span, target)) return lexer.Recover();
  const ZoneToken more = lexer.Next();
  if (more.kind == ZoneTokenKind::kBroken) return;
  if (more.kind != ZoneTokenKind::kEnd) {
    Fault(file, ZoneFaultKind::kTooMuchData, more.span);
    return lexer.Recover();
  }
  DnsRecord record = {.type = static_cast<RecordType>(head.type), .data = token.span};
  record.target = records_.names.Intern(target);
  AddRecord(file, head, record);
}

// Of an SOA its owner counts, which is the apex of the zone, and its last field (RFC 2308 4).
void ZoneReader::ReadSoa(ZoneLexer& lexer, FileState& file, const EntryHead& head) {
  constexpr size_t kFields = 7;
  std::array<ZoneToken, kFields + 1> fields;
  size_t count = 0;
  ZoneToken token = lexer.Next();
  for (; token.kind < ZoneTokenKind::kEnd; token = lexer.Next()) {
    fields[std::min(count++, kFields)] = token;
  }
  if (token.kind == ZoneTokenKind::kBroken) return;
  if (count < kFields) return Fault(file, ZoneFaultKind::kNoData, head.type_span);
  if (count > kFields) return Fault(file, ZoneFaultKind::kTooMuchData, fields[kFields].span);
  const std::optional<uint64_t> minimum = ParseTtl(Text(file, fields[kFields - 1].span));
  if (!last_ttl_ && minimum) last_ttl_ = static_cast<uint32_t>(std::min(*minimum, kMostTtl));
  const Span serial = fields[2].span;
  uint32_t number = 0;
  if (!records_.serial && absl::SimpleAtoi(Text(file, serial), &number)) {
    records_.serial = number;
    records_.serial_place = {file.source, serial};
  }
  AddRecord(file, head, {.type = RecordType::kSoa, .data = fields[0].span});
  if (!records_.apex) records_.apex = records_.records.back().owner;
}

}  // namespace grpcfg
