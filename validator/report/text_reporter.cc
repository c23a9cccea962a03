#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "schema/json/escape.h"
#include "schema/json/position.h"
#include "validator/engine/counted.h"
#include "validator/engine/effect_summary.h"
#include "validator/report/finding_text.h"
#include "validator/report/paint.h"
#include "validator/report/reporter.h"
#include "validator/report/text_layout.h"

namespace grpcfg {
namespace {

class TextReporter final : public Reporter {
 public:
  // `is_concise`: of each finding the first line, and no summary.
  TextReporter(ReporterOptions options, bool is_concise)
      : options_(std::move(options)), is_concise_(is_concise) {}

  void AddFile(const CheckedFile& file, std::string& out) override {
    const Report& report = file.report;
    files_ += file.is_config ? 1 : 0;
    suppressed_ += report.suppressed;
    for (size_t i = 0; i < counts_.size(); ++i) counts_[i] += report.counts[i];
    if (file.records) records_ = records_.value_or(0) + *file.records;
    const std::vector<const Diagnostic*> shown = ShownOf(report);
    folded_ += report.diagnostics.size() - shown.size();
    hidden_ += report.Count(Severity::kError) == 0 && IsRefused(report) ? 1 : 0;
    // Most files are clean: nothing is computed for them, not even the lines.
    if (shown.empty() && report.omissions.empty()) return;
    has_shown_ = true;
    const std::string path = Visible(file.path);
    const LineIndex lines(file.text);
    Waiting of_file;
    Painter painter(options_.color, is_concise_ ? out : of_file.text);
    const Unread unread(report);
    const absl::Span<const std::string> targets =
        file.targets.empty() ? absl::MakeConstSpan(options_.targets) : file.targets;
    absl::flat_hash_set<absl::string_view> shared;
    for (const Diagnostic* const diagnostic : shown) {
      AppendFinding({path, file.text, lines}, *diagnostic, {unread, targets, of_file.shared},
                    painter);
      CountFix(*diagnostic);
      const bool is_new =
          !diagnostic->of_files.empty() && shared.insert(diagnostic->of_files).second;
      if (is_new) ++files_of_help_[{diagnostic->help_once, diagnostic->of_files}];
    }
    for (const Omission& omission : report.omissions) AppendOmission(path, omission, painter);
    if (!is_concise_) waiting_[static_cast<size_t>(WorstOf(report))].push_back(std::move(of_file));
  }

  void AddUnread(absl::string_view /*path*/, absl::string_view /*why*/,
                 std::string& /*out*/) override {
    ++unread_;
  }

  void Finish(std::string& out) override {
    AppendWaiting(out);
    const bool is_nothing = files_ == 0 && unread_ > 0;
    if (options_.quiet || is_concise_ || is_nothing) return;
    Painter painter(options_.color, out);
    absl::StrAppend(&out, Counted(files_, options_.counted), " checked");
    if (!options_.checked_for.empty()) absl::StrAppend(&out, " for ", options_.checked_for);
    out += ": ";
    AppendCounts(painter);
    if (unread_ > 0) absl::StrAppend(&out, "; ", unread_, " could not be checked");
    out += '\n';
    if (records_) absl::StrAppend(&out, Counted(*records_, "TXT record"), " at `_grpc_config`\n");
    AppendFixes(out);
    if (hidden_ > 0) {
      absl::StrAppend(
          &out, Counted(hidden_, options_.counted),
          hidden_ == 1 ? " is still rejected, or breaks" : " are still rejected, or break",
          " calls, because of suppressed, disabled or downgraded findings\n");
    }
    if (folded_ > 0) {
      absl::StrAppend(&out, Counted(folded_, "common note"), " hidden (show with --notes)\n");
    }
    for (const auto& [help, files] : files_of_help_) {
      if (files > 1) absl::StrAppend(&out, files, " ", options_.counted, "s ", help.second, "\n");
    }
    if (has_shown_) out += "`grpcfg explain RULE` explains a finding\n";
  }

 private:
  // A help that files may share, in the text of one of them.
  struct SharedHelp {
    size_t begin;
    size_t end;
    absl::string_view help;
  };

  // What is printed of a file.
  struct Waiting {
    std::string text = {};
    std::vector<SharedHelp> shared = {};
  };

  // The files by the worst that each has, the worst first. Of a shared help only the first is left.
  void AppendWaiting(std::string& out) const {
    absl::flat_hash_set<absl::string_view> said;
    for (size_t severity = waiting_.size(); severity-- > 0;) {
      for (const Waiting& file : waiting_[severity]) {
        size_t begin = 0;
        for (const SharedHelp& each : file.shared) {
          const size_t end = said.insert(each.help).second ? each.end : each.begin;
          absl::StrAppend(&out, absl::string_view(file.text).substr(begin, end - begin));
          begin = each.end;
        }
        absl::StrAppend(&out, absl::string_view(file.text).substr(begin));
      }
    }
  }

