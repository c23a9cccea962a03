#include "validator/engine/validate.h"

#include <algorithm>
#include <any>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "schema/fields/duration.h"
#include "schema/json/json_pointers.h"
#include "schema/json/nesting.h"
#include "schema/read/read.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/findings.h"

namespace grpcfg {
namespace {

// A reading while it is checked for the clients that it stands for.
struct Checked {
  const Document& document;
  const Reading& reading;
  const Target& reader;                // that read it
  absl::Span<const Target> targets;    // all that are selected
  absl::Span<const size_t> concerned;  // of these, those that the reading is of
  const RuleSet& rules;
  JsonPointers& pointers;
  Findings& findings;
  std::optional<std::vector<NodeId>> unnamed = {};  // method configs that no call meets
  std::any shared = {};                             // see CheckContext
};

// What the client reads is what is written: `0s`, which breaks calls as it stands.
bool IsAsWritten(const JsonTree& tree, const Issue& issue) {
  const bool is_text = !issue.read_as.empty() && issue.node < tree.size() &&
                       tree.kind(issue.node) == JsonKind::kString;
  if (!is_text) return false;
  const DurationResult written = ParseDuration(tree.Text(issue.node));
  const DurationResult read = ParseDuration(issue.read_as);
  return written.error == DurationError::kNone && read.error == DurationError::kNone &&
         written.value == read.value;
}

// The effect of an issue of the reading on one of its targets.
Effect EffectOf(const Checked& checked, const Issue& issue, size_t target) {
  const ProfileAt& client = *checked.targets[target].profile;
  const bool is_reader = &client.profile() == &checked.reader.profile->profile() &&
                         client.release() == checked.reader.profile->release();
  return is_reader ? issue.effect : client.EffectOf(issue.kind, issue.message, issue.field);
}

void AddIssue(const Checked& checked, const Issue& issue) {
  const Rule* const rule = checked.rules.Find(issue);
  if (rule == nullptr) return;
  const JsonTree& tree = checked.document.tree;
  IssueContext context = {*rule,
                          tree,
                          issue,
                          checked.pointers,
                          *checked.reader.profile,
                          checked.targets[checked.concerned.front()].lb_policies};
  const absl::string_view read_as = IsAsWritten(tree, issue) ? absl::string_view() : issue.read_as;
  const auto find_group = [&] {
    if (rule->together_in != nullptr) context.together = rule->together_in(context);
    return context.together;
  };
  for (const size_t target : checked.concerned) {
    const Effect effect = EffectOf(checked, issue, target);
    if (effect == Effect::kAccepts && !issue.informs) continue;
    Diagnostic* const added = checked.findings.Add(*rule, {issue.span, issue.field},
                                                   {.target = target,
                                                    .effect = effect,
                                                    .read_as = read_as,
                                                    .decides = !issue.elsewhere,
                                                    .informs = issue.informs},
                                                   find_group);
    if (added == nullptr) continue;
    if (rule->least != nullptr) added->least = rule->least(context);
    // A text fault's place in the tree is known only once the tree is complete.
    const NodeId place = issue.node < tree.size() ? issue.node : JsonTree::kRoot;
    added->pointer = checked.pointers.Of(place);
    rule->describe(context, *added);
  }
}

size_t DroppedOf(const Checked& checked, IssueKind kind) {
  return checked.document.tree.issue_counts().Dropped(kind) +
         checked.reading.issue_counts.Dropped(kind);
}

// The issues that were dropped are counted for the rule of the first of their kind that was kept.
void CountDropped(const Checked& checked) {
  const std::vector<Issue>& issues = checked.reading.issues;
  const auto is_cut = [&](const Issue& issue) { return DroppedOf(checked, issue.kind) > 0; };
  if (absl::c_none_of(issues, is_cut)) return;
  std::array<bool, kIssueKindCount> seen = {};
  absl::flat_hash_map<const Rule*, size_t> counts;
  absl::flat_hash_set<const Rule*> cut;
  for (const Issue& issue : issues) {
    const Rule* const rule = checked.rules.Find(issue);
    if (rule == nullptr) continue;
    ++counts[rule];
    if (std::exchange(seen[static_cast<size_t>(issue.kind)], true) || !is_cut(issue)) continue;
    counts[rule] += DroppedOf(checked, issue.kind);
    cut.insert(rule);
  }
  for (const Rule* const rule : cut) checked.findings.NoteCount(*rule, counts[rule]);
}

// True if `place` lies in a method config that no call meets.
bool IsUnnamed(Checked& checked, NodeId place) {
  if (!checked.unnamed) checked.unnamed = checked.reading.UnnamedEntries();
  const auto after = absl::c_upper_bound(*checked.unnamed, place);
  return after != checked.unnamed->begin() && checked.document.tree.IsIn(place, *std::prev(after));
}

// What the finding of a check at `place` does to a target.
Effect EffectAt(Checked& checked, NodeId place, Effect of_row) {
  const Span span = checked.document.tree.span(place);
  const bool is_late = of_row == Effect::kRejectsConfig && checked.reading.IsLate(span);
  const Effect effect = is_late ? Effect::kBreaksCalls : of_row;
  const bool breaks_nothing = effect == Effect::kBreaksCalls && IsUnnamed(checked, place);
  return breaks_nothing ? Effect::kIgnoresDetail : effect;
}

void RunCheck(Checked& checked, const PlannedCheck& check, const Api* api) {
  const Rule& rule = *check.rule;
  const JsonTree& tree = checked.document.tree;
  const auto begin = [&](NodeId place) -> Diagnostic* {
    const Span span = tree.span(place);
    const bool is_used = !checked.reading.IsOnlyChecked(span);
    const bool is_here = !checked.reading.IsElsewhere(span);
    Diagnostic* begun = nullptr;
    for (const size_t target : checked.concerned) {
      if (!check.concerned[target]) continue;
      const Effect effect = EffectAt(checked, place, check.effects[target]);
      const bool decides = is_here && (is_used || effect == Effect::kRejectsConfig);
      Diagnostic* const added = checked.findings.Add(
          rule, {span}, {.target = target, .effect = effect, .decides = decides});
      if (added != nullptr) begun = added;
    }
    if (begun != nullptr) begun->pointer = checked.pointers.Of(place);
    return begun;
  };
  rule.check({tree, checked.reading, api, begin, checked.shared});
}

// The checks that concern one of the targets; without a list, only those that decide verdicts.
void RunChecks(Checked& checked, const CheckPlan& plan, bool is_listed) {
  for (const PlannedCheck& check : plan.checks) {
    const bool is_run = is_listed || !check.is_only_advice;
    const auto is_about = [&](size_t target) { return check.concerned[target]; };
    if (is_run && absl::c_any_of(checked.concerned, is_about)) {
      RunCheck(checked, check, plan.api);
    }
  }
}

// What the spec does not honour is an error, whether or not it was selected.
void NoteWhatSpecIgnores(const Document& document, const RuleSet& rules, Findings& findings) {
  const Target spec = MakeTarget(KnownTargetOf(SpecProfile()));
  const Reading reading = Read(document, {*spec.profile, spec.policies});
  for (const Issue& issue : reading.issues) {
    const Rule* const rule = issue.effect == Effect::kIgnoresPolicy ? rules.Find(issue) : nullptr;
    if (rule != nullptr) findings.NoteSpecIgnores(*rule, {issue.span, issue.field});
  }
  for (const Rule* const rule : rules.checks()) {
    const bool ignores = CellOf(*rule, *spec.profile).effect == Effect::kIgnoresPolicy;
    if (ignores) findings.NoteSpecIgnores(*rule);
  }
}

struct Options {
  const JudgeFinding* judge = nullptr;                              // null: nothing is known
  std::vector<std::shared_ptr<const Reading>>* readings = nullptr;  // where to keep them, by target
};

Report CheckJson(const Document& document, const CheckPlan& plan, const Options& options) {
  const bool is_listed = plan.needed == Needed::kAll;
  Findings findings(plan.targets, plan.rules.selection(),
                    is_listed ? std::optional(plan.max_findings) : std::nullopt, options.judge);
  JsonPointers pointers(document.tree);
  std::vector<size_t> all(plan.targets.size());
  absl::c_iota(all, size_t{0});
  const bool is_common = plan.clients.size() > 1 && plan.common.Covers(document);
  for (const Group& client : plan.clients) {
    const Target& reader = *client.first;
    auto reading = std::make_shared<Reading>(Read(document, {*reader.profile, reader.policies}));
    // Of too many findings the first ones in the text are listed; clients read in their own order.
    absl::c_stable_sort(reading->issues,
                        [](const Issue& a, const Issue& b) { return a.span.begin < b.span.begin; });
    Checked checked = {document,
                       *reading,
                       reader,
                       plan.targets,
                       is_common ? absl::MakeConstSpan(all) : absl::MakeConstSpan(client.targets),
                       plan.rules,
                       pointers,
                       findings};
    for (const Issue& issue : reading->issues) AddIssue(checked, issue);
    CountDropped(checked);
    RunChecks(checked, plan, is_listed);
    if (options.readings != nullptr) {
      for (const size_t target : checked.concerned) (*options.readings)[target] = reading;
    }
    if (is_common) break;
  }
  if (findings.NeedsSpec()) NoteWhatSpecIgnores(document, plan.rules, findings);
  return std::move(findings).Finish();
}

// What Python prints has both its quotes and its words, of one cause.
void TakeInWordsOfPython(const JsonTree& tree, const RuleSet& rules, Report& report) {
  if (tree.issues().empty()) return;
  const Rule* const of_quotes = rules.Find({.kind = IssueKind::kJsonSingleQuotes});
  const Rule* const of_words = rules.Find({.kind = IssueKind::kJsonBareWord});
  if (of_quotes == nullptr || of_words == nullptr) return;
  const auto quotes = absl::c_find_if(report.diagnostics, [&](const Diagnostic& each) {
    return each.rule == of_quotes->id && tree.text()[each.primary.span.begin] == '\'';
  });
  if (quotes == report.diagnostics.end()) return;
  Diagnostic all = *quotes;
  const size_t taken = std::erase_if(report.diagnostics, [&](const Diagnostic& each) {
    const absl::string_view word = Slice(tree.text(), each.primary.span);
    const bool is_of_python = word == "True" || word == "False" || word == "None";
    if (each.rule != of_words->id || !is_of_python || each.known != all.known) return false;
    all.secondary.push_back(each.primary);
    absl::c_copy(each.secondary, std::back_inserter(all.secondary));
    if (!all.fixes.empty() && !each.fixes.empty()) {
      absl::c_copy(each.fixes[0].edits, std::back_inserter(all.fixes[0].edits));
    }
    --report.counts[static_cast<size_t>(each.severity)];
    return true;
  });
  if (taken == 0) return;
  all.notes.emplace_back("`True`, `False` and `None` of Python are `true`, `false` and `null`");
  if (!all.fixes.empty()) all.fixes[0].title = "write all of them as in JSON";
  const auto place = absl::c_find_if(report.diagnostics, [&](const Diagnostic& each) {
    return each.rule == of_quotes->id && each.primary.span == all.primary.span;
  });
  *place = std::move(all);
}

// What a text is that is not a config, or where its nesting can no longer be determined: that takes
// the place of all that is found in it. What the clients make of it stays.
std::optional<Issue> CauseOfAll(const Document& document) {
  if (!document.mark.empty()) {
    return Issue{.kind = IssueKind::kJsonForeign, .span = document.mark};
  }
  const Issue* const broken = FindBrokenNesting(document.tree);
  return broken == nullptr ? std::nullopt : std::optional(*broken);
}

// What the cause of all does to a target of which it is known what it makes of the text.
Effect EffectOfCause(const Report& of_json, const Rule& rule, Span span, size_t target) {
  if (of_json.verdicts[target] == Verdict::kRejects) return Effect::kRejectsConfig;
  if (of_json.verdicts[target] == Verdict::kBreaksCalls) return Effect::kBreaksCalls;
  for (const Diagnostic& each : of_json.diagnostics) {
    if (each.rule != rule.id || each.primary.span != span) continue;
    for (const TargetEffect& of : each.effects) {
      if (of.target == target) return of.effect;
    }
  }
  return Effect::kAccepts;
}

Report Check(const Document& document, const CheckPlan& plan, const Options& options) {
  const std::optional<Issue> cause =
      plan.needed == Needed::kAll ? CauseOfAll(document) : std::nullopt;
  const Rule* const rule = cause ? plan.rules.Find(*cause) : nullptr;
  if (rule == nullptr || !plan.rules.selection().IsOn(*rule)) {
    Report report = CheckJson(document, plan, options);
    TakeInWordsOfPython(document.tree, plan.rules, report);
    return report;
  }
  // Only the cause is looked up in what is known: an entry of a baseline counts once.
  const Report of_json = CheckJson(document, plan, {.readings = options.readings});
  Findings findings(plan.targets, plan.rules.selection(), plan.max_findings, options.judge);
  JsonPointers pointers(document.tree);
  for (size_t i = 0; i < plan.targets.size(); ++i) {
    const Effect effect = EffectOfCause(of_json, *rule, cause->span, i);
    Diagnostic* const added = findings.Add(*rule, {cause->span}, {.target = i, .effect = effect});
    if (added == nullptr) continue;
    if (cause->node < document.tree.size()) added->pointer = pointers.Of(cause->node);
    rule->describe({*rule, document.tree, *cause, pointers, *plan.targets[0].profile, {}}, *added);
  }
  Report report = std::move(findings).Finish();
  report.verdicts = of_json.verdicts;
  return report;
}

}  // namespace

Report Validate(const Document& document, const CheckPlan& plan) {
  return Check(document, plan, {});
}

Report Validate(const Document& document, absl::Span<const Target> targets, const RuleSet& rules,
                const Api* api) {
  return Validate(document, CheckPlan(targets, rules, api));
}

Report Validate(const Document& document, const CheckPlan& plan, JudgeFinding judge) {
  return Check(document, plan, {.judge = &judge});
}

Analysis Analyse(const Document& document, absl::Span<const Target> targets, const RuleSet& rules,
                 const Api* api) {
  return Analyse(document, CheckPlan(targets, rules, api));
}

Analysis Analyse(const Document& document, const CheckPlan& plan) {
  Analysis analysis;
  analysis.readings.resize(plan.targets.size());
  analysis.report = Check(document, plan, {.readings = &analysis.readings});
  return analysis;
}

}  // namespace grpcfg
