#include "schema/read/method_lists.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "schema/fields/field_messages.h"
#include "schema/read/reader.h"

namespace grpcfg {
namespace {

// More of them, if they are short, take more memory than their texts.
constexpr size_t kMostLists = 10'000;

// The timeouts of a list that this client reads itself.
std::vector<NodeId> OwnTimeouts(const ReadState& state, const MethodList& list) {
  if (!state.Is(Implementation::kNode)) return list.edited_timeouts;
  std::vector<NodeId> own;
  absl::c_merge(list.edited_timeouts, list.node_timeouts, std::back_inserter(own));
  return own;
}

// The entries with those timeouts as this client reads them.
List<MethodConfig> WithOwnTimeouts(ReadState& state, const MethodList& list,
                                   absl::Span<const NodeId> timeouts) {
  const Field& timeout = *FindField(kMethodConfig, "timeout");
  Arena& arena = *state.reading.arena;
  List<MethodConfig> own(arena, static_cast<uint32_t>(list.entries.size()));
  state.message = &kMethodConfig;
  state.rows = &state.client.Of(kMethodConfig);
  const auto* next = timeouts.begin();
  for (const MethodConfig& entry : list.entries) {
    MethodConfig& copy = own.Add();
    copy = entry;
    if (next == timeouts.end() || entry->timeout.node != *next) continue;
    MethodConfigFields* const fields = copy.Open(arena);
    *fields = *entry.operator->();
    state.idle = !IsMet(entry);
    ReadField(state, {&kMethodConfig, &timeout, *next, *next - 1}, fields);
    ++next;
  }
  state.idle = false;
  return own;
}

void NoteFields(ReadState& state, const FieldKeys& keys) {
  for (const FieldKey& found : keys) {
    const Place place = {found.message, found.field, found.key + 1, found.key};
    NoteUnlike(state.tree, place, state.reading);
    IsLacking(state, place, state.client.Of(*found.message, *found.field));
  }
}

// What the list leaves of the readers of a document that it stands in.
uint8_t ReadersOf(const MethodList& list) {
  return list.node_timeouts.empty() ? list.readers
                                    : list.readers & ~ReaderBit(Implementation::kNode);
}

void Take(ReadState& state, const Pending& list, const MethodList& from) {
  auto& target = static_cast<ServiceConfig*>(list.target)->method_config;
  const std::vector<NodeId> own = OwnTimeouts(state, from);
  target.node = state.WrittenNode(list.list_node);
  target.value = own.empty() ? from.entries : WithOwnTimeouts(state, from, own);
  NoteFields(state, from.not_by_all);
  state.reading.readers &= ReadersOf(from);
  state.reading.has_odd_names |= from.has_odd_names;
  std::vector<std::shared_ptr<Arena>>& borrowed = state.reading.borrowed;
  if (borrowed.empty() || borrowed.back() != from.arena) borrowed.push_back(from.arena);
  state.taken.insert(list.list_node);
}

void Begin(ReadState& state, const Pending& list) {
  list.list->bind.begin_list(list.target, state.WrittenNode(list.list_node),
                             state.tree.CountElements(list.list_node), *state.reading.arena);
  state.noted = std::make_unique<NotedList>();
  NotedList& noted = *state.noted;
  noted.node = list.list_node;
  noted.waiting = state.waiting.size();
  noted.readers_around = std::exchange(state.reading.readers, kAllReaders);
  noted.not_by_all_around.swap(state.reading.not_by_all);
  noted.counts = state.reading.issue_counts;
  noted.has_odd_names_around = std::exchange(state.reading.has_odd_names, false);
}

// It uses the field, or its value is the same to it, although without effect. In a message that is
// right nobody sees an issue.
bool UsesAlike(const ProfileAt& client, const FieldKey& key, bool has_issues) {
  const Use use = client.Of(*key.message, *key.field).use;
  const bool is_message = key.field->type == FieldType::kMessage;
  if (is_message && has_issues) return false;
  return use == Use::kApplied || (use == Use::kCheckedOnly && !is_message);
}

bool ReadsAlike(const ProfileAt& client, uint8_t readers, const FieldKeys& not_by_all,
                bool has_issues) {
  return (readers & ReaderBit(client.implementation())) != 0 && client.reads_uniformly() &&
         absl::c_all_of(not_by_all,
                        [&](const FieldKey& key) { return UsesAlike(client, key, has_issues); });
}

bool ReadsAlike(const MethodList& list, const ProfileAt& client) {
  return ReadsAlike(client, list.readers, list.not_by_all, false);
}

bool IsForAny(const MethodList& list, absl::Span<const ProfileAt* const> clients) {
  return absl::c_any_of(clients,
                        [&](const ProfileAt* client) { return ReadsAlike(list, *client); });
}

// The list after values in it were edited; nothing if one is no timeout, or is none any more.
std::optional<MethodList> AfterEdits(const MethodList& list, absl::Span<const NodeId> edited,
                                     const JsonTree& tree) {
  const auto* entry = list.entries.begin();
  for (const NodeId node : edited) {
    entry = std::find_if(entry, list.entries.end(),
                         [&](const MethodConfig& each) { return each->timeout.node == node; });
    if (entry == list.entries.end() || tree.kind(node) != JsonKind::kString) return std::nullopt;
  }
  MethodList after = list;
  std::erase_if(after.node_timeouts,
                [&](NodeId node) { return absl::c_binary_search(edited, node); });
  after.edited_timeouts.clear();
  absl::c_set_union(list.edited_timeouts, edited, std::back_inserter(after.edited_timeouts));
  return after;
}

}  // namespace

bool ReadsAlike(const Reading& reading, const ProfileAt& client) {
  return ReadsAlike(client, reading.readers, reading.not_by_all, !reading.issues.empty());
}

const MethodList* MethodLists::Find(NodeId node, const ProfileAt& client) const {
  const auto found = lists_.find(node);
  if (found == lists_.end()) return nullptr;
  const MethodList& list = found->second;
  return ReadsAlike(list, client) ? &list : nullptr;
}

void MethodLists::Add(NodeId node, MethodList&& list) {
  if (lists_.size() < kMostLists) lists_.try_emplace(node, std::move(list));
}

void MethodLists::KeepFor(absl::Span<const ProfileAt* const> clients) {
  absl::erase_if(lists_, [&](const auto& kept) { return !IsForAny(kept.second, clients); });
}

bool MethodLists::HasFor(absl::Span<const ProfileAt* const> clients) const {
  return absl::c_any_of(lists_, [&](const auto& kept) { return IsForAny(kept.second, clients); });
}

MethodLists MethodLists::After(absl::Span<const NodeId> edited, const JsonTree& tree) const {
  MethodLists after;
  for (const auto& [node, list] : lists_) {
    const auto* const first = absl::c_lower_bound(edited, node);
    const auto* const behind = std::lower_bound(first, edited.end(), tree.node(node).next);
    std::optional<MethodList> lent =
        AfterEdits(list, {first, static_cast<size_t>(behind - first)}, tree);
    if (lent) after.lists_.emplace(node, *std::move(lent));
  }
  return after;
}

bool IsLeftWhole(const ReadState& state, const Place& list, const void* target) {
  const bool may_be = state.lists != nullptr && list.field->message == &kMethodConfig &&
                      list.message == &kServiceConfig && target != nullptr;
  if (!may_be || state.unchecked || state.idle || state.is_meant) return false;
  const bool has_object = state.tree.node(list.node).next > list.node + 1 &&
                          state.tree.kind(list.node + 1) == JsonKind::kObject;
  return has_object && state.tree.is_plain() && state.earlier.empty();
}

bool TakeOrNote(ReadState& state, const Pending& list) {
  const MethodList* const known = state.lists->Find(list.list_node, state.client);
  if (known != nullptr) {
    state.TurnTo(list);
    Take(state, list, *known);
    return true;
  }
  Begin(state, list);
  return false;
}

void NoteUsual(ReadState& state, const Place& place, const Scalar& value) {
  if (state.reading.readers == 0) return;  // nobody shares it anyway
  constexpr uint8_t kButNode = kAllReaders & ~ReaderBit(Implementation::kNode);
  const uint8_t usual_to = UsualTo(state, place, value);
  if (state.noted != nullptr && usual_to == kButNode) {
    state.noted->list.node_timeouts.push_back(place.node);
  } else {
    state.reading.readers &= usual_to;
  }
}

void EndNoted(ReadState& state) {
  Reading& reading = state.reading;
  const std::unique_ptr<NotedList> noted = std::move(state.noted);
  MethodList& list = noted->list;
  list.readers = reading.readers;
  list.has_odd_names = reading.has_odd_names;
  reading.has_odd_names |= noted->has_odd_names_around;
  reading.readers = ReadersOf(list) & noted->readers_around;
  list.not_by_all.swap(reading.not_by_all);
  reading.not_by_all.swap(noted->not_by_all_around);
  for (const FieldKey& found : list.not_by_all) {
    NoteUnlike(state.tree, {found.message, found.field, found.key + 1, found.key}, reading);
  }
  const bool is_right = reading.issue_counts == noted->counts;
  const bool is_kept = is_right && list.readers != 0 && state.noted_lists.size() < kMostLists;
  if (is_kept) state.noted_lists.emplace(noted->node, std::move(list));
}

void CheckEntries(ReadState& state, const ServiceConfig& config) {
  const NodeId node = config.method_config.node;
  if (state.taken.contains(node)) return CheckThrottling(state, config);
  const auto noted = state.noted_lists.find(node);
  const IssueCounts counts = state.reading.issue_counts;
  const uint8_t around = std::exchange(state.reading.readers, kAllReaders);
  CheckNames(state, config);
  CheckThrottling(state, config);
  CheckTimers(state, config);
  const uint8_t readers = std::exchange(state.reading.readers, state.reading.readers & around);
  if (noted == state.noted_lists.end()) return;
  MethodList list = std::move(noted->second);
  state.noted_lists.erase(noted);
  list.readers &= state.reading.issue_counts == counts ? readers : 0;
  list.entries = *config.method_config.value;
  list.arena = state.reading.arena;
  if (list.readers != 0) state.lists->Add(node, std::move(list));
}

}  // namespace grpcfg
