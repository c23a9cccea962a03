// What a document comes to for the selected targets, to compare it before and after a change.
#ifndef GRPCFG_VALIDATOR_ENGINE_OUTCOME_H_
#define GRPCFG_VALIDATOR_ENGINE_OUTCOME_H_

#include <cstddef>
#include <vector>

#include "validator/engine/report.h"

namespace grpcfg {

struct Outcome {
  std::vector<Verdict> verdicts;  // by target
  size_t errors;
};

Outcome OutcomeOf(const Report& report);

// An unknown verdict is never worse, and none is worse than it.
bool IsWorse(Verdict verdict, Verdict before);

// True if a target's verdict is worse, or if there are more errors. Both are of the same targets.
bool IsWorse(const Outcome& outcome, const Outcome& before);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_OUTCOME_H_
