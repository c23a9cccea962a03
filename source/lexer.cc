#include "source/lexer.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "schema/fields/full_name.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

constexpr size_t kNowhere = absl::string_view::npos;

constexpr size_t kLongestHole = 1024;
// Of searches for an end that is not there. No program needs more.
constexpr size_t kMostWasted = 4U << 20U;

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

bool BeginsWord(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return absl::ascii_isalpha(byte) || c == '_' || c == '$' || c == '@' || byte >= 0x80;
}

bool GoesOnWord(char c) {
  return IsIdentifierByte(c) || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool IsDigit(char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); }

// ---- Where strings and what is put into them end

// After the bracket that closes the one at `at`, strings between them whole; npos if there is none.
size_t AfterBracket(absl::string_view text, size_t at) {
  const char open = text[at];
  const char close = open == '{' ? '}' : open == '(' ? ')' : open == '[' ? ']' : '>';
  size_t depth = 0;
  for (size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    if (c == open) ++depth;
    if (c == close && --depth == 0) return i + 1;
    if (c == '"' || c == '\'' || c == '`') {
      const char ends[] = {c, '\n', '\0'};
      const size_t end = text.find_first_of(ends, i + 1);
      if (end != kNowhere && text[end] == c) i = end;
    }
  }
  return kNowhere;
}

char ByteAt(absl::string_view text, size_t at) { return at < text.size() ? text[at] : '\0'; }

// After a hole at `at` with its bracket at `bracket`; `at` itself: that does not close soon.
size_t AfterBracketOfHole(absl::string_view text, size_t at, size_t bracket) {
  const size_t end = AfterBracket(text.substr(0, at + kLongestHole), bracket);
  return end == kNowhere ? at : end;
}

// The same of `$name`, `${name}`, `$(command)` and, in PHP, `{$name}`.
size_t AfterDollar(absl::string_view text, size_t at) {
  const char next = ByteAt(text, at + 1);
  if (text[at] == '{' && next == '$') return AfterBracketOfHole(text, at, at);
  if (text[at] != '$') return at;
  if (next == '{' || next == '(') return AfterBracketOfHole(text, at, at + 1);
  if (!IsIdentifierByte(next)) return at;
  size_t end = at + 1;
  while (end < text.size() && IsIdentifierByte(text[end])) ++end;
  return end;
}

// After what is put in at `at`; `at` itself: nothing is.
size_t AfterHole(absl::string_view text, size_t at, Holes holes) {
  const char c = text[at];
  const char next = ByteAt(text, at + 1);
  const auto after = [&](size_t bracket) { return AfterBracketOfHole(text, at, bracket); };
  switch (holes) {
    case Holes::kNone:
      return at;
    case Holes::kHashBrace:
      return c == '#' && next == '{' ? after(at + 1) : at;
    case Holes::kDollarBrace:
      return c == '$' && next == '{' ? after(at + 1) : at;
    case Holes::kParenthesis:
      return c == '\\' && next == '(' ? after(at + 1) : at;
    case Holes::kBrace:
      return c == '{' && next != '{' ? after(at) : at;
    case Holes::kDollar:
      return AfterDollar(text, at);
  }
  return at;
}

bool HasBackslashes(Escapes escapes) {
  return escapes != Escapes::kNone && escapes != Escapes::kDoubled;
}

// Where the content ends that begins at `from`, and before which `quote` stood; npos if it does
// not.
size_t EndOfQuoted(absl::string_view text, size_t from, const StringForm& form) {
  size_t i = from;
  while (i < text.size()) {
    const bool is_quote = absl::StartsWith(text.substr(i), form.quote);
    if (is_quote && form.escapes == Escapes::kDoubled &&
        absl::StartsWith(text.substr(i + form.quote.size()), form.quote)) {
      i += 2 * form.quote.size();
      continue;
    }
    if (is_quote) return i;
    if (const size_t after = AfterHole(text, i, form.holes); after > i) {
      i = after;
      continue;
    }
    if (text[i] == '\\' && HasBackslashes(form.escapes)) {
      i += 2;
      continue;
    }
    if (text[i] == '\n' && !form.has_lines) return kNowhere;
    ++i;
  }
  return kNowhere;
}

// ---- Tokens

class Lexer {
 public:
  Lexer(absl::string_view text, Span within, const Language& language)
      : text_(text.substr(0, within.end)), at_(within.begin), language_(language) {}

