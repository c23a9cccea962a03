#include "validator/engine/checked_for.h"

#include <utility>

#include "absl/algorithm/container.h"

namespace grpcfg {
namespace {

bool Concerns(const Rule& rule, const Target& target) {
  return rule.concerns == nullptr || rule.concerns(*target.profile);
}

// True if what a check finds changes no verdict, and no severity either: for those it counts what
// the spec makes of it (see Findings::AsksForSpec), which is known if it is asked.
bool IsOnlyAdviceTo(absl::Span<const Target> targets, const PlannedCheck& check) {
  if (IsOnlyAdvice(*check.rule)) return true;
  bool is_spec_asked = false;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (check.concerned[i] && check.effects[i] != Effect::kAccepts) return false;
    const bool is_spec = targets[i].profile->implementation() == Implementation::kSpec;
    is_spec_asked = is_spec_asked || (is_spec && check.effects[i] == Effect::kAccepts);
  }
  return is_spec_asked;
}

bool IsCommonNote(const PlannedCheck& check, const RuleSelection& selection) {
  const Rule& rule = *check.rule;
  if (!rule.is_common || selection.IsAskedFor(rule)) return false;
  if (selection.SeverityOf(rule, Severity::kNote) != Severity::kNote) return false;
  const bool is_advice = selection.SeverityOf(rule, rule.advice) == Severity::kNote;
  for (size_t i = 0; i < check.effects.size(); ++i) {
    const Effect effect = check.effects[i];
    const bool is_note =
        effect <= Effect::kIgnoresDetail && (is_advice || effect != Effect::kAccepts);
    if (check.concerned[i] && !is_note) return false;
  }
  return true;
}

}  // namespace

CheckedFor::CheckedFor(absl::Span<const Target> targets, const RuleSet& rules, const Api* api,
                       Wanted wanted)
    : targets(targets),
      rules(rules),
      api(api),
      max_findings(wanted.max_findings),
      needed(wanted.needed),
      groups(GroupByClient(targets)) {
  checks.reserve(rules.checks().size());
  for (const auto& [rule, looks_at, subject] : rules.checks()) {
    PlannedCheck check = {.rule = rule, .looks_at = looks_at, .subject = subject};
    for (const Target& target : targets) {
      check.concerned.push_back(Concerns(*rule, target));
      check.effects.push_back(CellOf(*rule, *target.profile).effect);
      check.is_for_all = check.is_for_all && check.concerned.back();
    }
    if (!absl::c_linear_search(check.concerned, true)) continue;
    check.is_only_advice = IsOnlyAdviceTo(targets, check);
    // A rule may also have findings on issues, which have effects.
    check.is_only_note = check.is_only_advice && rule->claims.empty() &&
                         rules.selection().SeverityOf(*rule, rule->advice) == Severity::kNote;
    check.is_common_note = IsCommonNote(check, rules.selection());
    checks.push_back(std::move(check));
  }
}

}  // namespace grpcfg
