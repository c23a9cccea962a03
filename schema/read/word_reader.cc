// Strings that must be certain words: enums, names of LB policies and of headers.
#include "schema/read/scalars.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace grpcfg {
namespace {

bool ReadWord(ReadState& state, const Place& place) {
  const FieldReader reader = state.RowOf(*place.field).reader;
  if (reader == FieldReader::kAnyElements) return true;
  if (reader == FieldReader::kMechanismType) {
    const absl::string_view word = state.tree.Text(place.node);
    const bool is_string = state.KindOf(place.node) == JsonKind::kString;
    if (is_string && (word == "EDS" || word == "LOGICAL_DNS")) return true;
    return state.RefuseAs(is_string ? IssueKind::kUnknownWord : IssueKind::kWrongType, place);
  }
  Scalar number;
  const JsonKind kind = state.tree.kind(place.node);
  const bool is_core = state.Is(Implementation::kCore);
  if (kind == JsonKind::kNumber && !is_core) return ReadProtoInteger(state, place, number);
  if (kind != JsonKind::kString) return state.WrongType(place);
  const absl::string_view text = state.tree.Text(place.node);
  const absl::Span<const absl::string_view> words = place.field->words;
  const bool known = !text.empty() && std::find(words.begin(), words.end(), text) != words.end();
  if (!known) state.Report(IssueKind::kUnknownWord, place);
  return known;
}

// Whether this client has the policy of a name in `loadBalancingPolicy`, and its row.
bool IsLinked(const ReadState& state, absl::string_view name, const Field*& policy) {
  const bool exact = state.client.policy_names == PolicyNames::kExactOrDefault;
  const bool is_go = state.Is(Implementation::kGo);
  const bool is_unicode = is_go || state.Is(Implementation::kJava);
  std::string folded(name);
  if (!exact) folded = is_unicode ? LowerPolicyName(name) : absl::AsciiStrToLower(name);
  policy = FindField(LoadBalancingConfigMessage(), folded);
  const bool linked = state.policies.Has(policy, folded);
  if (linked && policy == nullptr) policy = state.client.FindReadAs(folded);
  return linked;
}

// What a policy without its config costs: nothing if it needs none. To grpc-go that is `{}`
// (service_config.go parseServiceConfig), but nil before 1.63, where all policies but these gave up
// (clientconn.go switchBalancer; "unexpected balancer config with type: <nil>").
Effect EffectWithoutConfig(const ReadState& state, const Field& policy) {
  constexpr Release kParsed = {1, 63, 0};
  const absl::string_view name = policy.json_name;
  const bool is_bare = name == "pick_first" || name == "round_robin";
  const Effect general = state.client.EffectOf(IssueKind::kPolicyNeedsConfig);
  if (state.client.policy_names == PolicyNames::kAnyCaseBare) {
    return is_bare ? Effect::kAccepts : general;
  }
  const bool is_go = state.Is(Implementation::kGo);
  if (is_go && state.client.release() < kParsed) {
    return is_bare || name == "grpclb" ? Effect::kAccepts : general;
  }
  const Message& message = *policy.message;
  const MessageReading& rows = state.client.Of(message);
  Effect effect = Effect::kAccepts;
  for (size_t i = 0; i < message.fields.size(); ++i) {
    if ((rows.required >> i & 1) == 0) continue;
    const Field& field = message.fields[i];
    effect = std::max(effect, state.client.EffectOf(IssueKind::kMissingField, &message, &field));
  }
  return std::min(effect, general);
}

// A policy without its config must be one that needs none (A21: an unknown policy is invalid).
bool ReadPolicyName(ReadState& state, const Place& place, Scalar& value) {
  const PolicyNames names = state.client.policy_names;
  value.text = state.tree.Text(place.node);
  if (names == PolicyNames::kProtoEnum) return ReadWord(state, place);
  if (!ReadString(state, place, value)) return false;
  const Field* const list = FindField(*place.message, "loadBalancingConfig");
  const bool has_list = state.Has(*list);
  const bool dies = names == PolicyNames::kAnyCaseDiesOfNone && !has_list && !state.unchecked;
  if (value.text.empty() && dies) {
    state.ReportAs(Effect::kBreaksCalls, IssueKind::kUnknownPolicyName, place);
    return false;
  }
  const bool is_named = !value.text.empty() || names == PolicyNames::kAnyCaseNotEmpty;
  if (!is_named || names == PolicyNames::kNotLookedAt) return is_named;
  const Field* policy = nullptr;
  const bool linked = IsLinked(state, value.text, policy);
  if (!linked) {
    // Others take the name in any case: it is the field that is at fault.
    const bool is_other_case =
        FindField(LoadBalancingConfigMessage(), absl::AsciiStrToLower(value.text)) != nullptr &&
        FindField(LoadBalancingConfigMessage(), value.text) == nullptr;
    state.Report(IssueKind::kUnknownPolicyName, place,
                 state.tree.span(is_other_case ? state.tree.KeyOf(place.node) : place.node));
  }
  if (!linked || policy == nullptr) return linked;
  value.text = policy->json_name;
  const Effect effect = EffectWithoutConfig(state, *policy);
  if (effect == Effect::kAccepts) return true;
  if (state.unchecked) return false;
  state.ReportAs(effect, IssueKind::kPolicyNeedsConfig, place);
  return false;
}

// gRPC over HTTP/2, Header-Name, in either case.
bool IsHeaderNameByte(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
}

// gRFC A76: a valid header name, and not that of a binary header; "" is absent.
bool ReadHeaderName(ReadState& state, const Place& place, Scalar& value) {
  if (!ReadString(state, place, value)) return false;
  if (state.RowOf(*place.field).reader == FieldReader::kAnyText) return true;
  // grpc-go internal/metadata/metadata.go ValidateKey: pseudo-headers are skipped.
  const bool is_pseudo = state.RowOf(*place.field).reader == FieldReader::kPseudoHeader &&
                         absl::StartsWith(value.text, ":");
  const bool has_bytes = std::all_of(value.text.begin(), value.text.end(), IsHeaderNameByte);
  const bool valid = (is_pseudo || has_bytes) && !absl::EndsWithIgnoreCase(value.text, "-bin");
  if (!valid) state.Report(IssueKind::kMalformedHeader, place);
  return valid;
}

}  // namespace

bool ReadWordValue(ReadState& state, const Place& place, Scalar& value) {
  if (place.field->type == FieldType::kPolicyName) return ReadPolicyName(state, place, value);
  return place.field->type == FieldType::kHeaderName ? ReadHeaderName(state, place, value)
                                                     : ReadWord(state, place);
}

}  // namespace grpcfg
