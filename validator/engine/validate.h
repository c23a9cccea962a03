// The engine: what the rules find in one document, and what each client reads in it.
//
//   bytes -> ParseDocument -> Read, once per client -> issues and checks -> Findings -> Report
//
// Targets of one implementation, release and set of LB policies are one client. Each client reads
// the document for itself, unless it is a text that all of them read the same: then one reading
// stands for all (CommonReading::Covers). On each reading:
// - Its issues, what the client objects to while it reads, go to the rules that claim them.
// - The checks of the rules run. What a check finds has the effect that the row of its rule gives
//   for each target. Three things change that: what is read only when a call needs it cannot reject
//   the config (Reading::late), in an entry without names no call breaks, and what a client takes
//   on other hosts, or merely checks, decides no verdict (Reading::elsewhere, only_checked).
// So what a target has at a place, rule, words and effect, follows from the text and that target
// alone. Findings then merges what several have in common, and gives verdicts and severities.
#ifndef GRPCFG_VALIDATOR_ENGINE_VALIDATE_H_
#define GRPCFG_VALIDATOR_ENGINE_VALIDATE_H_

#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "schema/protobuf/api.h"
#include "schema/read/read.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/report.h"
#include "validator/engine/rule.h"
#include "validator/engine/target.h"

namespace grpcfg {

// Checks one document against every rule for every target. Cannot fail: whatever is wrong with the
// document is in the report. It has all fixes that rules offer, untried: see
// validator/fix/working_fixes.h.
Report Validate(const Document& document, const CheckPlan& plan);
Report Validate(const Document& document, absl::Span<const Target> targets, const RuleSet& rules,
                const Api* api = nullptr);

// The same where some findings are known: `judge` says of each what is known of it, before any are
// grouped. Those that are known stay in the report, marked and without fixes, so that trials of the
// other fixes find them where they were; they are grouped with each other only. What is reported
// once for a document is judged at each of its places.
Report Validate(const Document& document, const CheckPlan& plan, JudgeFinding judge);

struct Analysis {
  Report report;
  std::vector<std::shared_ptr<const Reading>> readings;  // one per target; some may be the same
};

// The same, for those who use what was read. `document` must outlive the result.
Analysis Analyse(const Document& document, const CheckPlan& plan);
Analysis Analyse(const Document& document, absl::Span<const Target> targets, const RuleSet& rules,
                 const Api* api = nullptr);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_VALIDATE_H_
