#include "schema/read/read_state.h"

#include <algorithm>
#include <cstring>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "schema/read/scalars.h"

namespace grpcfg {

void ReadState::Report(IssueKind kind, const Place& place, Span span, Span related) {
  ReportAtLeast(Effect::kAccepts, {.kind = kind,
                                   .node = place.node,
                                   .span = span,
                                   .related = related,
                                   .message = place.message,
                                   .field = place.field});
}

void ReadState::ReportAtLeast(Effect least, const Issue& issue) {
  if (unchecked && HasTrait(issue.kind, kTypeIsRight)) return;
  // What a strict parser of the proto finds wrong it finds wrong in every field.
  const bool by_proto = client.fields == FieldSet::kProto;
  const Effect effect = by_proto ? client.EffectOf(issue.kind)
                                 : client.EffectOf(issue.kind, issue.message, issue.field);
  ReportAs(effect == Effect::kAccepts ? effect : std::max(effect, least), issue);
}

// What would be refused, or lost again, if the key above were right.
void ReadState::Inform(Effect effect, const Issue& issue) {
  const bool is_key =
      issue.kind == IssueKind::kUnknownField || issue.kind == IssueKind::kMisplacedFields;
  if (!is_key && effect < Effect::kBreaksCalls) return;
  if (!reading.issue_counts.Take(issue, effect)) return;
  reading.issues.push_back(issue);
  reading.issues.back().effect = Effect::kAccepts;
  reading.issues.back().informs = true;
}

// C-core takes some numbers that are none in JSON. What it finds wrong with their values is the
// fault of their spelling.
bool ReadState::IsMisspeltNumber(NodeId node) const {
  if (!Is(Implementation::kCore) || node >= tree.size() || !tree.node(node).deviant) return false;
  const char first = tree.text()[tree.span(node).begin];
  return KindOf(node) == JsonKind::kNumber &&
         !absl::ascii_isalpha(static_cast<unsigned char>(first));
}

// Where no call meets it, nothing breaks.
void ReadState::ReportAs(Effect effect, const Issue& issue) {
  Issue reported = issue;
  if (IsMisspeltNumber(reported.node)) {
    reported.kind = IssueKind::kJsonNumber;
    reported.message = nullptr;
    reported.field = nullptr;
  }
  if (effect == Effect::kRejectsConfig && reading.IsLate(reported.span)) {
    effect = Effect::kBreaksCalls;
  }
  if (idle && effect == Effect::kBreaksCalls) effect = Effect::kIgnoresDetail;
  if (is_intended) return Inform(effect, reported);
  if (effect == Effect::kAccepts || !reading.issue_counts.Take(reported, effect)) return;
  reported.effect = effect;
  reading.issues.push_back(reported);
}

void ReadState::ReportAs(Effect effect, IssueKind kind, const Place& place) {
  ReportAs(effect, {.kind = kind,
                    .node = place.node,
                    .span = tree.span(place.node),
                    .message = place.message,
                    .field = place.field});
}

void ReadState::AddUnused(const Issue& issue) {
  const auto found = unused.find(issue.field);
  if (found == unused.end() || issue.kind == IssueKind::kExperimentalField) {
    const size_t next = reading.issues.size();
    ReportAs(issue.effect, issue);
    if (reading.issues.size() > next) unused.try_emplace(issue.field, next);
    return;
  }
  Issue& first = reading.issues[found->second];
  if (issue.span.begin > first.span.begin) return;
  first.node = issue.node;
  first.span = issue.span;
}

void ReadState::NoteLate(NodeId value, NodeId key) {
  const Span span = {tree.span(key).begin, tree.span(value).end};
  if (reading.IsLate(span)) return;
  const auto after = absl::c_upper_bound(
      reading.late, span, [](const Span& a, const Span& b) { return a.begin < b.begin; });
  reading.late.insert(after, span);
}

// A word or a number that only this client's parser takes for one.
JsonKind ReadState::KindOfInvalid(NodeId node) const {
  if (!is_text_taken) return JsonKind::kInvalid;
  const absl::string_view text = Slice(tree.text(), tree.span(node));
  if (absl::EqualsIgnoreCase(text, "null")) return JsonKind::kNull;
  if (absl::EqualsIgnoreCase(text, "true")) return JsonKind::kTrue;
  if (absl::EqualsIgnoreCase(text, "false")) return JsonKind::kFalse;
  return TakesNumber(client.json, text) ? JsonKind::kNumber : JsonKind::kInvalid;
}

Token ReadState::TokenAt(NodeId node) const {
  return {KindOf(node), tree.Text(node), Slice(tree.text(), tree.span(node))};
}

// A text fault is on the value already, or nothing stands there: there is nothing to judge.
bool ReadState::IsAbsent(NodeId value) const {
  return value == kNoNode || tree.kind(value) == JsonKind::kMissing ||
         KindOf(value) == JsonKind::kNull;
}

void ReadState::TurnTo(const Pending& pending) {
  message = pending.message;
  rows = &client.Of(*message);
  unchecked = pending.unchecked;
  idle = pending.idle;
  is_intended = pending.is_intended;
}

NodeId ReadState::WrittenNode(NodeId node) const {
  return tree.span(node).empty() ? kNoNode : node;
}

bool ReadState::IsMangled(NodeId object) const {
  if (mangled.empty()) return false;
  const Span span = tree.span(object);
  const bool is_open = is_cut && span.end == tree.text().size() && tree.text().back() != '}';
  return is_open || mangled.contains(object);
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

bool ReadState::Tolerates(IssueKind kind, const Place& place) {
  Report(kind, place);
  if (unchecked) return true;
  return client.EffectOf(kind, place.message, place.field) < Effect::kRejectsPolicy;
}

bool ReadState::IsA(JsonKind kind, const Place& place) {
  const JsonKind found = KindOf(place.node);
  if (found != kind && !IsNothing(found)) WrongType(place);
  return found == kind;
}

bool ReadState::Refuse(const Place& place) { return RefuseAs(FaultOf(*this, place), place); }

bool ReadState::RefuseAs(IssueKind kind, const Place& place) {
  if (unchecked && client.durations == DurationGrammar::kGoSeconds32 &&
      place.field->type == FieldType::kDuration) {
    return false;  // grpc-go before 1.56 parsed the text only where it used it
  }
  ReportAs(Effect::kRejectsConfig, kind, place);
  return false;
}

void ReadState::ReportMisread(const Place& place, absl::string_view read_as, IssueKind kind) {
  if (unchecked) return;
  // What is wrong with the text itself is the same fault, whichever client objects to it and how.
  const IssueKind fault = FaultOf(*this, place);
  const bool is_of_text = fault != IssueKind::kRefusedSpelling &&
                          (kind == IssueKind::kMisread || kind == IssueKind::kEndsEveryCall);
  const IssueKind named = is_of_text ? fault : kind;
  char* const copy = reading.arena->NewArray<char>(read_as.size());
  std::memcpy(copy, read_as.data(), read_as.size());
  ReportAs(client.EffectOf(kind, place.message, place.field),
           {.kind = named,
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
