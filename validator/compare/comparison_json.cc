#include <array>

#include "schema/json/json_writer.h"
#include "validator/compare/comparison_printer.h"

namespace grpcfg {
namespace {

class ComparisonWriter {
 public:
  explicit ComparisonWriter(std::string& out) : writer_(out, JsonLayout::kLines) {}

  void Write(const ComparisonReport& report) {
    writer_.StartObject();
    writer_.WriteVersion();
    writer_.StartArray("methods");
    for (const ComparedFile& file : report.files) {
      for (const ComparedMethod& method : file.methods) WriteMethod(file, method);
    }
    writer_.EndArray();
    WriteFindings(report);
    WriteRefused(report);
    writer_.WriteTexts("exceeded", report.exceeded);
    WriteSummary(report);
    writer_.EndObject();
  }

 private:
  void WriteMethod(const ComparedFile& file, const ComparedMethod& method) {
    writer_.StartObject();
    writer_.WriteText("path", file.path);
    writer_.WriteText("name", method.name);
    if (method.old_name != method.name) writer_.WriteText("old_name", method.old_name);
    writer_.WriteText("target", method.target);
    writer_.WriteArray("changes", method.changes, [&](const Change& change) {
      writer_.StartObject();
      writer_.WriteText("what", change.what);
      writer_.WriteJson("old", change.before);
      writer_.WriteJson("new", change.after);
      writer_.WriteText("risk", RiskName(change.risk));
      if (!change.why.empty()) writer_.WriteText("why", change.why);
      if (change.reason) writer_.WriteText("acknowledged", *change.reason);
      writer_.EndObject();
    });
    writer_.EndObject();
  }

  void WriteFindings(const ComparisonReport& report) {
    writer_.StartArray("new_findings");
    for (const ComparedFile& file : report.files) {
      for (const NewFinding& found : file.new_findings) {
        writer_.StartObject();
        writer_.WriteText("path", file.path);
        writer_.WriteText("rule", found.rule);
        writer_.WriteText("severity", found.severity);
        writer_.WriteText("message", found.message);
        writer_.WriteText("pointer", found.pointer);
        writer_.WriteCount("line", found.line);
        writer_.WriteCount("column", found.column);
        writer_.EndObject();
      }
    }
    writer_.EndArray();
  }

  void WriteRefused(const ComparisonReport& report) {
    writer_.StartArray("refused");
    for (const ComparedFile& file : report.files) {
      if (file.refused_by.empty()) continue;
      writer_.StartObject();
      writer_.WriteText("path", file.path);
      writer_.WriteTexts("targets", file.refused_by);
      writer_.EndObject();
    }
    writer_.EndArray();
  }

  void WriteSummary(const ComparisonReport& report) {
    std::array<size_t, 3> changes = {};
    size_t acknowledged = 0;
    size_t findings = 0;
    for (const ComparedFile& file : report.files) {
      findings += file.new_findings.size();
      for (const ComparedMethod& method : file.methods) {
        for (const Change& change : method.changes) {
          ++(change.reason ? acknowledged : changes[static_cast<size_t>(change.risk)]);
        }
      }
    }
    writer_.StartObject("summary");
    writer_.WriteCount("files", report.files.size());
    for (const ChangeRisk risk : {ChangeRisk::kHigh, ChangeRisk::kMedium, ChangeRisk::kLow}) {
      writer_.WriteCount(RiskName(risk), changes[static_cast<size_t>(risk)]);
    }
    writer_.WriteCount("acknowledged", acknowledged);
    writer_.WriteCount("new_findings", findings);
    writer_.EndObject();
  }

  JsonWriter writer_;
};

}  // namespace

void AppendComparisonJson(const ComparisonReport& report, std::string& out) {
  ComparisonWriter(out).Write(report);
  out += '\n';
}

}  // namespace grpcfg
