// Which occurrence of a key or an element a client sees: the first, the last, or one decoded over
// the other.
#include "schema/read/repeated_keys.h"

#include <algorithm>
#include <utility>

#include "schema/fields/field_messages.h"
#include "schema/read/field_presence.h"
#include "schema/read/value_reader.h"

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

  // The elements in the next place, in the order of their lists; none behind all lists.
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

bool IsListOfScalars(const Field& field) {
  const bool is_json = field.type == FieldType::kJsonValue || field.type == FieldType::kJsonObject;
  return field.shape == Shape::kList && field.type != FieldType::kMessage && !is_json;
}

}  // namespace

// A field that stands a second time. Where that is a fault of the text already, the value that is
// not kept is checked all the same; a field may not be set by both of its names either (protobuf-go
// encoding/protojson/decode.go unmarshalMessage).
void RepeatedKeys::NoteSecond(const Pending& pending, Slots& slots, size_t field, NodeId key) {
  const Message& message = *pending.message;
  const NodeId first = slots.values[field];
  reading_.readers = 0;
  if (state_.rows->by_protojson) return RefuseSecond(key, first - 1);
  if (client_.duplicates == Duplicates::kLast) return slots.Remove(field);
  if (client_.duplicates == Duplicates::kMerged) return MergeSecond(pending, slots, field, key);
  if (slots.IsPresent(field) && !state_.IsAbsent(key + 1)) {
    values_.ReadField({&message, &message.fields[field], first, first - 1}, nullptr);
  }
  if (tree_.Text(first - 1) == tree_.Text(key)) return;
  state_.Report(IssueKind::kJsonDuplicateKey, {&message, &message.fields[field], key, key},
                tree_.span(key), tree_.span(first - 1));
}

// What says that `key` stands twice; null if nothing does.
Issue* RepeatedKeys::FindDoubledKey(Span key) {
  std::vector<Issue>& issues = reading_.issues;
  for (; state_.issues_searched < issues.size(); ++state_.issues_searched) {
    const Issue& issue = issues[state_.issues_searched];
    if (issue.kind != IssueKind::kJsonDuplicateKey) continue;
    state_.doubled_keys.try_emplace(issue.span.begin, state_.issues_searched);
  }
  const auto found = state_.doubled_keys.find(key.begin);
  return found == state_.doubled_keys.end() ? nullptr : &issues[found->second];
}

// protobuf-go encoding/protojson/decode.go unmarshalMessage: "duplicate field", by either name.
// That a key stands twice has been told already; here it costs more.
void RepeatedKeys::RefuseSecond(NodeId key, NodeId first) {
  const Span span = tree_.span(key);
  Issue* const told = FindDoubledKey(span);
  if (told != nullptr) {
    told->effect = Effect::kRejectsConfig;
    return;
  }
  state_.ReportAs(Effect::kRejectsConfig, {.kind = IssueKind::kJsonDuplicateKey,
                                           .node = key,
                                           .span = span,
                                           .related = tree_.span(first)});
}

// True if Go keeps the text of the value: grpc-go service_config.go jsonSC, balancer/rls/config.go
// lbConfigJSON.
bool RepeatedKeys::IsKeptRaw(const Pending& pending, size_t field) const {
  constexpr Release kRawLists = {1, 63, 0};  // PR 7035
  const Message& message = *pending.message;
  const Field& row = message.fields[field];
  if (state_.rows->fields[field].reader == FieldReader::kChoiceConfig) return true;
  if (&message == &kRlsConfig)
    return row.type == FieldType::kMessage && !policy_lookup_.IsPolicyList(row);
  if (&message == &kXdsClusterResolverConfig) return policy_lookup_.IsPolicyList(row);
  if (row.json_name == "outlierDetection") return true;
  return &message == &kServiceConfig && policy_lookup_.IsPolicyList(row) &&
         client_.release() >= kRawLists;
}

// True if of two values the last one alone is parsed. parseChildPolicyConfigs in balancer/rls/
// config.go writes the child's config again from a map, whose keys differ in case.
bool RepeatedKeys::IsLastKept(const Pending& pending, size_t field, NodeId a, NodeId b) const {
  if (IsKeptRaw(pending, field)) return true;
  return pending.is_rewritten && tree_.Text(a - 1) == tree_.Text(b - 1);
}

// True if null leaves nothing of an earlier value: of pointers, lists and maps, which all are but
// the scalars of jsonRetryPolicy, retryThrottlingPolicy, jsonName and of LB policies.
bool RepeatedKeys::IsEmptiedByNull(const Message& message, size_t field) const {
  const Field& row = message.fields[field];
  if (row.shape != Shape::kOne || row.type == FieldType::kMessage) return true;
  const bool is_plain = state_.rows->fields[field].required || message.of_policy || message.plain;
  return !is_plain || message.name == "HealthCheckConfig";
}

// True for objects, and for lists of them, that are decoded into what is there.
bool RepeatedKeys::HasMergedParts(const Message& message, const Field& field) const {
  const bool is_list_of_maps = &message == &kRlsConfig;
  return field.type == FieldType::kMessage &&
         (!policy_lookup_.IsPolicyList(field) || is_list_of_maps);
}

// True for two objects or two lists.
bool RepeatedKeys::AreAlike(NodeId a, NodeId b) const {
  const JsonKind kind = state_.KindOf(a);
  return kind == state_.KindOf(b) && (kind == JsonKind::kObject || kind == JsonKind::kArray);
}

