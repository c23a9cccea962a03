// What of a report is known already, by the suppressions and the baseline of a project file.
// Promise: verdicts stay as they are; every finding that is taken out is counted.
#ifndef GRPCFG_PROJECT_KNOWN_FINDINGS_H_
#define GRPCFG_PROJECT_KNOWN_FINDINGS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "project/baseline.h"
#include "project/suppressions.h"
#include "schema/fields/document.h"
#include "validator/report.h"
#include "validator/rule.h"

namespace grpcfg {

// What holds for one file.
struct KnownFindings {
  const Suppressions* suppressions = nullptr;
  std::string path = {};  // from the directory of the project file
  const Baseline* baseline = nullptr;
  std::string baseline_path = {};  // from the directory of the baseline
  const RuleSet* rules = nullptr;  // by which the file is checked
  bool keeps_new = true;  // false: findings that the baseline does not have are known from now on
  absl::Span<const TargetEffect> told = {};  // what does that to a target, or worse, is not known
};

// What became of one file.
struct KnownInFile {
  std::vector<bool> used;               // of the suppressions, by their order
  std::vector<BaselineEntry> findings;  // for a new baseline, if `keeps_new` is false
  std::vector<size_t> matched;          // of the baseline's entries of this file, by their order
};

// Takes out of `report`, which is all that was found in `document`, what is known.
KnownInFile TakeKnown(const Document& document, const KnownFindings& known, Report& report);

// Leaves `most` findings of each rule, the gravest first, and counts the others as omitted.
void ListAtMost(size_t most, Report& report);

}  // namespace grpcfg

#endif  // GRPCFG_PROJECT_KNOWN_FINDINGS_H_
