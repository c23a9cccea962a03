// The values of fields: single ones, lists and maps of them.
#include "schema/read/value_reader.h"

#include <cmath>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "schema/fields/field_messages.h"
#include "schema/json/key_set.h"
#include "schema/read/policy_reader.h"
#include "schema/read/sharing.h"

namespace grpcfg {
namespace {

// What an object of a list of credentials says.
struct Credentials {
  bool known = false;           // the client has that type
  NodeId tls_config = kNoNode;  // of the type `tls`, where the client looks at it
};

bool IsKnownType(absl::string_view type, bool is_go, const Release& release) {
  constexpr Release kTlsRelease = {1, 57, 0};
  constexpr Release kGoTlsRelease = {1, 64, 0};
  if (type == "tls") return release >= (is_go ? kGoTlsRelease : kTlsRelease);
  return type == "google_default" || type == "insecure" || (type == "fake" && !is_go);
}

Credentials CredentialsOf(const JsonTree& tree, NodeId object, const ProfileAt& client) {
  const bool is_go = client.implementation() == Implementation::kGo;
  Credentials credentials;
  bool is_tls = false;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    const absl::string_view key = tree.Text(member.key);
    if (is_go && absl::EqualsIgnoreCase(key, "config")) credentials.tls_config = member.value;
    if (is_go ? !absl::EqualsIgnoreCase(key, "type") : key != "type") return;
    const absl::string_view type = tree.Text(member.value);
    credentials.known = credentials.known || IsKnownType(type, is_go, client.release());
    is_tls = is_tls || type == "tls";
  });
  if (!is_tls) credentials.tls_config = kNoNode;
  return credentials;
}

}  // namespace

// The short way for the names of method configs, which are most of a config: a message of strings
// in which nothing is wrong. False: something is, and the message goes the long way.
bool ValueReader::ReadPlainMessage(const Place& place, void* element) {
  const Message& message = *place.field->message;
  const NodeId end = tree_.node(place.node).next;
  const auto make_fields = place.field->bind.make_fields;
  void* target = nullptr;
  uint32_t named = 0;
  size_t next = 0;
  Scalar text;
  text.valid = true;
  for (NodeId key = place.node + 1; key < end; key += 2) {
    const JsonNode& value = tree_.node(key + 1);
    if (value.kind != JsonKind::kString || value.deviant) return false;
    const size_t field = keys_.FindExact(message, key, next);
    if (field == message.fields.size() || (named >> field & 1) != 0) return false;
    named |= uint32_t{1} << field;
    next = field + 1;
    text.node = key + 1;
    text.text = tree_.Text(key + 1);
    if (text.text.empty() || absl::StrContains(text.text, '/')) return false;
    if (target == nullptr) target = make_fields ? make_fields(element, *reading_.arena) : element;
    message.fields[field].bind.store(target, text);
  }
  return true;
}

void ValueReader::ReadField(const Place& place, void* target) {
  const FieldReader reader = state_.RowOf(*place.field).reader;
  if (reader == FieldReader::kUnread) return;
  const bool takes_null = place.field->type == FieldType::kJsonValue;
  if (reader == FieldReader::kNeverTaken && takes_null)
    return static_cast<void>(state_.WrongType(place));
  if (reader == FieldReader::kChoiceConfig) return choice_configs_.push_back(place.node);
  if (place.field->shape == Shape::kOne) return ReadValue(place, target);
  if (place.field->shape == Shape::kMap) return ReadMap(place, target);
  const bool has_policies = place.field->message == &LoadBalancingConfigMessage();
  if (has_policies && !IsBareList(tree_, place.node)) reading_.readers = 0;
  if (reader == FieldReader::kRawPolicies) return ReadRawPolicies(place);
  if (policy_lookup_.IsPolicyList(*place.field))
    return PolicyReader(state_, repeated_, presence_, route_lookup_).ReadPolicies(place, target);
  if (tree_.kind(place.node) == JsonKind::kArray) return ReadList(place, target);
  if (!IsNothing(state_.KindOf(place.node))) ReadListElsewise(place, target);
}

