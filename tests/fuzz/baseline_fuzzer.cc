// libFuzzer target for baselines. Input: the text of one, and at the same time a config.
// Checks: no crash; faults have words and places in the text; a baseline without any is written as
// it is read; one that is written of a config leaves nothing of its findings, and nothing is stale.
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "tests/fuzz/report_invariants.h"
#include "tools/cli/rule_flags.h"
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
  return BaselineText({baseline.entries().begin(), baseline.entries().end()});
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

void CheckConfig(absl::string_view text) {
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  KnownFindings known = {.baseline_path = "a.json", .keeps_new = false};
  const Baseline none;
  known.baseline = &none;
  const JudgedReport first = Left(document, known);
  Require(first.report.diagnostics.empty());
  const Baseline baseline = Reread(BaselineText(first.known.findings));
  known.baseline = &baseline;
  known.keeps_new = true;
  const JudgedReport second = Left(document, known);
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
  return 0;
}
