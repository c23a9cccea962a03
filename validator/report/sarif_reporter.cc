#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/base/macros.h"
#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/json_writer.h"
#include "schema/json/position.h"
#include "validator/engine/counted.h"
#include "validator/engine/effect_summary.h"
#include "validator/report/finding_text.h"
#include "validator/report/line_hash.h"
#include "validator/report/reporter.h"
#include "validator/report/text_layout.h"
#include "validator/report/worst_results.h"

namespace grpcfg {
namespace {

// ---- The values that a SARIF log is made of, each on one line: results, rules, notifications.
// Promise: what OASIS' schema and the rules of sarif-multitool for GitHub require, and no empty
// fixes, for which GitHub refuses a whole log.

// A file that results are in. Both arguments must outlive it.
struct SarifFile {
  SarifFile(const CheckedFile& file, const ReporterOptions& options);

  const CheckedFile& checked;
  std::string uri;
  absl::Span<const std::string> targets;
  LineIndex lines;
  EffectWords words;
  absl::btree_map<uint32_t, std::string> hashes;  // of the lines that findings begin in
};

// GitHub takes so many places of a result ("SARIF support for code scanning"), and shows fewer.
constexpr size_t kMostLocations = 1000;

// SARIF 2.1.0, 3.11.6: what else would begin a link.
std::string MessageText(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"](", "\\]("}});
}

// A value of a SARIF log, on one line.
class SarifValue {
 public:
  [[nodiscard]] std::string Take() && { return std::move(out_); }

  // `rule` is the index of its rule.
  void WriteResult(const SarifFile& file, size_t index, size_t rule) {
    const Diagnostic& diagnostic = file.checked.report.diagnostics[index];
    writer_.StartObject();
    writer_.WriteText("ruleId", diagnostic.rule);
    writer_.WriteCount("ruleIndex", rule);
    writer_.WriteText("level", SeverityName(diagnostic.severity));
    WriteMessage("message", WholeText(diagnostic, file.words));
    writer_.StartArray("locations");
    WriteLocation(file, diagnostic.primary.span, [&] { WritePointer(diagnostic.pointer); });
    writer_.EndArray();
    WriteRelated(file, diagnostic.secondary);
    WriteFingerprints(file, index);
    WriteFixes(file, diagnostic.fixes);
    WriteProperties(file, diagnostic);
    writer_.EndObject();
  }

  void WriteRule(absl::string_view id, const RuleFacts& facts) {
    writer_.StartObject();
    writer_.WriteText("id", id);
    if (!facts.page.empty()) writer_.WriteText("helpUri", facts.page);
    WriteMessage("shortDescription", facts.summary);
    WriteMessage("fullDescription", facts.rationale);
    writer_.StartObject("help");
    writer_.WriteText("text", facts.help);
    writer_.WriteText("markdown", facts.markdown);
    writer_.EndObject();
    writer_.StartObject("defaultConfiguration");
    writer_.WriteText("level", SeverityName(facts.severity));
    writer_.EndObject();
    writer_.StartObject("properties");
    writer_.WriteText("precision", facts.precision);
    writer_.WriteText("problem.severity", ProblemSeverity(facts.severity));
    writer_.WriteTexts("tags", facts.tags);
    writer_.EndObject();
    writer_.EndObject();
  }

  // `uri` empty: it is about the run.
  void WriteNotification(Severity severity, absl::string_view text, absl::string_view uri) {
    writer_.StartObject();
    writer_.WriteText("level", SeverityName(severity));
    WriteMessage("message", text);
    if (!uri.empty()) {
      writer_.StartArray("locations");
      writer_.StartObject();
      writer_.StartObject("physicalLocation");
      WriteArtifact(uri);
      writer_.EndObject();
      writer_.EndObject();
      writer_.EndArray();
    }
    writer_.EndObject();
  }

 private:
  // GitHub's word for a note.
  static absl::string_view ProblemSeverity(Severity severity) {
    return severity == Severity::kNote ? "recommendation" : SeverityName(severity);
  }

  void WriteMessage(absl::string_view key, absl::string_view text) {
    writer_.StartObject(key);
    writer_.WriteText("text", MessageText(text));
    writer_.EndObject();
  }

  void WriteArtifact(absl::string_view uri) {
    writer_.StartObject("artifactLocation");
    writer_.WriteText("uri", uri);
    writer_.EndObject();
  }

  // Programs that read a file as text drop a byte order mark, and count columns after it.
  void WriteRegion(absl::string_view key, const SarifFile& file, Span span) {
    const bool has_mark = absl::StartsWith(file.checked.text, "\xEF\xBB\xBF");
    const auto column = [&](Position at) {
      return at.line == 1 && at.column > 1 && has_mark ? at.column - 1 : at.column;
    };
    const Region region = RegionOf(span, file.lines);
    writer_.StartObject(key);
    writer_.WriteCount("startLine", region.begin.line);
    writer_.WriteCount("startColumn", column(region.begin));
    writer_.WriteCount("endLine", region.end.line);
    writer_.WriteCount("endColumn", column(region.end));
    writer_.EndObject();
  }

  template <typename WriteMore>
  void WriteLocation(const SarifFile& file, Span span, const WriteMore& write_more) {
    writer_.StartObject();
    writer_.StartObject("physicalLocation");
    WriteArtifact(file.uri);
    WriteRegion("region", file, span);
    writer_.EndObject();
    write_more();
    writer_.EndObject();
  }

