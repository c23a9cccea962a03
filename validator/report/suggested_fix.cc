#include "validator/report/suggested_fix.h"

#include <algorithm>

#include "absl/strings/str_join.h"

namespace grpcfg {
namespace {

// What is left to say of a finding without help: what its message requires, or what its effects
// leave to choose.
absl::string_view RequirementOf(const Diagnostic& diagnostic) {
  constexpr absl::string_view kBefore = "; ";
  const absl::string_view message = diagnostic.message;
  const size_t at = message.rfind(kBefore);
  if (at != absl::string_view::npos) return message.substr(at + kBefore.size());
  const Effect worst = std::max_element(diagnostic.effects.begin(), diagnostic.effects.end(),
                                        [](const TargetEffect& a, const TargetEffect& b) {
                                          return a.effect < b.effect;
                                        })
                           ->effect;
  if (worst == Effect::kAlters) return "write a value that all of them read as it stands";
  if (worst <= Effect::kIgnoresPolicy) return "leave it out, or count on it in the others only";
  return "remove it, or write what all of them take";
}

}  // namespace

std::vector<SuggestedFix> SuggestFixes(const Report& report) {
  std::vector<SuggestedFix> remedies;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    SuggestedFix& remedy = remedies.emplace_back();
    const Fix* const fix = diagnostic.fixes.empty() ? nullptr : &diagnostic.fixes.front();
    remedy.is_tried = fix != nullptr && fix->settles;
    const bool has_help = !remedy.is_tried && !diagnostic.help.empty();
    remedy.words = has_help                     ? absl::StrJoin(diagnostic.help, "; ")
                   : fix != nullptr             ? fix->title
                   : diagnostic.effects.empty() ? "nothing: all of them take it"
                                                : std::string(RequirementOf(diagnostic));
  }
  return remedies;
}

}  // namespace grpcfg
