// libFuzzer target for baselines. Input: the text of one, and at the same time a config.
// Checks: no crash; faults have words and places in the text; a baseline without any is written as
// it is read; one that is written of a config leaves nothing of its findings, and nothing is stale.
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "project/known_findings.h"
#include "project/read_project.h"
#include "tests/fuzz/report_invariants.h"
#include "tools/rule_flags.h"
#include "validator/validate.h"

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

Report Found(const Document& document) {
  const std::vector<Target> targets = DefaultTargets();
  return ValidateUntried(document, CheckedFor(targets, EveryRule()), Needed::kAll);
}

void CheckConfig(absl::string_view text) {
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  Report report = Found(document);
  KnownFindings known = {.baseline_path = "a.json", .rules = &EveryRule(), .keeps_new = false};
  const Baseline none;
  known.baseline = &none;
  const KnownInFile first = TakeKnown(document, known, report);
  Require(report.diagnostics.empty());
  const Baseline baseline = Reread(BaselineText(first.findings));
  report = Found(document);
  known.baseline = &baseline;
  known.keeps_new = true;
  const KnownInFile second = TakeKnown(document, known, report);
  Require(report.diagnostics.empty());
  const auto of_file = baseline.ForFile("a.json");
  Require(of_file.size() == baseline.entries().size());
  for (size_t i = 0; i < of_file.size(); ++i) {
    Require(second.matched[i] == baseline.entries()[of_file[i]].count);
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
