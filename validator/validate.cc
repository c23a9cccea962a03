#include "validator/validate.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "schema/duration.h"
#include "schema/read.h"
#include "validator/findings.h"

namespace grpcfg {
namespace {

// The targets that read a config alike, and what they read.
struct Group {
  const Target* first;
  absl::InlinedVector<size_t, 8> targets;
};

using Cause = Findings::Cause;
using Groups = absl::InlinedVector<Group, 4>;

Groups GroupByClient(absl::Span<const Target> targets) {
  Groups groups;
  for (size_t i = 0; i < targets.size(); ++i) {
    auto* const found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return &group.first->profile->profile() == &targets[i].profile->profile() &&
             group.first->profile->release() == targets[i].profile->release() &&
             group.first->policies == targets[i].policies;
    });
    if (found != groups.end()) {
      found->targets.push_back(i);
    } else {
      groups.push_back({&targets[i], {i}});
    }
  }
  return groups;
}

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

void AddIssue(const IssueContext& context, Cause cause, const RuleSet& rules, Findings& findings) {
  const Issue& issue = context.issue;
  const Rule* const rule = rules.Find(issue);
  if (rule == nullptr) return;
  if (IsAsWritten(context, cause.read_as)) cause.read_as = {};
  Diagnostic* const added = findings.Add(*rule, {issue.span, issue.field}, cause);
  if (added == nullptr) return;
  added->pointer = context.tree.Pointer(PlaceOf(context.tree, issue));
  rule->describe(context, *added);
}

// What a check is about: the values, and the text for the places of its findings.
struct Checked {
  const JsonTree& tree;
  const Reading& reading;
  const Api* api;
};

// Runs a check on what `groups` read alike.
void RunCheck(const Rule& rule, const Checked& checked, absl::Span<const Group> groups,
              Findings& findings) {
  const auto add = [&](Span span, Diagnostic words) {
    const bool is_used = !checked.reading.IsOnlyChecked(span);
    Diagnostic* added = nullptr;
    for (const Group& group : groups) {
      Effect effect = CellOf(rule, *group.first->profile).effect;
      const bool breaks_nothing =
          effect == Effect::kBreaksCalls && checked.reading.IsNameless(span);
      if (breaks_nothing) effect = Effect::kIgnoresDetail;
      const bool decides =
          !checked.reading.IsElsewhere(span) && (is_used || effect == Effect::kRejectsConfig);
      Diagnostic* const first = findings.Add(rule, {span}, {group.targets, effect, {}, decides});
      if (first != nullptr) added = first;
    }
    if (added == nullptr) return;
    added->message = std::move(words.message);
    added->notes = std::move(words.notes);
    added->help = std::move(words.help);
    added->fixes = std::move(words.fixes);
    added->secondary = std::move(words.secondary);
    added->pointer = checked.tree.Pointer(checked.tree.NodeAt(span));
  };
  rule.check({checked.tree, checked.reading, checked.api, add});
}

void RunChecks(const Checked& checked, absl::Span<const Group> groups, const RuleSet& rules,
               Findings& findings) {
  for (const Rule* const rule : rules.checks()) RunCheck(*rule, checked, groups, findings);
}

// Of each kind the first issue that was kept stands for those that were not.
void AddDropped(const JsonTree& tree, const Reading& reading, const RuleSet& rules,
                Findings& findings) {
  std::array<bool, kIssueKindCount> seen = {};
  for (const Issue& issue : reading.issues) {
    bool& done = seen[static_cast<size_t>(issue.kind)];
    if (std::exchange(done, true)) continue;
    const size_t dropped =
        tree.issue_counts().Dropped(issue.kind) + reading.issue_counts.Dropped(issue.kind);
    if (dropped > 0) findings.AddOmitted(*rules.Find(issue), dropped);
  }
}

// The issues of one reading for the targets that read alike.
void AddIssues(const Checked& checked, const Group& group, const RuleSet& rules,
               Findings& findings) {
  for (const Issue& issue : checked.reading.issues) {
    AddIssue({checked.tree, issue}, {group.targets, issue.effect, issue.read_as, !issue.elsewhere},
             rules, findings);
  }
}

// The same where every client reads what another one did: the effects alone are its own.
void AddUniform(const Checked& checked, const Group& group, const RuleSet& rules,
                Findings& findings) {
  for (const Issue& issue : checked.reading.issues) {
    const Effect effect = group.first->profile->EffectOf(issue.kind, issue.message, issue.field);
    if (effect == Effect::kAccepts) continue;
    AddIssue({checked.tree, issue}, {group.targets, effect, {}}, rules, findings);
  }
}

Reading ReadSorted(const Document& document, const Group& group) {
  Reading reading = Read(document, {*group.first->profile, group.first->policies});
  SortByPlace(reading.issues);
  return reading;
}

bool ReadsUniformly(const Group& group) { return group.first->profile->reads_uniformly(); }

}  // namespace

Report Validate(const Document& document, absl::Span<const Target> targets, const RuleSet& rules,
                const Api* api) {
  const JsonTree& tree = document.tree;
  Findings findings(targets);
  const Groups groups = GroupByClient(targets);
  bool is_shared = false;  // what the first group read
  for (size_t i = 0; i < groups.size(); ++i) {
    if (is_shared && ReadsUniformly(groups[i])) continue;
    const Reading reading = ReadSorted(document, groups[i]);
    AddIssues({tree, reading, api}, groups[i], rules, findings);
    AddDropped(tree, reading, rules, findings);
    Groups alike = {groups[i]};
    if (i == 0 && reading.is_uniform && ReadsUniformly(groups[0])) {
      is_shared = true;
      std::copy_if(groups.begin() + 1, groups.end(), std::back_inserter(alike), ReadsUniformly);
    }
    for (const Group& group : absl::MakeConstSpan(alike).subspan(1)) {
      AddUniform({tree, reading, api}, group, rules, findings);
    }
    RunChecks({tree, reading, api}, alike, rules, findings);
  }
  return std::move(findings).Finish();
}

}  // namespace grpcfg
