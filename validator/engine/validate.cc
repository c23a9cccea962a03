#include "validator/engine/validate.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "schema/fields/duration.h"
#include "schema/json/json_pointers.h"
#include "schema/read/method_lists.h"
#include "schema/read/read.h"
#include "validator/engine/advice.h"
#include "validator/engine/checked_for.h"
#include "validator/engine/client_groups.h"
#include "validator/engine/findings.h"
#include "validator/engine/found_places.h"
#include "validator/engine/memo.h"
#include "validator/engine/subject.h"

namespace grpcfg {
namespace {

using Cause = Findings::Cause;

// A text fault's place in the tree is known only once the tree is complete.
NodeId PlaceOf(const JsonTree& tree, const Issue& issue) {
  return issue.node < tree.size() ? issue.node : JsonTree::kRoot;
}

// Of too many findings the first ones in the text are listed; readers meet them in their own order.
void SortByPlace(std::vector<Issue>& issues) {
  std::stable_sort(issues.begin(), issues.end(),
                   [](const Issue& a, const Issue& b) { return a.span.begin < b.span.begin; });
}

// What a client reads is what is written: `0s`, which breaks calls as it stands.
bool IsAsWritten(const IssueContext& context, absl::string_view read_as) {
  const NodeId node = context.issue.node;
  const bool is_text = !read_as.empty() && node < context.tree.size() &&
                       context.tree.kind(node) == JsonKind::kString;
  if (!is_text) return false;
  const DurationResult written = ParseDuration(context.tree.Text(node));
  const DurationResult read = ParseDuration(read_as);
  return written.error == DurationError::kNone && read.error == DurationError::kNone &&
         written.value == read.value;
}

// What is checked: the values, and the text for the places of what is found.
struct Checked {
  const JsonTree& tree;
  const Reading& reading;
  JsonPointers& pointers;
  Findings& findings;
  Memo& memo;
  const CheckedFor& asked;
  Needed needed;
  FoundPlaces* places;  // of the same method configs; null: nobody else has them
};

void AddIssue(const Checked& checked, const Issue& issue, const ProfileAt& client, Cause cause) {
  const Rule* const rule = checked.asked.rules.Find(issue);
  if (rule == nullptr) return;
  IssueContext context = {*rule,  checked.tree,
                          issue,  checked.pointers,
                          client, checked.asked.targets[cause.targets.front()].lb_policies};
  if (IsAsWritten(context, cause.read_as)) cause.read_as = {};
  const bool needs_words = checked.needed < Needed::kPlaces;
  const auto find_together = [&] {
    const bool is_folded = needs_words && rule->together_in != nullptr;
    if (is_folded) context.together = rule->together_in(context);
    return context.together;
  };
  Diagnostic* const added =
      checked.findings.Add(*rule, {issue.span, issue.field}, cause, find_together);
  if (added == nullptr) return;
  if (rule->least != nullptr) added->least = rule->least(context);
  if (!needs_words) return;
  added->pointer = checked.pointers.Of(PlaceOf(checked.tree, issue));
  rule->describe(context, *added);
}

// Method configs that no call meets, in order.
struct Nameless {
  std::vector<NodeId> entries;
};

// True if `place` lies in one of them.
bool IsNameless(const Checked& checked, NodeId place) {
  const std::vector<NodeId>& entries =
      checked.memo.Get<Nameless>([&] { return Nameless{checked.reading.NamelessEntries()}; })
          .entries;
  const auto behind = absl::c_upper_bound(entries, place);
  return behind != entries.begin() && checked.tree.IsIn(place, *std::prev(behind));
}

// What the finding at `place` does to a client, by the rule's row.
Effect EffectOf(const PlannedCheck& check, const Checked& checked, NodeId place,
                const Group& group) {
  Effect effect = check.effects[group.targets.front()];
  if (effect == Effect::kRejectsConfig && checked.reading.IsLate(checked.tree.span(place))) {
    effect = Effect::kBreaksCalls;
  }
  const bool breaks_nothing = effect == Effect::kBreaksCalls && IsNameless(checked, place);
  return breaks_nothing ? Effect::kIgnoresDetail : effect;
}

bool NeedsWords(const PlannedCheck& check, const Checked& checked) {
  return checked.needed == Needed::kAll ||
         (checked.needed < Needed::kPlaces && !check.is_common_note);
}

// Some of those who read alike.
using Groups = absl::Span<const Group* const>;

// Calls function(first, effect, targets) for each run of groups beside each other to whose targets
// effect_of(group) is the same.
template <typename GetEffect, typename Function>
void ForEachEffect(Groups groups, const GetEffect& effect_of, const Function& function) {
  absl::InlinedVector<size_t, 8> targets;
  for (size_t i = 0, end = 0; i < groups.size(); i = end) {
    const Effect effect = effect_of(*groups[i]);
    targets = groups[i]->targets;
    for (end = i + 1; end < groups.size() && effect_of(*groups[end]) == effect; ++end) {
      absl::c_copy(groups[end]->targets, std::back_inserter(targets));
    }
    function(*groups[i], effect, targets);
  }
}

// The finding at `place`, if it is new to one of `groups`.
Diagnostic* Add(const PlannedCheck& check, const Checked& checked, NodeId place, Groups groups) {
  const Span span = checked.tree.span(place);
  const bool is_used = !checked.reading.IsOnlyChecked(span);
  const bool is_here = !checked.reading.IsElsewhere(span);
  Diagnostic* added = nullptr;
  ForEachEffect(
      groups, [&](const Group& group) { return EffectOf(check, checked, place, group); },
      [&](const Group&, Effect effect, absl::Span<const size_t> targets) {
        const bool decides = is_here && (is_used || effect == Effect::kRejectsConfig);
        Diagnostic* const begun =
            checked.findings.Add(*check.rule, {span}, {targets, effect, {}, decides});
        if (begun != nullptr) added = begun;
      });
  return added;
}

// Runs a check. `found`: where to note the places; null: nowhere.
void RunCheck(const PlannedCheck& check, const Checked& checked, Groups groups,
              std::vector<NodeId>* found) {
  const Rule& rule = *check.rule;
  // What is told once for a document has its words from the reading that was checked first.
  const auto is_told = [&] { return rule.is_common && checked.findings.Has(rule, {}); };
  const bool needs_words = NeedsWords(check, checked) && !is_told();
  const auto begin = [&](NodeId place) -> Diagnostic* {
    if (found != nullptr) found->push_back(place);
    Diagnostic* const begun = Add(check, checked, place, groups);
    if (begun == nullptr || !needs_words) return nullptr;
    begun->pointer = checked.pointers.Of(place);
    return begun;
  };
  rule.check({checked.tree, checked.reading, checked.asked.api, checked.memo, needs_words, begin});
}

// Runs a check, unless it is known what it finds, and all of that has its words.
void RunOrRepeat(const PlannedCheck& check, const Checked& checked, Groups groups) {
  if (checked.places == nullptr || check.looks_at == LooksAt::kEverything) {
    return RunCheck(check, checked, groups, nullptr);
  }
  std::optional<std::vector<NodeId>>& known =
      (*checked.places)[static_cast<size_t>(&check - checked.asked.checks.data())];
  const auto has_words = [&](NodeId place) {
    return checked.findings.Has(*check.rule, {checked.tree.span(place)});
  };
  if (known && (!NeedsWords(check, checked) || absl::c_all_of(*known, has_words))) {
    for (const NodeId place : *known) Add(check, checked, place, groups);
    return;
  }
  known.emplace();
  RunCheck(check, checked, groups, &*known);
}

void RunChecks(const Checked& checked, Groups all) {
  const Subjects subjects(checked.reading, checked.asked.api);
  Readers concerned;
  for (const PlannedCheck& check : checked.asked.checks) {
    if (!subjects.Have(check.subject)) continue;
    if (check.is_only_advice && checked.needed == Needed::kVerdicts) continue;
    if (check.is_only_note && checked.needed >= Needed::kNoAdvice) continue;
    if (check.is_for_all) {
      RunOrRepeat(check, checked, all);
      continue;
    }
    concerned.clear();
    absl::c_copy_if(all, std::back_inserter(concerned),
                    [&](const Group* group) { return check.concerned[group->targets.front()]; });
    if (!concerned.empty()) RunOrRepeat(check, checked, concerned);
  }
}

size_t DroppedOf(const Checked& checked, IssueKind kind) {
  return checked.tree.issue_counts().Dropped(kind) + checked.reading.issue_counts.Dropped(kind);
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
    const Rule* const rule = checked.asked.rules.Find(issue);
    if (rule == nullptr) continue;
    ++counts[rule];
    if (std::exchange(seen[static_cast<size_t>(issue.kind)], true) || !is_cut(issue)) continue;
    counts[rule] += DroppedOf(checked, issue.kind);
    cut.insert(rule);
  }
  for (const Rule* const rule : cut) checked.findings.NoteCount(*rule, counts[rule]);
}

// The issues of one reading for the targets that read alike.
void AddIssues(const Checked& checked, const Group& group) {
  for (const Issue& issue : checked.reading.issues) {
    AddIssue(checked, issue, *group.first->profile,
             {.targets = group.targets,
              .effect = issue.effect,
              .read_as = issue.read_as,
              .decides = !issue.elsewhere,
              .informs = issue.informs});
  }
}

// That a client does nothing with a field, which another one was asked about.
void AddUnused(const Checked& checked, const Group& group) {
  const ProfileAt& client = *group.first->profile;
  for (const FieldKey& found : checked.reading.not_by_all) {
    const FieldReading& row = client.Of(*found.message, *found.field);
    if (row.use == Use::kApplied) continue;
    const IssueKind kind = IssueKind::kUnsupportedField;
    const Effect effect = client.EffectOf(kind, found.message, found.field);
    const Issue issue = {.kind = kind,
                         .effect = effect,
                         .node = found.key,
                         .span = checked.tree.span(found.key),
                         .message = found.message,
                         .field = found.field};
    AddIssue(checked, issue, client, {group.targets, effect});
  }
}

// The same where clients read what another one did: the effects alone are their own.
void AddUniform(const Checked& checked, Groups groups) {
  for (const Issue& issue : checked.reading.issues) {
    ForEachEffect(
        groups,
        [&](const Group& group) {
          return group.first->profile->EffectOf(issue.kind, issue.message, issue.field);
        },
        [&](const Group& first, Effect effect, absl::Span<const size_t> targets) {
          if (effect == Effect::kAccepts) return;
          AddIssue(checked, issue, *first.first->profile, {targets, effect});
        });
  }
  for (const Group* const group : groups) AddUnused(checked, *group);
}

Reading ReadSorted(const Document& document, const Group& group, MethodLists* lists) {
  Reading reading = Read(document, {*group.first->profile, group.first->policies}, lists);
  SortByPlace(reading.issues);
  return reading;
}

absl::InlinedVector<const ProfileAt*, 8> ClientsOf(const Readers& groups) {
  absl::InlinedVector<const ProfileAt*, 8> clients(groups.size());
  absl::c_transform(groups, clients.begin(),
                    [](const Group* group) { return &*group->first->profile; });
  return clients;
}

// What the spec does not honour is an error, whether or not it was asked for.
void NoteWhatSpecIgnores(const Document& document, const RuleSet& rules, Findings& findings) {
  const Target spec = MakeTarget(KnownTargetOf(SpecProfile()));
  const Reading reading = Read(document, {*spec.profile, spec.policies});
  for (const Issue& issue : reading.issues) {
    const Rule* const rule = issue.effect == Effect::kIgnoresPolicy ? rules.Find(issue) : nullptr;
    if (rule != nullptr) findings.NoteSpecIgnores(*rule, {issue.span, issue.field});
  }
  for (const RuleSet::Check& check : rules.checks()) {
    const bool ignores = CellOf(*check.rule, *spec.profile).effect == Effect::kIgnoresPolicy;
    if (ignores) findings.NoteSpecIgnores(*check.rule);
  }
}

// What of the findings is wished for.
struct Wish {
  Needed needed;
  const JudgeFinding* judge = nullptr;
  Lent* lent = nullptr;
};

// What is given to whoever keeps readings: one, and the targets that share it.
using KeepReading = absl::FunctionRef<void(Reading&&, const Readers&)>;

Report Check(const Document& document, const CheckedFor& asked, const Wish& wish,
             KeepReading keep) {
  const Needed needed = wish.needed;
  const bool is_listed = needed != Needed::kVerdicts;
  Findings findings(asked.targets, asked.rules.selection(),
                    is_listed ? std::optional(asked.max_findings) : std::nullopt, wish.judge);
  JsonPointers pointers(document.tree);
  Readers groups(asked.groups.size());
  absl::c_transform(asked.groups, groups.begin(), [](const Group& group) { return &group; });
  const bool is_kept = wish.lent != nullptr && document.tree.text().size() <= kMostTriedBytes;
  Lent own;
  auto& [lists, places] = is_kept ? *wish.lent : own;
  bool are_lent = lists.HasFor(ClientsOf(groups));
  while (!groups.empty()) {
    const bool is_alone = groups.size() == 1 && !are_lent;
    Reading reading = ReadSorted(document, *groups.front(), is_alone ? nullptr : &lists);
    Memo memo;
    const Readers alike = TakeAlike(reading, groups);
    const auto clients = ClientsOf(groups);
    if (!is_kept) lists.KeepFor(clients);
    are_lent = lists.HasFor(clients);
    FoundPlaces* const known = groups.empty() ? places.OfLast(reading, asked.checks)
                                              : places.Of(reading, asked.checks, are_lent);
    const Checked checked = {document.tree, reading, pointers, findings,
                             memo,          asked,   needed,   known};
    AddIssues(checked, *alike.front());
    CountDropped(checked);
    AddUniform(checked, absl::MakeConstSpan(alike).subspan(1));
    RunChecks(checked, alike);
    if (lists.empty()) places.Clear();
    keep(std::move(reading), alike);
  }
  if (findings.AsksForSpec()) NoteWhatSpecIgnores(document, asked.rules, findings);
  return std::move(findings).Finish();
}

}  // namespace

