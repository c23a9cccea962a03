#include "project/introduced.h"

#include <utility>
#include <vector>

#include "project/baseline.h"
#include "project/known_findings.h"
#include "validator/standing.h"

namespace grpcfg {
namespace {

// The targets whose verdict is worse than before, and the least effect that makes it so. One that
// is or was unknown is none of them.
std::vector<TargetEffect> WorseOff(const Report& before, const Report& after) {
  std::vector<TargetEffect> worse_off;
  for (size_t i = 0; i < after.verdicts.size(); ++i) {
    if (IsWorse(after.verdicts[i], before.verdicts[i])) {
      worse_off.push_back({i, kVerdictFacts[static_cast<size_t>(after.verdicts[i])].effect});
    }
  }
  return worse_off;
}

}  // namespace

void KeepIntroduced(const CheckedText& before, const RuleSet& rules, const CheckedText& after) {
  const std::vector<TargetEffect> worse_off = WorseOff(before.report, after.report);
  const Baseline nothing;
  const KnownFindings all = {.baseline = &nothing, .rules = &rules, .keeps_new = false};
  const Baseline old(TakeKnown(before.document, all, before.report).findings);
  const size_t suppressed = after.report.suppressed;
  TakeKnown(after.document, {.baseline = &old, .rules = &rules, .told = worse_off}, after.report);
  after.report.suppressed = suppressed;
}

}  // namespace grpcfg
