// All that Validate says of one document.
#ifndef GRPCFG_VALIDATOR_REPORT_H_
#define GRPCFG_VALIDATOR_REPORT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "validator/diagnostic.h"

namespace grpcfg {

// What a target does with a document as a whole, from the best to the worst.
enum class Verdict : uint8_t { kAccepts, kUnknown, kIgnores, kBreaksCalls, kRejects };

// The word of `--format json`: `accepts`, `unknown`, `ignores`, `breaks-calls`, `rejects`.
constexpr absl::string_view VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAccepts:
      return "accepts";
    case Verdict::kUnknown:
      return "unknown";
    case Verdict::kIgnores:
      return "ignores";
    case Verdict::kBreaksCalls:
      return "breaks-calls";
    case Verdict::kRejects:
      return "rejects";
  }
  return "unknown";
}

// Findings of one rule beyond kMaxFindingsPerRule are counted, not listed; errors are listed first.
// Beyond kMaxIssuesPerKind they are no longer told apart: where targets mind different ones, there
// are at least so many, with the severity of one that all of those targets mind.
struct Omission {
  absl::string_view rule;
  std::array<size_t, 3> by_severity = {};

  [[nodiscard]] size_t Count() const { return by_severity[0] + by_severity[1] + by_severity[2]; }
};

inline constexpr size_t kMaxFindingsPerRule = 1000;

struct Report {
  std::vector<Diagnostic> diagnostics;  // sorted by place, then by rule
  std::vector<Omission> omissions;      // sorted by rule
  std::vector<Verdict> verdicts;        // one per target
  std::array<size_t, 3> counts = {};    // by Severity, omitted findings included

  [[nodiscard]] size_t Count(Severity severity) const {
    return counts[static_cast<size_t>(severity)];
  }
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_H_
