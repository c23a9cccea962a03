// Fields that must be there, that a client lacks, that are null, that exclude each other.
#include "schema/read/field_presence.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "schema/fields/field_messages.h"
#include "schema/read/repeated_keys.h"

namespace grpcfg {
// At most one member of a oneof (protobuf's JSON mapping; gRFC A6 for the two policies).
void FieldPresence::CheckConflicts(const Pending& pending, const Slots& slots) {
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

void FieldPresence::RequireDnsHostname(const Pending& pending, const Slots& slots) {
  const Message& message = *pending.message;
  for (size_t i = 0; i < message.fields.size(); ++i) {
    if (state_.rows->fields[i].reader != FieldReader::kOfDnsMechanism || slots.IsPresent(i))
      continue;
    if (!IsOfOtherMechanism(message, slots, i)) ReportMissing(pending, message.fields[i]);
  }
}

bool FieldPresence::IsRequired(const Slots& slots, size_t field) const {
  if ((state_.rows->required >> field & 1) != 0) return true;
  const uint8_t with = state_.rows->fields[field].required_with;
  if (with == kNoField || !slots.IsPresent(with)) return false;
  const NodeId beside = slots.values[with];
  return state_.KindOf(beside) == JsonKind::kObject ? !repeated_.MembersOf(beside).empty()
                                                    : !state_.IsEmptyList(beside);
}

void FieldPresence::CheckMissing(const Pending& pending, const Slots& slots,
                                 const UnknownKeys& unknown) {
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
      respelled = respelled || UnknownFields::Respells(*pending.message, unknown[k], field);
    }
    if (!respelled) ReportMissing(pending, field);
  }
}