  std::vector<Token> Run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (absl::ascii_isspace(static_cast<unsigned char>(c))) {
        ++at_;
        if (c == '\n') at_ = std::max(at_, std::exchange(after_documents_, 0));
      } else if (!SkipComment() && !TakeString()) {
        TakeOther();
      }
    }
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] absl::string_view Rest() const { return text_.substr(at_); }

  bool SkipComment() {
    for (const CommentForm& comment : language_.comments) {
      absl::string_view begin = comment.begin;
      if (absl::ConsumePrefix(&begin, "\n") && at_ > 0 && text_[at_ - 1] != '\n') continue;
      if (!absl::StartsWith(Rest(), begin)) continue;
      // `$#` and `${x#y}` of shells.
      if (begin == "#" && at_ > 0 && (GoesOnWord(text_[at_ - 1]) || text_[at_ - 1] == '{'))
        continue;
      const absl::string_view end = comment.end.empty() ? "\n" : comment.end;
      const size_t found = text_.find(end, at_ + begin.size());
      at_ = found == kNowhere ? text_.size() : found + (comment.end.empty() ? 0 : end.size());
      return true;
    }
    return false;
  }

  bool TakeString() {
    if (wasted_ > kMostWasted) return false;
    for (const StringForm& form : language_.strings) {
      for (const absl::string_view prefix : absl::StrSplit(form.prefixes, ' ')) {
        if (!absl::StartsWithIgnoreCase(Rest(), prefix)) continue;
        const size_t quote = at_ + prefix.size();
        if (!absl::StartsWith(text_.substr(quote), form.quote)) continue;
        if (TakeString(form, quote)) return true;
        const size_t line = form.has_lines ? kNowhere : text_.find('\n', at_);
        wasted_ += std::min(line, text_.size()) - at_;
      }
    }
    return false;
  }

  bool TakeString(const StringForm& form, size_t quote) {
    const size_t inside = quote + form.quote.size();
    switch (form.delimiter) {
      case Delimiter::kQuote:
        return Take(form, inside, EndOfQuoted(text_, inside, form), form.quote.size());
      case Delimiter::kCpp: {
        const size_t parenthesis = text_.find_first_of("( )\\\n", inside);
        if (parenthesis == kNowhere || text_[parenthesis] != '(') return false;
        return TakeUpTo(form, parenthesis + 1,
                        absl::StrCat(")", text_.substr(inside, parenthesis - inside), "\""));
      }
      case Delimiter::kRust: {
        size_t begin = inside;
        while (begin < text_.size() && text_[begin] == '#') ++begin;
        if (begin == text_.size() || text_[begin] != '"') return false;
        return TakeUpTo(form, begin + 1, absl::StrCat("\"", text_.substr(inside, begin - inside)));
      }
      case Delimiter::kQuotes: {
        size_t begin = inside;
        while (begin < text_.size() && text_[begin] == '"') ++begin;
        return TakeUpTo(form, begin, std::string(begin - quote, '"'));
      }
      case Delimiter::kHereDoc:
        return TakeHereDocument(form, inside);
      case Delimiter::kPercent:
        return TakePercent(form, inside);
      case Delimiter::kRegExp:
        return SkipRegExp(inside);
      case Delimiter::kCharacter: {
        if (inside == text_.size()) return false;
        const bool is_escape = text_[inside] == '\\';
        if (!is_escape && text_.substr(inside + 1, 1) != "'") return false;
        return Take(form, inside, EndOfQuoted(text_, inside, form), 1);
      }
    }
    return false;
  }

  bool Take(const StringForm& form, size_t begin, size_t end, size_t closing) {
    if (end == kNowhere) return false;
    Add(Token::Kind::kString, end + closing);
    tokens_.back().content = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
    tokens_.back().form = &form;
    return true;
  }

  bool TakeUpTo(const StringForm& form, size_t begin, absl::string_view closing) {
    return Take(form, begin, text_.find(closing, begin), closing.size());
  }

  // What ends a here document, as its beginning says.
  struct HereWord {
    absl::string_view word;
    char quote;  // that it stands in; '\0': none
    size_t end;  // after that
  };

  // `<<-EOF`, `<<~EOS`, `<<'EOF'`; `at` is after the `<<`.
  [[nodiscard]] std::optional<HereWord> HereWordAt(size_t at) const {
    if (at >= text_.size()) return std::nullopt;
    if (text_[at] == '-' || text_[at] == '~') ++at;
    const bool is_in_quotes = at < text_.size() && (text_[at] == '\'' || text_[at] == '"');
    const char quote = is_in_quotes ? text_[at++] : '\0';
    size_t end = at;
    while (end < text_.size() && IsIdentifierByte(text_[end])) ++end;
    const absl::string_view word = text_.substr(at, end - at);
    if (word.empty() || !absl::ascii_isalpha(static_cast<unsigned char>(word[0]))) {
      return std::nullopt;
    }
    if (!is_in_quotes) return HereWord{word, quote, end};
    if (ByteAt(text_, end) != quote) return std::nullopt;
    return HereWord{word, quote, end + 1};
  }

  // The first line from `begin` on that begins with `word`; npos if there is none.
  [[nodiscard]] size_t LineWith(absl::string_view word, size_t begin) const {
    for (size_t line = begin, end = 0; line < text_.size(); line = end + 1) {
      end = EndOfLine(line);
      absl::string_view found = absl::StripLeadingAsciiWhitespace(text_.substr(line, end - line));
      if (absl::ConsumePrefix(&found, word) && (found.empty() || !GoesOnWord(found[0]))) {
        return line;
      }
    }
    return kNowhere;
  }

  [[nodiscard]] size_t EndOfLine(size_t at) const {
    return std::min(text_.find('\n', at), text_.size());
  }

  // The rest of the line after a document's word comes before the document.
  bool TakeHereDocument(const StringForm& form, size_t at) {
    if (after_documents_ > 0) return false;
    const std::optional<HereWord> here = HereWordAt(at);
    if (!here) return false;
    const size_t begin = std::min(EndOfLine(here->end) + 1, text_.size());
    const size_t closing = LineWith(here->word, begin);
    if (closing == kNowhere) return false;
    Add(Token::Kind::kString, here->end);
    tokens_.back().content = {static_cast<uint32_t>(begin), static_cast<uint32_t>(closing)};
    tokens_.back().form = &form;
    tokens_.back().is_literal = here->quote == '\'';
    after_documents_ = EndOfLine(closing);
    return true;
  }

  bool TakePercent(const StringForm& form, size_t at) {
    if (at >= text_.size() || !absl::StrContains("({[<", text_.substr(at, 1))) return false;
    const size_t end = AfterBracket(text_, at);
    return end != kNowhere && Take(form, at + 1, end - 1, 1);
  }

  // A division follows a value.
  bool SkipRegExp(size_t at) {
    if (!tokens_.empty()) {
      const Token& last = tokens_.back();
      const absl::string_view word = Slice(text_, last.span);
      const bool is_value = last.kind != Token::Kind::kMark
                                ? word != "return"
                                : word == ")" || word == "]" || word == "}";
      if (is_value) return false;
    }
    bool is_in_class = false;
    for (size_t i = at; i < text_.size() && text_[i] != '\n'; ++i) {
      if (text_[i] == '\\') {
        ++i;
      } else if (text_[i] == '/' && !is_in_class) {
        Add(Token::Kind::kMark, i + 1);
        return true;
      } else if (text_[i] == '[' || text_[i] == ']') {
        is_in_class = text_[i] == '[';
      }
    }
    return false;
  }

  void TakeOther() {
    size_t end = at_ + 1;
    const char c = text_[at_];
    if (BeginsWord(c)) {
      while (end < text_.size() && GoesOnWord(text_[end])) ++end;
      return Add(Token::Kind::kWord, end);
    }
    if (IsDigit(c)) return Add(Token::Kind::kNumber, EndOfNumber(end));
    constexpr absl::string_view kLong[] = {
        "...", "<<", "=>", ":=", "::", "->", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "**"};
    for (const absl::string_view mark : kLong) {
      if (absl::StartsWith(Rest(), mark)) return Add(Token::Kind::kMark, at_ + mark.size());
    }
    Add(Token::Kind::kMark, end);
  }

  [[nodiscard]] size_t EndOfNumber(size_t end) const {
    while (end < text_.size()) {
      const char c = text_[end];
      const bool is_sign = (c == '+' || c == '-') &&
                           absl::ascii_tolower(static_cast<unsigned char>(text_[end - 1])) == 'e';
      const bool is_point = c == '.' && end + 1 < text_.size() && IsDigit(text_[end + 1]);
      if (!IsIdentifierByte(c) && !is_sign && !is_point) break;
      ++end;
    }
    return end;
  }

  void Add(Token::Kind kind, size_t end) {
    tokens_.push_back(
        {.kind = kind, .span = {static_cast<uint32_t>(at_), static_cast<uint32_t>(end)}});
    at_ = end;
  }

  absl::string_view text_;
  size_t at_;
  const Language& language_;
  std::vector<Token> tokens_;
  size_t wasted_ = 0;           // bytes that were searched in vain
  size_t after_documents_ = 0;  // where the text goes on after the line; 0: with the next line
};

