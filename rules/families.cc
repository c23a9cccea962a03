#include "rules/families.h"

#include <array>

namespace grpcfg {

const RuleSet& AllRules() {
  static const std::array<absl::Span<const Rule>, 9> kFamilies = {
      JsonRules(),        JsonTokenRules(),     StructureRules(),
      NameRules(),        TimeoutRules(),       MessageSizeRules(),
      RetryPolicyRules(), HedgingPolicyRules(), RetryThrottlingRules(),
  };
  static const RuleSet kRules{kFamilies};
  return kRules;
}

}  // namespace grpcfg
