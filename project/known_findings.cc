#include "project/known_findings.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_set.h"
#include "project/finding_place.h"

namespace grpcfg {
namespace {

// What decides of each finding of one file.
class Judge {
 public:
  Judge(const Document& document, const KnownFindings& known)
      : text_(document.tree.text()),
        known_(known),
        places_(document),
        in_force_(known.suppressions == nullptr ? std::vector<size_t>()
                                                : known.suppressions->ForFile(known.path)),
        matcher_(known.baseline == nullptr ? kNoBaseline : *known.baseline, known.baseline_path) {
    if (known.suppressions != nullptr) outcome_.used.resize(known.suppressions->size(), false);
    if (known.rules == nullptr) return;
    known.rules->ForEach([&](const Rule& rule) {
      if (rule.is_common) common_.push_back(rule.id);
    });
  }

  bool IsKnown(const Diagnostic& finding) {
    const std::vector<std::string> names = places_.NamesAt(finding.primary.span);
    const bool is_known = IsSuppressed(finding, names) || IsInBaseline(finding, names);
    return is_known && absl::c_none_of(finding.effects, [&](const TargetEffect& each) {
             return absl::c_any_of(known_.told, [&](const TargetEffect& told) {
               return each.target == told.target && each.effect >= told.effect;
             });
           });
  }

  bool IsKnown(const Omission& omission) {
    return AnyInForce([&](size_t i) { return known_.suppressions->MatchesAll(i, omission.rule); });
  }

  KnownInFile Finish() && {
    outcome_.matched = matcher_.matched();
    return std::move(outcome_);
  }

 private:
  // All that match are used, not only the first.
  template <typename Matches>
  bool AnyInForce(const Matches& matches) {
    bool any = false;
    for (const size_t i : in_force_) {
      if (!matches(i)) continue;
      outcome_.used[i] = any = true;
    }
    return any;
  }

  bool IsSuppressed(const Diagnostic& finding, absl::Span<const std::string> names) {
    return AnyInForce([&](size_t i) { return known_.suppressions->Matches(i, finding, names); });
  }

  bool IsInBaseline(const Diagnostic& finding, absl::Span<const std::string> names) {
    if (known_.baseline == nullptr) return false;
    BaselineEntry entry = {.path = known_.baseline_path, .rule = std::string(finding.rule)};
    if (absl::c_linear_search(common_, finding.rule)) {
      names = {};  // reported once, at the first of its places, which may be another one tomorrow
    } else {
      entry.method = names.empty() ? "" : names.front();
      entry.pointer = PointerWithoutIndices(finding.pointer);
      entry.text = TextOfFinding(text_, finding);
    }
    const BaselineEntry* const known = matcher_.Take(entry, names);
    if (known_.keeps_new) return known != nullptr;
    if (known != nullptr) entry.method = known->method;
    outcome_.findings.push_back(std::move(entry));
    return true;
  }

  static inline const Baseline kNoBaseline;

  absl::string_view text_;
  const KnownFindings& known_;
  MethodPlaces places_;
  std::vector<size_t> in_force_;
  BaselineMatcher matcher_;
  std::vector<absl::string_view> common_;  // rules that are
  KnownInFile outcome_;
};

}  // namespace

KnownInFile TakeKnown(const Document& document, const KnownFindings& known, Report& report) {
  Judge judge(document, known);
  const auto is_known = [&](const Diagnostic& finding) {
    if (!judge.IsKnown(finding)) return false;
    --report.counts[static_cast<size_t>(finding.severity)];
    ++report.suppressed;
    return true;
  };
  std::erase_if(report.diagnostics, is_known);
  std::erase_if(report.omissions, [&](const Omission& omission) {
    if (!judge.IsKnown(omission)) return false;
    for (size_t i = 0; i < report.counts.size(); ++i) {
      report.counts[i] -= omission.by_severity[i];
    }
    report.suppressed += omission.Count();
    return true;
  });
  return std::move(judge).Finish();
}

void ListAtMost(size_t most, Report& report) {
  absl::btree_map<absl::string_view, std::vector<const Diagnostic*>> by_rule;
  for (const Diagnostic& each : report.diagnostics) by_rule[each.rule].push_back(&each);
  absl::flat_hash_set<const Diagnostic*> omitted;
  absl::btree_map<absl::string_view, Omission> omissions;
  for (const Omission& each : report.omissions) omissions[each.rule] = each;
  for (auto& [rule, findings] : by_rule) {
    if (findings.size() <= most) continue;
    absl::c_stable_sort(findings, [](const Diagnostic* a, const Diagnostic* b) {
      return a->severity > b->severity;
    });
    Omission& omission = omissions[rule];
    omission.rule = rule;
    for (const Diagnostic* const each : absl::MakeConstSpan(findings).subspan(most)) {
      omitted.insert(each);
      ++omission.by_severity[static_cast<size_t>(each->severity)];
    }
  }
  if (omitted.empty()) return;
  std::vector<Diagnostic> listed;
  for (Diagnostic& each : report.diagnostics) {
    if (!omitted.contains(&each)) listed.push_back(std::move(each));
  }
  report.diagnostics = std::move(listed);
  report.omissions.clear();
  for (auto& [rule, omission] : omissions) report.omissions.push_back(omission);
}

}  // namespace grpcfg
