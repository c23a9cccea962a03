#include "validator/project/known_findings.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "schema/json/escape.h"
#include "validator/engine/choice_places.h"
#include "validator/engine/method_places.h"
#include "validator/engine/outcome.h"
#include "validator/engine/validate.h"
#include "validator/project/finding_place.h"

namespace grpcfg {

BeforeChange::BeforeChange(const Document& before, const CheckPlan& plan, bool folds_notes,
                           AddMore add_more) {
  const Baseline nothing;
  JudgedReport judged = ValidateWithKnown(
      before, plan, {.baseline = &nothing, .keeps_new = false, .folds_notes = folds_notes},
      add_more);
  findings_ = Baseline(std::move(judged.known.findings));
  verdicts_ = std::move(judged.report.verdicts);
}

namespace {

// True if `finding` makes a target's verdict worse than it was before. One that is or was unknown
// is never worse.
bool MakesWorse(const Diagnostic& finding, absl::Span<const Verdict> before,
                absl::Span<const Verdict> after) {
  return absl::c_any_of(finding.effects, [&](const TargetEffect& each) {
    const Verdict verdict = after[each.target];
    return IsWorse(verdict, before[each.target]) && each.effect >= FactsOf(verdict).effect;
  });
}

// The same of what is counted only, which says nothing of targets.
bool IsAnyWorse(absl::Span<const Verdict> before, absl::Span<const Verdict> after) {
  for (size_t i = 0; i < after.size(); ++i) {
    if (IsWorse(after[i], before[i])) return true;
  }
  return false;
}

// What decides of each finding of one file.
class Judge {
 public:
  // `records`: the report on a file with DNS records, else null.
  Judge(const Document& document, const RuleSet& rules, const KnownFindings& known,
        const Report* records = nullptr)
      : text_(document.tree.text()),
        known_(known),
        records_(records),
        places_(document),
        choices_(document),
        in_force_(known.suppressions == nullptr ? std::vector<size_t>()
                                                : known.suppressions->ForFile(known.path)),
        over_(known.suppressions == nullptr ? std::vector<size_t>()
                                            : known.suppressions->OverForFile(known.path)),
        by_place_(known.suppressions == nullptr ? Suppressions::OfFile()
                                                : known.suppressions->ByPlaceFor(known.path)),
        matched_(known.baseline == nullptr ? kNoBaseline : *known.baseline, known.baseline_path),
        suppressed_(matched_),
        before_(known.before == nullptr ? kNoBaseline : known.before->findings(), ""),
        common_(CommonRules(rules)) {
    if (known.suppressions != nullptr) outcome_.used.resize(known.suppressions->size(), false);
  }

  Known Of(const Diagnostic& finding, absl::Span<const Verdict> verdicts) {
    const MethodPlaces::Names names = NamesAt(places_, finding);
    MarkExpired(finding, names.all);
    const bool is_suppressed = IsSuppressed(finding, names.all);
    if (known_.baseline == nullptr && known_.before == nullptr) {
      return is_suppressed ? Known::kSuppressed : Known::kNo;
    }
    const BaselineEntry place = {.path = known_.baseline_path,
                                 .rule = std::string(finding.rule),
                                 .in = RecordAndChoice(choices_, finding),
                                 .methods = {names.short_form.begin(), names.short_form.end()},
                                 .pointer = PointerWithoutIndices(finding.pointer),
                                 .text = TextOfFinding(text_, finding),
                                 .after = ChoicesBefore(finding)};
    if (is_suppressed) {
      suppressed_.Take(place);
      return Known::kSuppressed;
    }
    const bool is_folded = IsFolded(finding);
    if (IsInBaseline(is_folded && !known_.keeps_new ? RuleOf(place) : place, finding.severity) &&
        !(known_.keeps_new && IsWorseThanInBaseline(finding, verdicts))) {
      return Known::kSuppressed;
    }
    if (is_folded) {
      const auto [of_rule, is_first] = folded_.try_emplace(finding.rule, Known::kNo);
      if (is_first) of_rule->second = Before(RuleOf(place));
      return of_rule->second;
    }
    const Known known = Before(place);
    if (known != Known::kBefore) return known;
    return MakesWorse(finding, known_.before->verdicts(), verdicts) ? Known::kNo : known;
  }

  // Findings that are counted only say nothing of what makes a client worse off.
  Known Of(const Omission& omission, absl::Span<const Verdict> verdicts) {
    const auto matches = [&](size_t i) {
      return known_.suppressions->MatchesAll(i, omission.rule);
    };
    Use(over_, matches);
    if (Use(in_force_, matches)) return Known::kSuppressed;
    const BaselineEntry counted = {.path = known_.baseline_path,
                                   .rule = std::string(omission.rule),
                                   .pointer = std::string(kCountedOnly),
                                   .count = omission.Count()};
    if (IsInBaseline(counted, omission.Worst()) &&
        !(known_.keeps_new && IsAnyWorse(InBaseline("", verdicts.size()), verdicts))) {
      return Known::kSuppressed;
    }
    const Known known = Before(counted);
    if (known != Known::kBefore) return known;
    return IsAnyWorse(known_.before->verdicts(), verdicts) ? Known::kNo : known;
  }

