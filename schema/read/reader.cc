#include "schema/read/reader.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "schema/fields/field_messages.h"

namespace grpcfg {
namespace {

void ReadRootConfig(ReadState& state) {
  const NodeId root = JsonTree::kRoot;
  ServiceConfig* const config = state.AddConfig(root);
  const JsonKind kind = state.KindOf(root);
  if (kind == JsonKind::kObject) {
    state.waiting.push_back({root, &ServiceConfigMessage(), config});
    return;
  }
  const Profile& profile = state.client.profile();
  Effect effect = state.client.EffectOf(IssueKind::kWrongType);
  if (kind == JsonKind::kNull) effect = profile.null_root.At(state.client.release()).value;
  if (kind == JsonKind::kArray) effect = profile.array_root.At(state.client.release()).value;
  if (IsNothing(kind)) return;
  state.ReportAs(effect, IssueKind::kWrongType, {&ServiceConfigMessage(), nullptr, root});
}

void ReadRoot(ReadState& state) {
  if (state.document.kind == DocumentKind::kTxt) CheckTxt(state);
  if (!state.document.has_attribute) return;
  const bool as_config = state.client.choices.scope == ChoiceScope::kAsConfig;
  if (state.document.kind == DocumentKind::kConfig || as_config) return ReadRootConfig(state);
  ReadChoices(state);
}

void TakeMember(ReadState& state, Object& object, const JsonMember& member, size_t field) {
  const Place place = {object.message, &object.message->fields[field], member.value, member.key};
  const FieldReading& row = state.rows->fields[field];
  if (row.use != Use::kApplied && HasOwnKey(state, object.node, place)) return;
  if (row.use != Use::kApplied && IsLacking(state, place, row)) return;
  if (object.IsNamed(field)) NoteRepeated(state, object, field, member.key);
  const bool absent = state.IsAbsent(member.value);
  if (state.IsDropped(member)) return;
  object.Put(field, member.value, !absent);
}

// Sorts the members of an object into the fields of its message and keys that are none.
void TakeMembers(ReadState& state, Object& object) {
  const size_t count = object.message->fields.size();
  const KeyMatcher matcher = {state.client, state.tree, *object.message, *state.rows};
  size_t next = 0;
  const auto take = [&](const JsonMember& member) {
    const size_t field = matcher.Match(member.key, next);
    if (field < count) {
      TakeMember(state, object, member, field);
      next = field + 1;
    } else if (!state.tree.span(member.key).empty()) {
      object.unknown.keys.push_back(member.key);
    }
  };
  for (const NodeId earlier : EarlierOf(state, object.node)) {
    state.tree.ForEachMember(earlier, take);
  }
  state.tree.ForEachMember(object.node, take);
}

// True for a method config without a name.
bool IsUnnamed(const ReadState& state, const Object& object) {
  if (object.message != &kMethodConfig) return false;
  const NodeId name = object.ValueOf("name");
  return name == kNoNode || state.IsEmptyList(name);
}

// Of an element that has a field, or a key that may stand for one.
void MakeFields(const ReadState& state, Object& object) {
  if (object.make_fields == nullptr) return;
  const UnknownKeys& unknown = object.unknown;
  const bool is_kept = object.named != 0 || unknown.keys.size() > 1 ||
                       (!unknown.suggestions.empty() && unknown.suggestions[0].field != nullptr);
  object.target = is_kept ? object.make_fields(object.target, *state.reading.arena) : nullptr;
  object.make_fields = nullptr;
}

void ReadFields(ReadState& state, const Object& object) {
  state.present = PresentOf(state, object);
  for (size_t i = 0; i < object.message->fields.size(); ++i) {
    if (!object.IsPresent(i)) continue;
    if (IsPassedOver(state, object, i)) continue;
    state.unchecked = object.unchecked || !IsChecked(state, object, i);
    ReadField(state, object.At(i), object.target);
  }
}

void ReadMessage(ReadState& state, const Pending& pending) {
  Object object(pending);
  const Message& message = *object.message;
  TakeMembers(state, object);
  state.idle = object.idle || IsUnnamed(state, object);
  if (!object.unknown.empty()) SuggestFields(state.tree, object);
  MakeFields(state, object);
  if (message.of_policy) StoreDefaults(state, object);
  if (object.named != object.present) NoteNulls(state, object);
  if (!object.unknown.empty()) ReportUnknown(state, object);
  RequireDnsHostname(state, object);
  if (state.rows->by_protojson) RefuseStrings(state, object);
  CheckMissing(state, object);
  const uint32_t exclusive = message.exclusive & object.present;
  if ((exclusive & (exclusive - 1)) != 0) CheckConflicts(state, object);
  if (&message == &kRlsConfig) NoteRouteLookup(state, object);
  ReadFields(state, object);
  state.supplied = {};
}

// What a client refuses is not without effect in it, too.
void DropUnusedOfRefused(Reading& reading) {
  absl::flat_hash_set<NodeId> refused;
  for (const Issue& issue : reading.issues) {
    if (issue.effect == Effect::kRejectsConfig) refused.insert(issue.node);
  }
  if (refused.empty()) return;
  std::erase_if(reading.issues, [&](const Issue& issue) {
    return issue.kind == IssueKind::kUnsupportedField && refused.contains(issue.node + 1);
  });
}

}  // namespace

bool Meets(const ProfileAt& client, DocumentKind kind) {
  if (kind == DocumentKind::kConfig) return true;
  const bool reads_txt = client.profile().calls.txt_name.is_known();
  return client.choices.scope != ChoiceScope::kNothing &&
         (kind == DocumentKind::kChoices || reads_txt);
}

Reading Read(const Document& document, const Client& client) {
  ReadState state(document, client);
  constexpr size_t kBytesPerNode = 24;  // of typed values: less than most configs need
  constexpr size_t kLeastBytes = 1024;
  state.reading.arena = std::make_shared<Arena>(kLeastBytes + state.tree.size() * kBytesPerNode);
  if (!Meets(state.client, document.kind)) return std::move(state.reading);
  TakeTextIssues(state);
  ReadRoot(state);
  FinishConfigs(state);
  DropUnusedOfRefused(state.reading);
  return std::move(state.reading);
}

// Reads what waits, and looks at the names of the configs that are then whole. What a message holds
// is read in its own order, so that of too many issues the first in the text are kept.
void FinishConfigs(ReadState& state) {
  while (!state.waiting.empty()) {
    const Pending next = state.waiting.back();
    state.waiting.pop_back();
    const auto waiting = static_cast<std::ptrdiff_t>(state.waiting.size());
    ReadPending(state, next);
    if (next.is_intended) MarkIntended(state, static_cast<size_t>(waiting));
    std::reverse(state.waiting.begin() + waiting, state.waiting.end());
  }
  state.is_intended = false;
  state.idle = false;
  state.unchecked = false;
  for (; state.configs_finished < state.reading.configs.size(); ++state.configs_finished) {
    const ServiceConfig& config = *state.reading.configs[state.configs_finished];
    CheckNames(state, config);
    CheckThrottling(state, config);
    CheckTimers(state, config);
  }
}

void ReadPending(ReadState& state, const Pending& pending) {
  state.TurnTo(pending);
  if (pending.list == nullptr) return ReadMessage(state, pending);
  const Place list = {state.message, pending.list, pending.list_node, kNoNode};
  if (pending.list->shape == Shape::kMap)
    return ReadMembers(state, list, pending.node, pending.target);
  ReadElements(state, list, pending.node, pending.target);
}

}  // namespace grpcfg
