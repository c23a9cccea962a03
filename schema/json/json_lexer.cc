#include "schema/json/json_lexer.h"

#include <algorithm>
#include <array>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "schema/json/number.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

bool IsJsonBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Whether `word` starts like a number, so it is called a bad number and not a bare word.
bool LooksLikeNumber(absl::string_view word) {
  if (word == "-") return true;
  size_t at = word[0] == '-' || word[0] == '+' ? 1 : 0;
  if (at < word.size() && word[at] == '.') ++at;
  return at < word.size() && absl::ascii_isdigit(static_cast<unsigned char>(word[at]));
}

struct Literal {
  absl::string_view word;
  JsonKind kind;
};
constexpr std::array<Literal, 3> kLiterals = {{
    {"null", JsonKind::kNull},
    {"true", JsonKind::kTrue},
    {"false", JsonKind::kFalse},
}};

// The literal that `word` spells in whatever letter case; null if none.
const Literal* FindLiteral(absl::string_view word) {
  for (const Literal& literal : kLiterals) {
    if (absl::EqualsIgnoreCase(literal.word, word)) return &literal;
  }
  return nullptr;
}

// Every other byte of a text in ASCII is NUL if it is UTF-16.
bool LooksLikeUtf16(absl::string_view text) {
  if (absl::StartsWith(text, "\xFF\xFE") || absl::StartsWith(text, "\xFE\xFF")) return true;
  if (text.size() < 4) return false;
  const bool nul = text[0] == '\0';
  return nul != (text[1] == '\0') && nul == (text[2] == '\0') && nul != (text[3] == '\0');
}

}  // namespace

bool JsonLexer::SkipByteOrderMark() {
  const absl::string_view text = text_.substr(at_);
  if (LooksLikeUtf16(text)) {
    Report(IssueKind::kJsonUtf8, at_, at_ + 2);
    return false;
  }
  if (!absl::StartsWith(text, "\xEF\xBB\xBF")) return true;
  Report(IssueKind::kJsonByteOrderMark, at_, at_ + 3);
  at_ += 3;
  return true;
}

void JsonLexer::SkipBlank() {
  while (!AtEnd()) {
    if (IsJsonBlank(Peek())) {
      Advance();
    } else if (!SkipNul() && !SkipOddBlank() && !SkipComment()) {
      return;
    }
  }
}

bool JsonLexer::SkipNul() {
  if (Peek() != '\0') return false;
  if (!saw_nul_) Report(IssueKind::kJsonNul, at_, at_ + 1);
  saw_nul_ = true;
  while (!AtEnd() && Peek() == '\0') Advance();
  return true;
}

// The length of a blank that editors and web pages leave in a text and that is no white space in
// JSON; 0 if there is none at `at`.
size_t JsonLexer::OddBlankLength(uint32_t at) const {
  const char c = text_[at];
  if (c == '\v' || c == '\f') return 1;
  if (static_cast<unsigned char>(c) < 0x80) return 0;
  const absl::string_view rest = text_.substr(at, 3);
  // U+0085 and U+00A0
  if (absl::StartsWith(rest, "\xC2\x85") || absl::StartsWith(rest, "\xC2\xA0")) return 2;
  if (rest == "\xE2\x81\x9F" || rest == "\xE2\x81\xA0" || rest == "\xE3\x80\x80" ||
      rest == "\xEF\xBB\xBF") {
    return 3;
  }
  if (rest.size() < 3 || !absl::StartsWith(rest, "\xE2\x80")) return 0;
  const auto last = static_cast<unsigned char>(rest[2]);
  return last < 0x90 || (last >= 0xA8 && last < 0xB0) ? 3 : 0;  // U+2000-200F, U+2028-202F
}

// Such blanks and the white space between them on one line have one cause.
bool JsonLexer::SkipOddBlank() {
  const uint32_t begin = at_;
  for (uint32_t at = at_; at < size();) {
    const size_t length = OddBlankLength(at);
    at += length == 0 ? 1 : static_cast<uint32_t>(length);
    if (length > 0) {
      at_ = at;
    } else if (at_ == begin || (text_[at - 1] != ' ' && text_[at - 1] != '\t')) {
      break;
    }
  }
  if (at_ == begin) return false;
  Report(IssueKind::kJsonUnexpected, begin, at_);
  return true;
}

void JsonLexer::SkipToLineEnd() {
  at_ = static_cast<uint32_t>(std::min(text_.find('\n', at_), text_.size()));
  if (text_[at_ - 1] == '\r') --at_;
}

