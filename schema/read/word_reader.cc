// Strings that must be certain words: enums, names of LB policies and of headers.
#include "schema/read/word_reader.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "schema/read/scalar_reader.h"

namespace grpcfg {
namespace {

// gRPC over HTTP/2, Header-Name, in either case.
bool IsHeaderNameByte(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
}

}  // namespace

bool WordReader::Read(const Place& place, Scalar& value) {
  if (place.field->type == FieldType::kPolicyName) return ReadPolicyName(place, value);
  return place.field->type == FieldType::kHeaderName ? ReadHeaderName(place, value)
                                                     : ReadWord(place);
}

bool WordReader::ReadWord(const Place& place) {
  const FieldReader reader = state_.RowOf(*place.field).reader;
  if (reader == FieldReader::kAnyElements) return true;
  if (reader == FieldReader::kMechanismType) {
    const absl::string_view word = tree_.Text(place.node);
    const bool is_string = state_.KindOf(place.node) == JsonKind::kString;
    if (is_string && (word == "EDS" || word == "LOGICAL_DNS")) return true;
    return state_.RefuseAs(is_string ? IssueKind::kUnknownWord : IssueKind::kWrongType, place);
  }
  Scalar number;
  const JsonKind kind = tree_.kind(place.node);
  const bool is_core = client_.implementation() == Implementation::kCore;
  if (kind == JsonKind::kNumber && !is_core) return scalars_.ReadProtoInteger(place, number);
  if (kind != JsonKind::kString) return state_.WrongType(place);
  const absl::string_view text = tree_.Text(place.node);
  const absl::Span<const absl::string_view> words = place.field->words;
  const bool known = !text.empty() && std::find(words.begin(), words.end(), text) != words.end();
  if (!known) state_.Report(IssueKind::kUnknownWord, place, tree_.span(place.node));
  return known;
}

// Whether this client has the policy of a name in `loadBalancingPolicy`, and its row.
bool WordReader::IsLinked(absl::string_view name, const Field*& policy) const {
  const bool exact = client_.policy_names == PolicyNames::kExactOrDefault;
  const bool is_go = client_.implementation() == Implementation::kGo;
  const bool is_unicode = is_go || client_.implementation() == Implementation::kJava;
  std::string folded(name);
  if (!exact) folded = is_unicode ? LowerPolicyName(name) : absl::AsciiStrToLower(name);
  policy = FindField(LoadBalancingConfigMessage(), folded);
  const bool linked = state_.policies.Has(policy, folded);
  if (linked && policy == nullptr) policy = client_.FindReadAs(folded);
  return linked;
}

// What a policy without its config costs: nothing if it needs none. To grpc-go that is `{}`
// (service_config.go parseServiceConfig), but nil before 1.63, where all policies but these gave up
// (clientconn.go switchBalancer; "unexpected balancer config with type: <nil>").
Effect WordReader::EffectWithoutConfig(const Field& policy) const {
  constexpr Release kParsed = {1, 63, 0};
  const absl::string_view name = policy.json_name;
  const bool is_bare = name == "pick_first" || name == "round_robin";
  const Effect general = client_.EffectOf(IssueKind::kPolicyNeedsConfig);
  if (client_.policy_names == PolicyNames::kAnyCaseBare) {
    return is_bare ? Effect::kAccepts : general;
  }
  const bool is_go = client_.implementation() == Implementation::kGo;
  if (is_go && client_.release() < kParsed) {
    return is_bare || name == "grpclb" ? Effect::kAccepts : general;
  }
  const Message& message = *policy.message;
  const MessageReading& rows = client_.Of(message);
  Effect effect = Effect::kAccepts;
  for (size_t i = 0; i < message.fields.size(); ++i) {
    if ((rows.required >> i & 1) == 0) continue;
    const Field& field = message.fields[i];
    effect = std::max(effect, client_.EffectOf(IssueKind::kMissingField, &message, &field));
  }
  return std::min(effect, general);
}

// A policy without its config must be one that needs none (A21: an unknown policy is invalid).
bool WordReader::ReadPolicyName(const Place& place, Scalar& value) {
  const PolicyNames names = client_.policy_names;
  value.text = tree_.Text(place.node);
  if (names == PolicyNames::kProtoEnum) return ReadWord(place);
  if (!scalars_.ReadString(place, value)) return false;
  const Field* const list = FindField(*place.message, "loadBalancingConfig");
  const bool has_list = (state_.present >> (list - place.message->fields.data()) & 1) != 0;
  const bool dies = names == PolicyNames::kAnyCaseDiesOfNone && !has_list && !state_.unchecked;
  if (value.text.empty() && dies) {
    state_.reading.readers = 0;
    state_.ReportAs(Effect::kBreaksCalls, {.kind = IssueKind::kUnknownPolicyName,
                                           .node = place.node,
                                           .span = tree_.span(place.node),
                                           .message = place.message,
                                           .field = place.field});
    return false;
  }
  const bool is_named = !value.text.empty() || names == PolicyNames::kAnyCaseNotEmpty;
  if (!is_named || names == PolicyNames::kNotLookedAt) return is_named;
  const Field* policy = nullptr;
  const bool linked = IsLinked(value.text, policy);
  const Span span = tree_.span(place.node);
  if (!linked) state_.Report(IssueKind::kUnknownPolicyName, place, span);
  if (!linked || policy == nullptr) return linked;
  value.text = policy->json_name;
  const Effect effect = EffectWithoutConfig(*policy);
  if (effect == Effect::kAccepts) return true;
  state_.reading.readers = 0;
  if (state_.unchecked) return false;
  state_.ReportAs(effect, {.kind = IssueKind::kPolicyNeedsConfig,
                           .node = place.node,
                           .span = span,
                           .message = place.message,
                           .field = place.field});
  return false;
}

// gRFC A76: a valid header name, and not that of a binary header; "" is absent.
bool WordReader::ReadHeaderName(const Place& place, Scalar& value) {
  if (!scalars_.ReadString(place, value)) return false;
  if (state_.RowOf(*place.field).reader == FieldReader::kAnyText) return true;
  // grpc-go internal/metadata/metadata.go ValidateKey: pseudo-headers are skipped.
  const bool is_pseudo = state_.RowOf(*place.field).reader == FieldReader::kPseudoHeader &&
                         absl::StartsWith(value.text, ":");
  const bool has_bytes = std::all_of(value.text.begin(), value.text.end(), IsHeaderNameByte);
  const bool valid = (is_pseudo || has_bytes) && !absl::EndsWithIgnoreCase(value.text, "-bin");
  if (!valid) state_.Report(IssueKind::kMalformedHeader, place, tree_.span(place.node));
  return valid;
}

}  // namespace grpcfg
