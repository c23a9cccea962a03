#include "validator/rule.h"

#include "schema/fields/field_table.h"

namespace grpcfg {
namespace {

bool Matches(absl::string_view wanted, absl::string_view actual) {
  return wanted.empty() || wanted == actual;
}

// Of a claim of the issue's kind. 0: it is about something else; else the more the narrower it is.
int Precision(const Claim& claim, const Issue& issue) {
  const absl::string_view field = issue.field == nullptr ? "" : issue.field->json_name;
  const absl::string_view message = issue.message == nullptr ? "" : issue.message->name;
  if (!Matches(claim.field, field) || !Matches(claim.message, message)) return 0;
  return 1 + (claim.message.empty() ? 0 : 1) + (claim.field.empty() ? 0 : 2);
}

}  // namespace

RuleSet::RuleSet(absl::Span<const RuleFamily> families) : families_(families) {
  for (const RuleFamily& family : families) {
    for (const Rule& rule : family.rules) {
      if (rule.check != nullptr) checks_.push_back(&rule);
      for (const Claim& claim : rule.claims) {
        claims_[static_cast<size_t>(claim.kind)].push_back({&rule, &claim});
      }
    }
  }
}

const Rule* RuleSet::Find(const Issue& issue) const {
  const Rule* best = nullptr;
  int best_precision = 0;
  for (const Claimed& claimed : claims_[static_cast<size_t>(issue.kind)]) {
    const int precision = Precision(*claimed.claim, issue);
    if (precision <= best_precision) continue;
    best = claimed.rule;
    best_precision = precision;
  }
  return best;
}

Bound IssueContext::BoundOfField() const {
  Bound bound = client.Of(*issue.message, *issue.field).bound;
  const Bound& of_spec = issue.field->bound;
  if (bound.low_kind == Bound::Low::kNone) {
    bound.low_kind = of_spec.low_kind;
    bound.low = of_spec.low;
  }
  if (!bound.has_high) {
    bound.has_high = of_spec.has_high;
    bound.high = of_spec.high;
  }
  return bound;
}

NodeId CheckContext::KeyOf(NodeId value) const {
  const NodeId key = value == kNoNode ? kNoNode : tree.KeyOf(value);
  return key == kNoNode ? value : key;
}

Cell CellOf(const Rule& rule, const ProfileAt& profile) {
  if (rule.verdict != nullptr) return rule.verdict(profile);
  const Verdicts& verdicts = rule.verdicts;
  switch (profile.implementation()) {
    case Implementation::kSpec:
      return verdicts.spec;
    case Implementation::kGapic:
      return verdicts.gapic;
    case Implementation::kCore:
      return verdicts.core;
    case Implementation::kGo:
      return verdicts.go;
    case Implementation::kJava:
      return verdicts.java;
    case Implementation::kNode:
      return verdicts.node;
    case Implementation::kDotnet:
      break;
  }
  return verdicts.dotnet;
}

}  // namespace grpcfg
