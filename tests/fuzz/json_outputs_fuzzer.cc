// libFuzzer target for what is printed as JSON: reports of check and compat, answers of batch, with
// values and without, and resolutions, of arbitrary bytes of every kind. Each is JSON to a reader
// that shares nothing with our own. The text chooses a kind, an output and an order of targets:
// most texts alter under mutation, so that all of them have their turn. Simulations are printed by
// simulation_fuzzer.
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "rules/families.h"
#include "tests/fuzz/report_invariants.h"
#include "tests/strict_json.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"
#include "validator/report/batch_answer.h"
#include "validator/report/reporter.h"
#include "validator/report/resolve_printer.h"

namespace grpcfg {
namespace {

constexpr std::array<absl::string_view, 3> kKinds = {"config", "choices", "txt"};

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
  const Report report = ValidateWithFixes(document, targets, AllRules());
  CheckVerdicts(report);
  const CheckedFile file = {text, text, report};
  const ReporterOptions options = {SpellingsOf(targets)};
  CheckReporter(MakeJsonReporter(options), file, false);
  CheckReporter(MakeJsonLinesReporter(options), file, true);
}

void CheckComparison(absl::string_view text, const Document& document,
                     absl::Span<const Target> targets) {
  const Report report = ValidateWithFixes(document, targets, AllRules());
  const std::vector<SuggestedFix> remedies = SuggestFixes(report);
  const CheckedFile file = {text, text, report, remedies};
  CheckReporter(MakeCompatJsonReporter({SpellingsOf(targets)}), file, false);
}

void CheckResolution(absl::string_view text, const Document& document,
                     const std::vector<Target>& targets) {
  const Resolution resolution =
      Resolve(document, targets, Analyse(document, targets, AllRules()), {});
  const OctetMap none;
  const OctetLines lines(text, none);
  std::string resolved;
  AppendResolvedJson({text, lines, SpellingsOf(targets), resolution}, resolved);
  Require(IsStrictJson(resolved));
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

// The text as a line of its own, as what a line holds, and in the words of one.
void CheckAnswers(absl::string_view text, absl::string_view kind, const BatchAnswerer& answerer) {
  const std::string encoded =
      absl::StrCat(R"({"kind": ")", kind, R"(", "b64": ")", absl::Base64Escape(text), R"("})");
  const std::string embedded = absl::StrCat(R"({"id": 1, "config": )", text, "}");
  CheckLine(answerer, encoded);
  for (const absl::string_view line : absl::StrSplit(embedded, '\n')) CheckLine(answerer, line);
  for (const absl::string_view line : absl::StrSplit(text, '\n')) CheckLine(answerer, line);
}

// Three clients, an old one among them.
std::vector<std::vector<Target>> TargetLists() {
  std::vector<std::vector<Target>> lists;
  for (const absl::string_view list :
       {"spec,core@1.51,go", "gapic,go@1.33,java", "core,java@1.41,node", "spec,node@1.8,dotnet",
        "all,core@1.51,go@1.33,java@1.41,node@1.8"}) {
    lists.push_back(*ParseTargets(list));
    Require(LinkPolicies("all", lists.back()).ok());
  }
  return lists;
}

// The answerers of each list of targets, one for each set of parts.
std::deque<BatchAnswerer> AnswerersFor(const std::vector<std::vector<Target>>& lists) {
  std::deque<BatchAnswerer> answerers;  // they stay where they are
  for (const std::vector<Target>& targets : lists) {
    for (const BatchParts parts :
         {BatchParts{}, BatchParts{.diagnostics = false, .effective = true},
          BatchParts{.effective = true}}) {
      answerers.emplace_back(targets, AllRules(), parts);
    }
  }
  return answerers;
}

void CheckOutput(absl::string_view text) {
  static const std::vector<std::vector<Target>> kLists = TargetLists();
  static const std::deque<BatchAnswerer> kAnswerers = AnswerersFor(kLists);
  enum Output { kReport, kComparison, kResolution, kAnswer, kOutputs };
  size_t choice = HashOf(text);
  const size_t output = TakeBelow(kOutputs, choice);
  const absl::string_view kind = kKinds[TakeBelow(kKinds.size(), choice)];
  const std::vector<Target>& targets = kLists[TakeBelow(kLists.size(), choice)];
  if (output == kAnswer) return CheckAnswers(text, kind, kAnswerers[choice % kAnswerers.size()]);
  // A list of choices has no config that could be resolved.
  const Document document =
      ParseDocument(text, output == kResolution ? DocumentKind::kConfig : *FindDocumentKind(kind));
  if (output == kReport) return CheckReports(text, document, targets);
  if (output == kComparison) return CheckComparison(text, document, targets);
  CheckResolution(text, document, targets);
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  grpcfg::CheckOutput(absl::string_view(reinterpret_cast<const char*>(bytes), size));
  return 0;
}
