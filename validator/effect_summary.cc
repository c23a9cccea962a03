#include "validator/effect_summary.h"

#include <algorithm>
#include <iterator>

#include "absl/base/macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"

namespace grpcfg {
namespace {

struct EffectWords {
  Effect effect;
  absl::string_view before_names;  // of the targets
  absl::string_view of_client;     // see Describe
};

// From the worst to the best. An ignored detail is told in the words of an ignored policy; the
// severity tells how much is ignored.
constexpr EffectWords kEffectWords[] = {
    {Effect::kRejectsConfig, "rejected by ", "refuses the whole config"},
    {Effect::kRejectsPolicy, "policy dropped by ",
     "drops the policy that it is in, and takes the rest"},
    {Effect::kBreaksCalls, "breaks calls in ",
     "takes it; then calls fail or hang, and no error names the config"},
    {Effect::kIgnoresPolicy, "ignored by ", "goes on as if it were not there, and says nothing"},
    {Effect::kAlters, "read otherwise by ", "reads another value than the one written"},
    {Effect::kUnknown, "unknown for ", "is not known: nobody has tried or read it yet"},
    {Effect::kAccepts, "accepted by ", "takes it as written"},
};

Effect AsTold(Effect effect) {
  return effect == Effect::kIgnoresDetail ? Effect::kIgnoresPolicy : effect;
}

}  // namespace

absl::string_view Describe(Effect effect) {
  const auto* const words =
      std::find_if(std::begin(kEffectWords), std::end(kEffectWords),
                   [&](const EffectWords& row) { return row.effect == AsTold(effect); });
  return words == std::end(kEffectWords) ? "" : words->of_client;
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
  const std::vector<Effect> effects = EffectsByTarget(diagnostic, targets.size());
  std::vector<std::string> parts;
  for (const EffectWords& row : kEffectWords) {
    std::vector<absl::string_view> names;
    for (size_t target = 0; target < targets.size(); ++target) {
      if (AsTold(effects[target]) == row.effect) names.emplace_back(targets[target]);
    }
    if (names.empty()) continue;
    const bool all = names.size() == targets.size() && names.size() > 1;
    parts.push_back(
        absl::StrCat(row.before_names, all ? "all targets" : absl::StrJoin(names, ", ")));
  }
  return absl::StrJoin(parts, "; ");
}

}  // namespace grpcfg
