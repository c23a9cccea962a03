// Lists of LB policies: the first that the client supports is used, and only its config counts.
#include "schema/field_table.h"
#include "schema/reader.h"

namespace grpcfg {

bool Reader::IsPolicyList(const Field& field) const {
  return field.message == &LoadBalancingConfigMessage() &&
         profile_.policy_choice.value == PolicyChoice::kFirstSupported;
}

// service_config.proto, LoadBalancingConfig: if the list has no supported policy, or the first one
// that is has an invalid config, the whole service config is invalid.
void Reader::ReadPolicies(const Place& place) {
  const JsonKind kind = tree_.kind(place.node);
  if (kind != JsonKind::kArray) {
    if (!IsNothing(kind)) WrongType(place);
    return;
  }
  bool decided = false;
  bool faulty = false;
  absl::InlinedVector<PolicyEntry, 4> skipped;
  tree_.ForEachElement(place.node, [&](NodeId element) {
    const PolicyEntry entry = ReadPolicyEntry({place.message, place.field, element, kNoNode});
    faulty = faulty || entry.key == kNoNode;
    if (entry.key == kNoNode || decided) return;
    decided = policies_.Has(entry.policy, tree_.Text(entry.key));
    if (decided) {
      ReadPolicyConfig(entry);
    } else {
      skipped.push_back(entry);
    }
  });
  if (!decided && !faulty) {
    return Report(IssueKind::kNoSupportedPolicy, place, tree_.span(place.node));
  }
  for (const PolicyEntry& entry : skipped) ReportSkipped(entry);
}

// The shape of an entry, whether it is used or not: an object with one key, of which the value is
// an object.
Reader::PolicyEntry Reader::ReadPolicyEntry(const Place& place) {
  const NodeId key = OnlyKeyOf(place);
  if (key == kNoNode) return {};
  const Message& policies = LoadBalancingConfigMessage();
  const size_t row = MatchField(policies, key, 0);
  const Field* const policy = row < policies.fields.size() ? &policies.fields[row] : nullptr;
  const JsonKind value = tree_.kind(key + 1);
  if (value == JsonKind::kObject) return {.key = key, .policy = policy};
  if (!IsNothing(value)) WrongType({&policies, policy, key + 1, key});
  return {};
}

// kNoNode, and reported, if there is none or more than one.
NodeId Reader::OnlyKeyOf(const Place& place) {
  const JsonKind kind = tree_.kind(place.node);
  if (kind != JsonKind::kObject) {
    if (!IsNothing(kind)) WrongType(place);
    return kNoNode;
  }
  NodeId first = kNoNode;
  NodeId second = kNoNode;
  tree_.ForEachMember(place.node, [&](const JsonMember& member) {
    if (first == kNoNode) first = member.key;
    const bool other = tree_.Text(member.key) != tree_.Text(first);
    if (second == kNoNode && other) second = member.key;
  });
  if (first == kNoNode) Report(IssueKind::kNoPolicy, place, tree_.span(place.node));
  if (second != kNoNode) {
    Report(IssueKind::kSeveralPolicies, {place.message, place.field, second, second},
           tree_.span(second), tree_.span(first));
  }
  const bool usable = first != kNoNode && second == kNoNode && !tree_.node(first).deviant;
  return usable ? first : kNoNode;
}

void Reader::ReadPolicyConfig(const PolicyEntry& entry) {
  if (entry.policy == nullptr) return;  // nobody here knows what a custom policy reads
  const Field& policy = *entry.policy;
  const NodeId value = entry.key + 1;
  void* const target =
      policy.bind.open == nullptr
          ? nullptr
          : policy.bind.open(&reading_.load_balancing, tree_.span(value), *reading_.arena);
  // What RLS fills in is a text.
  const Field* const supplied = FindField(*policy.message, supplied_);
  const bool is_text = supplied == nullptr || supplied->type == FieldType::kString;
  if (!supplied_.empty() && is_text) supplied_to_.emplace(value, supplied_);
  pending_.push_back({value, policy.message, target});
}

// An entry that the client passes over on its way to one that it supports.
void Reader::ReportSkipped(const PolicyEntry& entry) {
  const IssueKind kind =
      entry.policy == nullptr ? IssueKind::kUnknownPolicy : IssueKind::kUnlinkedPolicy;
  Report(kind, {&LoadBalancingConfigMessage(), entry.policy, entry.key, entry.key},
         tree_.span(entry.key));
}

}  // namespace grpcfg
