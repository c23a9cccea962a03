#include "validator/report/batch_answer.h"

#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "schema/json/escape.h"
#include "schema/json/json_writer.h"
#include "validator/engine/advice.h"
#include "validator/report/batch_request.h"
#include "validator/report/json_reporter.h"
#include "validator/report/resolve_printer.h"
#include "validator/resolve/resolve.h"

namespace grpcfg {
namespace {

// Each line stands alone.
void AppendEnd(std::string& out) {
  absl::StrAppend(&out, R"(, "version": )", kOutputVersion, "}\n");
}

LineOutcome AnswerError(absl::string_view cause, uint64_t number, std::string& out) {
  out += R"({"id": null, "error": )";
  AppendJsonString(absl::StrCat("line ", number, ": ", cause), out);
  AppendEnd(out);
  return LineOutcome::kMalformed;
}

// What is effective comes with the words on what decides a verdict.
Needed NeededFor(const BatchParts& parts) {
  if (parts.diagnostics) return Needed::kAll;
  return parts.effective ? Needed::kNoCommonNotes : Needed::kVerdicts;
}

}  // namespace

BatchAnswerer::BatchAnswerer(std::vector<Target> targets, const RuleSet& rules, BatchParts parts)
    : targets_(std::move(targets)),
      spellings_(SpellingsOf(targets_)),
      parts_(parts),
      asked_(targets_, rules, parts.api, {parts.max_findings, NeededFor(parts)}) {}

LineOutcome BatchAnswerer::Answer(absl::string_view line, uint64_t number, std::string& out) const {
  if (line.find_first_not_of(" \t\r") == absl::string_view::npos) return LineOutcome::kBlank;
  std::string decoded;
  const absl::StatusOr<BatchRequest> request = ReadBatchRequest(line, decoded);
  if (!request.ok()) return AnswerError(request.status().message(), number, out);
  const Document document = ParseRequested(*request);
  const Analysis analysis = AnalyseAsAsked(document);
  const Report& report = analysis.report;
  absl::StrAppend(&out, R"({"id": )", request->id, R"(, "verdicts": )");
  AppendVerdicts(report, spellings_, out);
  if (parts_.diagnostics) {
    out += R"(, "diagnostics": )";
    AppendDiagnostics(report, request->text, spellings_, out);
    out += R"(, "omitted": )";
    AppendOmissions(report, out);
  }
  if (parts_.effective) {
    const Resolution resolution = Resolve(document, targets_, analysis, {});
    out += R"(, "effective": )";
    AppendResolvedValues({{}, document.tree.text(), spellings_, resolution}, out);
  }
  AppendEnd(out);
  return LineOutcome::kAnswered;
}

Analysis BatchAnswerer::AnalyseAsAsked(const Document& document) const {
  Analysis analysis;
  Lent lent;
  Lent* const wanted = parts_.diagnostics ? &lent : nullptr;
  if (parts_.effective) {
    analysis = Analyse(document, asked_, wanted);
  } else {
    analysis.report = ValidateUntried(document, asked_, asked_.needed, wanted);
  }
  if (parts_.diagnostics) KeepFixesThatHold(document, asked_, analysis.report, lent);
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
