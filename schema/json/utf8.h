// UTF-8 (RFC 3629): where a text is not UTF-8, and how long its code points are.
// Promise: never reads outside the text, whatever its bytes.
#ifndef GRPCFG_SCHEMA_JSON_UTF8_H_
#define GRPCFG_SCHEMA_JSON_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace grpcfg {

// True if no byte of `text` is above 0x7f.
bool IsAscii(absl::string_view text);

// The length in bytes (1 to 4) of the well-formed sequence that starts at `text[at]`, or 0 if the
// bytes there are not UTF-8 (overlong forms, surrogates and code points above U+10FFFF are not).
size_t Utf8SequenceLength(absl::string_view text, size_t at);

// As above, but 1 for a byte that is not UTF-8: the step from one column to the next.
inline size_t CodePointLength(absl::string_view text, size_t at) {
  if (static_cast<unsigned char>(text[at]) < 0x80) return 1;
  const size_t length = Utf8SequenceLength(text, at);
  return length == 0 ? 1 : length;
}

// One step through a text: a code point and its bytes, or a byte that is not UTF-8.
struct Character {
  uint32_t code_point;  // of a byte that is not UTF-8: that byte, 0x80 or above
  bool valid;
  absl::string_view bytes;
};

// The step from `text[at]` on.
Character CharacterAt(absl::string_view text, size_t at);

// The first byte at or after `from` that is not part of well-formed UTF-8; npos if there is none.
size_t FindInvalidUtf8(absl::string_view text, size_t from);

// The first bytes of `text`, at most `most`, without a part of a sequence at the end.
absl::string_view WholePrefix(absl::string_view text, size_t most);

// Appends the UTF-8 form of `code_point`, which must not be above U+10FFFF. A surrogate is encoded
// like any other number (the result is then not UTF-8; callers report that).
void AppendUtf8(uint32_t code_point, std::string& out);

// Appends `code_point` as JSON escapes it: one or two units of UTF-16, `\ud83d\ude00`.
void AppendJsonEscape(uint32_t code_point, std::string& out);

// The number of the four hexadecimal digits that `text` begins with; -1 if they are not there.
int HexUnit(absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_UTF8_H_
