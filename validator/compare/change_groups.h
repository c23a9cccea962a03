// Changes as people read them: what is the same for several methods and targets once, the riskiest
// first.
#ifndef GRPCFG_VALIDATOR_COMPARE_CHANGE_GROUPS_H_
#define GRPCFG_VALIDATOR_COMPARE_CHANGE_GROUPS_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "validator/compare/comparison.h"

namespace grpcfg {

// Changes that are the same for these targets.
struct TargetChanges {
  std::vector<std::string> targets;
  std::vector<Change> changes;  // the riskiest first

  friend bool operator==(const TargetChanges&, const TargetChanges&) = default;
};

// All that changes for some methods.
struct ChangeGroup {
  std::vector<std::string> methods;  // none: it is of the channel
  std::vector<TargetChanges> parts;  // what is the same for the most targets first

  // That of the riskiest change that is not acknowledged; kLow if there is none.
  [[nodiscard]] ChangeRisk Worst() const;
};

// Without changes that another one of them implies.
std::vector<ChangeGroup> GroupChanges(absl::Span<const ComparedMethod> methods);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_COMPARE_CHANGE_GROUPS_H_
