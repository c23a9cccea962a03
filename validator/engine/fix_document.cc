#include "validator/engine/fix_document.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "validator/engine/advice.h"
#include "validator/engine/edited_text.h"
#include "validator/engine/standing.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

// One fix may make room for another one, but not forever. Of very many fixes not all are tried in
// one round, so rounds that leave fewer findings than any before are not counted.
constexpr size_t kMostRounds = 100;
constexpr size_t kFewestRounds = 4;
constexpr size_t kMostBytes = size_t{1} << 20;   // in the rounds that count, but for the fewest
constexpr size_t kMostInAll = size_t{48} << 20;  // in all rounds and their trials

// A finding with its fix.
struct Chosen {
  const Diagnostic* diagnostic;
  const Fix* fix;
};

std::vector<Chosen> Choose(const Report& report, FixChoice choice) {
  std::vector<Chosen> chosen;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    for (const Fix& fix : diagnostic.fixes) {
      if (fix.safe || choice == FixChoice::kAll) chosen.push_back({&diagnostic, &fix});
    }
  }
  return chosen;
}

size_t CountFixes(const Report& report) { return Choose(report, FixChoice::kAll).size(); }

// Leaves in `report` the fixes that may be chosen; returns it with all, if it then has fewer.
Report TakeUnsafe(Report& report, FixChoice choice) {
  if (choice == FixChoice::kAll) return {};
  Report all = report;
  for (Diagnostic& diagnostic : report.diagnostics) {
    std::erase_if(diagnostic.fixes, [](const Fix& fix) { return !fix.safe; });
  }
  return all;
}

// Whether there is another round.
class Rounds {
 public:
  enum class Next : uint8_t { kGoOn, kHasNoEnd, kIsEnough };

  explicit Rounds(absl::string_view text)
      : left_(std::clamp(kMostBytes / (text.size() + 1), kFewestRounds, kMostRounds)) {}

  // After the text was checked.
  Next After(absl::string_view text, const Report& report) {
    const size_t findings = absl::c_accumulate(report.counts, size_t{0});
    bytes_ += std::min(kMostTriedBytes, (CountFixes(report) + 1) * text.size());
    if (findings >= fewest_) return left_-- == 0 ? Next::kHasNoEnd : Next::kGoOn;
    fewest_ = findings;
    return bytes_ > kMostInAll ? Next::kIsEnough : Next::kGoOn;
  }

 private:
  size_t left_;
  size_t fewest_ = SIZE_MAX;
  size_t bytes_ = 0;
};

// A text in one round.
class Round {
 public:
  Round(const Document& document, const CheckedFor& asked, const Report& report)
      : document_(document), asked_(asked), standing_(StandingOf(report)) {}

  // The edits of `chosen`, and takes those off it that do harm without the others that were tried
  // with them: to those that are safe others may have been joined that are not.
  std::vector<TextEdit> EditsOf(std::vector<Chosen>& chosen, bool are_all) {
    std::vector<TextEdit> edits;
    std::erase_if(chosen, [&](const Chosen& each) { return !AddEdits(*each.fix, edits); });
    // All that are offered hold together.
    if (are_all || !IsWorseAfter(edits)) return edits;
    edits.clear();
    std::erase_if(chosen, [&](const Chosen& each) {
      std::vector<TextEdit> next = edits;
      if (!AddEdits(*each.fix, next) || IsWorseAfter(next)) return true;
      edits = std::move(next);
      return false;
    });
    return edits;
  }

 private:
  [[nodiscard]] bool IsWorseAfter(const std::vector<TextEdit>& edits) const {
    const EditedText edited(document_.tree.text(), edits);
    const Report report =
        ValidateUntried(ParseEdited(edited.text(), document_), asked_, asked_.needed);
    return IsWorse(StandingOf(report), standing_);
  }

  const Document& document_;
  const CheckedFor& asked_;
  const Standing standing_;
};

// Without those that write what is there already.
std::vector<TextEdit> WithoutIdle(absl::string_view original, std::vector<TextEdit> edits) {
  std::erase_if(edits,
                [&](const TextEdit& edit) { return Slice(original, edit.span) == edit.text; });
  return edits;
}

FixedDocument Unsettled(absl::string_view original) {
  return {.text = std::string(original), .is_settled = false};
}

}  // namespace

FixedDocument FixDocument(const Document& document, const CheckedFor& asked, FixChoice choice) {
  return FixDocument(document, asked, choice, [&](const Document& now) {
    return ValidateUntried(now, asked, asked.needed);
  });
}

FixedDocument FixDocument(const Document& document, const CheckedFor& asked, FixChoice choice,
                          CheckText check) {
  const absl::string_view original = document.tree.text();
  if (original.size() > kMostTriedBytes && CountFixes(check(document)) > 0) {
    return Unsettled(original);
  }
  FixedDocument fixed;
  std::optional<Standing> first;
  Rounds rounds(original);
  for (;;) {
    const EditedText edited(original, fixed.edits);
    const Document now = ParseEdited(edited.text(), document);
    Report report = check(now);
    if (!first) first = StandingOf(report);
    // Each step may go from what is known to what is not, and that way to the worse.
    const bool is_worse = IsWorse(StandingOf(report), *first);
    const Rounds::Next next = rounds.After(edited.text(), report);
    if (is_worse || next == Rounds::Next::kHasNoEnd) return Unsettled(original);
    // To try fixes that cannot be chosen takes as long: they are counted in the end.
    Report all = TakeUnsafe(report, choice);
    KeepFixesThatHold(now, asked, report);
    std::vector<Chosen> chosen = Choose(report, choice);
    const bool are_all = chosen.size() == CountFixes(report);
    const std::vector<TextEdit> edits = Round(now, asked, report).EditsOf(chosen, are_all);
    fixed.has_more = next == Rounds::Next::kIsEnough && !chosen.empty();
    if (chosen.empty() || fixed.has_more) {
      KeepFixesThatHold(now, asked, all);
      fixed.unsafe_left = CountFixes(all) - Choose(all, choice).size();
      fixed.text = edited.text();
      return fixed;
    }
    for (const Chosen& each : chosen) fixed.made.push_back(each.diagnostic->rule);
    fixed.edits = WithoutIdle(original, edited.With(edits));
  }
}

}  // namespace grpcfg
