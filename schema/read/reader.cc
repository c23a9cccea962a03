#include "schema/read/reader.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "schema/fields/field_messages.h"

namespace grpcfg {
Reading Read(const Document& document, const Client& client) {
  return Reader(document, client).Read();
}

Reading Reader::Read() && {
  constexpr size_t kBytesPerNode = 24;  // of typed values: less than most configs need
  constexpr size_t kLeastBytes = 1024;
  reading_.arena = std::make_unique<Arena>(kLeastBytes + tree_.size() * kBytesPerNode);
  if (!ReadsDocument()) return std::move(reading_);
  TakeTextIssues();
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
  idle_ = false;
  unchecked_ = false;
  for (; configs_finished_ < reading_.configs.size(); ++configs_finished_) {
    CheckNames(*reading_.configs[configs_finished_]);
    CheckThrottling(*reading_.configs[configs_finished_]);
    CheckTimers(*reading_.configs[configs_finished_]);
  }
}

// What is wrong with a value, not with its type: some clients look only at that.
constexpr bool IsOfValue(IssueKind kind) {
  return kind == IssueKind::kMissingField || kind == IssueKind::kTooSmall ||
         kind == IssueKind::kTooLarge || kind == IssueKind::kEmptyList ||
         kind == IssueKind::kClamped || kind == IssueKind::kMisread ||
         kind == IssueKind::kUnknownPolicyName || kind == IssueKind::kPolicyNeedsConfig;
}

void Reader::Report(IssueKind kind, const Place& place, Span span, Span related) {
  if (unchecked_ && IsOfValue(kind)) {
    reading_.readers = 0;
    return;
  }
  const bool is_uniform = kind == IssueKind::kMissingField || kind == IssueKind::kEmptyList ||
                          kind == IssueKind::kDuplicateName;
  // What a strict parser of the proto finds wrong it finds wrong in every field.
  const bool by_proto = client_.fields == FieldSet::kProto;
  const Effect effect =
      by_proto ? client_.EffectOf(kind) : client_.EffectOf(kind, place.message, place.field);
  if (!is_uniform || effect == Effect::kAccepts) reading_.readers = 0;
  ReportAs(effect, {.kind = kind,
                    .node = place.node,
                    .span = span,
                    .related = related,
                    .message = place.message,
                    .field = place.field});
}

// What is wrong in `value` is met by calls, and not when the config is loaded.
void Reader::NoteLate(NodeId value, NodeId key) {
  reading_.readers = 0;
  reading_.late.push_back({tree_.span(key).begin, tree_.span(value).end});
}

bool Reading::IsLate(Span span) const {
  return absl::c_any_of(late, [&](const Span& part) { return part.Contains(span); });
}

// Where no call meets it, nothing breaks.
void Reader::ReportAs(Effect effect, const Issue& issue) {
  if (effect == Effect::kRejectsConfig && reading_.IsLate(issue.span)) {
    effect = Effect::kBreaksCalls;
  }
  if (idle_ && effect == Effect::kBreaksCalls) effect = Effect::kIgnoresDetail;
  if (effect == Effect::kAccepts || !reading_.issue_counts.Take(issue.kind)) return;
  reading_.issues.push_back(issue);
  reading_.issues.back().effect = effect;
}

// A text fault is on the value already, or nothing stands there: there is nothing to judge.
bool Reader::IsAbsent(NodeId value) const {
  return value == kNoNode || tree_.kind(value) == JsonKind::kMissing ||
         KindOf(value) == JsonKind::kNull;
}

void Reader::ReadRoot() {
  if (document_.kind != DocumentKind::kConfig) reading_.readers = 0;
  if (document_.kind == DocumentKind::kTxt) CheckTxt();
  if (!document_.has_attribute) return;
  const bool as_config = client_.choices.scope == ChoiceScope::kAsConfig;
  if (document_.kind == DocumentKind::kConfig || as_config) return ReadRootConfig();
  ReadChoices();
}

void Reader::ReadRootConfig() {
  const NodeId root = JsonTree::kRoot;
  ServiceConfig* const config = AddConfig(root);
  const JsonKind kind = KindOf(root);
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
  ReportAs(effect, {.kind = IssueKind::kWrongType,
                    .node = root,
                    .span = tree_.span(root),
                    .message = &ServiceConfigMessage()});
}

NodeId Reader::WrittenNode(NodeId node) const { return tree_.span(node).empty() ? kNoNode : node; }

ServiceConfig* Reader::AddConfig(NodeId node) {
  auto* const config = reading_.arena->New<ServiceConfig>();
  config->node = WrittenNode(node);
  reading_.configs.push_back(config);
  return config;
}

// Sorts the members of an object into the fields of its message and keys that are none.
void Reader::TakeMembers(const Pending& pending, Slots& slots, UnknownKeys& unknown) {
  const Message& message = *pending.message;
  size_t next = 0;
  const auto take = [&](const JsonMember& member) {
    const size_t field = MatchField(message, member.key, next);
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
  if (place.field->sharing != Sharing::kEveryone || is_own_spelling) NoteUnlike(place);
  const FieldReading& row = rows_->fields[field];
  if (!rows_->is_usual && IsLacking(place, row)) return;
  if (slots.IsNamed(field)) NoteSecond(pending, slots, field, member.key);
  const bool absent = IsAbsent(member.value);
  if (IsDropped(member)) return;
  if (absent) reading_.readers = 0;
  slots.Put(field, member.value, !absent);
}

void Reader::ReadPending(const Pending& pending) {
  message_ = pending.message;
  rows_ = &client_.Of(*message_);
  unchecked_ = pending.unchecked;
  idle_ = pending.idle;
  if (pending.list == nullptr) return ReadMessage(pending);
  const Place list = {message_, pending.list, pending.list_node, kNoNode};
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
  idle_ = pending.idle || IsNameless(message, slots);
  if (!unknown.empty()) reading_.readers = 0;
  if (!unknown.empty()) Suggest(message, unknown);
  MakeFields(pending, slots, unknown);
  if (message.of_policy) StoreDefaults(pending);
  if (slots.named != slots.present) NoteNulls(pending, slots);
  if (!unknown.empty()) ReportUnknown(pending, slots, unknown);
  if (!rows_->is_usual) RequireDnsHostname(pending, slots);
  if (rows_->by_protojson) RefuseStrings(pending);
  if ((rows_->required & ~slots.present) != 0 || rows_->requires_pairs) {
    CheckMissing(pending, slots, unknown);
  }
  const uint32_t exclusive = message.exclusive & slots.present;
  if ((exclusive & (exclusive - 1)) != 0) CheckConflicts(pending, slots);
  if (&message == &kRlsConfig) NoteSupplied(pending);
  if (&message == &kRlsConfig) NoteDefaultTarget(pending);
  ReadFields(pending, slots);
  supplied_ = {};
}

// True for a method config without a name.
bool Reader::IsNameless(const Message& message, const Slots& slots) const {
  if (&message != &kMethodConfig) return false;
  const auto name = static_cast<size_t>(FindField(message, "name") - message.fields.data());
  return !slots.IsPresent(name) || IsEmptyList(slots.values[name]);
}

// True if the field's value counts: the one that it is checked with is there. To .NET an empty list
// is not.
bool Reader::IsChecked(const Slots& slots, size_t field) const {
  const uint8_t beside = rows_->fields[field].type_only_with;
  if (beside != kNoPlace && slots.IsPresent(beside)) return false;
  const uint8_t with = rows_->fields[field].checked_with;
  if (with == kNoPlace) return true;
  const bool is_dotnet = client_.implementation() == Implementation::kDotnet;
  return slots.IsPresent(with) && !(is_dotnet && IsEmptyList(slots.values[with]));
}

// True if the client does not look at the field's value at all.
bool Reader::IsPassedOver(const Pending& pending, const Slots& slots, size_t field) const {
  const uint8_t without = rows_->fields[field].only_without;
  const bool is_beside = without != kNoPlace && slots.IsPresent(without);
  if (is_beside && !IsEmptyList(slots.values[without])) return true;
  switch (client_.implementation()) {
    case Implementation::kCore:
    case Implementation::kGo:
    case Implementation::kJava:
      // grpc/grpc rls.cc InsertOrUpdateChildPolicyField, grpc-go balancer/rls/config.go
      // parseChildPolicyConfigs and grpc-java LbPolicyConfiguration.java getEffectiveChildPolicy
      // write over what stands there.
      return IsSupplied(pending.node, pending.message->fields[field]) ||
             IsOfOtherMechanism(*pending.message, slots, field);
    case Implementation::kDotnet:
      return !IsChecked(slots, field);  // before a call meets it
    default:
      return false;
  }
}

void Reader::ReadFields(const Pending& pending, const Slots& slots) {
  const Message& message = *pending.message;
  present_ = PresentOf(slots);
  for (size_t i = 0; i < message.fields.size(); ++i) {
    if (!slots.IsPresent(i)) continue;
    if (!rows_->is_usual && IsPassedOver(pending, slots, i)) {
      reading_.readers = 0;
      continue;
    }
    const NodeId value = slots.values[i];
    unchecked_ = pending.unchecked || !IsChecked(slots, i);
    ReadField({&message, &message.fields[i], value, value - 1}, pending.target);
  }
}

// grpc/grpc xds_cluster_resolver.cc DiscoveryMechanism::JsonPostLoad: the type says which of two
// fields is looked at.
bool Reader::IsOfOtherMechanism(const Message& message, const Slots& slots, size_t field) const {
  const FieldReader reader = rows_->fields[field].reader;
  const bool is_of_dns = reader == FieldReader::kOfDnsMechanism;
  if (!is_of_dns && reader != FieldReader::kOfEdsMechanism) return false;
  const auto type = static_cast<size_t>(FindField(message, "type") - message.fields.data());
  if (!slots.IsPresent(type)) return true;
  return tree_.Text(slots.values[type]) != (is_of_dns ? "LOGICAL_DNS" : "EDS");
}

void Reader::RequireDnsHostname(const Pending& pending, const Slots& slots) {
  const Message& message = *pending.message;
  for (size_t i = 0; i < message.fields.size(); ++i) {
    if (rows_->fields[i].reader != FieldReader::kOfDnsMechanism || slots.IsPresent(i)) continue;
    if (!IsOfOtherMechanism(message, slots, i)) ReportMissing(pending, message.fields[i]);
  }
}

bool Reader::IsRequired(const Slots& slots, size_t field) const {
  if ((rows_->required >> field & 1) != 0) return true;
  const uint8_t with = rows_->fields[field].required_with;
  if (with == kNoPlace || !slots.IsPresent(with)) return false;
  const NodeId beside = slots.values[with];
  return KindOf(beside) == JsonKind::kObject ? !MembersOf(beside).empty() : !IsEmptyList(beside);
}

// Null for a field that must be there, which some clients refuse before they miss the field.
void Reader::ReportNullInPlace(const Place& place) {
  if (tree_.kind(place.node) == JsonKind::kMissing) return;
  // grpc-go clusterresolver.go ParseConfig parses the text of it, and null is one.
  const bool is_go = client_.implementation() == Implementation::kGo;
  if (is_go && place.field->json_name == "outlierDetection") return;
  const Span span = tree_.span(place.node);
  if (RowOf(*place.field).null != NullReading::kRefused) {
    return Report(IssueKind::kMissingField, place, span);
  }
  const Effect missing = client_.EffectOf(IssueKind::kMissingField, place.message, place.field);
  const Effect null = client_.EffectOf(IssueKind::kNull, place.message, place.field);
  reading_.readers = 0;
  ReportAs(std::max(missing, null), {.kind = IssueKind::kMissingField,
                                     .node = place.node,
                                     .span = span,
                                     .message = place.message,
                                     .field = place.field});
}

void Reader::CheckMissing(const Pending& pending, const Slots& slots, const UnknownKeys& unknown) {
  for (size_t i = 0; i < pending.message->fields.size(); ++i) {
    const Field& field = pending.message->fields[i];
    if (slots.IsPresent(i) || !IsRequired(slots, i)) continue;
    if (IsSupplied(pending.node, field)) continue;
    if (slots.IsNamed(i)) {
      const NodeId value = slots.values[i];
      ReportNullInPlace({pending.message, &field, value, value - 1});
      continue;
    }
    bool respelled = false;
    for (size_t k = 0; k < unknown.suggested(); ++k) {
      respelled = respelled || Respells(*pending.message, unknown[k], field);
    }
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

}  // namespace grpcfg
