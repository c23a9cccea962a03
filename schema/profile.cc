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
    {IssueKind::kRaised, Effect::kAlters,
     "gRFC A58, LB Policy Config and Parameters: less than 100ms is read as 100ms"},
    {IssueKind::kExperimentalField, Effect::kIgnoresDetail,
     "gRFC A21, Criteria to determine the validity: unknown fields are ignored"},
    {IssueKind::kUnknownPolicy, Effect::kIgnoresDetail,
     "service_config.proto, LoadBalancingConfig: policies may be unknown to some clients"},
    {IssueKind::kUnlinkedPolicy, Effect::kIgnoresDetail,
     "service_config.proto, LoadBalancingConfig: policies may be unknown to some clients"},
    {IssueKind::kNoTxtAttribute, Effect::kIgnoresPolicy,
     "gRFC A2, Encoding in DNS TXT Records: the attribute `grpc_config` (RFC 1464)"},
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
    .policy_bounds = {Bounds::kFieldTable, "gRFC A6, the three Validation sections; A42 to A105"},
    .fields = {FieldSet::kGrfcs, "gRFC A55 names an LB policy that service_config.proto lacks"},
    .policy_choice = {PolicyChoice::kFirstSupported,
                      "service_config.proto, LoadBalancingConfig: the first supported policy"},
    .policy_names = {PolicyNames::kAnyCase,
                     "grpc/grpc doc/service_config.md: LB policy names ignore case here"},
    .default_policies = {{.scope = PolicyList::Scope::kCurrent},
                         "service_config.proto, LoadBalancingConfig: all but the deprecated ones"},
    .all_policies = {{.scope = PolicyList::Scope::kEvery},
                     "service_config.proto, LoadBalancingConfig"},
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
    {IssueKind::kEmptyText, Effect::kAccepts,
     "gapic-generator-go internal/grpc_service_config/config.go New: strings may be empty"},
    {IssueKind::kMalformedHeader, Effect::kAccepts,
     "service_config.proto, RingHashLoadBalancingConfig.request_hash_header: any string"},
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
    .policy_bounds = {Bounds::kProtoType,
                      "service_config.proto: no bounds but those of the types, such as uint32"},
    .fields = {FieldSet::kProto, "protobuf-go encoding/protojson/decode.go unmarshalMessage"},
    .policy_choice = {PolicyChoice::kEveryOne,
                      "protobuf-go encoding/protojson/decode.go unmarshalList: every element"},
    .policy_names = {PolicyNames::kProtoEnum,
                     "service_config.proto, ServiceConfig.LoadBalancingPolicy is an enum"},
    .default_policies = {{.scope = PolicyList::Scope::kEvery},
                         "service_config.proto, LoadBalancingConfig: deprecated fields are fields"},
    .all_policies = {{.scope = PolicyList::Scope::kEvery},
                     "service_config.proto, LoadBalancingConfig"},
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