  void Mark(Diagnostic& finding, const Report& report) {
    finding.known = Of(finding, VerdictsOn(finding.record, report));
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

  KnownInFile Finish(const Report& report) && {
    if (known_.baseline != nullptr) {
      for (const auto& [record, verdicts] : report.verdicts_of_records) Keep(record, verdicts);
      Keep("", report.verdicts);
    }
    outcome_.matched = matched_.matched();
    outcome_.suppressed = suppressed_.matched();
    return std::move(outcome_);
  }

 private:
  [[nodiscard]] std::vector<std::string> ChoicesBefore(const Diagnostic& finding) const {
    return finding.record.empty() ? choices_.ConditionsBefore(finding.primary.span)
                                  : finding.choices_before;
  }

  // Of an entry with several names, each must be suppressed, by whichever suppression.
  bool IsSuppressed(const Diagnostic& finding, absl::Span<const std::string> names) {
    std::vector<const SuppressedMethods*> by_name;
    bool is_whole = false;
    ForEachAbout(finding, by_place_.in_force, [&](const SuppressedMethods& methods) {
      is_whole = UseAll(methods.all) || is_whole;
      by_name.push_back(&methods);
    });
    return AreSuppressed(by_name, names) || is_whole;
  }

  // True if there are names, and each is suppressed; that is looked for once for the same names.
  bool AreSuppressed(const std::vector<const SuppressedMethods*>& by_name,
                     absl::Span<const std::string> names) {
    if (names.empty()) return false;
    const auto [are_all, is_first] =
        are_suppressed_.try_emplace({by_name, {names.data(), names.size()}}, false);
    if (!is_first) return are_all->second;
    std::vector<const std::vector<size_t>*> used;
    are_all->second = absl::c_all_of(names, [&](const std::string& name) {
      const size_t before = used.size();
      for (const SuppressedMethods* const methods : by_name) {
        methods->by_method.ForEach(name,
                                   [&](const std::vector<size_t>& rows) { used.push_back(&rows); });
      }
      return used.size() > before;
    });
    if (!are_all->second) return false;
    for (const std::vector<size_t>* const rows : used) UseAll(*rows);
    return true;
  }

  // Those whose last day is over would be used.
  void MarkExpired(const Diagnostic& finding, absl::Span<const std::string> names) {
    ForEachAbout(finding, by_place_.over, [&](const SuppressedMethods& methods) {
      UseAll(methods.all);
      if (!expired_.insert({&methods, {names.data(), names.size()}}).second) return;
      for (const std::string& name : names) {
        methods.by_method.ForEach(name, [&](const std::vector<size_t>& rows) { UseAll(rows); });
      }
    });
  }

  // Calls `visit`(methods) for what suppressions about the finding say of methods.
  template <typename Visit>
  static void ForEachAbout(const Diagnostic& finding,
                           absl::Span<const Suppressions::ByPlace* const> of_file,
                           const Visit& visit) {
    for (const Suppressions::ByPlace* const by_rule : of_file) {
      by_rule->ForEach(finding.rule,
                       [&](const auto& by_pointer) { by_pointer.ForEach(finding.pointer, visit); });
    }
  }

  // Rows that are about the same are used together. False: there are none.
  bool UseAll(const std::vector<size_t>& rows) {
    if (rows.empty() || outcome_.used[rows.front()]) return !rows.empty();
    for (const size_t i : rows) outcome_.used[i] = true;
    return true;
  }

  // All of `rows` that match are used, not only the first.
  template <typename Matches>
  bool Use(const std::vector<size_t>& rows, const Matches& matches) {
    bool any = false;
    for (const size_t i : rows) {
      if (!matches(i)) continue;
      outcome_.used[i] = any = true;
    }
    return any;
  }

  // The entry of all that the rule of a common note finds in the file.
  static BaselineEntry RuleOf(const BaselineEntry& place) {
    return {.path = place.path, .rule = place.rule};
  }

  // True for what is known from now on, too.
  bool IsInBaseline(const BaselineEntry& place, Severity severity) {
    if (known_.baseline == nullptr) return false;
    const bool is_taken = matched_.Take(place);
    if (known_.keeps_new) return is_taken;
    if (known_.takes_notes || severity != Severity::kNote) outcome_.findings.push_back(place);
    return true;
  }

  Known Before(const BaselineEntry& place) {
    return before_.Take(place) ? Known::kBefore : Known::kNo;
  }

  [[nodiscard]] bool IsFolded(const Diagnostic& finding) const {
    return known_.folds_notes && finding.severity == Severity::kNote &&
           common_.contains(finding.rule);
  }

  // Of a file with DNS records each record is a document; one that is not there is accepted.
  static std::vector<Verdict> VerdictsOn(const std::string& record, const Report& report) {
    if (record.empty()) return report.verdicts;
    const auto found = report.verdicts_of_records.find(record);
    if (found != report.verdicts_of_records.end()) return found->second;
    std::vector<Verdict> accepted(report.verdicts.size(), Verdict::kAccepts);
    return accepted;
  }

  // The record and all names that a finding in it is true of.
  const std::vector<std::string>& NamesOf(const std::string& record) {
    const auto [names, is_first] = names_.try_emplace(record);
    if (!is_first) return names->second;
    absl::btree_set<std::string> seen = {record};
    names->second = {record};
    for (size_t i = 0; i < names->second.size() && records_ != nullptr; ++i) {
      const auto others = records_->also_about.find(names->second[i]);
      if (others == records_->also_about.end()) continue;
      for (const std::string& other : others->second) {
        if (seen.insert(other).second) names->second.push_back(other);
      }
    }
    return names->second;
  }

  bool IsWorseThanInBaseline(const Diagnostic& finding, absl::Span<const Verdict> verdicts) {
    if (finding.record.empty() || records_ == nullptr) {
      return MakesWorse(finding, InBaseline(finding.record, verdicts.size()), verdicts);
    }
    return absl::c_any_of(NamesOf(finding.record), [&](const std::string& name) {
      return MakesWorse(finding, InBaseline(name, verdicts.size()), VerdictsOn(name, *records_));
    });
  }

  // Those of a record that all accept say that it is there.
  void Keep(const std::string& record, absl::Span<const Verdict> verdicts) {
    const bool is_known = !record.empty() && absl::c_all_of(verdicts, [](Verdict verdict) {
      return verdict == Verdict::kAccepts;
    });
    for (size_t i = 0; i < verdicts.size() && i < known_.targets.size(); ++i) {
      if (verdicts[i] == Verdict::kAccepts && !is_known) continue;
      outcome_.verdicts[{known_.baseline_path, Visible(record), known_.targets[i]}] = verdicts[i];
    }
  }

  // What the targets did when the baseline was written; the worst, if it does not say.
  absl::Span<const Verdict> InBaseline(const std::string& record, size_t targets) {
    const auto [verdicts, is_first] = in_baseline_.try_emplace(record);
    if (is_first && !known_.baseline->has_verdicts()) {
      verdicts->second.resize(targets, Verdict::kRejects);
    } else if (is_first) {
      verdicts->second.resize(targets, Verdict::kAccepts);
      for (size_t i = 0; i < targets && i < known_.targets.size(); ++i) {
        verdicts->second[i] =
            known_.baseline->VerdictOn({known_.baseline_path, Visible(record), known_.targets[i]});
      }
    }
    return verdicts->second;
  }

  static inline const Baseline kNoBaseline;

  absl::string_view text_;
  const KnownFindings& known_;
  const Report* const records_;
  MethodPlaces places_;
  ChoicePlaces choices_;
  std::vector<size_t> in_force_;
  std::vector<size_t> over_;
  Suppressions::OfFile by_place_;
  // The names of an entry, which stay where they are.
  using NamesOfEntry = std::pair<const std::string*, size_t>;
  absl::flat_hash_map<std::pair<std::vector<const SuppressedMethods*>, NamesOfEntry>, bool>
      are_suppressed_;
  absl::flat_hash_set<std::pair<const SuppressedMethods*, NamesOfEntry>> expired_;
  BaselineMatcher matched_;
  BaselineMatcher suppressed_;
  BaselineMatcher before_;
  absl::flat_hash_set<absl::string_view> common_;                       // rules
  absl::flat_hash_map<std::string, std::vector<Verdict>> in_baseline_;  // by record
  absl::flat_hash_map<std::string, std::vector<std::string>> names_;    // by record
  absl::flat_hash_map<absl::string_view, Known> folded_;
  KnownInFile outcome_;
};

}  // namespace

KnownInFile MarkKnown(const Document& document, const RuleSet& rules, const KnownFindings& known,
                      Report& report) {
  Judge judge(document, rules, known, &report);
  for (Diagnostic& found : report.diagnostics) judge.Mark(found, report);
  judge.TakeOutOmissions(report);
  return std::move(judge).Finish(report);
}

JudgedReport ValidateWithKnown(const Document& document, const CheckPlan& plan,
                               const KnownFindings& known, AddMore add_more) {
  Judge judge(document, plan.rules, known);
  const auto of_finding = [&](const Diagnostic& finding, absl::Span<const Verdict> verdicts) {
    return judge.Of(finding, verdicts);
  };
  Report report = Validate(document, plan, of_finding);
  judge.TakeOutOmissions(report);
  add_more(document, report, of_finding);
  KnownInFile outcome = std::move(judge).Finish(report);
  return {std::move(report), std::move(outcome)};
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