// ---- What strings say

// Appends the escape that is at the backslash at `at`, and returns how many bytes it takes; 0:
// there is none.
size_t DecodeEscape(absl::string_view text, size_t at, std::string& out) {
  const absl::string_view rest = text.substr(at + 1);
  if (rest.empty()) return 0;
  constexpr absl::string_view kLetters = "abfnrtv0e\\\"'`/$";
  constexpr absl::string_view kMeant("\a\b\f\n\r\t\v\0\x1b\\\"'`/$", 15);
  const auto units = [&](size_t from, size_t count) -> size_t {
    uint32_t code = 0;
    const absl::string_view digits = rest.substr(from, count);
    if (digits.size() < count || !absl::SimpleHexAtoi(digits, &code) || code > 0x10FFFF) return 0;
    AppendUtf8(code, out);
    return 1 + from + count;
  };
  const char kind = rest[0];
  if (kind == 'x') return units(1, 2);
  if (kind == 'U') return units(1, 8);
  if (kind == 'u' && rest.substr(1, 1) == "{") {
    const size_t end = rest.find('}');
    const size_t used = end > 8 ? 0 : units(2, end - 2);  // or nowhere
    return used == 0 ? 0 : used + 1;
  }
  if (kind == 'u') return units(1, 4);
  if (kind == '\n') return 2;
  const size_t known = kLetters.find(kind);
  if (known == kNowhere) return 0;
  out.push_back(kMeant[known]);
  return 2;
}

