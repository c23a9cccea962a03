#include "validator/engine/effect_summary.h"

#include <algorithm>
#include <iterator>

#include "absl/algorithm/container.h"
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

// From the worst to the best. An ignored detail has the words of an ignored policy; the severity
// shows how much is ignored.
constexpr EffectWords kEffectWords[] = {
    {Effect::kRejectsConfig, "rejected by ", "rejects the whole config"},
    {Effect::kRejectsPolicy, "policy dropped by ",
     "drops the policy that it is in, and accepts the rest"},
    {Effect::kBreaksCalls, "breaks calls in ",
     "accepts it; then calls fail or hang, and no error names the config"},
    {Effect::kIgnoresPolicy, "ignored by ", "silently continues as if it were not there"},
    {Effect::kAlters, "misread by ", "reads another value than the one written"},
    {Effect::kUnknown, "unknown for ", "is unknown: not yet tried, and its source not yet read"},
    {Effect::kAccepts, "accepted by ", "accepts it as written"},
};

// Those that find keys of which clients do not even read the value.
constexpr absl::string_view kRulesOnKeys[] = {"field-unknown", "field-unsupported",
                                              "fields-misplaced"};

// The same of values, which have their own words.
constexpr absl::string_view kRulesOnValues[] = {"field-type"};

Effect AsReported(Effect effect) {
  return effect == Effect::kIgnoresDetail ? Effect::kIgnoresPolicy : effect;
}

std::vector<size_t> TargetsWith(Effect effect, absl::Span<const Effect> effects) {
  std::vector<size_t> having;
  for (size_t target = 0; target < effects.size(); ++target) {
    if (AsReported(effects[target]) == effect) having.push_back(target);
  }
  return having;
}

std::string NamesOf(absl::Span<const size_t> some, absl::Span<const std::string> targets) {
  if (some.size() == targets.size() && some.size() > 1) return "all targets";
  return absl::StrJoin(
      some, ", ", [&](std::string* out, size_t target) { absl::StrAppend(out, targets[target]); });
}

}  // namespace

absl::string_view Describe(Effect effect) {
  const auto* const words =
      std::find_if(std::begin(kEffectWords), std::end(kEffectWords),
                   [&](const EffectWords& row) { return row.effect == AsReported(effect); });
  return words == std::end(kEffectWords) ? "" : words->of_client;
}

EffectList EffectsByTarget(const Diagnostic& diagnostic, size_t count) {
  EffectList effects(count, Effect::kAccepts);
  for (const TargetEffect& each : diagnostic.effects) {
    ABSL_HARDENING_ASSERT(each.target < count);
    effects[each.target] = std::max(effects[each.target], each.effect);
  }
  return effects;
}

bool Unread::Has(absl::string_view pointer, absl::Span<const absl::string_view> rules,
                 size_t target) const {
  const auto found = targets_.find(pointer);
  return found != targets_.end() && absl::c_any_of(found->second, [&](const Ignored& each) {
           return each.target == target && absl::c_linear_search(rules, each.rule);
         });
}

bool Unread::IsIn(const Diagnostic& diagnostic, size_t target) const {
  if (targets_.empty()) return false;
  const absl::string_view pointer = diagnostic.pointer;
  const bool is_on_key = absl::c_linear_search(kRulesOnKeys, diagnostic.rule);
  if (!is_on_key && Has(pointer, kRulesOnKeys, target)) return true;
  for (size_t end = pointer.rfind('/'); end != absl::string_view::npos && end > 0;
       end = pointer.substr(0, end).rfind('/')) {
    const absl::string_view around = pointer.substr(0, end);
    if (Has(around, kRulesOnKeys, target) || Has(around, kRulesOnValues, target)) return true;
  }
  return false;
}

bool Unread::IsLost(size_t target) const {
  if (target >= verdicts_.size()) return false;
  return verdicts_[target] == Verdict::kRejects || verdicts_[target] == Verdict::kBreaksCalls;
}

Unread::Unread(const Report& report) : verdicts_(report.verdicts) {
  for (const Diagnostic& diagnostic : report.diagnostics) {
    const bool may_hide = absl::c_linear_search(kRulesOnKeys, diagnostic.rule) ||
                          absl::c_linear_search(kRulesOnValues, diagnostic.rule);
    if (!may_hide) continue;
    for (const TargetEffect& each : diagnostic.effects) {
      if (AsReported(each.effect) == Effect::kIgnoresPolicy) {
        targets_[diagnostic.pointer].push_back({diagnostic.rule, each.target});
      }
    }
  }
}

std::string DescribeEffects(const Diagnostic& diagnostic, absl::Span<const std::string> targets,
                            const Unread& unread) {
  if (diagnostic.effects.empty()) return "";
  const EffectList effects = EffectsByTarget(diagnostic, targets.size());
  std::vector<std::string> parts;
  for (const EffectWords& row : kEffectWords) {
    std::vector<size_t> having = TargetsWith(row.effect, effects);
    const bool accepts = row.effect == Effect::kAccepts;
    std::erase_if(having, [&](size_t target) {
      return accepts &&
             (unread.IsLost(target) || absl::c_linear_search(diagnostic.not_reading, target));
    });
    const auto not_reading = std::stable_partition(having.begin(), having.end(), [&](size_t each) {
      return !accepts || (!diagnostic.is_read_by_none && !unread.IsIn(diagnostic, each));
    });
    const std::vector<size_t> unreading(not_reading, having.end());
    having.erase(not_reading, having.end());
    if (!having.empty()) parts.push_back(absl::StrCat(row.before_names, NamesOf(having, targets)));
    if (!unreading.empty()) {
      parts.push_back(absl::StrCat("not read by ", NamesOf(unreading, targets)));
    }
  }
  return absl::StrJoin(parts, "; ");
}

}  // namespace grpcfg
