// What may stand in a text of a project file.
#ifndef GRPCFG_VALIDATOR_PROJECT_VALUE_CHECK_H_
#define GRPCFG_VALIDATOR_PROJECT_VALUE_CHECK_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "validator/engine/rule.h"
#include "validator/project/project_fields.h"

namespace grpcfg {

// Ok, or what is wrong with `text` as one value of `type`, in the words of a finding. `rules`:
// those that it may name.
absl::Status CheckValue(ProjectType type, absl::string_view text, const RuleSet& rules);

// The same for `RULE=LEVEL`, once the rule is known to be one.
absl::Status CheckSeverity(absl::string_view text, const RuleSet& rules);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_VALUE_CHECK_H_
