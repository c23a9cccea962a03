// Advice that holds: what rules offer is tried on the document before anybody sees it.
//
// A fix holds if, in the text after it, its finding is gone, no selected target's verdict is worse,
// there are no more errors than before, and what it wrote is neither an error nor read as another
// value. A verdict that is or was unknown is never worse. Fixes that are apart (apart_fixes.h) are
// tried in one go, which is enough if they leave nothing that a client objects to. Where another
// fix mends what one leaves behind, the two become one: a key that is renamed, and the value below
// it. Those of a document that hold are tried together too, first those that leave fewer errors,
// then safe ones, then those of graver findings: of two that do harm together, or that edit the
// same bytes, the later one is dropped.
#ifndef GRPCFG_VALIDATOR_ENGINE_ADVICE_H_
#define GRPCFG_VALIDATOR_ENGINE_ADVICE_H_

#include <cstddef>

#include "schema/fields/document.h"
#include "validator/engine/checked_for.h"
#include "validator/engine/report.h"

namespace grpcfg {

// What is checked in all trials of a document: of a longer text no fix is kept.
inline constexpr size_t kMostTriedBytes = size_t{4} << 20;

// Keeps those fixes in `report`, which ValidateUntried or Analyse has given for `document`, that
// hold for all that it was checked for; of the others Fix::otherwise becomes a help. `check` and
// `batch` call it where fixes are shown; Validate has called it already. Each trial is another
// check of the whole text: in a report with many fixes, or on a long text, those that nobody has
// tried go too.
void KeepFixesThatHold(const Document& document, const CheckedFor& asked, Report& report);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_ADVICE_H_
