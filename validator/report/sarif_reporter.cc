#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/macros.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schema/json/json_writer.h"
#include "validator/engine/counted.h"
#include "validator/report/reporter.h"
#include "validator/report/sarif_values.h"
#include "validator/report/text_layout.h"
#include "validator/report/uri.h"
#include "validator/report/worst_results.h"

namespace grpcfg {
namespace {

// GitHub refuses a run with more ("SARIF support for code scanning").
constexpr size_t kMostResults = 25000;

// Rules and limits need all results, so that everything is written in the end.
class SarifReporter final : public Reporter {
 public:
  explicit SarifReporter(ReporterOptions options) : options_(std::move(options)) {}

  void AddFile(const CheckedFile& file, std::string& /*out*/) override {
    const Report& report = file.report;
    if (report.diagnostics.empty() && report.omissions.empty()) return;
    ABSL_HARDENING_ASSERT(file.fingerprints.size() == report.diagnostics.size());
    const SarifFile described(file, options_);
    for (size_t i = 0; i < report.diagnostics.size(); ++i) {
      const Severity severity = report.diagnostics[i].severity;
      std::string result;
      if (results_.Takes(severity)) {
        result = SarifResult(described, i, IndexOf(report.diagnostics[i].rule));
      }
      results_.Add(severity, std::move(result));
    }
    for (const Omission& omission : report.omissions) {
      Notify(Severity::kNote, OmissionWords(omission), described.uri);
    }
  }

  void AddUnread(absl::string_view path, absl::string_view why, std::string& /*out*/) override {
    has_failed_ = true;
    Notify(Severity::kError, why, UriOfPath(PathBelow(options_.directory, path)));
  }

  void Finish(std::string& out) override {
    NotifyOfLeftOut();
    JsonWriter writer(out, JsonLayout::kLines);
    writer.StartObject();
    writer.WriteText("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    writer.WriteText("version", "2.1.0");
    writer.StartArray("runs");
    writer.StartObject();
    WriteTool(writer);
    WriteInvocation(writer);
    writer.WriteText("columnKind", "unicodeCodePoints");
    WriteLines("results", std::move(results_).Take(), writer);
    writer.EndObject();
    writer.EndArray();
    writer.EndObject();
    out.push_back('\n');
  }

 private:
  static void WriteLines(absl::string_view key, const std::vector<std::string>& values,
                         JsonWriter& writer) {
    writer.WriteArray(key, values, [&](const std::string& value) { writer.Json(value); });
  }

  size_t IndexOf(absl::string_view rule) {
    const auto [found, is_new] = indices_.emplace(rule, rules_.size());
    if (is_new) rules_.push_back(rule);
    return found->second;
  }

  void Notify(Severity severity, absl::string_view text, absl::string_view uri) {
    notifications_.push_back(SarifNotification(severity, text, uri));
  }

  void NotifyOfLeftOut() {
    std::vector<std::string> counts;
    for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kNote}) {
      const size_t count = results_.left_out()[static_cast<size_t>(severity)];
      if (count > 0) counts.push_back(Counted(count, SeverityName(severity)));
    }
    if (counts.empty()) return;
    Notify(Severity::kWarning,
           absl::StrCat(absl::StrJoin(counts, ", "), " left out: code scanning takes ",
                        Counted(kMostResults, "result"), " of a run, and these are the gravest"),
           "");
  }

  void WriteTool(JsonWriter& writer) const {
    writer.StartObject("tool");
    writer.StartObject("driver");
    writer.WriteText("name", "grpcfg");
    writer.WriteText("version", options_.version);
    writer.WriteText("semanticVersion", options_.version);
    // What the results are about: grpcfg has no page of its own on the web.
    writer.WriteText("informationUri", "https://grpc.io/docs/guides/service-config/");
    std::vector<std::string> rules;
    rules.reserve(rules_.size());
    for (const absl::string_view rule : rules_) {
      rules.push_back(SarifRule(rule, options_.facts_of(rule)));
    }
    WriteLines("rules", rules, writer);
    writer.EndObject();
    writer.EndObject();
  }

  void WriteInvocation(JsonWriter& writer) const {
    writer.StartArray("invocations");
    writer.StartObject();
    writer.WriteBool("executionSuccessful", !has_failed_);
    WriteLines("toolExecutionNotifications", notifications_, writer);
    writer.EndObject();
    writer.EndArray();
  }

  const ReporterOptions options_;
  WorstResults results_{kMostResults};
  std::vector<absl::string_view> rules_;  // by index, as they were met; they outlive the report
  absl::flat_hash_map<absl::string_view, size_t> indices_;
  std::vector<std::string> notifications_;
  bool has_failed_ = false;
};

}  // namespace

std::unique_ptr<Reporter> MakeSarifReporter(const ReporterOptions& options) {
  return std::make_unique<SarifReporter>(options);
}

}  // namespace grpcfg
