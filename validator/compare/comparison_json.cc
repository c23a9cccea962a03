#include <array>

#include "absl/strings/str_cat.h"
#include "schema/json/json_writer.h"
#include "validator/compare/comparison_printer.h"

namespace grpcfg {
namespace {

class ComparisonWriter {
 public:
  explicit ComparisonWriter(std::string& out) : sink_{&out}, writer_(sink_), members_(writer_) {
    writer_.SetIndent(' ', 2);
  }

  void Write(const ComparisonReport& report) {
    writer_.StartObject();
    members_.WriteVersion();
    writer_.Key("methods");
    writer_.StartArray();
    for (const ComparedFile& file : report.files) {
      for (const ComparedMethod& method : file.methods) WriteMethod(file, method);
    }
    writer_.EndArray();
    WriteFindings(report);
    WriteRefused(report);
    members_.WriteArray("exceeded", report.exceeded,
                        [&](const std::string& line) { members_.WriteString(line); });
    WriteSummary(report);
    writer_.EndObject();
  }

 private:
  void WriteMethod(const ComparedFile& file, const ComparedMethod& method) {
    writer_.StartObject();
    members_.WriteText("path", file.path);
    members_.WriteText("name", method.name);
    if (method.old_name != method.name) members_.WriteText("old_name", method.old_name);
    members_.WriteText("target", method.target);
    members_.WriteArray("changes", method.changes, [&](const Change& change) {
      writer_.StartObject();
      members_.WriteText("what", change.what);
      members_.WriteJson("old", change.before);
      members_.WriteJson("new", change.after);
      members_.WriteText("risk", RiskName(change.risk));
      if (!change.why.empty()) members_.WriteText("why", change.why);
      if (change.reason) members_.WriteText("acknowledged", *change.reason);
      writer_.EndObject();
    });
    writer_.EndObject();
  }

  void WriteFindings(const ComparisonReport& report) {
    writer_.Key("new_findings");
    writer_.StartArray();
    for (const ComparedFile& file : report.files) {
      for (const NewFinding& found : file.new_findings) {
        writer_.StartObject();
        members_.WriteText("path", file.path);
        members_.WriteText("rule", found.rule);
        members_.WriteText("severity", found.severity);
        members_.WriteText("message", found.message);
        members_.WriteText("pointer", found.pointer);
        members_.WriteCount("line", found.line);
        members_.WriteCount("column", found.column);
        writer_.EndObject();
      }
    }
    writer_.EndArray();
  }

  void WriteRefused(const ComparisonReport& report) {
    writer_.Key("refused");
    writer_.StartArray();
    for (const ComparedFile& file : report.files) {
      if (file.refused_by.empty()) continue;
      writer_.StartObject();
      members_.WriteText("path", file.path);
      members_.WriteArray("targets", file.refused_by,
                          [&](const std::string& target) { members_.WriteString(target); });
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
    writer_.Key("summary");
    writer_.StartObject();
    members_.WriteCount("files", report.files.size());
    for (const ChangeRisk risk : {ChangeRisk::kHigh, ChangeRisk::kMedium, ChangeRisk::kLow}) {
      members_.WriteCount(RiskName(risk), changes[static_cast<size_t>(risk)]);
    }
    members_.WriteCount("acknowledged", acknowledged);
    members_.WriteCount("new_findings", findings);
    writer_.EndObject();
  }

  JsonSink sink_;
  IndentedJson writer_;
  MemberWriter<IndentedJson> members_;
};

}  // namespace

void AppendComparisonJson(const ComparisonReport& report, std::string& out) {
  ComparisonWriter(out).Write(report);
  out += '\n';
}

}  // namespace grpcfg
