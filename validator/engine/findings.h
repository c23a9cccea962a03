// The findings of one document while they are collected, one per rule and place with its effect on
// each target, and the report that they become: merged, judged, grouped, worded, and cut where
// there are more of one rule than a user can read.
#ifndef GRPCFG_VALIDATOR_ENGINE_FINDINGS_H_
#define GRPCFG_VALIDATOR_ENGINE_FINDINGS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "validator/engine/finding_budget.h"
#include "validator/engine/merge_findings.h"
#include "validator/engine/report.h"
#include "validator/engine/rule.h"
#include "validator/engine/target.h"

namespace grpcfg {

class Findings {
 public:
  // `selection` and `judge` must live as long. `most_listed`: of one rule; the others are counted.
  // Nothing: there are verdicts and no findings. `judge`: null if nothing is known.
  Findings(absl::Span<const Target> targets, const RuleSelection& selection,
           std::optional<size_t> most_listed, const JudgeFinding* judge = nullptr)
      : targets_(targets),
        selection_(selection),
        judge_(judge),
        is_listed_(most_listed.has_value()),
        most_listed_(most_listed.value_or(0)),
        verdicts_(targets.size(), Verdict::kAccepts) {}

  // What makes two findings of one rule the same. Those of a rule that is common all are, unless
  // they are judged.
  struct Place {
    Span span;
    const Field* field = nullptr;  // one object may lack several, all at the same span
    friend bool operator==(const Place& a, const Place& b) {
      return a.span == b.span && a.field == b.field;
    }
    template <typename State>
    friend State AbslHashValue(State state, const Place& place) {
      return State::combine(std::move(state), place.span.begin, place.span.end, place.field);
    }
  };

  // What a finding is to a target.
  struct Cause {
    size_t target;
    Effect effect;
    absl::string_view read_as = {};  // what it makes of the value, if that is another
    bool decides = true;             // a verdict; false: see Issue::elsewhere
    bool informs = false;            // see Issue::informs
  };

  using FindGroup = absl::FunctionRef<NodeId()>;  // see Rule::together_in
  static NodeId NoGroup() { return kNoNode; }

  // Adds a finding to the verdicts, and to the effects of its diagnostic. Returns the diagnostic if
  // it is new and needs its words; null if it has them, or if the rule has too many like it.
  // `find_group` is called for one that is new.
  Diagnostic* Add(const Rule& rule, const Place& place, const Cause& cause,
                  FindGroup find_group = NoGroup);

  // One of the targets has `count` findings of `rule` in all, those that were kept included.
  void NoteCount(const Rule& rule, size_t count);

  // True if severities depend on what the spec ignores, which none of the targets is.
  [[nodiscard]] bool NeedsSpec() const;

  // The spec does not honour the policy, the entry or the document that such a finding is on.
  void NoteSpecIgnores(const Rule& rule, const Place& place);
  // The same for all findings of `rule`.
  void NoteSpecIgnores(const Rule& rule);

  // The passes, in order: merge what a target has at one place, drop what is off, judge what is
  // known, take in what others explain, group what one object has, word it, list it up to the
  // limit, count. An error: some target breaks calls or rejects a policy or the config; or all
  // targets, or the spec, ignore a policy, an entry or the document. A warning: some target ignores
  // one of these, or alters a value and the rule is not slight (IsSlight). A note: one alters a
  // value of a slight rule, some ignore a detail, or what is not an error is aside
  // (Diagnostic::is_aside). Else Rule::advice. It is Diagnostic::least at least; what the user
  // chose (RuleSelection) takes precedence.
  Report Finish() &&;

 private:
  static constexpr uint32_t kOmitted = UINT32_MAX;

  struct Kept {
    uint32_t found = kOmitted;  // into found_
    FindingTally tally = {};
  };

  // Errors are omitted last, so what may be one has a budget of its own.
  struct OfRule {
    explicit OfRule(const Rule& its_rule) : rule(&its_rule) {}

    const Rule* rule;
    absl::flat_hash_map<Place, Kept> by_place;
    FindingBudget slight;
    FindingBudget grave;
    absl::flat_hash_map<NodeId, size_t> grouped = {};  // findings that have words, by object
    size_t most = 0;                                   // of one target; 0 if it kept all of them
    bool is_help_shown = false;                        // Rule::help_once
    std::array<size_t, 3> found = {};                  // of found_, by Severity
    std::array<size_t, 3> not_found = {};              // the others
    std::array<size_t, 3> room = {};                   // for those that are listed
    Severity worst = Severity::kNote;
  };

  void NoteVerdicts(const Cause& cause);
  uint32_t Begin(const Rule& rule, const Place& place, bool informs);  // a finding, in found_
  void NoteEffects(const Cause& cause, Finding& found) const;
  [[nodiscard]] bool IsSpec(size_t target) const;
  [[nodiscard]] bool SpecIgnores(const Cause& cause) const;
  [[nodiscard]] size_t MostListed(const Rule& rule) const;
  [[nodiscard]] bool HasRoom(OfRule& of_rule, FindingBudget& budget, NodeId together) const;
  [[nodiscard]] Place KeptPlace(const Rule& rule, const Place& place) const;
  void LeaveOut();
  void MarkHidden(absl::Span<Finding* const> sorted);
  void FoldCommon();
  void Grade(Finding& found) const;
  void NameClients(Diagnostic& diagnostic) const;
  void GradeFixes(Diagnostic& diagnostic) const;
  void Complete(Finding& found);
  OfRule& Of(const Rule& rule);                          // made, if there is none
  OfRule* FindOf(const Rule& rule);                      // null: there is none
  Kept* FindKept(const Rule& rule, const Place& place);  // null: there is none
  static Kept* PlaceIn(OfRule& of_rule, const Place& place, const Cause& cause);
  void CountOmitted();
  void CountOmitted(OfRule& of_rule) const;
  void ShowHelpOnce(Finding& found);
  void List(absl::Span<Finding* const> sorted, Report& report);
  void Count(Report& report) const;
  [[nodiscard]] std::string Reading(const ReadAs& read_as, absl::string_view as) const;
  void AppendWhoMisreads(const Finding& found, std::string& words) const;
  void AppendWhoIsAffected(const Finding& found, std::string& words) const;
  [[nodiscard]] Severity UsualSeverity(const Rule& rule, const FindingTally& tally) const;
  [[nodiscard]] Severity SeverityOf(const Rule& rule, const FindingTally& tally) const {
    return selection_.SeverityOf(rule, UsualSeverity(rule, tally));
  }

  absl::Span<const Target> targets_;
  const RuleSelection& selection_;
  const JudgeFinding* judge_;
  bool is_listed_;
  size_t most_listed_;
  std::vector<Verdict> verdicts_;
  std::vector<Finding> found_;
  // The few rules that found something; while rules run, lookups are for the last one.
  std::vector<std::unique_ptr<OfRule>> of_rules_;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_FINDINGS_H_
