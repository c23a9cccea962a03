// What to do about a finding, as every format reports it.
#ifndef GRPCFG_VALIDATOR_REPORT_HELP_LINES_H_
#define GRPCFG_VALIDATOR_REPORT_HELP_LINES_H_

#include <string>
#include <vector>

#include "validator/diagnostic.h"

namespace grpcfg {

// The help of the rule, then the title of each fix, with what it writes; a fix without a title,
// which the help describes already, is left out.
std::vector<std::string> HelpLines(const Diagnostic& diagnostic);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_HELP_LINES_H_