  void WritePointer(absl::string_view pointer) {
    if (pointer.empty()) return;
    writer_.StartArray("logicalLocations");
    writer_.StartObject();
    writer_.WriteText("fullyQualifiedName", pointer);
    writer_.EndObject();
    writer_.EndArray();
  }

  void WriteRelated(const SarifFile& file, const std::vector<Label>& labels) {
    if (labels.empty()) return;
    writer_.StartArray("relatedLocations");
    for (size_t i = 0; i < std::min(labels.size(), kMostLocations - 1); ++i) {
      WriteLocation(file, labels[i].span, [&] {
        if (!labels[i].message.empty()) WriteMessage("message", labels[i].message);
      });
    }
    writer_.EndArray();
  }

  void WriteFingerprints(const SarifFile& file, size_t index) {
    const uint32_t line =
        file.lines.Locate(file.checked.report.diagnostics[index].primary.span.begin).line;
    const auto hash = file.hashes.find(line);
    writer_.StartObject("partialFingerprints");
    writer_.WriteText("grpcfg/v1", file.checked.fingerprints[index]);
    if (hash != file.hashes.end()) writer_.WriteText("primaryLocationLineHash", hash->second);
    writer_.EndObject();
  }

  // GitHub refuses a file with a fix that changes nothing.
  void WriteFixes(const SarifFile& file, const std::vector<Fix>& fixes) {
    if (absl::c_all_of(fixes, [](const Fix& fix) { return fix.edits.empty(); })) return;
    writer_.StartArray("fixes");
    for (const Fix& fix : fixes) {
      if (!fix.edits.empty()) WriteFix(file, fix);
    }
    writer_.EndArray();
  }

  void WriteFix(const SarifFile& file, const Fix& fix) {
    writer_.StartObject();
    if (!fix.title.empty()) WriteMessage("description", fix.title);
    writer_.StartArray("artifactChanges");
    writer_.StartObject();
    WriteArtifact(file.uri);
    writer_.WriteArray("replacements", fix.edits, [&](const TextEdit& edit) {
      writer_.StartObject();
      WriteRegion("deletedRegion", file, edit.span);
      writer_.StartObject("insertedContent");
      writer_.WriteText("text", edit.text);
      writer_.EndObject();
      writer_.EndObject();
    });
    writer_.EndObject();
    writer_.EndArray();
    writer_.StartObject("properties");
    writer_.WriteBool("safe", fix.safe);
    writer_.EndObject();
    writer_.EndObject();
  }

  void WriteProperties(const SarifFile& file, const Diagnostic& diagnostic) {
    writer_.StartObject("properties");
    writer_.StartObject("effects");
    const EffectList effects = EffectsByTarget(diagnostic, file.targets.size());
    for (size_t i = 0; i < effects.size(); ++i) {
      if (effects[i] != Effect::kAccepts)
        writer_.WriteText(file.targets[i], EffectName(effects[i]));
    }
    writer_.EndObject();
    const size_t places = diagnostic.secondary.size();
    if (places >= kMostLocations)
      writer_.WriteCount("placesLeftOut", places - (kMostLocations - 1));
    writer_.EndObject();
  }

  std::string out_;
  JsonWriter writer_{out_};
};

SarifFile::SarifFile(const CheckedFile& file, const ReporterOptions& options)
    : checked(file),
      uri(UriOfPath(PathBelow(options.directory, file.path))),
      targets(file.targets.empty() ? absl::MakeConstSpan(options.targets) : file.targets),
      lines(file.text),
      words(file, options.targets) {
  absl::btree_set<uint32_t> begins;
  for (const Diagnostic& diagnostic : file.report.diagnostics) {
    begins.insert(lines.Locate(diagnostic.primary.span.begin).line);
  }
  if (!begins.empty()) hashes = LineHashes(file.text, begins);
}

// The result of a finding of `file`; `rule` is the index of its rule in the log.
std::string SarifResult(const SarifFile& file, size_t finding, size_t rule) {
  SarifValue value;
  value.WriteResult(file, finding, rule);
  return std::move(value).Take();
}

std::string SarifRule(absl::string_view id, const RuleFacts& facts) {
  SarifValue value;
  value.WriteRule(id, facts);
  return std::move(value).Take();
}

// Something to report on a file, or of the run where `uri` is empty.
std::string SarifNotification(Severity severity, absl::string_view text, absl::string_view uri) {
  SarifValue value;
  value.WriteNotification(severity, text, uri);
  return std::move(value).Take();
}

// ---- The log

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
           absl::StrCat(absl::StrJoin(counts, ", "), " omitted: code scanning accepts ",
                        Counted(kMostResults, "result"),
                        " per run, of which the most severe are kept"),
           "");
  }

  void WriteTool(JsonWriter& writer) const {
    writer.StartObject("tool");
    writer.StartObject("driver");
    writer.WriteText("name", "grpcfg");
    writer.WriteText("version", options_.version);
    writer.WriteText("semanticVersion", options_.version);
    // Without a page of its own, the page of what the results are about.
    writer.WriteText("informationUri", options_.homepage.empty()
                                           ? "https://grpc.io/docs/guides/service-config/"
                                           : options_.homepage);
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
