// Fixes as a user takes them: each alone, and all of a file together.
#ifndef GRPCFG_TESTS_RULES_FIX_TRIALS_H_
#define GRPCFG_TESTS_RULES_FIX_TRIALS_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "validator/engine/target.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {

struct FixedFile {
  std::string path;
  std::string text;
  DocumentKind kind;
};

// What users select: the default, all, and each target alone.
inline std::vector<std::vector<Target>> SelectionsOfTargets() {
  std::vector<std::vector<Target>> selections = {DefaultTargets(), *ParseTargets("all")};
  for (const KnownTarget& known : KnownTargets()) selections.push_back({MakeTarget(known)});
  return selections;
}

// The text after all edits. An edit that several fixes have is made once; others may not overlap.
inline std::string TextAfter(const FixedFile& file, std::vector<TextEdit> edits) {
  const auto key = [](const TextEdit& edit) {
    return std::make_tuple(edit.span.begin, edit.span.end, edit.text);
  };
  std::sort(edits.begin(), edits.end(),
            [&](const TextEdit& a, const TextEdit& b) { return key(a) < key(b); });
  edits.erase(std::unique(edits.begin(), edits.end()), edits.end());
  std::string text;
  size_t at = 0;
  for (const TextEdit& edit : edits) {
    EXPECT_GE(edit.span.begin, at) << file.path << ": edits overlap";
    if (edit.span.begin < at) return text;
    absl::StrAppend(&text, file.text.substr(at, edit.span.begin - at), edit.text);
    at = edit.span.end;
  }
  return absl::StrCat(text, file.text.substr(at));
}

// Fails where the verdict of a target is worse than before, or where there are more errors.
inline Report ExpectNoHarm(const FixedFile& file, const std::string& fixed, const CheckPlan& plan,
                           const Report& before) {
  Report after = Validate(ParseDocument(fixed, file.kind), plan);
  for (size_t i = 0; i < after.verdicts.size(); ++i) {
    const bool is_known = before.verdicts[i] != Verdict::kUnknown;
    EXPECT_TRUE(!is_known || after.verdicts[i] <= before.verdicts[i] ||
                after.verdicts[i] == Verdict::kUnknown)
        << file.path << ": " << plan.targets[i].spelling << " " << VerdictName(after.verdicts[i])
        << "\n"
        << fixed;
  }
  EXPECT_LE(after.Count(Severity::kError), before.Count(Severity::kError)) << file.path << fixed;
  return after;
}

inline size_t CountLike(const Diagnostic& diagnostic, const Report& report) {
  return static_cast<size_t>(std::count_if(
      report.diagnostics.begin(), report.diagnostics.end(), [&](const Diagnostic& other) {
        // Not the pointer: what follows a thing that was removed moves to its place.
        return other.rule == diagnostic.rule && other.message == diagnostic.message;
      }));
}

// Applies every fix that is offered. Returns how many there are.
inline size_t ExpectFixesWork(const FixedFile& file, const CheckPlan& plan) {
  const Report before =
      ValidateWithFixes(ParseDocument(file.text, file.kind), plan.targets, plan.rules, plan.api);
  std::vector<TextEdit> all;
  size_t fixes = 0;
  for (const Diagnostic& diagnostic : before.diagnostics) {
    for (const Fix& fix : diagnostic.fixes) {
      const Report after = ExpectNoHarm(file, TextAfter(file, fix.edits), plan, before);
      EXPECT_LT(CountLike(diagnostic, after), CountLike(diagnostic, before))
          << file.path << ": " << diagnostic.rule << ": " << fix.title;
      all.insert(all.end(), fix.edits.begin(), fix.edits.end());
      ++fixes;
    }
  }
  if (fixes > 1) ExpectNoHarm(file, TextAfter(file, all), plan, before);
  return fixes;
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_RULES_FIX_TRIALS_H_
