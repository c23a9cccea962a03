// How good a document is, to compare texts before and after a fix.
#ifndef GRPCFG_VALIDATOR_ENGINE_STANDING_H_
#define GRPCFG_VALIDATOR_ENGINE_STANDING_H_

#include <cstddef>
#include <vector>

#include "validator/engine/report.h"

namespace grpcfg {

struct Standing {
  std::vector<Verdict> verdicts;  // by target
  size_t errors;
};

Standing StandingOf(const Report& report);

// Nobody knows whether an unknown verdict is worse, so it is not.
bool IsWorse(Verdict verdict, Verdict before);

// True if a target's verdict is, or if there are more errors. Both are of the same targets.
bool IsWorse(const Standing& standing, const Standing& before);
bool IsWorse(const Report& report, const Report& before);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_STANDING_H_
