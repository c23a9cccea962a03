#include "dns/live/wire_answer.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "dns/domain_name.h"
#include "dns/records.h"
#include "dns/zone_fields.h"

namespace grpcfg {
namespace {

constexpr uint16_t kOptType = 41;  // RFC 6891 6.1.1

// A name has at most 127 labels, and needs no pointer that leads to a pointer.
constexpr size_t kMostPointers = 127;

// Longer chains of CNAMEs are followed by no resolver.
constexpr size_t kMostAliases = 16;

struct CodeName {
  uint16_t code;
  absl::string_view name;
};

constexpr CodeName kCodeNames[] = {
    {0, "NOERROR"}, {1, "FORMERR"}, {2, "SERVFAIL"}, {3, "NXDOMAIN"}, {4, "NOTIMP"},
    {5, "REFUSED"}, {8, "NXRRSET"}, {9, "NOTAUTH"},  {10, "NOTZONE"}, {16, "BADVERS"}};

// A place in a message that never leaves it: a read beyond the end gives 0 and is recorded.
class WireReader {
 public:
  explicit WireReader(absl::string_view message) : message_(message) {}

  [[nodiscard]] size_t at() const { return at_; }
  [[nodiscard]] AnswerFault fault() const { return fault_; }
  void Break(AnswerFault fault) {
    if (fault_ == AnswerFault::kNone) fault_ = fault;
  }

  uint8_t Octet() {
    if (at_ >= message_.size()) {
      Break(AnswerFault::kPastEnd);
      return 0;
    }
    return static_cast<uint8_t>(message_[at_++]);
  }
  uint16_t Short() {
    const auto high = static_cast<uint16_t>(Octet() << 8);
    return static_cast<uint16_t>(high | Octet());
  }
  uint32_t Long() {
    const auto high = static_cast<uint32_t>(Short()) << 16;
    return high | Short();
  }

  absl::string_view Octets(size_t count) {
    if (count > message_.size() - at_) {
      Break(AnswerFault::kPastEnd);
      return {};
    }
    at_ += count;
    return message_.substr(at_ - count, count);
  }

  void GoTo(size_t at) { at_ = at; }

  // A name in its canonical form (RFC 1035 4.1.4). A pointer must lead to before the labels that
  // it ends, so that no two lead in a circle.
  std::string Name();

 private:
  struct NameState {
    size_t labels_begin;
    size_t octets = 0;
    size_t pointers = 0;
    std::optional<size_t> end = {};  // after the first pointer
  };
  // Goes to where the labels go on.
  void FollowPointer(uint8_t head, NameState& state);

