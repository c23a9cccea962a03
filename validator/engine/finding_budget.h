// What is counted of findings, both those kept separately and those only counted.
#ifndef GRPCFG_VALIDATOR_ENGINE_FINDING_BUDGET_H_
#define GRPCFG_VALIDATOR_ENGINE_FINDING_BUDGET_H_

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/container/btree_map.h"
#include "schema/json/effect.h"

namespace grpcfg {

// The effects of one finding, as far as its severity goes.
struct FindingTally {
  uint16_t policy_ignored = 0;
  uint16_t detail_ignored = 0;
  bool altered = false;
  bool refused = false;       // or worse
  bool spec_ignores = false;  // a policy, an entry or the document, even if a client honours it

  // `effect` on one more target.
  void Add(Effect effect);
  void Add(const FindingTally& other);
  [[nodiscard]] bool IsEmpty() const;
};

// Findings whose places are not kept.
struct OmittedFindings {
  size_t places = 0;
  FindingTally tally = {};
};

// Of the findings of one rule, those that are grave, or those that are not.
struct FindingBudget {
  size_t found = 0;   // that have words
  size_t places = 0;  // that are kept separately
  // By target and effect.
  absl::btree_map<std::pair<size_t, Effect>, OmittedFindings> beyond = {};

  // At least so many are only counted: mostly they are the same ones for every target.
  [[nodiscard]] OmittedFindings Omitted() const;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_FINDING_BUDGET_H_
