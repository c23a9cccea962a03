// What a file had before a change: whatever it did not have is what the change brought.
// Promise: for a client whose verdict is worse than before, all that makes it so counts as brought,
// whether or not it was there before; so what a client refuses now, and did not, is told.
#ifndef GRPCFG_VALIDATOR_PROJECT_INTRODUCED_H_
#define GRPCFG_VALIDATOR_PROJECT_INTRODUCED_H_

#include <vector>

#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/diagnostic.h"
#include "validator/engine/report.h"
#include "validator/project/baseline.h"

namespace grpcfg {

class BeforeChange {
 public:
  // `plan` is what the document after the change is checked for too, and `folds_notes` is as it
  // has it, see KnownFindings.
  BeforeChange(const Document& before, const CheckPlan& plan, bool folds_notes);

  // All that was found; its files have no paths.
  [[nodiscard]] const Baseline& findings() const { return findings_; }

  // The targets whose verdict is worse in `after` than before, and the least effect that makes it
  // so. One that is or was unknown is none of them.
  [[nodiscard]] std::vector<TargetEffect> WorseOff(absl::Span<const Verdict> after) const;

 private:
  Baseline findings_;
  std::vector<Verdict> verdicts_;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_INTRODUCED_H_
