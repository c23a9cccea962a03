// The engine: from a tree to a report.
#ifndef GRPCFG_VALIDATOR_VALIDATE_H_
#define GRPCFG_VALIDATOR_VALIDATE_H_

#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "schema/protobuf/api.h"
#include "validator/report.h"
#include "validator/rule.h"
#include "validator/target.h"

namespace grpcfg {

// Checks one document against every rule for every target. Cannot fail: whatever is wrong with the
// document is in the report. `targets` and `rules` must not be empty. `api`: the services that the
// names are about; null: not known.
Report Validate(const Document& document, absl::Span<const Target> targets, const RuleSet& rules,
                const Api* api = nullptr);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_VALIDATE_H_
