#include "schema/read/reader.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "schema/fields/field_messages.h"
#include "schema/read/choice_reader.h"
#include "schema/read/config_checks.h"
#include "schema/read/sharing.h"
#include "schema/read/text_check.h"

namespace grpcfg {
namespace {

// False if the document is a TXT record and the client reads none.
bool ReadsDocument(ReadState& state) {
  const bool reads = state.document.kind == DocumentKind::kConfig ||
                     state.client.choices.scope != ChoiceScope::kNothing;
  if (!reads) state.reading.readers = 0;
  return reads;
}

}  // namespace

Reading Read(const Document& document, const Client& client) {
  return Reader(document, client).Read();
}

Reading Reader::Read() && {
  constexpr size_t kBytesPerNode = 24;  // of typed values: less than most configs need
  constexpr size_t kLeastBytes = 1024;
  reading_.arena = std::make_unique<Arena>(kLeastBytes + tree_.size() * kBytesPerNode);
  if (!ReadsDocument(state_)) return std::move(reading_);
  TakeTextIssues(state_);
  ReadRoot();
  FinishConfigs();
  return std::move(reading_);
}

// Reads what waits, and looks at the names of the configs that are then whole. What a message holds
// is read in its own order, so that of too many issues the first in the text are kept.
void Reader::FinishConfigs() {
  while (!state_.waiting.empty()) {
    const Pending next = state_.waiting.back();
    state_.waiting.pop_back();
    const auto waiting = static_cast<std::ptrdiff_t>(state_.waiting.size());
    ReadPending(next);
    std::reverse(state_.waiting.begin() + waiting, state_.waiting.end());
  }
  state_.idle = false;
  state_.unchecked = false;
  for (; configs_finished_ < reading_.configs.size(); ++configs_finished_) {
    CheckNames(state_, *reading_.configs[configs_finished_]);
    CheckThrottling(state_, *reading_.configs[configs_finished_]);
    CheckTimers(state_, *reading_.configs[configs_finished_]);
  }
}

bool Reading::IsLate(Span span) const {
  return absl::c_any_of(late, [&](const Span& part) { return part.Contains(span); });
}

void Reader::ReadRoot() {
  if (state_.document.kind != DocumentKind::kConfig) reading_.readers = 0;
  if (state_.document.kind == DocumentKind::kTxt) CheckTxt(state_);
  if (!state_.document.has_attribute) return;
  const bool as_config = client_.choices.scope == ChoiceScope::kAsConfig;
  if (state_.document.kind == DocumentKind::kConfig || as_config) return ReadRootConfig();
  ChoiceReader(state_, *this).ReadChoices();
}

void Reader::ReadRootConfig() {
  const NodeId root = JsonTree::kRoot;
  ServiceConfig* const config = state_.AddConfig(root);
  const JsonKind kind = state_.KindOf(root);
  if (kind == JsonKind::kObject) {
    state_.waiting.push_back({root, &ServiceConfigMessage(), config});
    return;
  }
  reading_.readers = 0;
  const Profile& profile = client_.profile();
  Effect effect = client_.EffectOf(IssueKind::kWrongType);
  if (kind == JsonKind::kNull) effect = profile.null_root.At(client_.release()).value;
  if (kind == JsonKind::kArray) effect = profile.array_root.At(client_.release()).value;
  if (IsNothing(kind)) return;
  state_.ReportAs(effect, {.kind = IssueKind::kWrongType,
                           .node = root,
                           .span = tree_.span(root),
                           .message = &ServiceConfigMessage()});
}

// Sorts the members of an object into the fields of its message and keys that are none.
void Reader::TakeMembers(const Pending& pending, Slots& slots, UnknownKeys& unknown) {
  const Message& message = *pending.message;
  size_t next = 0;
  const auto take = [&](const JsonMember& member) {
    const size_t field = keys_.MatchField(message, member.key, next);
    if (field < message.fields.size()) {
      TakeMember(pending, member, field, slots);
      next = field + 1;
    } else if (!tree_.span(member.key).empty()) {
      unknown.Add(member.key);
    }
  };
  for (const NodeId object : repeated_.EarlierOf(pending.node)) tree_.ForEachMember(object, take);
  tree_.ForEachMember(pending.node, take);
}

void Reader::TakeMember(const Pending& pending, const JsonMember& member, size_t field,
                        Slots& slots) {
  const Place place = {pending.message, &pending.message->fields[field], member.value, member.key};
  const bool is_own_spelling =
      client_.keys != KeySpelling::kExact && !tree_.KeyIs(member.key, place.field->key);
  if (place.field->sharing != Sharing::kEveryone || is_own_spelling)
    NoteUnlike(tree_, place, reading_);
  const FieldReading& row = state_.rows->fields[field];
  if (!state_.rows->is_usual && presence_.IsLacking(place, row)) return;
  if (slots.IsNamed(field)) repeated_.NoteSecond(pending, slots, field, member.key);
  const bool absent = state_.IsAbsent(member.value);
  if (policy_lookup_.IsDropped(member)) return;
  if (absent) reading_.readers = 0;
  slots.Put(field, member.value, !absent);
}

void Reader::ReadPending(const Pending& pending) {
  state_.message = pending.message;
  state_.rows = &client_.Of(*state_.message);
  state_.unchecked = pending.unchecked;
  state_.idle = pending.idle;
  if (pending.list == nullptr) return ReadMessage(pending);
  const Place list = {state_.message, pending.list, pending.list_node, kNoNode};
  if (pending.list->shape == Shape::kMap)
    return values_.ReadMembers(list, pending.node, pending.target);
  values_.ReadElements(list, pending.node, pending.target);
}

// Of an element that has a field, or a key that may stand for one.
void Reader::MakeFields(Pending& pending, const Slots& slots, const UnknownKeys& unknown) const {
  if (pending.make_fields == nullptr) return;
  const bool is_named = slots.named != 0 || unknown.size() > 1;
  const bool is_kept = is_named || (!unknown.empty() && unknown[0].suggestion.field != nullptr);
  pending.target = is_kept ? pending.make_fields(pending.target, *reading_.arena) : nullptr;
  pending.make_fields = nullptr;
}

void Reader::ReadMessage(Pending pending) {
  const Message& message = *pending.message;
  Slots slots;
  UnknownKeys unknown;
  TakeMembers(pending, slots, unknown);
  state_.idle = pending.idle || IsNameless(message, slots);
  if (!unknown.empty()) reading_.readers = 0;
  if (!unknown.empty()) unknown_.Suggest(message, unknown);
  MakeFields(pending, slots, unknown);
  if (message.of_policy) presence_.StoreDefaults(pending);
  if (slots.named != slots.present) presence_.NoteNulls(pending, slots);
  if (!unknown.empty()) unknown_.ReportUnknown(pending, slots, unknown);
  if (!state_.rows->is_usual) presence_.RequireDnsHostname(pending, slots);
  if (state_.rows->by_protojson) presence_.RefuseStrings(pending);
  if ((state_.rows->required & ~slots.present) != 0 || state_.rows->requires_pairs) {
    presence_.CheckMissing(pending, slots, unknown);
  }
  const uint32_t exclusive = message.exclusive & slots.present;
  if ((exclusive & (exclusive - 1)) != 0) presence_.CheckConflicts(pending, slots);
  if (&message == &kRlsConfig) route_lookup_.NoteSupplied(pending);
  if (&message == &kRlsConfig) route_lookup_.NoteDefaultTarget(pending);
  ReadFields(pending, slots);
  route_lookup_.Forget();
}

// True for a method config without a name.
bool Reader::IsNameless(const Message& message, const Slots& slots) const {
  if (&message != &kMethodConfig) return false;
  const auto name = static_cast<size_t>(FindField(message, "name") - message.fields.data());
  return !slots.IsPresent(name) || state_.IsEmptyList(slots.values[name]);
}

void Reader::ReadFields(const Pending& pending, const Slots& slots) {
  const Message& message = *pending.message;
  state_.present = presence_.PresentOf(slots);
  for (size_t i = 0; i < message.fields.size(); ++i) {
    if (!slots.IsPresent(i)) continue;
    if (!state_.rows->is_usual && presence_.IsPassedOver(pending, slots, i)) {
      reading_.readers = 0;
      continue;
    }
    const NodeId value = slots.values[i];
    state_.unchecked = pending.unchecked || !presence_.IsChecked(slots, i);
    values_.ReadField({&message, &message.fields[i], value, value - 1}, pending.target);
  }
}

}  // namespace grpcfg
