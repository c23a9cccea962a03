// The values of fields: single ones, lists and maps of them.
#include "schema/read/reader.h"

#include <cmath>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "schema/fields/field_messages.h"
#include "schema/json/key_set.h"
#include "schema/read/scalars.h"
#include "schema/read/suggest.h"

namespace grpcfg {
namespace {

// What an object of a list of credentials says.
struct Credentials {
  bool known = false;           // the client has that type
  NodeId tls_config = kNoNode;  // of the type `tls`, where the client looks at it
};

// Notes which members of a map others take the place of, and returns how many there are.
uint32_t NoteReplaced(ReadState& state, NodeId map) {
  const std::vector<JsonMember> members = MembersOf(state, map);
  KeySet last(state.tree);
  for (const JsonMember& member : members) last.Replace(member.key);
  for (const JsonMember& member : members) {
    const NodeId winner = last.Find(member.key);
    if (winner != member.key) state.replaced_by[member.key] = winner;
  }
  return static_cast<uint32_t>(members.size());
}

// Of a list or map from `first` on, after what waits already.
void WaitForRest(ReadState& state, const Place& place, NodeId first, void* target) {
  if (first >= state.tree.node(place.node).next) return;
  state.waiting.push_back(
      {first, place.message, target, state.unchecked, state.idle, place.field, place.node});
}

// Only the keys of a map can be kept: what is in its values stands for itself. Of a key that stands
// twice Go uses the last value (encoding/json decode.go object: SetMapIndex).
void ReadMap(ReadState& state, const Place& place, void* target) {
  const JsonKind kind = state.tree.kind(place.node);
  if (IsNothing(kind)) return;
  if (kind != JsonKind::kObject) return state.Report(IssueKind::kWrongType, place);
  const uint32_t count = NoteReplaced(state, place.node);
  const Binding& bind = place.field->bind;
  if (target != nullptr && bind.begin_list == nullptr) target = nullptr;
  if (target != nullptr) {
    bind.begin_list(target, state.WrittenNode(place.node), count, *state.reading.arena);
  }
  if (count == 0 && state.RowOf(*place.field).non_empty) {
    state.Report(IssueKind::kEmptyList, place);
  }
  for (const NodeId map : EarlierOf(state, place.node))
    WaitForRest(state, place.Element(map), map + 1, target);
  WaitForRest(state, place, place.node + 1, target);
}

// grpc-go balancer/grpclb/grpclb_config.go grpclbServiceConfig: *[]map[string]json.RawMessage.
void ReadRawPolicies(ReadState& state, const Place& place) {
  if (!state.IsA(JsonKind::kArray, place)) return;
  state.tree.ForEachElement(place.node, [&](NodeId element) {
    if (state.KindOf(element) == JsonKind::kNull) return;
    state.IsA(JsonKind::kObject, place.Element(element));
  });
}

void ReadScalars(ReadState& state, const Place& place, void* target) {
  const auto before = state.elements_before.find(place.node);
  const absl::Span<const NodeId> last = before == state.elements_before.end()
                                            ? absl::Span<const NodeId>()
                                            : absl::Span<const NodeId>(before->second);
  size_t count = 0;
  state.tree.ForEachElement(place.node, [&](NodeId element) {
    const bool stays = count < last.size() && state.KindOf(element) == JsonKind::kNull;
    ReadValue(state, place.Element(stays ? last[count] : element), target);
    ++count;
  });
}

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

// grpc/grpc channel_creds_registry_init.cc, grpc-go xds/bootstrap/credentials.go: the types that
// are registered.
void RequireKnownCredentials(ReadState& state, const Place& place) {
  const bool is_go = state.Is(Implementation::kGo);
  bool found = false;
  state.tree.ForEachElement(place.node, [&](NodeId element) {
    if (found || state.KindOf(element) != JsonKind::kObject) return;
    const Credentials credentials = CredentialsOf(state.tree, element, state.client);
    found = credentials.known;
    // grpc-go internal/xds/bootstrap/tlscreds/bundle.go NewBundle.
    const NodeId config = credentials.tls_config;
    const bool is_built = found && config != kNoNode;
    if (is_built && state.KindOf(config) != JsonKind::kObject && !state.IsAbsent(config)) {
      state.WrongType(place.Element(config));
    }
  });
  // grpc-go internal/xds/bootstrap/bootstrap.go ServerConfig.UnmarshalJSON required none before.
  constexpr Release kGoAsks = {1, 66, 0};
  if (!found && !(is_go && state.client.release() < kGoAsks)) {
    state.RefuseAs(IssueKind::kRefusedSpelling, place);
  }
}

void ReadList(ReadState& state, const Place& place, void* target) {
  const Field& field = *place.field;
  if (target != nullptr && field.bind.begin_list != nullptr) {
    field.bind.begin_list(target, state.WrittenNode(place.node),
                          state.tree.CountElements(place.node), *state.reading.arena);
  }
  if (!state.earlier.empty()) MergeElements(state, place);
  const bool is_empty = state.tree.node(place.node).next == place.node + 1;
  if (field.type != FieldType::kMessage) {
    ReadScalars(state, place, target);
  } else {
    ReadElements(state, place, place.node + 1, target);
  }
  const FieldReading& row = state.RowOf(field);
  if (row.reader == FieldReader::kKnownCredentials) RequireKnownCredentials(state, place);
  const bool excused = row.empty_with != kNoField && (state.present >> row.empty_with & 1) != 0;
  if (is_empty && row.non_empty && !excused) {
    state.Report(IssueKind::kEmptyList, place);
  }
}

// True if the values of an object are likely meant to be those of a list: its keys are numbers, or
// names of services.
bool IsMapOfElements(const JsonTree& tree, NodeId object, const Message& message) {
  bool is_map = tree.node(object).next > object + 1;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    is_map = is_map && tree.kind(member.value) == JsonKind::kObject &&
             FindField(message, tree.Text(member.key)) == nullptr &&
             SuggestField(message, tree.Text(member.key)).kind == SuggestionKind::kNone;
  });
  return is_map;
}

