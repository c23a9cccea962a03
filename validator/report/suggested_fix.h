// What to do about a finding, tried out: a fix counts only if no selected target minds what it
// leaves behind.
#ifndef GRPCFG_VALIDATOR_REPORT_SUGGESTED_FIX_H_
#define GRPCFG_VALIDATOR_REPORT_SUGGESTED_FIX_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "validator/report.h"
#include "validator/rule.h"
#include "validator/target.h"
#include "validator/validate.h"

namespace grpcfg {

struct SuggestedFix {
  std::string words = {};  // what to do; empty if the rule names nothing
  // Every selected target takes the result as it stands, or does with it what it does with most
  // good configs.
  bool is_tried = false;
};

// One for each diagnostic of `report`, which Validate has given for `document`. Of a long report
// only the first are tried out; a later one that is like one of those gets its words.
std::vector<SuggestedFix> SuggestFixes(const Document& document, const Report& report,
                                       const CheckedFor& checked_for);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_SUGGESTED_FIX_H_
