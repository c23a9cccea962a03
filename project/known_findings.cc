#include "project/known_findings.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "project/finding_place.h"
#include "validator/validate.h"

namespace grpcfg {
namespace {

// What decides of each finding of one file.
class Judge {
 public:
  Judge(const Document& document, const RuleSet& rules, const KnownFindings& known)
      : text_(document.tree.text()),
        known_(known),
        places_(document),
        in_force_(known.suppressions == nullptr ? std::vector<size_t>()
                                                : known.suppressions->ForFile(known.path)),
        matcher_(known.baseline == nullptr ? kNoBaseline : *known.baseline, known.baseline_path),
        before_(known.before == nullptr ? kNoBaseline : known.before->findings(), "") {
    if (known.suppressions != nullptr) outcome_.used.resize(known.suppressions->size(), false);
    rules.ForEach([&](const Rule& rule) {
      if (rule.is_common) common_.push_back(rule.id);
    });
  }

  Known Of(const Diagnostic& finding, absl::Span<const Verdict> verdicts) {
    const MethodPlaces::Names names = places_.NamesAt(finding.primary.span);
    const bool is_suppressed =
        AnyInForce([&](size_t i) { return known_.suppressions->Matches(i, finding, names.all); });
    if (is_suppressed) return Known::kSuppressed;
    if (known_.baseline == nullptr && known_.before == nullptr) return Known::kNo;
    BaselineEntry entry = {.rule = std::string(finding.rule)};
    if (IsFolded(finding)) {
      const auto [of_rule, is_first] = folded_.try_emplace(finding.rule, Known::kNo);
      if (is_first) of_rule->second = Of(std::move(entry));
      return of_rule->second;
    }
    entry.methods.assign(names.told.begin(), names.told.end());
    entry.pointer = PointerWithoutIndices(finding.pointer);
    entry.text = TextOfFinding(text_, finding);
    const Known known = Of(std::move(entry));
    return known == Known::kBefore && MakesWorse(finding, verdicts) ? Known::kNo : known;
  }

  // Findings that are counted only say nothing of what makes a client worse off.
  Known Of(const Omission& omission, absl::Span<const Verdict> verdicts) {
    const bool is_suppressed =
        AnyInForce([&](size_t i) { return known_.suppressions->MatchesAll(i, omission.rule); });
    if (is_suppressed) return Known::kSuppressed;
    const Known known = Of(BaselineEntry{.rule = std::string(omission.rule),
                                         .pointer = std::string(kUntold),
                                         .count = omission.Count()});
    return known == Known::kBefore && !WorseOff(verdicts).empty() ? Known::kNo : known;
  }

  void Mark(Diagnostic& finding, absl::Span<const Verdict> verdicts) {
    finding.known = Of(finding, verdicts);
    if (finding.known != Known::kNo) finding.fixes.clear();
  }

  void TakeOutOmissions(Report& report) {
    std::erase_if(report.omissions, [&](const Omission& omission) {
      const Known what = Of(omission, report.verdicts);
      if (what == Known::kNo) return false;
      for (size_t i = 0; i < report.counts.size(); ++i) {
        report.counts[i] -= omission.by_severity[i];
      }
      if (what == Known::kSuppressed) report.suppressed += omission.Count();
      return true;
    });
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

  Known Of(BaselineEntry entry) {
    if (known_.baseline != nullptr) {
      entry.path = known_.baseline_path;
      const bool is_known = matcher_.Take(entry);
      if (!known_.keeps_new) outcome_.findings.push_back(entry);
      if (is_known || !known_.keeps_new) return Known::kSuppressed;
    }
    entry.path.clear();
    return before_.Take(entry) ? Known::kBefore : Known::kNo;
  }

  [[nodiscard]] bool IsFolded(const Diagnostic& finding) const {
    return known_.folds_notes && finding.severity == Severity::kNote &&
           absl::c_linear_search(common_, finding.rule);
  }

  absl::Span<const TargetEffect> WorseOff(absl::Span<const Verdict> verdicts) {
    if (!worse_off_) worse_off_ = known_.before->WorseOff(verdicts);
    return *worse_off_;
  }

  bool MakesWorse(const Diagnostic& finding, absl::Span<const Verdict> verdicts) {
    const absl::Span<const TargetEffect> worse_off = WorseOff(verdicts);
    return absl::c_any_of(finding.effects, [&](const TargetEffect& each) {
      return absl::c_any_of(worse_off, [&](const TargetEffect& worse) {
        return each.target == worse.target && each.effect >= worse.effect;
      });
    });
  }

  static inline const Baseline kNoBaseline;

  absl::string_view text_;
  const KnownFindings& known_;
  MethodPlaces places_;
  std::vector<size_t> in_force_;
  BaselineMatcher matcher_;
  BaselineMatcher before_;
  std::optional<std::vector<TargetEffect>> worse_off_;
  std::vector<absl::string_view> common_;  // rules that are
  absl::flat_hash_map<absl::string_view, Known> folded_;
  KnownInFile outcome_;
};

// By place.
void Add(Report more, Report& report) {
  for (size_t i = 0; i < more.verdicts.size(); ++i) {
    report.verdicts[i] = std::max(report.verdicts[i], more.verdicts[i]);
  }
  for (size_t i = 0; i < more.counts.size(); ++i) report.counts[i] += more.counts[i];
  absl::c_move(more.diagnostics, std::back_inserter(report.diagnostics));
  absl::c_stable_sort(report.diagnostics, [](const Diagnostic& a, const Diagnostic& b) {
    return a.primary.span.begin < b.primary.span.begin;
  });
}

}  // namespace

KnownInFile MarkKnown(const Document& document, const RuleSet& rules, const KnownFindings& known,
                      Report& report) {
  Judge judge(document, rules, known);
  for (Diagnostic& found : report.diagnostics) judge.Mark(found, report.verdicts);
  judge.TakeOutOmissions(report);
  return std::move(judge).Finish();
}

JudgedReport ValidateWithKnown(const Document& document, const CheckedFor& asked,
                               const KnownFindings& known, Report more) {
  Judge judge(document, asked.rules, known);
  Report report = ValidateUntried(
      document, asked, [&](const Diagnostic& finding, absl::Span<const Verdict> verdicts) {
        return judge.Of(finding, verdicts);
      });
  for (Diagnostic& found : more.diagnostics) judge.Mark(found, more.verdicts);
  Add(std::move(more), report);
  judge.TakeOutOmissions(report);
  return {std::move(report), std::move(judge).Finish()};
}

void TakeOutKnown(Report& report) {
  std::erase_if(report.diagnostics, [&](const Diagnostic& finding) {
    if (finding.known == Known::kNo) return false;
    --report.counts[static_cast<size_t>(finding.severity)];
    if (finding.known == Known::kSuppressed) ++report.suppressed;
    return true;
  });
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
