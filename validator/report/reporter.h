// How reports become bytes. One reporter writes one output, whatever the number of files.
// Promise: the same reports in the same order give the same bytes; control characters of the input
// never reach a terminal.
#ifndef GRPCFG_VALIDATOR_REPORT_REPORTER_H_
#define GRPCFG_VALIDATOR_REPORT_REPORTER_H_

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "validator/report.h"
#include "validator/report/suggested_fix.h"

namespace grpcfg {

enum class Color : bool { kNo, kYes };

// What every reporter must know of a run.
struct ReporterOptions {
  std::vector<std::string> targets;  // as the user spelled them, in the order of Report::verdicts
  std::string checked_for = {};      // the same for people, with releases
  Color color = Color::kNo;
  bool quiet = false;        // no summary
  bool folds_notes = false;  // text: those that most good configs have are counted, not printed
};

// One checked file. Everything outlives the call of AddFile only.
struct CheckedFile {
  absl::string_view path;
  absl::string_view text;
  const Report& report;
  absl::Span<const SuggestedFix> remedies = {};  // one per diagnostic, for compat_reporter.h alone
  absl::Span<const std::string> targets = {};    // of the report; none: those of the run
  bool is_config = true;                         // false: a project file, which has no verdicts
};

class Reporter {
 public:
  virtual ~Reporter() = default;

  // Appends what is to be printed of `file` to `out`.
  virtual void AddFile(const CheckedFile& file, std::string& out) = 0;

  // Appends what comes after the last file: a summary, closing brackets.
  virtual void Finish(std::string& out) = 0;
};

// For each finding `file:line:col: severity: message [rule]`, the line with carets and labels,
// notes and help: of each file the errors first, then warnings, then notes. A summary comes last.
std::unique_ptr<Reporter> MakeTextReporter(const ReporterOptions& options);

// The first line of each finding of the text format and nothing else.
std::unique_ptr<Reporter> MakeConciseReporter(const ReporterOptions& options);

// The document of `--format json`.
std::unique_ptr<Reporter> MakeJsonReporter(const ReporterOptions& options);

// One line per element of `files` of that document.
std::unique_ptr<Reporter> MakeJsonLinesReporter(const ReporterOptions& options);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_REPORTER_H_
