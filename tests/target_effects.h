// What a report says of one target, to be compared between runs for several sets of targets.
#ifndef GRPCFG_TESTS_TARGET_EFFECTS_H_
#define GRPCFG_TESTS_TARGET_EFFECTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "rules/families.h"
#include "validator/engine/report.h"

namespace grpcfg {

inline bool IsCommon(absl::string_view rule) {
  static const absl::flat_hash_set<absl::string_view> kCommon = [] {
    absl::flat_hash_set<absl::string_view> ids;
    for (const RuleFamily& family : AllRules().families()) {
      for (const Rule& each : family.rules) {
        if (each.is_common) ids.insert(each.id);
      }
    }
    return ids;
  }();
  return kCommon.contains(rule);
}

// True if one finding of the rule may be of several places, of which all but the first are labels:
// those of one object, or the keys that config-without-effect underlines.
inline bool IsToldTogether(absl::string_view rule) {
  static const absl::flat_hash_set<absl::string_view> kTogether = [] {
    absl::flat_hash_set<absl::string_view> ids = {"config-without-effect"};
    for (const RuleFamily& family : AllRules().families()) {
      for (const Rule& each : family.rules) {
        if (each.together_in != nullptr) ids.insert(each.id);
      }
    }
    return ids;
  }();
  return kTogether.contains(rule);
}

// True if one finding tells what others would: losses, with the worst of their effects.
inline bool TellsTogether(const Report& report) {
  return absl::c_any_of(report.diagnostics, [](const Diagnostic& each) {
    return IsToldTogether(each.rule) &&
           absl::c_any_of(each.secondary, [](const Label& part) { return part.message.empty(); });
  });
}

// The worst effect on the target at each span, whatever the rule: which of several rules tells a
// fault depends on who else objects. Where a common one is told, once for all, depends on it, too.
// So does which fields that clients lack are told together.
// `losses_alike`: whatever is lost, as where one finding tells several.
inline std::map<std::pair<uint32_t, uint32_t>, Effect> EffectsOn(size_t target,
                                                                 const Report& report,
                                                                 bool losses_alike = false) {
  std::map<std::pair<uint32_t, uint32_t>, Effect> effects;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    std::vector<Span> spans = {IsCommon(diagnostic.rule) ? Span() : diagnostic.primary.span};
    for (const Label& part : diagnostic.secondary) {
      const bool is_part = part.message.empty() && IsToldTogether(diagnostic.rule);
      if (is_part) spans.push_back(part.span);
    }
    for (const TargetEffect& each : diagnostic.effects) {
      if (each.target != target) continue;
      for (const Span& span : spans) {
        Effect& worst = effects[{span.begin, span.end}];
        const bool is_raised = losses_alike && each.effect == Effect::kIgnoresDetail;
        worst = std::max(worst, is_raised ? Effect::kIgnoresPolicy : each.effect);
      }
    }
  }
  return effects;
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_TARGET_EFFECTS_H_
