// Keys that a message does not have: a slip of the pen, a field of another message, or a whole
// message whose wrapper was forgotten.
#include "schema/read/reader.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

#include "schema/clients/own_keys.h"
#include "schema/fields/field_messages.h"
#include "schema/json/number.h"
#include "schema/read/suggest.h"

namespace grpcfg {
namespace {

// Objects with more unknown keys are not looked at as a whole: no forgotten wrapper explains them.
constexpr size_t kMaxKeysOfMessage = 32;

// Two keys of one other message in the same place are not an accident.
constexpr size_t kMinKeysOfMessage = 2;

// The other message that has most of the unknown keys; null if it has fewer than two.
const Message* FindMessageOfKeys(const ReadState& state, const Object& object) {
  const Message& message = *object.message;
  const auto& keys = object.unknown.keys;
  if (keys.size() < kMinKeysOfMessage || keys.size() > kMaxKeysOfMessage) return nullptr;
  const Message* best = nullptr;
  size_t most = kMinKeysOfMessage - 1;
  for (const Message* const other : AllMessages()) {
    if (other == &message || other->of_policy != message.of_policy) continue;
    const auto count = static_cast<size_t>(absl::c_count_if(
        keys, [&](NodeId key) { return FindField(*other, state.tree, key) != nullptr; }));
    if (count <= most) continue;
    best = other;
    most = count;
  }
  return best;
}

// `key` explains why a field is not there, so that its absence is not a second finding: the field
// counts as malformed. One with a default has that.
void MarkMalformed(const ReadState& state, const Object& object, const Field& field, NodeId key) {
  if (object.target == nullptr || field.if_absent != 0) return;
  Scalar malformed;
  malformed.node = state.WrittenNode(key);
  if (field.bind.no_list != nullptr) {
    field.bind.no_list(object.target, malformed.node);
  } else if (field.bind.store != nullptr) {
    field.bind.store(object.target, malformed);
  }
}

// True if `field` is the service of a name that has a method: to the client it is a method without
// a service.
bool LosesService(const ReadState& state, const Object& object, const Field& field) {
  if (object.message->of_policy || field.json_name != "service") return false;
  const NodeId method = object.ValueOf("method");
  if (method == kNoNode) return false;
  const bool counts_empty =
      state.client.names == NameRules::kNode || state.client.names == NameRules::kCore;
  return state.tree.kind(method) == JsonKind::kString &&
         (counts_empty || !state.tree.Text(method).empty());
}

// What the absence of a field costs that nothing but its name is missing from.
Effect LossOf(const ReadState& state, const Object& object, const Field& field) {
  const Message& message = *object.message;
  const auto index = static_cast<size_t>(&field - message.fields.data());
  if (&message == &kMethodConfig && field.message != nullptr && field.json_name == "name") {
    return state.client.EffectOf(IssueKind::kNoNameKey);
  }
  const bool is_missed = IsRequired(state, object, index) && !state.unchecked;
  if (!is_missed || state.IsSupplied(object.node, field)) return Effect::kAccepts;
  const Effect loss = state.client.EffectOf(IssueKind::kMissingField, &message, &field);
  return state.idle && loss == Effect::kBreaksCalls ? Effect::kIgnoresDetail : loss;
}

// Reads the value of `key` as if that were `field`, and as the spec does, so that one run finds all
// that is wrong in it. LB policies choose among their lists, which this one is none of.
void ReadAsIntended(ReadState& state, const Message& message, const Field& field, NodeId key) {
  const bool is_read = state.Is(Implementation::kSpec) &&
                       state.document.kind == DocumentKind::kConfig && !message.of_policy &&
                       field.message != &LoadBalancingConfigMessage() &&
                       state.tree.kind(key + 1) != JsonKind::kMissing;
  if (!is_read) return;
  const Message* const around = std::exchange(state.message, &message);
  const MessageReading* const rows = std::exchange(state.rows, &state.client.Of(message));
  const bool was_intended = std::exchange(state.is_intended, true);
  const size_t first = state.waiting.size();
  ReadField(state, {&message, &field, key + 1, key}, nullptr);
  MarkIntended(state, first);
  state.message = around;
  state.rows = rows;
  state.is_intended = was_intended;
}

// Reads a config under a key that no config has, `serviceConfig` or the like, as the spec does.
void ReadWrapped(ReadState& state, const Object& object, NodeId key) {
  const bool is_read = state.Is(Implementation::kSpec) && object.node == JsonTree::kRoot &&
                       object.message == &kServiceConfig &&
                       HasFieldOf(kServiceConfig, state.tree, key + 1);
  if (is_read) {
    state.waiting.push_back(
        {.node = key + 1, .message = &kServiceConfig, .target = nullptr, .is_intended = true});
  }
}

// What follows from `field` not being read; `key` stands for it, kNoNode where the field is there
// too.
Effect CostOf(const ReadState& state, const Object& object, const Field& field, NodeId key) {
  Effect cost = Effect::kAccepts;
  if (!state.unchecked && LosesService(state, object, field)) {
    cost = state.client.EffectOf(IssueKind::kMethodWithoutService);
  }
  return key == kNoNode ? cost : std::max(cost, LossOf(state, object, field));
}

// A duration beside `timeout` may be anything.
bool IsMoot(const ReadState& state, const Object& object, NodeId key,
            const Suggestion& suggestion) {
  return suggestion.kind == SuggestionKind::kValue && suggestion.message == object.message &&
         !IsContainer(state.tree.kind(key + 1)) &&
         object.IsNamed(static_cast<size_t>(suggestion.field - object.message->fields.data()));
}

// True if the value may be read as that of the field. What others give the same name may be another
// kind of value.
bool IsReadAsField(const JsonTree& tree, NodeId key, const Suggestion& suggestion) {
  if (suggestion.elsewhere || !FitsContainer(tree.kind(key + 1), *suggestion.field)) return false;
  switch (suggestion.kind) {
    case SuggestionKind::kListElement:
      return false;
    case SuggestionKind::kSynonym:
      return IsContainer(tree.kind(key + 1)) && suggestion.field->json_name != "name";
    case SuggestionKind::kValue:  // `"seconds": 5` is not a text of a duration
      return !IsJsonNumber(tree.Text(key + 1)) || IsContainer(tree.kind(key + 1));
    default:
      return true;
  }
}

// A client that has no timeouts may say so; who wrote one down and has none waits for ever.
bool IsPolicyOrTimeout(const Suggestion& suggestion) {
  return suggestion.field->weight == Weight::kPolicy ||
         (suggestion.message == &kMethodConfig && suggestion.field->json_name == "timeout");
}

// Keys that belong elsewhere stand for the lists that are not there, so they cost what those do.
Effect CostOfNames(const ReadState& state, const Object& object) {
  Effect cost = Effect::kAccepts;
  for (size_t i = 0; i < object.message->fields.size(); ++i) {
    const Field& field = object.message->fields[i];
    const bool is_name = !object.IsNamed(i) && field.json_name == "name";
    if (is_name) cost = std::max(cost, LossOf(state, object, field));
  }
  return cost;
}

// True for an object whose own keys are fields of `other`, too: that under the key of this message.
bool IsWholly(const Message& other, const Object& object) {
  bool has_own = false;
  for (size_t i = 0; i < object.message->fields.size(); ++i) {
    if (!object.IsNamed(i)) continue;
    if (FindField(other, object.message->fields[i].json_name) == nullptr) return false;
    has_own = true;
  }
  return has_own;
}

// What the absence of all costs that the message requires.
Effect CostOfMissing(const ReadState& state, const Object& object) {
  Effect cost = Effect::kAccepts;
  for (size_t i = 0; i < object.message->fields.size(); ++i) {
    if (!object.IsNamed(i)) cost = std::max(cost, LossOf(state, object, object.message->fields[i]));
  }
  return cost;
}

// A key that belongs elsewhere may stand for any list that is not there.
void MarkListsMalformed(const ReadState& state, const Object& object, NodeId key) {
  for (size_t i = 0; i < object.message->fields.size(); ++i) {
    const Field& field = object.message->fields[i];
    if (!object.IsNamed(i) && field.shape == Shape::kList) MarkMalformed(state, object, field, key);
  }
}

// True for a key of an entry that says in the wrong place what the entry is for, or that is the
// list of entries itself: it is why the entry has no `name`.
bool StandsForName(const Object& object, const Suggestion& suggestion) {
  const Message& message = *object.message;
  if (&message != &kMethodConfig || suggestion.kind != SuggestionKind::kMisplaced) return false;
  return absl::c_any_of(message.fields,
                        [&](const Field& field) {
                          return field.json_name == "name" && field.message == suggestion.message;
                        }) ||
         suggestion.field->message == &message;
}

// A key that stands for a field costs what the absence of the field costs, unless the field stands
// there too.
void ReportUnknownKey(ReadState& state, const Object& object, NodeId key, Suggestion suggestion) {
  const Message& message = *object.message;
  if (IsMoot(state, object, key, suggestion)) suggestion = {};
  const bool here = suggestion.message != nullptr && suggestion.message == &message;
  const auto index = here ? static_cast<size_t>(suggestion.field - message.fields.data()) : 0;
  const bool named = here && object.IsNamed(index);
  const OwnKey* const own = message.of_policy ? FindOwnKey(message, state.tree.Text(key)) : nullptr;
  // The same for the one client that reads this key.
  if (own != nullptr && MemberOf(state.tree, object.node, own->field) != kNoNode) return;
  // A policy beside the list is lost even if the list is there.
  const bool respelled = named && suggestion.kind != SuggestionKind::kListElement;
  const bool is_lost = suggestion.field != nullptr && !respelled;
  Effect cost = Effect::kAccepts;
  if (is_lost && here) {
    const NodeId stands_for_it = named ? kNoNode : key;
    cost = CostOf(state, object, *suggestion.field, stands_for_it);
    if (stands_for_it != kNoNode) MarkMalformed(state, object, *suggestion.field, key);
  }
  if (is_lost && IsPolicyOrTimeout(suggestion)) cost = std::max(cost, Effect::kIgnoresPolicy);
  if (is_lost && StandsForName(object, suggestion)) {
    cost = std::max(cost, CostOfNames(state, object));
    MarkListsMalformed(state, object, key);
  }
  const IssueKind kind = message.closed ? IssueKind::kUnexpectedField : IssueKind::kUnknownField;
  state.ReportAtLeast(cost,
                      {.kind = kind,
                       .node = key,
                       .span = state.tree.span(key),
                       .related = respelled ? state.tree.span(object.values[index] - 1) : Span{},
                       .message = &message,
                       .field = suggestion.field});
  if (is_lost && IsReadAsField(state.tree, key, suggestion)) {
    ReadAsIntended(state, *suggestion.message, *suggestion.field, key);
  }
}

}  // namespace

// True if `key` is `field` spelled wrong, or where unknown keys are errors, part of its value: then
// the key is the fault and not the missing field.
bool Respells(const Message& message, const Suggestion& suggestion, const Field& field) {
  if (suggestion.message == nullptr) return false;
  if (suggestion.message == &message) return suggestion.field == &field;
  return message.closed && suggestion.message == field.message;
}

void MarkIntended(ReadState& state, size_t first) {
  for (size_t i = first; i < state.waiting.size(); ++i) state.waiting[i].is_intended = true;
}

void SuggestFields(const JsonTree& tree, Object& object) {
  object.unknown.suggestions.reserve(object.unknown.keys.size());
  for (const NodeId key : object.unknown.keys) {
    object.unknown.suggestions.push_back(SuggestMember(*object.message, tree, key));
  }
}

// What belongs elsewhere does not stand for a field here.
void ReportUnknown(ReadState& state, Object& object) {
  const bool closed = object.message->closed;
  const Message* const other = closed ? nullptr : FindMessageOfKeys(state, object);
  // Choices are the only messages of this kind, and an unknown key may be a criterion.
  if (closed && object.target != nullptr) static_cast<ChoiceFields*>(object.target)->unclear = true;
  object.unknown.are_of_other = other != nullptr && IsWholly(*other, object);
  Effect cost = CostOfNames(state, object);
  if (object.unknown.are_of_other) cost = std::max(cost, CostOfMissing(state, object));
  bool reported = false;
  for (size_t i = 0; i < object.unknown.keys.size(); ++i) {
    const NodeId key = object.unknown.keys[i];
    const bool of_other = other != nullptr && FindField(*other, state.tree, key) != nullptr;
    if (!of_other) {
      ReportUnknownKey(state, object, key, object.unknown.suggestions[i]);
      ReadWrapped(state, object, key);
      continue;
    }
    object.unknown.suggestions[i] = {};
    if (!reported) {
      state.ReportAtLeast(cost, {.kind = IssueKind::kMisplacedFields,
                                 .node = key,
                                 .span = state.tree.span(key),
                                 .message = other});
      MarkListsMalformed(state, object, key);
    }
    reported = true;
    ReadAsIntended(state, *other, *FindField(*other, state.tree, key), key);
  }
}

}  // namespace grpcfg
