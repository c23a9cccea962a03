// Where something stands in a text: byte spans, and the lines and columns that people see.
// Promise: a position is computed only when it is requested; parsing costs nothing for it.
#ifndef GRPCFG_SCHEMA_JSON_POSITION_H_
#define GRPCFG_SCHEMA_JSON_POSITION_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace grpcfg {

// Bytes [begin, end) of a text. An absent thing has the span {0, 0}.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;

  [[nodiscard]] constexpr bool empty() const { return begin == end; }
  [[nodiscard]] constexpr uint32_t size() const { return end - begin; }
  // True if `inner` lies in it, its ends included.
  [[nodiscard]] constexpr bool Contains(const Span& inner) const {
    return begin <= inner.begin && inner.end <= end;
  }
  friend constexpr bool operator==(Span, Span) = default;
};

// That of an object or a list.
inline Span OpeningBracket(Span container) { return {container.begin, container.begin + 1}; }

// The bytes of `span` in `text`.
inline absl::string_view Slice(absl::string_view text, Span span) {
  return text.substr(span.begin, span.size());
}

// A place for people and for `--format json`: `line` and `column` count from 1, `column` in code
// points (a byte that is not UTF-8 counts one), `offset` in bytes from 0.
struct Position {
  uint32_t offset = 0;
  uint32_t line = 1;
  uint32_t column = 1;
  friend constexpr bool operator==(Position, Position) = default;
};

// Finds lines and columns of one text. Building it reads the text once; a look-up reads at most a
// few KiB, however long a line is. The text must outlive the index.
class LineIndex {
 public:
  explicit LineIndex(absl::string_view text);

  // The position of byte `offset`; an offset past the end is the end.
  [[nodiscard]] Position Locate(uint32_t offset) const;

  // The bytes of line `line` (from 1) without its line break (`\n` or `\r\n`).
  [[nodiscard]] Span LineSpan(uint32_t line) const;

 private:
  struct Checkpoint {
    uint32_t offset;
    uint32_t code_points;  // before `offset`
  };

  [[nodiscard]] uint32_t CodePointsBefore(uint32_t offset) const;

  absl::string_view text_;
  std::vector<uint32_t> line_starts_;
  std::vector<Checkpoint> checkpoints_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_POSITION_H_
