#include "validator/validate.h"

#include <algorithm>
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
  const Profile* profile;
  absl::InlinedVector<size_t, 8> targets;
};

using Groups = absl::InlinedVector<Group, 4>;

Groups GroupByProfile(absl::Span<const Target> targets) {
  Groups groups;
  for (size_t i = 0; i < targets.size(); ++i) {
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.profile == targets[i].profile;
    });
    if (found != groups.end()) {
      found->targets.push_back(i);
    } else {
      groups.push_back({targets[i].profile, {i}});
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

void AddIssue(const JsonTree& tree, const Issue& issue, const Group& group, RuleFamilies families,
              Findings& findings) {
  const Rule* const rule = FindRule(families, issue);
  if (rule == nullptr) return;
  for (const size_t target : group.targets) {
    Diagnostic* const diagnostic =
        findings.Add(*rule, {issue.span, issue.field}, {target, issue.effect});
    if (diagnostic == nullptr || !diagnostic->message.empty()) continue;
    diagnostic->pointer = tree.Pointer(PlaceOf(tree, issue));
    rule->describe({tree, issue}, *diagnostic);
  }
}

void RunChecks(const JsonTree& tree, const Reading& reading, const Group& group,
               RuleFamilies families, Findings& findings) {
  for (const absl::Span<const Rule> family : families) {
    for (const Rule& rule : family) {
      if (rule.check == nullptr) continue;
      const Effect effect = CellOf(rule.verdicts, group.profile->implementation).effect;
      rule.check({reading.config, [&](Span span, Diagnostic diagnostic) {
                    for (const size_t target : group.targets) {
                      Diagnostic* const added = findings.Add(rule, {span}, {target, effect});
                      if (added == nullptr || !added->message.empty()) continue;
                      added->message = std::move(diagnostic.message);
                      added->notes = std::move(diagnostic.notes);
                      added->help = std::move(diagnostic.help);
                      added->fixes = std::move(diagnostic.fixes);
                      added->secondary = std::move(diagnostic.secondary);
                      added->pointer = tree.Pointer(tree.NodeAt(span));
                    }
                  }});
    }
  }
}

}  // namespace

Report Validate(const JsonTree& tree, absl::Span<const Target> targets, RuleFamilies families) {
  Findings findings(targets);
  for (const Group& group : GroupByProfile(targets)) {
    Reading reading = Read(tree, *group.profile);
    SortByPlace(reading.issues);
    for (const Issue& issue : reading.issues) {
      AddIssue(tree, issue, group, families, findings);
    }
    RunChecks(tree, reading, group, families, findings);
  }
  return std::move(findings).Finish();
}

}  // namespace grpcfg
