// libFuzzer target for everything that is printed as JSON: reports of check and compat, answers of
// batch, with values and without, resolutions and simulations, of arbitrary bytes of every kind.
// Each is JSON to a reader that shares nothing with our own.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "rules/families.h"
#include "simulator/response.h"
#include "tests/fuzz/report_invariants.h"
#include "tests/strict_json.h"
#include "tools/simulation_printer.h"
#include "validator/batch_answer.h"
#include "validator/batch_request.h"
#include "validator/compat_reporter.h"
#include "validator/reporter.h"
#include "validator/resolve_printer.h"
#include "validator/validate.h"

namespace grpcfg {
namespace {

constexpr std::array<absl::string_view, 3> kKinds = {"config", "choices", "txt"};

std::vector<Target> AllClients() {
  std::vector<Target> targets = *ParseTargets("all,core@1.51,go@1.33,java@1.41,node@1.8");
  Require(LinkPolicies("all", targets).ok());
  return targets;
}

std::vector<std::string> SpellingsOf(absl::Span<const Target> targets) {
  std::vector<std::string> spellings;
  for (const Target& target : targets) spellings.push_back(target.spelling);
  return spellings;
}

// The whole output of a reporter; of JSON Lines each line by itself.
void CheckReporter(std::unique_ptr<Reporter> reporter, const CheckedFile& file, bool by_lines) {
  std::string out;
  reporter->AddFile(file, out);
  reporter->Finish(out);
  if (!by_lines) return Require(IsStrictJson(out));
  for (const absl::string_view line : absl::StrSplit(absl::StripSuffix(out, "\n"), '\n')) {
    Require(IsStrictJson(line));
  }
}

void CheckReports(absl::string_view text, const Document& document,
                  absl::Span<const Target> targets) {
  const Report report = Validate(document, targets, AllRules());
  const std::vector<Remedy> remedies = FindRemedies(document, report, {targets, AllRules()});
  const CheckedFile file = {text, text, report, remedies};
  const ReporterOptions options = {SpellingsOf(targets)};
  CheckReporter(MakeJsonReporter(options), file, false);
  CheckReporter(MakeJsonLinesReporter(options), file, true);
  CheckReporter(MakeCompatJsonReporter(options), file, false);
}

void CheckResolution(absl::string_view text, const Document& document,
                     const std::vector<Target>& targets) {
  const Resolution resolution = Resolve(document, targets, AllRules(), {});
  std::string resolved;
  AppendResolvedJson({text, text, SpellingsOf(targets), resolution}, resolved);
  Require(IsStrictJson(resolved));
  SimulationRequest traced;
  traced.responses = std::make_shared<std::vector<Response>>(*ParseResponses("UNAVAILABLE,OK"));
  for (const SimulationRequest& request : {SimulationRequest{}, traced}) {
    std::string simulated;
    AppendSimulationJson(Simulate(resolution, targets, request), simulated);
    Require(IsStrictJson(simulated));
  }
}

// The id is the user's own text, which RapidJSON takes for wrong where it has half a surrogate.
void CheckLine(const BatchAnswerer& answerer, absl::string_view line) {
  std::string answer;
  std::string decoded;
  if (answerer.Answer(line, 1, answer) == LineOutcome::kBlank) return;
  absl::string_view json = absl::StripSuffix(answer, "\n");
  const auto request = ReadBatchRequest(line, decoded);
  const bool is_own = request.ok() && !IsStrictJson(request->id);
  std::string without_id;
  if (is_own) {
    Require(absl::ConsumePrefix(&json, absl::StrCat("{\"id\": ", request->id)));
    without_id = absl::StrCat("{\"id\": 0", json);
  }
  Require(IsStrictJson(is_own ? without_id : json));
}

void CheckAnswers(absl::string_view text, absl::string_view kind,
                  const std::vector<Target>& targets) {
  const std::string encoded =
      absl::StrCat(R"({"kind": ")", kind, R"(", "b64": ")", absl::Base64Escape(text), R"("})");
  const std::string embedded = absl::StrCat(R"({"id": 1, "config": )", text, "}");
  for (const BatchParts parts : {BatchParts{}, BatchParts{.diagnostics = false, .effective = true},
                                 BatchParts{.effective = true}}) {
    const BatchAnswerer answerer(targets, AllRules(), parts);
    CheckLine(answerer, encoded);
    for (const absl::string_view line : absl::StrSplit(embedded, '\n')) CheckLine(answerer, line);
    for (const absl::string_view line : absl::StrSplit(text, '\n')) CheckLine(answerer, line);
  }
}

void CheckOutputs(absl::string_view text, const std::vector<Target>& targets) {
  for (const absl::string_view kind : kKinds) {
    const Document document = ParseDocument(text, *FindDocumentKind(kind));
    CheckReports(text, document, targets);
    if (document.kind == DocumentKind::kConfig) CheckResolution(text, document, targets);
    CheckAnswers(text, kind, targets);
  }
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const std::vector<grpcfg::Target> kTargets = grpcfg::AllClients();
  grpcfg::CheckOutputs(absl::string_view(reinterpret_cast<const char*>(bytes), size), kTargets);
  return 0;
}
