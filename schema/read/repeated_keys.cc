// Which occurrence of a key or an element a client sees: the first, the last, or one decoded over
// the other.
#include "schema/read/reader.h"

#include <algorithm>
#include <utility>

#include "schema/fields/field_messages.h"

namespace grpcfg {
namespace {

// Walks several lists side by side.
class Columns {
 public:
  // A list from one of its elements on.
  struct Rest {
    NodeId element;
    NodeId list;
  };

  Columns(const JsonTree& tree, absl::Span<const NodeId> lists) : tree_(tree) {
    for (const NodeId list : lists) Keep({list + 1, list}, rest_);
  }

  // What has not been walked of lists that are not at their ends.
  [[nodiscard]] absl::Span<const Rest> rest() const { return rest_; }

  // The elements in the next place, in the order of their lists; none after all lists.
  std::vector<NodeId> Next() {
    std::vector<NodeId> column;
    std::vector<Rest> left;
    for (const Rest& rest : rest_) {
      column.push_back(rest.element);
      Keep({tree_.node(rest.element).next, rest.list}, left);
    }
    rest_ = std::move(left);
    return column;
  }

 private:
  void Keep(const Rest& rest, std::vector<Rest>& kept) const {
    if (rest.element < tree_.node(rest.list).next) kept.push_back(rest);
  }

