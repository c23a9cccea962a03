// Faults that come to light once others are fixed: below a key that is misspelt, in an entry
// without a name, in a value of the wrong type. They are reported in the same run.
#ifndef GRPCFG_VALIDATOR_FIX_REVEALED_H_
#define GRPCFG_VALIDATOR_FIX_REVEALED_H_

#include <cstddef>
#include <vector>

#include "schema/fields/document.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/diagnostic.h"
#include "validator/engine/report.h"

namespace grpcfg {

// What is found in `document` once the fixes are made that rules offer in `report`, the report on
// it, and once entries have names: those of its errors and warnings that `report` does not have, at
// their places in `document`. They have no effect yet, so they are warnings, unless the user sets
// another severity for their rule, without effects and fixes. `budget`: see TrialBudget.
std::vector<Diagnostic> FindRevealed(const Document& document, const CheckPlan& plan,
                                     const Report& report, size_t& budget);

// Adds them to the report, with what `judge`, unless null, knows of each.
void AddRevealed(std::vector<Diagnostic> revealed, const JudgeFinding* judge, Report& report);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_FIX_REVEALED_H_