// encoding/json decode.go: each value is decoded into the same variable, one after the other. null
// empties a pointer and leaves any other variable alone; objects add to what is there, and lists
// put their elements into those that are there, unless one was empty.
void RepeatedKeys::MergeSecond(const Pending& pending, Slots& slots, size_t field, NodeId key) {
  const Field& row = pending.message->fields[field];
  const NodeId first = slots.values[field];
  const NodeId second = key + 1;
  const bool is_last_kept = IsLastKept(pending, field, first, second);
  if (!slots.IsPresent(field)) {
    const bool refuses_null = state_.rows->fields[field].null == NullReading::kRefused;
    if (refuses_null && !is_last_kept)
      presence_.ReportNull({pending.message, &row, first, first - 1});
    return;
  }
  if (state_.IsAbsent(second)) return EmptyFirst(pending, slots, field, key);
  if (is_last_kept) return;
  const bool has_parts = HasMergedParts(*pending.message, row);
  const bool is_kept =
      AreAlike(first, second) && !state_.IsEmptyList(first) && (has_parts || IsListOfScalars(row));
  if (!is_kept || !has_parts) ReadUnchecked({pending.message, &row, first, first - 1});
  if (!is_kept) return;
  if (!has_parts) return MergeScalars(first, second);
  if (earlier_.empty()) earlier_.resize(tree_.size(), kNoNode);
  earlier_[second] = first;
}

// A field with a value that is null the second time.
void RepeatedKeys::EmptyFirst(const Pending& pending, Slots& slots, size_t field, NodeId key) {
  const Field& row = pending.message->fields[field];
  const NodeId first = slots.values[field];
  const FieldReading& reading = state_.rows->fields[field];
  if (reading.null == NullReading::kRefused)
    presence_.ReportNull({pending.message, &row, key + 1, key});
  const bool is_raw = IsLastKept(pending, field, first, key + 1);
  if (is_raw || IsEmptiedByNull(*pending.message, field)) slots.Remove(field);
  if (!is_raw) ReadUnchecked({pending.message, &row, first, first - 1});
}

// Looks at the types of a value that another one takes the place of.
void RepeatedKeys::ReadUnchecked(const Place& place) {
  const bool before = state_.unchecked;
  state_.unchecked = true;
  values_.ReadField(place, nullptr);
  state_.unchecked = before;
}

// Each element of a list is decoded into the element of the earlier list in the same place.
void RepeatedKeys::MergeElements(const Place& place) {
  if (place.field->type != FieldType::kMessage) return;
  Columns columns(tree_, EarlierOf(place.node));
  tree_.ForEachElement(place.node, [&](NodeId element) {
    std::vector<NodeId> replaced = columns.Next();
    const JsonKind kind = state_.KindOf(element);
    if (kind == JsonKind::kObject || kind == JsonKind::kNull) {  // null: as it was
      const auto objects = std::stable_partition(
          replaced.begin(), replaced.end(),
          [&](NodeId other) { return state_.KindOf(other) != JsonKind::kObject; });
      NodeId last = element;
      for (auto object = replaced.end(); object != objects;) {
        --object;
        earlier_[last] = *object;
        last = *object;
      }
      replaced.erase(objects, replaced.end());
    }
    ReadReplaced(place, replaced);
  });
  for (const Columns::Rest& rest : columns.rest()) WaitForReplaced(place, rest.element, rest.list);
}

// What the elements of lists were at last: a null leaves an element as it was.
void RepeatedKeys::MergeScalars(NodeId first, NodeId second) {
  std::vector<NodeId> last;
  const auto before = elements_before_.find(first);
  if (before != elements_before_.end()) {
    last = std::move(before->second);
    elements_before_.erase(before);
  }
  size_t index = 0;
  tree_.ForEachElement(first, [&](NodeId element) {
    if (index == last.size()) last.push_back(element);
    if (state_.KindOf(element) != JsonKind::kNull) last[index] = element;
    ++index;
  });
  elements_before_[second] = std::move(last);
}

// Looks at the types of elements that others take the place of.
void RepeatedKeys::ReadReplaced(const Place& place, absl::Span<const NodeId> elements) {
  const bool before = state_.unchecked;
  state_.unchecked = true;
  for (const NodeId element : elements) {
    const Place left = {place.message, place.field, element, kNoNode};
    const bool is_map = state_.KindOf(element) == JsonKind::kObject || state_.IsAbsent(element);
    if (!policy_lookup_.IsPolicyList(*place.field)) {
      values_.ReadValue(left, nullptr);
    } else if (!is_map) {
      state_.WrongType(left);
    }
  }
  state_.unchecked = before;
}

// The elements from `first` on, which no other list reaches.
void RepeatedKeys::WaitForReplaced(const Place& place, NodeId first, NodeId list) {
  if (!policy_lookup_.IsPolicyList(*place.field)) {
    state_.waiting.push_back({first, place.message, nullptr, true, state_.idle, place.field, list});
    return;
  }
  for (NodeId element = first; element < tree_.node(list).next; element = tree_.node(element).next)
    ReadReplaced(place, {element});
}

// In the order of the text.
std::vector<NodeId> RepeatedKeys::EarlierOf(NodeId node) const {
  std::vector<NodeId> earlier;
  if (earlier_.empty()) return earlier;
  for (NodeId next = earlier_[node]; next != kNoNode; next = earlier_[next])
    earlier.push_back(next);
  std::reverse(earlier.begin(), earlier.end());
  return earlier;
}

// The members of a map, those that Go has put into it before first.
std::vector<JsonMember> RepeatedKeys::MembersOf(NodeId map) const {
  std::vector<JsonMember> members;
  const auto take = [&](const JsonMember& member) {
    if (!policy_lookup_.IsDropped(member)) members.push_back(member);
  };
  for (const NodeId before : EarlierOf(map)) tree_.ForEachMember(before, take);
  tree_.ForEachMember(map, take);
  return members;
}

}  // namespace grpcfg
