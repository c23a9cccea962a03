#include "validator/fix/fix_document.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/hash/hash.h"
#include "schema/json/foreign_format.h"
#include "validator/engine/outcome.h"
#include "validator/engine/validate.h"
#include "validator/fix/edited_text.h"

namespace grpcfg {
namespace {

// One fix may make room for another one, but not forever.
constexpr size_t kMaxRounds = 100;

size_t CountFixes(const Report& report) {
  size_t count = 0;
  for (const Diagnostic& diagnostic : report.diagnostics) count += diagnostic.fixes.size();
  return count;
}

// Unsafe fixes that work, if they were not chosen.
size_t CountUnsafe(const Document& document, const CheckPlan& plan, FixChoice choice,
                   Report report) {
  if (choice == FixChoice::kAll) return 0;
  KeepWorkingFixes(document, plan, report);
  size_t count = 0;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    for (const Fix& fix : diagnostic.fixes) count += fix.safe ? 0 : 1;
  }
  return count;
}

// Without those that write what is there already.
std::vector<TextEdit> WithoutIdle(absl::string_view original, std::vector<TextEdit> edits) {
  std::erase_if(edits,
                [&](const TextEdit& edit) { return Slice(original, edit.span) == edit.text; });
  return edits;
}

// The edits of the fixes in `report`, which work together; adds their rules to `made`.
std::vector<TextEdit> TakeFixes(const Report& report, std::vector<absl::string_view>& made) {
  std::vector<TextEdit> edits;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    for (const Fix& fix : diagnostic.fixes) {
      if (AddEdits(fix, edits)) made.push_back(diagnostic.rule);
    }
  }
  return edits;
}

FixedDocument Unchanged(absl::string_view original, FixObstacle obstacle) {
  return {.text = std::string(original), .obstacle = obstacle};
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
  FixedDocument fixed;
  std::optional<Outcome> first;
  absl::flat_hash_set<size_t> seen;  // texts, by their hash: one that comes again has no end
  TrialBudget budget(original.size());
  for (;;) {
    const EditedText edited(original, fixed.edits);
    const Document now = ParseEdited(edited.text(), document);
    Report report = check(now);
    budget.TakeFindings(report.diagnostics.size(), edited.text().size(), 0);
    if (!first) first = OutcomeOf(report);
    // Each round may go from what is known to what is not, and from there to the worse.
    const bool is_worse = IsWorse(OutcomeOf(report), *first);
    const bool is_new = seen.insert(absl::HashOf(edited.text())).second;
    if (is_worse || !is_new || seen.size() > kMaxRounds) {
      return Unchanged(original, FixObstacle::kNoEnd);
    }
    // To try fixes that cannot be chosen takes as long: they are counted in the end.
    Report tried = report;
    KeepWorkingFixes(now, plan, {choice, budget}, tried);
    const std::vector<TextEdit> edits = TakeFixes(tried, fixed.made);
    if (edits.empty()) {
      if (budget.is_spent() && fixed.made.empty()) {
        return Unchanged(original, FixObstacle::kTooManyMistakes);
      }
      if (!fixed.made.empty() && !IsJson(now.tree))
        return Unchanged(original, FixObstacle::kNotJson);
      fixed.has_more = budget.is_spent();
      fixed.unsafe_left = CountUnsafe(now, plan, choice, std::move(report));
      fixed.text = edited.text();
      return fixed;
    }
    fixed.edits = WithoutIdle(original, edited.With(edits));
  }
}

}  // namespace grpcfg
