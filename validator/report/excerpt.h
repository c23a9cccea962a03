// Which parts of a source are quoted for the labels of a finding, and which columns they mark.
// Promise: reads a few hundred bytes around each label, however long the line.
#ifndef GRPCFG_VALIDATOR_REPORT_EXCERPT_H_
#define GRPCFG_VALIDATOR_REPORT_EXCERPT_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/json/position.h"
#include "validator/engine/diagnostic.h"

namespace grpcfg {

// A label on the line where it begins.
struct Mark {
  Span span;  // within that line, whole characters; empty: between two characters
  uint32_t line = 0;
  bool primary = false;
  absl::string_view words;
};

// Half-open, from 0.
struct Columns {
  size_t begin = 0;
  size_t end = 0;
};

// A line, or the part of a long line around some labels.
struct Excerpt {
  uint32_t line = 0;
  Span whole;  // the bytes of the line
  Span shown;
  std::vector<Mark> marks;  // in source order

  [[nodiscard]] bool cut_before() const { return shown.begin > whole.begin; }
  [[nodiscard]] bool cut_after() const { return shown.end < whole.end; }
};

// What to quote for the labels of `diagnostic`, in source order.
std::vector<Excerpt> ExcerptsFor(const Diagnostic& diagnostic, absl::string_view text,
                                 const LineIndex& lines);

// A line without labels.
Excerpt UnmarkedExcerpt(uint32_t line, absl::string_view text, const LineIndex& lines);

// Where `mark` stands below `excerpt` as it is shown; at least one column.
Columns ColumnsOf(const Mark& mark, const Excerpt& excerpt, absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_EXCERPT_H_
