// A document after its fixes, as `grpcfg fix` writes it.
// Promise: what is made is what ValidateWithFixes offers, or what that brings up; no bytes but
// those of its edits change, no selected target's verdict gets worse, and a second time there is
// nothing to do, unless `has_more`.
#ifndef GRPCFG_VALIDATOR_FIX_FIX_DOCUMENT_H_
#define GRPCFG_VALIDATOR_FIX_FIX_DOCUMENT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "schema/protobuf/api.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/diagnostic.h"
#include "validator/engine/report.h"
#include "validator/engine/rule.h"
#include "validator/engine/target.h"
#include "validator/fix/working_fixes.h"

namespace grpcfg {

// Why no fix was made at all, though there are some.
enum class FixObstacle {
  kNone,
  kTooLarge,         // longer than kMaxTriedBytes
  kTooManyMistakes,  // the budget of trials ended before any fix worked
  kNotJson,          // what they make of a broken text would still be no JSON
  kNoEnd,            // fixes undo each other, or a later one does harm
};

struct FixedDocument {
  std::string text = {};
  std::vector<TextEdit> edits = {};          // of the original; sorted, and none overlap
  std::vector<absl::string_view> made = {};  // the rule of each fix, in the order of the rounds
  size_t unsafe_left = 0;                    // offered for `text`, and not chosen
  FixObstacle obstacle = FixObstacle::kNone;
  bool has_more = false;  // one run does not try all fixes of this text
};

// Makes the fixes in rounds: what is offered on the text is made in one go, and what is offered on
// the text after that, until nothing is. So of two fixes of the same bytes one is made, and the
// other one only if it is offered still. `document` is checked for `plan` in every round.
// `check` checks the text of a round; what it marks as known stays as it is.
using CheckText = absl::FunctionRef<Report(const Document& document)>;
FixedDocument FixDocument(const Document& document, const CheckPlan& plan, FixChoice choice,
                          CheckText check);
FixedDocument FixDocument(const Document& document, const CheckPlan& plan, FixChoice choice);

// Keeps those fixes in `report`, a report on `document`, that work; help takes the place of the
// others. Adds what comes to light once fixes are made (revealed.h). In a text that is not JSON
// they are help only, unless all rounds of them make JSON of it that a client takes: what a text
// that stays broken was meant to be is not known. `judge`: of what comes to light; null: nothing is
// known.
void KeepWorkingFixes(const Document& document, const CheckPlan& plan, Report& report,
                      const JudgeFinding* judge = nullptr);

// The report on a document, with those fixes that work.
Report ValidateWithFixes(const Document& document, const CheckPlan& plan);
Report ValidateWithFixes(const Document& document, absl::Span<const Target> targets,
                         const RuleSet& rules, const Api* api = nullptr);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_FIX_FIX_DOCUMENT_H_
