#include "validator/engine/advice.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "validator/engine/apart_fixes.h"
#include "validator/engine/edited_text.h"
#include "validator/engine/findings_before.h"
#include "validator/engine/standing.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

constexpr size_t kMostTrials = 200;
constexpr int kMostSteps = 3;  // a fix, one of what that leaves behind, and a third

struct Trial {
  EditedText edited;
  Report report;
};

// A fix that holds alone.
struct Holding {
  Diagnostic* diagnostic;
  Fix fix;
  std::string title = {};                 // that Follow adds to; empty where nothing can follow
  size_t followers = 0;                   // fixes of what the first one brought up
  std::vector<std::string> reasons = {};  // for writing it another way
  Standing standing = {};                 // after it
};

// True of a finding that was there before the edits, or of the same kind and place.
bool WasThere(const Diagnostic& found, const EditedText& edited, const Diagnostic& before) {
  return before.rule == found.rule && before.severity >= found.severity &&
         edited.Moved(before.primary.span.begin) == found.primary.span.begin;
}

// What good configs have too, as far as a finding shows it.
bool IsMinded(const Diagnostic& diagnostic) {
  return !diagnostic.effects.empty() && diagnostic.severity > Severity::kNote;
}

// Findings that fixes brought up, and what mends them.
struct LeftBehind {
  std::vector<const Diagnostic*> findings;
  std::vector<TextEdit> edits;
};

// True of what nobody should be told to write.
bool IsFault(const Diagnostic& diagnostic) {
  const bool is_altered = absl::c_any_of(
      diagnostic.effects, [](const TargetEffect& each) { return each.effect == Effect::kAlters; });
  return diagnostic.severity == Severity::kError || (IsMinded(diagnostic) && is_altered);
}

bool IsWrittenRight(const Trial& trial) {
  return absl::c_none_of(trial.report.diagnostics, [&](const Diagnostic& found) {
    return IsFault(found) && trial.edited.Wrote(found.primary.span);
  });
}

class Trials {
 public:
  Trials(const Document& document, const CheckedFor& asked, const Report& before)
      : document_(document), asked_(asked), before_(before) {}

  // The report on the text after `edits`; nothing if there were too many trials.
  std::optional<Trial> Try(std::vector<TextEdit> edits);

  // The fix, with what must follow it, if it holds.
  std::optional<Holding> TryAlone(Diagnostic& diagnostic, const Fix& fix);

  // All in one trial. If it settles all of them, each holds alone too, and they are added to
  // `held`; else returns those that may hold without the ones that are to blame.
  std::vector<ApartFix> TryApart(std::vector<ApartFix> fixes, std::vector<Holding>& held);

  [[nodiscard]] size_t count() const { return trials_; }

 private:
  [[nodiscard]] Report Check(const EditedText& edited) const;
  [[nodiscard]] bool IsGone(const Diagnostic& diagnostic, const Trial& trial) const;
  [[nodiscard]] bool DoesNoHarm(const Trial& trial) const {
    return IsWrittenRight(trial) && !IsWorse(trial.report, before_);
  }
  [[nodiscard]] bool IsRightUnderItsKey(const Diagnostic& diagnostic, const Fix& fix);
  [[nodiscard]] bool Settles(absl::Span<Diagnostic* const> mended, const Trial& trial) const;
  [[nodiscard]] bool IsNewFault(const Diagnostic& found, const Trial& trial,
                                FindingsBefore& before) const;
  [[nodiscard]] bool IsToBlame(const ApartFix& fix, const Trial& trial,
                               FindingsBefore& before) const;
  [[nodiscard]] bool IsSettledBy(absl::Span<const ApartFix> fixes, const Trial& trial,
                                 FindingsBefore& before) const;
  [[nodiscard]] LeftBehind WhatIsLeft(const Trial& trial) const;

  const Document& document_;
  const CheckedFor& asked_;
  const Report& before_;
  size_t trials_ = 0;
  size_t bytes_ = 0;
};

std::optional<Trial> Trials::Try(std::vector<TextEdit> edits) {
  bytes_ += document_.tree.text().size();
  if (++trials_ > kMostTrials || bytes_ > kMostTriedBytes) return std::nullopt;
  EditedText edited(document_.tree.text(), std::move(edits));
  Report report = Check(edited);
  return Trial{std::move(edited), std::move(report)};
}