// What stands in place of a list.
void ValueReader::ReadListElsewise(const Place& place, void* target) {
  const FieldReader reader = state_.RowOf(*place.field).reader;
  if (reader == FieldReader::kNodeAnyValue || reader == FieldReader::kNodeList) {
    const bool dropped = reader == FieldReader::kNodeList || state_.IsFalsy(place.node);
    const Effect effect = dropped ? Effect::kIgnoresPolicy : Effect::kBreaksCalls;
    reading_.readers = 0;
    return state_.ReportAs(effect, {.kind = IssueKind::kWrongType,
                                    .node = place.node,
                                    .span = tree_.span(place.node),
                                    .message = place.message,
                                    .field = place.field});
  }
  state_.WrongType(place);
  // An object in place of a list of objects is most likely meant as its one element.
  const bool element =
      place.field->type == FieldType::kMessage && tree_.kind(place.node) == JsonKind::kObject;
  if (element)
    state_.waiting.push_back(
        {place.node, place.field->message, nullptr, state_.unchecked, state_.idle});
  if (target == nullptr || place.field->bind.no_list == nullptr) return;
  place.field->bind.no_list(target, state_.WrittenNode(place.node));
}

void ValueReader::ReadList(const Place& place, void* target) {
  const Field& field = *place.field;
  if (target != nullptr && field.bind.begin_list != nullptr) {
    field.bind.begin_list(target, state_.WrittenNode(place.node), tree_.CountElements(place.node),
                          *reading_.arena);
  }
  if (repeated_.HasEarlier()) repeated_.MergeElements(place);
  const bool is_empty = tree_.node(place.node).next == place.node + 1;
  if (field.type != FieldType::kMessage) {
    ReadScalars(place, target);
  } else {
    ReadElements(place, place.node + 1, target);
  }
  const FieldReading& row = state_.RowOf(field);
  if (row.reader == FieldReader::kKnownCredentials) RequireKnownCredentials(place);
  const bool excused = row.empty_with != kNoField && (state_.present >> row.empty_with & 1) != 0;
  if (is_empty && row.non_empty && !excused) {
    state_.Report(IssueKind::kEmptyList, place, tree_.span(place.node));
  }
}

void ValueReader::ReadScalars(const Place& place, void* target) {
  const absl::Span<const NodeId> last = repeated_.ElementsBefore(place.node);
  size_t count = 0;
  tree_.ForEachElement(place.node, [&](NodeId element) {
    const bool stays = count < last.size() && state_.KindOf(element) == JsonKind::kNull;
    ReadValue({place.message, place.field, stays ? last[count] : element, kNoNode}, target);
    ++count;
  });
}

// From `first` to an element whose members wait; the rest then waits behind them.
void ValueReader::ReadElements(const Place& list, NodeId first, void* target) {
  const NodeId end = tree_.node(list.node).next;
  const size_t waiting = state_.waiting.size();
  NodeId element = first;
  while (element < end && state_.waiting.size() == waiting) {
    ReadValue({list.message, list.field, element, kNoNode}, target);
    element = tree_.node(element).next;
  }
  WaitForRest(list, element, target);
}

// Only the keys of a map can be kept: what is in its values stands for itself. Of a key that stands
// twice Go uses the last value (encoding/json decode.go object: SetMapIndex).
void ValueReader::ReadMap(const Place& place, void* target) {
  const JsonKind kind = tree_.kind(place.node);
  if (IsNothing(kind)) return;
  if (kind != JsonKind::kObject) {
    state_.WrongType(place);
    return;
  }
  const uint32_t count = NoteReplaced(place.node);
  const Binding& bind = place.field->bind;
  if (target != nullptr && bind.begin_list == nullptr) target = nullptr;
  if (target != nullptr) {
    bind.begin_list(target, state_.WrittenNode(place.node), count, *reading_.arena);
  }
  if (count == 0 && state_.RowOf(*place.field).non_empty) {
    state_.Report(IssueKind::kEmptyList, place, tree_.span(place.node));
  }
  for (const NodeId map : repeated_.EarlierOf(place.node))
    WaitForRest({place.message, place.field, map, kNoNode}, map + 1, target);
  WaitForRest(place, place.node + 1, target);
}

// Notes which members of a map others take the place of, and returns how many there are.
uint32_t ValueReader::NoteReplaced(NodeId map) {
  const std::vector<JsonMember> members = repeated_.MembersOf(map);
  KeySet last(tree_);
  for (const JsonMember& member : members) last.Replace(member.key);
  for (const JsonMember& member : members) {
    const NodeId winner = last.Find(member.key);
    if (winner != member.key) replaced_by_[member.key] = winner;
  }
  return static_cast<uint32_t>(members.size());
}