bool JsonLexer::SkipComment() {
  const uint32_t begin = at_;
  const absl::string_view rest = text_.substr(at_);
  if (rest[0] == '#' || absl::StartsWith(rest, "//")) {
    SkipToLineEnd();
  } else if (absl::StartsWith(rest, "/*")) {
    const size_t end = text_.find("*/", at_ + 2);
    if (end == absl::string_view::npos) {
      at_ = size();
      saw_unclosed_ = true;
      Report(IssueKind::kJsonUnclosed, size(), size(), {begin, begin + 2});
      return true;
    }
    at_ = static_cast<uint32_t>(end) + 2;
  } else {
    return false;
  }
  Report(IssueKind::kJsonComment, begin, at_);
  return true;
}

void JsonLexer::SkipUnexpected() {
  const uint32_t begin = at_;
  const auto starts_nothing = [&](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == text_[begin] || c == '=' || c == ';' || byte == 0x7F ||
           (byte < 0x20 && byte != 0 && !IsJsonBlank(c));
  };
  while (!AtEnd() && starts_nothing(Peek())) Advance();
  Report(IssueKind::kJsonUnexpected, begin, at_);
}

bool JsonLexer::IsWordByteAt(uint32_t at) const {
  const auto c = static_cast<unsigned char>(text_[at]);
  if (absl::ascii_isalnum(c)) return true;
  if (c >= 0x80) return OddBlankLength(at) == 0;
  if (c == '/') {
    const char next = PeekFrom(at + 1);
    return next != '/' && next != '*';
  }
  return c > ' ' && c < 0x7F && !absl::StrContains("\"'`{}[],:;=#", text_[at]);
}

bool JsonLexer::StartsWord() const { return IsWordByteAt(at_); }

uint32_t JsonLexer::WordEnd() const {
  uint32_t end = at_;
  while (end < text_.size() && IsWordByteAt(end)) ++end;
  return end;
}

Span JsonLexer::ReadWordSpan(bool& deviant) {
  const Span span = {at_, WordEnd()};
  at_ = span.end;
  const absl::string_view word = Slice(text_, span);
  const size_t invalid = FindInvalidUtf8(word, 0);
  if (invalid == absl::string_view::npos) return span;
  size_t valid = invalid;
  while (valid < word.size() && Utf8SequenceLength(word, valid) == 0) ++valid;
  Report(IssueKind::kJsonUtf8, span.begin + static_cast<uint32_t>(invalid),
         span.begin + static_cast<uint32_t>(valid));
  deviant = true;
  return span;
}

NodeId JsonLexer::ReadWord() {
  bool deviant = false;
  const Span span = ReadWordSpan(deviant);
  const absl::string_view word = Slice(text_, span);
  JsonKind kind = JsonKind::kInvalid;
  if (LooksLikeNumber(word)) {
    kind = JsonKind::kNumber;
    if (!deviant && !IsJsonNumber(word)) {
      deviant = true;
      Report(IssueKind::kJsonNumber, span.begin, span.end);
    }
  } else if (!deviant) {
    const Literal* const literal = FindLiteral(word);
    if (literal != nullptr) kind = literal->kind;
    deviant = literal == nullptr || literal->word != word;
    if (deviant) Report(IssueKind::kJsonBareWord, span.begin, span.end);
  }
  const NodeId id = builder_.AddToken(kind, span.begin, span.end);
  if (deviant) builder_.MarkDeviant(id);
  return id;
}

NodeId JsonLexer::ReadBareKey() {
  bool deviant = false;
  const Span span = ReadWordSpan(deviant);
  if (!deviant) Report(IssueKind::kJsonUnquotedKey, span.begin, span.end);
  const NodeId id = builder_.AddToken(JsonKind::kKey, span.begin, span.end);
  builder_.SetDecoded(id, Slice(text_, span));
  if (deviant) builder_.MarkDeviant(id);
  return id;
}

// Past the white space at `at`.
uint32_t JsonLexer::BlankEnd(uint32_t at) const {
  while (at < size() && IsJsonBlank(text_[at])) ++at;
  return at;
}

bool JsonLexer::TokenIsKey() {
  const bool string = StartsString();
  if (string && at_ < no_key_before_) return false;
  const uint32_t token_end = string ? StringEndOnLine() : WordEnd();
  if (token_end == at_) return false;
  const uint32_t end = BlankEnd(token_end);
  const bool is_key = PeekFrom(end) == ':';
  if (string && !is_key) no_key_before_ = end;
  return is_key;
}

}  // namespace grpcfg