Report Trials::Check(const EditedText& edited) const {
  const Document document = ParseEdited(edited.text(), document_);
  return ValidateUntried(document, asked_, Needed::kAll);
}

// True if no finding of its rule stands where it stood or in what was written, but for others that
// were there.
bool Trials::IsGone(const Diagnostic& diagnostic, const Trial& trial) const {
  const Span place = diagnostic.primary.span;
  const uint32_t moved = trial.edited.Moved(place.begin);
  return absl::c_none_of(trial.report.diagnostics, [&](const Diagnostic& found) {
    if (found.rule != diagnostic.rule) return false;
    const bool is_here =
        found.primary.span.begin == moved || trial.edited.Wrote(found.primary.span);
    return is_here && absl::c_none_of(before_.diagnostics, [&](const Diagnostic& other) {
             return other.primary.span != place && WasThere(found, trial.edited, other);
           });
  });
}

// What is read under a misspelt key must hold under the right one too. True where there is none.
bool Trials::IsRightUnderItsKey(const Diagnostic& diagnostic, const Fix& fix) {
  if (!diagnostic.effects.empty()) return true;
  for (const Diagnostic& around : before_.diagnostics) {
    const bool is_around = !around.fixes.empty() && !around.pointer.empty() &&
                           absl::StartsWith(diagnostic.pointer, around.pointer + "/");
    if (!is_around) continue;
    std::optional<std::vector<TextEdit>> edits = MergeEdits(fix.edits, around.fixes.front().edits);
    const std::optional<Trial> trial = edits ? Try(*std::move(edits)) : std::nullopt;
    if (trial && !IsWrittenRight(*trial)) return false;
  }
  return true;
}

// The number of faults tells whether one was traded for another.
bool Trials::Settles(absl::Span<Diagnostic* const> mended, const Trial& trial) const {
  const auto faults = [](const Report& report) {
    return report.Count(Severity::kError) + report.Count(Severity::kWarning);
  };
  const auto gone = static_cast<size_t>(absl::c_count_if(
      mended, [](const Diagnostic* each) { return each->severity > Severity::kNote; }));
  return faults(trial.report) + gone <= faults(before_) &&
         absl::c_none_of(trial.report.diagnostics, [&](const Diagnostic& found) {
           return IsMinded(found) && trial.edited.Wrote(found.primary.span);
         });
}

// True of an error that was not there before, or that makes the verdict of a target worse.
bool Trials::IsNewFault(const Diagnostic& found, const Trial& trial, FindingsBefore& before) const {
  if (found.severity < Severity::kError) return false;
  const bool harms = absl::c_any_of(found.effects, [&](const TargetEffect& each) {
    const Verdict verdict = trial.report.verdicts[each.target];
    return IsWorse(verdict, before_.verdicts[each.target]) &&
           each.effect >= FactsOf(verdict).effect;
  });
  return harms || !before.Have(found);
}

// True if the fix takes away what the edits wrote, which then need not have been written.
bool IsUndoneBy(const Fix& fix, const EditedText& edited) {
  return absl::c_any_of(fix.edits, [&](const TextEdit& edit) {
    return edit.text.empty() && absl::c_any_of(edited.written(), [&](const Span& written) {
             return !written.empty() && edit.span.Contains(written);
           });
  });
}

// Findings that a fix brought up and that have a fix themselves, and the edits of those fixes. Of
// two that edit the same bytes, the first.
LeftBehind Trials::WhatIsLeft(const Trial& trial) const {
  FindingsBefore before(before_, trial.edited);
  LeftBehind left;
  for (const Diagnostic& found : trial.report.diagnostics) {
    const bool is_written = IsMinded(found) && trial.edited.Wrote(found.primary.span);
    if (found.fixes.empty() || !(is_written || IsNewFault(found, trial, before))) continue;
    if (IsUndoneBy(found.fixes.front(), trial.edited)) continue;
    std::optional<std::vector<TextEdit>> all = MergeEdits(left.edits, found.fixes.front().edits);
    if (!all) continue;
    left.edits = *std::move(all);
    left.findings.push_back(&found);
  }
  return left;
}

