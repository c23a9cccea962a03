// grpc-go. Read at HEAD of August 2026 (1.85.0-dev), with the history of each file; 1.33.3 was run.

#include "schema/clients/call_traits.h"
#include "schema/clients/profile.h"
#include "schema/clients/profile_choices.h"

namespace grpcfg {
namespace {

// ---- What grpc-go makes of the configs of LB policies: what json.Unmarshal puts into their
// structs.

constexpr Release kGoDurationRelease = {1, 56, 0};
constexpr absl::string_view kGoZeroOfNull =
    "encoding/json decode.go literalStore: null leaves the zero value";
constexpr absl::string_view kGoEmbedded =
    "encoding/json decode.go literalStore: an interface, embedded without a tag, takes null alone";
constexpr absl::string_view kGoNoSignOfPeriods =
    "grpc-go balancer/weightedroundrobin/balancer.go ParseConfig: no sign is checked";

constexpr FieldTrait kGoPolicies[] = {
    {.field = "pick_first",
     .evidence = "grpc-go 1.55 pickfirst.go: no ConfigParser, so any JSON value",
     .until = kGoDurationRelease,
     .reader = FieldReader::kUnread},
    {.field = "round_robin",
     .evidence = "grpc-go balancer/roundrobin: no ConfigParser, so any JSON value",
     .reader = FieldReader::kUnread},
};

constexpr FieldTrait kGoPickFirst[] = {
    {.field = "shuffleAddressList",
     .evidence = "grpc-go 1.57 pickfirst.go: used only with GRPC_EXPERIMENTAL_PICKFIRST_LB_CONFIG",
     .until = {1, 58, 0},
     .use = Use::kCheckedOnly},
};

// grpc-go internal/serviceconfig/duration.go Duration.UnmarshalJSON gets null, too: encoding/json
// decode.go indirect passes it on but for pointers.
constexpr FieldTrait GoPeriod(absl::string_view field, const Bound& bound) {
  return {.field = field,
          .evidence = kGoNoSignOfPeriods,
          .bound = bound,
          .null = NullReading::kRefused};
}

constexpr FieldTrait kGoWeightedRoundRobin[] = {
    GoPeriod("oobReportingPeriod", Bound{}),
    GoPeriod("blackoutPeriod", Bound{}),
    GoPeriod("weightExpirationPeriod", Bound{}),
    GoPeriod("weightUpdatePeriod", Bound{.floor_ms = 100}),
};

constexpr FieldTrait kGoRingHash[] = {
    NoSuchField("requestHashHeader",
                "grpc-go 1.71 xds/internal/balancer/ringhash/config.go LBConfig: no such field", {},
                {1, 72, 0}),
    {.field = "requestHashHeader",
     .evidence = "grpc-go 1.79 balancer/ringhash/config.go parseConfig: dropped unless "
                 "GRPC_EXPERIMENTAL_RING_HASH_SET_REQUEST_HASH_KEY is true",
     .since = {1, 72, 0},
     .until = {1, 80, 0},
     .use = Use::kCheckedOnly,
     .reader = FieldReader::kAnyText},
    {.field = "requestHashHeader",
     .evidence = "grpc-go balancer/ringhash/config.go parseConfig: metadata.ValidateKey",
     .since = {1, 80, 0},
     .reader = FieldReader::kPseudoHeader},
};

constexpr FieldTrait kGoLeastRequest[] = {
    {.field = "choiceCount",
     .evidence = "grpc-go balancer/leastrequest/leastrequest.go LBConfig: uint32",
     .bound = ClampedTo(10, Between(2, kMaxUint32))},
};

constexpr FieldTrait GoNanoseconds(absl::string_view field) {
  return {.field = field,
          .evidence =
              "grpc-go 1.55 xds/internal/balancer/outlierdetection/config.go LBConfig: "
              "time.Duration, an integer of nanoseconds",
          .until = kGoDurationRelease,
          .reader = FieldReader::kNanoseconds};
}

constexpr FieldTrait GoDuration(absl::string_view field) {
  return {.field = field,
          .evidence =
              "grpc-go internal/serviceconfig/duration.go Duration.UnmarshalJSON: null is "
              "malformed",
          .since = kGoDurationRelease,
          .null = NullReading::kRefused};
}

constexpr FieldTrait kGoOutlierDetection[] = {
    GoNanoseconds("interval"), GoNanoseconds("baseEjectionTime"), GoNanoseconds("maxEjectionTime"),
    GoDuration("interval"),    GoDuration("baseEjectionTime"),    GoDuration("maxEjectionTime"),
};

constexpr FieldTrait kGoPriority[] = {
    {.field = "children",
     .evidence = "grpc-go internal/xds/balancer/priority/config.go parseConfig: every priority is "
                 "looked up, and nil has none",
     .presence = Presence::kOptional,
     .null_element = NullReading::kUnset,
     .required_with = "priorities"},
    {.field = "priorities",
     .evidence =
         "grpc-go internal/xds/balancer/priority/config.go parseConfig: every child must be "
         "a priority, and nil has none",
     .presence = Presence::kOptional,
     .null_element = NullReading::kUnset,
     .required_with = "children"},
};

constexpr FieldTrait kGoWeightedTargets[] = {
    {.field = "targets",
     .evidence = "grpc-go balancer/weightedtarget/weightedtarget_config.go parseConfig",
     .presence = Presence::kOptional,
     .null_element = NullReading::kUnset},
};

constexpr FieldTrait kGoWeightedTarget[] = {
    {.field = "weight",
     .evidence = "grpc-go balancer/weightedtarget/weightedtarget_config.go: 0 if absent",
     .presence = Presence::kOptional},
};

constexpr FieldTrait kGoCds[] = {
    NoSuchField("isDynamic",
                "grpc-go 1.78 internal/xds/balancer/cdsbalancer/cdsbalancer.go lbConfig: no such "
                "field",
                {}, {1, 79, 0}),
    {.field = "cluster",
     .evidence =
         "grpc-go internal/xds/balancer/cdsbalancer/cdsbalancer.go ParseConfig: not checked",
     .presence = Presence::kOptional},
    {.field = "loadBalancingConfig",
     .evidence = kGoEmbedded,
     .use = Use::kApplied,
     .reader = FieldReader::kNeverTaken},
};

constexpr Release kGoXdsConfigRelease = {1, 80, 0};
constexpr absl::string_view kGoClusterOnly =
    "grpc-go 1.80 internal/xds/balancer/clusterimpl/config.go LBConfig: no such field any more";

constexpr FieldTrait kGoClusterImpl[] = {
    {.field = "cluster",
     .evidence = "grpc-go internal/xds/balancer/clusterimpl/config.go parseConfig: not checked",
     .presence = Presence::kOptional},
    {.field = "childPolicy",
     .evidence = "grpc-go internal/xds/balancer/clusterimpl/clusterimpl.go UpdateClientConnState: "
                 "nothing without an xDS client",
     .reader = FieldReader::kIdlePolicies},
    {.field = "dropCategories", .evidence = kGoZeroOfNull, .null_element = NullReading::kUnset},
    NoSuchField("telemetryLabels",
                "grpc-go 1.63 xds/internal/balancer/clusterimpl/config.go LBConfig: no such field",
                {}, {1, 64, 0}),
    {.field = "telemetryLabels", .evidence = kGoZeroOfNull, .null_element = NullReading::kUnset},
    NoSuchField("lrsLoadReportingServerName",
                "grpc-go 1.45 xds/internal/balancer/clusterimpl/config.go LBConfig: no such field "
                "any more",
                {1, 45, 0}),
    NoSuchField("lrsLoadReportingServer",
                "grpc-go 1.44 xds/internal/balancer/clusterimpl/config.go LBConfig: no such field",
                {}, {1, 45, 0}),
    NoSuchField("edsServiceName", kGoClusterOnly, kGoXdsConfigRelease),
    NoSuchField("lrsLoadReportingServer", kGoClusterOnly, kGoXdsConfigRelease),
    NoSuchField("maxConcurrentRequests", kGoClusterOnly, kGoXdsConfigRelease),
    NoSuchField("dropCategories", kGoClusterOnly, kGoXdsConfigRelease),
    NoSuchField("telemetryLabels", kGoClusterOnly, kGoXdsConfigRelease),
};

constexpr FieldTrait kGoClusterResolver[] = {
    {.field = "discoveryMechanisms",
     .evidence = "grpc-go 1.79 internal/xds/balancer/clusterresolver/clusterresolver.go "
                 "ParseConfig: not checked",
     .presence = Presence::kOptional,
     .non_empty = false,
     .null_element = NullReading::kUnset},
    {.field = "xdsLbPolicy",
     .evidence = "grpc-go 1.79 internal/xds/balancer/clusterresolver/clusterresolver.go "
                 "ParseConfig: raw JSON, parsed even if there is none",
     .since = kGoDurationRelease,
     .presence = Presence::kRequired},
};

constexpr FieldTrait kGoMechanism[] = {
    {.field = "type",
     .evidence = "grpc-go 1.79 internal/xds/balancer/clusterresolver/config.go "
                 "DiscoveryMechanismType.UnmarshalJSON: two words, which null is not",
     .null = NullReading::kRefused,
     .reader = FieldReader::kMechanismType},
    {.field = "outlierDetection",
     .evidence = "grpc-go 1.79 internal/xds/balancer/clusterresolver/clusterresolver.go "
                 "ParseConfig: raw JSON, parsed even if there is none",
     .since = kGoDurationRelease,
     .presence = Presence::kRequired},
    NoSuchField("telemetryLabels",
                "grpc-go 1.63 xds/internal/balancer/clusterresolver/config.go DiscoveryMechanism: "
                "no such field",
                {}, {1, 64, 0}),
    {.field = "telemetryLabels", .evidence = kGoZeroOfNull, .null_element = NullReading::kUnset},
    NoSuchField("lrsLoadReportingServerName",
                "grpc-go 1.45 xds/internal/balancer/clusterresolver/config.go DiscoveryMechanism: "
                "no such field any more",
                {1, 45, 0}),
    NoSuchField("lrsLoadReportingServer",
                "grpc-go 1.44 xds/internal/balancer/clusterresolver/config.go DiscoveryMechanism: "
                "no such field",
                {}, {1, 45, 0}),
    NoSuchField("overrideHostStatus",
                "grpc-go 1.79 internal/xds/balancer/clusterresolver/config.go DiscoveryMechanism: "
                "no such field"),
};

constexpr absl::string_view kGoServerChecked =
    "grpc-go internal/xds/bootstrap/bootstrap.go ServerConfig.UnmarshalJSON: \"cannot be empty\"";

constexpr FieldTrait kGoXdsServer[] = {
    {.field = "server_uri",
     .evidence = "grpc-go 1.65 internal/xds/bootstrap/bootstrap.go ServerConfig.UnmarshalJSON: any",
     .until = {1, 66, 0},
     .presence = Presence::kOptional},
    {.field = "server_uri", .evidence = kGoServerChecked, .since = {1, 66, 0}, .non_empty = true},
    {.field = "channel_creds",
     .evidence = kGoServerChecked,
     .since = {1, 66, 0},
     .presence = Presence::kRequired},
    {.field = "channel_creds",
     .evidence =
         "grpc-go internal/xds/bootstrap/bootstrap.go ServerConfig.UnmarshalJSON: the first "
         "that is registered is built",
     .null_element = NullReading::kUnset,
     .reader = FieldReader::kKnownCredentials},
    {.field = "server_features",
     .evidence = "grpc-go internal/xds/bootstrap/bootstrap.go serverConfigJSON: []string",
     .null_element = NullReading::kUnset,
     .reader = FieldReader::kTexts},
};

constexpr FieldTrait kGoCredentials[] = {
    {.field = "type",
     .evidence = "grpc-go internal/xds/bootstrap/bootstrap.go ChannelCreds: \"\" is none",
     .presence = Presence::kOptional},
    {.field = "config",
     .evidence = "grpc-go internal/xds/bootstrap/bootstrap.go ChannelCreds: raw JSON",
     .reader = FieldReader::kUnread},
};

constexpr FieldTrait kGoClusterManager[] = {
    {.field = "children",
     .evidence = "grpc-go internal/xds/balancer/clustermanager/config.go parseConfig: not checked",
     .presence = Presence::kOptional,
     .non_empty = false,
     .null_element = NullReading::kUnset},
    {.field = "loadBalancingConfig",
     .evidence = kGoEmbedded,
     .use = Use::kApplied,
     .reader = FieldReader::kNeverTaken},
};

constexpr FieldTrait kGoWrrLocality[] = {
    {.field = "childPolicy",
     .evidence = "grpc-go internal/xds/balancer/wrrlocality/balancer.go UpdateClientConnState: one "
                 "for each locality that xDS has weighted",
     .reader = FieldReader::kIdlePolicies},
};

constexpr FieldTrait kGoGrpclb[] = {
    {.field = "childPolicy",
     .evidence =
         "grpc-go balancer/grpclb/grpclb_config.go grpclbServiceConfig: objects of raw JSON",
     .reader = FieldReader::kRawPolicies},
    NoSuchField("serviceName",
                "grpc-go 1.44 balancer/grpclb/grpclb_config.go grpclbServiceConfig: no such field",
                {}, {1, 45, 0}),
    NoSuchField("initialFallbackTimeout",
                "grpc-go balancer/grpclb/grpclb_config.go grpclbServiceConfig: no such field"),
    {.field = "loadBalancingConfig",
     .evidence = kGoEmbedded,
     .use = Use::kApplied,
     .reader = FieldReader::kNeverTaken},
};

constexpr FieldTrait kGoRls[] = {
    NoSuchField("routeLookupChannelServiceConfig",
                "grpc-go 1.44 balancer/rls/internal/config.go lbConfigJSON: no such field", {},
                {1, 45, 0}),
};

// A route lookup is read by protobuf's JSON parser.
constexpr absl::string_view kGoProtojson =
    "grpc-go balancer/rls/config.go ParseConfig: protojson, which discards unknown fields";
constexpr absl::string_view kGoNoSign =
    "grpc-go balancer/rls/config.go parseRLSProto: no sign is checked";

constexpr FieldTrait kGoRouteLookup[] = {
    {.field = "lookupService",
     .evidence = "grpc-go balancer/rls/config.go parseRLSProto: url.Parse, then resolver.Get",
     .reader = FieldReader::kGoTarget},
    {.field = "lookupServiceTimeout", .evidence = kGoNoSign, .bound = Bound{}},
    {.field = "maxAge", .evidence = kGoNoSign, .bound = ClampedTo(300, Bound{})},
    {.field = "staleAge", .evidence = kGoNoSign, .bound = ClampedTo(300, Bound{})},
    {.field = "cacheSizeBytes",
     .evidence = "grpc-go balancer/rls/config.go parseRLSProto: above 0, and at most maxCacheSize, "
                 "5 * 1024 * 1024 * 8",
     .presence = Presence::kRequired,
     .bound = ClampedTo(int64_t{5} * 1024 * 1024 * 8, Above(0))},
    {.field = "defaultTarget",
     .evidence = "grpc-go balancer/rls/config.go parseRLSProto: any string",
     .non_empty = false},
};

constexpr FieldTrait kGoHttpKeyBuilder[] = {
    NoSuchField("method",
                "grpc-go 1.66 internal/proto/grpc_lookup_v1/rls_config.pb.go HttpKeyBuilder: no "
                "such field",
                {}, {1, 67, 0}),
};

constexpr FieldTrait kGoNameMatcher[] = {
    {.field = "names",
     .evidence = "grpc-go balancer/rls/internal/keys/builder.go MakeBuilderMap: any list",
     .presence = Presence::kOptional,
     .non_empty = false},
};

// ---- What grpc-go does with a call.

constexpr absl::string_view kGoShouldRetry = "grpc-go stream.go csAttempt.shouldRetry";
constexpr CallTraits kGoCalls = {
    .retries = {{Support::kFull, kGoShouldRetry}},
    .retries_need = {{{"GRPC_GO_RETRY=on"}, "grpc-go 1.40 internal/envconfig/envconfig.go Retry"},
                     {{},
                      "grpc-go 1.41 internal/envconfig/envconfig.go Retry: or with RetrySupport, "
                      "which is on; gone since 1.43",
                      {1, 41, 0}}},
    .retries_off = {{{"WithDisableRetry"}, "grpc-go dialoptions.go WithDisableRetry"}},
    .attempt_limit = {{{5, ""}, "grpc-go 1.64 service_config.go convertRetryPolicy"},
                      {{5, "WithMaxCallAttempts"},
                       "grpc-go dialoptions.go WithMaxCallAttempts: below 2 means 5",
                       {1, 65, 0}}},
    .jitter = {{kJitterOf2017, "grpc-go 1.68 stream.go csAttempt.shouldRetry: Int63n(cur)"},
               {kJitterOf2024, "grpc-go stream.go csAttempt.shouldRetry (PR 7869)", {1, 69, 0}}},
    .first_delay = {{FirstDelay::kCapped,
                     "grpc-go stream.go csAttempt.shouldRetry: min with MaxBackoff for each"}},
    .delay_step = {{DelayStep::kNanosecondsAtEnd,
                    "grpc-go stream.go csAttempt.shouldRetry: a float64 to the power of the "
                    "retries"}},
    .pushback_codes = {{PushbackCodes::kListed, kGoShouldRetry}},
    .pushback_grammar = {{PushbackGrammar::kInt64,
                          "grpc-go stream.go csAttempt.shouldRetry: strconv.Atoi"}},
    .malformed_pushback = {{MalformedPushback::kStops,
                            "grpc-go stream.go csAttempt.shouldRetry: strconv.Atoi; several "
                            "values stop too"}},
    .after_pushback = {{AfterPushback::kStartsOver,
                        "grpc-go stream.go csAttempt.shouldRetry: numRetriesSincePushback"}},
    .retry_checks = {{{RetryCheck::kCommitted, RetryCheck::kPushback, RetryCheck::kCode,
                       RetryCheck::kTokens, RetryCheck::kAttempts},
                      kGoShouldRetry}},
    .unsent_retry = {{UnsentRetry::kAsRefused,
                      "grpc-go 1.39 stream.go clientStream.shouldRetry: without a limit only if "
                      "the call waits for ready"},
                     {UnsentRetry::kUnlimited,
                      "grpc-go stream.go csAttempt.shouldRetry: allowTransparentRetry",
                      {1, 40, 0}}},
    .refused_retry = {{RefusedRetry::kFirstSent,
                       "grpc-go stream.go csAttempt.shouldRetry: firstAttempt"}},
    .retry_buffer = {{{256 * kKibibyte, 0, "MaxRetryRPCBufferSize"},
                      "grpc-go rpc_util.go defaultCallInfo: maxRetryRPCBufferSize"}},
    .default_throttling = {{DefaultThrottling::kApplied,
                            "grpc-go clientconn.go maybeApplyDefaultServiceConfig"}},
    .throttle_scope = {{ThrottleScope::kChannelAlwaysRefilled,
                        "grpc-go clientconn.go applyServiceConfigAndBalancer: a new "
                        "retryThrottler; run at 1.33.3"}},
    .tokens = {{TokenArithmetic::kDouble, "grpc-go clientconn.go retryThrottler: float64"}},
    .token_debit = {{TokenDebit::kStoppedOfEvery,
                     "grpc-go stream.go csAttempt.shouldRetry: throttle() before the policy is "
                     "looked at"}},
    .committed_debit = {{CommittedDebit::kNone,
                         "grpc-go stream.go csAttempt.shouldRetry: committed and TrailersOnly come "
                         "before throttle()"}},
    .token_credit = {{TokenCredit::kEveryCall,
                      "grpc-go stream.go clientStream.finish: successfulRPC"}},
    .throttle_check = {{ThrottleCheck::kAtFailure, kGoShouldRetry}},
    .hedging = {{Support::kNone, "grpc-go service_config.go jsonMC: no hedgingPolicy"}},
    .wait_for_ready = {{WaitForReadyChoice::kCallWins,
                        "grpc-go stream.go newClientStreamWithParams: the call's options come "
                        "after the config"}},
    .health_checks = {{HealthChecks::kByConfig,
                       "grpc-go clientconn.go startHealthCheck: HealthCheckEnabled, which "
                       "pickfirst does not set"}},
    .health_checks_need = {{{"import _ \"google.golang.org/grpc/health\""},
                            "grpc-go clientconn.go startHealthCheck: internal.HealthCheckFunc"}},
    .txt_lookup = {{{TxtLookup::Default::kOn, "WithDisableServiceConfig"},
                    "grpc-go 1.74 internal/resolver/dns/dns_resolver.go lookup"},
                   {{TxtLookup::Default::kOn,
                     "WithDisableServiceConfig or GRPC_ENABLE_TXT_SERVICE_CONFIG=false"},
                    "grpc-go internal/envconfig/envconfig.go EnableTXTServiceConfig",
                    {1, 75, 0}}},
    .txt_name = {{TxtName::kPrefixed,
                  "grpc-go internal/resolver/dns/dns_resolver.go lookupTXT: txtPrefix"}},
    .txt_records = {{TxtRecords::kAllAsOneText,
                     "grpc-go internal/resolver/dns/dns_resolver.go lookupTXT: res += s"}},
    .txt_attribute = {{TxtAttribute::kInRecord,
                       "Go net lookup_unix.go goLookupTXT: the strings of a record are joined"}},
    .txt_query = {{TxtQuery::kEdns, "Go net dnsclient_unix.go newRequest: maxDNSPacketSize"}},
};

// ---- What grpc-go reads, and how

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
     "grpc-go internal/resolver/dns/dns_resolver.go containsString: only null is everyone"},
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

// balancer/pickfirst/pickfirstleaf: from here on it is registered as pick_first, for
// GRPC_EXPERIMENTAL_ENABLE_NEW_PICK_FIRST is true by default.
constexpr Release kLeafUnnamed = {1, 72, 0};
constexpr ListedPolicy kDefaultPolicies[] = {
    {"pick_first"}, {"round_robin"}, {"pick_first_leaf", {1, 68, 0}, kLeafUnnamed, "pick_first"}};

// What a program can link. Some are older: rls was internal before 1.44, nothing imported priority,
// cluster_impl and lrs before 1.39, and outlier_detection was off before 1.50.
constexpr Release kXdsTreeRelease = {1, 39, 0};
// Of autosharding_experimental HEAD has the config alone, and no balancer.
constexpr ListedPolicy kAllPolicies[] = {
    {"pick_first"},
    {"round_robin"},
    {"pick_first_leaf", {1, 68, 0}, kLeafUnnamed, "pick_first"},
    {"grpclb"},
    {"rls_experimental", {1, 44, 0}},
    {"ring_hash_experimental", {1, 41, 0}},
    {"weighted_target_experimental"},
    {"priority_experimental", kXdsTreeRelease},
    {"outlier_detection_experimental", {1, 50, 0}},
    {"cds_experimental"},
    {"xds_cluster_impl_experimental", kXdsTreeRelease},
    {"cluster_resolver_experimental", {1, 40, 0}, {1, 80, 0}, "xds_cluster_resolver_experimental"},
    {"xds_routing_experimental", {}, {1, 35, 0}},
    {"xds_cluster_manager_experimental", {1, 35, 0}},
    {"eds_experimental", {}, {1, 40, 0}},
    {"lrs_experimental", kXdsTreeRelease, {1, 40, 0}},
    {"xds_experimental", {}, {1, 40, 0}},
    {"xds_wrr_locality_experimental", {1, 56, 0}},
    {"weighted_round_robin_experimental", {1, 56, 0}, {1, 57, 0}, "weighted_round_robin"},
    {"weighted_round_robin", {1, 57, 0}},
    {"least_request_experimental", {1, 58, 0}},
    {"random_subsetting_experimental", {1, 79, 0}}};

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
    .default_policies = {{{.listed = kDefaultPolicies},
                          "grpc-go balancer_wrapper.go, clientconn.go: imports of package grpc"}},
    .all_policies = {{{.listed = kAllPolicies},
                      "grpc-go balancer.Register in all packages of each release"}},
    .text_issues = {{Effect::kRejectsConfig, "encoding/json scanner.go: a syntax error"}},
    .other_issues = {{Effect::kRejectsConfig, kParse}},
    .issues = kIssues,
    .field_traits = kFields,
};

}  // namespace

const Profile& GoProfile() { return kGo; }

}  // namespace grpcfg