// An object in place of a list of objects is most likely meant as its one element. What holds the
// elements is none.
void ReadAsElement(ReadState& state, const Place& place) {
  const Field& field = *place.field;
  const bool is_element = field.type == FieldType::kMessage &&
                          state.tree.kind(place.node) == JsonKind::kObject &&
                          OnlyValueUnder(state.tree, place.node, field.json_name) == kNoNode &&
                          !IsMapOfElements(state.tree, place.node, *field.message);
  if (!is_element) return;
  state.waiting.push_back({place.node, field.message, nullptr, state.unchecked, state.idle});
}

// What stands in place of a list.
void ReadNonList(ReadState& state, const Place& place, void* target) {
  const FieldReader reader = state.RowOf(*place.field).reader;
  if (reader == FieldReader::kNodeAnyValue || reader == FieldReader::kNodeList) {
    const bool dropped = reader == FieldReader::kNodeList || state.IsFalsy(place.node);
    const Effect effect = dropped ? Effect::kIgnoresPolicy : Effect::kBreaksCalls;
    return state.ReportAs(effect, IssueKind::kWrongType, place);
  }
  state.WrongType(place);
  ReadAsElement(state, place);
  if (target == nullptr || place.field->bind.no_list == nullptr) return;
  place.field->bind.no_list(target, state.WrittenNode(place.node));
}

// protobuf-go encoding/protojson/well_known_types.go unmarshalKnownValue: numbers are doubles.
void RequireFiniteNumbers(ReadState& state, const Place& place) {
  for (NodeId id = place.node; id < state.tree.node(place.node).next; ++id) {
    double number = 0;
    if (state.tree.kind(id) != JsonKind::kNumber || !absl::SimpleAtod(state.tree.Text(id), &number))
      continue;
    if (std::isfinite(number)) continue;
    state.RefuseAs(IssueKind::kRefusedSpelling, place.Element(id));
  }
}

// JavaScript's `in` works on arrays, too.
bool IsLikeObject(const ReadState& state, const Place& place) {
  return state.RowOf(*place.field).reader == FieldReader::kNodeElements &&
         state.KindOf(place.node) == JsonKind::kArray;
}

// False: the value is of a wrong type, or nothing looks into it.
bool IsReadAsObject(ReadState& state, const Place& place) {
  const FieldReading& row = state.RowOf(*place.field);
  const JsonKind kind = state.KindOf(place.node);
  if (kind != JsonKind::kObject) {
    const bool in_map = place.field->shape == Shape::kMap;
    const bool is_null = kind == JsonKind::kNull && (place.key == kNoNode || in_map);
    const bool is_zero = is_null && row.null_element == NullReading::kUnset;
    if (!is_zero && !IsLikeObject(state, place)) return state.WrongType(place);
  }
  return row.reader != FieldReader::kAnyObject;
}

// The typed message that the object at `place` is read into; null if it is not kept.
void* OpenMessage(ReadState& state, const Place& place, void* target) {
  const Field& field = *place.field;
  if (target != nullptr && field.bind.open != nullptr) {
    return field.bind.open(target, state.WrittenNode(place.node), *state.reading.arena);
  }
  return field.message == &ServiceConfigMessage() ? state.AddConfig(place.node) : nullptr;
}

// A message, or what the client takes for one, into `child`; null: it is not kept.
void ReadInto(ReadState& state, const Place& place, void* child) {
  const Field& field = *place.field;
  // grpc-go balancer/rls/control_channel.go: it governs look-ups, and no call.
  const bool is_go = state.Is(Implementation::kGo);
  const bool is_of_lookups =
      is_go && place.message == &kRlsConfig && field.message == &kServiceConfig;
  Pending pending = {place.node, field.message, child, state.unchecked,
                     state.idle || is_of_lookups};
  if (child != nullptr) pending.make_fields = field.bind.make_fields;
  state.waiting.push_back(pending);
}

