// Strings that must be certain words: enums, names of LB policies and of headers.
#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "schema/reader.h"

namespace grpcfg {
namespace {

// gRPC over HTTP/2, Header-Name, in either case.
bool IsHeaderNameByte(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
}

}  // namespace

bool Reader::ReadWord(const Place& place) {
  const FieldReader reader = RowOf(*place.field).reader;
  if (reader == FieldReader::kAnyElements) return true;
  if (reader == FieldReader::kMechanismType) {
    const absl::string_view word = tree_.Text(place.node);
    const bool is_string = KindOf(place.node) == JsonKind::kString;
    if (is_string && (word == "EDS" || word == "LOGICAL_DNS")) return true;
    return RefuseAs(is_string ? IssueKind::kUnknownWord : IssueKind::kWrongType, place);
  }
  Scalar number;
  const JsonKind kind = tree_.kind(place.node);
  const bool is_core = client_.implementation() == Implementation::kCore;
  if (kind == JsonKind::kNumber && !is_core) return ReadProtoInteger(place, number);
  if (kind != JsonKind::kString) return WrongType(place);
  const absl::string_view text = tree_.Text(place.node);
  const absl::Span<const absl::string_view> words = place.field->words;
  const bool known = !text.empty() && std::find(words.begin(), words.end(), text) != words.end();
  if (!known) Report(IssueKind::kUnknownWord, place, tree_.span(place.node));
  return known;
}

// The policy of a name in `loadBalancingPolicy`, and whether this client has it.
bool Reader::IsLinked(absl::string_view name, const Field*& policy) const {
  const bool exact = client_.policy_names == PolicyNames::kExactOrDefault;
  const std::string folded = exact ? std::string(name) : absl::AsciiStrToLower(name);
  policy = FindField(LoadBalancingConfigMessage(), folded);
  return policies_.Has(policy, name);
}

// A policy without its config must be one that needs none (A21: an unknown policy is invalid).
bool Reader::ReadPolicyName(const Place& place, Scalar& value) {
  const PolicyNames names = client_.policy_names;
  value.text = tree_.Text(place.node);
  if (names == PolicyNames::kProtoEnum) return ReadWord(place);
  if (!ReadString(place, value)) return false;
  const Field* const list = FindField(*place.message, "loadBalancingConfig");
  const bool has_list = (present_ >> (list - place.message->fields.data()) & 1) != 0;
  const bool dies = names == PolicyNames::kAnyCaseDiesOfNone && !has_list && !unchecked_;
  if (value.text.empty() && dies) {
    reading_.readers = 0;
    ReportAs(Effect::kBreaksCalls, {.kind = IssueKind::kUnknownPolicyName,
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
  if (!linked) Report(IssueKind::kUnknownPolicyName, place, span);
  if (!linked || policy == nullptr) return linked;
  value.text = policy->json_name;
  const bool bare = policy->json_name == "pick_first" || policy->json_name == "round_robin";
  const bool needs_config =
      names == PolicyNames::kAnyCaseBare ? !bare : client_.Of(*policy->message).required != 0;
  if (needs_config) Report(IssueKind::kPolicyNeedsConfig, place, span);
  return !needs_config;
}

// gRFC A76: a valid header name, and not that of a binary header; "" is absent.
bool Reader::ReadHeaderName(const Place& place, Scalar& value) {
  if (!ReadString(place, value)) return false;
  const bool valid = std::all_of(value.text.begin(), value.text.end(), IsHeaderNameByte) &&
                     !absl::EndsWithIgnoreCase(value.text, "-bin");
  if (!valid) Report(IssueKind::kMalformedHeader, place, tree_.span(place.node));
  return valid;
}

}  // namespace grpcfg
