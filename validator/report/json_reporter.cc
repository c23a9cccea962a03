#include "validator/report/json_reporter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "absl/base/macros.h"
#include "schema/json/effect.h"
#include "validator/engine/effect_summary.h"
#include "validator/report/finding_text.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

// What the members of `files` are made of.
class Members {
 public:
  Members(JsonWriter& writer, absl::Span<const std::string> targets)
      : writer_(writer), targets_(targets) {}

  // `is_line`: it stands alone. `unread`: why it could not be checked; empty: it was.
  void WriteFile(const CheckedFile& file, bool is_line = false, absl::string_view unread = {}) {
    writer_.StartObject();
    if (is_line) writer_.WriteVersion();
    writer_.WriteText("path", file.path);
    writer_.Key("verdicts");
    file.is_config ? WriteVerdicts(file.report) : WriteNoVerdicts();
    writer_.Key("diagnostics");
    WriteDiagnostics(file.report, file.text);
    writer_.Key("omitted");
    WriteOmissions(file.report);
    if (!file.answers.empty()) writer_.WriteJson("answers", file.answers);
    if (file.records) writer_.WriteCount("records", *file.records);
    if (!unread.empty()) writer_.WriteText("unread", unread);
    writer_.EndObject();
  }

  // The same as `compat` has it.
  void WriteComparison(const CheckedFile& file) {
    const LineIndex lines(file.text);
    writer_.StartObject();
    writer_.WriteText("path", file.path);
    writer_.WriteTexts("targets", targets_);
    writer_.Key("verdicts");
    WriteVerdicts(file.report);
    writer_.StartArray("diagnostics");
    for (size_t i = 0; i < file.report.diagnostics.size(); ++i) {
      WriteCompared(file.report.diagnostics[i],
                    i < file.remedies.size() ? file.remedies[i] : SuggestedFix(), lines);
    }
    writer_.EndArray();
    writer_.Key("omitted");
    WriteOmissions(file.report);
    writer_.EndObject();
  }

  void WriteVerdicts(const Report& report) {
    writer_.StartObject();
    ABSL_HARDENING_ASSERT(report.verdicts.size() == targets_.size());
    for (size_t i = 0; i < targets_.size(); ++i) {
      writer_.WriteText(targets_[i], VerdictName(report.verdicts[i]));
    }
    writer_.EndObject();
  }

  void WriteNoVerdicts() {
    writer_.StartObject();
    writer_.EndObject();
  }

  void WriteDiagnostics(const Report& report, absl::string_view text) {
    // Most texts are clean and need no lines.
    const LineIndex lines(report.diagnostics.empty() ? absl::string_view() : text);
    writer_.WriteArray(report.diagnostics,
                       [&](const Diagnostic& diagnostic) { WriteDiagnostic(diagnostic, lines); });
  }

  void WriteOmissions(const Report& report) {
    writer_.WriteArray(report.omissions, [&](const Omission& omission) {
      writer_.StartObject();
      writer_.WriteText("rule", omission.rule);
      writer_.WriteCount("count", omission.Count());
      writer_.WriteCount("errors", omission.by_severity[2]);
      writer_.WriteCount("warnings", omission.by_severity[1]);
      writer_.WriteCount("notes", omission.by_severity[0]);
      writer_.EndObject();
    });
  }

 private:
  enum class ReportedEffects : uint8_t { kAffecting, kAll };

  void WriteDiagnostic(const Diagnostic& diagnostic, const LineIndex& lines) {
    StartDiagnostic(diagnostic, lines, ReportedEffects::kAffecting);
    writer_.EndObject();
  }

  // All that is reported of a finding everywhere; other members may follow.
  void StartDiagnostic(const Diagnostic& diagnostic, const LineIndex& lines,
                       ReportedEffects which) {
    writer_.StartObject();
    writer_.WriteText("rule", diagnostic.rule);
    writer_.WriteText("severity", SeverityName(diagnostic.severity));
    writer_.WriteText("message", diagnostic.message);
    writer_.WriteText("pointer", diagnostic.pointer);
    WriteRange(diagnostic.primary.span, lines);
    WriteEffects(diagnostic, which);
    writer_.WriteArray("related", diagnostic.secondary, [&](const Label& label) {
      writer_.StartObject();
      WriteRange(label.span, lines);
      writer_.WriteText("message", label.message);
      writer_.EndObject();
    });
    writer_.WriteTexts("notes", NotesOf(diagnostic));
    writer_.StartArray("help");
    ForEachHelpLine(diagnostic, [&](absl::string_view help) { writer_.String(help); });
    writer_.EndArray();
    writer_.WriteArray("fixes", diagnostic.fixes, [&](const Fix& fix) { WriteFix(fix, lines); });
  }

  void WriteCompared(const Diagnostic& diagnostic, const SuggestedFix& remedy,
                     const LineIndex& lines) {
    StartDiagnostic(diagnostic, lines, ReportedEffects::kAll);
    writer_.StartObject("remedy");
    writer_.WriteText("help", remedy.words);
    writer_.WriteBool("tried", remedy.is_tried);
    writer_.EndObject();
    writer_.EndObject();
  }

  void WriteFix(const Fix& fix, const LineIndex& lines) {
    writer_.StartObject();
    writer_.WriteText("title", fix.title);
    writer_.WriteBool("safe", fix.safe);
    writer_.WriteArray("edits", fix.edits, [&](const TextEdit& edit) {
      writer_.StartObject();
      WriteRange(edit.span, lines);
      writer_.WriteText("text", edit.text);
      writer_.EndObject();
    });
    writer_.EndObject();
  }

