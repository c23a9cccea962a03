// What to do about a finding, in words.
#ifndef GRPCFG_VALIDATOR_REPORT_SUGGESTED_FIX_H_
#define GRPCFG_VALIDATOR_REPORT_SUGGESTED_FIX_H_

#include <string>
#include <vector>

#include "validator/engine/report.h"

namespace grpcfg {

struct SuggestedFix {
  std::string words = {};  // what to do
  bool is_tried = false;   // as Fix::settles
};

// One for each diagnostic of `report`, which Validate has given.
std::vector<SuggestedFix> SuggestFixes(const Report& report);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_SUGGESTED_FIX_H_
