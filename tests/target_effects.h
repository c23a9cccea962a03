// What a report says of one target, to be compared between runs for several sets of targets.
#ifndef GRPCFG_TESTS_TARGET_EFFECTS_H_
#define GRPCFG_TESTS_TARGET_EFFECTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "validator/report.h"

namespace grpcfg {

// The worst effect on the target at each span, whatever the rule: which of several rules tells a
// fault depends on who else objects.
inline std::map<std::pair<uint32_t, uint32_t>, Effect> EffectsOn(size_t target,
                                                                 const Report& report) {
  std::map<std::pair<uint32_t, uint32_t>, Effect> effects;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    const Span span = diagnostic.primary.span;
    for (const TargetEffect& each : diagnostic.effects) {
      if (each.target != target) continue;
      Effect& worst = effects[{span.begin, span.end}];
      worst = std::max(worst, each.effect);
    }
  }
  return effects;
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_TARGET_EFFECTS_H_
