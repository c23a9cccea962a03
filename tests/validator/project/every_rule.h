// The rules that a project file may name, as the program has them.
#ifndef GRPCFG_TESTS_VALIDATOR_PROJECT_EVERY_RULE_H_
#define GRPCFG_TESTS_VALIDATOR_PROJECT_EVERY_RULE_H_

#include <vector>

#include "dns/zone_rules.h"
#include "rules/families.h"
#include "validator/project/project_rules.h"

namespace grpcfg {

inline const RuleSet& RulesAndProjectRules() {
  static const std::vector<RuleFamily> kFamilies = WithDnsRules(WithProjectRules(AllFamilies()));
  static const RuleSet kRules(kFamilies);
  return kRules;
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_VALIDATOR_PROJECT_EVERY_RULE_H_
