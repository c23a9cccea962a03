// Fixes that can be tried in one go: none changes what another one writes, or the meaning of it.
#ifndef GRPCFG_VALIDATOR_ENGINE_APART_FIXES_H_
#define GRPCFG_VALIDATOR_ENGINE_APART_FIXES_H_

#include <vector>

#include "schema/json/json_tree.h"
#include "schema/json/position.h"
#include "validator/engine/report.h"

namespace grpcfg {

struct ApartFix {
  Diagnostic* diagnostic;  // that has no other fix
  Span hull;               // around all that the fix changes the meaning of

  [[nodiscard]] const Fix& fix() const { return diagnostic->fixes.front(); }
};

// Those of `report`, which is on `tree`, that write no more than scalars and keys in method configs
// or retryThrottling, but no names, where no other such fix edits a member whose key they write.
std::vector<ApartFix> FindApartFixes(const JsonTree& tree, Report& report);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_APART_FIXES_H_
