// The spec, and the client generators that read a config as protobuf JSON.
#include "schema/clients/profile.h"
#include "schema/clients/profile_choices.h"

namespace grpcfg {
namespace {

constexpr IssueEffect kSpecIssues[] = {
    {IssueKind::kHangsRetries, Effect::kAccepts, "gRFC A6, Throttling Retry Attempts"},
    {IssueKind::kJsonDuplicateKey, Effect::kRejectsConfig,
     "RFC 8259, section 4: names should be unique, else software differs in what it reads"},
    {IssueKind::kJsonLoneSurrogate, Effect::kRejectsConfig,
     "RFC 8259, section 8.2: what software does with half a pair is unpredictable"},
    {IssueKind::kUnknownField, Effect::kIgnoresDetail,
     "gRFC A21, Criteria to determine the validity: unknown fields are ignored"},
    {IssueKind::kMisplacedFields, Effect::kIgnoresPolicy,
     "gRFC A21, Criteria to determine the validity: unknown fields are ignored"},
    {IssueKind::kClamped, Effect::kAlters,
     "gRFC A6, Validation of retryPolicy and of hedgingPolicy: above 5 is treated as 5 without a "
     "validation error"},
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
    {IssueKind::kNoPolicy, Effect::kRejectsConfig,
     "gRFC A24, Proposal; service_config.proto, LoadBalancingConfig: exactly one policy"},
    {IssueKind::kSeveralPolicies, Effect::kRejectsConfig,
     "gRFC A24, Proposal; service_config.proto, LoadBalancingConfig: exactly one policy"},
    {IssueKind::kNoSupportedPolicy, Effect::kRejectsConfig,
     "service_config.proto, LoadBalancingConfig: without a supported policy the whole config is "
     "invalid"},
    {IssueKind::kUnknownPolicyName, Effect::kRejectsConfig,
     "gRFC A21, Criteria to determine the validity: an unknown LB policy is an invalid value"},
    {IssueKind::kPolicyNeedsConfig, Effect::kRejectsConfig,
     "service_config.proto, LoadBalancingConfig: the config of the policy must be valid"},
    {IssueKind::kMalformedHeader, Effect::kRejectsConfig,
     "gRFC A76, Explicitly setting the request hash key: such a config is rejected"},
    {IssueKind::kUnexpectedField, Effect::kRejectsConfig,
     "gRFC A2, Canarying Changes: any unexpected field makes the entire config invalid"},
    {IssueKind::kTxtNotAscii, Effect::kRejectsConfig,
     "gRFC A2, Encoding in DNS TXT Records: TXT records must be ASCII"},
    {IssueKind::kLanguageLetterCase, Effect::kAccepts,
     "gRFC A2, Canarying Changes: case-insensitive"},
    {IssueKind::kEmptyCriterion, Effect::kAccepts,
     "gRFC A2, Canarying Changes: if the list is empty, all"},
    {IssueKind::kOneMorePercent, Effect::kAccepts, "gRFC A2, Canarying Changes: percentage"},
    {IssueKind::kNoChoiceTaken, Effect::kAccepts,
     "gRFC A21, Behavior on receiving a new gRPC Config: none is the default config"},
    {IssueKind::kNoTxtAttribute, Effect::kIgnoresPolicy,
     "gRFC A2, Encoding in DNS TXT Records: the attribute `grpc_config` (RFC 1464)"},
    {IssueKind::kNeverMatches, Effect::kIgnoresPolicy,
     "service_config.proto, MethodConfig.Name; a call's path is `/service/method`"},
    {IssueKind::kNoName, Effect::kIgnoresPolicy,
     "service_config.proto, MethodConfig.name: entries without names are skipped"},
    {IssueKind::kNoNameKey, Effect::kIgnoresPolicy,
     "service_config.proto, MethodConfig.name: entries without names are skipped"},
};

constexpr absl::string_view kA6Transparent = "gRFC A6, Transparent Retries";
constexpr absl::string_view kA6Pushback = "gRFC A6, Pushback";
constexpr absl::string_view kA6Throttling = "gRFC A6, Throttling Retry Attempts and Hedged RPCs";
constexpr absl::string_view kA6Summary = "gRFC A6, Summary of Retry and Hedging Logic";
constexpr CallTraits kSpecCalls = {
    .retries = {{Support::kFull, "gRFC A6"}},
    .attempt_limit = {{{5, "a channel argument"}, "gRFC A6, Limits on Retries and Hedges"}},
    .jitter = {{kJitterOf2024, "gRFC A6 of 2024-08, Exponential Backoff: random(0.8, 1.2)"}},
    .first_delay = {{FirstDelay::kUncapped,
                     "gRFC A6 of 2024-08, Exponential Backoff: maxBackoff is for what comes after "
                     "the first retry"}},
    .delay_step = {{DelayStep::kReal, "gRFC A6, Exponential Backoff: a formula"}},
    .pushback_codes = {{PushbackCodes::kListed,
                        "gRFC A6, Pushback: when \"it is appropriate to retry\", which it does "
                        "not explain"}},
    .pushback_grammar = {{PushbackGrammar::kInt32Bare,
                          "gRFC A6, Pushback: a signed 32-bit integer with no unnecessary leading "
                          "zeros"}},
    .malformed_pushback = {{MalformedPushback::kStops, kA6Pushback}},
    .after_pushback = {{AfterPushback::kStartsOver, kA6Pushback}},
    .retry_checks = {{{RetryCheck::kCommitted, RetryCheck::kCode, RetryCheck::kTokens,
                       RetryCheck::kAttempts, RetryCheck::kPushback},
                      "gRFC A6 names no order: that of C-core, but for what is committed"}},
    .unsent_retry = {{UnsentRetry::kUnlimited, kA6Transparent}},
    .refused_retry = {{RefusedRetry::kOncePerCall, kA6Transparent}},
    .retry_buffer = {{{}, "gRFC A6, Memory Management (Buffering)"}},
    .throttle_scope = {{ThrottleScope::kServerName, kA6Throttling}},
    .tokens = {{TokenArithmetic::kThousandths, "gRFC A6, Validation of retryThrottling"}},
    .token_debit = {{TokenDebit::kStopped, kA6Throttling}},
    .committed_debit = {{CommittedDebit::kAsOthers,
                         "gRFC A6, Throttling Retry Attempts and Hedged RPCs: every failed RPC"}},
    .token_credit = {{TokenCredit::kEveryCall, kA6Throttling}},
    .throttle_check = {{ThrottleCheck::kAtFailure, kA6Throttling}},
    .hedging = {{Support::kFull, "gRFC A6, Hedging Policy"}},
    .hedge_throttling = {{HedgeThrottling::kNoMore, kA6Throttling}},
    .hedge_debit = {{HedgeDebit::kListedOrStopped, kA6Throttling}},
    .repeated_count = {{RepeatedCount::kOfAttempt, kA6Transparent}},
    .hedge_after_failure = {{HedgeAfterFailure::kImmediately, kA6Summary}},
    .hedge_after_pushback = {{HedgeAfterPushback::kAsRequested, kA6Pushback}},
    .hedge_after_stop = {{HedgeAfterStop::kNoMore, kA6Summary}},
    .wait_for_ready = {{WaitForReadyChoice::kCallWins,
                        "service_config.proto, MethodConfig.wait_for_ready"}},
    .health_checks = {{HealthChecks::kByConfig,
                       "gRFC A17, pick_first; service_config.proto: the default"}},
    .txt_lookup = {{{}, "gRFC A2, Encoding in DNS TXT Records"}},
    .txt_name = {{TxtName::kPrefixed, "gRFC A2, Encoding in DNS TXT Records"}},
    .txt_records = {{TxtRecords::kUnspecified, "gRFC A2, Encoding in DNS TXT Records"}},
    .txt_attribute = {{TxtAttribute::kInRecord,
                       "gRFC A2, Encoding in DNS TXT Records: strings are joined first"}},
    .txt_query = {{TxtQuery::kPlain, "gRFC A2 says nothing of the query; RFC 1035 4.2"}},
};

constexpr Profile kSpec = {
    .implementation = Implementation::kSpec,
    .json = {{JsonDialect::kRfc8259, "RFC 8259; gRFC A21, Criteria to determine the validity"}},
    .keys = {{KeySpelling::kExact, "gRFC A6 and A2 spell every key in lowerCamelCase"}},
    .duplicates = {{Duplicates::kFirstOrNone, "RFC 8259, section 4"}},
    .numbers = {{NumberGrammar::kBareLiteral,
                 "gRFC A6: `MUST be a JSON integer value`, `JSON number`"}},
    .durations = {{DurationGrammar::kProto3Json,
                   "gRFC A6: a proto3 Duration whose number is a JSON number; duration.proto"}},
    .status_codes = {{CodeGrammar::kAnyCaseOrInteger,
                      "gRFC A6: status code names are case-insensitive"}},
    .policy_bounds = {{Bounds::kFieldTable, "gRFC A6, the three Validation sections; A42 to A105"}},
    .fields = {{FieldSet::kGrfcs, "gRFC A55 names an LB policy that service_config.proto lacks"}},
    .nulls = {{NullReading::kUnset, "duration.proto's JSON mapping: null is the default value"}},
    .null_root = {{Effect::kRejectsConfig, "gRFC A21: a JSON object"}},
    .array_root = {{Effect::kRejectsConfig, "gRFC A21: a JSON object"}},
    .policy_choice = {{PolicyChoice::kFirstSupported,
                       "service_config.proto, LoadBalancingConfig: the first supported policy"}},
    .policy_names = {{PolicyNames::kAnyCase,
                      "grpc/grpc doc/service_config.md: LB policy names ignore case here"}},
    .names = {{NameRules::kSpec, "service_config.proto, MethodConfig.Name"}},
    .choices = kSpecChoices,
    .calls = kSpecCalls,
    .name_match = {{NameMatch::kByParts, "service_config.proto, MethodConfig.name"}},
    .default_policies =
        {{{.scope = PolicyList::Scope::kCurrent},
          "service_config.proto, LoadBalancingConfig: all but the deprecated ones"}},
    .all_policies = {{{.scope = PolicyList::Scope::kEvery},
                      "service_config.proto, LoadBalancingConfig"}},
    .text_issues = {{Effect::kRejectsConfig,
                     "gRFC A21, Criteria to determine the validity: it must be well-formed JSON"}},
    .other_issues = {{Effect::kRejectsConfig,
                      "gRFC A21, Criteria to determine the validity: any invalid known field makes "
                      "the whole config invalid"}},
    .issues = kSpecIssues,
};

constexpr IssueEffect kGapicIssues[] = {
    {IssueKind::kNeverMatches, Effect::kIgnoresPolicy,
     "gapic-generator-go internal/grpc_service_config/config.go: names of the proto, which have no "
     "slash"},
    {IssueKind::kHangsRetries, Effect::kAccepts, "gRFC A6, Throttling Retry Attempts"},
    {IssueKind::kJsonDuplicateKey, Effect::kRejectsConfig,
     "protobuf-go encoding/protojson/decode.go unmarshalMessage: a field only once"},
    {IssueKind::kUnknownField, Effect::kRejectsConfig,
     "gapic-generator-go internal/grpc_service_config/config.go New: protojson.Unmarshal without "
     "DiscardUnknown"},
    {IssueKind::kMisplacedFields, Effect::kRejectsConfig,
     "gapic-generator-go internal/grpc_service_config/config.go New: protojson.Unmarshal without "
     "DiscardUnknown"},
    {IssueKind::kMalformedDuration, Effect::kRejectsConfig,
     "protobuf-go encoding/protojson/well_known_types.go parseDuration"},
    {IssueKind::kDurationOutOfRange, Effect::kRejectsConfig,
     "protobuf-go encoding/protojson/well_known_types.go unmarshalDuration"},
    {IssueKind::kUnknownStatusCode, Effect::kRejectsConfig,
     "protobuf-go encoding/protojson/decode.go unmarshalEnum: exact name"},
    {IssueKind::kMissingField, Effect::kAccepts,
     "gapic-generator-go internal/grpc_service_config/config.go New: no field is required"},
    {IssueKind::kEmptyList, Effect::kAccepts,
     "gapic-generator-go internal/grpc_service_config/config.go New: lists may be empty"},
    {IssueKind::kEmptyText, Effect::kAccepts,
     "gapic-generator-go internal/grpc_service_config/config.go New: strings may be empty"},
    {IssueKind::kNoPolicy, Effect::kAccepts,
     "protobuf-go encoding/protojson/decode.go unmarshalMessage: no member of a oneof is needed"},
    {IssueKind::kUnlinkedPolicy, Effect::kAccepts,
     "service_config.proto, LoadBalancingConfig: deprecated fields are fields"},
    {IssueKind::kMalformedHeader, Effect::kAccepts,
     "service_config.proto, RingHashLoadBalancingConfig.request_hash_header: any string"},
    {IssueKind::kNoName, Effect::kIgnoresPolicy,
     "gapic-generator-go internal/grpc_service_config/config.go New: loops over the names"},
    {IssueKind::kNoNameKey, Effect::kIgnoresPolicy,
     "gapic-generator-go internal/grpc_service_config/config.go New: loops over the names"},
    {IssueKind::kMethodWithoutService, Effect::kIgnoresPolicy,
     "gapic-generator-go internal/grpc_service_config/config.go New: the key `.method` matches "
     "nothing"},
    {IssueKind::kDuplicateName, Effect::kAlters,
     "gapic-generator-go internal/grpc_service_config/config.go New: the later entry overwrites"},
};

constexpr FieldTrait kGapicServer[] = {
    {.field = "server_features",
     .evidence = "protobuf-go encoding/protojson/decode.go unmarshalMessage: null is a Value, and "
                 "no list",
     .null = NullReading::kRefused},
};

constexpr MessageTraits kGapicFields[] = {{"XdsServer", kGapicServer}};

constexpr Profile kGapic = {
    .implementation = Implementation::kGapic,
    .json = {{JsonDialect::kProtojson,
              "protobuf-go internal/encoding/json/decode.go: RFC 8259 with valid UTF-8"}},
    .keys = {{KeySpelling::kExactOrSnakeCase,
              "protobuf-go encoding/protojson/decode.go unmarshalMessage: JSON or proto name"}},
    .duplicates =
        {{Duplicates::kFirstOrNone,
          "protobuf-go encoding/protojson/decode.go unmarshalMessage: a field only once"}},
    .numbers = {{NumberGrammar::kProtoJson,
                 "protobuf-go encoding/protojson/decode.go unmarshalUint, unmarshalFloat"}},
    .durations = {{DurationGrammar::kProtobufGo,
                   "protobuf-go encoding/protojson/well_known_types.go parseDuration"}},
    .status_codes = {{CodeGrammar::kProtoEnum,
                      "protobuf-go encoding/protojson/decode.go unmarshalEnum: exact name"}},
    .policy_bounds = {{Bounds::kProtoType,
                       "gapic-generator-go internal/grpc_service_config/config.go New: no bounds "
                       "but those of the types; max_attempts and max_tokens are uint32"}},
    .fields = {{FieldSet::kProto, "protobuf-go encoding/protojson/decode.go unmarshalMessage"}},
    .nulls = {{NullReading::kUnset,
               "protobuf-go encoding/protojson/decode.go unmarshalMessage: null is skipped"}},
    .null_root = {{Effect::kRejectsConfig,
                   "protobuf-go encoding/protojson/decode.go unmarshalMessage: an object"}},
    .array_root = {{Effect::kRejectsConfig,
                    "protobuf-go encoding/protojson/decode.go unmarshalMessage: an object"}},
    .policy_choice = {{PolicyChoice::kEveryOne,
                       "protobuf-go encoding/protojson/decode.go unmarshalList: every element"}},
    .policy_names = {{PolicyNames::kProtoEnum,
                      "service_config.proto, ServiceConfig.LoadBalancingPolicy is an enum"}},
    .names = {{NameRules::kSpec, "gapic-generator-go internal/grpc_service_config/config.go New"}},
    .choices = kGapicChoices,
    .name_match =
        {{NameMatch::kEachField,
          "gapic-generator-go internal/grpc_service_config/config.go RetryPolicy, Timeout, "
          "RequestLimit, ResponseLimit"}},
    .default_policies = {{{.scope = PolicyList::Scope::kCurrent},
                          "service_config.proto, LoadBalancingConfig; protojson chooses none"}},
    .all_policies = {{{.scope = PolicyList::Scope::kEvery},
                      "service_config.proto, LoadBalancingConfig"}},
    .text_issues = {{Effect::kRejectsConfig,
                     "protobuf-go internal/encoding/json/decode.go Read: a syntax error"}},
    .other_issues = {{Effect::kRejectsConfig,
                      "gapic-generator-go internal/grpc_service_config/config.go New: what "
                      "protojson.Unmarshal does not take is an error"}},
    .issues = kGapicIssues,
    .field_traits = kGapicFields,
};

}  // namespace

const Profile& SpecProfile() { return kSpec; }

const Profile& GapicProfile() { return kGapic; }

}  // namespace grpcfg
