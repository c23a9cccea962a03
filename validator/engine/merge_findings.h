// A finding while its document is still read, and how several become one: those of different rules
// at one place, and those of one rule in one object.
#ifndef GRPCFG_VALIDATOR_ENGINE_MERGE_FINDINGS_H_
#define GRPCFG_VALIDATOR_ENGINE_MERGE_FINDINGS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "validator/engine/diagnostic.h"
#include "validator/engine/rule.h"

namespace grpcfg {

// What some of the targets make of the value that a finding is on.
struct ReadAs {
  std::string value;
  std::vector<size_t> targets;
};

struct Finding {
  const Rule* rule = nullptr;
  const Field* field = nullptr;
  Diagnostic diagnostic = {};
  std::vector<ReadAs> read_as = {};
  NodeId together = kNoNode;
  bool is_off = false;             // its rule is (RuleSelection)
  bool is_merged = false;          // all that it says is reported by another one, or not at all
  Finding* merged_into = nullptr;  // that one, where both are at one place
  bool spec_ignores = false;
  bool informs = false;
};

// The spec itself orders the value to be altered: clients that do so are right. What most good
// configs have, and one client in a hundred more, is nothing to act on.
bool IsSlight(const Rule& rule);

// Adds to what the targets of `found` make of the value.
void NoteReadAs(Finding& found, const ReadAs& read_as);

// The findings sorted by place, then by rule. A target objects to a place by one rule: the most
// specific of those that it breaks there, which takes in its effect by the others. A rule that is
// off takes in none by which a target refuses the config or breaks calls: that is still reported.
std::vector<Finding*> MergeFindings(absl::Span<Finding> findings);

// Of findings of one rule, those that are not known become one, or all if they are; what is known
// beside others is not reported.
void FoldIntoOne(absl::Span<Finding* const> of_rule);

// What another finding explains becomes part of it (Diagnostic::explains and explained_in), unless
// it alone says that a target refuses the config or breaks calls. `sorted` as MergeFindings gave
// it.
void TakeInExplained(absl::Span<Finding* const> sorted);

// Those of one rule in one object that say the same of its parts become one (Rule::together_in).
void GroupFindings(absl::Span<Finding* const> findings);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_MERGE_FINDINGS_H_
