#include "tools/docgen/field_words.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kProposals = "https://github.com/grpc/proposal/blob/master/";
constexpr absl::string_view kProtos = "https://github.com/grpc/grpc-proto/blob/master/grpc/";
constexpr absl::string_view kProtobuf =
    "https://github.com/protocolbuffers/protobuf/blob/main/src/google/protobuf/";
constexpr absl::string_view kCore = "https://github.com/grpc/grpc/blob/master/src/core/";
constexpr absl::string_view kGo = "https://github.com/grpc/grpc-go/blob/master/";
constexpr absl::string_view kNode =
    "https://github.com/grpc/grpc-node/blob/master/packages/grpc-js/src/";

constexpr Source kSources[] = {
    {"gRFC A2", kProposals, "A2-service-configs-in-dns.md", "choice lists and DNS TXT records"},
    {"gRFC A6", kProposals, "A6-client-retries.md", "retries, hedging and throttling"},
    {"gRFC A17", kProposals, "A17-client-side-health-checking.md"},
    {"gRFC A21", kProposals, "A21-service-config-error-handling.md",
     "what to do with an invalid config"},
    {"gRFC A24", kProposals, "A24-lb-policy-config.md", "lists of LB policies"},
    {"gRFC A28", kProposals, "A28-xds-traffic-splitting-and-routing.md",
     "`weighted_target_experimental`"},
    {"gRFC A42", kProposals, "A42-xds-ring-hash-lb-policy.md", "`ring_hash_experimental`"},
    {"gRFC A48", kProposals, "A48-xds-least-request-lb-policy.md", "`least_request_experimental`"},
    {"gRFC A50", kProposals, "A50-xds-outlier-detection.md", "`outlier_detection_experimental`"},
    {"gRFC A52", kProposals, "A52-xds-custom-lb-policies.md"},
    {"gRFC A55", kProposals, "A55-xds-stateful-session-affinity.md",
     "`xds_override_host_experimental`"},
    {"gRFC A56", kProposals, "A56-priority-lb-policy.md", "`priority_experimental`"},
    {"gRFC A58", kProposals, "A58-client-side-weighted-round-robin-lb-policy.md",
     "`weighted_round_robin`"},
    {"gRFC A62", kProposals, "A62-pick-first.md"},
    {"gRFC A68", kProposals, "A68-random-subsetting.md", "`random_subsetting_experimental`"},
    {"gRFC A76", kProposals, "A76-ring-hash-improvements.md",
     "`requestHashHeader` of `ring_hash_experimental`"},
    {"gRFC A105", kProposals, "A105-max_concurrent_streams-connection-scaling.md",
     "`connectionScaling`"},
    {"gRFC A114", kProposals, "A114-wrr-metric-names-for-computing-utilization.md"},
    {"service_config.proto", kProtos, "service_config/service_config.proto", "every field"},
    {"rls_config.proto", kProtos, "lookup/v1/rls_config.proto",
     "route lookups of `rls_experimental`"},
    {"duration.proto", kProtobuf, "duration.proto", "how durations are written"},
    {"RFC 8259", "https://www.rfc-editor.org/rfc/", "rfc8259", "JSON"},
    {"grpc-js service-config.ts", kNode, "service-config.ts"},
    {"grpc-go balancer/autosharding/autosharding.go", kGo, "balancer/autosharding/autosharding.go"},
    {"grpc/grpc retry_service_config.cc", kCore, "client_channel/retry_service_config.cc"},
};

// What a value of a type is called, and several.
struct Noun {
  FieldType type;
  absl::string_view one;
  absl::string_view many;
};
constexpr Noun kNouns[] = {
    {FieldType::kString, "string", "strings"},
    {FieldType::kBool, "`true` or `false`", "booleans"},
    {FieldType::kDuration, "duration", "durations"},
    {FieldType::kInteger, "integer", "integers"},
    {FieldType::kUint32, "integer, quoted or not", "integers, quoted or not"},
    {FieldType::kUint64, "integer, quoted or not", "integers, quoted or not"},
    {FieldType::kInt64, "integer, quoted or not", "integers, quoted or not"},
    {FieldType::kNumber, "number", "numbers"},
    {FieldType::kTokenRatio, "number", "numbers"},
    {FieldType::kFloat, "number, quoted or not", "numbers, quoted or not"},
    {FieldType::kStatusCode, "status code", "status codes"},
    {FieldType::kWord, "word", "words"},
    {FieldType::kPolicyName, "name of an LB policy", "names of LB policies"},
    {FieldType::kHeaderName, "header name", "header names"},
    {FieldType::kMessage, "object", "objects"},
    {FieldType::kJsonObject, "object", "objects"},
    {FieldType::kJsonValue, "value of any kind", "values of any kind"},
};

