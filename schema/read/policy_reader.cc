// Lists of LB policies: the first that the client supports is used, and only its config counts.
#include "schema/read/reader.h"

#include <utility>

#include "schema/clients/node_policies.h"
#include "schema/fields/field_messages.h"
#include "schema/fields/field_table.h"

namespace grpcfg {
namespace {

// How far a list has been walked.
struct PolicyWalk {
  FieldReader reader = FieldReader::kByType;  // of the list
  bool decided = false;
  bool faulty = false;
  PolicyEntry chosen = {};
  absl::InlinedVector<PolicyEntry, 4> skipped = {};
};

// An entry, on its key.
Place PlaceOf(const PolicyEntry& entry) {
  return {&LoadBalancingConfigMessage(), entry.policy, entry.key, entry.key};
}

// The config of its policy.
Place ConfigOf(const PolicyEntry& entry) {
  return {&LoadBalancingConfigMessage(), entry.policy, entry.key + 1, entry.key};
}

// grpc/grpc lb_policy_registry.cc ParseLoadBalancingConfigHelper compared C strings before 1.71.
absl::string_view PolicyNameAt(const ReadState& state, NodeId key) {
  constexpr Release kWholeNames = {1, 71, 0};
  const absl::string_view name = state.tree.Text(key);
  const bool is_c_string =
      state.Is(Implementation::kCore) && !(state.client.release() >= kWholeNames);
  return is_c_string ? name.substr(0, name.find('\0')) : name;
}

// The name that the client looks up for a key.
std::string NameLookedUp(const ReadState& state, NodeId key) {
  const bool any_case = state.client.policy_names == PolicyNames::kAnyCaseOrDefault ||
                        state.client.policy_names == PolicyNames::kAnyCaseDiesOfNone;
  const absl::string_view name = PolicyNameAt(state, key);
  return any_case ? LowerPolicyName(name) : std::string(name);
}

const Field* FindPolicy(const ReadState& state, NodeId key) {
  return FindField(LoadBalancingConfigMessage(), NameLookedUp(state, key));
}

// grpc-go clusterresolver.go UpdateClientConnState starts nothing without an xDS client.
bool IsGoResolver(const ReadState& state, const Field& policy) {
  return state.Is(Implementation::kGo) && policy.json_name == "xds_cluster_resolver_experimental";
}

// True for policies that the client parses and never starts, so that they break no call.
bool IsNeverStarted(const ReadState& state, const Place& place) {
  if (state.RowOf(*place.field).reader == FieldReader::kIdlePolicies) return true;
  return state.Is(Implementation::kGo) && place.message == &kRlsConfig && !state.has_default_target;
}

// How the client walks a list.
PolicyChoice ChoiceOf(const ReadState& state, const Place& list) {
  if (state.RowOf(*list.field).reader == FieldReader::kReadLater)
    return PolicyChoice::kMapsUpToSupported;
  // grpc/grpc rls.cc InsertOrUpdateChildPolicyField looks into every entry.
  const bool is_of_rls =
      list.message == &kRlsConfig && state.client.policy_choice == PolicyChoice::kUpToSupported;
  return is_of_rls ? PolicyChoice::kFirstSupported : state.client.policy_choice;
}

// True if the client looks no further than at what an entry is.
bool IsAfterSupported(PolicyChoice choice, const PolicyWalk& walk) {
  return walk.decided &&
         (choice == PolicyChoice::kUpToSupported || choice == PolicyChoice::kRawUpToSupported ||
          choice == PolicyChoice::kMapsUpToSupported);
}

// What a client that has found its policy takes after it.
bool MayFollow(PolicyChoice choice, JsonKind kind) {
  if (choice == PolicyChoice::kUpToSupported || kind == JsonKind::kObject) return true;
  return choice == PolicyChoice::kRawUpToSupported && kind == JsonKind::kNull;
}

bool IsEmptyObject(const JsonTree& tree, NodeId node) {
  return tree.kind(node) == JsonKind::kObject && tree.node(node).next == node + 1;
}

// grpc-js looks at keys alone, and arrays have some.
bool IsJavaScript(PolicyChoice choice) {
  return choice == PolicyChoice::kFirstThatParses || choice == PolicyChoice::kEveryKnown;
}

// Object.keys of an array are its indexes, and no policy is called 0.
void ReadIndexedEntry(ReadState& state, const Place& place, PolicyWalk& walk) {
  const uint32_t count = state.tree.CountElements(place.node);
  if (count == 1 && state.client.policy_choice == PolicyChoice::kFirstThatParses) return;
  walk.faulty = true;
  state.Report(count == 0 ? IssueKind::kNoPolicy : IssueKind::kSeveralPolicies, place);
}

// The first key of an object and the first other one; kNoNode for each that is not there.
std::pair<NodeId, NodeId> FirstKeysOf(const ReadState& state, NodeId object) {
  const bool takes_last = state.client.duplicates != Duplicates::kFirstOrNone;
  NodeId only = kNoNode;
  NodeId second = kNoNode;
  for (const JsonMember& member : MembersOf(state, object)) {
    const bool again = only != kNoNode && state.tree.Text(member.key) == state.tree.Text(only);
    if (only == kNoNode || (again && takes_last)) {
      only = member.key;
    } else if (!again && second == kNoNode) {
      second = member.key;
    }
  }
  return {only, second};
}

// kNoNode, and reported, if there is none or more than one.
NodeId OnlyKeyOf(ReadState& state, const Place& place) {
  const bool null_map = state.KindOf(place.node) == JsonKind::kNull &&
                        state.client.policy_choice == PolicyChoice::kRawUpToSupported;
  if (!null_map && !state.IsA(JsonKind::kObject, place)) return kNoNode;
  const auto [only, second] = FirstKeysOf(state, place.node);
  const bool lacks = only == kNoNode && !state.IsMangled(place.node);
  if (lacks) state.Report(IssueKind::kNoPolicy, place);
  if (second != kNoNode) {
    state.Report(IssueKind::kSeveralPolicies, {place.message, place.field, second, second},
                 state.tree.span(second), state.tree.span(only));
  }
  const bool usable = only != kNoNode && second == kNoNode &&
                      (!state.tree.node(only).deviant || state.is_text_taken);
  return usable ? only : kNoNode;
}

bool IsShaped(const ReadState& state, const PolicyEntry& entry, PolicyChoice choice) {
  if (entry.key == kNoNode) return false;
  const bool is_passed_over =
      choice == PolicyChoice::kMapsUpToSupported && !IsInstalled(state, entry);
  const bool takes_any = is_passed_over || choice == PolicyChoice::kRawUpToSupported ||
                         choice == PolicyChoice::kEveryKey || IsJavaScript(choice);
  return takes_any || state.KindOf(entry.key + 1) == JsonKind::kObject;
}

// True if the client uses the policy of an entry, if it is the first such one.
bool IsSupported(const ReadState& state, const PolicyEntry& entry, const PolicyWalk& walk) {
  const absl::string_view name = PolicyNameAt(state, entry.key);
  if (walk.reader != FieldReader::kTwoPolicies) return IsInstalled(state, entry);
  return name == "round_robin" || name == "pick_first";
}

// True if the client reads the config of a policy that it uses, and that is an object.
bool IsPolicyConfigRead(ReadState& state, const PolicyEntry& entry) {
  const Place config = ConfigOf(entry);
  const FieldReader reader = ReaderOfPolicy(state, *entry.policy);
  const JsonKind kind = state.KindOf(config.node);
  if (reader == FieldReader::kNeverTaken) {
    state.ReportAs(Effect::kRejectsConfig, IssueKind::kUnlinkedPolicy, PlaceOf(entry));
    return false;
  }
  const PolicyChoice choice = state.client.policy_choice;
  const bool is_array = kind == JsonKind::kArray && IsJavaScript(choice);
  const bool is_cast = choice == PolicyChoice::kEveryKey;  // before the policy sees it
  if (is_array || (reader == FieldReader::kUnread && !is_cast)) return false;
  const bool is_null =
      kind == JsonKind::kNull && (choice == PolicyChoice::kRawUpToSupported || is_cast);
  const bool is_map = kind == JsonKind::kObject || is_null;
  if (is_null && IsGoResolver(state, *entry.policy)) {
    // ParseConfig takes it for a pointer, and dies.
    const bool is_idle = std::exchange(state.idle, false);
    state.ReportAs(Effect::kBreaksCalls, IssueKind::kWrongType, config);
    state.idle = is_idle;
    return false;
  }
  if (!is_map) return state.WrongType(config);
  return reader != FieldReader::kUnread;
}

// The keys of the field table, where the client has keys of its own.
void ReportLacked(ReadState& state, const Message& message, NodeId object) {
  state.tree.ForEachMember(object, [&](const JsonMember& member) {
    const size_t field = FindPlace(message, state.tree, member.key, 0);
    if (field == message.fields.size() || state.IsDropped(member)) return;
    const Place place = {&message, &message.fields[field], member.value, member.key};
    if (HasOwnKey(state, object, place)) return;
    IsLacking(state, place, state.client.Of(message).fields[field]);
  });
}

void ReadPolicyConfig(ReadState& state, const PolicyEntry& entry) {
  const Field* const known = KnownPolicy(state, entry);
  if (known == nullptr) return;  // what a custom policy reads is not known here
  const PolicyEntry used = {entry.key, known};
  if (!IsPolicyConfigRead(state, used)) return;
  const Field& policy = *known;
  const NodeId value = entry.key + 1;
  if (ReaderOfPolicy(state, policy) == FieldReader::kOwnKeys)
    return ReportLacked(state, *policy.message, value);
  void* const target = policy.bind.open == nullptr
                           ? nullptr
                           : policy.bind.open(&state.reading.load_balancing,
                                              state.WrittenNode(value), *state.reading.arena);
  // What RLS fills in is a text.
  const Field* const supplied = FindField(*policy.message, state.supplied);
  const bool is_text = supplied == nullptr ||
                       (supplied->type == FieldType::kString && supplied->shape == Shape::kOne);
  if (!state.supplied.empty() && is_text) state.supplied_to.emplace(value, state.supplied);
  if (!is_text) RefuseSupplied(state, used);
  const bool needs_xds = IsGoResolver(state, policy);
  Pending pending = {value, policy.message, target, state.unchecked, state.idle || needs_xds};
  pending.is_rewritten = !state.supplied.empty();
  state.waiting.push_back(pending);
}

// The one policy of grpc-js that is in no table here, where a wrong one refuses the whole config.
void RequireOutlierDetection(ReadState& state, const PolicyEntry& entry) {
  if (PolicyNameAt(state, entry.key) != "outlier_detection") return;
  if (NodeTakesOutlierDetection(state.tree, entry.key + 1, state.policies, state.client.release()))
    return;
  state.ReportAs(Effect::kRejectsConfig, IssueKind::kUnknownPolicy, PlaceOf({entry.key}));
}

// An entry that grpc-js has a policy for and cannot read. What the field table has of its config
// is judged by that.
void ReportUnparsed(ReadState& state, const PolicyEntry& entry) {
  const bool is_judged =
      entry.policy != nullptr && (ReaderOfPolicy(state, *entry.policy) != FieldReader::kOwnKeys ||
                                  state.KindOf(entry.key + 1) != JsonKind::kObject);
  if (is_judged) return;
  state.Report(IssueKind::kUnparsedPolicy, PlaceOf(entry));
}

void TakePolicyEntry(ReadState& state, const PolicyEntry& entry, PolicyWalk& walk) {
  if (walk.decided && state.client.policy_choice != PolicyChoice::kEveryKnown) return;
  const absl::string_view name = PolicyNameAt(state, entry.key);
  if (!IsSupported(state, entry, walk)) return walk.skipped.push_back(entry);
  if (walk.reader == FieldReader::kReadLater) state.NoteLate(entry.key + 1, entry.key);
  if (walk.reader != FieldReader::kTwoPolicies) ReadPolicyConfig(state, entry);
  if (state.client.policy_choice == PolicyChoice::kEveryKnown)
    RequireOutlierDetection(state, entry);
  const bool is_taken = state.client.policy_choice != PolicyChoice::kFirstThatParses ||
                        NodeParsesPolicy(state.tree, name, entry.key + 1, state.policies);
  if (!is_taken) ReportUnparsed(state, entry);
  if (!is_taken || walk.decided) return;
  walk.decided = true;
  walk.chosen = entry;
}

// One entry: an object with one key. How far it is looked at once a policy is found is the
// client's.
void ReadPolicyEntry(ReadState& state, const Place& place, PolicyWalk& walk) {
  const PolicyChoice choice = ChoiceOf(state, place);
  const JsonKind kind = state.KindOf(place.node);
  if (IsAfterSupported(choice, walk)) {
    if (!MayFollow(choice, kind)) state.WrongType(place);
    return;
  }
  if (choice == PolicyChoice::kMapsUpToSupported && IsEmptyObject(state.tree, place.node)) return;
  if (kind == JsonKind::kArray && IsJavaScript(choice)) return ReadIndexedEntry(state, place, walk);
  const NodeId key = OnlyKeyOf(state, place);
  const PolicyEntry entry = {.key = key,
                             .policy = key == kNoNode ? nullptr : FindPolicy(state, key)};
  const bool is_refused =
      IsShaped(state, entry, choice) && !walk.decided && IsRefusedByRls(state, place, entry);
  if (IsShaped(state, entry, choice) && !is_refused) return TakePolicyEntry(state, entry, walk);
  walk.faulty = true;
  walk.decided = walk.decided || is_refused;
  walk.chosen = is_refused ? entry : walk.chosen;
  if (is_refused || key == kNoNode || IsNothing(state.KindOf(key + 1))) return;
  state.WrongType(ConfigOf(entry));
}

void NoteChosen(const ReadState& state, const Place& place, const PolicyEntry& chosen,
                void* target) {
  if (target == nullptr || place.field->bind.store == nullptr) return;
  Scalar name;
  name.node = state.WrittenNode(chosen.key);
  name.valid = true;
  name.text = chosen.policy == nullptr ? PolicyNameAt(state, chosen.key) : chosen.policy->json_name;
  place.field->bind.store(target, name);
}

// An entry that the client passes over on its way to one that it supports.
void ReportSkipped(ReadState& state, const PolicyEntry& entry) {
  const IssueKind kind =
      entry.policy == nullptr ? IssueKind::kUnknownPolicy : IssueKind::kUnlinkedPolicy;
  state.Report(kind, PlaceOf(entry));
}

// True for `[{"name": "round_robin"}]`: that the value is none of a policy is the cause of all that
// clients say of it.
bool IsTextUnderOtherKey(const ReadState& state, const PolicyWalk& walk) {
  return walk.skipped.size() == 1 && walk.skipped[0].policy == nullptr &&
         state.KindOf(walk.skipped[0].key + 1) == JsonKind::kString;
}

// service_config.proto, LoadBalancingConfig: if the list has no supported policy, or the first one
// that is has an invalid config, the whole service config is invalid.
void ReadPolicyList(ReadState& state, const Place& place, void* target) {
  if (!state.IsA(JsonKind::kArray, place)) return;
  const FieldReader reader = state.RowOf(*place.field).reader;
  const bool may_be_empty =
      reader == FieldReader::kMayBeEmpty || reader == FieldReader::kTwoPolicies;
  if (may_be_empty && state.IsEmptyList(place.node)) return;
  if (!state.earlier.empty()) MergeElements(state, place);
  PolicyWalk walk = {.reader = reader};
  state.tree.ForEachElement(
      place.node, [&](NodeId element) { ReadPolicyEntry(state, place.Element(element), walk); });
  const bool every_known = state.client.policy_choice == PolicyChoice::kEveryKnown;
  if (!walk.decided && !walk.faulty && !every_known) {
    if (!IsTextUnderOtherKey(state, walk)) {
      return state.Report(IssueKind::kNoSupportedPolicy, place);
    }
    const Effect effect =
        state.client.EffectOf(IssueKind::kNoSupportedPolicy, place.message, place.field);
    return state.ReportAs(effect, IssueKind::kWrongType, ConfigOf(walk.skipped[0]));
  }
  if (walk.decided) NoteChosen(state, place, walk.chosen, target);
  for (const PolicyEntry& entry : walk.skipped) ReportSkipped(state, entry);
}

}  // namespace

bool IsPolicyList(const ReadState& state, const Field& field) {
  return field.message == &LoadBalancingConfigMessage() &&
         state.client.policy_choice != PolicyChoice::kEveryOne;
}

const Field* KnownPolicy(const ReadState& state, const PolicyEntry& entry) {
  return entry.policy != nullptr ? entry.policy
                                 : state.client.FindReadAs(NameLookedUp(state, entry.key));
}

bool IsInstalled(const ReadState& state, const PolicyEntry& entry) {
  return state.policies.Has(entry.policy, NameLookedUp(state, entry.key));
}

FieldReader ReaderOfPolicy(const ReadState& state, const Field& policy) {
  return state.client.Of(LoadBalancingConfigMessage(), policy).reader;
}

// grpc-go internal/serviceconfig/serviceconfig.go BalancerConfig.UnmarshalJSON parses the whole
// list even where a later one takes its place.
void ReadPolicies(ReadState& state, const Place& place, void* target) {
  const bool unchecked_before = state.unchecked;
  const bool idle_before = state.idle;
  const bool is_go = state.Is(Implementation::kGo);
  state.idle = state.idle || IsNeverStarted(state, place) || (is_go && state.unchecked);
  if (is_go) state.unchecked = false;
  ReadPolicyList(state, place, target);
  state.unchecked = unchecked_before;
  state.idle = idle_before;
}

}  // namespace grpcfg
