#include "rules/families.h"

#include <array>

namespace grpcfg {

RuleFamilies AllRules() {
  static const std::array<absl::Span<const Rule>, 9> kFamilies = {
      JsonRules(),        JsonTokenRules(),     StructureRules(),
      NameRules(),        TimeoutRules(),       MessageSizeRules(),
      RetryPolicyRules(), HedgingPolicyRules(), RetryThrottlingRules(),
  };
  return kFamilies;
}

}  // namespace grpcfg
