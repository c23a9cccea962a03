// Keys that a message does not have: a slip of the pen, a field of another message, or a whole
// message whose wrapper was forgotten.
#include "schema/read/unknown_fields.h"

#include <algorithm>

#include "schema/fields/field_messages.h"
#include "schema/read/field_presence.h"
#include "schema/read/suggest.h"

namespace grpcfg {
namespace {

// Objects with more unknown keys are not looked at as a whole: nobody forgot one wrapper there.
constexpr size_t kMaxKeysOfMessage = 32;

// Two keys of one other message in the same place are no accident.
constexpr size_t kMinKeysOfMessage = 2;

}  // namespace

// True if `key` is `field` spelled wrong, or where unknown keys are errors, part of its value: then
// the key is the fault and not the missing field.
bool UnknownFields::Respells(const Message& message, const UnknownKey& unknown,
                             const Field& field) {
  const Suggestion& suggestion = unknown.suggestion;
  if (suggestion.message == nullptr) return false;
  if (suggestion.message == &message) return suggestion.field == &field;
  return message.closed && suggestion.message == field.message;
}

// The other message that has most of `keys`; null if it has fewer than two.
const Message* UnknownFields::FindMessageOfKeys(const Message& message,
                                                const UnknownKeys& keys) const {
  if (keys.size() < kMinKeysOfMessage || keys.size() > kMaxKeysOfMessage) return nullptr;
  const Message* best = nullptr;
  size_t most = kMinKeysOfMessage - 1;
  for (const Message* const other : AllMessages()) {
    if (other == &message || other->of_policy != message.of_policy) continue;
    size_t count = 0;
    for (size_t i = 0; i < keys.size(); ++i) {
      if (FindField(*other, tree_.Text(keys.key(i))) != nullptr) ++count;
    }
    if (count <= most) continue;
    best = other;
    most = count;
  }
  return best;
}

// What each key was probably meant to be.
void UnknownFields::Suggest(const Message& message, UnknownKeys& unknown) {
  for (size_t i = 0; i < unknown.size() && suggestions_left_ > 0; ++i) {
    --suggestions_left_;
    unknown.Suggest(SuggestField(message, tree_.Text(unknown.key(i))));
  }
}

// What belongs elsewhere does not stand for a field here.
void UnknownFields::ReportUnknown(const Pending& pending, const Slots& slots,
                                  UnknownKeys& unknown) {
  const bool closed = pending.message->closed;
  const Message* const other = closed ? nullptr : FindMessageOfKeys(*pending.message, unknown);
  // Choices are the only messages of this kind, and an unknown key may be a criterion.
  if (closed && pending.target != nullptr)
    static_cast<ChoiceFields*>(pending.target)->unclear = true;
  bool reported = false;
  for (size_t i = 0; i < unknown.size(); ++i) {
    const NodeId key = unknown.key(i);
    const bool of_other = other != nullptr && FindField(*other, tree_.Text(key)) != nullptr;
    if (!of_other) {
      ReportUnknownKey(pending, slots, unknown[i]);
      continue;
    }
    unknown.Forget(i);
    if (!reported) {
      reported = true;
      state_.Report(IssueKind::kMisplacedFields, {other, nullptr, key, key}, tree_.span(key));
      RaiseByLosses(pending, slots);
      StandInForLists(pending, slots, key);
    }
  }
}

// Keys that belong elsewhere stand for the lists that are not there, so they cost what those do.
void UnknownFields::RaiseByLosses(const Pending& pending, const Slots& slots) {
  if (reading_.issues.empty()) return;
  Issue& issue = reading_.issues.back();
  if (issue.kind != IssueKind::kMisplacedFields) return;
  for (size_t i = 0; i < pending.message->fields.size(); ++i) {
    const Field& field = pending.message->fields[i];
    const bool is_name = !slots.IsNamed(i) && field.json_name == "name";
    if (is_name) issue.effect = std::max(issue.effect, LossOf(pending, slots, field));
  }
}

// A key that belongs elsewhere may stand for any list that is not there.
void UnknownFields::StandInForLists(const Pending& pending, const Slots& slots, NodeId key) const {
  for (size_t i = 0; i < pending.message->fields.size(); ++i) {
    const Field& field = pending.message->fields[i];
    if (!slots.IsNamed(i) && field.shape == Shape::kList) StandIn(pending, field, key);
  }
}

// `key` explains why a field is not there, so that its absence is not a second finding: the field
// counts as malformed. One with a default has that.
void UnknownFields::StandIn(const Pending& pending, const Field& field, NodeId key) const {
  if (pending.target == nullptr || field.if_absent != 0) return;
  Scalar malformed;
  malformed.node = state_.WrittenNode(key);
  if (field.bind.no_list != nullptr) {
    field.bind.no_list(pending.target, malformed.node);
  } else if (field.bind.store != nullptr) {
    field.bind.store(pending.target, malformed);
  }
}

// A key that stands twice is a fault of the text; that it is unknown is said once.
bool UnknownFields::IsRepeated(const UnknownKeys& keys, NodeId key) const {
  if (tree_.issues().empty() || keys.size() > kMaxKeysOfMessage) return false;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (tree_.Text(keys.key(i)) == tree_.Text(key)) return true;
  }
  return false;
}

