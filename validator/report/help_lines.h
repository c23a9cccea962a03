// What to do about a finding, as every format reports it.
#ifndef GRPCFG_VALIDATOR_REPORT_HELP_LINES_H_
#define GRPCFG_VALIDATOR_REPORT_HELP_LINES_H_

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "validator/engine/diagnostic.h"

namespace grpcfg {

// Calls `append` with each line: the help of the rule, then the title of each fix, with what it
// writes; a fix without a title, which the help describes already, is left out.
void ForEachHelpLine(const Diagnostic& diagnostic,
                     absl::FunctionRef<void(absl::string_view line)> append);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_HELP_LINES_H_
