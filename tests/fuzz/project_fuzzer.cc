// libFuzzer target for project files. Input: the text of one.
// Checks: no crash; faults have words and places in the text; without any, whatever the file says
// can be put to use, and what its suppressions take out of a report is counted.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/string_view.h"
#include "tests/fuzz/report_invariants.h"
#include "tools/cli/rule_flags.h"
#include "validator/engine/validate.h"
#include "validator/project/known_findings.h"
#include "validator/project/read_project.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kConfig =
    R"({"methodConfig": [{"name": [{"service": "a.B", "method": "C"}, {}], "timeout": "5000ms",
    "retryPolicy": {"maxAttempts": "x"}}], "retrythrottling": 1})";

constexpr absl::string_view kPath = "a/b.json";

void CheckSettings(const CheckSettings& settings) {
  for (const LocatedText& targets : settings.targets) Require(ParseTargets(targets.text).ok());
  Require(SelectRules({.severities = StringsOf(settings.severities)}, EveryRule()).ok());
}

void CheckUse(const ProjectFile& file) {
  CheckSettings(file);
  for (const ProjectOverride& each : file.overrides) {
    CheckSettings(each);
    Require(!PathGlob(each.paths).Holds("") || !each.paths.empty());
  }
  Require(SelectRules({StringsOf(file.only), StringsOf(file.disabled), {}}, EveryRule()).ok());
  const std::vector<Target> targets = DefaultTargets();
  const Document document = ParseDocument(kConfig, DocumentKind::kConfig);
  const CheckPlan plan(targets, EveryRule());
  const Suppressions suppressions(file.suppressions, std::chrono::year(2027) / 1 / 1);
  JudgedReport judged = ValidateWithKnown(
      document, plan, {.suppressions = &suppressions, .path = std::string(kPath)});
  Report& report = judged.report;
  const KnownInFile& known = judged.known;
  TakeOutKnown(report);
  const CheckPlan of_verdicts(targets, EveryRule(), nullptr, {.needed = Needed::kVerdicts});
  Require(report.verdicts == Validate(document, of_verdicts).verdicts);
  Require(known.used.size() == file.suppressions.size());
  // Those whose last day is over would be used, and take out nothing.
  const auto is_used = [&](size_t index) -> bool { return known.used[index]; };
  Require(absl::c_any_of(suppressions.ForFile(kPath), is_used) == (report.suppressed > 0));
  Report findings;
  suppressions.AddFindings(
      [&](size_t index) {
        return known.used[index] ? SuppressionUse::kConcerned : SuppressionUse::kUnused;
      },
      findings);
  for (const Diagnostic& each : findings.diagnostics) Require(!each.message.empty());
}

void CheckProject(absl::string_view text) {
  const ReadResult<ProjectFile> read = ReadProject(text, EveryRule());
  for (const Diagnostic& fault : read.faults.diagnostics) CheckDiagnostic(fault, text);
  if (read.faults.diagnostics.empty()) CheckUse(read.content);
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  grpcfg::CheckProject({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
