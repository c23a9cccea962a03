#include "validator/engine/outcome.h"

namespace grpcfg {

Outcome OutcomeOf(const Report& report) {
  return {report.verdicts, report.Count(Severity::kError)};
}

bool IsWorse(Verdict verdict, Verdict before) {
  return verdict > before && verdict != Verdict::kUnknown && before != Verdict::kUnknown;
}

bool IsWorse(const Outcome& outcome, const Outcome& before) {
  if (outcome.errors > before.errors) return true;
  for (size_t i = 0; i < before.verdicts.size(); ++i) {
    if (IsWorse(outcome.verdicts[i], before.verdicts[i])) return true;
  }
  return false;
}

}  // namespace grpcfg
