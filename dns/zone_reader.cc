#include "dns/zone_reader.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "dns/domain_name.h"
#include "dns/owner_records.h"
#include "dns/zone_fields.h"
#include "dns/zone_reading.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

void ZoneReader::Fault(const FileState& file, ZoneFaultKind kind, Span span, std::string detail) {
  if (records_.faults.size() >= kMostZoneFaults) return;
  records_.faults.push_back({kind, file.source, span, std::move(detail)});
}

DnsRecords ZoneReader::Read(absl::string_view text) && {
  records_.sources.push_back({options_.path, text});
  FileState file;
  file.origin = options_.origin;
  KeepOrigin(file.origin);
  ReadText(file);
  // By place: a file that includes another one continues after it.
  std::stable_sort(records_.faults.begin(), records_.faults.end(),
                   [](const ZoneFault& a, const ZoneFault& b) {
                     return std::tie(a.source, a.span.begin) < std::tie(b.source, b.span.begin);
                   });
  // Where the origin is known all names are whole.
  if (!records_.origin) FindRelativeTargets(records_);
  return std::move(records_);
}

void ZoneReader::KeepOrigin(absl::string_view origin) {
  const bool is_absolute = absl::EndsWith(origin, ".");
  if (is_absolute && !records_.origin) records_.origin = records_.names.Intern(origin);
}

void ZoneReader::ReadText(FileState& file) {
  const absl::string_view text = records_.sources[file.source].text;
  const auto on_fault = [&](ZoneFaultKind kind, Span span) { Fault(file, kind, span); };
  ZoneLexer lexer(text, on_fault);
  if (absl::StartsWith(text, kByteOrderMark)) {
    const Span mark = {0, static_cast<uint32_t>(kByteOrderMark.size())};
    Fault(file, ZoneFaultKind::kByteOrderMark, mark);
    lexer.PassOver(mark.end);
  }
  while (lexer.FindEntry()) ReadEntry(lexer, file);
}

// Into `name`, which is emptied before.
bool ZoneReader::NameAt(const FileState& file, Span span, std::string& name) {
  name.clear();
  const NameFault fault = AppendName(Text(file, span), file.origin, name);
  switch (fault) {
    case NameFault::kNone:
      return true;
    case NameFault::kEmptyLabel:
      Fault(file, ZoneFaultKind::kEmptyLabel, span);
      return false;
    case NameFault::kLabelTooLong:
      Fault(file, ZoneFaultKind::kLabelTooLong, span);
      return false;
    case NameFault::kNameTooLong:
      Fault(file, ZoneFaultKind::kNameTooLong, span);
      return false;
    case NameFault::kEscape:
      Fault(file, ZoneFaultKind::kBadEscape, span);
      return false;
  }
  return false;
}

bool ZoneReader::ReadOwner(const ZoneToken& token, FileState& file) {
  file.owner_id.reset();
  file.owner_span = token.span;
  const bool is_name = token.kind == ZoneTokenKind::kWord && !token.span.empty();
  file.has_owner = is_name && NameAt(file, token.span, file.owner);
  if (!is_name) Fault(file, ZoneFaultKind::kEmptyLabel, token.span);
  return file.has_owner;
}

void ZoneReader::ReadEntry(ZoneLexer& lexer, FileState& file) {
  ZoneToken token = lexer.Next();
  if (token.kind >= ZoneTokenKind::kEnd) return;
  file.owner_span = {};
  if (!lexer.BeginsWithBlank()) {
    if (absl::StartsWith(Text(file, token.span), "$")) return ReadDirective(lexer, file, token);
    if (!ReadOwner(token, file)) return lexer.Recover();
    const Span owner = token.span;
    token = lexer.Next();
    if (token.kind == ZoneTokenKind::kEnd) return Fault(file, ZoneFaultKind::kNoRecord, owner);
    if (token.kind == ZoneTokenKind::kBroken) return;
  } else if (!file.has_owner) {
    Fault(file, ZoneFaultKind::kNoOwner, token.span);
    return lexer.Recover();
  }
  EntryHead head;
  if (ReadHead(lexer, file, token, head)) ReadData(lexer, file, head);
}

bool ZoneReader::ReadTtl(const FileState& file, const ZoneToken& token, EntryHead& head) {
  const std::optional<uint64_t> ttl = ParseTtl(Text(file, token.span));
  if (!ttl || head.ttl) return false;
  if (*ttl > kMostTtl) Fault(file, ZoneFaultKind::kTtlTooLarge, token.span);
  head.ttl = *ttl > kMostTtl ? 0 : static_cast<uint32_t>(*ttl);  // RFC 2181 8
  head.ttl_span = token.span;
  last_ttl_ = head.ttl;
  return true;
}

// False, with a fault reported, if the entry ends before its type.
bool ZoneReader::HasWord(const FileState& file, const ZoneToken& token) {
  if (token.kind == ZoneTokenKind::kEnd) {
    Fault(file, ZoneFaultKind::kNoRecord, file.owner_span);
  }
  return token.kind < ZoneTokenKind::kEnd;
}

// `[TTL] [class] type` or `[class] [TTL] type`. False after a fault.
bool ZoneReader::ReadHead(ZoneLexer& lexer, const FileState& file, ZoneToken token,
                          EntryHead& head) {
  bool has_class = false;
  for (int fields = 0; fields < 3; ++fields, token = lexer.Next()) {
    if (!HasWord(file, token)) return false;
    const absl::string_view word = Text(file, token.span);
    if (ReadTtl(file, token, head)) continue;
    const std::optional<uint16_t> number = FindRecordClass(word);
    if (number && !has_class) {
      has_class = true;
      if (*number == kInternetClass) continue;
      Fault(file, ZoneFaultKind::kOtherClass, token.span);
      lexer.Recover();
      return false;
    }
    const std::optional<uint16_t> type = FindRecordType(word);
    if (type && token.kind == ZoneTokenKind::kWord) {
      head.type = *type;
      head.type_span = token.span;
      return true;
    }
    break;
  }
  Fault(file, ZoneFaultKind::kUnknownType, token.span);
  lexer.Recover();
  return false;
}

void ZoneReader::ReadData(ZoneLexer& lexer, FileState& file, const EntryHead& head) {
  switch (head.type) {
    case static_cast<uint16_t>(RecordType::kTxt):
      return ReadTxt(lexer, file, head);
    case static_cast<uint16_t>(RecordType::kCname):
    case static_cast<uint16_t>(RecordType::kDname):
    case static_cast<uint16_t>(RecordType::kNs):
      return ReadTarget(lexer, file, head);
    case static_cast<uint16_t>(RecordType::kSoa):
      return ReadSoa(lexer, file, head);
    default:
      return PassOver(lexer, file, head);
  }
}

DnsRecords ReadZone(absl::string_view text, const ZoneOptions& options) {
  DnsRecords zone = ZoneReader(options).Read(text);
  // Of few zones: where aliases lead is known at the end only.
  ZoneOptions again = options;
  again.kept = NamesBehindAliases(zone);
  return again.kept.empty() ? std::move(zone) : ZoneReader(again).Read(text);
}

}  // namespace grpcfg
