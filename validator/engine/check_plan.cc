#include "validator/engine/check_plan.h"

#include <utility>

#include "absl/algorithm/container.h"

namespace grpcfg {
namespace {

std::vector<Group> GroupByClient(absl::Span<const Target> targets) {
  std::vector<Group> groups;
  for (size_t i = 0; i < targets.size(); ++i) {
    const auto found = absl::c_find_if(groups, [&](const Group& group) {
      return &group.first->profile->profile() == &targets[i].profile->profile() &&
             group.first->profile->release() == targets[i].profile->release() &&
             group.first->policies == targets[i].policies;
    });
    if (found != groups.end()) {
      found->targets.push_back(i);
    } else {
      groups.push_back({&targets[i], {i}});
    }
  }
  return groups;
}

CommonReading CommonReadingOf(absl::Span<const Group> groups) {
  std::vector<const ProfileAt*> clients;
  for (const Group& group : groups) clients.push_back(&*group.first->profile);
  return CommonReading(clients);
}

}  // namespace

CheckPlan::CheckPlan(absl::Span<const Target> targets, const RuleSet& rules, const Api* api,
                     ReportScope scope)
    : targets(targets),
      rules(rules),
      api(api),
      max_findings(scope.max_findings),
      needed(scope.needed),
      clients(GroupByClient(targets)),
      common(CommonReadingOf(clients)) {
  checks.reserve(rules.checks().size());
  for (const Rule* const rule : rules.checks()) {
    PlannedCheck check = {.rule = rule, .is_only_advice = true};
    for (const Target& target : targets) {
      check.concerned.push_back(rule->concerns == nullptr || rule->concerns(*target.profile));
      check.effects.push_back(CellOf(*rule, *target.profile).effect);
      const bool is_advice = !check.concerned.back() || check.effects.back() == Effect::kAccepts;
      check.is_only_advice = check.is_only_advice && is_advice;
    }
    if (absl::c_linear_search(check.concerned, true)) checks.push_back(std::move(check));
  }
}

}  // namespace grpcfg