  [[nodiscard]] bool IsFolded(const Diagnostic& diagnostic) const {
    return options_.folds_notes && diagnostic.is_common && diagnostic.severity == Severity::kNote;
  }

  // True if a target does not take the document, or fails calls because of it.
  static bool IsRefused(const Report& report) {
    return absl::c_any_of(report.verdicts,
                          [](Verdict verdict) { return verdict >= Verdict::kBreaksCalls; });
  }

  // What is printed of a report, the gravest first, then by place.
  [[nodiscard]] std::vector<const Diagnostic*> ShownOf(const Report& report) const {
    std::vector<const Diagnostic*> shown;
    shown.reserve(report.diagnostics.size());
    for (const Diagnostic& diagnostic : report.diagnostics) {
      if (!IsFolded(diagnostic)) shown.push_back(&diagnostic);
    }
    std::stable_sort(shown.begin(), shown.end(), [](const Diagnostic* a, const Diagnostic* b) {
      return a->severity > b->severity;
    });
    return shown;
  }

  static Severity WorstOf(const Report& report) {
    if (report.Count(Severity::kError) > 0) return Severity::kError;
    return report.Count(Severity::kWarning) > 0 ? Severity::kWarning : Severity::kNote;
  }

  // `1 error, 3 notes, 2 suppressed`.
  void AppendCounts(Painter& painter) const {
    absl::string_view separator;
    for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kNote}) {
      const size_t count = counts_[static_cast<size_t>(severity)];
      if (count == 0) continue;
      absl::StrAppend(&painter.out(), std::exchange(separator, ", "));
      painter.Paint(PaintOf(severity), Counted(count, SeverityName(severity)));
    }
    if (separator.empty()) painter.out() += "no findings";
    if (suppressed_ > 0) absl::StrAppend(&painter.out(), ", ", suppressed_, " suppressed");
  }

  // What is reported of effects of one file.
  struct EffectContext {
    const Unread& unread;
    absl::Span<const std::string> targets;
    std::vector<SharedHelp>& shared;
  };

  void CountFix(const Diagnostic& diagnostic) {
    if (diagnostic.fixes.empty()) return;
    ++(diagnostic.fixes.front().safe ? safe_ : unsafe_);
  }

  // What `fix` does to the findings, if anything.
  void AppendFixes(std::string& out) const {
    if (safe_ + unsafe_ == 0) return;
    const bool is_safe = safe_ > 0;
    absl::StrAppend(&out, is_safe ? safe_ : unsafe_, " fixable with `grpcfg fix",
                    is_safe ? "" : " --unsafe", "`");
    if (is_safe && unsafe_ > 0) absl::StrAppend(&out, ", ", unsafe_, " more with --unsafe");
    out += '\n';
  }

  void AppendFinding(const QuotedFile& file, const Diagnostic& diagnostic,
                     const EffectContext& context, Painter& painter) const {
    const std::string message = is_concise_ ? OneLine(diagnostic) : diagnostic.message;
    AppendHeadline(file, diagnostic, message, painter);
    if (is_concise_) return;
    const size_t gutter = AppendQuotation(file, diagnostic, painter);
    const auto append = [&](absl::string_view kind, absl::string_view words) {
      if (words.empty()) return;
      painter.out().append(gutter, ' ');
      painter.out() += " = ";
      painter.Paint(kind == "help:" ? kGreen : kCyan, kind);
      painter.out().push_back(' ');
      AppendVisible(words, painter.out());
      painter.out().push_back('\n');
    };
    for (const std::string& note : NotesOf(diagnostic)) append("note:", note);
    append("note:", DescribeEffects(diagnostic, context.targets, context.unread));
    ForEachHelpLine(diagnostic, [&](absl::string_view help) {
      const size_t begin = painter.out().size();
      append("help:", help);
      if (help != diagnostic.help_once) return;
      context.shared.push_back({begin, painter.out().size(), diagnostic.help_once});
    });
  }

  const ReporterOptions options_;
  const bool is_concise_;
  size_t files_ = 0;
  size_t folded_ = 0;
  size_t hidden_ = 0;  // files that a target refuses, without an error: the user chose so
  size_t suppressed_ = 0;
  size_t unread_ = 0;
  std::optional<size_t> records_ = {};  // of DNS files
  size_t safe_ = 0;                     // findings that a safe fix removes
  size_t unsafe_ = 0;                   // and those that another one does
  bool has_shown_ = false;
  // By a help that files share, and the words on them at the end (Diagnostic::help_once).
  absl::btree_map<std::pair<absl::string_view, absl::string_view>, size_t> files_of_help_;
  std::array<size_t, 3> counts_ = {};                 // by Severity
  std::array<std::vector<Waiting>, 3> waiting_ = {};  // by the worst Severity of the file
};

}  // namespace

std::unique_ptr<Reporter> MakeTextReporter(const ReporterOptions& options) {
  return std::make_unique<TextReporter>(options, false);
}

std::unique_ptr<Reporter> MakeConciseReporter(const ReporterOptions& options) {
  return std::make_unique<TextReporter>(options, true);
}

}  // namespace grpcfg
