// What each target has of the findings in a document, before any of them are grouped or name the
// clients that they are about: this does not depend on which other targets are selected.
#ifndef GRPCFG_TESTS_FINDINGS_BY_TARGET_H_
#define GRPCFG_TESTS_FINDINGS_BY_TARGET_H_

#include <cstdint>
#include <limits>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "rules/families.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/validate.h"

namespace grpcfg {

struct OfTarget {
  // Rule, begin and end of its place, effect, message.
  using Found = std::tuple<absl::string_view, uint32_t, uint32_t, absl::string_view, std::string>;

  Verdict verdict = Verdict::kAccepts;
  std::multiset<Found> findings = {};
  friend bool operator==(const OfTarget&, const OfTarget&) = default;
};

inline std::ostream& operator<<(std::ostream& out, const OfTarget& shown) {
  out << VerdictName(shown.verdict);
  for (const auto& [rule, begin, end, effect, message] : shown.findings) {
    out << "\n    " << begin << "-" << end << " " << effect << ": " << message << " [" << rule
        << "]";
  }
  return out;
}

// By the places of `targets`.
inline std::vector<OfTarget> FindingsByTarget(const Document& document,
                                              absl::Span<const Target> targets,
                                              const RuleSet& rules = AllRules()) {
  const CheckPlan asked(targets, rules, nullptr,
                        {.max_findings = std::numeric_limits<size_t>::max()});
  std::vector<OfTarget> by_target(targets.size());
  const auto note = [&](const Diagnostic& found, absl::Span<const Verdict> /*verdicts*/) {
    const Span span = found.primary.span;
    for (const TargetEffect& each : found.effects) {
      by_target[each.target].findings.emplace(found.rule, span.begin, span.end,
                                              EffectName(each.effect), found.message);
    }
    return Known::kNo;
  };
  const Report report = Validate(document, asked, note);
  for (size_t i = 0; i < targets.size(); ++i) by_target[i].verdict = report.verdicts[i];
  return by_target;
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_FINDINGS_BY_TARGET_H_