class Decoder {
 public:
  Decoder(absl::string_view text, const Token& token, Trimming trimming, DecodedText& decoded)
      : text_(text.substr(0, token.content.end)),
        at_(token.content.begin),
        form_(*token.form),
        holes_(token.is_literal ? Holes::kNone : form_.holes),
        trimming_(form_.drops_indent ? Trimming::kIndent : trimming),
        decoded_(decoded) {}

  void Run() {
    BeginLines();
    while (at_ < text_.size()) {
      if (!TakeHole() && !TakeEscape()) TakePlain();
    }
    decoded_.map.AddPlain(Octet(), static_cast<uint32_t>(at_));
  }

 private:
  [[nodiscard]] uint32_t Octet() const { return static_cast<uint32_t>(decoded_.text.size()); }

  // The blanks before a line are not part of the text.
  void BeginLines() {
    if (trimming_ == Trimming::kNone) return;
    const absl::string_view content = text_.substr(at_);
    indent_ = kNowhere;
    bool is_first = true;
    for (const absl::string_view line : absl::StrSplit(content, '\n')) {
      const bool counts = !std::exchange(is_first, false);
      const size_t blanks = std::min(line.find_first_not_of(" \t\r"), line.size());
      const bool is_last = line.data() + line.size() == content.data() + content.size();
      const bool is_closing = is_last && form_.quote != "|||";  // of Jsonnet it stands further left
      if (counts && (blanks < line.size() || is_closing)) indent_ = std::min(indent_, blanks);
    }
    if (indent_ == kNowhere) indent_ = 0;
    const size_t line = text_.find('\n', at_);
    const bool is_empty =
        line != kNowhere && absl::StripAsciiWhitespace(text_.substr(at_, line - at_)).empty();
    if (is_empty) {
      at_ = line + 1;
      SkipIndent();
    }
  }

  void SkipIndent() {
    if (trimming_ == Trimming::kNone) return;
    const size_t line = at_;
    const size_t most = trimming_ == Trimming::kMargin ? kNowhere : indent_;
    while (at_ < text_.size() && IsBlank(text_[at_]) && at_ - line < most) ++at_;
    if (trimming_ == Trimming::kMargin && text_.substr(at_, 1) == "|") ++at_;
  }

  bool TakeHole() {
    const bool is_doubled =
        holes_ == Holes::kBrace && (text_.substr(at_, 2) == "{{" || text_.substr(at_, 2) == "}}");
    if (is_doubled) {
      AddOctets(std::string(1, text_[at_]), 2);
      return true;
    }
    const size_t after = AfterHole(text_, at_, holes_);
    if (after == at_) return false;
    const Span source = {static_cast<uint32_t>(at_), static_cast<uint32_t>(after)};
    decoded_.holes.push_back({{Octet(), Octet() + source.size()}, source});
    decoded_.map.AddPlain(Octet(), source.begin);
    absl::StrAppend(&decoded_.text, Slice(text_, source));
    at_ = after;
    return true;
  }

