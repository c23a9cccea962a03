#include "schema/profile.h"

namespace grpcfg {
namespace {

constexpr IssueEffect kSpecIssues[] = {
    {IssueKind::kUnknownField, Effect::kIgnoresDetail,
     "gRFC A21, Criteria to determine the validity: unknown fields are ignored"},
    {IssueKind::kMisplacedFields, Effect::kIgnoresPolicy,
     "gRFC A21, Criteria to determine the validity: unknown fields are ignored"},
    {IssueKind::kClamped, Effect::kAlters,
     "gRFC A6, Validation of retryPolicy: above 5 is treated as 5 without a validation error"},
    {IssueKind::kTruncated, Effect::kAlters,
     "gRFC A6, Validation of retryThrottling: decimal places beyond 3 are ignored"},
    {IssueKind::kNoName, Effect::kIgnoresPolicy,
     "service_config.proto, MethodConfig.name: entries without names are skipped"},
};

constexpr Profile kSpec = {
    .implementation = Implementation::kSpec,
    .keys = {KeySpelling::kExact, "gRFC A6 and A2 spell every key in lowerCamelCase"},
    .policy_numbers = {NumberGrammar::kBareLiteral,
                       "gRFC A6: `MUST be a JSON integer value`, `JSON number`"},
    .durations = {DurationGrammar::kProto3Json,
                  "gRFC A6: a proto3 Duration whose number is a JSON number; duration.proto"},
    .status_codes = {LetterCase::kIgnored, "gRFC A6: status code names are case-insensitive"},
    .policy_bounds = {Bounds::kFieldTable, "gRFC A6, the three Validation sections"},
    .other_issues = {Effect::kRejectsConfig,
                     "gRFC A21, Criteria to determine the validity: any invalid known field makes "
                     "the whole config invalid"},
    .issues = kSpecIssues,
};

constexpr IssueEffect kGapicIssues[] = {
    {IssueKind::kMissingField, Effect::kAccepts,
     "gapic-generator-go internal/grpc_service_config/config.go New: no field is required"},
    {IssueKind::kEmptyList, Effect::kAccepts,
     "gapic-generator-go internal/grpc_service_config/config.go New: lists may be empty"},
    {IssueKind::kNoName, Effect::kIgnoresPolicy,
     "gapic-generator-go internal/grpc_service_config/config.go New: loops over the names"},
    {IssueKind::kMethodWithoutService, Effect::kIgnoresPolicy,
     "gapic-generator-go internal/grpc_service_config/config.go New: the key `.method` matches "
     "nothing"},
    {IssueKind::kDuplicateName, Effect::kAlters,
     "gapic-generator-go internal/grpc_service_config/config.go New: the later entry overwrites"},
};

constexpr Profile kGapic = {
    .implementation = Implementation::kGapic,
    .keys = {KeySpelling::kExactOrSnakeCase,
             "protobuf-go encoding/protojson/decode.go unmarshalMessage: JSON or proto name"},
    .policy_numbers = {NumberGrammar::kProtoJson,
                       "protobuf-go encoding/protojson/decode.go unmarshalUint, unmarshalFloat"},
    .durations = {DurationGrammar::kProtobufGo,
                  "protobuf-go encoding/protojson/well_known_types.go parseDuration"},
    .status_codes = {LetterCase::kExact,
                     "protobuf-go encoding/protojson/decode.go unmarshalEnum: exact name"},
    .policy_bounds = {Bounds::kUint32,
                      "service_config.proto: max_attempts and max_tokens are uint32"},
    .other_issues = {Effect::kRejectsConfig,
                     "gapic-generator-go internal/grpc_service_config/config.go New: "
                     "protojson.Unmarshal without DiscardUnknown"},
    .issues = kGapicIssues,
};

}  // namespace

Effect EffectOf(const Profile& profile, IssueKind kind) {
  for (const IssueEffect& row : profile.issues) {
    if (row.kind == kind) return row.effect;
  }
  return profile.other_issues.value;
}

const Profile& SpecProfile() { return kSpec; }

const Profile& GapicProfile() { return kGapic; }

}  // namespace grpcfg
