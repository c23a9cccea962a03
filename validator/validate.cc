#include "validator/validate.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "schema/read.h"
#include "validator/findings.h"

namespace grpcfg {
namespace {

// The targets that read a config alike, and what they read.
struct Group {
  const Target* first;
  absl::InlinedVector<size_t, 8> targets;
};

using Groups = absl::InlinedVector<Group, 4>;

Groups GroupByClient(absl::Span<const Target> targets) {
  Groups groups;
  for (size_t i = 0; i < targets.size(); ++i) {
    auto* const found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.first->profile == targets[i].profile &&
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

void AddIssue(const IssueContext& context, const Group& group, const RuleSet& rules,
              Findings& findings) {
  const Issue& issue = context.issue;
  const Rule* const rule = rules.Find(issue);
  if (rule == nullptr) return;
  Diagnostic* const added =
      findings.Add(*rule, {issue.span, issue.field}, {group.targets, issue.effect});
  if (added == nullptr) return;
  added->pointer = context.tree.Pointer(PlaceOf(context.tree, issue));
  rule->describe(context, *added);
}

// What a check is about: the values, and the text for the places of its findings.
struct Checked {
  const JsonTree& tree;
  const Reading& reading;
};

void RunCheck(const Rule& rule, const Checked& checked, const Group& group, Findings& findings) {
  const Effect effect = CellOf(rule.verdicts, group.first->profile->implementation).effect;
  rule.check({checked.tree, checked.reading, [&](Span span, Diagnostic words) {
                Diagnostic* const added = findings.Add(rule, {span}, {group.targets, effect});
                if (added == nullptr) return;
                added->message = std::move(words.message);
                added->notes = std::move(words.notes);
                added->help = std::move(words.help);
                added->fixes = std::move(words.fixes);
                added->secondary = std::move(words.secondary);
                added->pointer = checked.tree.Pointer(checked.tree.NodeAt(span));
              }});
}

void RunChecks(const Checked& checked, const Group& group, const RuleSet& rules,
               Findings& findings) {
  for (const Rule* const rule : rules.checks()) RunCheck(*rule, checked, group, findings);
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

}  // namespace

Report Validate(const Document& document, absl::Span<const Target> targets, const RuleSet& rules) {
  const JsonTree& tree = document.tree;
  Findings findings(targets);
  for (const Group& group : GroupByClient(targets)) {
    Reading reading = Read(document, {*group.first->profile, group.first->policies});
    SortByPlace(reading.issues);
    for (const Issue& issue : reading.issues) {
      AddIssue({tree, issue}, group, rules, findings);
    }
    AddDropped(tree, reading, rules, findings);
    RunChecks({tree, reading}, group, rules, findings);
  }
  return std::move(findings).Finish();
}

}  // namespace grpcfg