// Of a list or map from `first` on, after what waits already.
void ValueReader::WaitForRest(const Place& place, NodeId first, void* target) {
  if (first >= tree_.node(place.node).next) return;
  state_.waiting.push_back(
      {first, place.message, target, state_.unchecked, state_.idle, place.field, place.node});
}

// From `first` to a member whose own ones wait; the rest then waits behind them.
void ValueReader::ReadMembers(const Place& map, NodeId first, void* target) {
  const NodeId end = tree_.node(map.node).next;
  const size_t waiting = state_.waiting.size();
  const bool before = state_.idle;
  NodeId key = first;
  for (; key < end && state_.waiting.size() == waiting; key = tree_.node(key + 1).next) {
    if (policy_lookup_.IsDropped({key, key + 1})) continue;
    if (target != nullptr) {
      Scalar text;
      text.node = state_.WrittenNode(key);
      text.valid = text.node != kNoNode;
      text.text = tree_.Text(key);
      map.field->bind.store(target, text);
    }
    const auto winner = replaced_by_.find(key);
    const bool is_replaced = winner != replaced_by_.end();
    if (is_replaced && state_.rows->by_protojson) repeated_.RefuseSecond(winner->second, key);
    state_.idle = before || (is_replaced && client_.duplicates == Duplicates::kMerged);
    ReadValue({map.message, map.field, key + 1, key}, nullptr);
  }
  state_.idle = before;
  WaitForRest(map, key, target);
}

// grpc-go balancer/grpclb/grpclb_config.go grpclbServiceConfig: *[]map[string]json.RawMessage.
void ValueReader::ReadRawPolicies(const Place& place) {
  const JsonKind kind = state_.KindOf(place.node);
  if (kind != JsonKind::kArray) {
    if (!IsNothing(kind)) state_.WrongType(place);
    return;
  }
  tree_.ForEachElement(place.node, [&](NodeId element) {
    const JsonKind of_element = state_.KindOf(element);
    if (of_element == JsonKind::kObject || of_element == JsonKind::kNull) return;
    if (!IsNothing(of_element)) state_.WrongType({place.message, place.field, element, kNoNode});
  });
}

// grpc/grpc channel_creds_registry_init.cc, grpc-go xds/bootstrap/credentials.go: the types that
// are registered.
void ValueReader::RequireKnownCredentials(const Place& place) {
  const bool is_go = client_.implementation() == Implementation::kGo;
  bool found = false;
  tree_.ForEachElement(place.node, [&](NodeId element) {
    if (found || state_.KindOf(element) != JsonKind::kObject) return;
    const Credentials credentials = CredentialsOf(tree_, element, client_);
    found = credentials.known;
    // grpc-go internal/xds/bootstrap/tlscreds/bundle.go NewBundle.
    const NodeId config = credentials.tls_config;
    const bool is_built = found && config != kNoNode;
    if (is_built && state_.KindOf(config) != JsonKind::kObject && !state_.IsAbsent(config)) {
      state_.WrongType({place.message, place.field, config, kNoNode});
    }
  });
  // grpc-go internal/xds/bootstrap/bootstrap.go ServerConfig.UnmarshalJSON asked for none before.
  constexpr Release kGoAsks = {1, 66, 0};
  if (!found && !(is_go && client_.release() < kGoAsks)) {
    state_.RefuseAs(IssueKind::kRefusedSpelling, place);
  }
}

// protobuf-go encoding/protojson/well_known_types.go unmarshalKnownValue: numbers are doubles.
void ValueReader::RequireFiniteNumbers(const Place& place) {
  for (NodeId id = place.node; id < tree_.node(place.node).next; ++id) {
    double number = 0;
    if (tree_.kind(id) != JsonKind::kNumber || !absl::SimpleAtod(tree_.Text(id), &number)) continue;
    if (std::isfinite(number)) continue;
    state_.RefuseAs(IssueKind::kRefusedSpelling, {place.message, place.field, id, kNoNode});
  }
}

