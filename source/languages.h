// What strings and comments look like in each language: a row for each. README.md says how one is
// added. No language is read further than its literals.
#ifndef GRPCFG_SOURCE_LANGUAGES_H_
#define GRPCFG_SOURCE_LANGUAGES_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace grpcfg {

// What a backslash, or a quote, says inside a string.
enum class Escapes : uint8_t {
  kNone,         // all bytes stand for themselves
  kRawPython,    // the same, but a quote after a backslash does not end the string
  kQuotesOnly,   // `\\` and `\'`; other backslashes stay
  kDoubled,      // a quote is written twice
  kDropUnknown,  // `\n`, `\u1234` and so on; of `\q` the `q` stays
  kKeepUnknown,  // the same; of `\q` both stay
};

// Where the value of an expression is put into a string.
enum class Holes : uint8_t {
  kNone,
  kDollar,       // `$x`, `${x}`, `$(x)`
  kDollarBrace,  // `${x}`
  kHashBrace,    // `#{x}`
  kBrace,        // `{x}`; `{{` is a brace
  kParenthesis,  // `\(x)`
};

// How a string begins and ends, where its quote does not say.
enum class Delimiter : uint8_t {
  kQuote,      // `quote` at both ends
  kCpp,        // R"x( and )x"
  kRust,       // r##" and "##
  kQuotes,     // C#: three or more quotes, as many at the end
  kHereDoc,    // `<<WORD` and, after the end of the line, lines up to one with WORD
  kPercent,    // Ruby: %q( and )
  kRegExp,     // JavaScript: /x/ where no division can stand
  kCharacter,  // Rust: 'x', and no lifetime
};

struct StringForm {
  absl::string_view prefixes;  // letters that may stand before it, in small letters, with blanks
  absl::string_view quote;
  Escapes escapes = Escapes::kDropUnknown;
  bool has_lines = false;  // false: it ends with its line
  Holes holes = Holes::kNone;
  Delimiter delimiter = Delimiter::kQuote;
  // What its lines have in common before them, and the first line break, are none of the text.
  bool drops_indent = false;
};

struct CommentForm {
  absl::string_view begin;
  absl::string_view end;  // empty: the end of the line
};

struct Language {
  absl::string_view name;    // as `extract` prints it
  absl::string_view client;  // the target whose library its programs use; empty: any
  absl::Span<const absl::string_view> endings;  // of files: ".go", or a whole name
  absl::Span<const CommentForm> comments;
  absl::Span<const StringForm> strings;  // of two that fit the first is meant
  absl::string_view joins = "+";         // what stands between strings that are one; "" is nothing
  bool joins_adjacent = false;           // strings that follow each other are one
};

absl::Span<const Language> Languages();

// Null if there is none of that name.
const Language* LanguageNamed(absl::string_view name);

// By the ending of the path; null for a file that is none of them.
const Language* LanguageOfFile(absl::string_view path);

// By the word after the fence of a block of Markdown: `go`, `py`; null for none.
const Language* LanguageOfFence(absl::string_view word);

}  // namespace grpcfg

#endif  // GRPCFG_SOURCE_LANGUAGES_H_
