// The plan of a run: which targets documents are checked for, and by which rules. Made once.
#ifndef GRPCFG_VALIDATOR_ENGINE_CHECK_PLAN_H_
#define GRPCFG_VALIDATOR_ENGINE_CHECK_PLAN_H_

#include <cstddef>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "schema/protobuf/api.h"
#include "schema/read/sharing.h"
#include "validator/engine/report.h"
#include "validator/engine/rule.h"
#include "validator/engine/target.h"

namespace grpcfg {

// Targets of one implementation and release with the same LB policies: they are one client.
struct Group {
  const Target* first;
  absl::InlinedVector<size_t, 8> targets;  // by their places among all
};

// A check, and what is known of it before any document is.
struct PlannedCheck {
  const Rule* rule;
  bool is_only_advice = false;                  // what it finds changes no verdict
  absl::InlinedVector<bool, 8> concerned = {};  // by target
  absl::InlinedVector<Effect, 8> effects = {};  // by target, as the rule's row says
};

// How much of the findings.
struct ReportScope {
  size_t max_findings = kMaxFindingsPerRule;  // of a rule; the others are counted, see Omission
  Needed needed = Needed::kAll;
};

struct CheckPlan {
  // `targets` and `rules` must live as long, and not be empty. `api`: the services that the names
  // are about; null: not known.
  CheckPlan(absl::Span<const Target> targets, const RuleSet& rules, const Api* api = nullptr,
            ReportScope scope = {});

  absl::Span<const Target> targets;
  const RuleSet& rules;
  const Api* api;
  size_t max_findings;
  Needed needed;
  std::vector<PlannedCheck> checks;  // those of `rules` that concern a target, in their order
  std::vector<Group> clients;        // of the targets
  CommonReading common;              // what all of them read the same
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_CHECK_PLAN_H_
