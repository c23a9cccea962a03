// How reports become bytes. One reporter writes one output, whatever the number of files.
// Promise: the same reports in the same order give the same bytes; control characters of the input
// never reach a terminal.
#ifndef GRPCFG_VALIDATOR_REPORT_REPORTER_H_
#define GRPCFG_VALIDATOR_REPORT_REPORTER_H_

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "validator/engine/report.h"

namespace grpcfg {

enum class Color : bool { kNo, kYes };

// What to do about a finding, in words.
struct SuggestedFix {
  std::string words = {};  // what to do
  bool is_tried = false;   // as Fix::settles
};

// What programs that show findings need to know of a rule.
struct RuleFacts {
  std::string summary = {};
  std::string rationale = {};
  Severity severity = Severity::kError;  // that it mostly has
  absl::string_view precision = {};      // in the words of GitHub: `very-high`, `high`, `medium`
  std::vector<std::string> tags = {};
  std::string help = {};      // all that is known of it
  std::string markdown = {};  // the same
  std::string page = {};      // its page on the web; empty: there is none
};

// What every reporter must know of a run.
struct ReporterOptions {
  std::vector<std::string> targets;    // as the user spelled them, in the order of Report::verdicts
  std::string checked_for = {};        // the same for people, with releases
  absl::string_view counted = "file";  // what a summary counts
  Color color = Color::kNo;
  bool quiet = false;        // no summary
  bool folds_notes = false;  // text: those that most good configs have are counted, not printed
  // Of the formats for other programs alone:
  std::string version = {};    // of grpcfg
  std::string directory = {};  // absolute; what is below it is called by its path from there
  std::string homepage = {};   // of grpcfg; empty: it is not published
  std::function<RuleFacts(absl::string_view rule)> facts_of = {};
};

// One checked file. Everything outlives the call of AddFile only.
struct CheckedFile {
  absl::string_view path;
  absl::string_view text;
  const Report& report;
  // For the tables of `compat` alone, each one per diagnostic: what to do, and the targets that
  // never look at its place.
  absl::Span<const SuggestedFix> remedies = {};
  absl::Span<const std::vector<size_t>> unread = {};
  absl::Span<const std::string> targets = {};       // of the report; none: those of the run
  bool is_config = true;                            // false: a project file, which has no verdicts
  absl::Span<const std::string> fingerprints = {};  // one per diagnostic, if they are needed
  absl::string_view answers = {};      // of name servers, as JSON; empty: not of a host
  std::optional<size_t> records = {};  // TXT records at `_grpc_config`; nothing: not a DNS file
  std::optional<Severity> fails_from = Severity::kError;  // nothing: whatever is found, none fails
};

class Reporter {
 public:
  virtual ~Reporter() = default;

  // Appends what is to be printed of `file` to `out`.
  virtual void AddFile(const CheckedFile& file, std::string& out) = 0;

  // Appends what is to be printed of a file that could not be read or checked, or of something that
  // is not a file, if `path` is empty; for people that is reported on stderr.
  virtual void AddUnread(absl::string_view /*path*/, absl::string_view /*why*/,
                         std::string& /*out*/) {}

  // Appends what comes after the last file: a summary, closing brackets.
  virtual void Finish(std::string& out) = 0;
};

// For each finding `file:line:col: severity: message [rule]`, the line with carets and labels,
// notes and help: of each file the errors first, then warnings, then notes, and the files likewise,
// by the worst that each has. All of it is printed in the end, a summary last.
std::unique_ptr<Reporter> MakeTextReporter(const ReporterOptions& options);

// The first line of each finding of the text format and nothing else.
std::unique_ptr<Reporter> MakeConciseReporter(const ReporterOptions& options);

// The document of `--format json`.
std::unique_ptr<Reporter> MakeJsonReporter(const ReporterOptions& options);

// One line per element of `files` of that document.
std::unique_ptr<Reporter> MakeJsonLinesReporter(const ReporterOptions& options);

// ---- Of `grpcfg compat`: what each target does with each finding, and with the whole.

// One for each diagnostic of `report`, which Validate has given.
std::vector<SuggestedFix> SuggestFixes(const Report& report);

// A table per file, in lines of at most 100 columns, but for a longer text to be written: a column
// per target, the verdicts first, then a row per finding, the worst first; below, what to do about
// each.
std::unique_ptr<Reporter> MakeCompatTextReporter(const ReporterOptions& options);

// The document of `grpcfg compat --format json`.
std::unique_ptr<Reporter> MakeCompatJsonReporter(const ReporterOptions& options);

// ---- For other programs. Paths are relative to the working directory, as they take them.

// SARIF 2.1.0 with what GitHub's code scanning requires. Needs fingerprints and `facts_of`.
std::unique_ptr<Reporter> MakeSarifReporter(const ReporterOptions& options);

// A workflow command of GitHub Actions per finding, which becomes an annotation.
std::unique_ptr<Reporter> MakeGithubReporter(const ReporterOptions& options);

// The list that GitLab takes for a report of code quality. Needs fingerprints.
std::unique_ptr<Reporter> MakeGitlabReporter(const ReporterOptions& options);

// A test suite per file in JUnit's XML. A finding is a test, which fails from `fails_from` on.
std::unique_ptr<Reporter> MakeJunitReporter(const ReporterOptions& options);

// Markdown for people, as a comment on a pull request takes it.
std::unique_ptr<Reporter> MakeMarkdownReporter(const ReporterOptions& options);

// The XML of Checkstyle: a file, and its findings.
std::unique_ptr<Reporter> MakeCheckstyleReporter(const ReporterOptions& options);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_REPORTER_H_
