#include "validator/engine/finding_budget.h"

#include <algorithm>

namespace grpcfg {

void FindingTally::Add(Effect effect) {
  refused = refused || effect >= Effect::kBreaksCalls;
  policy_ignored += effect == Effect::kIgnoresPolicy ? 1 : 0;
  detail_ignored += effect == Effect::kIgnoresDetail ? 1 : 0;
  altered = altered || effect == Effect::kAlters;
}

void FindingTally::Add(const FindingTally& other) {
  refused = refused || other.refused;
  policy_ignored += other.policy_ignored;
  detail_ignored += other.detail_ignored;
  altered = altered || other.altered;
  spec_ignores = spec_ignores || other.spec_ignores;
}

bool FindingTally::IsEmpty() const {
  return !refused && !altered && policy_ignored == 0 && detail_ignored == 0;
}

OmittedFindings FindingBudget::Omitted() const {
  OmittedFindings all;
  for (const auto& [cause, each] : beyond) {
    all.places = std::max(all.places, each.places);
    all.tally.Add(each.tally);
  }
  return all;
}

}  // namespace grpcfg
