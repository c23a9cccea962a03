#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "schema/json/escape.h"
#include "schema/json/position.h"
#include "validator/effect_summary.h"
#include "validator/report/paint.h"
#include "validator/report/reporter.h"
#include "validator/report/text_layout.h"

namespace grpcfg {
namespace {

// What would be written if that is short: `"0.1s"`.
absl::string_view Replacement(const Fix& fix) {
  constexpr size_t kShort = 60;
  if (fix.edits.size() != 1) return "";
  const absl::string_view text = absl::StripAsciiWhitespace(fix.edits.front().text);
  return text.size() <= kShort && !absl::StrContains(text, '\n') ? text : "";
}

absl::string_view WithoutQuotes(absl::string_view text) {
  return absl::StripPrefix(absl::StripSuffix(text, "\""), "\"");
}

// The title, and the replacement if the title does not say it.
std::string DescribeFix(const Fix& fix) {
  const absl::string_view text = Replacement(fix);
  if (text.empty() || absl::StrContains(fix.title, WithoutQuotes(text))) return fix.title;
  return absl::StrCat(fix.title, fix.title.empty() ? "" : ": ", "`", text, "`");
}

// A rule that says what to do says it better than the title of its fix, but for the very text.
bool IsTold(const Fix& fix, absl::Span<const std::string> help) {
  const absl::string_view text = Replacement(fix);
  if (text.empty()) return !help.empty();
  return std::any_of(help.begin(), help.end(), [&](absl::string_view words) {
    return absl::StrContains(words, WithoutQuotes(text));
  });
}

class TextReporter final : public Reporter {
 public:
  explicit TextReporter(ReporterOptions options) : options_(std::move(options)) {}

  void AddFile(const CheckedFile& file, std::string& out) override {
    const Report& report = file.report;
    ++files_;
    for (size_t i = 0; i < counts_.size(); ++i) counts_[i] += report.counts[i];
    if (report.diagnostics.empty() && report.omissions.empty()) return;
    std::string path;
    AppendVisible(file.path, path);
    const LineIndex lines(file.text);
    Painter painter(options_.color, out);
    for (const Diagnostic& diagnostic : report.diagnostics) {
      AppendFinding({path, file.text, lines}, diagnostic, painter);
    }
    for (const Omission& omission : report.omissions) AppendOmission(path, omission, painter);
  }

  void Finish(std::string& out) override {
    if (options_.quiet) return;
    Painter painter(options_.color, out);
    absl::StrAppend(&out, Counted(files_, "file"), " checked: ");
    for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kNote}) {
      const size_t count = counts_[static_cast<size_t>(severity)];
      const std::string words = Counted(count, SeverityName(severity));
      if (count == 0) {
        out += words;
      } else {
        painter.Paint(PaintOf(severity), words);
      }
      out += severity == Severity::kNote ? "\n" : ", ";
    }
  }

 private:
  void AppendFinding(const QuotedFile& file, const Diagnostic& diagnostic, Painter& painter) const {
    AppendHeadline(file, diagnostic, painter);
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
    for (const std::string& note : diagnostic.notes) append("note:", note);
    append("note:", DescribeEffects(diagnostic, options_.targets));
    for (const std::string& help : diagnostic.help) append("help:", help);
    for (const Fix& fix : diagnostic.fixes) {
      if (!IsTold(fix, diagnostic.help)) append("help:", DescribeFix(fix));
    }
  }

  const ReporterOptions options_;
  size_t files_ = 0;
  std::array<size_t, 3> counts_ = {};  // by Severity
};

}  // namespace

std::unique_ptr<Reporter> MakeTextReporter(const ReporterOptions& options) {
  return std::make_unique<TextReporter>(options);
}

}  // namespace grpcfg
