// The flags that say which rules are reported, and how gravely.
#ifndef GRPCFG_TOOLS_CLI_RULE_FLAGS_H_
#define GRPCFG_TOOLS_CLI_RULE_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "validator/engine/rule.h"

namespace grpcfg {

class Command;

// Adds --only, --disable and --severity to a command.
void AddRuleFlags(Command& command, RuleChoices& choices);

// All rules, and those about project files.
const RuleSet& EveryRule();

// The ids of all of them.
std::vector<std::string> RuleNames();

// All of them, reported as `choices` have it. Errors: see SelectRules.
absl::StatusOr<RuleSet> ChosenRules(const RuleChoices& choices);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_RULE_FLAGS_H_
