// Fields that a client lacks, that are null, or that stand twice in one object.
#include <algorithm>

#include "schema/field_messages.h"
#include "schema/reader.h"

namespace grpcfg {
namespace {

// The elements of several lists, by their place.
std::vector<std::vector<NodeId>> ColumnsOf(const JsonTree& tree, absl::Span<const NodeId> lists) {
  std::vector<std::vector<NodeId>> columns;
  for (const NodeId list : lists) {
    size_t index = 0;
    tree.ForEachElement(list, [&](NodeId element) {
      if (columns.size() == index) columns.emplace_back();
      columns[index++].push_back(element);
    });
  }
  return columns;
}

}  // namespace

// True for throttling that only a config in the application's code would lose.
bool Reader::IsOfResolver(const Field& field) const {
  return document_.kind != DocumentKind::kConfig && field.json_name == "retryThrottling" &&
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
  const auto found = unused_.find(place.field);
  if (found == unused_.end() || kind == IssueKind::kExperimentalField) {
    const size_t next = reading_.issues.size();
    ReportAs(client_.EffectOf(kind, place.message, place.field), {.kind = kind,
                                                                  .node = place.node,
                                                                  .span = span,
                                                                  .message = place.message,
                                                                  .field = place.field});
    if (reading_.issues.size() > next) unused_.try_emplace(place.field, next);
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
    const FieldReading& row = rows_->fields[i];
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
    null.span = tree_.span(slots.values[i]);
    if (bind.no_list != nullptr) bind.no_list(pending.target, null.span);
    if (rows_->fields[i].null == NullReading::kNamed) bind.store(pending.target, null);
  }
}

// One bit per field that is there: it has a value, or is null and counts all the same.
uint32_t Reader::PresentOf(const Slots& slots) const {
  uint32_t present = slots.present;
  for (size_t i = 0; slots.named != present && i < rows_->fields.size(); ++i) {
    const bool counts = rows_->fields[i].null == NullReading::kNamed && slots.IsNamed(i);
    if (counts) present |= uint32_t{1} << i;
  }
  return present;
}

// The client's own defaults, for checks that compare fields.
void Reader::StoreDefaults(const Pending& pending) const {
  if (pending.target == nullptr) return;
  for (size_t i = 0; i < rows_->fields.size(); ++i) {
    Scalar value;
    value.valid = true;
    value.integer = rows_->fields[i].if_absent;
    if (value.integer != 0) pending.message->fields[i].bind.store(pending.target, value);
  }
}

void Reader::ReportNull(const Place& place) {
  if (tree_.kind(place.node) == JsonKind::kMissing) return;
  Report(IssueKind::kNull, place, tree_.span(place.node));
}

// A field that stands a second time. Where that is a fault of the text already, the value that is
// not kept is checked all the same; a field may not be set by both of its names either (protobuf-go
// encoding/protojson/decode.go unmarshalMessage).
void Reader::NoteSecond(const Pending& pending, Slots& slots, size_t field, NodeId key) {
  const Message& message = *pending.message;
  const NodeId first = slots.values[field];
  reading_.readers = 0;
  if (rows_->by_protojson) return RefuseSecond(key, first - 1);
  if (client_.duplicates == Duplicates::kLast) return slots.Remove(field);
  if (client_.duplicates == Duplicates::kMerged) return MergeSecond(pending, slots, field, key);
  if (slots.IsPresent(field) && !IsAbsent(key + 1)) {
    ReadField({&message, &message.fields[field], first, first - 1}, nullptr);
  }
  if (tree_.Text(first - 1) == tree_.Text(key)) return;
  Report(IssueKind::kJsonDuplicateKey, {&message, &message.fields[field], key, key},
         tree_.span(key), tree_.span(first - 1));
}

// protobuf-go internal/encoding/json/decode_string.go: what is no Unicode is refused, in whatever
// member of the object that the parser is given.
void Reader::RefuseStrings(const Pending& pending) {
  const bool is_given = pending.message == FindField(kRlsConfig, "routeLookupConfig")->message;
  if (!is_given || !is_text_taken_) return;
  const Span given = tree_.span(pending.node);
  for (const Issue& issue : tree_.issues()) {
    const bool is_string =
        issue.kind == IssueKind::kJsonLoneSurrogate || issue.kind == IssueKind::kJsonUtf8;
    if (is_string && given.Contains(issue.span)) ReportAs(Effect::kRejectsConfig, issue);
  }
}

// protobuf-go encoding/protojson/decode.go unmarshalMessage: "duplicate field", by either name.
// That a key stands twice has been told already; here it costs more.
void Reader::RefuseSecond(NodeId key, NodeId first) {
  const Span span = tree_.span(key);
  for (Issue& issue : reading_.issues) {
    if (issue.kind != IssueKind::kJsonDuplicateKey || issue.span != span) continue;
    issue.effect = Effect::kRejectsConfig;
    return;
  }
  ReportAs(Effect::kRejectsConfig, {.kind = IssueKind::kJsonDuplicateKey,
                                    .node = key,
                                    .span = span,
                                    .related = tree_.span(first)});
}

// True if Go keeps the text of the value, so that of several the last one alone is parsed:
// grpc-go service_config.go jsonSC, balancer/rls/config.go lbConfigJSON.
bool Reader::IsKeptRaw(const Message& message, const Field& field) const {
  constexpr Release kRawLists = {1, 63, 0};  // PR 7035
  if (&message == &kRlsConfig) return field.type == FieldType::kMessage && !IsPolicyList(field);
  if (&message == &kXdsClusterResolverConfig) return IsPolicyList(field);
  if (field.json_name == "outlierDetection") return true;
  return &message == &kServiceConfig && IsPolicyList(field) && client_.release() >= kRawLists;
}

// True if null leaves nothing of an earlier value: of pointers, lists and maps, which all are but
// the scalars of jsonRetryPolicy, retryThrottlingPolicy, jsonName and of LB policies.
bool Reader::IsEmptiedByNull(const Message& message, size_t field) const {
  const Field& row = message.fields[field];
  if (row.shape != Shape::kOne || row.type == FieldType::kMessage) return true;
  const bool is_plain = rows_->fields[field].required || message.of_policy || message.plain;
  return !is_plain || message.name == "HealthCheckConfig";
}

// True for two objects or two lists.
bool Reader::AreAlike(NodeId a, NodeId b) const {
  const JsonKind kind = KindOf(a);
  return kind == KindOf(b) && (kind == JsonKind::kObject || kind == JsonKind::kArray);
}

// encoding/json decode.go: each value is decoded into the same variable, one after the other. null
// empties a pointer and leaves any other variable alone; objects add to what is there.
void Reader::MergeSecond(const Pending& pending, Slots& slots, size_t field, NodeId key) {
  const Field& row = pending.message->fields[field];
  const NodeId first = slots.values[field];
  const NodeId second = key + 1;
  if (!slots.IsPresent(field)) {
    const bool refuses_null = rows_->fields[field].null == NullReading::kRefused;
    if (refuses_null) ReportNull({pending.message, &row, first, first - 1});
    return;
  }
  if (IsAbsent(second)) return EmptyFirst(pending, slots, field, key);
  const bool is_raw_choice = rows_->fields[field].reader == FieldReader::kChoiceConfig;
  if (is_raw_choice || IsKeptRaw(*pending.message, row)) return;
  const bool is_list_of_maps = pending.message == &kRlsConfig;
  const bool merges = row.type == FieldType::kMessage && (!IsPolicyList(row) || is_list_of_maps);
  if (!merges || !AreAlike(first, second))
    return ReadUnchecked({pending.message, &row, first, first - 1});
  std::vector<NodeId> earlier;
  if (const std::vector<NodeId>* const before = EarlierOf(first)) earlier = *before;
  earlier.push_back(first);
  merged_[second] = std::move(earlier);
}

// A field with a value that is null the second time.
void Reader::EmptyFirst(const Pending& pending, Slots& slots, size_t field, NodeId key) {
  const Field& row = pending.message->fields[field];
  const NodeId first = slots.values[field];
  const FieldReading& reading = rows_->fields[field];
  if (reading.null == NullReading::kRefused) ReportNull({pending.message, &row, key + 1, key});
  const bool is_raw =  // a choice's config is a pointer to raw JSON
      reading.reader == FieldReader::kChoiceConfig || IsKeptRaw(*pending.message, row);
  if (is_raw || IsEmptiedByNull(*pending.message, field)) slots.Remove(field);
  if (!is_raw) ReadUnchecked({pending.message, &row, first, first - 1});
}

const std::vector<NodeId>* Reader::EarlierOf(NodeId node) const {
  if (merged_.empty()) return nullptr;
  const auto found = merged_.find(node);
  return found == merged_.end() ? nullptr : &found->second;
}

// Looks at the types of a value that another one takes the place of.
void Reader::ReadUnchecked(const Place& place) {
  const bool before = unchecked_;
  unchecked_ = true;
  ReadField(place, nullptr);
  unchecked_ = before;
}

// Each element of a list is decoded into the element of the earlier list in the same place.
void Reader::MergeElements(const Place& place) {
  const std::vector<NodeId>* const lists = EarlierOf(place.node);
  if (lists == nullptr) return;
  std::vector<std::vector<NodeId>> columns = ColumnsOf(tree_, *lists);
  size_t index = 0;
  tree_.ForEachElement(place.node, [&](NodeId element) {
    const JsonKind kind = KindOf(element);
    const bool keeps = kind == JsonKind::kObject || kind == JsonKind::kNull;  // null: as it was
    if (index < columns.size() && keeps) {
      std::vector<NodeId>& column = columns[index];
      const auto objects = std::stable_partition(column.begin(), column.end(), [&](NodeId other) {
        return KindOf(other) == JsonKind::kObject;
      });
      merged_[element].assign(column.begin(), objects);
      column.erase(column.begin(), objects);
    }
    ++index;
  });
  for (const std::vector<NodeId>& column : columns) ReadReplaced(place, column);
}

// Looks at the types of elements that others take the place of.
void Reader::ReadReplaced(const Place& place, absl::Span<const NodeId> elements) {
  const bool before = unchecked_;
  unchecked_ = true;
  for (const NodeId element : elements) {
    const Place left = {place.message, place.field, element, kNoNode};
    const bool is_map = KindOf(element) == JsonKind::kObject || IsAbsent(element);
    if (!IsPolicyList(*place.field)) {
      ReadValue(left, nullptr);
    } else if (!is_map) {
      WrongType(left);
    }
  }
  unchecked_ = before;
}

// Retries that a client cannot throttle without harm.
void Reader::CheckThrottling(const ServiceConfig& config) {
  if (config.retry_throttling == nullptr || !config.method_config.value) return;
  if (client_.EffectOf(IssueKind::kHangsRetries) == Effect::kAccepts) return;
  for (const MethodConfig& method : *config.method_config.value) {
    if (!IsMet(method) || method.retry_policy == nullptr) continue;
    const NodeId value = tree_.NodeAt(config.retry_throttling->span);
    const NodeId key = value == kNoNode ? kNoNode : tree_.KeyOf(value);
    if (key != kNoNode) {
      Report(IssueKind::kHangsRetries, {nullptr, nullptr, key, key}, tree_.span(key));
    }
    return;
  }
}

}  // namespace grpcfg
