#include "validator/fix/revealed.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "schema/json/foreign_format.h"
#include "schema/json/json_pointers.h"
#include "schema/read/skipped.h"
#include "validator/engine/client_names.h"
#include "validator/engine/validate.h"
#include "validator/fix/edited_text.h"
#include "validator/fix/working_fixes.h"

namespace grpcfg {
namespace {

constexpr int kMostRounds = 3;  // a key below a key below a key
constexpr size_t kMostRevealed = 20;

// True for a fault that keeps others from having an effect.
bool Covers(const Diagnostic& diagnostic) {
  const bool has_edits = !diagnostic.fixes.empty() || !diagnostic.trial.empty();
  return has_edits && !diagnostic.once.empty() && diagnostic.severity > Severity::kNote;
}

// The edits that bring into effect what has none because of a fault.
EditSet RevealingEdits(absl::Span<const Diagnostic> diagnostics) {
  EditSet edits;
  for (const Diagnostic& each : diagnostics) {
    if (each.known != Known::kNo) continue;
    if (!each.trial.empty()) AddEdits({.edits = each.trial}, edits);
    if (Covers(each) && !each.fixes.empty()) AddEdits(each.fixes.front(), edits);
  }
  return edits;
}

// The fault nearest to a pointer: with the longest beginning in common.
const Diagnostic* NearestCause(const Report& report, absl::string_view pointer) {
  const Diagnostic* nearest = nullptr;
  size_t most = 0;
  for (const Diagnostic& each : report.diagnostics) {
    if (!Covers(each)) continue;
    const auto [end, other] = absl::c_mismatch(each.pointer, pointer);
    const auto common = static_cast<size_t>(end - each.pointer.begin());
    if (nearest != nullptr && common <= most) continue;
    nearest = &each;
    most = common;
  }
  return nearest;
}

// "; C-core and grpc-go then refuse it", of those with the worst effect.
std::string ThenIn(absl::Span<const Target> targets, const Diagnostic& found) {
  Effect worst = Effect::kAccepts;
  for (const TargetEffect& each : found.effects) worst = std::max(worst, each.effect);
  std::vector<size_t> which;
  for (const TargetEffect& each : found.effects) {
    if (each.effect == worst) which.push_back(each.target);
  }
  const std::string names = which.size() == targets.size() && which.size() > 1
                                ? "all targets"
                                : ClientNames(targets, which);
  switch (worst) {
    case Effect::kRejectsConfig:
      return absl::StrCat("; then the config is rejected by ", names);
    case Effect::kRejectsPolicy:
      return absl::StrCat("; then the policy is dropped by ", names);
    case Effect::kBreaksCalls:
      return absl::StrCat("; then it breaks calls in ", names);
    default:
      return "";
  }
}

// Of one document.
class Revealing {
 public:
  Revealing(const Document& document, const CheckPlan& plan, const Report& report)
      : plan_(plan), report_(report), tree_(document.tree), pointers_(document.tree) {
    for (const Diagnostic& each : report.diagnostics) {
      if (each.severity > Severity::kNote && each.dormant.empty()) Note(each);
    }
  }

  // What a check of the edited text finds anew, with its fixes.
  [[nodiscard]] std::vector<const Diagnostic*> NewIn(const Report& after, const EditedText& edited);

  std::vector<Diagnostic> found;

 private:
  using Place = std::pair<absl::string_view, uint32_t>;  // a rule and where it found something

  // Calls function(id) for the rule and those that it takes in, which find the same cause.
  template <typename Function>
  void ForEachOfCause(absl::string_view id, const Function& function) const {
    function(id);
    const Rule* const rule = plan_.rules.Named(id);
    if (rule != nullptr) absl::c_for_each(rule->takes_in, function);
  }
  // A warning, unless the user sets another severity.
  [[nodiscard]] Severity SeverityOf(absl::string_view id) const {
    const Rule* const rule = plan_.rules.Named(id);
    return rule == nullptr ? Severity::kWarning
                           : plan_.rules.selection().SeverityOf(*rule, Severity::kWarning);
  }
  void Note(const Diagnostic& diagnostic) {
    ForEachOfCause(diagnostic.rule, [&](absl::string_view id) {
      known_.insert({id, diagnostic.primary.span.begin});
    });
    for (const Label& label : diagnostic.secondary) {
      known_.insert({diagnostic.rule, label.span.begin});
    }
  }
  [[nodiscard]] bool IsKnown(absl::string_view rule, uint32_t place) const {
    bool is_known = false;
    ForEachOfCause(rule, [&](absl::string_view id) {
      is_known = is_known || known_.contains({id, place});
    });
    return is_known;
  }
  [[nodiscard]] bool Take(const Diagnostic& after, const EditedText& edited);

