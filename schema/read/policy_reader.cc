// Lists of LB policies: the first that the client supports is used, and only its config counts.
#include "schema/read/policy_reader.h"

#include <utility>

#include "schema/clients/node_policies.h"
#include "schema/fields/field_messages.h"
#include "schema/fields/field_table.h"
#include "schema/read/key_matcher.h"

namespace grpcfg {
namespace {

// grpc-js looks at keys alone, and arrays have some.
bool IsJavaScript(PolicyChoice choice) {
  return choice == PolicyChoice::kFirstThatParses || choice == PolicyChoice::kEveryKnown;
}

bool IsEmptyObject(const JsonTree& tree, NodeId node) {
  return tree.kind(node) == JsonKind::kObject && tree.node(node).next == node + 1;
}

// What a client that has found its policy takes behind it.
bool MayStandBehind(PolicyChoice choice, JsonKind kind) {
  if (choice == PolicyChoice::kUpToSupported || kind == JsonKind::kObject) return true;
  return choice == PolicyChoice::kRawUpToSupported && kind == JsonKind::kNull;
}

}  // namespace

// grpc-go internal/serviceconfig/serviceconfig.go BalancerConfig.UnmarshalJSON parses the whole
// list even where a later one takes its place.
void PolicyReader::ReadPolicies(const Place& place, void* target) {
  const bool unchecked_before = state_.unchecked;
  const bool idle_before = state_.idle;
  const bool is_go = client_.implementation() == Implementation::kGo;
  state_.idle = state_.idle || IsNeverStarted(place) || (is_go && state_.unchecked);
  if (is_go) state_.unchecked = false;
  ReadPolicyList(place, target);
  state_.unchecked = unchecked_before;
  state_.idle = idle_before;
}

// service_config.proto, LoadBalancingConfig: if the list has no supported policy, or the first one
// that is has an invalid config, the whole service config is invalid.
void PolicyReader::ReadPolicyList(const Place& place, void* target) {
  const JsonKind kind = state_.KindOf(place.node);
  if (kind != JsonKind::kArray) {
    if (!IsNothing(kind)) state_.WrongType(place);
    return;
  }
  const FieldReader reader = state_.RowOf(*place.field).reader;
  const bool may_be_empty =
      reader == FieldReader::kMayBeEmpty || reader == FieldReader::kTwoPolicies;
  if (may_be_empty && state_.IsEmptyList(place.node)) return;
  if (repeated_.HasEarlier()) repeated_.MergeElements(place);
  PolicyWalk walk = {.reader = reader};
  tree_.ForEachElement(place.node, [&](NodeId element) {
    ReadPolicyEntry({place.message, place.field, element, kNoNode}, walk);
  });
  const bool every_known = client_.policy_choice == PolicyChoice::kEveryKnown;
  if (!walk.decided && !walk.faulty && !every_known) {
    return state_.Report(IssueKind::kNoSupportedPolicy, place, tree_.span(place.node));
  }
  if (walk.decided) NoteChosen(place, walk.chosen, target);
  for (const PolicyEntry& entry : walk.skipped) ReportSkipped(entry);
}

// True for policies that the client parses and never starts, so that they break no call.
bool PolicyReader::IsNeverStarted(const Place& place) const {
  if (state_.RowOf(*place.field).reader == FieldReader::kIdlePolicies) return true;
  const bool is_go = client_.implementation() == Implementation::kGo;
  return is_go && place.message == &kRlsConfig && !route_lookup_.has_default_target();
}

void PolicyReader::NoteChosen(const Place& place, const PolicyEntry& chosen, void* target) const {
  if (target == nullptr || place.field->bind.store == nullptr) return;
  Scalar name;
  name.node = state_.WrittenNode(chosen.key);
  name.valid = true;
  name.text =
      chosen.policy == nullptr ? lookup_.PolicyNameAt(chosen.key) : chosen.policy->json_name;
  place.field->bind.store(target, name);
}

// How the client walks a list.
PolicyChoice PolicyReader::ChoiceOf(const Place& list) const {
  if (state_.RowOf(*list.field).reader == FieldReader::kReadLater)
    return PolicyChoice::kMapsUpToSupported;
  // grpc/grpc rls.cc InsertOrUpdateChildPolicyField looks into every entry.
  const bool is_of_rls =
      list.message == &kRlsConfig && client_.policy_choice == PolicyChoice::kUpToSupported;
  return is_of_rls ? PolicyChoice::kFirstSupported : client_.policy_choice;
}

// One entry: an object with one key. How far it is looked at once a policy is found is the
// client's.
void PolicyReader::ReadPolicyEntry(const Place& place, PolicyWalk& walk) {
  const PolicyChoice choice = ChoiceOf(place);
  const JsonKind kind = state_.KindOf(place.node);
  if (IsBehindSupported(choice, walk)) {
    if (!MayStandBehind(choice, kind)) state_.WrongType(place);
    return;
  }
  if (choice == PolicyChoice::kMapsUpToSupported && IsEmptyObject(tree_, place.node)) return;
  if (kind == JsonKind::kArray && IsJavaScript(choice)) return ReadIndexedEntry(place, walk);
  const NodeId key = OnlyKeyOf(place);
  const PolicyEntry entry = {.key = key,
                             .policy = key == kNoNode ? nullptr : lookup_.FindPolicy(key)};
  const bool is_refused =
      IsShaped(entry, choice) && !walk.decided && route_lookup_.IsRefusedByRls(place, entry);
  if (IsShaped(entry, choice) && !is_refused) return TakePolicyEntry(entry, walk);
  walk.faulty = true;
  walk.decided = walk.decided || is_refused;
  walk.chosen = is_refused ? entry : walk.chosen;
  if (is_refused || key == kNoNode || IsNothing(state_.KindOf(key + 1))) return;
  state_.WrongType({&LoadBalancingConfigMessage(), entry.policy, key + 1, key});
}

// Object.keys of an array are its indexes, and no policy is called 0.
void PolicyReader::ReadIndexedEntry(const Place& place, PolicyWalk& walk) {
  const uint32_t count = tree_.CountElements(place.node);
  if (count == 1 && client_.policy_choice == PolicyChoice::kFirstThatParses) return;
  walk.faulty = true;
  state_.Report(count == 0 ? IssueKind::kNoPolicy : IssueKind::kSeveralPolicies, place,
                tree_.span(place.node));
}

bool PolicyReader::IsShaped(const PolicyEntry& entry, PolicyChoice choice) const {
  if (entry.key == kNoNode) return false;
  const bool is_passed_over =
      choice == PolicyChoice::kMapsUpToSupported && !lookup_.IsInstalled(entry);
  const bool takes_any = is_passed_over || choice == PolicyChoice::kRawUpToSupported ||
                         choice == PolicyChoice::kEveryKey || IsJavaScript(choice);
  return takes_any || state_.KindOf(entry.key + 1) == JsonKind::kObject;
}

// True if the client looks no further than at what an entry is.
bool PolicyReader::IsBehindSupported(PolicyChoice choice, const PolicyWalk& walk) {
  return walk.decided &&
         (choice == PolicyChoice::kUpToSupported || choice == PolicyChoice::kRawUpToSupported ||
          choice == PolicyChoice::kMapsUpToSupported);
}

// True if the client uses the policy of an entry, if it is the first such one.
bool PolicyReader::IsSupported(const PolicyEntry& entry, const PolicyWalk& walk) const {
  const absl::string_view name = lookup_.PolicyNameAt(entry.key);
  if (walk.reader != FieldReader::kTwoPolicies) return lookup_.IsInstalled(entry);
  return name == "round_robin" || name == "pick_first";
}

void PolicyReader::TakePolicyEntry(const PolicyEntry& entry, PolicyWalk& walk) {
  if (walk.decided && client_.policy_choice != PolicyChoice::kEveryKnown) return;
  const absl::string_view name = lookup_.PolicyNameAt(entry.key);
  if (!IsSupported(entry, walk)) return walk.skipped.push_back(entry);
  if (walk.reader == FieldReader::kReadLater) state_.NoteLate(entry.key + 1, entry.key);
  if (walk.reader != FieldReader::kTwoPolicies) ReadPolicyConfig(entry);
  if (client_.policy_choice == PolicyChoice::kEveryKnown) RequireOutlierDetection(entry);
  const bool is_taken = client_.policy_choice != PolicyChoice::kFirstThatParses ||
                        NodeParsesPolicy(tree_, name, entry.key + 1, state_.policies);
  if (!is_taken) ReportUnparsed(entry);
  if (!is_taken || walk.decided) return;
  walk.decided = true;
  walk.chosen = entry;
}

// The one policy of grpc-js that is in no table here, where a wrong one refuses the whole config.
void PolicyReader::RequireOutlierDetection(const PolicyEntry& entry) {
  if (lookup_.PolicyNameAt(entry.key) != "outlier_detection") return;
  if (NodeTakesOutlierDetection(tree_, entry.key + 1, state_.policies, client_.release())) return;
  state_.ReportAs(Effect::kRejectsConfig, {.kind = IssueKind::kUnknownPolicy,
                                           .node = entry.key,
                                           .span = tree_.span(entry.key),
                                           .message = &LoadBalancingConfigMessage()});
}

// kNoNode, and reported, if there is none or more than one.
NodeId PolicyReader::OnlyKeyOf(const Place& place) {
  const JsonKind kind = state_.KindOf(place.node);
  const bool null_map =
      kind == JsonKind::kNull && client_.policy_choice == PolicyChoice::kRawUpToSupported;
  if (kind != JsonKind::kObject && !null_map) {
    if (!IsNothing(kind)) state_.WrongType(place);
    return kNoNode;
  }
  const auto [only, second] = FirstKeysOf(place.node);
  if (only == kNoNode) state_.Report(IssueKind::kNoPolicy, place, tree_.span(place.node));
  if (second != kNoNode) {
    state_.Report(IssueKind::kSeveralPolicies, {place.message, place.field, second, second},
                  tree_.span(second), tree_.span(only));
  }
  const bool usable =
      only != kNoNode && second == kNoNode && (!tree_.node(only).deviant || state_.is_text_taken);
  return usable ? only : kNoNode;
}

// An entry that grpc-js has a policy for and cannot read. What the field table has of its config
// is judged by that.
void PolicyReader::ReportUnparsed(const PolicyEntry& entry) {
  const bool is_judged =
      entry.policy != nullptr && (lookup_.ReaderOf(*entry.policy) != FieldReader::kOwnKeys ||
                                  state_.KindOf(entry.key + 1) != JsonKind::kObject);
  if (is_judged) return;
  state_.Report(IssueKind::kUnparsedPolicy,
                {&LoadBalancingConfigMessage(), entry.policy, entry.key, entry.key},
                tree_.span(entry.key));
}

// The keys of the field table, where the client has keys of its own.
void PolicyReader::ReportLacked(const Message& message, NodeId object) {
  tree_.ForEachMember(object, [&](const JsonMember& member) {
    const size_t field = KeyMatcher(tree_, client_).FindExact(message, member.key, 0);
    if (field == message.fields.size() || lookup_.IsDropped(member)) return;
    presence_.IsLacking({&message, &message.fields[field], member.value, member.key},
                        client_.Of(message).fields[field]);
  });
}

void PolicyReader::ReadPolicyConfig(const PolicyEntry& entry) {
  const Field* const known =
      entry.policy != nullptr ? entry.policy : client_.FindReadAs(lookup_.NameLookedUp(entry.key));
  if (known == nullptr) return;  // nobody here knows what a custom policy reads
  const PolicyEntry used = {entry.key, known};
  if (!IsPolicyConfigRead(used)) return;
  const Field& policy = *known;
  const NodeId value = entry.key + 1;
  if (lookup_.ReaderOf(policy) == FieldReader::kOwnKeys)
    return ReportLacked(*policy.message, value);
  void* const target =
      policy.bind.open == nullptr
          ? nullptr
          : policy.bind.open(&reading_.load_balancing, state_.WrittenNode(value), *reading_.arena);
  // What RLS fills in is a text.
  const Field* const supplied = FindField(*policy.message, route_lookup_.supplied());
  const bool is_text = supplied == nullptr || supplied->type == FieldType::kString;
  if (!route_lookup_.supplied().empty() && is_text)
    state_.supplied_to.emplace(value, route_lookup_.supplied());
  if (!is_text) route_lookup_.RefuseSupplied(used);
  const bool needs_xds = lookup_.IsGoResolver(policy);
  Pending pending = {value, policy.message, target, state_.unchecked, state_.idle || needs_xds};
  pending.is_rewritten = !route_lookup_.supplied().empty();
  state_.waiting.push_back(pending);
}

// True if the client reads the config of a policy that it uses, and that is an object.
bool PolicyReader::IsPolicyConfigRead(const PolicyEntry& entry) {
  const Message& policies = LoadBalancingConfigMessage();
  const NodeId value = entry.key + 1;
  const FieldReader reader = lookup_.ReaderOf(*entry.policy);
  const JsonKind kind = state_.KindOf(value);
  if (reader == FieldReader::kNeverTaken) {
    state_.ReportAs(Effect::kRejectsConfig, {.kind = IssueKind::kUnlinkedPolicy,
                                             .node = entry.key,
                                             .span = tree_.span(entry.key),
                                             .message = &policies,
                                             .field = entry.policy});
    return false;
  }
  const PolicyChoice choice = client_.policy_choice;
  const bool is_array = kind == JsonKind::kArray && IsJavaScript(choice);
  const bool is_cast = choice == PolicyChoice::kEveryKey;  // before the policy sees it
  if (is_array || (reader == FieldReader::kUnread && !is_cast)) return false;
  const bool is_null =
      kind == JsonKind::kNull && (choice == PolicyChoice::kRawUpToSupported || is_cast);
  const bool is_map = kind == JsonKind::kObject || is_null;
  if (is_null &&
      lookup_.IsGoResolver(*entry.policy)) {  // ParseConfig takes it for a pointer, and dies
    const bool is_idle = std::exchange(state_.idle, false);
    state_.ReportAs(Effect::kBreaksCalls, {.kind = IssueKind::kWrongType,
                                           .node = value,
                                           .span = tree_.span(value),
                                           .message = &policies,
                                           .field = entry.policy});
    state_.idle = is_idle;
    return false;
  }
  if (!is_map) return state_.WrongType({&policies, entry.policy, value, entry.key});
  return reader != FieldReader::kUnread;
}

// An entry that the client passes over on its way to one that it supports.
void PolicyReader::ReportSkipped(const PolicyEntry& entry) {
  const IssueKind kind =
      entry.policy == nullptr ? IssueKind::kUnknownPolicy : IssueKind::kUnlinkedPolicy;
  state_.Report(kind, {&LoadBalancingConfigMessage(), entry.policy, entry.key, entry.key},
                tree_.span(entry.key));
}

// The first key of an object and the first other one; kNoNode for each that is not there.
std::pair<NodeId, NodeId> PolicyReader::FirstKeysOf(NodeId object) const {
  const bool takes_last = client_.duplicates != Duplicates::kFirstOrNone;
  NodeId only = kNoNode;
  NodeId second = kNoNode;
  for (const JsonMember& member : repeated_.MembersOf(object)) {
    const bool again = only != kNoNode && tree_.Text(member.key) == tree_.Text(only);
    if (only == kNoNode || (again && takes_last)) {
      only = member.key;
    } else if (!again && second == kNoNode) {
      second = member.key;
    }
  }
  return {only, second};
}

}  // namespace grpcfg
