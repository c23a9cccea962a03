// What a finding means for each of the selected targets.
#ifndef GRPCFG_VALIDATOR_EFFECT_SUMMARY_H_
#define GRPCFG_VALIDATOR_EFFECT_SUMMARY_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "schema/json/effect.h"
#include "validator/diagnostic.h"

namespace grpcfg {

// What a client does, as the end of a sentence: "refuses the whole config".
absl::string_view Describe(Effect effect);

// One effect for each of `count` targets: the worst, should a finding strike a target twice.
std::vector<Effect> EffectsByTarget(const Diagnostic& diagnostic, size_t count);

// `rejected by core, go; accepted by spec`. Empty if there is no effect on any.
std::string DescribeEffects(const Diagnostic& diagnostic, absl::Span<const std::string> targets);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_EFFECT_SUMMARY_H_
