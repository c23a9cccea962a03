// What a change of a config brings that check reports.
#ifndef GRPCFG_TOOLS_CLI_NEW_FINDINGS_H_
#define GRPCFG_TOOLS_CLI_NEW_FINDINGS_H_

#include <vector>

#include "schema/fields/document.h"
#include "validator/compare/comparison.h"
#include "validator/engine/check_plan.h"

namespace grpcfg {

// Errors and warnings of the new version that the old one did not have, the gravest first.
std::vector<NewFinding> FindingsBrought(const Document& before, const Document& after,
                                        const CheckPlan& plan);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_NEW_FINDINGS_H_
