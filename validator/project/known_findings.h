// What of a report is known already: by the suppressions and the baseline of a project file, and by
// the text before a change. Promise: verdicts stay as they are; every finding that a project file
// takes out is counted.
#ifndef GRPCFG_VALIDATOR_PROJECT_KNOWN_FINDINGS_H_
#define GRPCFG_VALIDATOR_PROJECT_KNOWN_FINDINGS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/diagnostic.h"
#include "validator/engine/report.h"
#include "validator/engine/rule.h"
#include "validator/project/baseline.h"
#include "validator/project/suppressions.h"

namespace grpcfg {

// ---- What a file had before a change: whatever it did not have is what the change brought.
// Promise, of a baseline too: for a client whose verdict is worse than before, all that makes it so
// counts as brought, whether or not it was there before; so what a client refuses now, and did not,
// is reported.

// Adds to a report on a document what else is found in it, as `judge` knows it.
using AddMore =
    absl::FunctionRef<void(const Document& document, Report& report, const JudgeFinding& judge)>;
inline void AddNothing(const Document& /*document*/, Report& /*report*/,
                       const JudgeFinding& /*judge*/) {}

class BeforeChange {
 public:
  // `plan` is what the document after the change is checked for too, `folds_notes` is as it has it,
  // see KnownFindings, and so is `add_more`.
  BeforeChange(const Document& before, const CheckPlan& plan, bool folds_notes,
               AddMore add_more = AddNothing);

  // All that was found; its files have no paths.
  [[nodiscard]] const Baseline& findings() const { return findings_; }

  // By target.
  [[nodiscard]] const std::vector<Verdict>& verdicts() const { return verdicts_; }

 private:
  Baseline findings_;
  std::vector<Verdict> verdicts_;
};

// ---- What is known of a file

// What holds for one file.
struct KnownFindings {
  const Suppressions* suppressions = nullptr;
  std::string path = {};  // from the directory of the project file
  const Baseline* baseline = nullptr;
  std::string baseline_path = {};         // from the directory of the baseline
  std::vector<std::string> targets = {};  // as the baseline calls them
  bool keeps_new = true;     // false: what the baseline does not have is known from now on
  bool takes_notes = true;   // into a new baseline
  bool folds_notes = false;  // common notes, which are hidden, are also known by file and rule
  const BeforeChange* before = nullptr;  // null: all that is found counts
};

// What became of one file.
struct KnownInFile {
  std::vector<bool> used;               // of the suppressions, by their order; also what is over
  std::vector<BaselineEntry> findings;  // for a new baseline, if `keeps_new` is false
  BaselineVerdicts verdicts;            // where there is a baseline
  std::vector<size_t> matched;          // of the baseline's entries of this file, by their order
  std::vector<size_t> suppressed;       // the same, of what suppressions take out
};

struct JudgedReport {
  Report report;  // with what is known, marked; see Validate
  KnownInFile known;
};

// Checks `document` for `plan`, which should list all that is found.
JudgedReport ValidateWithKnown(const Document& document, const CheckPlan& plan,
                               const KnownFindings& known, AddMore add_more = AddNothing);

// Marks what is known in a report that there is already, by `rules`: what it reports together is
// known together or not at all.
KnownInFile MarkKnown(const Document& document, const RuleSet& rules, const KnownFindings& known,
                      Report& report);

// Takes what is marked as known out of `report`.
void TakeOutKnown(Report& report);

// Leaves `most` findings of each rule, the gravest first, and counts the others as omitted.
void ListAtMost(size_t most, Report& report);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_KNOWN_FINDINGS_H_
