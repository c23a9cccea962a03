#include "validator/engine/standing.h"

#include "absl/types/span.h"

namespace grpcfg {
namespace {

bool IsOneWorse(absl::Span<const Verdict> verdicts, absl::Span<const Verdict> before) {
  for (size_t i = 0; i < before.size(); ++i) {
    if (IsWorse(verdicts[i], before[i])) return true;
  }
  return false;
}

}  // namespace

Standing StandingOf(const Report& report) {
  return {report.verdicts, report.Count(Severity::kError)};
}

bool IsWorse(Verdict verdict, Verdict before) {
  return verdict > before && verdict != Verdict::kUnknown && before != Verdict::kUnknown;
}

bool IsWorse(const Standing& standing, const Standing& before) {
  return standing.errors > before.errors || IsOneWorse(standing.verdicts, before.verdicts);
}

bool IsWorse(const Report& report, const Report& before) {
  return report.Count(Severity::kError) > before.Count(Severity::kError) ||
         IsOneWorse(report.verdicts, before.verdicts);
}

}  // namespace grpcfg