  bool TakeEscape() {
    if (form_.escapes == Escapes::kDoubled && absl::StartsWith(text_.substr(at_), form_.quote)) {
      AddOctets(std::string(form_.quote), 2 * form_.quote.size());
      return true;
    }
    if (text_[at_] != '\\') return false;
    const absl::string_view next = text_.substr(at_ + 1, 1);
    if (form_.escapes == Escapes::kQuotesOnly) {
      if (next != "\\" && next != "'") return false;
      AddOctets(std::string(next), 2);
      return true;
    }
    const bool keeps = form_.escapes == Escapes::kKeepUnknown;
    if (!keeps && form_.escapes != Escapes::kDropUnknown) return false;
    std::string meant;
    const size_t used = DecodeEscape(text_, at_, meant);
    if (used > 0) {
      AddOctets(meant, used);
      return true;
    }
    if (!keeps) ++at_;  // the byte after it stands for itself
    return false;
  }

  void TakePlain() {
    if (at_ >= text_.size()) return;
    const char c = text_[at_];
    decoded_.map.AddPlain(Octet(), static_cast<uint32_t>(at_));
    decoded_.text.push_back(c);
    ++at_;
    if (c == '\n') SkipIndent();
  }

  void AddOctets(absl::string_view octets, size_t bytes) {
    if (!octets.empty()) {
      decoded_.map.Add({Octet(), static_cast<uint32_t>(at_), 0, static_cast<uint32_t>(bytes)});
    }
    absl::StrAppend(&decoded_.text, octets);
    at_ += bytes;
  }

  absl::string_view text_;
  size_t at_;
  const StringForm& form_;
  const Holes holes_;
  const Trimming trimming_;
  size_t indent_ = 0;
  DecodedText& decoded_;
};

// What may not stand in a string that has no escapes for it.
absl::string_view EndingOf(const StringForm& form) {
  switch (form.delimiter) {
    case Delimiter::kCpp:
      return ")";
    case Delimiter::kRust:
      return "\"#";
    case Delimiter::kHereDoc:
      return "\n";
    default:
      return form.quote;
  }
}

}  // namespace

std::vector<Token> Lex(absl::string_view text, Span within, const Language& language) {
  return Lexer(text, within, language).Run();
}

void Decode(absl::string_view text, const Token& token, Trimming trimming, DecodedText& decoded) {
  Decoder(text, token, trimming, decoded).Run();
}

std::optional<std::string> Encode(const Token& token, absl::string_view value) {
  const StringForm& form = *token.form;
  const bool is_in_brackets = form.delimiter == Delimiter::kPercent;
  if (is_in_brackets && value.find_first_of("(){}[]<>") != kNowhere) return std::nullopt;
  std::string written(value);
  switch (form.escapes) {
    case Escapes::kNone:
    case Escapes::kRawPython:
      if ((!EndingOf(form).empty() && absl::StrContains(value, EndingOf(form))) ||
          absl::StrContains(value, '\\') || (!form.has_lines && absl::StrContains(value, '\n'))) {
        return std::nullopt;
      }
      break;
    case Escapes::kDoubled:
      written = absl::StrReplaceAll(value, {{form.quote, absl::StrCat(form.quote, form.quote)}});
      break;
    case Escapes::kQuotesOnly:
      written = absl::StrReplaceAll(value, {{"\\", "\\\\"}, {"'", "\\'"}});
      break;
    case Escapes::kDropUnknown:
    case Escapes::kKeepUnknown: {
      const std::string quote(1, is_in_brackets ? ')' : form.quote.back());
      // In `"""` and in templates a quote stands as it is.
      const bool stands = form.quote.size() > 1;
      if (stands && absl::StrContains(value, form.quote)) return std::nullopt;
      written = absl::StrReplaceAll(value, {{"\\", "\\\\"}});
      if (!stands) written = absl::StrReplaceAll(written, {{quote, absl::StrCat("\\", quote)}});
      if (!form.has_lines) written = absl::StrReplaceAll(written, {{"\n", "\\n"}});
      break;
    }
  }
  if (form.holes == Holes::kBrace) {
    written = absl::StrReplaceAll(written, {{"{", "{{"}, {"}", "}}"}});
  } else if (form.holes != Holes::kNone && !token.is_literal &&
             written.find_first_of("$#") != kNowhere) {
    return std::nullopt;
  }
  return written;
}

}  // namespace grpcfg
