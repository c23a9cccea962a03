// The parts of the text format: the first line of a finding, and the source that it quotes with
// markers below.
// Promise: markers stand below what they mark, whatever the source; the cost of a finding does not
// grow with the length of its lines.
#ifndef GRPCFG_VALIDATOR_REPORT_TEXT_LAYOUT_H_
#define GRPCFG_VALIDATOR_REPORT_TEXT_LAYOUT_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "schema/json/position.h"
#include "validator/engine/diagnostic.h"
#include "validator/engine/report.h"
#include "validator/report/paint.h"

namespace grpcfg {

// A file that findings point into.
struct QuotedFile {
  absl::string_view path;  // visible, see escape.h
  absl::string_view text;
  const LineIndex& lines;
};

// `path:line:col: severity: message [rule]`; `message`: that of the diagnostic, or more.
void AppendHeadline(const QuotedFile& file, const Diagnostic& diagnostic, absl::string_view message,
                    Painter& painter);

// `1,200 more findings of [rule] are not listed (--max-findings)`.
std::string OmissionWords(const Omission& omission);

// `path: note: `, and these words.
void AppendOmission(absl::string_view path, const Omission& omission, Painter& painter);

// The lines of the labels, in source order, with `^^^^` below the primary span and `----` below the
// others, and their words. A span over several lines is marked to the end of its first one; of a
// long line only the part around the labels is shown. Returns the width of the line numbers.
size_t AppendQuotation(const QuotedFile& file, const Diagnostic& diagnostic, Painter& painter);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_TEXT_LAYOUT_H_
