// libFuzzer target for baselines. Input: the text of one, and at the same time a config.
// Checks: no crash; faults have words and places in the text; a baseline without any is written as
// it is read; one that is written of a config leaves nothing of its findings, and nothing is stale.
// Of two configs with a NUL between them: where a target refuses the second and not the first,
// something is left of the second under the baseline of the first.
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "tests/fuzz/report_invariants.h"
#include "tools/cli/rule_flags.h"
#include "validator/engine/outcome.h"
#include "validator/engine/validate.h"
#include "validator/project/known_findings.h"
#include "validator/project/read_project.h"

namespace grpcfg {
namespace {

Baseline Reread(const std::string& text) {
  const ReadResult<BaselineFile> read = ReadBaseline(text, EveryRule());
  Require(read.faults.diagnostics.empty());
  return Baseline(read.content);
}

std::string TextOf(const Baseline& baseline) {
  return BaselineText({baseline.entries().begin(), baseline.entries().end()}, baseline.verdicts());
}

void CheckText(absl::string_view text) {
  const ReadResult<BaselineFile> read = ReadBaseline(text, EveryRule());
  for (const Diagnostic& fault : read.faults.diagnostics) CheckDiagnostic(fault, text);
  if (!read.faults.diagnostics.empty()) return;
  const std::string written = TextOf(Baseline(read.content));
  Require(TextOf(Reread(written)) == written);
}

// What is left of the findings in `document`, and what became of them.
JudgedReport Left(const Document& document, const KnownFindings& known) {
  const std::vector<Target> targets = DefaultTargets();
  JudgedReport judged = ValidateWithKnown(document, CheckPlan(targets, EveryRule()), known);
  TakeOutKnown(judged.report);
  return judged;
}

// As it is read again.
Baseline BaselineOf(const Document& document) {
  const Baseline none;
  const JudgedReport first = Left(document, {.baseline = &none,
                                             .baseline_path = "a.json",
                                             .targets = SpellingsOf(DefaultTargets()),
                                             .keeps_new = false});
  Require(first.report.diagnostics.empty());
  return Reread(BaselineText(first.known.findings, first.known.verdicts));
}

void CheckPair(absl::string_view text) {
  const size_t middle = text.find('\0');
  if (middle == absl::string_view::npos) return;
  const std::vector<Target> targets = DefaultTargets();
  const Document before = ParseDocumentByShape(text.substr(0, middle));
  const Document after = ParseDocumentByShape(text.substr(middle + 1));
  const Baseline baseline = BaselineOf(before);
  const Report old = Validate(before, CheckPlan(targets, EveryRule()));
  const JudgedReport left = Left(
      after, {.baseline = &baseline, .baseline_path = "a.json", .targets = SpellingsOf(targets)});
  for (size_t i = 0; i < targets.size(); ++i) {
    const bool is_worse = IsWorse(left.report.verdicts[i], old.verdicts[i]);
    Require(!is_worse || !left.report.diagnostics.empty());
  }
}

void CheckConfig(absl::string_view text) {
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  const Baseline baseline = BaselineOf(document);
  const JudgedReport second = Left(
      document,
      {.baseline = &baseline, .baseline_path = "a.json", .targets = SpellingsOf(DefaultTargets())});
  Require(second.report.diagnostics.empty());
  const auto of_file = baseline.ForFile("a.json");
  Require(of_file.size() == baseline.entries().size());
  for (size_t i = 0; i < of_file.size(); ++i) {
    Require(second.known.matched[i] == baseline.entries()[of_file[i]].count);
  }
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  grpcfg::CheckText(text);
  grpcfg::CheckConfig(text);
  grpcfg::CheckPair(text);
  return 0;
}