const Noun& NounOf(FieldType type) {
  return *std::find_if(std::begin(kNouns), std::end(kNouns),
                       [&](const Noun& noun) { return noun.type == type; });
}

std::string NameOf(const Message& message, MessageNames names) {
  if (names == MessageNames::kCode) return absl::StrCat("`", message.name, "`");
  return absl::StrCat("[", message.name, "](#", absl::AsciiStrToLower(message.name), ")");
}

// `value` with the unit of the field.
std::string Amount(const Field& field, int64_t value) {
  return absl::StrCat(value, field.type == FieldType::kDuration ? "s" : "");
}

bool IsInteger(FieldType type) { return type == FieldType::kInteger || IsProtoInteger(type); }

std::string LimitWords(const Field& field) {
  const Bound& bound = field.bound;
  const bool above = bound.low_kind == Bound::Low::kAbove;
  if (field.type == FieldType::kStatusCode) return "";
  if (field.type == FieldType::kTokenRatio) return "0.001 or more";
  if (bound.low_kind == Bound::Low::kNone) return "";
  if (above && !IsInteger(field.type)) return absl::StrCat("more than ", Amount(field, bound.low));
  const std::string low = Amount(field, above ? bound.low + 1 : bound.low);
  if (bound.has_high) return absl::StrCat(low, " to ", Amount(field, bound.high));
  return absl::StrCat(low, " or more");
}

std::string CountWords(const Field& field) {
  if (!field.non_empty) return "";
  return field.shape == Shape::kOne ? "not empty" : "at least one";
}

std::string ChoiceWords(const Field& field) {
  std::vector<absl::string_view> words;
  if (field.type == FieldType::kPolicyName) words = PoliciesWithoutConfig();
  if (field.type == FieldType::kWord) {
    for (const absl::string_view word : field.words) {
      if (!word.empty()) words.push_back(word);
    }
  }
  const auto append = [](std::string* out, absl::string_view word) {
    absl::StrAppend(out, "`", word, "`");
  };
  return absl::StrJoin(words, ", ", append);
}

}  // namespace

absl::Span<const Source> Sources() { return kSources; }

bool IsPolicyList(const Field& field) {
  return field.message == &LoadBalancingConfigMessage() && field.shape == Shape::kList;
}

std::vector<absl::string_view> PoliciesWithoutConfig() {
  std::vector<absl::string_view> names;
  for (const Field& policy : LoadBalancingConfigMessage().fields) {
    const bool needs_config = policy.message->required != 0;
    if (policy.stage == Stage::kCurrent && !needs_config) names.push_back(policy.json_name);
  }
  return names;
}

std::string TypeWords(const Field& field, MessageNames names) {
  const Noun& noun = NounOf(field.type);
  const bool message = field.type == FieldType::kMessage;
  const std::string name = message ? NameOf(*field.message, names) : "";
  switch (field.shape) {
    case Shape::kOne:
      return message ? absl::StrCat("object: ", name) : std::string(noun.one);
    case Shape::kList:
      return absl::StrCat("list of ", message ? name : noun.many);
    case Shape::kMap:
      return absl::StrCat("object of ", message ? name : noun.many, " by name");
  }
  return "";
}

std::string RangeWords(const Field& field) {
  std::vector<std::string> parts = {CountWords(field), ChoiceWords(field), LimitWords(field)};
  const Bound& bound = field.bound;
  if (bound.clamp != 0) {
    const std::string clamp = Amount(field, bound.clamp);
    parts.push_back(absl::StrCat("above ", clamp, " is read as ", clamp));
  }
  if (bound.floor_ms != 0) {
    parts.push_back(absl::StrCat("below ", bound.floor_ms, "ms is read as ", bound.floor_ms, "ms"));
  }
  parts.erase(std::remove(parts.begin(), parts.end(), ""), parts.end());
  return absl::StrJoin(parts, "; ");
}

std::string LinkedReference(absl::string_view reference) {
  std::vector<std::string> links;
  for (const absl::string_view part : absl::StrSplit(reference, "; ")) {
    const absl::string_view document = part.substr(0, part.find(','));
    const auto* const source =
        std::find_if(std::begin(kSources), std::end(kSources), [&](const Source& candidate) {
          return document.substr(0, document.find(' ', candidate.name.size())) == candidate.name;
        });
    links.push_back(source == std::end(kSources)
                        ? std::string(part)
                        : absl::StrCat("[", part, "](", source->site, source->path, ")"));
  }
  return absl::StrJoin(links, "; ");
}

}  // namespace grpcfg
