// The rules about the project file and its baseline: rows as those of rules/, with examples, but
// nothing that a client does. `check` finds them after all files.
#ifndef GRPCFG_VALIDATOR_PROJECT_PROJECT_RULES_H_
#define GRPCFG_VALIDATOR_PROJECT_PROJECT_RULES_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "validator/engine/rule.h"

namespace grpcfg {

inline constexpr absl::string_view kBaselineStale = "baseline-stale";
inline constexpr absl::string_view kProjectFileInvalid = "project-file-invalid";
inline constexpr absl::string_view kProjectProtosIncomplete = "project-protos-incomplete";
inline constexpr absl::string_view kSuppressionExpired = "suppression-expired";
inline constexpr absl::string_view kSuppressionUnused = "suppression-unused";

const RuleFamily& ProjectRules();

// `families`, and this one after them.
std::vector<RuleFamily> WithProjectRules(absl::Span<const RuleFamily> families);

bool IsProjectRule(absl::string_view id);

// The rule of that id, which must be one of them.
const Rule& ProjectRuleOf(absl::string_view id);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_PROJECT_RULES_H_