// The title of a fix of `found`, which is on another key than the sentence is about.
std::string TitleOfOther(const EditedText& edited, const Diagnostic& found) {
  constexpr absl::string_view kRename = "rename it to ";
  const std::string& title = found.fixes.front().title;
  if (!absl::StartsWith(title, kRename)) return title;
  absl::string_view key = Slice(edited.text(), found.primary.span);
  if (absl::ConsumePrefix(&key, "\"")) absl::ConsumeSuffix(&key, "\"");
  return absl::StrCat("rename `", key, "` to ", title.substr(kRename.size()));
}

// Makes of `holding` its fix and then the fixes of what that leaves behind.
void Follow(const EditedText& edited, const LeftBehind& left, Holding& holding) {
  Fix& fix = holding.fix;
  fix.edits = edited.With(left.edits);
  fix.safe = fix.safe && absl::c_all_of(left.findings, [](const Diagnostic* each) {
               return each->fixes.front().safe;
             });
  const bool is_rewritten = left.edits.size() == 1 && edited.written().size() == 1 &&
                            left.edits.front().span == edited.written().front();
  if (is_rewritten) {
    holding.title = fix.title = left.findings.front()->fixes.front().title;
    holding.reasons = left.findings.front()->help;
    return;
  }
  holding.followers += left.findings.size();
  fix.title =
      holding.followers == 1
          ? absl::StrCat(holding.title, " and ", TitleOfOther(edited, *left.findings.front()))
          : absl::StrCat(holding.title, " and fix the ", holding.followers,
                         " mistakes that come to light");
}

std::optional<Holding> Trials::TryAlone(Diagnostic& diagnostic, const Fix& fix) {
  std::optional<Holding> best;
  if (!IsRightUnderItsKey(diagnostic, fix)) return best;
  Holding next = {&diagnostic, fix, fix.title};
  for (int step = 0; step < kMostSteps; ++step) {
    // Edits that overlap are none.
    const std::optional<std::vector<TextEdit>> edits = MergeEdits(next.fix.edits, {});
    const std::optional<Trial> trial = edits ? Try(*edits) : std::nullopt;
    if (!trial) break;
    if (DoesNoHarm(*trial) && IsGone(diagnostic, *trial)) {
      next.fix.settles = Settles({&diagnostic}, *trial);
      next.standing = StandingOf(trial->report);
      best = next;
    }
    const LeftBehind left = WhatIsLeft(*trial);
    if (left.findings.empty()) break;
    Follow(trial->edited, left, next);
  }
  return best;
}

bool Trials::IsToBlame(const ApartFix& fix, const Trial& trial, FindingsBefore& before) const {
  const Span hull = {trial.edited.Moved(fix.hull.begin), trial.edited.Moved(fix.hull.end)};
  return !IsGone(*fix.diagnostic, trial) ||
         absl::c_any_of(trial.report.diagnostics, [&](const Diagnostic& found) {
           const bool is_bad = IsFault(found) || IsMinded(found);
           return is_bad && hull.Contains(found.primary.span) && !before.Have(found);
         });
}

bool Trials::IsSettledBy(absl::Span<const ApartFix> fixes, const Trial& trial,
                         FindingsBefore& before) const {
  if (!DoesNoHarm(trial)) return false;
  std::vector<Diagnostic*> mended;
  for (const ApartFix& fix : fixes) mended.push_back(fix.diagnostic);
  return Settles(mended, trial) &&
         absl::c_none_of(
             trial.report.diagnostics,
             [&](const Diagnostic& found) { return IsNewFault(found, trial, before); }) &&
         absl::c_all_of(mended, [&](const Diagnostic* each) { return IsGone(*each, trial); });
}

std::vector<ApartFix> Trials::TryApart(std::vector<ApartFix> fixes, std::vector<Holding>& held) {
  std::vector<TextEdit> all;
  for (const ApartFix& fix : fixes) absl::c_copy(fix.fix().edits, std::back_inserter(all));
  std::optional<std::vector<TextEdit>> edits = MergeEdits(all, {});
  const std::optional<Trial> trial = edits ? Try(*std::move(edits)) : std::nullopt;
  if (!trial) return {};
  FindingsBefore before(before_, trial->edited);
  if (!IsSettledBy(fixes, *trial, before)) {
    const size_t blamed =
        std::erase_if(fixes, [&](const ApartFix& fix) { return IsToBlame(fix, *trial, before); });
    return blamed > 0 ? fixes : std::vector<ApartFix>();
  }
  held.reserve(held.size() + fixes.size());
  for (const ApartFix& apart : fixes) {
    held.push_back({.diagnostic = apart.diagnostic,
                    .fix = apart.fix(),
                    .standing = StandingOf(trial->report)});
    held.back().fix.settles = true;
  }
  return {};
}

