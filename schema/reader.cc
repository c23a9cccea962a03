#include "schema/reader.h"

#include <algorithm>
#include <utility>

#include "schema/field_messages.h"

namespace grpcfg {
namespace {

// Stands for the name of any field that holds a text. It is no UTF-8, so no text names it.
constexpr absl::string_view kAnyText = "\xFF";

}  // namespace

Reading Read(const Document& document, const Client& client) {
  return Reader(document, client).Read();
}

Reading Reader::Read() && {
  constexpr size_t kBytesPerNode = 24;  // of typed values: less than most configs need
  constexpr size_t kLeastBytes = 1024;
  reading_.arena = std::make_unique<Arena>(kLeastBytes + tree_.size() * kBytesPerNode);
  TakeTextIssues();
  ReadRoot();
  while (!pending_.empty()) {
    const Pending next = pending_.back();
    pending_.pop_back();
    ReadMessage(next);
  }
  for (const ServiceConfig* const config : reading_.configs) CheckNames(*config);
  return std::move(reading_);
}

void Reader::TakeTextIssues() {
  if (!document_.has_attribute) return;  // then nothing was parsed
  for (Issue issue : tree_.issues()) {
    issue.effect = EffectOf(profile_, issue.kind);
    if (issue.effect != Effect::kAccepts) reading_.issues.push_back(issue);
  }
}

void Reader::Report(IssueKind kind, const Place& place, Span span, Span related) {
  const Effect effect = EffectOf(profile_, kind);
  if (effect == Effect::kAccepts || !reading_.issue_counts.Take(kind)) return;
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
  if (document_.kind == DocumentKind::kTxt) CheckTxt();
  if (!document_.has_attribute) return;
  // Generators read files, and no file is a list of choices.
  const bool reads_choices = profile_.fields.value == FieldSet::kGrfcs;
  if (document_.kind == DocumentKind::kConfig || !reads_choices) return ReadRootConfig();
  ReadChoices();
}

void Reader::ReadRootConfig() {
  const NodeId root = JsonTree::kRoot;
  ServiceConfig* const config = AddConfig(tree_.span(root));
  if (tree_.kind(root) == JsonKind::kObject) {
    pending_.push_back({root, &ServiceConfigMessage(), config});
  } else if (!IsNothing(tree_.kind(root))) {
    WrongType({&ServiceConfigMessage(), nullptr, root, kNoNode});
  }
}

ServiceConfig* Reader::AddConfig(Span span) {
  auto* const config = reading_.arena->New<ServiceConfig>();
  config->span = span;
  reading_.configs.push_back(config);
  return config;
}

// gRFC A2, Canarying Changes.
void Reader::ReadChoices() {
  const NodeId root = JsonTree::kRoot;
  const Message& message = ChoiceMessage();
  reading_.choices.span = tree_.span(root);
  if (IsNothing(tree_.kind(root))) return;
  if (tree_.kind(root) != JsonKind::kArray) {
    WrongType({&message, nullptr, root, kNoNode});
    return;
  }
  reading_.choices.value.emplace(*reading_.arena, tree_.CountElements(root));
  tree_.ForEachElement(root, [&](NodeId element) {
    Choice& choice = reading_.choices.value->Add();
    choice.span = tree_.span(element);
    if (tree_.kind(element) == JsonKind::kObject) {
      pending_.push_back({element, &message, &choice});
      return;
    }
    choice.unclear = true;
    if (!IsNothing(tree_.kind(element))) WrongType({&message, nullptr, element, kNoNode});
  });
}

// Member of a view: the field that a key names for this client, or the number of fields. Authors
// write fields mostly in the order of the table, so the search starts at the `likely` one.
size_t Reader::MatchField(const Message& message, NodeId key, size_t likely) const {
  const size_t count = message.fields.size();
  size_t found = likely;
  while (found < count && !tree_.KeyIs(key, message.fields[found].key)) ++found;
  if (found == count) {
    found = 0;
    while (found < likely && !tree_.KeyIs(key, message.fields[found].key)) ++found;
    if (found == likely) found = count;
  }
  return profile_.fields.value == FieldSet::kGrfcs ? found : MatchProtoField(message, key, found);
}

// The same for a strict parser of service_config.proto: `found` is the field of that JSON name.
size_t Reader::MatchProtoField(const Message& message, NodeId key, size_t found) const {
  const size_t count = message.fields.size();
  if (found < count) return message.fields[found].in_proto ? found : count;
  if (profile_.keys.value == KeySpelling::kExact) return count;
  const absl::string_view text = tree_.Text(key);
  for (size_t i = 0; i < count && !text.empty(); ++i) {
    const Field& field = message.fields[i];
    // Both names of a field begin alike, and it takes time to make the other one.
    const bool may_be = field.in_proto && text[0] == field.json_name[0];
    if (may_be && text == ProtoName(field)) return i;
  }
  return count;
}

// A field that stands a second time: the value that is not kept is checked all the same. The same
// key twice is a fault of the text already; a field may not be set by both of its names either
// (protobuf-go encoding/protojson/decode.go unmarshalMessage).
void Reader::NoteSecond(const Pending& pending, const Slots& slots, size_t field, NodeId key) {
  const Message& message = *pending.message;
  const NodeId first = slots.values[field];
  if (slots.IsPresent(field) && !IsAbsent(key + 1)) {
    ReadField({&message, &message.fields[field], first, first - 1}, nullptr);
  }
  if (tree_.Text(first - 1) == tree_.Text(key)) return;
  Report(IssueKind::kJsonDuplicateKey, {&message, &message.fields[field], key, key},
         tree_.span(key), tree_.span(first - 1));
}

// A list that is null is no list, but it stands somewhere.
void Reader::NoteNulls(const Pending& pending, const Slots& slots) const {
  if (pending.target == nullptr) return;
  for (size_t i = 0; i < pending.message->fields.size(); ++i) {
    const Binding& bind = pending.message->fields[i].bind;
    if (!slots.IsNamed(i) || slots.IsPresent(i) || bind.no_list == nullptr) continue;
    bind.no_list(pending.target, tree_.span(slots.values[i]));
  }
}

// True, and reported, if this client would have to be told to know the field.
bool Reader::IsExperimental(const Place& place) {
  if (place.field->stage != Stage::kExperimental) return false;
  Report(IssueKind::kExperimentalField, place, tree_.span(place.node));
  return true;
}

// Sorts the members of an object into the fields of its message and keys that are none.
void Reader::TakeMembers(const Pending& pending, Slots& slots, UnknownKeys& unknown) {
  const Message& message = *pending.message;
  size_t next = 0;
  tree_.ForEachMember(pending.node, [&](const JsonMember& member) {
    const size_t field = MatchField(message, member.key, next);
    if (field < message.fields.size()) {
      if (IsExperimental({&message, &message.fields[field], member.key, member.key})) return;
      if (slots.IsNamed(field)) NoteSecond(pending, slots, field, member.key);
      slots.Put(field, member.value, !IsAbsent(member.value));
      next = field + 1;
    } else if (!tree_.span(member.key).empty()) {
      unknown.push_back({member.key});
    }
  });
}

void Reader::ReadMessage(const Pending& pending) {
  const Message& message = *pending.message;
  Slots slots;
  UnknownKeys unknown;
  TakeMembers(pending, slots, unknown);
  if (!unknown.empty()) Suggest(message, unknown);
  if (slots.named != slots.present) NoteNulls(pending, slots);
  if (!unknown.empty()) ReportUnknown(pending, slots, unknown);
  if ((message.required & ~slots.present) != 0) CheckMissing(pending, slots, unknown);
  const uint32_t exclusive = message.exclusive & slots.present;
  if ((exclusive & (exclusive - 1)) != 0) CheckConflicts(pending, slots);
  if (&message == &kRlsConfig) NoteSupplied(pending);
  for (size_t i = 0; i < message.fields.size(); ++i) {
    if (!slots.IsPresent(i)) continue;
    const NodeId value = slots.values[i];
    ReadField({&message, &message.fields[i], value, value - 1}, pending.target);
  }
  supplied_ = {};
}

// RLS puts the target of a call into a field of its child policy's config. Where that field's name
// is missing itself, it may be any.
void Reader::NoteSupplied(const Pending& pending) {
  supplied_ = kAnyText;
  tree_.ForEachMember(pending.node, [&](const JsonMember& member) {
    if (tree_.Text(member.key) != "childPolicyConfigTargetFieldName") return;
    const bool named =
        tree_.kind(member.value) == JsonKind::kString && !tree_.Text(member.value).empty();
    if (named) supplied_ = tree_.Text(member.value);
  });
}

// Only texts can be any that is supplied.
bool Reader::IsSupplied(NodeId object, const Field& field) const {
  const auto found = supplied_to_.find(object);
  if (found == supplied_to_.end()) return false;
  const bool any = found->second == kAnyText && field.type == FieldType::kString;
  return any || found->second == field.json_name;
}

void Reader::CheckMissing(const Pending& pending, const Slots& slots, const UnknownKeys& unknown) {
  for (size_t i = 0; i < pending.message->fields.size(); ++i) {
    const Field& field = pending.message->fields[i];
    if (field.presence == Presence::kOptional || slots.IsPresent(i)) continue;
    if (IsSupplied(pending.node, field)) continue;
    if (slots.IsNamed(i)) {
      const NodeId value = slots.values[i];
      if (tree_.kind(value) == JsonKind::kMissing) continue;
      Report(IssueKind::kMissingField, {pending.message, &field, value, value - 1},
             tree_.span(value));
      continue;
    }
    const bool respelled = std::any_of(unknown.begin(), unknown.end(), [&](const UnknownKey& key) {
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

// The short way for the names of method configs, which are most of a config: a message of strings
// in which nothing is wrong. False: something is, and the message goes the long way.
bool Reader::ReadPlainMessage(NodeId object, const Message& message, void* target) const {
  const NodeId end = tree_.node(object).next;
  uint32_t named = 0;
  size_t next = 0;
  Scalar text;
  text.valid = true;
  for (NodeId key = object + 1; key < end; key += 2) {
    const JsonNode& value = tree_.node(key + 1);
    if (value.kind != JsonKind::kString || value.deviant) return false;
    const size_t field = MatchField(message, key, next);
    if (field == message.fields.size() || (named >> field & 1) != 0) return false;
    named |= uint32_t{1} << field;
    next = field + 1;
    text.span = {value.begin, value.end};
    text.text = tree_.Text(key + 1);
    message.fields[field].bind.store(target, text);
  }
  return true;
}

void Reader::ReadField(const Place& place, void* target) {
  if (place.field->shape == Shape::kOne) return ReadValue(place, target);
  if (place.field->shape == Shape::kMap) return ReadMap(place, target);
  if (IsPolicyList(*place.field)) return ReadPolicies(place);
  if (tree_.kind(place.node) == JsonKind::kArray) return ReadList(place, target);
  if (IsNothing(tree_.kind(place.node))) return;
  WrongType(place);
  // An object in place of a list of objects is most likely meant as its one element.
  const bool element =
      place.field->type == FieldType::kMessage && tree_.kind(place.node) == JsonKind::kObject;
  if (element) pending_.push_back({place.node, place.field->message, nullptr});
  if (target == nullptr || place.field->bind.no_list == nullptr) return;
  place.field->bind.no_list(target, tree_.span(place.node));
}

void Reader::ReadList(const Place& place, void* target) {
  const Field& field = *place.field;
  if (target != nullptr && field.bind.begin_list != nullptr) {
    field.bind.begin_list(target, tree_.span(place.node), tree_.CountElements(place.node),
                          *reading_.arena);
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

uint32_t Reader::CountMembers(NodeId object) const {
  uint32_t count = 0;
  tree_.ForEachMember(object, [&](const JsonMember& /*member*/) { ++count; });
  return count;
}

// Only the keys of a map can be kept: what is in its values stands for itself.
void Reader::ReadMap(const Place& place, void* target) {
  const JsonKind kind = tree_.kind(place.node);
  if (IsNothing(kind)) return;
  if (kind != JsonKind::kObject) {
    WrongType(place);
    return;
  }
  const Binding& bind = place.field->bind;
  const bool kept = target != nullptr && bind.begin_list != nullptr;
  if (kept) {
    bind.begin_list(target, tree_.span(place.node), CountMembers(place.node), *reading_.arena);
  }
  bool empty = true;
  tree_.ForEachMember(place.node, [&](const JsonMember& member) {
    empty = false;
    Scalar key;
    key.span = tree_.span(member.key);
    key.valid = !key.span.empty();
    key.text = tree_.Text(member.key);
    if (kept) bind.store(target, key);
    ReadValue({place.message, place.field, member.value, member.key}, nullptr);
  });
  if (empty && place.field->non_empty) {
    Report(IssueKind::kEmptyList, place, tree_.span(place.node));
  }
}

void Reader::ReadValue(const Place& place, void* target) {
  const Field& field = *place.field;
  const JsonKind kind = tree_.kind(place.node);
  if (IsNothing(kind) || field.type == FieldType::kJsonValue) return;
  if (field.type != FieldType::kMessage && field.type != FieldType::kJsonObject) {
    return ReadScalar(place, target);
  }
  if (kind != JsonKind::kObject) {
    WrongType(place);
    return;
  }
  if (field.type == FieldType::kJsonObject) return;
  void* child = nullptr;
  if (target != nullptr && field.bind.open != nullptr) {
    child = field.bind.open(target, tree_.span(place.node), *reading_.arena);
  } else if (field.message == &ServiceConfigMessage()) {
    child = AddConfig(tree_.span(place.node));
  }
  const bool done = child != nullptr && field.message->plain &&
                    ReadPlainMessage(place.node, *field.message, child);
  if (!field.supplied.empty()) supplied_to_.emplace(place.node, field.supplied);
  if (!done) pending_.push_back({place.node, field.message, child});
}

void Reader::ReadScalar(const Place& place, void* target) {
  Scalar value;
  value.span = tree_.span(place.node);
  value.valid = !tree_.node(place.node).deviant && ReadScalarValue(place, value);
  const Binding& bind = place.field->bind;
  if (target != nullptr && bind.store != nullptr) bind.store(target, value);
}

}  // namespace grpcfg
