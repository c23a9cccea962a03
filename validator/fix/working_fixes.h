// Fixes that work: what rules offer is tried on the document before it is shown.
//
// A fix works if, in the text after it, its finding is absent, no target's verdict is worse, there
// are no more errors than before, and what it wrote is neither an error nor read as another
// value. A verdict that is or was unknown is never worse. All fixes of a text are tried together,
// but for those that change what others are about; where that fails, each is tried alone, and then
// with those before it that work. Alone it takes the fixes of faults along that it brings up: a key
// is renamed, and the value below it is written right. Of two that do harm together, or that edit
// the same bytes, one is dropped.
// Every trial parses and checks the whole edited text again.
#ifndef GRPCFG_VALIDATOR_FIX_WORKING_FIXES_H_
#define GRPCFG_VALIDATOR_FIX_WORKING_FIXES_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "schema/fields/document.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/report.h"

namespace grpcfg {

// Of a longer text no fix is tried.
inline constexpr size_t kMaxTriedBytes = size_t{4} << 20;

// How many bytes may be read again to try fixes of a text; a finding counts as some bytes.
size_t TrialBudget(size_t text_size);

// Takes from `budget` what it took to check `text` by `plan`.
void SpendOn(const Report& report, absl::string_view text, const CheckPlan& plan, size_t& budget);

// Which fixes are requested. Safe ones change what a client does only for the better.
enum class FixChoice : uint8_t { kSafe, kAll };

// Which fixes are tried, and how much may still be read for that.
struct TrialLimits {
  FixChoice choice;
  size_t& budget;
};

// Keeps those fixes in `report`, the report on `document` with the fixes that rules offer, that are
// of the choice and work for all that it was checked for; of the others Fix::otherwise becomes a
// help. Where not all work together, at most 50 are tried each alone; those that were not tried go.
void TryFixes(const Document& document, const CheckPlan& plan, const TrialLimits& limits,
              Report& report);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_FIX_WORKING_FIXES_H_
