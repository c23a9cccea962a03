// Fields that must be there, that a client lacks, that are null, that exclude each other.
#include "schema/clients/own_keys.h"
#include "schema/read/reader.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "schema/fields/field_messages.h"

namespace grpcfg {
namespace {

// grpc/grpc xds_cluster_resolver.cc DiscoveryMechanism::JsonPostLoad: the type says which of two
// fields is looked at.
bool IsOfOtherMechanism(const ReadState& state, const Object& object, size_t field) {
  const FieldReader reader = state.rows->fields[field].reader;
  const bool is_of_dns = reader == FieldReader::kOfDnsMechanism;
  if (!is_of_dns && reader != FieldReader::kOfEdsMechanism) return false;
  const NodeId type = object.ValueOf("type");
  return type == kNoNode || state.tree.Text(type) != (is_of_dns ? "LOGICAL_DNS" : "EDS");
}

void ReportMissing(ReadState& state, const Object& object, const Field& field) {
  const NodeId key = state.tree.KeyOf(object.node);
  const uint32_t bracket = state.tree.node(object.node).begin;
  const Span span = key == kNoNode ? Span{bracket, bracket + 1} : state.tree.span(key);
  state.Report(IssueKind::kMissingField, {object.message, &field, object.node, key}, span);
}

// Null for a field that must be there, which some clients refuse before they miss the field.
void ReportNullInPlace(ReadState& state, const Place& place) {
  if (state.tree.kind(place.node) == JsonKind::kMissing) return;
  // grpc-go clusterresolver.go ParseConfig parses the text of it, and null is one.
  if (state.Is(Implementation::kGo) && place.field->json_name == "outlierDetection") return;
  if (state.RowOf(*place.field).null != NullReading::kRefused) {
    return state.Report(IssueKind::kMissingField, place);
  }
  const Effect missing =
      state.client.EffectOf(IssueKind::kMissingField, place.message, place.field);
  const Effect null = state.client.EffectOf(IssueKind::kNull, place.message, place.field);
  state.ReportAs(std::max(missing, null), IssueKind::kMissingField, place);
}

// True for throttling that only a config in the application's code would lose.
bool IsOfResolver(const ReadState& state, const Field& field) {
  return state.document.kind != DocumentKind::kConfig && field.json_name == "retryThrottling" &&
         state.client.calls.default_throttling == DefaultThrottling::kIgnored;
}

void ReportUnused(ReadState& state, const Place& place, IssueKind kind) {
  state.AddUnused({.kind = kind,
                   .effect = state.client.EffectOf(kind, place.message, place.field),
                   .node = place.node,
                   .span = state.tree.span(place.node),
                   .message = place.message,
                   .field = place.field});
}

// A null is not a list, but it has a place, and so have fields that count as named.
void StoreNulls(const ReadState& state, const Object& object) {
  for (size_t i = 0; i < object.message->fields.size(); ++i) {
    if (!object.IsNamed(i) || object.IsPresent(i)) continue;
    const Binding& bind = object.message->fields[i].bind;
    Scalar null;
    null.node = state.WrittenNode(object.values[i]);
    if (bind.no_list != nullptr) bind.no_list(object.target, null.node);
    if (state.rows->fields[i].null == NullReading::kNamed) bind.store(object.target, null);
  }
}

}  // namespace

// At most one member of a oneof (protobuf's JSON mapping; gRFC A6 for the two policies).
void CheckConflicts(ReadState& state, const Object& object) {
  const Message& message = *object.message;
  for (size_t i = 1; i < message.fields.size(); ++i) {
    if (message.fields[i].oneof.empty() || !object.IsPresent(i)) continue;
    for (size_t j = 0; j < i; ++j) {
      if (message.fields[j].oneof != message.fields[i].oneof || !object.IsPresent(j)) continue;
      const auto [first, second] = std::minmax(object.values[i], object.values[j]);
      state.Report(IssueKind::kConflict, {&message, &message.fields[i], second, second - 1},
                   state.tree.span(second - 1), state.tree.span(first - 1));
    }
  }
}

void RequireDnsHostname(ReadState& state, const Object& object) {
  const Message& message = *object.message;
  for (size_t i = 0; i < message.fields.size(); ++i) {
    if (state.rows->fields[i].reader != FieldReader::kOfDnsMechanism || object.IsPresent(i))
      continue;
    if (!IsOfOtherMechanism(state, object, i)) ReportMissing(state, object, message.fields[i]);
  }
}

bool IsRequired(const ReadState& state, const Object& object, size_t field) {
  if ((state.rows->required >> field & 1) != 0) return true;
  const uint8_t with = state.rows->fields[field].required_with;
  if (with == kNoField || !object.IsPresent(with)) return false;
  const NodeId beside = object.values[with];
  return state.KindOf(beside) == JsonKind::kObject ? !MembersOf(state, beside).empty()
                                                   : !state.IsEmptyList(beside);
}

void CheckMissing(ReadState& state, const Object& object) {
  if (state.IsMangled(object.node) || object.unknown.are_of_other) return;
  for (size_t i = 0; i < object.message->fields.size(); ++i) {
    const Field& field = object.message->fields[i];
    if (object.IsPresent(i) || !IsRequired(state, object, i)) continue;
    if (state.IsSupplied(object.node, field)) continue;
    if (object.IsNamed(i)) {
      ReportNullInPlace(state, object.At(i));
      continue;
    }
    bool respelled = false;
    for (const Suggestion& suggestion : object.unknown.suggestions) {
      respelled = respelled || Respells(*object.message, suggestion, field);
    }
    if (!respelled) ReportMissing(state, object, field);
  }
}

bool IsLacking(ReadState& state, const Place& place, const FieldReading& row) {
  if (row.use == Use::kApplied || IsOfResolver(state, *place.field)) return false;
  if (row.use == Use::kUnknown && state.client.fields == FieldSet::kProto) return true;
  if (IsNothing(state.tree.kind(place.node)) && !state.is_text_taken) return false;
  const bool is_experiment = place.field->stage == Stage::kExperimental;
  ReportUnused(state, {place.message, place.field, place.key, place.key},
               is_experiment ? IssueKind::kExperimentalField : IssueKind::kUnsupportedField);
  return row.use == Use::kUnknown;
}

bool HasOwnKey(const ReadState& state, NodeId object, const Place& place) {
  const OwnKey* const own = OwnKeyFor(state.client.implementation(), *place.message, *place.field);
  return own != nullptr && MemberOf(state.tree, object, own->key) != kNoNode;
}

void NoteNulls(ReadState& state, const Object& object) {
  for (size_t i = 0; i < object.message->fields.size(); ++i) {
    if (!object.IsNamed(i) || object.IsPresent(i)) continue;
    const FieldReading& row = state.rows->fields[i];
    const bool is_refused = row.null == NullReading::kRefused && !row.required;
    if (is_refused && !IsPassedOver(state, object, i)) ReportNull(state, object.At(i));
  }
  if (object.target != nullptr) StoreNulls(state, object);
}

uint32_t PresentOf(const ReadState& state, const Object& object) {
  uint32_t present = object.present;
  for (size_t i = 0; object.named != present && i < state.rows->fields.size(); ++i) {
    const bool counts = state.rows->fields[i].null == NullReading::kNamed && object.IsNamed(i);
    if (counts) present |= uint32_t{1} << i;
  }
  return present;
}

void StoreDefaults(const ReadState& state, const Object& object) {
  if (object.target == nullptr) return;
  for (size_t i = 0; i < state.rows->fields.size(); ++i) {
    Scalar value;
    value.valid = true;
    value.integer = state.rows->fields[i].if_absent;
    if (value.integer != 0) object.message->fields[i].bind.store(object.target, value);
  }
}

void ReportNull(ReadState& state, const Place& place) {
  if (state.tree.kind(place.node) == JsonKind::kMissing) return;
  state.Report(IssueKind::kNull, place);
}

// protobuf-go internal/encoding/json/decode_string.go: what is not Unicode is refused, in whatever
// member of the object that the parser is given.
void RefuseStrings(ReadState& state, const Object& object) {
  const bool is_given = object.message == FindField(kRlsConfig, "routeLookupConfig")->message;
  if (!is_given || !state.is_text_taken) return;
  const Span given = state.tree.span(object.node);
  for (const Issue& issue : state.tree.issues()) {
    const bool is_string =
        issue.kind == IssueKind::kJsonLoneSurrogate || issue.kind == IssueKind::kJsonUtf8;
    if (is_string && given.Contains(issue.span)) state.ReportAs(Effect::kRejectsConfig, issue);
  }
}

// True if the client does not look at the field's value at all.
bool IsPassedOver(const ReadState& state, const Object& object, size_t field) {
  const uint8_t without = state.rows->fields[field].only_without;
  const bool is_beside = without != kNoField && object.IsPresent(without);
  if (is_beside && !state.IsEmptyList(object.values[without])) return true;
  switch (state.client.implementation()) {
    case Implementation::kCore:
    case Implementation::kGo:
    case Implementation::kJava:
      // grpc/grpc rls.cc InsertOrUpdateChildPolicyField, grpc-go balancer/rls/config.go
      // parseChildPolicyConfigs and grpc-java LbPolicyConfiguration.java getEffectiveChildPolicy
      // write over what stands there.
      return state.IsSupplied(object.node, object.message->fields[field]) ||
             IsOfOtherMechanism(state, object, field);
    case Implementation::kDotnet:
      return !IsChecked(state, object, field);  // before a call meets it
    default:
      return false;
  }
}

// True if the field's value counts: the one that it is checked with is there. To .NET an empty list
// is not.
bool IsChecked(const ReadState& state, const Object& object, size_t field) {
  const uint8_t beside = state.rows->fields[field].type_only_with;
  if (beside != kNoField && object.IsPresent(beside)) return false;
  const uint8_t with = state.rows->fields[field].checked_with;
  if (with == kNoField) return true;
  return object.IsPresent(with) &&
         !(state.Is(Implementation::kDotnet) && state.IsEmptyList(object.values[with]));
}

}  // namespace grpcfg
