#include "validator/fix/fix_document.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/hash/hash.h"
#include "schema/json/foreign_format.h"
#include "schema/json/nesting.h"
#include "validator/engine/counted.h"
#include "validator/engine/outcome.h"
#include "validator/engine/validate.h"
#include "validator/fix/edited_text.h"
#include "validator/fix/revealed.h"

namespace grpcfg {
namespace {

// One fix may make room for another one, but not forever.
constexpr size_t kMaxRounds = 100;

size_t CountFixes(const Report& report) {
  size_t count = 0;
  for (const Diagnostic& diagnostic : report.diagnostics) count += diagnostic.fixes.size();
  return count;
}

// Without those that write what is there already.
std::vector<TextEdit> WithoutIdle(absl::string_view original, std::vector<TextEdit> edits) {
  std::erase_if(edits,
                [&](const TextEdit& edit) { return Slice(original, edit.span) == edit.text; });
  return edits;
}

// The edits of the fixes in `report`, which work together; adds their rules to `made`.
EditSet TakeFixes(const Report& report, std::vector<absl::string_view>& made) {
  EditSet edits;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    for (const Fix& fix : diagnostic.fixes) {
      if (AddEdits(fix, edits)) made.push_back(diagnostic.rule);
    }
  }
  return edits;
}

// Without the fixes of what is not about the text as JSON.
Report OfTextAlone(Report report) {
  for (Diagnostic& diagnostic : report.diagnostics) {
    if (!diagnostic.is_of_text) diagnostic.fixes.clear();
  }
  return report;
}

FixedDocument Unchanged(absl::string_view original, FixObstacle obstacle) {
  return {.text = std::string(original), .obstacle = obstacle};
}

// True if the document is JSON that a client takes. A bracket that is put right may be the wrong
// one: then nothing else may be wrong.
bool IsTaken(const Document& document, const Report& report, bool had_broken_nesting) {
  if (had_broken_nesting && report.counts[static_cast<size_t>(Severity::kError)] > 0) return false;
  return IsJson(document.tree) && absl::c_any_of(report.verdicts, [](Verdict verdict) {
           return verdict != Verdict::kRejects;
         });
}

FixedDocument MakeRounds(const Document& document, const CheckPlan& plan, const TrialLimits& limits,
                         CheckText check) {
  const absl::string_view original = document.tree.text();
  FixedDocument fixed;
  const bool is_broken = FindBrokenNesting(document.tree) != nullptr;
  std::optional<Outcome> first;
  absl::flat_hash_set<size_t> seen;  // texts, by their hash: one that comes again has no end
  for (;;) {
    const EditedText edited(original, fixed.edits);
    const Document now = ParseEdited(edited.text(), document);
    Report report = check(now);
    SpendOn(report, edited.text(), plan, limits.budget);
    if (!first) first = OutcomeOf(report);
    // Each round may go from what is known to what is not, and from there to the worse.
    const bool is_worse = IsWorse(OutcomeOf(report), *first);
    const bool is_new = seen.insert(absl::HashOf(edited.text())).second;
    if (is_worse || !is_new || seen.size() > kMaxRounds) {
      return Unchanged(original, FixObstacle::kNoEnd);
    }
    // Fixes that make JSON may write the same bytes as others, which can wait for the next round.
    EditSet edits;
    if (!IsJson(now.tree)) {
      Report of_text = OfTextAlone(report);
      TryFixes(now, plan, limits, of_text);
      edits = TakeFixes(of_text, fixed.made);
    }
    // A bracket that is right makes a text like any other of it.
    if (edits.empty() && (!is_broken || IsTaken(now, report, is_broken))) {
      TryFixes(now, plan, limits, report);
      edits = TakeFixes(report, fixed.made);
    }
    if (!edits.empty()) {
      fixed.edits = WithoutIdle(original, edited.With(edits));
      continue;
    }
    fixed.has_more = limits.budget == 0;
    if (fixed.has_more && fixed.made.empty()) {
      return Unchanged(original, FixObstacle::kTooManyMistakes);
    }
    if (!fixed.made.empty() && !IsJson(document.tree) && !IsTaken(now, report, is_broken)) {
      return Unchanged(original, FixObstacle::kNotJson);
    }
    fixed.text = edited.text();
    return fixed;
  }
}

}  // namespace

FixedDocument FixDocument(const Document& document, const CheckPlan& plan, FixChoice choice) {
  return FixDocument(document, plan, choice,
                     [&](const Document& now) { return Validate(now, plan); });
}

FixedDocument FixDocument(const Document& document, const CheckPlan& plan, FixChoice choice,
                          CheckText check) {
  const absl::string_view original = document.tree.text();
  if (original.size() > kMaxTriedBytes && CountFixes(check(document)) > 0) {
    return Unchanged(original, FixObstacle::kTooLarge);
  }
  size_t budget = TrialBudget(original.size());
  FixedDocument fixed = MakeRounds(document, plan, {choice, budget}, check);
  if (choice == FixChoice::kAll || fixed.obstacle != FixObstacle::kNone) return fixed;
  // To try fixes that cannot be chosen takes as long: they are counted in the end.
  const Document last = ParseEdited(fixed.text, document);
  Report report = check(last);
  KeepWorkingFixes(last, plan, report);
  for (const Diagnostic& diagnostic : report.diagnostics) {
    for (const Fix& fix : diagnostic.fixes) fixed.unsafe_left += fix.safe ? 0 : 1;
  }
  return fixed;
}

void KeepWorkingFixes(const Document& document, const CheckPlan& plan, Report& report,
                      const JudgeFinding* judge) {
  size_t budget = TrialBudget(document.tree.text().size());
  const TrialLimits limits = {FixChoice::kAll, budget};
  std::vector<Diagnostic> revealed = FindRevealed(document, plan, report, budget);
  TryFixes(document, plan, limits, report);
  AddRevealed(std::move(revealed), judge, report);
  if (IsJson(document.tree) || CountFixes(report) == 0) return;
  const FixedDocument fixed =
      MakeRounds(document, plan, limits, [&](const Document& now) { return Validate(now, plan); });
  if (!fixed.made.empty()) return;
  const bool is_broken = FindBrokenNesting(document.tree) != nullptr;
  for (Diagnostic& diagnostic : report.diagnostics) {
    for (const Fix& fix : std::exchange(diagnostic.fixes, {})) {
      if (!is_broken) diagnostic.help.push_back(WordsOf(fix));
    }
  }
}

Report ValidateWithFixes(const Document& document, const CheckPlan& plan) {
  Report report = Validate(document, plan);
  KeepWorkingFixes(document, plan, report);
  return report;
}

Report ValidateWithFixes(const Document& document, absl::Span<const Target> targets,
                         const RuleSet& rules, const Api* api) {
  return ValidateWithFixes(document, CheckPlan(targets, rules, api));
}

}  // namespace grpcfg
