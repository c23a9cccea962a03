#include "validator/effect_summary.h"

#include <algorithm>

#include "absl/base/macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"

namespace grpcfg {
namespace {

// The words before the names of the targets.
struct EffectWords {
  Effect effect;
  absl::string_view words;
};

// From the worst to the best.
constexpr EffectWords kEffectWords[] = {
    {Effect::kRejectsConfig, "rejected by "},   {Effect::kRejectsPolicy, "policy dropped by "},
    {Effect::kBreaksCalls, "breaks calls in "}, {Effect::kIgnoresPolicy, "ignored by "},
    {Effect::kAlters, "altered by "},           {Effect::kUnknown, "unknown for "},
    {Effect::kAccepts, "accepted by "},
};

}  // namespace

absl::string_view Describe(Effect effect) {
  switch (effect) {
    case Effect::kAccepts:
      return "takes it as it stands";
    case Effect::kAlters:
      return "takes it as another value than the one written";
    case Effect::kIgnoresDetail:
    case Effect::kIgnoresPolicy:
      return "goes on as if it were not there, and says nothing";
    case Effect::kUnknown:
      return "does what nobody has tried or read yet";
    case Effect::kBreaksCalls:
      return "takes it; then calls fail or hang, and no error names the config";
    case Effect::kRejectsPolicy:
      return "drops the policy that it stands in, and takes the rest";
    case Effect::kRejectsConfig:
      return "refuses the whole config";
  }
  return "";
}

std::vector<Effect> EffectsByTarget(const Diagnostic& diagnostic, size_t count) {
  std::vector<Effect> effects(count, Effect::kAccepts);
  for (const TargetEffect& each : diagnostic.effects) {
    ABSL_HARDENING_ASSERT(each.target < count);
    effects[each.target] = std::max(effects[each.target], each.effect);
  }
  return effects;
}

std::string DescribeEffects(const Diagnostic& diagnostic, absl::Span<const std::string> targets) {
  if (diagnostic.effects.empty()) return "";
  std::vector<Effect> effects = EffectsByTarget(diagnostic, targets.size());
  // Said in the same word; the severity tells how much is ignored.
  std::replace(effects.begin(), effects.end(), Effect::kIgnoresDetail, Effect::kIgnoresPolicy);
  std::vector<std::string> parts;
  for (const EffectWords& row : kEffectWords) {
    std::vector<absl::string_view> names;
    for (size_t target = 0; target < targets.size(); ++target) {
      if (effects[target] == row.effect) names.emplace_back(targets[target]);
    }
    if (names.empty()) continue;
    const bool all = names.size() == targets.size() && names.size() > 1;
    parts.push_back(absl::StrCat(row.words, all ? "all targets" : absl::StrJoin(names, ", ")));
  }
  return absl::StrJoin(parts, "; ");
}

}  // namespace grpcfg