// True if `field` is the service of a name that has a method: to the client it is a method without
// a service.
bool UnknownFields::LosesService(const Message& message, const Slots& slots,
                                 const Field& field) const {
  const Field* const method = FindField(message, "method");
  if (message.of_policy || method == nullptr || field.json_name != "service") return false;
  const auto index = static_cast<size_t>(method - message.fields.data());
  if (!slots.IsPresent(index)) return false;
  const NodeId value = slots.values[index];
  const bool counts_empty = client_.names == NameRules::kNode || client_.names == NameRules::kCore;
  return tree_.kind(value) == JsonKind::kString && (counts_empty || !tree_.Text(value).empty());
}

// What the absence of a field costs that nothing but its name is missing from.
Effect UnknownFields::LossOf(const Pending& pending, const Slots& slots, const Field& field) const {
  const Message& message = *pending.message;
  const auto index = static_cast<size_t>(&field - message.fields.data());
  if (&message == &kMethodConfig && field.message != nullptr && field.json_name == "name") {
    return client_.EffectOf(IssueKind::kNoNameKey);
  }
  const bool is_missed = presence_.IsRequired(slots, index) && !state_.unchecked;
  if (!is_missed || state_.IsSupplied(pending.node, field)) return Effect::kAccepts;
  const Effect loss = client_.EffectOf(IssueKind::kMissingField, &message, &field);
  return state_.idle && loss == Effect::kBreaksCalls ? Effect::kIgnoresDetail : loss;
}

// A key that stands for a field costs what the absence of the field costs, unless the field stands
// there too.
void UnknownFields::ReportUnknownKey(const Pending& pending, const Slots& slots,
                                     const UnknownKey& unknown) {
  const Message& message = *pending.message;
  const NodeId key = unknown.key;
  const Suggestion& suggestion = unknown.suggestion;
  const bool here = suggestion.message == &message;
  const auto index = here ? static_cast<size_t>(suggestion.field - message.fields.data()) : 0;
  const bool named = here && slots.IsNamed(index);
  // A policy beside the list is lost even if the list is there.
  const bool respelled = named && suggestion.kind != SuggestionKind::kListElement;
  const size_t before = reading_.issues.size();
  const IssueKind kind = message.closed ? IssueKind::kUnexpectedField : IssueKind::kUnknownField;
  state_.Report(kind, {&message, suggestion.field, key, key}, tree_.span(key),
                respelled ? tree_.span(slots.values[index] - 1) : Span{});
  if (reading_.issues.size() == before || suggestion.field == nullptr || respelled) return;
  if (here && !named) StandIn(pending, *suggestion.field, key);
  Issue& issue = reading_.issues.back();
  if (here && !state_.unchecked && LosesService(message, slots, *suggestion.field)) {
    issue.effect = std::max(issue.effect, client_.EffectOf(IssueKind::kMethodWithoutService));
  }
  if (here && !named)
    issue.effect = std::max(issue.effect, LossOf(pending, slots, *suggestion.field));
  if (issue.effect != Effect::kIgnoresDetail) return;
  if (suggestion.field->weight == Weight::kPolicy) {
    issue.effect = Effect::kIgnoresPolicy;
  }
}

}  // namespace grpcfg
