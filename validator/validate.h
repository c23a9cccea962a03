// The engine: from a tree to a report.
#ifndef GRPCFG_VALIDATOR_VALIDATE_H_
#define GRPCFG_VALIDATOR_VALIDATE_H_

#include "absl/types/span.h"
#include "schema/document.h"
#include "validator/report.h"
#include "validator/rule.h"
#include "validator/target.h"

namespace grpcfg {

// Checks one document against every rule for every target. Cannot fail: whatever is wrong with the
// document is in the report. `targets` and `rules` must not be empty.
Report Validate(const Document& document, absl::Span<const Target> targets, const RuleSet& rules);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_VALIDATE_H_
