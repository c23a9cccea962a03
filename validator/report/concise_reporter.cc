#include <memory>
#include <string>

#include "schema/json/escape.h"
#include "schema/json/position.h"
#include "validator/report/paint.h"
#include "validator/report/reporter.h"
#include "validator/report/text_layout.h"

namespace grpcfg {
namespace {

class ConciseReporter final : public Reporter {
 public:
  explicit ConciseReporter(Color color) : color_(color) {}

  void AddFile(const CheckedFile& file, std::string& out) override {
    // Most files are clean: nothing is computed for them, not even the lines.
    if (file.report.diagnostics.empty()) return;
    std::string path;
    AppendVisible(file.path, path);
    const LineIndex lines(file.text);
    const QuotedFile quoted = {path, file.text, lines};
    Painter painter(color_, out);
    for (const Diagnostic& diagnostic : file.report.diagnostics) {
      AppendHeadline(quoted, diagnostic, painter);
    }
    for (const Omission& omission : file.report.omissions) AppendOmission(path, omission, painter);
  }

  void Finish(std::string& /*out*/) override {}

 private:
  Color color_;
};

}  // namespace

std::unique_ptr<Reporter> MakeConciseReporter(const ReporterOptions& options) {
  return std::make_unique<ConciseReporter>(options.color);
}

}  // namespace grpcfg
