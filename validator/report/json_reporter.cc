#include "validator/report/json_reporter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/macros.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/effect.h"
#include "schema/json/json_writer.h"
#include "schema/json/position.h"
#include "validator/engine/effect_summary.h"
#include "validator/report/compat_reporter.h"
#include "validator/report/help_lines.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

// What the members of `files` are made of, written with either writer.
template <typename Writer>
class Members : private MemberWriter<Writer> {
 public:
  Members(Writer& writer, absl::Span<const std::string> targets)
      : MemberWriter<Writer>(writer), writer_(writer), targets_(targets) {}

  // `is_line`: it stands alone.
  void WriteFile(const CheckedFile& file, bool is_line = false) {
    writer_.StartObject();
    if (is_line) WriteVersion();
    WriteText("path", file.path);
    writer_.Key("verdicts");
    file.is_config ? WriteVerdicts(file.report) : WriteNoVerdicts();
    writer_.Key("diagnostics");
    WriteDiagnostics(file.report, file.text);
    writer_.Key("omitted");
    WriteOmissions(file.report);
    if (!file.answers.empty()) {
      writer_.Key("answers");
      writer_.Value(file.answers, rapidjson::kArrayType);
    }
    writer_.EndObject();
  }

  // The same as `compat` has it.
  void WriteComparison(const CheckedFile& file) {
    const LineIndex lines(file.text);
    writer_.StartObject();
    WriteText("path", file.path);
    WriteArray("targets", targets_, [&](const std::string& target) { WriteString(target); });
    writer_.Key("verdicts");
    WriteVerdicts(file.report);
    writer_.Key("diagnostics");
    writer_.StartArray();
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
      WriteText(targets_[i], VerdictName(report.verdicts[i]));
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
    WriteArray(report.diagnostics,
               [&](const Diagnostic& diagnostic) { WriteDiagnostic(diagnostic, lines); });
  }

  void WriteOmissions(const Report& report) {
    WriteArray(report.omissions, [&](const Omission& omission) {
      writer_.StartObject();
      WriteText("rule", omission.rule);
      writer_.Key("count");
      writer_.Uint64(omission.Count());
      writer_.Key("errors");
      writer_.Uint64(omission.by_severity[2]);
      writer_.Key("warnings");
      writer_.Uint64(omission.by_severity[1]);
      writer_.Key("notes");
      writer_.Uint64(omission.by_severity[0]);
      writer_.EndObject();
    });
  }

 private:
  using MemberWriter<Writer>::WriteArray;
  using MemberWriter<Writer>::WriteString;
  using MemberWriter<Writer>::WriteText;
  using MemberWriter<Writer>::WriteVersion;

  enum class EffectsToTell : uint8_t { kMinded, kAll };

  void WriteDiagnostic(const Diagnostic& diagnostic, const LineIndex& lines) {
    StartDiagnostic(diagnostic, lines, EffectsToTell::kMinded);
    writer_.EndObject();
  }

  // All that is told of a finding everywhere; other members may follow.
  void StartDiagnostic(const Diagnostic& diagnostic, const LineIndex& lines, EffectsToTell which) {
    writer_.StartObject();
    WriteText("rule", diagnostic.rule);
    WriteText("severity", SeverityName(diagnostic.severity));
    WriteText("message", diagnostic.message);
    WriteText("pointer", diagnostic.pointer);
    WriteRange(diagnostic.primary.span, lines);
    WriteEffects(diagnostic, which);
    WriteArray("related", diagnostic.secondary, [&](const Label& label) {
      writer_.StartObject();
      WriteRange(label.span, lines);
      WriteText("message", label.message);
      writer_.EndObject();
    });
    WriteArray("notes", diagnostic.notes, [&](const std::string& note) { WriteString(note); });
    writer_.Key("help");
    writer_.StartArray();
    ForEachHelpLine(diagnostic, [&](absl::string_view help) { WriteString(help); });
    writer_.EndArray();
    WriteArray("fixes", diagnostic.fixes, [&](const Fix& fix) { WriteFix(fix, lines); });
  }

  void WriteCompared(const Diagnostic& diagnostic, const SuggestedFix& remedy,
                     const LineIndex& lines) {
    StartDiagnostic(diagnostic, lines, EffectsToTell::kAll);
    writer_.Key("remedy");
    writer_.StartObject();
    WriteText("help", remedy.words);
    writer_.Key("tried");
    writer_.Bool(remedy.is_tried);
    writer_.EndObject();
    writer_.EndObject();
  }

  void WriteFix(const Fix& fix, const LineIndex& lines) {
    writer_.StartObject();
    WriteText("title", fix.title);
    writer_.Key("safe");
    writer_.Bool(fix.safe);
    WriteArray("edits", fix.edits, [&](const TextEdit& edit) {
      writer_.StartObject();
      WriteRange(edit.span, lines);
      WriteText("text", edit.text);
      writer_.EndObject();
    });
    writer_.EndObject();
  }

