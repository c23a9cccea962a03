#include "schema/json/json_lexer.h"

#include <algorithm>
#include <array>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "schema/json/number.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kBlanks = " \t\r\n";

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

// The character that a one-letter escape stands for; 0 if it is not an escape of JSON.
char EscapedCharacter(char letter) {
  constexpr absl::string_view kLetters = "\"\\/bfnrt";
  constexpr absl::string_view kCharacters = "\"\\/\b\f\n\r\t";
  const size_t found = kLetters.find(letter);
  return found == absl::string_view::npos ? '\0' : kCharacters[found];
}

// Part of a string whatever its quotes are: most characters, so they are recognised first.
bool IsPlainAscii(unsigned char c) {
  return c >= 0x20 && c < 0x80 && c != '"' && c != '\'' && c != '`' && c != '\\';
}

bool IsHighSurrogate(int unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool IsLowSurrogate(int unit) { return unit >= 0xDC00 && unit < 0xE000; }

// What stands for a half of a pair that has no other half; Go and Java read it so too.
constexpr uint32_t kReplacementCharacter = 0xFFFD;

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
    } else if (!SkipNul() && !SkipOtherBlank() && !SkipComment()) {
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

// The length of a blank that editors and web pages leave in a text and that is not white space in
// JSON; 0 if there is none at `at`.
size_t JsonLexer::OtherBlankLength(uint32_t at) const {
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
bool JsonLexer::SkipOtherBlank() {
  const uint32_t begin = at_;
  for (uint32_t at = at_; at < size();) {
    const size_t length = OtherBlankLength(at);
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
  if (c >= 0x80) return OtherBlankLength(at) == 0;
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

// ---- The inside of a string: quotes, escapes, control characters, UTF-8, and the end that may not
// be there

JsonLexer::Quote JsonLexer::QuoteAt(uint32_t at) const {
  switch (text_[at]) {
    case '"':
      return Quote::kDouble;
    case '\'':
      return Quote::kSingle;
    case '`':
      return Quote::kBacktick;
    case '\xE2':
      break;
    default:
      return Quote::kNone;
  }
  const absl::string_view sequence = text_.substr(at, 3);
  if (sequence.size() < 3 || sequence[1] != '\x80') return Quote::kNone;
  const auto last = static_cast<unsigned char>(sequence[2]);
  if (last >= 0x98 && last < 0x9C) return Quote::kCurlySingle;  // U+2018-201B
  return last >= 0x9C && last < 0xA0 ? Quote::kCurlyDouble : Quote::kNone;
}

// Word processors curl one quote of a pair and leave the other.
bool JsonLexer::ClosesAt(Quote quote, uint32_t at) const {
  const Quote found = QuoteAt(at);
  return found == quote || (quote == Quote::kCurlyDouble && found == Quote::kDouble) ||
         (quote == Quote::kCurlySingle && found == Quote::kSingle);
}

bool JsonLexer::StartsLineBreak(uint32_t at) const {
  return text_[at] == '\n' || (text_[at] == '\r' && PeekFrom(at + 1) == '\n');
}

// Past the closing quote of the string that starts here, or where its line ends without one.
uint32_t JsonLexer::StringEndOnLine() const {
  const Quote quote = QuoteAt(at_);
  for (uint32_t at = at_ + QuoteLengthAt(at_); at < size(); at += text_[at] == '\\' ? 2 : 1) {
    if (text_[at] == '\n') return at;
    if (ClosesAt(quote, at)) return at + QuoteLengthAt(at);
  }
  return size();
}

// A string that does not end on its line is taken for a stray quote.
void JsonLexer::SkipToken() {
  if (StartsString()) {
    const uint32_t begin = at_;
    Advance(QuoteLengthAt(begin));
    const std::string stops = {text_[begin], '\n'};
    const size_t end = text_.find_first_of(stops, at_);
    if (end != absl::string_view::npos && QuoteAt(static_cast<uint32_t>(end)) == QuoteAt(begin)) {
      at_ = static_cast<uint32_t>(end);
      Advance(QuoteLengthAt(at_));
    }
  } else if (StartsWord()) {
    at_ = WordEnd();
  } else {
    Advance();
  }
}

NodeId JsonLexer::ReadString(JsonKind kind) {
  const uint32_t begin = at_;
  if (kind == JsonKind::kKey) {
    const uint32_t end = ForgottenKeyEnd();
    if (end != begin) return ReadForgottenKey(end);
  }
  StringScan scan = {.quote = QuoteAt(begin), .decoded = {}};
  Advance(QuoteLengthAt(begin));
  scan.begin = at_;
  const bool closed = ScanString(scan);
  if (!closed) {
    EndUnclosedString(scan);
    ReportUnclosedString(begin);
    if (kind == JsonKind::kString) {
      kind = JsonKind::kInvalid;
      scan.escaped = false;  // its value is not used, and a hostile text has millions
    }
  } else if (scan.quote != Quote::kDouble) {
    Report(IssueKind::kJsonSingleQuotes, begin, at_);
  }
  const NodeId id = builder_.AddToken(kind, begin, at_);
  if (scan.escaped) builder_.SetDecoded(id, scan.decoded);
  if (scan.deviant) builder_.MarkDeviant(id);
  return id;
}

// True if the string has its closing quote; the lexer is then after it.
bool JsonLexer::ScanString(StringScan& scan) {
  // JsonTree finds the content only between plain quotes.
  scan.escaped = scan.quote != Quote::kDouble && scan.quote != Quote::kSingle;
  for (ScanPlain(scan); !AtEnd(); ScanPlain(scan)) {
    if (ClosesAt(scan.quote, at_)) {
      Advance(QuoteLengthAt(at_));
      return true;
    }
    if (Peek() == '\\') {
      ScanEscape(scan);
    } else if (static_cast<unsigned char>(Peek()) >= 0x20) {
      ScanInvalidUtf8(scan);
    } else if (!EndsAtLineBreak(scan)) {
      ScanControlCharacters(scan);
    } else {
      return false;
    }
  }
  return false;
}

// The lexer is at a line break, and it ends the string.
bool JsonLexer::EndsAtLineBreak(StringScan& scan) {
  if (!StartsLineBreak(at_) || at_ < scan.next_quote) return false;
  scan.next_quote = QuoteAfterLineBreak(scan.quote, at_);
  return scan.next_quote == absl::string_view::npos;
}

// A line break inside a string is either a raw character or the place where a quote was forgotten.
// It is the latter if what follows the next quote cannot follow a string: the result is then npos,
// else the next quote.
size_t JsonLexer::QuoteAfterLineBreak(Quote quote, uint32_t at) {
  if (quote != Quote::kDouble && quote != Quote::kSingle) return absl::string_view::npos;
  NextQuote& next = quote == Quote::kDouble ? next_double_ : next_single_;
  if (at < next.from || at > next.at)
    next = FindNextQuote(quote == Quote::kDouble ? '"' : '\'', at);
  return next.closes ? next.at : absl::string_view::npos;
}

JsonLexer::NextQuote JsonLexer::FindNextQuote(char quote, uint32_t from) const {
  size_t at = from;
  while (at < text_.size() && text_[at] != quote) at += text_[at] == '\\' ? 2 : 1;
  if (at >= text_.size()) return {from, at, false};
  const size_t after = text_.find_first_not_of(kBlanks, at + 1);
  return {from, at, after == absl::string_view::npos || absl::StrContains(",}]:", text_[after])};
}

// Where the key that starts here ends if its closing quote was forgotten, which is before the colon
// that got into it: `"a: 1` at a line's end, `"a: "b"`. The key's begin if nothing was forgotten.
uint32_t JsonLexer::ForgottenKeyEnd() {
  const Quote quote = QuoteAt(at_);
  const uint32_t begin = at_ + QuoteLengthAt(at_);
  uint32_t at = begin;
  uint32_t colon = begin;
  for (; at < size() && !ClosesAt(quote, at) && !StartsLineBreak(at); ++at) {
    if (text_[at] == '\\') return at_;
    if (text_[at] == ':' && colon == begin) colon = at;
  }
  if (colon == begin) return at_;
  if (at == size()) return colon;
  if (StartsLineBreak(at)) {
    return QuoteAfterLineBreak(quote, at) == absl::string_view::npos ? colon : at_;
  }
  return OpensString({colon + 1, at}) ? colon : at_;
}

// The quote after `value_start` opens a value and does not close a key.
bool JsonLexer::OpensString(Span value_start) const {
  const uint32_t after = value_start.end + QuoteLengthAt(value_start.end);
  return after < size() && IsWordByteAt(after) &&
         Slice(text_, value_start).find_first_not_of(" \t[{") == absl::string_view::npos;
}

NodeId JsonLexer::ReadForgottenKey(uint32_t end) {
  const uint32_t begin = at_;
  const uint32_t content = begin + QuoteLengthAt(begin);
  while (end > content && text_[end - 1] == ' ') --end;
  at_ = end;
  ReportUnclosedString(begin);
  const NodeId id = builder_.AddToken(JsonKind::kKey, begin, end);
  builder_.SetDecoded(id, Slice(text_, {content, end}));
  builder_.MarkDeviant(id);
  return id;
}

// What closes the string's surroundings at the line's end was not meant to be in it.
void JsonLexer::EndUnclosedString(StringScan& scan) {
  if (!scan.escaped) scan.decoded = std::string(Slice(text_, {scan.begin, at_}));
  scan.escaped = scan.deviant = true;
  while (at_ > scan.begin && absl::StrContains(",]} ", text_[at_ - 1]) &&
         (at_ == scan.begin + 1 || text_[at_ - 2] != '\\')) {
    --at_;
    scan.decoded.pop_back();
  }
}

void JsonLexer::ReportUnclosedString(uint32_t quote_at) {
  if (text_.find_first_not_of(kBlanks, at_) == absl::string_view::npos) saw_unclosed_ = true;
  Report(IssueKind::kJsonUnclosed, at_, at_, {quote_at, quote_at + QuoteLengthAt(quote_at)});
}

// Characters that stand for themselves.
void JsonLexer::ScanPlain(StringScan& scan) {
  const uint32_t begin = at_;
  while (!AtEnd()) {
    const auto c = static_cast<unsigned char>(Peek());
    if (IsPlainAscii(c)) {
      Advance();
      continue;
    }
    if (c < 0x20 || c == '\\' || ClosesAt(scan.quote, at_)) break;
    const size_t length = Utf8SequenceLength(text_, at_);
    if (length == 0) break;
    Advance(static_cast<uint32_t>(length));
  }
  if (scan.escaped) scan.decoded.append(text_.data() + begin, at_ - begin);
}

void JsonLexer::ScanInvalidUtf8(StringScan& scan) {
  const uint32_t begin = at_;
  while (!AtEnd() && Utf8SequenceLength(text_, at_) == 0) Advance();
  Report(IssueKind::kJsonUtf8, begin, at_);
  scan.deviant = true;
  if (scan.escaped) scan.decoded.append(text_.data() + begin, at_ - begin);
}

// A run of them has one cause. A line break may be the end of the string, so it may end the run.
void JsonLexer::ScanControlCharacters(StringScan& scan) {
  const uint32_t begin = at_;
  const bool nul = Peek() == '\0';
  while (!AtEnd() && static_cast<unsigned char>(Peek()) < 0x20 && (Peek() == '\0') == nul &&
         (at_ < scan.next_quote || !StartsLineBreak(at_))) {
    Advance();
  }
  Report(nul ? IssueKind::kJsonNul : IssueKind::kJsonControlCharacter, begin, at_);
  scan.deviant = true;
  if (scan.escaped) scan.decoded.append(text_.data() + begin, at_ - begin);
}

void JsonLexer::ScanEscape(StringScan& scan) {
  if (!scan.escaped) scan.decoded = std::string(Slice(text_, {scan.begin, at_}));
  scan.escaped = true;
  const uint32_t begin = at_;
  Advance();
  if (AtEnd()) return;
  const char letter = Peek();
  if (letter == 'u') return ScanUnicodeEscape(scan);
  const auto length = static_cast<uint32_t>(CodePointLength(text_, at_));
  Advance(length);
  const char character = EscapedCharacter(letter);
  if (character != '\0') {
    scan.decoded.push_back(character);
    return;
  }
  scan.decoded.append(text_.data() + begin + 1, length);
  if (letter == '\'' && scan.quote == Quote::kSingle) return;  // the quotes are to blame
  Report(IssueKind::kJsonEscape, begin, at_);
  scan.deviant = true;
}

void JsonLexer::ScanUnicodeEscape(StringScan& scan) {
  const uint32_t begin = at_ - 1;
  const int unit = HexUnit(text_.substr(at_ + 1));
  if (unit < 0) {
    Advance();
    while (!AtEnd() && at_ < begin + 6 &&
           absl::ascii_isxdigit(static_cast<unsigned char>(Peek()))) {
      Advance();
    }
    Report(IssueKind::kJsonEscape, begin, at_);
    scan.deviant = true;
    return;
  }
  Advance(5);
  auto code_point = static_cast<uint32_t>(unit);
  const int low = text_.substr(at_, 2) == "\\u" ? HexUnit(text_.substr(at_ + 2)) : -1;
  if (IsHighSurrogate(unit) && IsLowSurrogate(low)) {
    code_point = 0x10000 + ((code_point - 0xD800) << 10) + (static_cast<uint32_t>(low) - 0xDC00);
    Advance(6);
  } else if (IsHighSurrogate(unit) || IsLowSurrogate(unit)) {
    Report(IssueKind::kJsonLoneSurrogate, begin, at_);
    scan.deviant = true;
    code_point = kReplacementCharacter;
  }
  AppendUtf8(code_point, scan.decoded);
}

}  // namespace grpcfg
