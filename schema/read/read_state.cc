#include "schema/read/read_state.h"

#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "schema/read/faults.h"

namespace grpcfg {
namespace {

// What is wrong with a value, not with its type: some clients look only at that.
constexpr bool IsOfValue(IssueKind kind) {
  return kind == IssueKind::kMissingField || kind == IssueKind::kTooSmall ||
         kind == IssueKind::kTooLarge || kind == IssueKind::kEmptyList ||
         kind == IssueKind::kClamped || kind == IssueKind::kMisread ||
         kind == IssueKind::kUnknownPolicyName || kind == IssueKind::kPolicyNeedsConfig;
}

}  // namespace

void ReadState::Report(IssueKind kind, const Place& place, Span span, Span related) {
  if (unchecked && IsOfValue(kind)) {
    reading.readers = 0;
    return;
  }
  const bool is_uniform = kind == IssueKind::kMissingField || kind == IssueKind::kEmptyList ||
                          kind == IssueKind::kDuplicateName;
  // What a strict parser of the proto finds wrong it finds wrong in every field.
  const bool by_proto = client.fields == FieldSet::kProto;
  const Effect effect =
      by_proto ? client.EffectOf(kind) : client.EffectOf(kind, place.message, place.field);
  if (!is_uniform || effect == Effect::kAccepts) reading.readers = 0;
  ReportAs(effect, {.kind = kind,
                    .node = place.node,
                    .span = span,
                    .related = related,
                    .message = place.message,
                    .field = place.field});
}

// Where no call meets it, nothing breaks.
void ReadState::ReportAs(Effect effect, const Issue& issue) {
  if (effect == Effect::kRejectsConfig && reading.IsLate(issue.span)) {
    effect = Effect::kBreaksCalls;
  }
  if (idle && effect == Effect::kBreaksCalls) effect = Effect::kIgnoresDetail;
  if (effect == Effect::kAccepts || !reading.issue_counts.Take(issue.kind)) return;
  reading.issues.push_back(issue);
  reading.issues.back().effect = effect;
}

// What is wrong in `value` is met by calls, and not when the config is loaded.
void ReadState::NoteLate(NodeId value, NodeId key) {
  reading.readers = 0;
  reading.late.push_back({tree.span(key).begin, tree.span(value).end});
}

// A word or a number that only this client's parser takes for one.
JsonKind ReadState::KindOf(NodeId node) const {
  const JsonKind kind = tree.kind(node);
  if (kind != JsonKind::kInvalid || !is_text_taken) return kind;
  const absl::string_view text = Slice(tree.text(), tree.span(node));
  if (absl::EqualsIgnoreCase(text, "null")) return JsonKind::kNull;
  if (absl::EqualsIgnoreCase(text, "true")) return JsonKind::kTrue;
  if (absl::EqualsIgnoreCase(text, "false")) return JsonKind::kFalse;
  return TakesNumber(client.json, text) ? JsonKind::kNumber : kind;
}

Token ReadState::TokenAt(NodeId node) const {
  return {KindOf(node), tree.Text(node), Slice(tree.text(), tree.span(node))};
}

// A text fault is on the value already, or nothing stands there: there is nothing to judge.
bool ReadState::IsAbsent(NodeId value) const {
  return value == kNoNode || tree.kind(value) == JsonKind::kMissing ||
         KindOf(value) == JsonKind::kNull;
}

NodeId ReadState::WrittenNode(NodeId node) const {
  return tree.span(node).empty() ? kNoNode : node;
}

bool ReadState::IsEmptyList(NodeId list) const {
  const JsonNode& node = tree.node(list);
  return node.kind == JsonKind::kNull || (node.kind == JsonKind::kArray && node.next == list + 1);
}

// What JavaScript takes for false.
bool ReadState::IsFalsy(NodeId node) const {
  const Token token = TokenAt(node);
  double number = 1;
  switch (token.kind) {
    case JsonKind::kNull:
    case JsonKind::kFalse:
      return true;
    case JsonKind::kNumber:
      return absl::SimpleAtod(token.text, &number) && number == 0;
    default:
      return token.kind == JsonKind::kString && token.text.empty();
  }
}

bool ReadState::WrongType(const Place& place) {
  Report(IssueKind::kWrongType, place, tree.span(place.node));
  return false;
}

// Reports a value that is out of bounds; true if the client goes on with it all the same.
bool ReadState::Tolerates(IssueKind kind, const Place& place) {
  Report(kind, place, tree.span(place.node));
  if (unchecked) return true;
  return client.EffectOf(kind, place.message, place.field) < Effect::kRejectsPolicy;
}

// The client cannot read the value at all.
bool ReadState::Refuse(const Place& place) { return RefuseAs(FaultOf(*this, place), place); }

bool ReadState::RefuseAs(IssueKind kind, const Place& place) {
  reading.readers = 0;
  if (unchecked && client.durations == DurationGrammar::kGoSeconds32 &&
      place.field->type == FieldType::kDuration) {
    return false;  // grpc-go before 1.56 parsed the text only where it used it
  }
  ReportAs(Effect::kRejectsConfig, {.kind = kind,
                                    .node = place.node,
                                    .span = tree.span(place.node),
                                    .message = place.message,
                                    .field = place.field});
  return false;
}

void ReadState::ReportMisread(const Place& place, absl::string_view read_as, IssueKind kind) {
  reading.readers = 0;
  if (unchecked) return;
  char* const copy = reading.arena->NewArray<char>(read_as.size());
  std::memcpy(copy, read_as.data(), read_as.size());
  ReportAs(client.EffectOf(kind, place.message, place.field),
           {.kind = kind,
            .node = place.node,
            .span = tree.span(place.node),
            .message = place.message,
            .field = place.field,
            .read_as = absl::string_view(copy, read_as.size())});
}

// Only texts can be any that is supplied.
bool ReadState::IsSupplied(NodeId object, const Field& field) const {
  const auto found = supplied_to.find(object);
  if (found == supplied_to.end()) return false;
  const bool any = found->second == kAnyText && field.type == FieldType::kString;
  return any || found->second == field.json_name;
}

ServiceConfig* ReadState::AddConfig(NodeId node) {
  auto* const config = reading.arena->New<ServiceConfig>();
  config->node = WrittenNode(node);
  reading.configs.push_back(config);
  return config;
}

}  // namespace grpcfg