void ValueReader::ReadValue(const Place& place, void* target) {
  const FieldType type = place.field->type;
  const JsonKind kind = state_.KindOf(place.node);
  if (IsNothing(kind)) return;
  const bool is_json = type == FieldType::kJsonValue || type == FieldType::kJsonObject;
  if (is_json && state_.AllowsProtoNumbers()) RequireFiniteNumbers(place);
  if (type == FieldType::kJsonValue) {
    const bool is_text = kind == JsonKind::kString || kind == JsonKind::kNull;
    if (state_.RowOf(*place.field).reader == FieldReader::kTexts && !is_text)
      state_.WrongType(place);
    return;
  }
  if (type == FieldType::kMessage) return ReadObject(place, target);
  if (type != FieldType::kJsonObject) return ReadScalar(place, target);
  if (kind != JsonKind::kObject) state_.WrongType(place);
}

// A message, or what the client takes for one.
void ValueReader::ReadObject(const Place& place, void* target) {
  if (!IsReadAsObject(place)) return;
  const Field& field = *place.field;
  if (state_.RowOf(field).reader == FieldReader::kReadLater) state_.NoteLate(place.node, place.key);
  void* const child = OpenMessage(place, target);
  if (!field.supplied.empty()) state_.supplied_to.emplace(place.node, field.supplied);
  const bool is_object =
      state_.KindOf(place.node) == JsonKind::kObject || !repeated_.EarlierOf(place.node).empty();
  if (!is_object && field.shape != Shape::kMap) return;
  const bool is_plain = field.message->plain && client_.reads_plainly() && !repeated_.HasEarlier();
  if (child != nullptr && is_plain && ReadPlainMessage(place, child)) return;
  // grpc-go balancer/rls/control_channel.go: it governs look-ups, and no call.
  const bool is_go = client_.implementation() == Implementation::kGo;
  const bool is_of_lookups =
      is_go && place.message == &kRlsConfig && field.message == &kServiceConfig;
  Pending pending = {place.node, field.message, child, state_.unchecked,
                     state_.idle || is_of_lookups};
  if (child != nullptr) pending.make_fields = field.bind.make_fields;
  state_.waiting.push_back(pending);
}

// False: the value is of a wrong type, or nobody looks into it.
bool ValueReader::IsReadAsObject(const Place& place) {
  const FieldReading& row = state_.RowOf(*place.field);
  const JsonKind kind = state_.KindOf(place.node);
  if (kind != JsonKind::kObject) {
    reading_.readers = 0;
    const bool in_map = place.field->shape == Shape::kMap;
    const bool is_null = kind == JsonKind::kNull && (place.key == kNoNode || in_map);
    const bool is_zero = is_null && row.null_element == NullReading::kUnset;
    if (!is_zero && !IsLikeObject(place)) return state_.WrongType(place);
  }
  return row.reader != FieldReader::kAnyObject;
}

// JavaScript's `in` works on arrays, too.
bool ValueReader::IsLikeObject(const Place& place) const {
  return state_.RowOf(*place.field).reader == FieldReader::kNodeElements &&
         state_.KindOf(place.node) == JsonKind::kArray;
}

// The typed message that the object at `place` is read into; null if it is not kept.
void* ValueReader::OpenMessage(const Place& place, void* target) {
  const Field& field = *place.field;
  if (target != nullptr && field.bind.open != nullptr) {
    return field.bind.open(target, state_.WrittenNode(place.node), *reading_.arena);
  }
  return field.message == &ServiceConfigMessage() ? state_.AddConfig(place.node) : nullptr;
}

void ValueReader::ReadScalar(const Place& place, void* target) {
  Scalar value;
  value.node = state_.WrittenNode(place.node);
  const bool is_fault = tree_.node(place.node).deviant && !state_.is_text_taken;
  value.valid = !is_fault && scalars_.ReadScalarValue(place, value);
  const int64_t if_absent = state_.RowOf(*place.field).if_absent;
  if (if_absent != 0 && value.valid && value.integer == 0) {  // 0 is absent to protobuf
    value.integer = if_absent;
    value.node = kNoNode;
  }
  // grpc-go balancer/rls/config.go parseRLSProto: an age of 0 is not set.
  const bool is_age = state_.rows->by_protojson && place.field->type == FieldType::kDuration;
  if (is_age && value.valid && value.duration.IsZero()) {
    value.valid = false;
    value.node = kNoNode;
  }
  reading_.readers &= UsualTo(tree_, place);
  const Binding& bind = place.field->bind;
  if (target != nullptr && bind.store != nullptr) bind.store(target, value);
}

}  // namespace grpcfg
