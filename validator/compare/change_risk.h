// How risky a change is, by what changes and which way it goes.
#ifndef GRPCFG_VALIDATOR_COMPARE_CHANGE_RISK_H_
#define GRPCFG_VALIDATOR_COMPARE_CHANGE_RISK_H_

#include <string>

#include "validator/compare/comparison.h"
#include "validator/engine/report.h"

namespace grpcfg {

// A verdict as a change has it.
std::string QuotedVerdict(Verdict verdict);

// The change of `what` from one JSON value to another, with its risk. `null` stands for what is not
// there.
Change JudgedChange(std::string what, std::string before, std::string after);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_COMPARE_CHANGE_RISK_H_
