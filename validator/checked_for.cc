#include "validator/checked_for.h"

#include <utility>

#include "absl/algorithm/container.h"

namespace grpcfg {
namespace {

bool Concerns(const Rule& rule, const Target& target) {
  return rule.concerns == nullptr || rule.concerns(*target.profile);
}

bool IsCommonNote(const Rule& rule, absl::Span<const Target> targets,
                  const RuleSelection& selection) {
  if (!rule.is_common || selection.IsAskedFor(rule)) return false;
  const bool is_advice = selection.SeverityOf(rule, rule.advice) == Severity::kNote;
  return selection.SeverityOf(rule, Severity::kNote) == Severity::kNote &&
         absl::c_all_of(targets, [&](const Target& target) {
           if (!Concerns(rule, target)) return true;
           const Effect effect = CellOf(rule, *target.profile).effect;
           return effect <= Effect::kIgnoresDetail && (is_advice || effect != Effect::kAccepts);
         });
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
    PlannedCheck check = {rule, IsOnlyAdvice(*rule),
                          IsCommonNote(*rule, targets, rules.selection()), looks_at, subject};
    for (const Target& target : targets) {
      check.concerned.push_back(Concerns(*rule, target));
      check.effects.push_back(CellOf(*rule, *target.profile).effect);
      check.is_for_all = check.is_for_all && check.concerned.back();
    }
    if (absl::c_linear_search(check.concerned, true)) checks.push_back(std::move(check));
  }
}

}  // namespace grpcfg
