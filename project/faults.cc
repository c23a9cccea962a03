#include "project/faults.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "project/project_rules.h"
#include "schema/fields/document.h"
#include "schema/json/issue_kind.h"
#include "validator/target.h"
#include "validator/validate.h"

namespace grpcfg {
namespace {

bool IsAboutJson(const Rule& rule) {
  return absl::c_any_of(rule.claims, [](const Claim& claim) {
    return claim.kind <= IssueKind::kJsonForeign && claim.kind != IssueKind::kJsonComment;
  });
}

RuleSelection OnlyAboutJson(const RuleSet& rules) {
  RuleSelection selection;
  rules.ForEach([&](const Rule& rule) { selection.Turn(rule, IsAboutJson(rule)); });
  return selection;
}

}  // namespace

void AddFinding(ProjectFinding finding, Report& report) {
  ++report.counts[static_cast<size_t>(Severity::kError)];
  report.diagnostics.push_back({.rule = finding.rule,
                                .severity = Severity::kError,
                                .message = std::move(finding.message),
                                .pointer = std::move(finding.pointer),
                                .primary = {finding.span, {}},
                                .notes = std::move(finding.notes),
                                .help = std::move(finding.help)});
}

Report JsonFaults(absl::string_view text, const RuleSet& rules) {
  const std::vector<Target> spec = *ParseTargets("spec");
  const RuleSet about_json = rules.With(OnlyAboutJson(rules));
  Report report = ValidateUntried(ParseDocument(text, DocumentKind::kConfig),
                                  CheckedFor(spec, about_json), Needed::kAll);
  // What clients do with such a text is beside the point.
  report.verdicts.clear();
  for (Diagnostic& diagnostic : report.diagnostics) {
    diagnostic.rule = kProjectFileInvalid;
    diagnostic.severity = Severity::kError;
    diagnostic.effects.clear();
    diagnostic.notes.clear();
  }
  report.counts = {0, 0, report.diagnostics.size()};
  report.omissions.clear();
  return report;
}

}  // namespace grpcfg
