// All that Validate says of one document.
#ifndef GRPCFG_VALIDATOR_ENGINE_REPORT_H_
#define GRPCFG_VALIDATOR_ENGINE_REPORT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/effect.h"
#include "validator/engine/diagnostic.h"

namespace grpcfg {

// What a target does with a document as a whole, from the best to the worst: the worst that follows
// from an effect on it. A value that is altered or a detail that is ignored leaves `accepts`; a
// policy that is rejected is `ignores`. Here `unknown` is better than a known loss; in Effect it is
// worse, because one finding must not hide that.
enum class Verdict : uint8_t { kAccepts, kUnknown, kIgnores, kBreaksCalls, kRejects };

struct VerdictFacts {
  absl::string_view name;  // the word of `--format json`
  Effect effect;           // the least that gives the verdict
};

// By Verdict.
inline constexpr VerdictFacts kVerdictFacts[] = {
    {"accepts", Effect::kAccepts},       {"unknown", Effect::kUnknown},
    {"ignores", Effect::kIgnoresPolicy}, {"breaks-calls", Effect::kBreaksCalls},
    {"rejects", Effect::kRejectsConfig},
};

constexpr const VerdictFacts& FactsOf(Verdict verdict) {
  return kVerdictFacts[static_cast<size_t>(verdict)];
}

constexpr absl::string_view VerdictName(Verdict verdict) { return FactsOf(verdict).name; }

// Nothing: there is none of that name.
constexpr std::optional<Verdict> VerdictNamed(absl::string_view name) {
  for (size_t i = 0; i < std::size(kVerdictFacts); ++i) {
    if (kVerdictFacts[i].name == name) return static_cast<Verdict>(i);
  }
  return std::nullopt;
}

// The verdict that follows from an effect.
constexpr Verdict VerdictOf(Effect effect) {
  switch (effect) {
    case Effect::kAccepts:
    case Effect::kAlters:
    case Effect::kIgnoresDetail:
      return Verdict::kAccepts;
    case Effect::kUnknown:
      return Verdict::kUnknown;
    case Effect::kIgnoresPolicy:
    case Effect::kRejectsPolicy:
      return Verdict::kIgnores;
    case Effect::kBreaksCalls:
      return Verdict::kBreaksCalls;
    case Effect::kRejectsConfig:
      return Verdict::kRejects;
  }
  return Verdict::kUnknown;
}

// Findings of one rule beyond what is to be listed are counted only; errors are listed first.
// Beyond kMaxIssuesPerKind they are no longer kept separately: where targets object to different
// ones, there are at least so many, with the severity of one that all of those targets object to.
struct Omission {
  absl::string_view rule;
  std::array<size_t, 3> by_severity = {};

  [[nodiscard]] size_t Count() const { return by_severity[0] + by_severity[1] + by_severity[2]; }
  // Of those that it counts; a note if there are none.
  [[nodiscard]] Severity Worst() const {
    for (const Severity severity : {Severity::kError, Severity::kWarning}) {
      if (by_severity[static_cast<size_t>(severity)] > 0) return severity;
    }
    return Severity::kNote;
  }
};

// How many findings of one rule are listed unless the user says otherwise.
inline constexpr size_t kMaxFindingsPerRule = 1000;

// What of a report is needed.
enum class Needed : uint8_t {
  kAll,
  kVerdicts,  // nothing but these
};

// What is known of a finding in a document with these verdicts.
using JudgeFinding =
    absl::FunctionRef<Known(const Diagnostic& finding, absl::Span<const Verdict> verdicts)>;

struct Report {
  std::vector<Diagnostic> diagnostics;  // sorted by place, then by rule
  std::vector<Omission> omissions;      // sorted by rule
  std::vector<Verdict> verdicts;        // one per target
  // Of a file with DNS records or of source code, by Diagnostic::record: of each that not all
  // targets accept, and of DNS records that would fall to one if they were removed.
  absl::btree_map<std::string, std::vector<Verdict>> verdicts_of_records = {};
  // By the record of a finding: the names, other than its own, of which it is true, too.
  absl::btree_map<std::string, absl::btree_set<std::string>> also_about = {};
  std::array<size_t, 3> counts = {};  // by Severity, omitted findings included
  size_t suppressed = 0;              // findings that were taken out, because they are known

  [[nodiscard]] size_t Count(Severity severity) const {
    return counts[static_cast<size_t>(severity)];
  }
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_REPORT_H_
