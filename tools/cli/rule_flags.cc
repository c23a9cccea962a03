#include "tools/cli/rule_flags.h"

#include <vector>

#include "dns/zone_rules.h"
#include "rules/families.h"
#include "tools/cli/command.h"
#include "validator/project/project_rules.h"

namespace grpcfg {

void AddRuleFlags(Command& command, RuleChoices& choices) {
  command.BeginGroup("Rules");
  const auto add = [&](const char* name, std::vector<std::string>& values, const char* type,
                       const char* help) {
    command.AddFlag(name, values, help).ValueName(type).Offer(RuleNames());
  };
  add("--only", choices.only, "R[,R...]",
      "Report only these rules, even if disabled by default; `retry-*` selects a family");
  add("--disable", choices.disabled, "R[,R...]",
      "Disable these rules; `retry-*` disables a family");
  add("--severity", choices.severities, "R=LEVEL",
      "Report a rule as error, warning or note; off disables it");
}

const RuleSet& EveryRule() {
  static const std::vector<RuleFamily> kFamilies = WithDnsRules(WithProjectRules(AllFamilies()));
  static const RuleSet kRules(kFamilies);
  return kRules;
}

std::vector<std::string> RuleNames() {
  const std::vector<absl::string_view> ids = EveryRule().Ids();
  return {ids.begin(), ids.end()};
}

absl::StatusOr<RuleSet> ChosenRules(const RuleChoices& choices) {
  absl::StatusOr<RuleSelection> selection = SelectRules(choices, EveryRule());
  if (!selection.ok()) return selection.status();
  return EveryRule().With(*std::move(selection));
}

}  // namespace grpcfg
