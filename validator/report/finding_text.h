// What the formats for other programs have in common: a finding in words, line by line, and files
// by paths that those programs know.
// Promise: texts are as they were found; each format escapes them in its own way.
#ifndef GRPCFG_VALIDATOR_REPORT_FINDING_TEXT_H_
#define GRPCFG_VALIDATOR_REPORT_FINDING_TEXT_H_

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/position.h"
#include "validator/engine/diagnostic.h"
#include "validator/engine/effect_summary.h"
#include "validator/report/reporter.h"

namespace grpcfg {

// What is reported of effects of one file.
struct EffectWords {
  Unread unread;
  absl::Span<const std::string> targets;

  EffectWords(const CheckedFile& file, absl::Span<const std::string> of_run)
      : unread(file.report), targets(file.targets.empty() ? of_run : file.targets) {}
};

// The message, and until when it has no effect: for where a finding is one line.
std::string OneLine(const Diagnostic& diagnostic);

// What follows from a finding, line by line.
std::vector<std::string> NotesOf(const Diagnostic& diagnostic);

// What follows from a finding and what to do, without its message: `note: ...` and `help: ...`.
std::vector<std::string> DetailLines(const Diagnostic& diagnostic, const EffectWords& words);

// The same below its message, as one text.
std::string WholeText(const Diagnostic& diagnostic, const EffectWords& words);

// Calls `visit` for each finding of `report`, and for those of a rule that are not listed once, as
// for a finding at the begin of the file. `index` is that in Report::diagnostics, or beyond.
void ForEachFinding(const Report& report,
                    absl::FunctionRef<void(const Diagnostic& diagnostic, size_t index)> visit);

// Where a finding begins and ends: its end is not in it, and never before its begin.
struct Region {
  Position begin;
  Position end;
};
Region RegionOf(Span span, const LineIndex& lines);

// `path` from `directory` if it is below, without `.` and `..`; `directory` is absolute or empty.
std::string PathBelow(absl::string_view directory, absl::string_view path);

// ---- What to do about a finding, as every format reports it.

// Calls `append` with each line: the help of the rule, then the title of each fix, with what it
// writes; a fix without a title, which the help describes already, is omitted.
void ForEachHelpLine(const Diagnostic& diagnostic,
                     absl::FunctionRef<void(absl::string_view line)> append);

// ---- Paths as URIs (RFC 3986).
// Promise: ASCII; whatever the bytes of the path, they come back when it is decoded.

// A relative reference, or `file:///` for an absolute path.
std::string UriOfPath(absl::string_view path);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_FINDING_TEXT_H_
