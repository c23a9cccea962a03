#include "validator/engine/findings.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "validator/engine/client_names.h"

namespace grpcfg {
namespace {

// True if one such effect may make a finding an error.
bool MayBeError(Effect effect) {
  return effect == Effect::kIgnoresPolicy || effect >= Effect::kBreaksCalls;
}

// Findings in one group: the words on each may take a look at all of its object.
constexpr size_t kMostGrouped = 200;

// Findings of one rule on the text as JSON, grouped or not: a config with more is beyond repair.
constexpr size_t kMostOfText = 4000;

}  // namespace

Diagnostic* Findings::Add(const Rule& rule, const Place& place, const Cause& cause,
                          FindGroup find_group) {
  NoteVerdicts(cause);
  if (!is_listed_) return nullptr;
  OfRule& of_rule = Of(rule);
  Kept* const known = PlaceIn(of_rule, KeptPlace(rule, place), cause);
  if (known == nullptr) return nullptr;
  Kept& kept = *known;
  kept.tally.Add(cause.effect);
  kept.tally.spec_ignores |= SpecIgnores(cause);
  FindingBudget& budget = MayBeError(cause.effect) ? of_rule.grave : of_rule.slight;
  const bool is_new = kept.found == kOmitted;
  if (is_new) {
    const NodeId together = find_group();
    if (!HasRoom(of_rule, budget, together)) return nullptr;
    kept.found = Begin(rule, place, cause.informs);
    found_[kept.found].together = together;
  }
  Finding& found = found_[kept.found];
  found.spec_ignores = found.spec_ignores || kept.tally.spec_ignores;
  NoteEffects(cause, found);
  return is_new ? &found.diagnostic : nullptr;
}

Findings::OfRule* Findings::FindOf(const Rule& rule) {
  const auto found = std::find_if(of_rules_.rbegin(), of_rules_.rend(),
                                  [&](const auto& each) { return each->rule == &rule; });
  return found == of_rules_.rend() ? nullptr : found->get();
}

Findings::OfRule& Findings::Of(const Rule& rule) {
  constexpr size_t kFew = 8;
  OfRule* const known = FindOf(rule);
  if (known != nullptr) return *known;
  if (of_rules_.empty()) of_rules_.reserve(kFew);
  return *of_rules_.emplace_back(std::make_unique<OfRule>(rule));
}

Findings::Kept* Findings::FindKept(const Rule& rule, const Place& place) {
  OfRule* const of_rule = FindOf(rule);
  if (of_rule == nullptr) return nullptr;
  const auto found = of_rule->by_place.find(KeptPlace(rule, place));
  return found == of_rule->by_place.end() ? nullptr : &found->second;
}

Findings::Place Findings::KeptPlace(const Rule& rule, const Place& place) const {
  return rule.is_common && judge_ == nullptr ? Place{} : place;
}

void Findings::NoteVerdicts(const Cause& cause) {
  if (!cause.decides) return;
  Verdict& verdict = verdicts_[cause.target];
  verdict = std::max(verdict, VerdictOf(cause.effect));
}

uint32_t Findings::Begin(const Rule& rule, const Place& place, bool informs) {
  constexpr size_t kFew = 8;
  if (found_.empty()) found_.reserve(kFew);
  Finding& found = found_.emplace_back();
  found.rule = &rule;
  found.field = place.field;
  found.diagnostic.rule = rule.id;
  found.diagnostic.is_of_text = IsOfText(rule);
  found.diagnostic.primary.span = place.span;
  found.informs = informs;
  return static_cast<uint32_t>(found_.size() - 1);
}

void Findings::NoteEffects(const Cause& cause, Finding& found) const {
  std::vector<TargetEffect>& effects = found.diagnostic.effects;
  if (cause.effect != Effect::kAccepts) {
    if (effects.empty()) effects.reserve(targets_.size());
    effects.push_back({cause.target, cause.effect});
  }
  if (!cause.read_as.empty()) {
    NoteReadAs(found, {std::string(cause.read_as), {cause.target}});
  }
}

bool Findings::SpecIgnores(const Cause& cause) const {
  return cause.effect == Effect::kIgnoresPolicy && IsSpec(cause.target);
}

size_t Findings::MostListed(const Rule& rule) const {
  return IsOfText(rule) ? std::min(most_listed_, kMostOfText) : most_listed_;
}

// True if one more finding gets words: a group counts once.
bool Findings::HasRoom(OfRule& of_rule, FindingBudget& budget, NodeId together) const {
  if (together != kNoNode) {
    const auto begun = of_rule.grouped.find(together);
    const size_t most = IsOfText(*of_rule.rule) ? kMostOfText : kMostGrouped;
    if (begun != of_rule.grouped.end()) return ++begun->second <= most;
  }
  if (budget.found >= MostListed(*of_rule.rule)) return false;
  ++budget.found;
  if (together != kNoNode) of_rule.grouped[together] = 1;
  return true;
}

// What is known of a place; null if there are too many to keep another one separately.
Findings::Kept* Findings::PlaceIn(OfRule& of_rule, const Place& place, const Cause& cause) {
  const auto known = of_rule.by_place.find(place);
  if (known != of_rule.by_place.end()) return &known->second;
  FindingBudget& budget = MayBeError(cause.effect) ? of_rule.grave : of_rule.slight;
  if (budget.places < kMaxIssuesPerKind) {
    ++budget.places;
    return &of_rule.by_place[place];
  }
  OmittedFindings& omitted = budget.beyond[{cause.target, cause.effect}];
  if (omitted.places++ == 0) omitted.tally.Add(cause.effect);
  return nullptr;
}

void Findings::NoteCount(const Rule& rule, size_t count) {
  if (!is_listed_) return;
  OfRule& of_rule = Of(rule);
  of_rule.most = std::max(of_rule.most, count);
}

bool Findings::IsSpec(size_t target) const {
  return targets_[target].profile->implementation() == Implementation::kSpec;
}

bool Findings::NeedsSpec() const {
  for (size_t target = 0; target < targets_.size(); ++target) {
    if (IsSpec(target)) return false;
  }
  return absl::c_any_of(found_, [&](const Finding& found) {
    return absl::c_any_of(found.diagnostic.effects, [](const TargetEffect& each) {
      return each.effect == Effect::kIgnoresPolicy;
    });
  });
}

void Findings::NoteSpecIgnores(const Rule& rule, const Place& place) {
  Kept* const kept = FindKept(rule, place);
  if (kept == nullptr) return;
  kept->tally.spec_ignores = true;
  if (kept->found != kOmitted) found_[kept->found].spec_ignores = true;
}

void Findings::NoteSpecIgnores(const Rule& rule) {
  OfRule* const of_rule = FindOf(rule);
  if (of_rule == nullptr) return;
  for (auto& [place, kept] : of_rule->by_place) kept.tally.spec_ignores = true;
  for (Finding& found : found_) found.spec_ignores |= found.rule == &rule;
}

Severity Findings::UsualSeverity(const Rule& rule, const FindingTally& tally) const {
  const bool is_lost = tally.policy_ignored == targets_.size() || tally.spec_ignores;
  if (tally.refused || is_lost) return Severity::kError;
  if (tally.policy_ignored > 0 || (tally.altered && !IsSlight(rule))) return Severity::kWarning;
  const bool differs = tally.detail_ignored > 0 && tally.detail_ignored < targets_.size();
  return tally.altered || differs ? Severity::kNote : rule.advice;
}

// "grpc-js reads it as 1.000000005s".
std::string Findings::Reading(const ReadAs& read_as, absl::string_view as) const {
  return absl::StrCat(ClientNames(targets_, read_as.targets),
                      read_as.targets.size() == 1 ? " reads" : " read", as, read_as.value);
}

// ", which grpc-js reads as 5 ns".
void Findings::AppendWhoMisreads(const Finding& found, std::string& words) const {
  absl::string_view before = ", which ";
  for (const ReadAs& each : found.read_as) {
    absl::StrAppend(&words, before, Reading(each, " as "));
    before = ", and ";
  }
}

// " in C-core and grpc-go".
void Findings::AppendWhoIsAffected(const Finding& found, std::string& words) const {
  std::vector<size_t> targets;
  for (const TargetEffect& each : found.diagnostic.effects) {
    if (each.effect > Effect::kAlters || found.read_as.empty()) targets.push_back(each.target);
  }
  const bool is_all = targets.size() == targets_.size() && targets.size() > 1;
  absl::StrAppend(&words, " in ", is_all ? "any of the targets" : ClientNames(targets_, targets));
}

// Puts the names of the clients that mind into the words that have a place for them; notes that
// have one go where no client minds.
void Findings::NameClients(Diagnostic& diagnostic) const {
  constexpr absl::string_view kPlace = "{clients}";
  const auto has_place = [&](absl::string_view words) { return absl::StrContains(words, kPlace); };
  if (!has_place(diagnostic.message) && absl::c_none_of(diagnostic.notes, has_place)) return;
  std::vector<size_t> targets;
  for (const TargetEffect& each : diagnostic.effects) targets.push_back(each.target);
  const std::string names = ClientNames(targets_, targets);
  absl::StrReplaceAll({{kPlace, names.empty() ? "some clients" : names}}, &diagnostic.message);
  if (names.empty()) {
    std::erase_if(diagnostic.notes, has_place);
  }
  for (std::string& note : diagnostic.notes) absl::StrReplaceAll({{kPlace, names}}, &note);
}

// The severity, of the effects on all targets.
void Findings::Grade(Finding& found) const {
  Diagnostic& diagnostic = found.diagnostic;
  const auto is_before = [](const TargetEffect& a, const TargetEffect& b) {
    return a.target < b.target;
  };
  // They mostly are in order, and the sort takes memory.
  if (!absl::c_is_sorted(diagnostic.effects, is_before)) {
    absl::c_stable_sort(diagnostic.effects, is_before);
  }
  FindingTally tally;
  tally.spec_ignores = found.spec_ignores;
  for (const TargetEffect& each : diagnostic.effects) tally.Add(each.effect);
  const Severity by_effects = UsualSeverity(*found.rule, tally);
  const bool is_aside = diagnostic.is_aside && by_effects != Severity::kError;
  const Severity usual = std::max(is_aside ? Severity::kNote : by_effects, diagnostic.least);
  diagnostic.severity = selection_.SeverityOf(*found.rule, usual);
  const bool folds = found.rule->is_common || (found.rule->folds_notes && diagnostic.fixes.empty());
  diagnostic.is_common = folds && !selection_.IsRequested(*found.rule);
}

void Findings::MarkHidden(absl::Span<Finding* const> sorted) {
  for (Finding* const found : sorted) {
    if (found->is_merged) continue;
    Grade(*found);
    found->diagnostic.known = (*judge_)(found->diagnostic, verdicts_);
    if (found->diagnostic.known == Known::kNo) continue;
    found->diagnostic.fixes.clear();
    found->diagnostic.trial.clear();
  }
}

// What is reported once for a document.
void Findings::FoldCommon() {
  absl::btree_map<absl::string_view, std::vector<Finding*>> by_rule;
  for (Finding& found : found_) {
    if (found.rule->is_common && !found.is_merged) by_rule[found.rule->id].push_back(&found);
  }
  for (auto& [rule, of_rule] : by_rule) FoldIntoOne(of_rule);
}

// A fix is safe for all selected clients, or not safe.
void Findings::GradeFixes(Diagnostic& diagnostic) const {
  for (Fix& fix : diagnostic.fixes) {
    const bool harms = fix.harms != nullptr && absl::c_any_of(targets_, [&](const Target& target) {
                         return fix.harms(*target.profile);
                       });
    if (!harms) continue;
    fix.safe = false;
    diagnostic.notes.emplace_back(fix.harm);
  }
}

// The parts of a finding that need the effects of all targets.
void Findings::Complete(Finding& found) {
  Diagnostic& diagnostic = found.diagnostic;
  Grade(found);
  GradeFixes(diagnostic);
  for (ReadAs& read_as : found.read_as) std::sort(read_as.targets.begin(), read_as.targets.end());
  NameClients(diagnostic);
  if (found.informs && diagnostic.effects.empty()) {
    diagnostic.dormant = absl::StrCat("this counts once ", kKeyIsCorrected);
  }
  const NamesTargets names = found.rule->names_targets;
  if (names == NamesTargets::kThatMisread && !found.read_as.empty()) {
    AppendWhoMisreads(found, diagnostic.message);
  } else {
    if (names != NamesTargets::kNo) AppendWhoIsAffected(found, diagnostic.message);
    for (const ReadAs& read_as : found.read_as) {
      diagnostic.notes.push_back(Reading(read_as, " it as "));
    }
  }
  diagnostic.together.reset();
  OfRule& of_rule = Of(*found.rule);
  of_rule.worst = std::max(of_rule.worst, diagnostic.severity);
  ++of_rule.found[static_cast<size_t>(diagnostic.severity)];
}

// The severities of what was counted only.
void Findings::CountOmitted(OfRule& of_rule) const {
  const auto count = [&](const FindingTally& tally, size_t places) {
    if (places == 0 || (of_rule.rule->only_if_affected && tally.IsEmpty())) return;
    const Severity severity = SeverityOf(*of_rule.rule, tally);
    of_rule.worst = std::max(of_rule.worst, severity);
    of_rule.not_found[static_cast<size_t>(severity)] += places;
  };
  for (const auto& [place, kept] : of_rule.by_place) {
    if (kept.found == kOmitted) count(kept.tally, 1);
  }
  size_t places = of_rule.by_place.size();
  for (const FindingBudget* const budget : {&of_rule.slight, &of_rule.grave}) {
    const OmittedFindings omitted = budget->Omitted();
    count(omitted.tally, omitted.places);
    places += omitted.places;
  }
  if (of_rule.most <= places || of_rule.rule->is_common) return;
  of_rule.not_found[static_cast<size_t>(of_rule.worst)] += of_rule.most - places;
}

void Findings::CountOmitted() {
  for (const auto& of_rule : of_rules_) {
    if (selection_.IsOn(*of_rule->rule)) CountOmitted(*of_rule);
  }
}

void Findings::ShowHelpOnce(Finding& found) {
  if (found.rule->help_once.empty() || found.diagnostic.known != Known::kNo) return;
  OfRule& of_rule = Of(*found.rule);
  std::vector<std::string>& help = found.diagnostic.help;
  const auto once = absl::c_find(help, found.rule->help_once);
  if (once == help.end()) return;
  if (of_rule.is_help_shown) help.erase(once);
  of_rule.is_help_shown = true;
}

// Of each rule the first ones in the text, errors before all others.
void Findings::List(absl::Span<Finding* const> sorted, Report& report) {
  for (const auto& of_rule : of_rules_) {
    size_t left = MostListed(*of_rule->rule);
    for (size_t severity = of_rule->found.size(); severity-- > 0;) {
      const size_t listed = std::min(left, of_rule->found[severity]);
      left -= listed;
      of_rule->room[severity] = listed;
      of_rule->not_found[severity] += of_rule->found[severity] - listed;
    }
  }
  report.diagnostics.reserve(sorted.size());
  for (Finding* const found : sorted) {
    if (found->is_merged) continue;
    Diagnostic& diagnostic = found->diagnostic;
    size_t& left = Of(*found->rule).room[static_cast<size_t>(diagnostic.severity)];
    if (left == 0) continue;
    --left;
    ShowHelpOnce(*found);
    report.diagnostics.push_back(std::move(diagnostic));
  }
}

void Findings::LeaveOut() {
  for (Finding& found : found_) {
    const bool says_nothing = found.rule->only_if_affected && found.diagnostic.effects.empty();
    found.is_merged |= found.is_off || says_nothing;
  }
}

void Findings::Count(Report& report) const {
  for (const Diagnostic& diagnostic : report.diagnostics) {
    ++report.counts[static_cast<size_t>(diagnostic.severity)];
  }
  for (const auto& of_rule : of_rules_) {
    const Omission omission = {of_rule->rule->id, of_rule->not_found};
    if (omission.Count() == 0) continue;
    report.omissions.push_back(omission);
    for (size_t i = 0; i < report.counts.size(); ++i) report.counts[i] += omission.by_severity[i];
  }
  absl::c_sort(report.omissions,
               [](const Omission& a, const Omission& b) { return a.rule < b.rule; });
}

Report Findings::Finish() && {
  Report report;
  for (Finding& found : found_) found.is_off = !selection_.IsOn(*found.rule);
  const std::vector<Finding*> sorted = MergeFindings(absl::MakeSpan(found_));
  LeaveOut();
  if (judge_ != nullptr) {
    MarkHidden(sorted);
    FoldCommon();
  }
  TakeInExplained(sorted);
  GroupFindings(sorted);
  for (Finding& found : found_) {
    if (!found.is_merged) Complete(found);
  }
  report.verdicts = std::move(verdicts_);
  CountOmitted();
  List(sorted, report);
  Count(report);
  return report;
}

}  // namespace grpcfg
