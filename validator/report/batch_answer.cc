#include "validator/report/batch_answer.h"

#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "schema/json/json_writer.h"
#include "validator/fix/fix_document.h"
#include "validator/report/batch_request.h"
#include "validator/report/json_reporter.h"
#include "validator/report/resolve_printer.h"
#include "validator/resolve/resolve.h"

namespace grpcfg {
namespace {

// Appends a line that stands alone, which `write`(writer) begins.
template <typename Write>
void AppendLine(std::string& out, const Write& write) {
  JsonWriter writer(out, JsonLayout::kSpaced);
  writer.StartObject();
  write(writer);
  writer.WriteVersion();
  writer.EndObject();
  out.push_back('\n');
}

LineOutcome AnswerError(absl::string_view cause, uint64_t number, std::string& out) {
  AppendLine(out, [&](JsonWriter& writer) {
    writer.WriteJson("id", "null");
    writer.WriteText("error", absl::StrCat("line ", number, ": ", cause));
  });
  return LineOutcome::kMalformed;
}

// What is effective comes with the words on what decides a verdict.
Needed NeededFor(const BatchParts& parts) {
  return parts.diagnostics || parts.effective ? Needed::kAll : Needed::kVerdicts;
}

}  // namespace

BatchAnswerer::BatchAnswerer(std::vector<Target> targets, const RuleSet& rules, BatchParts parts)
    : targets_(std::move(targets)),
      spellings_(SpellingsOf(targets_)),
      parts_(parts),
      plan_(targets_, rules, parts.api, {parts.max_findings, NeededFor(parts)}) {}

LineOutcome BatchAnswerer::Answer(absl::string_view line, uint64_t number, std::string& out) const {
  if (line.find_first_not_of(" \t\r") == absl::string_view::npos) return LineOutcome::kBlank;
  std::string decoded;
  const absl::StatusOr<BatchRequest> request = ReadBatchRequest(line, decoded);
  if (!request.ok()) return AnswerError(request.status().message(), number, out);
  const Document document = ParseDocument(request->text, request->kind);
  const Analysis analysis = AnalyseByParts(document);
  const Report& report = analysis.report;
  AppendLine(out, [&](JsonWriter& writer) {
    writer.WriteJson("id", request->id);
    writer.WriteJson("verdicts", VerdictsJson(report, spellings_));
    if (parts_.diagnostics) {
      writer.WriteJson("diagnostics", DiagnosticsJson(report, request->text, spellings_));
      writer.WriteJson("omitted", OmissionsJson(report));
    }
    if (parts_.effective) {
      const Resolution resolution = Resolve(document, targets_, analysis, {});
      writer.WriteJson("effective",
                       ResolvedValuesJson({{}, document.tree.text(), spellings_, resolution}));
    }
  });
  return LineOutcome::kAnswered;
}

Analysis BatchAnswerer::AnalyseByParts(const Document& document) const {
  Analysis analysis;
  if (parts_.effective) {
    analysis = Analyse(document, plan_);
  } else {
    analysis.report = Validate(document, plan_);
  }
  if (parts_.diagnostics) KeepWorkingFixes(document, plan_, analysis.report);
  return analysis;
}

LineOutcome BatchAnswerer::AnswerTooLong(uint64_t number, std::string& out) {
  return AnswerError("longer than 256 MiB; split it, a service config is a few KiB", number, out);
}

LineOutcome BatchAnswerer::AnswerTooLarge(uint64_t number, std::string& out) {
  return AnswerError("there is not enough memory for it; split it, a service config is a few KiB",
                     number, out);
}

}  // namespace grpcfg
