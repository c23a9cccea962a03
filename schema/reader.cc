#include "schema/reader.h"

#include <algorithm>
#include <utility>

namespace grpcfg {

Reading Read(const JsonTree& tree, const Profile& profile) { return Reader(tree, profile).Read(); }

Reading Reader::Read() && {
  TakeTextIssues();
  ReadRoot();
  while (!pending_.empty()) {
    const Pending next = pending_.back();
    pending_.pop_back();
    ReadMessage(next);
  }
  CheckNames();
  return std::move(reading_);
}

void Reader::TakeTextIssues() {
  for (Issue issue : tree_.issues()) {
    issue.effect = EffectOf(profile_, issue.kind);
    if (issue.effect != Effect::kAccepts) reading_.issues.push_back(issue);
  }
}

void Reader::Report(IssueKind kind, const Place& place, Span span, Span related) {
  const Effect effect = EffectOf(profile_, kind);
  if (effect == Effect::kAccepts) return;
  reading_.issues.push_back({.kind = kind,
                             .effect = effect,
                             .node = place.node,
                             .span = span,
                             .related = related,
                             .message = place.message,
                             .field = place.field});
}

// A text fault is on the value already, or nothing stands there: there is nothing to judge.
bool Reader::IsAbsent(NodeId value) const {
  return value == kNoNode || tree_.kind(value) == JsonKind::kMissing ||
         tree_.kind(value) == JsonKind::kNull;
}

void Reader::ReadRoot() {
  const Message& message = ServiceConfigMessage();
  const NodeId root = JsonTree::kRoot;
  const JsonNode& node = tree_.node(root);
  reading_.config.span = tree_.span(root);
  if (node.kind == JsonKind::kObject) {
    pending_.push_back({root, &message, &reading_.config});
  } else if (node.kind != JsonKind::kMissing && node.kind != JsonKind::kInvalid) {
    Report(IssueKind::kWrongType, {&message, nullptr, root, kNoNode}, tree_.span(root));
  }
}

// Member of a view: the field that a key names for this client, or the number of fields. Authors
// write fields mostly in the order of the table, so the search starts at the `likely` one.
size_t Reader::MatchField(const Message& message, NodeId key, size_t likely) const {
  const size_t count = message.fields.size();
  for (size_t i = likely; i < count; ++i) {
    if (tree_.KeyIs(key, message.fields[i].key)) return i;
  }
  for (size_t i = 0; i < likely; ++i) {
    if (tree_.KeyIs(key, message.fields[i].key)) return i;
  }
  if (profile_.keys.value == KeySpelling::kExact) return count;
  for (size_t i = 0; i < count; ++i) {
    if (tree_.Text(key) == SnakeCase(message.fields[i].json_name)) return i;
  }
  return count;
}

void Reader::ReadMessage(const Pending& pending) {
  const Message& message = *pending.message;
  Slots slots;
  absl::InlinedVector<NodeId, 4> unknown;
  size_t next = 0;
  tree_.ForEachMember(pending.node, [&](const JsonMember& member) {
    const size_t field = MatchField(message, member.key, next);
    if (field < message.fields.size()) {
      const uint32_t bit = uint32_t{1} << field;
      slots.values[field] = member.value;
      slots.named |= bit;
      slots.present = IsAbsent(member.value) ? slots.present & ~bit : slots.present | bit;
      next = field + 1;
    } else if (tree_.span(member.key).size() > 0) {
      unknown.push_back(member.key);
    }
  });
  if (!unknown.empty()) ReportUnknown(pending, slots, unknown);
  if ((message.required & ~slots.present) != 0) CheckMissing(pending, slots, unknown);
  const uint32_t exclusive = message.exclusive & slots.present;
  if ((exclusive & (exclusive - 1)) != 0) CheckConflicts(pending, slots);
  ReadFields(pending, slots);
}

void Reader::ReadFields(const Pending& pending, const Slots& slots) {
  const Message& message = *pending.message;
  for (uint32_t left = slots.present; left != 0; left &= left - 1) {
    const auto field = static_cast<size_t>(__builtin_ctz(left));
    const NodeId value = slots.values[field];
    if (StoreString(message.fields[field], value, pending.target)) continue;
    ReadField({&message, &message.fields[field], value, value - 1}, pending.target);
  }
}

void Reader::CheckMissing(const Pending& pending, const Slots& slots,
                          const absl::InlinedVector<NodeId, 4>& unknown) {
  for (size_t i = 0; i < pending.message->fields.size(); ++i) {
    const Field& field = pending.message->fields[i];
    if (field.presence == Presence::kOptional || slots.IsPresent(i)) continue;
    if (slots.IsNamed(i)) {
      const NodeId value = slots.values[i];
      if (tree_.kind(value) == JsonKind::kMissing) continue;
      Report(IssueKind::kMissingField, {pending.message, &field, value, value - 1},
             tree_.span(value));
      continue;
    }
    const bool respelled = std::any_of(unknown.begin(), unknown.end(), [&](NodeId key) {
      return Respells(*pending.message, key, field);
    });
    if (!respelled) ReportMissing(pending, field);
  }
}

void Reader::ReportMissing(const Pending& pending, const Field& field) {
  const NodeId key = tree_.KeyOf(pending.node);
  const uint32_t bracket = tree_.node(pending.node).begin;
  const Span span = key == kNoNode ? Span{bracket, bracket + 1} : tree_.span(key);
  Report(IssueKind::kMissingField, {pending.message, &field, pending.node, key}, span);
}

// At most one member of a oneof (protobuf's JSON mapping; gRFC A6 for the two policies).
void Reader::CheckConflicts(const Pending& pending, const Slots& slots) {
  const Message& message = *pending.message;
  for (size_t i = 1; i < message.fields.size(); ++i) {
    if (message.fields[i].oneof.empty() || !slots.IsPresent(i)) continue;
    for (size_t j = 0; j < i; ++j) {
      if (message.fields[j].oneof != message.fields[i].oneof || !slots.IsPresent(j)) continue;
      const auto [first, second] = std::minmax(slots.values[i], slots.values[j]);
      Report(IssueKind::kConflict, {&message, &message.fields[i], second, second - 1},
             tree_.span(second - 1), tree_.span(first - 1));
    }
  }
}

// Most values of a config are strings of names, which want nothing but to be kept.
bool Reader::StoreString(const Field& field, NodeId value, void* target) const {
  const JsonNode& node = tree_.node(value);
  const bool plain = field.type == FieldType::kString && node.kind == JsonKind::kString &&
                     !field.repeated && !node.deviant;
  if (!plain || target == nullptr || field.bind.store == nullptr) return false;
  Scalar scalar;
  scalar.span = {node.begin, node.end};
  scalar.key = tree_.span(value - 1);
  scalar.valid = true;
  scalar.text = tree_.Text(value);
  field.bind.store(target, scalar);
  return true;
}

void Reader::ReadField(const Place& place, void* target) {
  if (!place.field->repeated) return ReadValue(place, target);
  if (tree_.kind(place.node) == JsonKind::kArray) return ReadList(place, target);
  WrongType(place);
  if (target == nullptr || place.field->bind.no_list == nullptr) return;
  place.field->bind.no_list(target, tree_.span(place.node), tree_.span(place.key));
}

void Reader::ReadList(const Place& place, void* target) {
  const Field& field = *place.field;
  if (target != nullptr && field.bind.begin_list != nullptr) {
    field.bind.begin_list(target, tree_.span(place.node), tree_.span(place.key),
                          tree_.CountElements(place.node));
  }
  bool empty = true;
  tree_.ForEachElement(place.node, [&](NodeId element) {
    empty = false;
    ReadValue({place.message, &field, element, kNoNode}, target);
  });
  if (empty && field.non_empty) {
    Report(IssueKind::kEmptyList, place, tree_.span(place.node));
  }
}

void Reader::ReadValue(const Place& place, void* target) {
  const Field& field = *place.field;
  const JsonKind kind = tree_.kind(place.node);
  if (kind == JsonKind::kMissing || kind == JsonKind::kInvalid) return;
  if (field.type == FieldType::kJsonValue) return;
  if (field.type != FieldType::kMessage) return ReadScalar(place, target);
  if (kind != JsonKind::kObject) {
    WrongType(place);
    return;
  }
  void* child = nullptr;
  if (target != nullptr && field.bind.open != nullptr) {
    const Span key = place.key == kNoNode ? Span{} : tree_.span(place.key);
    child = field.bind.open(target, tree_.span(place.node), key);
  }
  pending_.push_back({place.node, field.message, child});
}

void Reader::ReadScalar(const Place& place, void* target) {
  Scalar value;
  value.span = tree_.span(place.node);
  if (place.key != kNoNode) value.key = tree_.span(place.key);
  value.valid = !tree_.node(place.node).deviant && ReadScalarValue(place, value);
  const Binding& bind = place.field->bind;
  if (target != nullptr && bind.store != nullptr) bind.store(target, value);
}

}  // namespace grpcfg
