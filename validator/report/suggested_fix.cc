#include "validator/report/suggested_fix.h"

#include "absl/strings/str_join.h"

namespace grpcfg {

std::vector<SuggestedFix> SuggestFixes(const Report& report) {
  std::vector<SuggestedFix> remedies;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    SuggestedFix& remedy = remedies.emplace_back();
    const Fix* const fix = diagnostic.fixes.empty() ? nullptr : &diagnostic.fixes.front();
    remedy.is_tried = fix != nullptr && fix->settles;
    const bool has_help = !remedy.is_tried && !diagnostic.help.empty();
    remedy.words = has_help         ? absl::StrJoin(diagnostic.help, "; ")
                   : fix != nullptr ? fix->title
                                    : "";
  }
  return remedies;
}

}  // namespace grpcfg
