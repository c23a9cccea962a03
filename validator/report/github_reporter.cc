#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "schema/json/escape.h"
#include "validator/report/finding_text.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

// How workflow commands are unescaped: actions/runner, ActionCommand.cs, _escapeDataMappings and
// _escapePropertyMappings.
std::string EscapedData(absl::string_view text) {
  return Visible(absl::StrReplaceAll(text, {{"%", "%25"}, {"\r", "%0D"}, {"\n", "%0A"}}));
}

std::string EscapedProperty(absl::string_view text) {
  return absl::StrReplaceAll(EscapedData(text), {{":", "%3A"}, {",", "%2C"}});
}

absl::string_view CommandOf(Severity severity) {
  return severity == Severity::kNote ? "notice" : SeverityName(severity);
}

// Columns only within one line: actions/runner drops others (ActionCommandManager.cs,
// ValidateLinesAndColumns). The end is in the range: without an endColumn it is col
// (actions/toolkit, core.ts, AnnotationProperties).
void AppendRegion(const Region& region, std::string& out) {
  const bool ends_before_line = region.end.column == 1 && region.end.line > region.begin.line;
  const uint32_t end_line = region.end.line - (ends_before_line ? 1 : 0);
  absl::StrAppend(&out, ",line=", region.begin.line, ",endLine=", end_line);
  if (region.end.line != region.begin.line) return;
  absl::StrAppend(&out, ",col=", region.begin.column,
                  ",endColumn=", std::max(region.begin.column, region.end.column - 1));
}

class GithubReporter final : public Reporter {
 public:
  explicit GithubReporter(ReporterOptions options) : options_(std::move(options)) {}

  void AddFile(const CheckedFile& file, std::string& out) override {
    const LineIndex lines(file.text);
    const EffectWords words(file, options_.targets);
    ForEachFinding(file.report, [&](const Diagnostic& diagnostic, size_t /*index*/) {
      absl::StrAppend(&out, "::", CommandOf(diagnostic.severity), FileProperty(file.path));
      AppendRegion(RegionOf(diagnostic.primary.span, lines), out);
      absl::StrAppend(&out, ",title=", EscapedProperty(diagnostic.rule),
                      "::", EscapedData(WholeText(diagnostic, words)), "\n");
    });
  }

  void AddUnread(absl::string_view path, absl::string_view why, std::string& out) override {
    absl::StrAppend(&out, "::error", path.empty() ? "" : FileProperty(path), "::", EscapedData(why),
                    "\n");
  }

  void Finish(std::string& /*out*/) override {}

 private:
  [[nodiscard]] std::string FileProperty(absl::string_view path) const {
    return absl::StrCat(" file=", EscapedProperty(PathBelow(options_.directory, path)));
  }

  const ReporterOptions options_;
};

}  // namespace

std::unique_ptr<Reporter> MakeGithubReporter(const ReporterOptions& options) {
  return std::make_unique<GithubReporter>(options);
}

}  // namespace grpcfg
