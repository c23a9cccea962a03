#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "validator/report/finding_text.h"
#include "validator/report/reporter.h"
#include "validator/report/xml.h"

namespace grpcfg {
namespace {

// Checkstyle's SeverityLevel; its fourth is `ignore`.
absl::string_view LevelOf(Severity severity) {
  return severity == Severity::kNote ? "info" : SeverityName(severity);
}

// As Checkstyle's XMLLogger writes it. A message is one line in an attribute.
class CheckstyleReporter final : public Reporter {
 public:
  explicit CheckstyleReporter(ReporterOptions options) : options_(std::move(options)) {}

  void AddFile(const CheckedFile& file, std::string& out) override {
    Open(file.path, out);
    const LineIndex lines(file.text);
    ForEachFinding(file.report, [&](const Diagnostic& diagnostic, size_t /*index*/) {
      const Position at = lines.Locate(diagnostic.primary.span.begin);
      out += "<error";
      AppendXmlAttribute("line", absl::StrCat(at.line), out);
      AppendXmlAttribute("column", absl::StrCat(at.column), out);
      AppendXmlAttribute("severity", LevelOf(diagnostic.severity), out);
      AppendXmlAttribute("message", OneLine(diagnostic), out);
      AppendXmlAttribute("source", absl::StrCat("grpcfg.", diagnostic.rule), out);
      out += "/>\n";
    });
    out += "</file>\n";
  }

  void AddUnread(absl::string_view path, absl::string_view why, std::string& out) override {
    Open(path.empty() ? "." : path, out);
    absl::StrAppend(&out, "<exception>", XmlText(why), "</exception>\n</file>\n");
  }

  void Finish(std::string& out) override {
    Begin(out);
    out += "</checkstyle>\n";
  }

 private:
  void Begin(std::string& out) {
    if (has_begun_) return;
    has_begun_ = true;
    // The version of the format, not ours.
    absl::StrAppend(&out, kXmlHead, "<checkstyle version=\"8.36\">\n");
  }

  void Open(absl::string_view path, std::string& out) {
    Begin(out);
    out += "<file";
    AppendXmlAttribute("name", PathBelow(options_.directory, path), out);
    out += ">\n";
  }

  const ReporterOptions options_;
  bool has_begun_ = false;
};

}  // namespace

std::unique_ptr<Reporter> MakeCheckstyleReporter(const ReporterOptions& options) {
  return std::make_unique<CheckstyleReporter>(options);
}

}  // namespace grpcfg