  const JsonTree& tree_;
  std::vector<Rest> rest_;
};

// True if Go keeps the text of the value: grpc-go service_config.go jsonSC, balancer/rls/config.go
// lbConfigJSON.
bool IsKeptRaw(const ReadState& state, const Object& object, size_t field) {
  constexpr Release kRawLists = {1, 63, 0};  // PR 7035
  const Message& message = *object.message;
  const Field& row = message.fields[field];
  if (state.rows->fields[field].reader == FieldReader::kChoiceConfig) return true;
  if (&message == &kRlsConfig) return row.type == FieldType::kMessage && !IsPolicyList(state, row);
  if (&message == &kXdsClusterResolverConfig) return IsPolicyList(state, row);
  if (row.json_name == "outlierDetection") return true;
  return &message == &kServiceConfig && IsPolicyList(state, row) &&
         state.client.release() >= kRawLists;
}

// True if of two values the last one alone is parsed. parseChildPolicyConfigs in balancer/rls/
// config.go writes the child's config again from a map, whose keys differ in case.
bool IsLastKept(const ReadState& state, const Object& object, size_t field, NodeId key) {
  if (IsKeptRaw(state, object, field)) return true;
  return object.is_rewritten && state.tree.Text(object.At(field).key) == state.tree.Text(key);
}

// True if null leaves nothing of an earlier value: of pointers, lists and maps, which all are but
// the scalars of jsonRetryPolicy, retryThrottlingPolicy, jsonName and of LB policies.
bool IsEmptiedByNull(const ReadState& state, const Message& message, size_t field) {
  const Field& row = message.fields[field];
  if (row.shape != Shape::kOne || row.type == FieldType::kMessage) return true;
  const bool is_plain = state.rows->fields[field].required || message.of_policy || message.plain;
  return !is_plain || message.name == "HealthCheckConfig";
}

// Looks at the types of a value that another one takes the place of.
void ReadUnchecked(ReadState& state, const Place& place) {
  const bool before = std::exchange(state.unchecked, true);
  ReadField(state, place, nullptr);
  state.unchecked = before;
}

// A field with a value that is null the second time.
void EmptyFirst(ReadState& state, Object& object, size_t field, NodeId key) {
  const Place first = object.At(field);
  if (state.rows->fields[field].null == NullReading::kRefused) {
    ReportNull(state, {first.message, first.field, key + 1, key});
  }
  const bool is_raw = IsLastKept(state, object, field, key);
  if (is_raw || IsEmptiedByNull(state, *object.message, field)) object.Remove(field);
  if (!is_raw) ReadUnchecked(state, first);
}

// True for objects, and for lists of them, that are decoded into what is there.
bool HasMergedParts(const ReadState& state, const Place& place) {
  const bool is_list_of_maps = place.message == &kRlsConfig;
  return place.field->type == FieldType::kMessage &&
         (!IsPolicyList(state, *place.field) || is_list_of_maps);
}

// True for two objects or two lists.
bool AreMergeable(const ReadState& state, NodeId a, NodeId b) {
  const JsonKind kind = state.KindOf(a);
  return kind == state.KindOf(b) && IsContainer(kind);
}

bool IsListOfScalars(const Field& field) {
  const bool is_json = field.type == FieldType::kJsonValue || field.type == FieldType::kJsonObject;
  return field.shape == Shape::kList && field.type != FieldType::kMessage && !is_json;
}

// What the elements of lists were at last: a null leaves an element as it was.
void MergeScalars(ReadState& state, NodeId first, NodeId second) {
  std::vector<NodeId> last;
  const auto before = state.elements_before.find(first);
  if (before != state.elements_before.end()) {
    last = std::move(before->second);
    state.elements_before.erase(before);
  }
  size_t index = 0;
  state.tree.ForEachElement(first, [&](NodeId element) {
    if (index == last.size()) last.push_back(element);
    if (state.KindOf(element) != JsonKind::kNull) last[index] = element;
    ++index;
  });
  state.elements_before[second] = std::move(last);
}

// encoding/json decode.go: each value is decoded into the same variable, one after the other. null
// empties a pointer and leaves any other variable alone; objects add to what is there, and lists
// put their elements into those that are there, unless one was empty.
void MergeRepeated(ReadState& state, Object& object, size_t field, NodeId key) {
  const Place first = object.At(field);
  const NodeId second = key + 1;
  const bool is_last_kept = IsLastKept(state, object, field, key);
  if (!object.IsPresent(field)) {
    const bool refuses_null = state.rows->fields[field].null == NullReading::kRefused;
    if (refuses_null && !is_last_kept) ReportNull(state, first);
    return;
  }
  if (state.IsAbsent(second)) return EmptyFirst(state, object, field, key);
  if (is_last_kept) return;
  const bool has_parts = HasMergedParts(state, first);
  const bool is_kept = AreMergeable(state, first.node, second) && !state.IsEmptyList(first.node) &&
                       (has_parts || IsListOfScalars(*first.field));
  if (!is_kept || !has_parts) ReadUnchecked(state, first);
  if (!is_kept) return;
  if (!has_parts) return MergeScalars(state, first.node, second);
  if (state.earlier.empty()) state.earlier.resize(state.tree.size(), kNoNode);
  state.earlier[second] = first.node;
}

// What says that `key` stands twice; null if nothing does.
Issue* FindDoubledKey(ReadState& state, Span key) {
  std::vector<Issue>& issues = state.reading.issues;
  for (; state.issues_searched < issues.size(); ++state.issues_searched) {
    const Issue& issue = issues[state.issues_searched];
    if (issue.kind != IssueKind::kJsonDuplicateKey) continue;
    state.doubled_keys.try_emplace(issue.span.begin, state.issues_searched);
  }
  const auto found = state.doubled_keys.find(key.begin);
  return found == state.doubled_keys.end() ? nullptr : &issues[found->second];
}

// Looks at the types of elements that others take the place of.
void ReadReplaced(ReadState& state, const Place& place, absl::Span<const NodeId> elements) {
  const bool before = std::exchange(state.unchecked, true);
  for (const NodeId element : elements) {
    const Place left = place.Element(element);
    const bool is_map = state.KindOf(element) == JsonKind::kObject || state.IsAbsent(element);
    if (!IsPolicyList(state, *place.field)) {
      ReadValue(state, left, nullptr);
    } else if (!is_map) {
      state.WrongType(left);
    }
  }
  state.unchecked = before;
}

// The elements from `first` on, which no other list reaches.
void WaitForReplaced(ReadState& state, const Place& place, NodeId first, NodeId list) {
  if (!IsPolicyList(state, *place.field)) {
    state.waiting.push_back({first, place.message, nullptr, true, state.idle, place.field, list});
    return;
  }
  for (NodeId element = first; element < state.tree.node(list).next;
       element = state.tree.node(element).next)
    ReadReplaced(state, place, {element});
}

}  // namespace

// A field that stands a second time. Where that is a fault of the text already, the value that is
// not kept is checked all the same; a field may not be set by both of its names either (protobuf-go
// encoding/protojson/decode.go unmarshalMessage).
void NoteRepeated(ReadState& state, Object& object, size_t field, NodeId key) {
  const Place first = object.At(field);
  if (state.rows->by_protojson) return RefuseRepeated(state, key, first.key);
  if (state.client.duplicates == Duplicates::kLast) return object.Remove(field);
  if (state.client.duplicates == Duplicates::kMerged)
    return MergeRepeated(state, object, field, key);
  if (object.IsPresent(field) && !state.IsAbsent(key + 1)) ReadField(state, first, nullptr);
  if (state.tree.Text(first.key) == state.tree.Text(key)) return;
  state.Report(IssueKind::kJsonDuplicateKey, {first.message, first.field, key, key},
               state.tree.span(key), state.tree.span(first.key));
}

// protobuf-go encoding/protojson/decode.go unmarshalMessage: "duplicate field", by either name.
// That duplicate key has been reported already; here it costs more.
void RefuseRepeated(ReadState& state, NodeId key, NodeId first) {
  const Span span = state.tree.span(key);
  Issue* const reported = FindDoubledKey(state, span);
  if (reported != nullptr) {
    reported->effect = Effect::kRejectsConfig;
    return;
  }
  state.ReportAs(Effect::kRejectsConfig, {.kind = IssueKind::kJsonDuplicateKey,
                                          .node = key,
                                          .span = span,
                                          .related = state.tree.span(first)});
}

// Each element of a list is decoded into the element of the earlier list in the same place.
void MergeElements(ReadState& state, const Place& place) {
  if (place.field->type != FieldType::kMessage) return;
  Columns columns(state.tree, EarlierOf(state, place.node));
  state.tree.ForEachElement(place.node, [&](NodeId element) {
    std::vector<NodeId> replaced = columns.Next();
    const JsonKind kind = state.KindOf(element);
    if (kind == JsonKind::kObject || kind == JsonKind::kNull) {  // null: as it was
      const auto objects = std::stable_partition(
          replaced.begin(), replaced.end(),
          [&](NodeId other) { return state.KindOf(other) != JsonKind::kObject; });
      NodeId last = element;
      for (auto object = replaced.end(); object != objects;) {
        --object;
        state.earlier[last] = *object;
        last = *object;
      }
      replaced.erase(objects, replaced.end());
    }
    ReadReplaced(state, place, replaced);
  });
  for (const Columns::Rest& rest : columns.rest())
    WaitForReplaced(state, place, rest.element, rest.list);
}

// In the order of the text.
std::vector<NodeId> EarlierOf(const ReadState& state, NodeId node) {
  std::vector<NodeId> earlier;
  if (state.earlier.empty()) return earlier;
  for (NodeId next = state.earlier[node]; next != kNoNode; next = state.earlier[next])
    earlier.push_back(next);
  std::reverse(earlier.begin(), earlier.end());
  return earlier;
}

std::vector<JsonMember> MembersOf(const ReadState& state, NodeId map) {
  std::vector<JsonMember> members;
  const auto take = [&](const JsonMember& member) {
    if (!state.IsDropped(member)) members.push_back(member);
  };
  for (const NodeId before : EarlierOf(state, map)) state.tree.ForEachMember(before, take);
  state.tree.ForEachMember(map, take);
  return members;
}

}  // namespace grpcfg