// Null for a field that must be there, which some clients refuse before they miss the field.
void FieldPresence::ReportNullInPlace(const Place& place) {
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

void FieldPresence::ReportMissing(const Pending& pending, const Field& field) {
  const NodeId key = tree_.KeyOf(pending.node);
  const uint32_t bracket = tree_.node(pending.node).begin;
  const Span span = key == kNoNode ? Span{bracket, bracket + 1} : tree_.span(key);
  state_.Report(IssueKind::kMissingField, {pending.message, &field, pending.node, key}, span);
}

// True if the client has no such field.
bool FieldPresence::IsLacking(const Place& place, const FieldReading& row) {
  const NodeId key = place.key;
  if (row.use == Use::kApplied || IsOfResolver(*place.field)) return false;
  reading_.readers = 0;
  if (row.use == Use::kUnknown && client_.fields == FieldSet::kProto) return true;
  const bool is_experiment = place.field->stage == Stage::kExperimental;
  ReportUnused({place.message, place.field, key, key},
               is_experiment ? IssueKind::kExperimentalField : IssueKind::kUnsupportedField);
  return row.use == Use::kUnknown;
}

// True for throttling that only a config in the application's code would lose.
bool FieldPresence::IsOfResolver(const Field& field) const {
  return state_.document.kind != DocumentKind::kConfig && field.json_name == "retryThrottling" &&
         client_.calls.default_throttling == DefaultThrottling::kIgnored;
}

// One issue per field, on its first place in the text: a client that does not know `waitForReady`
// knows it nowhere.
void FieldPresence::ReportUnused(const Place& place, IssueKind kind) {
  const Span span = tree_.span(place.node);
  const auto found = state_.unused.find(place.field);
  if (found == state_.unused.end() || kind == IssueKind::kExperimentalField) {
    const size_t next = reading_.issues.size();
    state_.ReportAs(client_.EffectOf(kind, place.message, place.field), {.kind = kind,
                                                                         .node = place.node,
                                                                         .span = span,
                                                                         .message = place.message,
                                                                         .field = place.field});
    if (reading_.issues.size() > next) state_.unused.try_emplace(place.field, next);
    return;
  }
  Issue& first = reading_.issues[found->second];
  if (span.begin > first.span.begin) return;
  first.node = place.node;
  first.span = span;
}

void FieldPresence::NoteNulls(const Pending& pending, const Slots& slots) {
  const Message& message = *pending.message;
  for (size_t i = 0; i < message.fields.size(); ++i) {
    if (!slots.IsNamed(i) || slots.IsPresent(i)) continue;
    const FieldReading& row = state_.rows->fields[i];
    const NodeId value = slots.values[i];
    const bool is_refused = row.null == NullReading::kRefused && !row.required;
    if (is_refused && !IsPassedOver(pending, slots, i))
      ReportNull({&message, &message.fields[i], value, value - 1});
  }
  if (pending.target != nullptr) StoreNulls(pending, slots);
}

// A list that is null is no list, but it stands somewhere, and so do fields that count as named.
void FieldPresence::StoreNulls(const Pending& pending, const Slots& slots) const {
  for (size_t i = 0; i < pending.message->fields.size(); ++i) {
    if (!slots.IsNamed(i) || slots.IsPresent(i)) continue;
    const Binding& bind = pending.message->fields[i].bind;
    Scalar null;
    null.node = state_.WrittenNode(slots.values[i]);
    if (bind.no_list != nullptr) bind.no_list(pending.target, null.node);
    if (state_.rows->fields[i].null == NullReading::kNamed) bind.store(pending.target, null);
  }
}

// One bit per field that is there: it has a value, or is null and counts all the same.
uint32_t FieldPresence::PresentOf(const Slots& slots) const {
  uint32_t present = slots.present;
  for (size_t i = 0; slots.named != present && i < state_.rows->fields.size(); ++i) {
    const bool counts = state_.rows->fields[i].null == NullReading::kNamed && slots.IsNamed(i);
    if (counts) present |= uint32_t{1} << i;
  }
  return present;
}

// The client's own defaults, for checks that compare fields.
void FieldPresence::StoreDefaults(const Pending& pending) const {
  if (pending.target == nullptr) return;
  for (size_t i = 0; i < state_.rows->fields.size(); ++i) {
    Scalar value;
    value.valid = true;
    value.integer = state_.rows->fields[i].if_absent;
    if (value.integer != 0) pending.message->fields[i].bind.store(pending.target, value);
  }
}

void FieldPresence::ReportNull(const Place& place) {
  if (tree_.kind(place.node) == JsonKind::kMissing) return;
  state_.Report(IssueKind::kNull, place, tree_.span(place.node));
}

// protobuf-go internal/encoding/json/decode_string.go: what is no Unicode is refused, in whatever
// member of the object that the parser is given.
void FieldPresence::RefuseStrings(const Pending& pending) {
  const bool is_given = pending.message == FindField(kRlsConfig, "routeLookupConfig")->message;
  if (!is_given || !state_.is_text_taken) return;
  const Span given = tree_.span(pending.node);
  for (const Issue& issue : tree_.issues()) {
    const bool is_string =
        issue.kind == IssueKind::kJsonLoneSurrogate || issue.kind == IssueKind::kJsonUtf8;
    if (is_string && given.Contains(issue.span)) state_.ReportAs(Effect::kRejectsConfig, issue);
  }
}

// True if the client does not look at the field's value at all.
bool FieldPresence::IsPassedOver(const Pending& pending, const Slots& slots, size_t field) const {
  const uint8_t without = state_.rows->fields[field].only_without;
  const bool is_beside = without != kNoField && slots.IsPresent(without);
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

// grpc/grpc xds_cluster_resolver.cc DiscoveryMechanism::JsonPostLoad: the type says which of two
// fields is looked at.
bool FieldPresence::IsOfOtherMechanism(const Message& message, const Slots& slots,
                                       size_t field) const {
  const FieldReader reader = state_.rows->fields[field].reader;
  const bool is_of_dns = reader == FieldReader::kOfDnsMechanism;
  if (!is_of_dns && reader != FieldReader::kOfEdsMechanism) return false;
  const auto type = static_cast<size_t>(FindField(message, "type") - message.fields.data());
  if (!slots.IsPresent(type)) return true;
  return tree_.Text(slots.values[type]) != (is_of_dns ? "LOGICAL_DNS" : "EDS");
}

// True if the field's value counts: the one that it is checked with is there. To .NET an empty list
// is not.
bool FieldPresence::IsChecked(const Slots& slots, size_t field) const {
  const uint8_t beside = state_.rows->fields[field].type_only_with;
  if (beside != kNoField && slots.IsPresent(beside)) return false;
  const uint8_t with = state_.rows->fields[field].checked_with;
  if (with == kNoField) return true;
  const bool is_dotnet = client_.implementation() == Implementation::kDotnet;
  return slots.IsPresent(with) && !(is_dotnet && state_.IsEmptyList(slots.values[with]));
}

}  // namespace grpcfg
