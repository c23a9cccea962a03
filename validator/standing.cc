#include "validator/standing.h"

namespace grpcfg {

Standing StandingOf(const Report& report) {
  return {report.verdicts, report.Count(Severity::kError)};
}

bool IsWorse(Verdict verdict, Verdict before) {
  return verdict > before && verdict != Verdict::kUnknown && before != Verdict::kUnknown;
}

bool IsWorse(const Standing& standing, const Standing& before) {
  for (size_t i = 0; i < before.verdicts.size(); ++i) {
    if (IsWorse(standing.verdicts[i], before.verdicts[i])) return true;
  }
  return standing.errors > before.errors;
}

}  // namespace grpcfg