  void WriteEffects(const Diagnostic& diagnostic, EffectsToTell which) {
    const EffectList effects = EffectsByTarget(diagnostic, targets_.size());
    writer_.Key("effects");
    writer_.StartObject();
    for (size_t i = 0; i < effects.size(); ++i) {
      if (which == EffectsToTell::kMinded && effects[i] == Effect::kAccepts) continue;
      WriteText(targets_[i], EffectName(effects[i]));
    }
    writer_.EndObject();
  }

  // On one line in either layout: a range is read as a whole.
  void WriteRange(Span span, const LineIndex& lines) {
    writer_.Key("range");
    writer_.Appended(rapidjson::kObjectType, [&](std::string& out) {
      out += R"({"start":)";
      AppendPosition(lines.Locate(span.begin), out);
      out += R"(,"end":)";
      AppendPosition(lines.Locate(std::max(span.begin, span.end)), out);
      out += "}";
    });
  }

  Writer& writer_;
  absl::Span<const std::string> targets_;
};

// The targets of the verdicts of `file`.
absl::Span<const std::string> TargetsOf(const CheckedFile& file,
                                        absl::Span<const std::string> of_run) {
  return file.targets.empty() ? of_run : file.targets;
}

// Calls `write` with what writes values to the end of `out`, on one line.
template <typename Write>
void AppendCompact(absl::Span<const std::string> targets, std::string& out, const Write& write) {
  JsonSink sink = {&out};
  CompactJson writer(sink);
  write(Members<CompactJson>(writer, targets));
}

// The document of `check`, or that of `compat`.
class JsonReporter final : public Reporter {
 public:
  JsonReporter(const ReporterOptions& options, bool compares)
      : targets_(options.targets), compares_(compares), writer_(sink_) {
    writer_.SetIndent(' ', 2);
  }

  void AddFile(const CheckedFile& file, std::string& out) override {
    WriteTo(out);
    files_ += file.is_config ? 1 : 0;
    suppressed_ += file.report.suppressed;
    for (size_t i = 0; i < counts_.size(); ++i) counts_[i] += file.report.counts[i];
    Members<IndentedJson> members(writer_, TargetsOf(file, targets_));
    compares_ ? members.WriteComparison(file) : members.WriteFile(file);
  }

  void Finish(std::string& out) override {
    WriteTo(out);
    writer_.EndArray();
    if (!compares_) WriteSummary();
    writer_.EndObject();
    out.push_back('\n');
  }

 private:
  void WriteSummary() {
    writer_.Key("summary");
    writer_.StartObject();
    WriteCount("files", files_);
    WriteCount("errors", counts_[static_cast<size_t>(Severity::kError)]);
    WriteCount("warnings", counts_[static_cast<size_t>(Severity::kWarning)]);
    WriteCount("notes", counts_[static_cast<size_t>(Severity::kNote)]);
    WriteCount("suppressed", suppressed_);
    writer_.EndObject();
  }

  // Directs the writer to `out`, and opens the document unless that was done.
  void WriteTo(std::string& out) {
    const bool is_first = sink_.out == nullptr;
    sink_.out = &out;
    if (!is_first) return;
    writer_.StartObject();
    MemberWriter<IndentedJson>(writer_).WriteVersion();
    writer_.Key("files");
    writer_.StartArray();
  }

  void WriteCount(const char* key, size_t count) {
    writer_.Key(key);
    writer_.Uint64(count);
  }

  const std::vector<std::string> targets_;
  const bool compares_;
  JsonSink sink_;
  IndentedJson writer_;
  size_t files_ = 0;
  size_t suppressed_ = 0;
  std::array<size_t, 3> counts_ = {};  // by Severity
};

class JsonLinesReporter final : public Reporter {
 public:
  explicit JsonLinesReporter(const ReporterOptions& options) : targets_(options.targets) {}

  void AddFile(const CheckedFile& file, std::string& out) override {
    AppendCompact(TargetsOf(file, targets_), out,
                  [&](Members<CompactJson> values) { values.WriteFile(file, true); });
    out.push_back('\n');
  }

  void Finish(std::string& /*out*/) override {}

 private:
  const std::vector<std::string> targets_;
};

}  // namespace

void AppendVerdicts(const Report& report, absl::Span<const std::string> targets, std::string& out) {
  AppendCompact(targets, out, [&](Members<CompactJson> values) { values.WriteVerdicts(report); });
}

void AppendDiagnostics(const Report& report, absl::string_view text,
                       absl::Span<const std::string> targets, std::string& out) {
  if (report.diagnostics.empty()) {  // most are, and a writer allocates
    out += "[]";
    return;
  }
  AppendCompact(targets, out,
                [&](Members<CompactJson> values) { values.WriteDiagnostics(report, text); });
}

void AppendOmissions(const Report& report, std::string& out) {
  if (report.omissions.empty()) {
    out += "[]";
    return;
  }
  AppendCompact({}, out, [&](Members<CompactJson> values) { values.WriteOmissions(report); });
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
