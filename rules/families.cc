#include "rules/families.h"

#include <array>

namespace grpcfg {

const RuleSet& AllRules() {
  static const std::array<absl::Span<const Rule>, 13> kFamilies = {
      JsonRules(),          JsonTokenRules(),
      StructureRules(),     ValueRules(),
      NameRules(),          TimeoutRules(),
      MessageSizeRules(),   RetryPolicyRules(),
      HedgingPolicyRules(), RetryThrottlingRules(),
      LoadBalancingRules(), LoadBalancingPolicyRules(),
      ChoiceRules(),
  };
  static const RuleSet kRules{kFamilies};
  return kRules;
}

}  // namespace grpcfg
