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
#include "validator/effect_summary.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

// What the members of `files` are made of, written with either writer.
template <typename Writer>
class Members : private JsonMembers<Writer> {
 public:
  Members(Writer& writer, absl::Span<const std::string> targets)
      : JsonMembers<Writer>(writer), writer_(writer), targets_(targets) {}

  void WriteFile(const CheckedFile& file) {
    writer_.StartObject();
    WriteText("path", file.path);
    writer_.Key("verdicts");
    WriteVerdicts(file.report);
    writer_.Key("diagnostics");
    WriteDiagnostics(file.report, file.text);
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
  using JsonMembers<Writer>::WriteArray;
  using JsonMembers<Writer>::WriteString;
  using JsonMembers<Writer>::WriteText;

  void WriteDiagnostic(const Diagnostic& diagnostic, const LineIndex& lines) {
    writer_.StartObject();
    WriteText("rule", diagnostic.rule);
    WriteText("severity", SeverityName(diagnostic.severity));
    WriteText("message", diagnostic.message);
    WriteText("pointer", diagnostic.pointer);
    WriteRange(diagnostic.primary.span, lines);
    WriteEffects(diagnostic);
    writer_.Key("related");
    WriteArray(diagnostic.secondary, [&](const Label& label) {
      writer_.StartObject();
      WriteRange(label.span, lines);
      WriteText("message", label.message);
      writer_.EndObject();
    });
    writer_.Key("notes");
    WriteArray(diagnostic.notes, [&](const std::string& note) { WriteString(note); });
    writer_.Key("help");
    WriteArray(diagnostic.help, [&](const std::string& help) { WriteString(help); });
    writer_.Key("fixes");
    WriteArray(diagnostic.fixes, [&](const Fix& fix) { WriteFix(fix, lines); });
    writer_.EndObject();
  }

  void WriteFix(const Fix& fix, const LineIndex& lines) {
    writer_.StartObject();
    WriteText("title", fix.title);
    writer_.Key("safe");
    writer_.Bool(fix.safe);
    writer_.Key("edits");
    WriteArray(fix.edits, [&](const TextEdit& edit) {
      writer_.StartObject();
      WriteRange(edit.span, lines);
      WriteText("text", edit.text);
      writer_.EndObject();
    });
    writer_.EndObject();
  }

  void WriteEffects(const Diagnostic& diagnostic) {
    const std::vector<Effect> effects = EffectsByTarget(diagnostic, targets_.size());
    writer_.Key("effects");
    writer_.StartObject();
    for (size_t i = 0; i < effects.size(); ++i) {
      if (effects[i] != Effect::kAccepts) WriteText(targets_[i], EffectName(effects[i]));
    }
    writer_.EndObject();
  }

  // On one line in either layout: a range is read as a whole.
  void WriteRange(Span span, const LineIndex& lines) {
    writer_.Key("range");
    scratch_.clear();
    AppendRange(span, lines, scratch_);
    writer_.Value(scratch_, rapidjson::kObjectType);
  }

  Writer& writer_;
  absl::Span<const std::string> targets_;
  std::string scratch_;
};

// Calls `write` with what writes values to the end of `out`, on one line.
template <typename Write>
void AppendCompact(absl::Span<const std::string> targets, std::string& out, const Write& write) {
  JsonSink sink = {&out};
  CompactJson writer(sink);
  write(Members<CompactJson>(writer, targets));
}

class JsonReporter final : public Reporter {
 public:
  explicit JsonReporter(const ReporterOptions& options)
      : targets_(options.targets), writer_(sink_), members_(writer_, targets_) {
    writer_.SetIndent(' ', 2);
  }

  void AddFile(const CheckedFile& file, std::string& out) override {
    WriteTo(out);
    ++files_;
    for (size_t i = 0; i < counts_.size(); ++i) counts_[i] += file.report.counts[i];
    members_.WriteFile(file);
  }

  void Finish(std::string& out) override {
    WriteTo(out);
    writer_.EndArray();
    writer_.Key("summary");
    writer_.StartObject();
    WriteCount("files", files_);
    WriteCount("errors", counts_[static_cast<size_t>(Severity::kError)]);
    WriteCount("warnings", counts_[static_cast<size_t>(Severity::kWarning)]);
    WriteCount("notes", counts_[static_cast<size_t>(Severity::kNote)]);
    WriteCount("suppressed", 0);
    writer_.EndObject();
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
    WriteCount("version", 1);
    writer_.Key("files");
    writer_.StartArray();
  }

  void WriteCount(const char* key, size_t count) {
    writer_.Key(key);
    writer_.Uint64(count);
  }

  const std::vector<std::string> targets_;
  JsonSink sink_;
  IndentedJson writer_;
  Members<IndentedJson> members_;
  size_t files_ = 0;
  std::array<size_t, 3> counts_ = {};  // by Severity
};

class JsonLinesReporter final : public Reporter {
 public:
  explicit JsonLinesReporter(const ReporterOptions& options) : targets_(options.targets) {}

  void AddFile(const CheckedFile& file, std::string& out) override {
    AppendCompact(targets_, out, [&](Members<CompactJson> values) { values.WriteFile(file); });
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

void AppendRange(Span span, const LineIndex& lines, std::string& out) {
  out += R"({"start":)";
  AppendPosition(lines.Locate(span.begin), out);
  out += R"(,"end":)";
  AppendPosition(lines.Locate(std::max(span.begin, span.end)), out);
  out += "}";
}

void AppendOmissions(const Report& report, std::string& out) {
  AppendCompact({}, out, [&](Members<CompactJson> values) { values.WriteOmissions(report); });
}

std::unique_ptr<Reporter> MakeJsonReporter(const ReporterOptions& options) {
  return std::make_unique<JsonReporter>(options);
}

std::unique_ptr<Reporter> MakeJsonLinesReporter(const ReporterOptions& options) {
  return std::make_unique<JsonLinesReporter>(options);
}

}  // namespace grpcfg
