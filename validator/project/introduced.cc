#include "validator/project/introduced.h"

#include <cstddef>
#include <utility>

#include "validator/engine/outcome.h"
#include "validator/project/known_findings.h"

namespace grpcfg {

BeforeChange::BeforeChange(const Document& before, const CheckPlan& plan, bool folds_notes) {
  const Baseline nothing;
  JudgedReport judged = ValidateWithKnown(
      before, plan, {.baseline = &nothing, .keeps_new = false, .folds_notes = folds_notes});
  findings_ = Baseline(std::move(judged.known.findings));
  verdicts_ = std::move(judged.report.verdicts);
}

std::vector<TargetEffect> BeforeChange::WorseOff(absl::Span<const Verdict> after) const {
  std::vector<TargetEffect> worse_off;
  for (size_t i = 0; i < after.size(); ++i) {
    if (!IsWorse(after[i], verdicts_[i])) continue;
    worse_off.push_back({i, FactsOf(after[i]).effect});
  }
  return worse_off;
}

}  // namespace grpcfg
