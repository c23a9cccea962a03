#include "validator/report/sarif_values.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/btree_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "schema/json/json_writer.h"
#include "validator/engine/effect_summary.h"
#include "validator/report/line_hash.h"
#include "validator/report/uri.h"

namespace grpcfg {
namespace {

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

  // Who reads a file as text drops a byte order mark, and counts columns behind it.
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

}  // namespace

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

std::string SarifNotification(Severity severity, absl::string_view text, absl::string_view uri) {
  SarifValue value;
  value.WriteNotification(severity, text, uri);
  return std::move(value).Take();
}

}  // namespace grpcfg
