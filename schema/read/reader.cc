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
  while (!pending_.empty()) {
    const Pending next = pending_.back();
    pending_.pop_back();
    const auto waiting = static_cast<std::ptrdiff_t>(pending_.size());
    ReadPending(next);
    std::reverse(pending_.begin() + waiting, pending_.end());
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
  ServiceConfig* const config = AddConfig(root);
  const JsonKind kind = state_.KindOf(root);
  if (kind == JsonKind::kObject) {
    pending_.push_back({root, &ServiceConfigMessage(), config});
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

ServiceConfig* Reader::AddConfig(NodeId node) {
  auto* const config = reading_.arena->New<ServiceConfig>();
  config->node = state_.WrittenNode(node);
  reading_.configs.push_back(config);
  return config;
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
  for (const NodeId object : EarlierOf(pending.node)) tree_.ForEachMember(object, take);
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
  if (!state_.rows->is_usual && IsLacking(place, row)) return;
  if (slots.IsNamed(field)) NoteSecond(pending, slots, field, member.key);
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
  if (pending.list->shape == Shape::kMap) return ReadMembers(list, pending.node, pending.target);
  ReadElements(list, pending.node, pending.target);
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
  if (message.of_policy) StoreDefaults(pending);
  if (slots.named != slots.present) NoteNulls(pending, slots);
  if (!unknown.empty()) unknown_.ReportUnknown(pending, slots, RequiredOf(slots), unknown);
  if (!state_.rows->is_usual) RequireDnsHostname(pending, slots);
  if (state_.rows->by_protojson) RefuseStrings(pending);
  if ((state_.rows->required & ~slots.present) != 0 || state_.rows->requires_pairs) {
    CheckMissing(pending, slots, unknown);
  }
  const uint32_t exclusive = message.exclusive & slots.present;
  if ((exclusive & (exclusive - 1)) != 0) CheckConflicts(pending, slots);
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

// True if the field's value counts: the one that it is checked with is there. To .NET an empty list
// is not.
bool Reader::IsChecked(const Slots& slots, size_t field) const {
  const uint8_t beside = state_.rows->fields[field].type_only_with;
  if (beside != kNoPlace && slots.IsPresent(beside)) return false;
  const uint8_t with = state_.rows->fields[field].checked_with;
  if (with == kNoPlace) return true;
  const bool is_dotnet = client_.implementation() == Implementation::kDotnet;
  return slots.IsPresent(with) && !(is_dotnet && state_.IsEmptyList(slots.values[with]));
}

// True if the client does not look at the field's value at all.
bool Reader::IsPassedOver(const Pending& pending, const Slots& slots, size_t field) const {
  const uint8_t without = state_.rows->fields[field].only_without;
  const bool is_beside = without != kNoPlace && slots.IsPresent(without);
  if (is_beside && !state_.IsEmptyList(slots.values[without])) return true;
  switch (client_.implementation()) {
    case Implementation::kCore:
    case Implementation::kGo:
    case Implementation::kJava:
      // grpc/grpc rls.cc InsertOrUpdateChildPolicyField, grpc-go balancer/rls/config.go
      // parseChildPolicyConfigs and grpc-java LbPolicyConfiguration.java getEffectiveChildPolicy
      // write over what stands there.
      return state_.IsSupplied(pending.node, pending.message->fields[field]) ||
             IsOfOtherMechanism(*pending.message, slots, field);
    case Implementation::kDotnet:
      return !IsChecked(slots, field);  // before a call meets it
    default:
      return false;
  }
}

void Reader::ReadFields(const Pending& pending, const Slots& slots) {
  const Message& message = *pending.message;
  state_.present = PresentOf(slots);
  for (size_t i = 0; i < message.fields.size(); ++i) {
    if (!slots.IsPresent(i)) continue;
    if (!state_.rows->is_usual && IsPassedOver(pending, slots, i)) {
      reading_.readers = 0;
      continue;
    }
    const NodeId value = slots.values[i];
    state_.unchecked = pending.unchecked || !IsChecked(slots, i);
    ReadField({&message, &message.fields[i], value, value - 1}, pending.target);
  }
}

// grpc/grpc xds_cluster_resolver.cc DiscoveryMechanism::JsonPostLoad: the type says which of two
// fields is looked at.
bool Reader::IsOfOtherMechanism(const Message& message, const Slots& slots, size_t field) const {
  const FieldReader reader = state_.rows->fields[field].reader;
  const bool is_of_dns = reader == FieldReader::kOfDnsMechanism;
  if (!is_of_dns && reader != FieldReader::kOfEdsMechanism) return false;
  const auto type = static_cast<size_t>(FindField(message, "type") - message.fields.data());
  if (!slots.IsPresent(type)) return true;
  return tree_.Text(slots.values[type]) != (is_of_dns ? "LOGICAL_DNS" : "EDS");
}

void Reader::RequireDnsHostname(const Pending& pending, const Slots& slots) {
  const Message& message = *pending.message;
  for (size_t i = 0; i < message.fields.size(); ++i) {
    if (state_.rows->fields[i].reader != FieldReader::kOfDnsMechanism || slots.IsPresent(i))
      continue;
    if (!IsOfOtherMechanism(message, slots, i)) ReportMissing(pending, message.fields[i]);
  }
}

// Null for a field that must be there, which some clients refuse before they miss the field.
void Reader::ReportNullInPlace(const Place& place) {
  if (tree_.kind(place.node) == JsonKind::kMissing) return;
  // grpc-go clusterresolver.go ParseConfig parses the text of it, and null is one.
  const bool is_go = client_.implementation() == Implementation::kGo;
  if (is_go && place.field->json_name == "outlierDetection") return;
  const Span span = tree_.span(place.node);
  if (state_.RowOf(*place.field).null != NullReading::kRefused) {
    return state_.Report(IssueKind::kMissingField, place, span);
  }
  const Effect missing = client_.EffectOf(IssueKind::kMissingField, place.message, place.field);
  const Effect null = client_.EffectOf(IssueKind::kNull, place.message, place.field);
  reading_.readers = 0;
  state_.ReportAs(std::max(missing, null), {.kind = IssueKind::kMissingField,
                                            .node = place.node,
                                            .span = span,
                                            .message = place.message,
                                            .field = place.field});
}

void Reader::CheckMissing(const Pending& pending, const Slots& slots, const UnknownKeys& unknown) {
  for (size_t i = 0; i < pending.message->fields.size(); ++i) {
    const Field& field = pending.message->fields[i];
    if (slots.IsPresent(i) || !IsRequired(slots, i)) continue;
    if (state_.IsSupplied(pending.node, field)) continue;
    if (slots.IsNamed(i)) {
      const NodeId value = slots.values[i];
      ReportNullInPlace({pending.message, &field, value, value - 1});
      continue;
    }
    bool respelled = false;
    for (size_t k = 0; k < unknown.suggested(); ++k) {
      respelled = respelled || unknown_.Respells(*pending.message, unknown[k], field);
    }
    if (!respelled) ReportMissing(pending, field);
  }
}

void Reader::ReportMissing(const Pending& pending, const Field& field) {
  const NodeId key = tree_.KeyOf(pending.node);
  const uint32_t bracket = tree_.node(pending.node).begin;
  const Span span = key == kNoNode ? Span{bracket, bracket + 1} : tree_.span(key);
  state_.Report(IssueKind::kMissingField, {pending.message, &field, pending.node, key}, span);
}

// At most one member of a oneof (protobuf's JSON mapping; gRFC A6 for the two policies).
void Reader::CheckConflicts(const Pending& pending, const Slots& slots) {
  const Message& message = *pending.message;
  for (size_t i = 1; i < message.fields.size(); ++i) {
    if (message.fields[i].oneof.empty() || !slots.IsPresent(i)) continue;
    for (size_t j = 0; j < i; ++j) {
      if (message.fields[j].oneof != message.fields[i].oneof || !slots.IsPresent(j)) continue;
      const auto [first, second] = std::minmax(slots.values[i], slots.values[j]);
      state_.Report(IssueKind::kConflict, {&message, &message.fields[i], second, second - 1},
                    tree_.span(second - 1), tree_.span(first - 1));
    }
  }
}

bool Reader::IsRequired(const Slots& slots, size_t field) const {
  if ((state_.rows->required >> field & 1) != 0) return true;
  const uint8_t with = state_.rows->fields[field].required_with;
  if (with == kNoPlace || !slots.IsPresent(with)) return false;
  const NodeId beside = slots.values[with];
  return state_.KindOf(beside) == JsonKind::kObject ? !MembersOf(beside).empty()
                                                    : !state_.IsEmptyList(beside);
}

// One bit per field that must be there.
uint32_t Reader::RequiredOf(const Slots& slots) const {
  uint32_t required = 0;
  for (size_t i = 0; i < state_.rows->fields.size(); ++i) {
    if (IsRequired(slots, i)) required |= uint32_t{1} << i;
  }
  return required;
}

}  // namespace grpcfg
