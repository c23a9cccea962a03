// Lists of LB policies: the first that the client supports is used, and only its config counts.
#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"
#include "schema/field_messages.h"
#include "schema/field_table.h"
#include "schema/reader.h"

namespace grpcfg {
namespace {

// strings.ToLower: the Kelvin sign is a K.
std::string Lowered(absl::string_view name) {
  return absl::StrReplaceAll(absl::AsciiStrToLower(name), {{"\u212A", "k"}});
}

}  // namespace

bool Reader::IsPolicyList(const Field& field) const {
  return field.message == &LoadBalancingConfigMessage() &&
         client_.policy_choice != PolicyChoice::kEveryOne;
}

// service_config.proto, LoadBalancingConfig: if the list has no supported policy, or the first one
// that is has an invalid config, the whole service config is invalid.
void Reader::ReadPolicies(const Place& place) {
  const JsonKind kind = KindOf(place.node);
  if (kind != JsonKind::kArray) {
    if (!IsNothing(kind)) WrongType(place);
    return;
  }
  const bool may_be_empty = RowOf(*place.field).reader == FieldReader::kMayBeEmpty;
  if (may_be_empty && IsEmptyList(place.node)) return;
  PolicyWalk walk;
  tree_.ForEachElement(place.node, [&](NodeId element) {
    ReadPolicyEntry({place.message, place.field, element, kNoNode}, walk);
  });
  const bool every_known = client_.policy_choice == PolicyChoice::kEveryKnown;
  if (!walk.decided && !walk.faulty && !every_known) {
    return Report(IssueKind::kNoSupportedPolicy, place, tree_.span(place.node));
  }
  for (const PolicyEntry& entry : walk.skipped) ReportSkipped(entry);
}

// One entry: an object with one key. How far it is looked at once a policy is found is the
// client's.
void Reader::ReadPolicyEntry(const Place& place, PolicyWalk& walk) {
  PolicyChoice choice = client_.policy_choice;
  // grpc/grpc rls.cc InsertOrUpdateChildPolicyField looks into every entry.
  const bool is_of_rls = place.message == &kRlsConfig && choice == PolicyChoice::kUpToSupported;
  if (is_of_rls) choice = PolicyChoice::kFirstSupported;
  const JsonKind kind = KindOf(place.node);
  const bool is_raw = choice == PolicyChoice::kRawUpToSupported;
  if (walk.decided && (is_raw || choice == PolicyChoice::kUpToSupported)) {
    const bool is_map = kind == JsonKind::kObject || kind == JsonKind::kNull;
    if (is_raw && !is_map) WrongType(place);
    return;
  }
  const bool every_known = choice == PolicyChoice::kEveryKnown;
  if (kind == JsonKind::kArray && (choice == PolicyChoice::kFirstThatParses || every_known)) {
    // Object.keys of an array are its indexes, and no policy is called 0.
    const uint32_t count = tree_.CountElements(place.node);
    if (count == 1 && !every_known) return;
    walk.faulty = true;
    return Report(count == 0 ? IssueKind::kNoPolicy : IssueKind::kSeveralPolicies, place,
                  tree_.span(place.node));
  }
  const NodeId key = OnlyKeyOf(place);
  const PolicyEntry entry = {.key = key, .policy = key == kNoNode ? nullptr : FindPolicy(key)};
  const bool takes_any = is_raw || every_known || choice == PolicyChoice::kFirstThatParses;
  const JsonKind value = key == kNoNode ? JsonKind::kMissing : KindOf(key + 1);
  const bool shaped = key != kNoNode && (value == JsonKind::kObject || takes_any);
  if (!shaped) {
    walk.faulty = true;
    if (!IsNothing(value)) WrongType({&LoadBalancingConfigMessage(), entry.policy, key + 1, key});
    return;
  }
  if (walk.decided && !every_known) return;
  const bool has = policies_.Has(entry.policy, PolicyNameAt(key));
  walk.decided = walk.decided || has;
  if (has) {
    ReadPolicyConfig(entry);
  } else {
    walk.skipped.push_back(entry);
  }
}

// C-core compares names as C strings.
absl::string_view Reader::PolicyNameAt(NodeId key) const {
  const absl::string_view name = tree_.Text(key);
  return client_.implementation() == Implementation::kCore ? name.substr(0, name.find('\0')) : name;
}

// The row of the policy that a key names; null if it has none.
const Field* Reader::FindPolicy(NodeId key) const {
  const bool any_case = client_.policy_names == PolicyNames::kAnyCaseOrDefault ||
                        client_.policy_names == PolicyNames::kAnyCaseDiesOfNone;
  const absl::string_view name = PolicyNameAt(key);
  return FindField(LoadBalancingConfigMessage(), any_case ? Lowered(name) : std::string(name));
}

// kNoNode, and reported, if there is none or more than one.
NodeId Reader::OnlyKeyOf(const Place& place) {
  const JsonKind kind = KindOf(place.node);
  const bool null_map =
      kind == JsonKind::kNull && client_.policy_choice == PolicyChoice::kRawUpToSupported;
  if (kind != JsonKind::kObject && !null_map) {
    if (!IsNothing(kind)) WrongType(place);
    return kNoNode;
  }
  NodeId first = kNoNode;
  NodeId second = kNoNode;
  tree_.ForEachMember(place.node, [&](const JsonMember& member) {
    if (is_text_taken_ && tree_.kind(member.value) == JsonKind::kMissing) return;  // dropped
    const bool takes_last = client_.duplicates != Duplicates::kFirstOrNone;
    const bool again = first != kNoNode && tree_.Text(member.key) == tree_.Text(first);
    if (first == kNoNode || (again && takes_last)) first = member.key;
    const bool other = tree_.Text(member.key) != tree_.Text(first);
    if (second == kNoNode && other) second = member.key;
  });
  if (first == kNoNode) Report(IssueKind::kNoPolicy, place, tree_.span(place.node));
  if (second != kNoNode) {
    Report(IssueKind::kSeveralPolicies, {place.message, place.field, second, second},
           tree_.span(second), tree_.span(first));
  }
  const bool usable =
      first != kNoNode && second == kNoNode && (!tree_.node(first).deviant || is_text_taken_);
  return usable ? first : kNoNode;
}

void Reader::ReadPolicyConfig(const PolicyEntry& entry) {
  if (entry.policy == nullptr) return;  // nobody here knows what a custom policy reads
  const Field& policy = *entry.policy;
  const NodeId value = entry.key + 1;
  const Message& policies = LoadBalancingConfigMessage();
  const size_t place = static_cast<size_t>(&policy - policies.fields.data());
  const FieldReader reader = client_.Of(policies).fields[place].reader;
  if (reader == FieldReader::kUnread) return;
  if (reader == FieldReader::kNeverTaken) {
    return ReportAs(Effect::kRejectsConfig, {.kind = IssueKind::kUnlinkedPolicy,
                                             .node = entry.key,
                                             .span = tree_.span(entry.key),
                                             .message = &policies,
                                             .field = &policy});
  }
  const JsonKind kind = KindOf(value);
  const bool raw = client_.policy_choice == PolicyChoice::kRawUpToSupported;
  const bool parses = client_.policy_choice == PolicyChoice::kFirstThatParses ||
                      client_.policy_choice == PolicyChoice::kEveryKnown;
  const bool is_like_object =
      (raw && kind == JsonKind::kNull) || (parses && kind == JsonKind::kArray);
  if (is_like_object && parses) return;
  if (kind != JsonKind::kObject && !is_like_object) {
    WrongType({&policies, &policy, value, entry.key});
    return;
  }
  void* const target =
      policy.bind.open == nullptr
          ? nullptr
          : policy.bind.open(&reading_.load_balancing, tree_.span(value), *reading_.arena);
  // What RLS fills in is a text.
  const Field* const supplied = FindField(*policy.message, supplied_);
  const bool is_text = supplied == nullptr || supplied->type == FieldType::kString;
  if (!supplied_.empty() && is_text) supplied_to_.emplace(value, supplied_);
  pending_.push_back({value, policy.message, target, unchecked_, nameless_});
}

// An entry that the client passes over on its way to one that it supports.
void Reader::ReportSkipped(const PolicyEntry& entry) {
  const IssueKind kind =
      entry.policy == nullptr ? IssueKind::kUnknownPolicy : IssueKind::kUnlinkedPolicy;
  Report(kind, {&LoadBalancingConfigMessage(), entry.policy, entry.key, entry.key},
         tree_.span(entry.key));
}

}  // namespace grpcfg
