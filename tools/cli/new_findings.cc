#include "tools/cli/new_findings.h"

#include <string>

#include "schema/json/position.h"
#include "validator/project/known_findings.h"

namespace grpcfg {

std::vector<NewFinding> FindingsBrought(const Document& before, const Document& after,
                                        const CheckPlan& plan) {
  const BeforeChange known_before(before, plan, false);
  JudgedReport judged = ValidateWithKnown(after, plan, {.before = &known_before});
  TakeOutKnown(judged.report);
  const LineIndex lines(after.tree.text());
  std::vector<NewFinding> brought;
  for (const Severity severity : {Severity::kError, Severity::kWarning}) {
    for (const Diagnostic& found : judged.report.diagnostics) {
      if (found.severity != severity) continue;
      const Position at = lines.Locate(found.primary.span.begin);
      brought.push_back({std::string(SeverityName(severity)), std::string(found.rule),
                         found.message, found.pointer, at.line, at.column});
    }
  }
  return brought;
}

}  // namespace grpcfg
