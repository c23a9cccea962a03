#include <string>
#include <utility>
#include <vector>

#include "schema/json/json_writer.h"
#include "validator/effect_summary.h"
#include "validator/report/compat_reporter.h"
#include "validator/report/json_reporter.h"

namespace grpcfg {
namespace {

class CompatJsonReporter final : public Reporter {
 public:
  explicit CompatJsonReporter(const ReporterOptions& options)
      : targets_(options.targets), writer_(sink_), members_(writer_) {
    writer_.SetIndent(' ', 2);
  }

  void AddFile(const CheckedFile& file, std::string& out) override {
    WriteTo(out);
    const LineIndex lines(file.text);
    writer_.StartObject();
    members_.WriteText("path", file.path);
    members_.WriteArray("targets", targets_,
                        [&](const std::string& target) { members_.WriteString(target); });
    WriteByTarget("verdicts", file.report.verdicts, VerdictName);
    writer_.Key("findings");
    writer_.StartArray();
    for (size_t i = 0; i < file.report.diagnostics.size(); ++i) {
      WriteFinding(file.report.diagnostics[i],
                   i < file.remedies.size() ? file.remedies[i] : SuggestedFix(), lines);
    }
    writer_.EndArray();
    scratch_.clear();
    AppendOmissions(file.report, scratch_);
    writer_.Key("omitted");
    writer_.Value(scratch_, rapidjson::kArrayType);
    writer_.EndObject();
  }

  void Finish(std::string& out) override {
    WriteTo(out);
    writer_.EndArray();
    writer_.EndObject();
    out.push_back('\n');
  }

 private:
  // Directs the writer to `out`, and opens the document unless that was done.
  void WriteTo(std::string& out) {
    const bool is_first = sink_.out == nullptr;
    sink_.out = &out;
    if (!is_first) return;
    writer_.StartObject();
    writer_.Key("version");
    writer_.Int(1);
    writer_.Key("files");
    writer_.StartArray();
  }

  // One member for each target.
  template <typename Value>
  void WriteByTarget(const char* key, const std::vector<Value>& values,
                     absl::string_view (*name)(Value)) {
    writer_.Key(key);
    writer_.StartObject();
    for (size_t i = 0; i < targets_.size(); ++i) members_.WriteText(targets_[i], name(values[i]));
    writer_.EndObject();
  }

  void WriteFinding(const Diagnostic& diagnostic, const SuggestedFix& remedy,
                    const LineIndex& lines) {
    writer_.StartObject();
    members_.WriteText("rule", diagnostic.rule);
    members_.WriteText("severity", SeverityName(diagnostic.severity));
    members_.WriteText("message", diagnostic.message);
    members_.WriteText("pointer", diagnostic.pointer);
    scratch_.clear();
    AppendRange(diagnostic.primary.span, lines, scratch_);
    writer_.Key("range");
    writer_.Value(scratch_, rapidjson::kObjectType);
    WriteByTarget("effects", EffectsByTarget(diagnostic, targets_.size()), EffectName);
    writer_.Key("remedy");
    writer_.StartObject();
    members_.WriteText("words", remedy.words);
    writer_.Key("tried");
    writer_.Bool(remedy.is_tried);
    writer_.EndObject();
    writer_.EndObject();
  }

  const std::vector<std::string> targets_;
  JsonSink sink_;
  IndentedJson writer_;
  JsonMembers<IndentedJson> members_;
  std::string scratch_;
};

}  // namespace

std::unique_ptr<Reporter> MakeCompatJsonReporter(const ReporterOptions& options) {
  return std::make_unique<CompatJsonReporter>(options);
}

}  // namespace grpcfg
