// The tokens of a source file, as far as literals need them: strings whole, words, numbers and
// marks; comments are omitted.
// Promise: linear in the text, whatever its bytes; a string that has no end is not a string.
#ifndef GRPCFG_SOURCE_LEXER_H_
#define GRPCFG_SOURCE_LEXER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/json/octet_map.h"
#include "schema/json/position.h"
#include "source/languages.h"

namespace grpcfg {

struct Token {
  enum class Kind : uint8_t { kWord, kNumber, kString, kMark };
  Kind kind = Kind::kMark;
  Span span = {};                    // of a string with its quotes and prefix
  Span content = {};                 // of a string: between its quotes
  const StringForm* form = nullptr;  // of a string
  bool is_literal = false;  // of a here document whose word is in quotes: nothing is put in
};

// The tokens of `text` from `within.begin` to `within.end`.
std::vector<Token> Lex(absl::string_view text, Span within, const Language& language);

// What the value of an expression, which is not known, stands for.
struct Hole {
  Span place = {};   // in the decoded text
  Span source = {};  // in the file
};

// A text, and where its octets stand in the file.
struct DecodedText {
  std::string text = {};
  OctetMap map = {};
  std::vector<Hole> holes = {};
};

// What is called on a string: `trimMargin` takes off each line what stands before a `|`, too.
enum class Trimming : uint8_t { kNone, kIndent, kMargin };

// Appends what a string says.
void Decode(absl::string_view text, const Token& token, Trimming trimming, DecodedText& decoded);

// `value` as it is written inside the string that `token` is; nothing: it cannot stand there.
std::optional<std::string> Encode(const Token& token, absl::string_view value);

}  // namespace grpcfg

#endif  // GRPCFG_SOURCE_LEXER_H_