// As good as after the best of them alone.
Standing BestOf(absl::Span<const Holding> held) {
  Standing best = held.front().standing;
  for (const Holding& each : held) {
    best.errors = std::min(best.errors, each.standing.errors);
    for (size_t i = 0; i < best.verdicts.size(); ++i) {
      best.verdicts[i] = std::min(best.verdicts[i], each.standing.verdicts[i]);
    }
  }
  return best;
}

// Those of `held` that hold together.
std::vector<Holding> KeepTogether(std::vector<Holding> held, Standing standing, Trials trials) {
  std::stable_sort(held.begin(), held.end(), [](const Holding& a, const Holding& b) {
    return std::tuple(a.standing.errors, b.fix.safe, b.diagnostic->severity) <
           std::tuple(b.standing.errors, a.fix.safe, a.diagnostic->severity);
  });
  std::vector<TextEdit> edits;
  std::erase_if(held, [&](const Holding& each) { return !AddEdits(each.fix, edits); });
  const std::optional<Trial> all = trials.Try(edits);
  if (all && !IsWorse(StandingOf(all->report), BestOf(held))) return held;
  edits.clear();
  std::erase_if(held, [&](const Holding& each) {
    std::vector<TextEdit> next = edits;
    AddEdits(each.fix, next);
    const std::optional<Trial> trial = trials.Try(next);
    if (!trial || IsWorse(StandingOf(trial->report), standing)) return true;
    standing = StandingOf(trial->report);
    edits = std::move(next);
    return false;
  });
  return held;
}

// Gives a finding back its fixes that hold, or what is to be done instead of them.
void Offer(absl::Span<Holding> held, absl::Span<const Fix> offered, Diagnostic& diagnostic) {
  for (Holding& each : held) {
    if (each.diagnostic != &diagnostic) continue;
    diagnostic.fixes.push_back(std::move(each.fix));
    absl::c_move(each.reasons, std::back_inserter(diagnostic.help));
  }
  for (const Fix& fix : offered) {
    if (diagnostic.fixes.empty() && !fix.otherwise.empty())
      diagnostic.help.push_back(fix.otherwise);
  }
}

// Adds to `held` what holds of the fixes of all other findings. Where there are too many, those of
// errors are tried.
void TryEachAlone(Trials& trials, Report& report, std::vector<Holding>& held) {
  absl::flat_hash_set<const Diagnostic*> tried;
  for (const Holding& each : held) tried.insert(each.diagnostic);
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kNote}) {
    for (Diagnostic& diagnostic : report.diagnostics) {
      const bool is_next = diagnostic.severity == severity && !diagnostic.fixes.empty() &&
                           !tried.contains(&diagnostic);
      if (!is_next) continue;
      for (const Fix& fix : diagnostic.fixes) {
        std::optional<Holding> holding = trials.TryAlone(diagnostic, fix);
        if (holding) held.push_back(*std::move(holding));
      }
    }
  }
}

}  // namespace

void KeepFixesThatHold(const Document& document, const CheckedFor& asked, Report& report) {
  if (absl::c_all_of(report.diagnostics, [](const Diagnostic& each) { return each.fixes.empty(); }))
    return;
  Trials trials(document, asked, report);
  std::vector<Holding> held;
  std::vector<ApartFix> apart = FindApartFixes(document.tree, report);
  for (int step = 0; step < kMostSteps && !apart.empty(); ++step) {
    apart = trials.TryApart(std::move(apart), held);
  }
  TryEachAlone(trials, report, held);
  if (held.size() > 1 && trials.count() > 1) {
    held = KeepTogether(std::move(held), StandingOf(report), {document, asked, report});
  }
  for (Diagnostic& diagnostic : report.diagnostics) {
    const std::vector<Fix> offered = std::exchange(diagnostic.fixes, {});
    Offer(absl::MakeSpan(held), offered, diagnostic);
  }
}

}  // namespace grpcfg
