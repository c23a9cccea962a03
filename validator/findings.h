// The findings of one document while they are collected: one per rule and place, whichever of the
// targets caused it; one where several rules say the same of a value, each for other targets; and
// no more of one rule than anyone can read.
#ifndef GRPCFG_VALIDATOR_FINDINGS_H_
#define GRPCFG_VALIDATOR_FINDINGS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "validator/report.h"
#include "validator/rule.h"
#include "validator/target.h"

namespace grpcfg {

class Findings {
 public:
  explicit Findings(absl::Span<const Target> targets)
      : targets_(targets), verdicts_(targets.size(), Verdict::kAccepts) {}

  // What makes two findings of one rule the same. Those of a rule that is common all are.
  struct Place {
    Span span;
    const Field* field = nullptr;  // one object may lack several, all at the same span
    friend bool operator==(const Place&, const Place&) = default;
    template <typename State>
    friend State AbslHashValue(State state, const Place& place) {
      return State::combine(std::move(state), place.span.begin, place.span.end, place.field);
    }
  };

  // What `effect` is to each of `targets`.
  struct Cause {
    absl::Span<const size_t> targets;
    Effect effect;
    absl::string_view read_as = {};  // what they make of the value, if that is another
    bool decides = true;             // a verdict; false: see Issue::elsewhere
  };

  // Adds a finding to the verdicts, and to the effects of its diagnostic. Returns the diagnostic if
  // it is new and needs its words; null if it has them, or if the rule has kMaxFindingsPerRule.
  Diagnostic* Add(const Rule& rule, const Place& place, const Cause& cause);

  // Counts findings of `rule`, which has some, that nobody kept.
  void AddOmitted(const Rule& rule, size_t count);

  // Severities, order, counts.
  Report Finish() &&;

 private:
  struct OfRule {
    const Rule* rule = nullptr;
    absl::flat_hash_map<Place, size_t> by_place;  // into found_, or kOmitted
    size_t listed = 0;
    size_t not_kept = 0;
    Severity severity = Severity::kNote;  // the worst, for those that are not listed
  };
  static constexpr size_t kOmitted = SIZE_MAX;

  // What some of the targets make of the value that a finding is on.
  struct ReadAs {
    std::string value;
    std::vector<size_t> targets;
  };

  struct Found {
    const Rule* rule;
    const Field* field;
    Diagnostic diagnostic;
    std::vector<ReadAs> read_as = {};
    bool is_merged = false;  // all that it says is told by another one
  };

  // True if one place's finding says why the targets of the other one mind it too.
  static bool Tells(const Found& main, const Found& other);
  static void NoteReadAs(Found& found, const ReadAs& read_as);
  static void Merge(absl::Span<Found> of_span);
  static void MergeInto(Found& main, Found& other);
  void Complete(Found& found);
  [[nodiscard]] std::string NamesOf(absl::Span<const size_t> targets) const;
  [[nodiscard]] Severity SeverityOf(const Rule& rule, const Diagnostic& diagnostic) const;

  absl::Span<const Target> targets_;
  std::vector<Verdict> verdicts_;
  std::vector<Found> found_;
  absl::btree_map<absl::string_view, OfRule> of_rule_;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_FINDINGS_H_