  absl::string_view message_;
  size_t at_ = 0;
  AnswerFault fault_ = AnswerFault::kNone;
};

void WireReader::FollowPointer(uint8_t head, NameState& state) {
  const size_t target = (static_cast<size_t>(head & 0x3F) << 8) | Octet();
  const bool is_pointer = (head & 0xC0) == 0xC0;
  if (!is_pointer || target >= state.labels_begin || ++state.pointers > kMostPointers) {
    return Break(AnswerFault::kName);
  }
  if (!state.end) state.end = at_;
  at_ = state.labels_begin = target;
}

std::string WireReader::Name() {
  std::string name;
  NameState state = {.labels_begin = at_};
  while (fault_ == AnswerFault::kNone) {
    const uint8_t head = Octet();
    if (head == 0) break;
    if (head > kMostLabelOctets) {
      FollowPointer(head, state);
      continue;
    }
    state.octets += head + size_t{1};
    if (state.octets + 1 > kMostNameOctets) Break(AnswerFault::kNameTooLong);
    AppendLabel(Octets(head), name);
    name += '.';
  }
  if (state.end) at_ = *state.end;
  return name.empty() ? "." : name;
}

// A record, up to its data.
struct RecordHead {
  uint16_t type;
  size_t end;  // of its data
};

// The strings of TXT data (RFC 1035 3.3.14).
std::vector<std::string> ReadStrings(WireReader& reader, size_t end) {
  std::vector<std::string> strings;
  while (reader.at() < end && reader.fault() == AnswerFault::kNone) {
    const size_t size = reader.Octet();
    if (reader.at() + size > end) {
      reader.Break(AnswerFault::kStringPastData);
      return strings;
    }
    strings.emplace_back(reader.Octets(size));
  }
  if (strings.empty()) reader.Break(AnswerFault::kDataSize);  // at least one
  return strings;
}

void ReadData(WireReader& reader, const RecordHead& head, WireRecord& record) {
  const size_t size = head.end - reader.at();
  switch (head.type) {
    case static_cast<uint16_t>(RecordType::kTxt):
      record.strings = ReadStrings(reader, head.end);
      return;
    case static_cast<uint16_t>(RecordType::kCname):
    case static_cast<uint16_t>(RecordType::kNs):
      record.target = reader.Name();
      if (reader.at() != head.end) reader.Break(AnswerFault::kDataSize);
      return;
    case kAddressType:
    case kAddress6Type:
      if (size != (head.type == kAddressType ? 4U : 16U)) reader.Break(AnswerFault::kDataSize);
      record.address = std::string(reader.Octets(size));
      return;
    default:
      return;
  }
}

bool IsLookedAt(uint16_t type) {
  constexpr uint16_t kTypes[] = {kAddressType,
                                 static_cast<uint16_t>(RecordType::kNs),
                                 static_cast<uint16_t>(RecordType::kCname),
                                 static_cast<uint16_t>(RecordType::kSoa),
                                 static_cast<uint16_t>(RecordType::kTxt),
                                 kAddress6Type};
  return std::find(std::begin(kTypes), std::end(kTypes), type) != std::end(kTypes);
}

// One record; `records` null: it is looked at only if it is OPT, whose TTL holds the upper bits of
// the response code (RFC 6891 6.1.3).
void ReadRecord(WireReader& reader, WireAnswer& answer, std::vector<WireRecord>* records) {
  WireRecord record = {.owner = reader.Name(), .type = reader.Short()};
  const uint16_t record_class = reader.Short();
  record.ttl = reader.Long();
  const size_t size = reader.Short();
  const size_t begin = reader.at();
  reader.Octets(size);
  if (reader.fault() != AnswerFault::kNone) return;
  reader.GoTo(begin);
  if (record.type == kOptType) {
    answer.has_edns = true;
    answer.code = static_cast<uint16_t>(answer.code | (record.ttl >> 24 << 4));
  } else if (records != nullptr && record_class == kInternetClass && IsLookedAt(record.type)) {
    ReadData(reader, {record.type, begin + size}, record);
    if (reader.fault() == AnswerFault::kNone) records->push_back(std::move(record));
  }
  if (reader.fault() == AnswerFault::kNone) reader.GoTo(begin + size);
}

struct SectionCounts {
  size_t questions;
  size_t answers;
  size_t authorities;
  size_t additional;
};

SectionCounts ReadHead(WireReader& reader, WireAnswer& answer) {
  answer.id = reader.Short();
  const uint16_t flags = reader.Short();
  if ((flags & 0x8000) == 0) reader.Break(AnswerFault::kQuery);
  if ((flags & 0x7800) != 0) reader.Break(AnswerFault::kOtherOpcode);
  answer.is_authoritative = (flags & 0x0400) != 0;
  answer.is_truncated = (flags & 0x0200) != 0;
  answer.code = flags & 0x000F;
  SectionCounts counts = {};
  for (size_t* const count :
       {&counts.questions, &counts.answers, &counts.authorities, &counts.additional}) {
    *count = reader.Short();
  }
  return counts;
}

void ReadQuestion(WireReader& reader, size_t count, const WireQuestion& question) {
  const std::string name = count == 1 ? reader.Name() : "";
  const bool is_same =
      name == question.name && reader.Short() == question.type && reader.Short() == kInternetClass;
  if (!is_same) reader.Break(AnswerFault::kOtherQuestion);
}

}  // namespace

std::string ResponseCodeName(uint16_t code) {
  for (const CodeName& each : kCodeNames) {
    if (each.code == code) return std::string(each.name);
  }
  return absl::StrCat("RCODE", code);
}

WireAnswer ReadWireAnswer(absl::string_view message, const WireQuestion& question) {
  WireAnswer answer;
  if (message.size() < kMessageHeadOctets) {
    answer.fault = AnswerFault::kShort;
    return answer;
  }
  WireReader reader(message);
  const SectionCounts counts = ReadHead(reader, answer);
  ReadQuestion(reader, counts.questions, question);
  const std::pair<size_t, std::vector<WireRecord>*> sections[] = {
      {counts.answers, &answer.answers},
      {counts.authorities, &answer.authorities},
      {counts.additional, nullptr}};
  for (const auto& [count, records] : sections) {
    for (size_t i = 0; i < count && reader.fault() == AnswerFault::kNone; ++i) {
      ReadRecord(reader, answer, records);
    }
  }
  answer.fault = reader.fault();
  return answer;
}

std::vector<const WireRecord*> FollowAliases(const WireAnswer& answer, const WireQuestion& question,
                                             std::vector<const WireRecord*>& aliases) {
  std::vector<const WireRecord*> found;
  absl::string_view owner = question.name;
  while (aliases.size() <= kMostAliases) {
    const WireRecord* alias = nullptr;
    for (const WireRecord& record : answer.answers) {
      if (record.owner != owner) continue;
      if (record.type == question.type) found.push_back(&record);
      if (record.type == static_cast<uint16_t>(RecordType::kCname)) alias = &record;
    }
    const bool is_over = alias == nullptr || !found.empty() ||
                         std::find(aliases.begin(), aliases.end(), alias) != aliases.end();
    if (is_over) break;
    aliases.push_back(alias);
    owner = alias->target;
  }
  return found;
}

}  // namespace grpcfg
