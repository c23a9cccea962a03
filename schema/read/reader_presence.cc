// Fields that a client lacks, that are null, or that stand twice in one object.
#include "schema/fields/field_messages.h"
#include "schema/read/reader.h"

namespace grpcfg {
// True for throttling that only a config in the application's code would lose.
bool Reader::IsOfResolver(const Field& field) const {
  return state_.document.kind != DocumentKind::kConfig && field.json_name == "retryThrottling" &&
         client_.calls.default_throttling == DefaultThrottling::kIgnored;
}

// True if the client has no such field.
bool Reader::IsLacking(const Place& place, const FieldReading& row) {
  const NodeId key = place.key;
  if (row.use == Use::kApplied || IsOfResolver(*place.field)) return false;
  reading_.readers = 0;
  if (row.use == Use::kUnknown && client_.fields == FieldSet::kProto) return true;
  const bool is_experiment = place.field->stage == Stage::kExperimental;
  ReportUnused({place.message, place.field, key, key},
               is_experiment ? IssueKind::kExperimentalField : IssueKind::kUnsupportedField);
  return row.use == Use::kUnknown;
}

// One issue per field, on its first place in the text: a client that does not know `waitForReady`
// knows it nowhere.
void Reader::ReportUnused(const Place& place, IssueKind kind) {
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

void Reader::NoteNulls(const Pending& pending, const Slots& slots) {
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
void Reader::StoreNulls(const Pending& pending, const Slots& slots) const {
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
uint32_t Reader::PresentOf(const Slots& slots) const {
  uint32_t present = slots.present;
  for (size_t i = 0; slots.named != present && i < state_.rows->fields.size(); ++i) {
    const bool counts = state_.rows->fields[i].null == NullReading::kNamed && slots.IsNamed(i);
    if (counts) present |= uint32_t{1} << i;
  }
  return present;
}

// The client's own defaults, for checks that compare fields.
void Reader::StoreDefaults(const Pending& pending) const {
  if (pending.target == nullptr) return;
  for (size_t i = 0; i < state_.rows->fields.size(); ++i) {
    Scalar value;
    value.valid = true;
    value.integer = state_.rows->fields[i].if_absent;
    if (value.integer != 0) pending.message->fields[i].bind.store(pending.target, value);
  }
}

void Reader::ReportNull(const Place& place) {
  if (tree_.kind(place.node) == JsonKind::kMissing) return;
  state_.Report(IssueKind::kNull, place, tree_.span(place.node));
}

// A field that stands a second time. Where that is a fault of the text already, the value that is
// not kept is checked all the same; a field may not be set by both of its names either (protobuf-go
// encoding/protojson/decode.go unmarshalMessage).
void Reader::NoteSecond(const Pending& pending, Slots& slots, size_t field, NodeId key) {
  const Message& message = *pending.message;
  const NodeId first = slots.values[field];
  reading_.readers = 0;
  if (state_.rows->by_protojson) return RefuseSecond(key, first - 1);
  if (client_.duplicates == Duplicates::kLast) return slots.Remove(field);
  if (client_.duplicates == Duplicates::kMerged) return MergeSecond(pending, slots, field, key);
  if (slots.IsPresent(field) && !state_.IsAbsent(key + 1)) {
    ReadField({&message, &message.fields[field], first, first - 1}, nullptr);
  }
  if (tree_.Text(first - 1) == tree_.Text(key)) return;
  state_.Report(IssueKind::kJsonDuplicateKey, {&message, &message.fields[field], key, key},
                tree_.span(key), tree_.span(first - 1));
}

// protobuf-go internal/encoding/json/decode_string.go: what is no Unicode is refused, in whatever
// member of the object that the parser is given.
void Reader::RefuseStrings(const Pending& pending) {
  const bool is_given = pending.message == FindField(kRlsConfig, "routeLookupConfig")->message;
  if (!is_given || !state_.is_text_taken) return;
  const Span given = tree_.span(pending.node);
  for (const Issue& issue : tree_.issues()) {
    const bool is_string =
        issue.kind == IssueKind::kJsonLoneSurrogate || issue.kind == IssueKind::kJsonUtf8;
    if (is_string && given.Contains(issue.span)) state_.ReportAs(Effect::kRejectsConfig, issue);
  }
}

// What says that `key` stands twice; null if nothing does.
Issue* Reader::FindDoubledKey(Span key) {
  std::vector<Issue>& issues = reading_.issues;
  for (; state_.issues_searched < issues.size(); ++state_.issues_searched) {
    const Issue& issue = issues[state_.issues_searched];
    if (issue.kind != IssueKind::kJsonDuplicateKey) continue;
    state_.doubled_keys.try_emplace(issue.span.begin, state_.issues_searched);
  }
  const auto found = state_.doubled_keys.find(key.begin);
  return found == state_.doubled_keys.end() ? nullptr : &issues[found->second];
}

// protobuf-go encoding/protojson/decode.go unmarshalMessage: "duplicate field", by either name.
// That a key stands twice has been told already; here it costs more.
void Reader::RefuseSecond(NodeId key, NodeId first) {
  const Span span = tree_.span(key);
  Issue* const told = FindDoubledKey(span);
  if (told != nullptr) {
    told->effect = Effect::kRejectsConfig;
    return;
  }
  state_.ReportAs(Effect::kRejectsConfig, {.kind = IssueKind::kJsonDuplicateKey,
                                           .node = key,
                                           .span = span,
                                           .related = tree_.span(first)});
}

}  // namespace grpcfg
