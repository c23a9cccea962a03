// The tokens of a text that is meant as JSON: strings, words, blanks and comments, each with the
// issues of its own. Used by the tolerant parser alone.
#ifndef GRPCFG_SCHEMA_JSON_JSON_LEXER_H_
#define GRPCFG_SCHEMA_JSON_JSON_LEXER_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "schema/json/json_tree_builder.h"

namespace grpcfg {

class JsonLexer {
 public:
  // Reads the builder's text from `begin` on.
  JsonLexer(JsonTreeBuilder& builder, uint32_t begin)
      : builder_(builder), text_(builder.text()), at_(begin) {}

  [[nodiscard]] uint32_t at() const { return at_; }
  [[nodiscard]] bool AtEnd() const { return at_ >= text_.size(); }
  [[nodiscard]] char Peek() const { return text_[at_]; }
  void Advance(uint32_t bytes = 1) { at_ += bytes; }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(text_.size()); }

  // Skips a byte order mark. False if the text is UTF-16, of which nothing can be read.
  bool SkipByteOrderMark();

  // Skips white space and whatever people take for it: comments, NUL, blanks of Unicode.
  void SkipBlank();

  // The string that starts here, in whatever quotes, as a token of `kind` (a string or a key).
  NodeId ReadString(JsonKind kind);

  // The number, literal or bare word that starts here, as a value.
  NodeId ReadWord();

  // The bare word that starts here, as a key.
  NodeId ReadBareKey();

  // Reports and skips bytes that start no token.
  void SkipUnexpected();

  // Skips the string, word or character that starts here without a look at what is in it.
  void SkipToken();

  [[nodiscard]] bool StartsWord() const;
  [[nodiscard]] bool StartsString() const { return QuoteAt(at_) != Quote::kNone; }

  // The string or word that starts here is followed by a colon: it is a key.
  bool TokenIsKey();

  // The byte after the word that starts here and white space; a blank at the end of the text.
  [[nodiscard]] char PeekAfterWord() const { return PeekFrom(BlankEnd(WordEnd())); }

  // The byte after the one here, and the one after that and white space; a blank at the end.
  [[nodiscard]] char PeekAfter() const { return PeekFrom(at_ + 1); }
  [[nodiscard]] char PeekAfterBlank() const { return PeekFrom(BlankEnd(at_ + 1)); }

  // Some NUL was skipped as a blank.
  [[nodiscard]] bool saw_nul() const { return saw_nul_; }
  // A string or comment ran to the end of the text.
  [[nodiscard]] bool saw_unclosed() const { return saw_unclosed_; }

 private:
  enum class Quote : uint8_t { kNone, kDouble, kSingle, kBacktick, kCurlyDouble, kCurlySingle };

  // A string as it is being read.
  struct StringScan {
    Quote quote = Quote::kDouble;
    uint32_t begin = 0;     // of its content
    size_t next_quote = 0;  // line breaks before it are part of the string
    std::string decoded;    // filled from the first escape on
    bool escaped = false;
    bool deviant = false;
  };

  // The first quote from a line break on that no backslash escapes. It is the same one for the line
  // breaks up to it: kept, as none of many strings may be closed.
  struct NextQuote {
    size_t from = 1;  // nothing is between 1 and 0
    size_t at = 0;
    bool closes = false;  // what follows it can follow a string
  };

  void Report(IssueKind kind, uint32_t begin, uint32_t end, Span related = {}) {
    builder_.AddIssue(kind, {begin, end}, related);
  }
  bool SkipComment();
  bool SkipNul();
  bool SkipOtherBlank();
  [[nodiscard]] size_t OtherBlankLength(uint32_t at) const;
  void SkipToLineEnd();
  [[nodiscard]] bool IsWordByteAt(uint32_t at) const;
  [[nodiscard]] uint32_t WordEnd() const;
  Span ReadWordSpan(bool& deviant);
  [[nodiscard]] uint32_t BlankEnd(uint32_t at) const;
  [[nodiscard]] char PeekFrom(uint32_t at) const { return at < size() ? text_[at] : ' '; }

  [[nodiscard]] Quote QuoteAt(uint32_t at) const;
  [[nodiscard]] uint32_t QuoteLengthAt(uint32_t at) const { return text_[at] == '\xE2' ? 3 : 1; }
  [[nodiscard]] bool ClosesAt(Quote quote, uint32_t at) const;
  [[nodiscard]] uint32_t StringEndOnLine() const;
  [[nodiscard]] bool StartsLineBreak(uint32_t at) const;
  [[nodiscard]] size_t QuoteAfterLineBreak(Quote quote, uint32_t at);
  [[nodiscard]] NextQuote FindNextQuote(char quote, uint32_t from) const;
  bool EndsAtLineBreak(StringScan& scan);
  [[nodiscard]] uint32_t ForgottenKeyEnd();
  [[nodiscard]] bool OpensString(Span value_start) const;
  NodeId ReadForgottenKey(uint32_t end);
  bool ScanString(StringScan& scan);
  void ScanEscape(StringScan& scan);
  void ScanUnicodeEscape(StringScan& scan);
  void ScanControlCharacters(StringScan& scan);
  void ScanPlain(StringScan& scan);
  void ScanInvalidUtf8(StringScan& scan);
  void EndUnclosedString(StringScan& scan);
  void ReportUnclosedString(uint32_t quote_at);

  JsonTreeBuilder& builder_;
  absl::string_view text_;
  uint32_t at_;
  uint32_t no_key_before_ = 0;  // no string that starts before it is a key: keeps look-ahead linear
  NextQuote next_double_;
  NextQuote next_single_;
  bool saw_nul_ = false;
  bool saw_unclosed_ = false;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_JSON_LEXER_H_