void ReadObject(ReadState& state, const Place& place, void* target) {
  if (!IsReadAsObject(state, place)) return;
  const Field& field = *place.field;
  if (state.RowOf(field).reader == FieldReader::kReadLater) state.NoteLate(place.node, place.key);
  void* const child = OpenMessage(state, place, target);
  if (!field.supplied.empty()) state.supplied_to.emplace(place.node, field.supplied);
  const bool is_object =
      state.KindOf(place.node) == JsonKind::kObject || !EarlierOf(state, place.node).empty();
  if (is_object || field.shape == Shape::kMap) ReadInto(state, place, child);
}

void ReadScalar(ReadState& state, const Place& place, void* target) {
  Scalar value;
  value.node = state.WrittenNode(place.node);
  const bool is_fault = state.tree.node(place.node).deviant && !state.is_text_taken;
  value.valid = !is_fault && ReadScalarValue(state, place, value);
  const int64_t if_absent = state.RowOf(*place.field).if_absent;
  if (if_absent != 0 && value.valid && value.integer == 0) {  // 0 is absent to protobuf
    value.integer = if_absent;
    value.node = kNoNode;
  }
  // grpc-go balancer/rls/config.go parseRLSProto: an age of 0 is not set.
  const bool is_age = state.rows->by_protojson && place.field->type == FieldType::kDuration;
  if (is_age && value.valid && value.duration.IsZero()) {
    value.valid = false;
    value.node = kNoNode;
  }
  const Binding& bind = place.field->bind;
  if (target != nullptr && bind.store != nullptr) bind.store(target, value);
}

}  // namespace

void ReadField(ReadState& state, const Place& place, void* target) {
  const FieldReader reader = state.RowOf(*place.field).reader;
  if (reader == FieldReader::kUnread) return;
  const bool takes_null = place.field->type == FieldType::kJsonValue;
  if (reader == FieldReader::kNeverTaken && takes_null)
    return state.Report(IssueKind::kWrongType, place);
  if (reader == FieldReader::kChoiceConfig) return state.choice_configs.push_back(place.node);
  if (place.field->shape == Shape::kOne) return ReadValue(state, place, target);
  if (place.field->shape == Shape::kMap) return ReadMap(state, place, target);
  if (reader == FieldReader::kRawPolicies) return ReadRawPolicies(state, place);
  if (IsPolicyList(state, *place.field)) return ReadPolicies(state, place, target);
  if (state.tree.kind(place.node) == JsonKind::kArray) return ReadList(state, place, target);
  if (!IsNothing(state.KindOf(place.node))) ReadNonList(state, place, target);
}

// From `first` to an element whose members wait; the rest then waits after them.
void ReadElements(ReadState& state, const Place& list, NodeId first, void* target) {
  const NodeId end = state.tree.node(list.node).next;
  const size_t waiting = state.waiting.size();
  NodeId element = first;
  while (element < end && state.waiting.size() == waiting) {
    ReadValue(state, list.Element(element), target);
    element = state.tree.node(element).next;
  }
  WaitForRest(state, list, element, target);
}

// From `first` to a member whose own ones wait; the rest then waits after them.
void ReadMembers(ReadState& state, const Place& map, NodeId first, void* target) {
  const NodeId end = state.tree.node(map.node).next;
  const size_t waiting = state.waiting.size();
  const bool before = state.idle;
  NodeId key = first;
  for (; key < end && state.waiting.size() == waiting; key = state.tree.node(key + 1).next) {
    if (state.IsDropped({key, key + 1})) continue;
    if (target != nullptr) {
      Scalar text;
      text.node = state.WrittenNode(key);
      text.valid = text.node != kNoNode;
      text.text = state.tree.Text(key);
      map.field->bind.store(target, text);
    }
    const auto winner = state.replaced_by.find(key);
    const bool is_replaced = winner != state.replaced_by.end();
    if (is_replaced && state.rows->by_protojson) RefuseRepeated(state, winner->second, key);
    state.idle = before || (is_replaced && state.client.duplicates == Duplicates::kMerged);
    ReadValue(state, {map.message, map.field, key + 1, key}, nullptr);
  }
  state.idle = before;
  WaitForRest(state, map, key, target);
}

void ReadValue(ReadState& state, const Place& place, void* target) {
  const FieldType type = place.field->type;
  const JsonKind kind = state.KindOf(place.node);
  if (IsNothing(kind)) return;
  const bool is_json = type == FieldType::kJsonValue || type == FieldType::kJsonObject;
  if (is_json && state.AllowsProtoNumbers()) RequireFiniteNumbers(state, place);
  if (type == FieldType::kJsonValue) {
    const bool is_text = kind == JsonKind::kString || kind == JsonKind::kNull;
    if (state.RowOf(*place.field).reader == FieldReader::kTexts && !is_text) state.WrongType(place);
    return;
  }
  if (type == FieldType::kMessage) return ReadObject(state, place, target);
  if (type != FieldType::kJsonObject) return ReadScalar(state, place, target);
  if (kind != JsonKind::kObject) state.WrongType(place);
}

}  // namespace grpcfg