  void WriteEffects(const Diagnostic& diagnostic, ReportedEffects which) {
    const EffectList effects = EffectsByTarget(diagnostic, targets_.size());
    writer_.StartObject("effects");
    for (size_t i = 0; i < effects.size(); ++i) {
      if (which == ReportedEffects::kAffecting && effects[i] == Effect::kAccepts) continue;
      writer_.WriteText(targets_[i], EffectName(effects[i]));
    }
    writer_.EndObject();
  }

  // On one line in either layout: a range is read as a whole.
  void WriteRange(Span span, const LineIndex& lines) {
    writer_.WriteJson("range", WrittenJson(JsonLayout::kCompact, [&](JsonWriter& range) {
                        range.StartObject();
                        range.Key("start");
                        WritePosition(lines.Locate(span.begin), range);
                        range.Key("end");
                        WritePosition(lines.Locate(std::max(span.begin, span.end)), range);
                        range.EndObject();
                      }));
  }

  JsonWriter& writer_;
  absl::Span<const std::string> targets_;
};

// The targets of the verdicts of `file`.
absl::Span<const std::string> TargetsOf(const CheckedFile& file,
                                        absl::Span<const std::string> of_run) {
  return file.targets.empty() ? of_run : file.targets;
}

// The document of `check`, or that of `compat`.
class JsonReporter final : public Reporter {
 public:
  JsonReporter(const ReporterOptions& options, bool compares)
      : targets_(options.targets), compares_(compares) {
    writer_.StartObject();
    writer_.WriteVersion();
    writer_.StartArray("files");
  }

  void AddFile(const CheckedFile& file, std::string& out) override {
    files_ += file.is_config ? 1 : 0;
    suppressed_ += file.report.suppressed;
    for (size_t i = 0; i < counts_.size(); ++i) counts_[i] += file.report.counts[i];
    Members members(writer_, TargetsOf(file, targets_));
    compares_ ? members.WriteComparison(file) : members.WriteFile(file);
    Flush(out);
  }

  void AddUnread(absl::string_view path, absl::string_view why, std::string& /*out*/) override {
    unread_.emplace_back(path, why);
  }

  void Finish(std::string& out) override {
    writer_.EndArray();
    if (!unread_.empty()) WriteUnread();
    if (!compares_) WriteSummary();
    writer_.EndObject();
    Flush(out);
    out.push_back('\n');
  }

 private:
  void WriteUnread() {
    writer_.WriteArray("unread", unread_, [&](const auto& each) {
      writer_.StartObject();
      writer_.WriteText("path", each.first);
      writer_.WriteText("why", each.second);
      writer_.EndObject();
    });
  }

  void WriteSummary() {
    writer_.StartObject("summary");
    writer_.WriteCount("files", files_);
    writer_.WriteCount("errors", counts_[static_cast<size_t>(Severity::kError)]);
    writer_.WriteCount("warnings", counts_[static_cast<size_t>(Severity::kWarning)]);
    writer_.WriteCount("notes", counts_[static_cast<size_t>(Severity::kNote)]);
    writer_.WriteCount("suppressed", suppressed_);
    writer_.EndObject();
  }

  void Flush(std::string& out) {
    out += text_;
    text_.clear();
  }

  const std::vector<std::string> targets_;
  const bool compares_;
  std::string text_;  // since the last flush
  JsonWriter writer_{text_, JsonLayout::kLines};
  size_t files_ = 0;
  size_t suppressed_ = 0;
  std::array<size_t, 3> counts_ = {};                             // by Severity
  std::vector<std::pair<std::string, std::string>> unread_ = {};  // paths, and why
};

class JsonLinesReporter final : public Reporter {
 public:
  explicit JsonLinesReporter(const ReporterOptions& options) : targets_(options.targets) {}

  void AddFile(const CheckedFile& file, std::string& out) override {
    JsonWriter writer(out);
    Members(writer, TargetsOf(file, targets_)).WriteFile(file, true);
    out.push_back('\n');
  }

  void AddUnread(absl::string_view path, absl::string_view why, std::string& out) override {
    JsonWriter writer(out);
    const Report nothing;
    Members(writer, targets_)
        .WriteFile({.path = path, .text = "", .report = nothing, .is_config = false}, true, why);
    out.push_back('\n');
  }

  void Finish(std::string& /*out*/) override {}

 private:
  const std::vector<std::string> targets_;
};

}  // namespace

std::string VerdictsJson(const Report& report, absl::Span<const std::string> targets) {
  return WrittenJson(JsonLayout::kCompact,
                     [&](JsonWriter& writer) { Members(writer, targets).WriteVerdicts(report); });
}

std::string DiagnosticsJson(const Report& report, absl::string_view text,
                            absl::Span<const std::string> targets) {
  return WrittenJson(JsonLayout::kCompact, [&](JsonWriter& writer) {
    Members(writer, targets).WriteDiagnostics(report, text);
  });
}

std::string OmissionsJson(const Report& report) {
  return WrittenJson(JsonLayout::kCompact,
                     [&](JsonWriter& writer) { Members(writer, {}).WriteOmissions(report); });
}

void WritePosition(const Position& position, JsonWriter& writer) {
  writer.StartObject();
  writer.WriteCount("offset", position.offset);
  writer.WriteCount("line", position.line);
  writer.WriteCount("column", position.column);
  writer.EndObject();
}

std::unique_ptr<Reporter> MakeJsonReporter(const ReporterOptions& options) {
  return std::make_unique<JsonReporter>(options, false);
}

std::unique_ptr<Reporter> MakeCompatJsonReporter(const ReporterOptions& options) {
  return std::make_unique<JsonReporter>(options, true);
}

std::unique_ptr<Reporter> MakeJsonLinesReporter(const ReporterOptions& options) {
  return std::make_unique<JsonLinesReporter>(options);
}

}  // namespace grpcfg
