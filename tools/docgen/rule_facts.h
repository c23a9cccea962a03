// What of a rule the formats for other programs have: see validator/report/reporter.h.
// Promise: the same that `grpcfg explain` says.
#ifndef GRPCFG_TOOLS_DOCGEN_RULE_FACTS_H_
#define GRPCFG_TOOLS_DOCGEN_RULE_FACTS_H_

#include "absl/strings/string_view.h"
#include "validator/engine/rule.h"
#include "validator/report/reporter.h"

namespace grpcfg {

// `id` must be a rule of `rules`.
RuleFacts FactsOfRule(const RuleSet& rules, absl::string_view id);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_RULE_FACTS_H_
