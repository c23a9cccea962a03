// grpc-go. Read at HEAD of August 2026 (1.85.0-dev), with the history of each file; 1.33.3 was run.

#include "schema/clients/profile.h"
#include "schema/clients/profile_choices.h"
#include "schema/clients/profile_go_calls.h"
#include "schema/clients/profile_go_policies.h"

namespace grpcfg {
namespace {

constexpr Release kDurationRelease = {1, 56, 0};
constexpr Release kRetriesByDefault = {1, 41, 0};
constexpr Release kRetryRelease = {1, 70, 0};
constexpr Release kCaseRelease = {1, 82, 0};
constexpr absl::string_view kParse = "grpc-go service_config.go parseServiceConfig";
constexpr absl::string_view kBalancer =
    "grpc-go internal/serviceconfig/serviceconfig.go BalancerConfig.UnmarshalJSON";
constexpr absl::string_view kDies =
    "grpc-go outlierdetection/balancer.go, weightedtarget.go UpdateClientConnState: nil child "
    "policy; run at 1.64.1";

constexpr absl::string_view kIgnoringPolicy =
    "grpc-go 1.69 service_config.go convertRetryPolicy: \"ignoring retry policy\"";

constexpr IssueEffect kIssues[] = {
    {IssueKind::kHangsRetries, Effect::kAccepts, "grpc-go stream.go retryThrottler"},
    {IssueKind::kJsonDuplicateKey, Effect::kAlters,
     "encoding/json decode.go object: each value is decoded into the same variable"},
    {IssueKind::kUnknownField, Effect::kIgnoresDetail,
     "encoding/json decode.go object: keys without a field are skipped"},
    {IssueKind::kMisplacedFields, Effect::kIgnoresPolicy,
     "encoding/json decode.go object: keys without a field are skipped"},
    {IssueKind::kUnexpectedField, Effect::kIgnoresDetail,
     "grpc-go internal/resolver/dns/dns_resolver.go canaryingSC: encoding/json skips other keys"},
    {IssueKind::kExperimentalField, Effect::kIgnoresDetail,
     "grpc-go service_config.go jsonRetryPolicy: no such field"},
    {IssueKind::kExperimentalField, Effect::kIgnoresDetail,
     "grpc-go balancer/weightedroundrobin/config.go lbConfig: no such field",
     "WeightedRoundRobinLbConfig", "metricNamesForComputingUtilization"},
    {IssueKind::kClamped, Effect::kAlters,
     "grpc-go service_config.go convertRetryPolicy: WithMaxCallAttempts, 5 by default"},
    {IssueKind::kRaised, Effect::kAlters,
     "grpc-go balancer/weightedroundrobin/balancer.go ParseConfig: at least 100 ms"},
    {IssueKind::kMisread, Effect::kAlters,
     "grpc-go internal/serviceconfig/duration.go Duration.UnmarshalJSON: at most 292 years"},
    {IssueKind::kMisread, Effect::kAlters,
     "grpc-go codes/codes.go Code.UnmarshalJSON: null leaves code 0; run at 1.33.3", "RetryPolicy",
     "retryableStatusCodes"},
    {IssueKind::kMisread, Effect::kAlters,
     "grpc-go balancer/rls/config.go parseRLSProto: maxCacheSize, 5 * 1024 * 1024 * 8",
     "RouteLookupConfig", "cacheSizeBytes"},
    {IssueKind::kEndsEveryCall, Effect::kBreaksCalls,
     "grpc-go stream.go newClientStreamWithParams: context.WithTimeout of 0"},
    {IssueKind::kTooSmall, Effect::kBreaksCalls,
     "grpc-go service_config.go: int64 without a bound; stream.go: every message is larger",
     "MethodConfig", "maxRequestMessageBytes"},
    {IssueKind::kTooSmall, Effect::kBreaksCalls,
     "grpc-go service_config.go: int64 without a bound; stream.go: every message is larger",
     "MethodConfig", "maxResponseMessageBytes"},
    {.kind = IssueKind::kMissingField,
     .effect = Effect::kRejectsConfig,
     .evidence = "grpc-go 1.55 service_config.go parseDuration: \"\" is malformed; run at 1.33.3",
     .message = "RetryPolicy",
     .field = "initialBackoff",
     .until = kDurationRelease},
    {.kind = IssueKind::kMissingField,
     .effect = Effect::kRejectsConfig,
     .evidence = "grpc-go 1.55 service_config.go parseDuration: \"\" is malformed; run at 1.33.3",
     .message = "RetryPolicy",
     .field = "maxBackoff",
     .until = kDurationRelease},
    {.kind = IssueKind::kMissingField,
     .effect = Effect::kRejectsPolicy,
     .evidence = kIgnoringPolicy,
     .message = "RetryPolicy",
     .until = kRetryRelease},
    {.kind = IssueKind::kTooSmall,
     .effect = Effect::kRejectsPolicy,
     .evidence = kIgnoringPolicy,
     .message = "RetryPolicy",
     .until = kRetryRelease},
    {.kind = IssueKind::kEmptyList,
     .effect = Effect::kRejectsPolicy,
     .evidence = kIgnoringPolicy,
     .message = "RetryPolicy",
     .until = kRetryRelease},
    {.kind = IssueKind::kTooSmall,
     .effect = Effect::kRejectsConfig,
     .evidence = "grpc-go codes/codes.go Code.UnmarshalJSON: \"invalid code\"",
     .message = "RetryPolicy",
     .field = "retryableStatusCodes",
     .until = kRetryRelease},
    {.kind = IssueKind::kMissingField,
     .effect = Effect::kRejectsConfig,
     .evidence = "grpc-go 1.55 xds/internal/balancer/outlierdetection/balancer.go ParseConfig: "
                 "\"child_policy must be present\"",
     .message = "OutlierDetectionLoadBalancingConfig",
     .field = "childPolicy",
     .until = kDurationRelease},
    {IssueKind::kMissingField, Effect::kBreaksCalls, kDies, "OutlierDetectionLoadBalancingConfig",
     "childPolicy", kDurationRelease},
    {IssueKind::kMissingField, Effect::kBreaksCalls, kDies, "WeightedTarget", "childPolicy"},
    {IssueKind::kMissingField, Effect::kBreaksCalls, kDies, "PriorityChild", "config"},
    {IssueKind::kMissingField, Effect::kBreaksCalls,
     "grpc-go internal/xds/balancer/clusterimpl/clusterimpl.go UpdateClientConnState: nil child "
     "policy; run at 1.57.0 to 1.83.0",
     "XdsClusterImplLoadBalancingPolicyConfig", "childPolicy"},
    {IssueKind::kMissingField, Effect::kBreaksCalls,
     "grpc-go internal/xds/balancer/clustermanager/clustermanager.go updateChildren: nil child "
     "policy; run at 1.57.0 to 1.83.0",
     "XdsClusterManagerChild", "childPolicy"},
    {.kind = IssueKind::kPolicyNeedsConfig,
     .effect = Effect::kBreaksCalls,
     .evidence = "grpc-go 1.62 balancer_wrapper.go updateClientConnState: a config of nil, which "
                 "UpdateClientConnState of the policy refuses, so that no call is picked for",
     .until = {1, 63, 0}},
    {IssueKind::kUnknownPolicyName, Effect::kIgnoresPolicy,
     "grpc-go service_config.go parseServiceConfig: pick_first where balancer.Get finds none"},
    {IssueKind::kUnlinkedPolicy, Effect::kIgnoresDetail, kBalancer},
    {IssueKind::kUnknownPolicy, Effect::kIgnoresDetail, kBalancer},
    {IssueKind::kNeverMatches, Effect::kIgnoresPolicy,
     "grpc-go clientconn.go getMethodConfig: the path of a call is `/service/method`"},
    {IssueKind::kNoName, Effect::kIgnoresPolicy,
     "grpc-go service_config.go parseServiceConfig: the range over *m.Name puts it under no path"},
    {IssueKind::kNoNameKey, Effect::kIgnoresPolicy,
     "grpc-go service_config.go parseServiceConfig: m.Name == nil is skipped"},
    {IssueKind::kLanguageLetterCase, Effect::kAlters,
     "grpc-go internal/resolver/dns/dns_resolver.go containsString: exactly \"GO\""},
    {IssueKind::kEmptyCriterion, Effect::kAlters,
     "grpc-go internal/resolver/dns/dns_resolver.go containsString: only null matches everyone"},
    {IssueKind::kOneMorePercent, Effect::kAccepts,
     "grpc-go internal/resolver/dns/dns_resolver.go chosenByPercentage: exact"},
    {IssueKind::kNoChoiceTaken, Effect::kRejectsConfig,
     "grpc-go internal/resolver/dns/dns_resolver.go canaryingSC: \"\"; service_config.go "
     "parseServiceConfig: \"no JSON service config provided\""},
    {IssueKind::kMissingField, Effect::kIgnoresDetail,
     "grpc-go internal/resolver/dns/dns_resolver.go canaryingSC: c.ServiceConfig == nil is passed "
     "over",
     "ServiceConfigChoice", "serviceConfig"},
    {IssueKind::kNoTxtAttribute, Effect::kIgnoresPolicy,
     "grpc-go internal/resolver/dns/dns_resolver.go lookupTXT: ignored with a warning"},
    {IssueKind::kTxtNotAscii, Effect::kAccepts,
     "grpc-go internal/resolver/dns/dns_resolver.go lookupTXT: any bytes"},
};

constexpr absl::string_view kRetriesOff =
    "grpc-go 1.40 internal/envconfig/envconfig.go Retry: only with GRPC_GO_RETRY=on";

constexpr FieldTrait kRoot[] = {
    {.field = "retryThrottling",
     .evidence = kRetriesOff,
     .until = kRetriesByDefault,
     .use = Use::kCheckedOnly},
    {.field = "retryThrottling",
     .evidence = "grpc-go service_config.go parseServiceConfig: returns before the check if there "
                 "is no methodConfig",
     .checked_with = "methodConfig"},
    {.field = "loadBalancingPolicy",
     .evidence = "grpc-go service_config.go parseServiceConfig: looked up only if there is no "
                 "loadBalancingConfig",
     .type_only_with = "loadBalancingConfig"},
    {.field = "methodConfig",
     .evidence = "encoding/json decode.go literalStore: null leaves the zero value",
     .null_element = NullReading::kUnset},
    NoSuchField("connectionScaling", "grpc-go issue 9132: not there yet"),
};

constexpr FieldTrait kMethodConfig[] = {
    {.field = "retryPolicy",
     .evidence = kRetriesOff,
     .until = kRetriesByDefault,
     .use = Use::kCheckedOnly},
    {.field = "name",
     .evidence = "encoding/json decode.go literalStore: null leaves the zero value",
     .null_element = NullReading::kUnset},
    {.field = "timeout",
     .evidence = "grpc-go 1.55 service_config.go parseServiceConfig: an entry without name is "
                 "skipped before its durations are parsed",
     .until = kDurationRelease,
     .checked_with = "name"},
    {.field = "maxRequestMessageBytes",
     .evidence = "grpc-go service_config.go jsonMC: *int64",
     .bound = AtLeast(0),
     .reader = FieldReader::kInt64},
    {.field = "maxResponseMessageBytes",
     .evidence = "grpc-go service_config.go jsonMC: *int64",
     .bound = AtLeast(0),
     .reader = FieldReader::kInt64},
    {.field = "retryPolicy",
     .evidence = "grpc-go service_config.go parseServiceConfig: an entry without name is skipped",
     .checked_with = "name"},
    NoSuchField("hedgingPolicy", "grpc-go service_config.go jsonMC: no such field"),
};

constexpr absl::string_view kNullDuration =
    "grpc-go internal/serviceconfig/duration.go Duration.UnmarshalJSON gets null, too, and finds "
    "it malformed";

constexpr FieldTrait kRetryPolicy[] = {
    {.field = "initialBackoff",
     .evidence = kNullDuration,
     .since = kDurationRelease,
     .null = NullReading::kRefused},
    {.field = "maxBackoff",
     .evidence = kNullDuration,
     .since = kDurationRelease,
     .null = NullReading::kRefused},
    {.field = "retryableStatusCodes",
     .evidence = "grpc-go codes/codes.go Code.UnmarshalJSON: null leaves code 0",
     .null_element = NullReading::kUnset},
};

constexpr FieldTrait kThrottling[] = {
    {.field = "maxTokens",
     .evidence = "grpc-go service_config.go retryThrottlingPolicy: float64 in (0, 1000]",
     .reader = FieldReader::kNumber},
};

constexpr MessageTraits kFields[] = {
    {"ServiceConfig", kRoot},
    {"ServiceConfigChoice", kGoChoice},
    {"MethodConfig", kMethodConfig},
    {"RetryPolicy", kRetryPolicy},
    {"RetryThrottlingPolicy", kThrottling},
    {"LoadBalancingConfig", kGoPolicies},
    {"PickFirstConfig", kGoPickFirst},
    {"WeightedRoundRobinLbConfig", kGoWeightedRoundRobin},
    {"RingHashLoadBalancingConfig", kGoRingHash},
    {"LeastRequestLocalityLoadBalancingPolicyConfig", kGoLeastRequest},
    {"OutlierDetectionLoadBalancingConfig", kGoOutlierDetection},
    {"PriorityLoadBalancingPolicyConfig", kGoPriority},
    {"WeightedTargetLoadBalancingPolicyConfig", kGoWeightedTargets},
    {"WeightedTarget", kGoWeightedTarget},
    {"CdsConfig", kGoCds},
    {"XdsClusterImplLoadBalancingPolicyConfig", kGoClusterImpl},
    {"XdsClusterResolverLoadBalancingPolicyConfig", kGoClusterResolver},
    {"DiscoveryMechanism", kGoMechanism},
    {"XdsServer", kGoXdsServer},
    {"ChannelCredentials", kGoCredentials},
    {"XdsClusterManagerLoadBalancingPolicyConfig", kGoClusterManager},
    {"XdsWrrLocalityLoadBalancingPolicyConfig", kGoWrrLocality},
    {"GrpcLbConfig", kGoGrpclb},
    {"RlsLoadBalancingPolicyConfig", kGoRls},
    {"RouteLookupConfig", kGoRouteLookup, kGoProtojson},
    {"GrpcKeyBuilder", {}, kGoProtojson},
    {"KeyBuilderName", {}, kGoProtojson},
    {"ExtraKeys", {}, kGoProtojson},
    {"NameMatcher", kGoNameMatcher, kGoProtojson},
    {"HttpKeyBuilder", kGoHttpKeyBuilder, kGoProtojson},
    {"HttpNameMatcher", {}, kGoProtojson},
};

constexpr Profile kGo = {
    .implementation = Implementation::kGo,
    .oldest = {1, 33, 0},
    .newest = {1, 85, 0},
    .json = {{JsonDialect::kGo, "encoding/json scanner.go"}},
    .keys = {{KeySpelling::kFolded,
              "encoding/json decode.go object: an exact match, else one by foldName"}},
    .duplicates =
        {{Duplicates::kMerged,
          "encoding/json decode.go object: each value is decoded into the same variable"}},
    .numbers = {{NumberGrammar::kGoLiteral,
                 "encoding/json decode.go literalStore: strconv on the literal, no strings"}},
    .durations = {{DurationGrammar::kGoSeconds32, "grpc-go 1.55 service_config.go parseDuration"},
                  {DurationGrammar::kGo, "grpc-go internal/serviceconfig/duration.go",
                   kDurationRelease}},
    .status_codes = {{CodeGrammar::kGoName, "grpc-go codes/codes.go Code.UnmarshalJSON"}},
    .policy_bounds = {{Bounds::kFieldTable, "grpc-go service_config.go isValidRetryPolicy"}},
    .fields = {{FieldSet::kGrfcs, "grpc-go service_config.go jsonSC"}},
    .nulls = {{NullReading::kUnset,
               "encoding/json decode.go literalStore: null leaves the zero value"}},
    .null_root = {{Effect::kAccepts, "encoding/json: null leaves jsonSC as it is"}},
    .array_root = {{Effect::kRejectsConfig, "encoding/json: cannot unmarshal array into jsonSC"}},
    .policy_choice = {{PolicyChoice::kRawUpToSupported, kBalancer}},
    .policy_names =
        {{PolicyNames::kAnyCaseDiesOfNone,
          "grpc-go 1.45 clientconn.go switchBalancer: \"\" is the current one, which is "
          "nil; run at 1.33.3"},
         {PolicyNames::kAnyCaseOrDefault,
          "grpc-go 1.81 balancer/balancer.go Get: strings.ToLower",
          {1, 46, 0}},
         {PolicyNames::kExactOrDefault, "grpc-go balancer/balancer.go Get (PR 9017)",
          kCaseRelease}},
    .names = {{NameRules::kGo, "grpc-go service_config.go jsonName.generatePath"}},
    .choices = kGoChoices,
    .calls = kGoCalls,
    .name_match = {{NameMatch::kByPath, "grpc-go clientconn.go getMethodConfig"}},
    .default_policies = {{{.listed = kGoDefaultPolicies},
                          "grpc-go balancer_wrapper.go, clientconn.go: imports of package grpc"}},
    .all_policies = {{{.listed = kGoAllPolicies},
                      "grpc-go balancer.Register in all packages of each release"}},
    .text_issues = {{Effect::kRejectsConfig, "encoding/json scanner.go: a syntax error"}},
    .other_issues = {{Effect::kRejectsConfig, kParse}},
    .issues = kIssues,
    .field_traits = kFields,
};

}  // namespace

const Profile& GoProfile() { return kGo; }

}  // namespace grpcfg
