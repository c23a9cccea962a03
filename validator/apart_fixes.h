// Fixes that can be tried in one go: none changes what another one writes, or the meaning of it.
#ifndef GRPCFG_VALIDATOR_APART_FIXES_H_
#define GRPCFG_VALIDATOR_APART_FIXES_H_

#include <vector>

#include "schema/json/json_tree.h"
#include "validator/report.h"

namespace grpcfg {

// The findings of `report`, which is on `tree`, that have a single fix, which is apart from those
// of the others: it writes scalars and keys in method configs or retryThrottling, but no names, and
// no other such fix edits a member whose key it writes.
std::vector<Diagnostic*> FindApartFixes(const JsonTree& tree, Report& report);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_APART_FIXES_H_
