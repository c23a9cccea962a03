#include "dns/zone_lexer.h"

#include <algorithm>
#include <array>

#include "absl/strings/match.h"
#include "dns/zone_fields.h"

namespace grpcfg {
namespace {

// RDATA has at most 65,535 octets, each written in four bytes at the most: whatever is longer than
// this in parentheses was never closed.
constexpr size_t kMostInParentheses = size_t{1} << 20;

// Each costs a look at as many bytes.
constexpr uint32_t kMostUnclosed = 20;

// What a byte may be to a token.
enum : uint8_t { kPlain = 0, kEndsWord = 1, kQuote = 2, kEscape = 4, kLineEnd = 8, kRaw = 16 };

constexpr std::array<uint8_t, 256> MakeClasses() {
  std::array<uint8_t, 256> classes = {};
  for (size_t byte = 0; byte < classes.size(); ++byte) {
    const bool is_control = byte < 0x20 || byte == 0x7F;
    classes[byte] = (is_control && byte != '\t') || byte >= 0x80 ? kRaw : kPlain;
  }
  for (const char byte : {' ', '\t', '(', ')', ';'}) {
    classes[static_cast<unsigned char>(byte)] |= kEndsWord;
  }
  classes['"'] = kQuote;
  classes['\\'] = kEscape;
  classes['\n'] = kLineEnd;
  return classes;
}

constexpr std::array<uint8_t, 256> kClasses = MakeClasses();

uint8_t ClassOf(char byte) { return kClasses[static_cast<unsigned char>(byte)]; }

Span At(size_t offset, size_t bytes = 1) {
  return {static_cast<uint32_t>(offset), static_cast<uint32_t>(offset + bytes)};
}

}  // namespace

size_t ZoneLexer::EndOfLine(size_t from) const {
  return std::min(text_.find('\n', from), text_.size());
}

void ZoneLexer::ReportOnce(bool& was_reported, ZoneFaultKind kind, Span span) {
  if (!was_reported) on_fault_(kind, span);
  was_reported = true;
}

bool ZoneLexer::FindEntry() {
  if (!is_over_) SkipEntry();
  while (at_ < text_.size()) {
    const uint32_t begin = at_;
    depth_ = 0;
    is_over_ = is_broken_ = false;
    has_blank_ = true;
    if (ClassOf(Byte(at_)) == kPlain) {
      begins_with_blank_ = false;
      return true;
    }
    if (!SkipBlanks()) continue;  // is_over_: a line without a token
    begins_with_blank_ = at_ > begin;
    return true;
  }
  return false;
}

void ZoneLexer::BeginAt(uint32_t offset) {
  at_ = opened_ = offset;
  depth_ = 1;
  is_over_ = is_broken_ = false;
  has_blank_ = true;
}

void ZoneLexer::OpenParenthesis() {
  if (depth_ > 0) ReportOnce(reported_nested_, ZoneFaultKind::kNestedParenthesis, At(at_));
  if (depth_++ == 0) opened_ = at_;
}

bool ZoneLexer::CloseParenthesis() {
  if (depth_ == 0) {
    Break(ZoneFaultKind::kStrayParenthesis, At(at_));
    return false;
  }
  --depth_;
  return true;
}

// Also where the last line ends in a CR alone.
bool ZoneLexer::IsAtLineEndCr() const { return Byte(at_) == '\r' && EndOfLine(at_) == at_ + 1; }

bool ZoneLexer::IsAtBlank() const {
  return absl::StrContains(" \t\n;()", Byte(at_)) || IsAtLineEndCr();
}

// False at the end of the entry.
bool ZoneLexer::PassLineEnd() {
  ++at_;
  if (depth_ == 0) return !(is_over_ = true);
  if (at_ - opened_ <= kMostInParentheses) return true;
  Break(ZoneFaultKind::kUnclosedParenthesis, At(opened_));
  return false;
}

bool ZoneLexer::PassBlank() {
  switch (Byte(at_)) {
    case '\n':
      return PassLineEnd();
    case ';':
      at_ = static_cast<uint32_t>(EndOfLine(at_));
      return true;
    case '\r':
      ReportOnce(reported_cr_, ZoneFaultKind::kCrLf, At(at_));
      break;
    case '(':
      OpenParenthesis();
      break;
    case ')':
      if (!CloseParenthesis()) return false;
      break;
    default:
      break;
  }
  ++at_;
  return true;
}

// Goes to the next token. False at the end of the entry, which is then passed.
bool ZoneLexer::SkipBlanks() {
  while (at_ < text_.size()) {
    if (!IsAtBlank()) return true;
    if (!PassBlank()) return false;
    has_blank_ = true;
  }
  if (depth_ > 0) {
    Break(ZoneFaultKind::kUnclosedParenthesis, At(opened_));
    return false;
  }
  return !(is_over_ = true);
}

ZoneToken ZoneLexer::Break(ZoneFaultKind kind, Span span) {
  on_fault_(kind, span);
  if (kind == ZoneFaultKind::kUnclosedParenthesis) {
    LeaveParenthesis();
  } else {
    Recover();
  }
  is_broken_ = true;
  return {ZoneTokenKind::kBroken};
}

// It has no end: what follows its first line may be whole.
void ZoneLexer::LeaveParenthesis() {
  at_ = static_cast<uint32_t>(std::min(EndOfLine(opened_) + 1, text_.size()));
  depth_ = 0;
  is_over_ = true;
  if (++unclosed_ < kMostUnclosed) return;
  on_fault_(ZoneFaultKind::kTooManyFaults, At(at_, 0));
  at_ = static_cast<uint32_t>(text_.size());
}

ZoneToken ZoneLexer::Next() {
  if (is_over_) return {};
  if (!SkipBlanks()) return {is_broken_ ? ZoneTokenKind::kBroken : ZoneTokenKind::kEnd};
  const bool is_glued = !has_blank_;
  has_blank_ = false;
  ZoneToken token = Byte(at_) == '"' ? ReadQuoted() : ReadWord();
  token.is_glued = is_glued;
  return token;
}

// At a backslash. Leaves at_ after the escape.
void ZoneLexer::ReadEscape(ZoneToken& token) {
  token.has_escape = true;
  if (at_ + 1 < text_.size() && Byte(at_ + 1) == '\n' && token.line_end.empty()) {
    token.line_end = At(at_, 2);
  }
  const ZoneOctet octet = OctetAt(text_, at_);
  if (octet.size == 0 && token.bad_escape.empty()) {
    token.bad_escape = At(at_, std::min<size_t>(2, text_.size() - at_));
  }
  at_ += octet.size == 0 ? 1 : static_cast<uint32_t>(octet.size);
  ++token.octets;
}

ZoneToken ZoneLexer::ReadQuoted() {
  ZoneToken token = {.kind = ZoneTokenKind::kQuoted};
  const uint32_t quote = at_++;
  token.span.begin = at_;
  while (at_ < text_.size()) {
    const uint8_t kind = ClassOf(Byte(at_));
    if ((kind & (kQuote | kEscape | kLineEnd | kRaw)) == 0) {
      ++at_;
      ++token.octets;
    } else if (kind == kQuote) {
      token.span.end = at_++;
      return token;
    } else if (kind == kEscape) {
      ReadEscape(token);
    } else if (kind == kLineEnd) {
      break;
    } else {
      if (token.raw_octet.empty() && Byte(at_) != '\r') token.raw_octet = At(at_);
      ++at_;
      ++token.octets;
    }
  }
  return Break(ZoneFaultKind::kUnclosedQuote, At(quote));
}

ZoneToken ZoneLexer::ReadWord() {
  ZoneToken token = {.kind = ZoneTokenKind::kWord};
  token.span.begin = at_;
  while (at_ < text_.size()) {
    const uint8_t kind = ClassOf(Byte(at_));
    if (kind == kPlain) {
      ++at_;
      ++token.octets;
    } else if (kind == kEscape) {
      ReadEscape(token);
    } else if (kind == kRaw && !IsAtLineEndCr()) {
      if (token.raw_octet.empty()) token.raw_octet = At(at_);
      ++at_;
      ++token.octets;
    } else {
      break;
    }
  }
  token.span.end = at_;
  return token;
}

void ZoneLexer::SkipEntry() {
  while (!is_over_) {
    const ZoneTokenKind kind = Next().kind;
    if (kind == ZoneTokenKind::kEnd || kind == ZoneTokenKind::kBroken) return;
  }
}

void ZoneLexer::Recover() {
  at_ = static_cast<uint32_t>(std::min(EndOfLine(at_) + 1, text_.size()));
  while (depth_ > 0 && at_ < text_.size() && at_ - opened_ < kMostInParentheses) {
    const char byte = Byte(at_);
    if (byte == '(') ++depth_;
    if (byte == ')') --depth_;
    at_ = byte == ';' ? static_cast<uint32_t>(EndOfLine(at_)) : at_ + 1;
  }
  if (depth_ > 0) return LeaveParenthesis();
  const bool is_line_begun = at_ > 0 && Byte(at_ - 1) != '\n';
  if (is_line_begun) at_ = static_cast<uint32_t>(std::min(EndOfLine(at_) + 1, text_.size()));
  is_over_ = true;
}

}  // namespace grpcfg