Report Validate(const Document& document, const CheckedFor& asked) {
  Lent lent;
  Report report = ValidateUntried(document, asked, asked.needed, &lent);
  KeepFixesThatHold(document, asked, report, lent);
  return report;
}

Report Validate(const Document& document, absl::Span<const Target> targets, const RuleSet& rules,
                const Api* api) {
  return Validate(document, CheckedFor(targets, rules, api));
}

Report ValidateUntried(const Document& document, const CheckedFor& asked, Needed needed,
                       Lent* lent) {
  const auto forget = [](const Reading& /*reading*/, const Readers& /*readers*/) {};
  return Check(document, asked, {.needed = needed, .lent = lent}, forget);
}

Report ValidateUntried(const Document& document, const CheckedFor& asked, JudgeFinding judge) {
  const auto forget = [](const Reading& /*reading*/, const Readers& /*readers*/) {};
  return Check(document, asked, {asked.needed, &judge}, forget);
}

Analysis Analyse(const Document& document, absl::Span<const Target> targets, const RuleSet& rules,
                 const Api* api) {
  return Analyse(document, CheckedFor(targets, rules, api));
}

Analysis Analyse(const Document& document, const CheckedFor& asked, Lent* lent) {
  Analysis analysis;
  analysis.readings.resize(asked.targets.size());
  const auto keep = [&](Reading&& reading, const Readers& readers) {
    const auto shared = std::make_shared<const Reading>(std::move(reading));
    for (const Group* const group : readers) {
      for (const size_t target : group->targets) analysis.readings[target] = shared;
    }
  };
  analysis.report = Check(document, asked, {.needed = asked.needed, .lent = lent}, keep);
  return analysis;
}

}  // namespace grpcfg