  const CheckPlan& plan_;
  const Report& report_;
  const JsonTree& tree_;
  JsonPointers pointers_;
  absl::flat_hash_set<Place> known_;
};

// Takes a finding of the edited text to the original. False if it was there, or has no place there.
bool Revealing::Take(const Diagnostic& after, const EditedText& edited) {
  const std::optional<Span> place = edited.Original(after.primary.span);
  if (!place || IsKnown(after.rule, place->begin)) return false;
  // What is wrong with a value that a fix writes says the fix.
  const bool is_rewritten =
      Slice(edited.text(), after.primary.span) != Slice(tree_.text(), *place) &&
      edited.Wrote(after.primary.span);
  const NodeId node = NodeAtPlace(tree_, *place);
  if (is_rewritten && tree_.kind(node) != JsonKind::kKey) return false;
  Diagnostic moved = {.rule = after.rule,
                      .severity = SeverityOf(after.rule),
                      .message = after.message,
                      .primary = {*place, after.primary.message},
                      .notes = after.notes,
                      .help = after.help};
  for (const Label& label : after.secondary) {
    const std::optional<Span> span = edited.Original(label.span);
    if (!span) return false;
    moved.secondary.push_back({*span, label.message});
  }
  moved.pointer = pointers_.Of(node);
  const Diagnostic* const cause = NearestCause(report_, moved.pointer);
  const absl::string_view once = cause == nullptr ? kKeyIsCorrected : cause->once;
  moved.dormant = absl::StrCat("this counts once ", once, ThenIn(plan_.targets, after));
  // What has no effect even now may be found again when it has.
  if (after.dormant.empty()) Note(moved);
  const auto earlier = absl::c_find_if(found, [&](const Diagnostic& other) {
    return other.rule == moved.rule && other.primary.span == moved.primary.span;
  });
  if (earlier == found.end()) {
    found.push_back(std::move(moved));
  } else {
    *earlier = std::move(moved);
  }
  return true;
}

std::vector<const Diagnostic*> Revealing::NewIn(const Report& after, const EditedText& edited) {
  std::vector<const Diagnostic*> taken;
  for (const Diagnostic& each : after.diagnostics) {
    if (each.severity > Severity::kNote && Take(each, edited)) taken.push_back(&each);
  }
  return taken;
}

}  // namespace

std::vector<Diagnostic> FindRevealed(const Document& document, const CheckPlan& plan,
                                     const Report& report, size_t& budget) {
  EditSet edits = RevealingEdits(report.diagnostics);
  const bool has_all = report.omissions.empty();  // else it is not known what is new
  if (edits.empty() || !has_all) return {};
  for (const Diagnostic& each : report.diagnostics) {
    if (each.is_of_text && !each.fixes.empty()) AddEdits(each.fixes.front(), edits);
  }
  Revealing revealing(document, plan, report);
  std::vector<TextEdit> all(edits.begin(), edits.end());
  for (int round = 0; round < kMostRounds && budget > 0; ++round) {
    const EditedText edited(document.tree.text(), std::move(all));
    const Document now = ParseEdited(edited.text(), document);
    if (!IsJson(now.tree)) break;
    const Report after = Validate(now, plan);
    SpendOn(after, edited.text(), plan, budget);
    EditSet more;
    for (const Diagnostic* const each : revealing.NewIn(after, edited)) {
      if (Covers(*each) && !each->fixes.empty()) AddEdits(each->fixes.front(), more);
    }
    if (more.empty()) break;
    all = edited.With(more);
  }
  if (revealing.found.size() > kMostRevealed) revealing.found.resize(kMostRevealed);
  return std::move(revealing.found);
}

void AddRevealed(std::vector<Diagnostic> revealed, const JudgeFinding* judge, Report& report) {
  if (revealed.empty()) return;
  for (Diagnostic& each : revealed) {
    if (judge != nullptr) each.known = (*judge)(each, report.verdicts);
    ++report.counts[static_cast<size_t>(each.severity)];
    // What is a note while it has no effect, or of which it is not known what it does then.
    const auto same = absl::c_find_if(report.diagnostics, [&](const Diagnostic& other) {
      return other.rule == each.rule && other.primary.span == each.primary.span &&
             (other.severity == Severity::kNote || !other.dormant.empty()) &&
             other.known == Known::kNo && each.known == Known::kNo;
    });
    if (same == report.diagnostics.end()) {
      report.diagnostics.push_back(std::move(each));
      continue;
    }
    --report.counts[static_cast<size_t>(same->severity)];
    same->severity = each.severity;
    same->is_common = false;
    same->dormant = std::move(each.dormant);
  }
  absl::c_stable_sort(report.diagnostics, StandsBefore);
}

}  // namespace grpcfg
