// grpc-java. Read at HEAD of August 2026 (as 1.83.1), with the history of each file; HEAD's classes
// and 1.41.3 were run.

#include <cstdint>
#include <limits>

#include "schema/clients/profile.h"
#include "schema/clients/profile_choices.h"

namespace grpcfg {
namespace {

// ---- How grpc-java reads the configs of its LB policies, by the parseLoadBalancingPolicyConfig of
// each provider.

constexpr int64_t kMaxJavaInt = std::numeric_limits<int32_t>::max();

constexpr FieldTrait kJavaPolicies[] = {
    {.field = "pick_first",
     .evidence = "grpc-java 1.58.0 PickFirstLoadBalancerProvider.java: read only with "
                 "GRPC_EXPERIMENTAL_PICKFIRST_LB_CONFIG, and before 1.56 not at all",
     .until = {1, 58, 1},
     .reader = FieldReader::kUnread},
    {.field = "round_robin",
     .evidence = "grpc-java SecretRoundRobinLoadBalancerProvider.java: \"no service config\"",
     .reader = FieldReader::kUnread},
    {.field = "priority_experimental",
     .evidence = "grpc-java PriorityLoadBalancerProvider.java: \"cannot be used from service "
                 "config\"; before 1.56 an UnsupportedOperationException",
     .reader = FieldReader::kNeverTaken},
    {.field = "rls_experimental",
     .evidence = "grpc-java 1.45.0 RlsProtoConverters.java: asks for grpcKeyBuilders (#8999), as "
                 "rls-experimental did before",
     .until = {1, 45, 1},
     .reader = FieldReader::kNeverTaken},
};

constexpr FieldTrait kJavaGrpclb[] = {
    {.field = "childPolicy",
     .evidence =
         "grpc-java GrpclbLoadBalancerProvider.java parseLoadBalancingConfigPolicyInternal: "
         "the first \"round_robin\" or \"pick_first\"; an empty list is as good as none",
     .reader = FieldReader::kTwoPolicies},
    NoSuchField("initialFallbackTimeout",
                "grpc-java 1.45 GrpclbLoadBalancerProvider.java: no such key", {}, {1, 46, 0}),
    {.field = "initialFallbackTimeout",
     .evidence = "grpc-java GrpclbConfig.java create: \"Invalid timeout\", in milliseconds",
     .since = {1, 46, 0},
     .reader = FieldReader::kWholeMs},
};

constexpr absl::string_view kJavaOutlier =
    "grpc-java OutlierDetectionLoadBalancerProvider.java parseLoadBalancingPolicyConfigInternal";
constexpr FieldTrait kJavaOutlierDetection[] = {
    {.field = "interval", .evidence = kJavaOutlier, .bound = Bound{}},
    {.field = "baseEjectionTime", .evidence = kJavaOutlier, .bound = Bound{}},
    {.field = "maxEjectionTime", .evidence = kJavaOutlier, .bound = Bound{}},
    NoSuchField("maxEjectionPercent",
                "grpc-java OutlierDetectionLoadBalancerProvider.java: the key is "
                "maxEjectionPercentage"),
    {.field = "maxEjectionPercentage",
     .evidence = "grpc-java OutlierDetectionLoadBalancer.java Builder.setMaxEjectionPercent: any "
                 "integer",
     .use = Use::kApplied,
     .bound = Bound{}},
};

constexpr FieldTrait kJavaSuccessRate[] = {
    {.field = "stdevFactor",
     .evidence = "grpc-java OutlierDetectionLoadBalancer.java SuccessRateEjection.Builder."
                 "setStdevFactor: any integer",
     .bound = Bound{}},
};

constexpr absl::string_view kJavaNoSign =
    "grpc-java WeightedRoundRobinLoadBalancerProvider.java: no sign is checked";
constexpr FieldTrait kJavaWeightedRoundRobin[] = {
    {.field = "metricNamesForComputingUtilization",
     .evidence =
         "grpc-java WeightedRoundRobinLoadBalancerProvider.java: JsonUtil.getListOfStrings, "
         "used only with GRPC_EXPERIMENTAL_WRR_CUSTOM_METRICS",
     .since = {1, 81, 0},
     .use = Use::kCheckedOnly},
    {.field = "errorUtilizationPenalty", .evidence = kJavaNoSign, .bound = Bound{}},
    {.field = "oobReportingPeriod", .evidence = kJavaNoSign, .bound = Bound{}},
    {.field = "blackoutPeriod", .evidence = kJavaNoSign, .bound = Bound{}},
    {.field = "weightExpirationPeriod", .evidence = kJavaNoSign, .bound = Bound{}},
    {.field = "weightUpdatePeriod", .evidence = kJavaNoSign, .bound = Bound{.floor_ms = 100}},
};

constexpr FieldTrait kJavaWeightedTargets[] = {
    {.field = "targets",
     .evidence = "grpc-java WeightedTargetLoadBalancerProvider.java: \"No targets provided\"",
     .non_empty = true},
};

constexpr FieldTrait kJavaWeightedTarget[] = {
    {.field = "weight",
     .evidence = "grpc-java WeightedTargetLoadBalancerProvider.java: \"Wrong weight\" below 1",
     .bound = AtLeast(1)},
};

// Keys of its own.
constexpr absl::string_view kJavaManager =
    "grpc-java ClusterManagerLoadBalancerProvider.java parseLoadBalancingPolicyConfig";
constexpr FieldTrait kJavaClusterManager[] = {
    NoSuchField("children", kJavaManager),
    {.field = "childPolicy",
     .evidence = kJavaManager,
     .use = Use::kApplied,
     .presence = Presence::kRequired,
     .non_empty = true},
};
constexpr FieldTrait kJavaClusterManagerChild[] = {
    NoSuchField("childPolicy", kJavaManager),
    {.field = "lbPolicy",
     .evidence = kJavaManager,
     .use = Use::kApplied,
     .presence = Presence::kRequired,
     .non_empty = true},
};

constexpr absl::string_view kJavaRingBefore152 =
    "grpc-java 1.51 RingHashLoadBalancerProvider.java: above 0, and at most MAX_RING_SIZE, "
    "8 * 1024 * 1024, which is also the default maximum";
constexpr absl::string_view kJavaRing =
    "grpc-java RingHashLoadBalancerProvider.java: above 0, and cut to the cap of "
    "RingHashOptions.java, 4096";
constexpr Release kJavaRingCap = {1, 52, 0};
constexpr int64_t kJavaLargestRing = int64_t{8} << 20;
constexpr FieldTrait kJavaRingHash[] = {
    {.field = "minRingSize",
     .evidence = kJavaRingBefore152,
     .until = kJavaRingCap,
     .bound = Between(1, kJavaLargestRing)},
    {.field = "maxRingSize",
     .evidence = kJavaRingBefore152,
     .until = kJavaRingCap,
     .bound = Between(1, kJavaLargestRing),
     .if_absent = kJavaLargestRing},
    {.field = "minRingSize",
     .evidence = kJavaRing,
     .since = kJavaRingCap,
     .bound = ClampedTo(4096, AtLeast(1))},
    {.field = "maxRingSize",
     .evidence = kJavaRing,
     .since = kJavaRingCap,
     .bound = ClampedTo(4096, AtLeast(1))},
    NoSuchField("requestHashHeader",
                "grpc-java RingHashLoadBalancerProvider.java: read only with "
                "GRPC_EXPERIMENTAL_RING_HASH_SET_REQUEST_HASH_KEY, and before 1.72 not at all"),
};

constexpr FieldTrait kJavaLeastRequest[] = {
    {.field = "choiceCount",
     .evidence = "grpc-java LeastRequestLoadBalancerProvider.java: getNumberAsInteger; "
                 "LeastRequestLoadBalancer.java LeastRequestConfig: at most 10",
     .bound = ClampedTo(10, Between(2, kMaxJavaInt)),
     .reader = FieldReader::kInt32},
};

constexpr FieldTrait kJavaRandomSubsetting[] = {
    {.field = "subsetSize",
     .evidence = "grpc-java RandomSubsettingLoadBalancer.java Builder.setSubsetSize: above 0, and "
                 "at most Integer.MAX_VALUE",
     .bound = ClampedTo(kMaxJavaInt, Above(0)),
     .reader = FieldReader::kInt64},
};

constexpr Release kJavaIsDynamic = {1, 75, 0};
constexpr FieldTrait kJavaCds[] = {
    {.field = "cluster",
     .evidence = "grpc-java CdsLoadBalancerProvider.java CdsConfig: \"name is null or empty\"",
     .non_empty = true},
    NoSuchField("isDynamic",
                "grpc-java CdsLoadBalancerProvider.java: the key is is_dynamic, since 1.75"),
    {.field = "is_dynamic",
     .evidence = "grpc-java CdsLoadBalancerProvider.java parseLoadBalancingConfigPolicy",
     .since = kJavaIsDynamic,
     .use = Use::kApplied},
};

constexpr FieldTrait kJavaRls[] = {
    {.field = "routeLookupChannelServiceConfig",
     .evidence =
         "grpc-java RlsLoadBalancerProvider.java: any object; CachingRlsLbClient.java constructor: "
         "defaultServiceConfig; ManagedChannelImpl.java constructor: \"Default config is invalid\"",
     .reader = FieldReader::kReadLater},
    {.field = "childPolicy",
     .evidence =
         "grpc-java LbPolicyConfiguration.java ChildLoadBalancingPolicy.create, "
         "ChildPolicyWrapper: the config is parsed for each target, and null if it is wrong",
     .reader = FieldReader::kReadLater},
};

constexpr absl::string_view kJavaAges =
    "grpc-java RlsProtoConverters.java RouteLookupConfigConverter: no sign is checked";
constexpr FieldTrait kJavaRouteLookup[] = {
    {.field = "lookupService",
     .evidence = "grpc-java RlsProtoConverters.java: \"not valid URI\"; java.net.URI constructor",
     .reader = FieldReader::kTargetUri},
    {.field = "lookupServiceTimeout",
     .evidence = "grpc-java RlsProtoConverters.java: \"lookupServiceTimeout should be positive\"",
     .bound = Above(0)},
    {.field = "maxAge", .evidence = kJavaAges, .bound = ClampedTo(300, Bound{})},
    {.field = "staleAge", .evidence = kJavaAges, .bound = ClampedTo(300, Bound{})},
    {.field = "cacheSizeBytes",
     .evidence = "grpc-java RlsProtoConverters.java RouteLookupConfigConverter: positive, and at "
                 "most MAX_CACHE_SIZE",
     .bound = ClampedTo(int64_t{5} * 1024 * 1024, Above(0))},
    NoSuchField("validTargets", "grpc-java RlsProtoConverters.java: no such key since 1.43"),
    NoSuchField("httpKeybuilders", "grpc-java RlsProtoConverters.java: no such key"),
    {.field = "defaultTarget",
     .evidence = "grpc-java RlsProtoConverters.java: emptyToNull",
     .non_empty = false},
};

constexpr FieldTrait kJavaKeyBuilder[] = {
    {.field = "constantKeys",
     .evidence = "grpc-java RlsProtoConverters.java GrpcKeyBuilderConverter: an unchecked cast",
     .reader = FieldReader::kUncheckedTexts},
};

constexpr FieldTrait kJavaNameMatcher[] = {
    {.field = "key",
     .evidence = "grpc-java 1.49 RlsProtoConverters.java GrpcKeyBuilderConverter: any string",
     .until = {1, 50, 0},
     .non_empty = false},
    {.field = "names",
     .evidence = "grpc-java RlsProtoConverters.java GrpcKeyBuilderConverter: an unchecked cast of "
                 "any list",
     .non_empty = false,
     .reader = FieldReader::kUncheckedTexts},
};

constexpr FieldTrait kJavaExtraKeys[] = {
    {.field = kEveryField,
     .evidence = "grpc-java RlsProtoConverters.java GrpcKeyBuilderConverter: Map.get",
     .null = NullReading::kUnset},
};

// ---- What grpc-java reads, and how

constexpr Release kStringsRelease = {1, 43, 0};
constexpr Release kDuplicatesRelease = {1, 68, 1};
constexpr Release kDepthRelease = {1, 78, 0};
constexpr absl::string_view kJsonUtil = "grpc-java JsonUtil.java: containsKey, then instanceof";
constexpr absl::string_view kSelect = "grpc-java ServiceConfigUtil.java selectLbPolicyFromList";
constexpr absl::string_view kMethodInfo =
    "grpc-java ManagedChannelServiceConfig.java MethodInfo constructor";

// An artifact of its own: without it, whatever stands there has no effect.
constexpr absl::string_view kHealth =
    "grpc-java ServiceConfigUtil.java getHealthCheckedServiceName: a program without grpc-services "
    "never calls it; in one that has it, its ClassCastException in "
    "HealthCheckingLoadBalancerFactory.java panics the channel";

constexpr IssueEffect kIssues[] = {
    {IssueKind::kHangsRetries, Effect::kAccepts, "grpc-java RetriableStream.java Throttle"},
    {IssueKind::kJsonDuplicateKey, Effect::kRejectsConfig,
     "grpc-java JsonParser.java parseJsonObject: \"Duplicate key found\" (PR 11575)", "", "",
     kDuplicatesRelease},
    {.kind = IssueKind::kJsonDuplicateKey,
     .effect = Effect::kAlters,
     .evidence = "grpc-java 1.68.0 JsonParser.java parseJsonObject: the last one",
     .until = kDuplicatesRelease},
    {IssueKind::kJsonTextAfterValue, Effect::kIgnoresDetail,
     "grpc-java JsonParser.java parse: it never checks whether the text has ended"},
    {IssueKind::kUnknownField, Effect::kIgnoresDetail,
     "grpc-java ServiceConfigUtil.java: looks for its own keys only"},
    {IssueKind::kMisplacedFields, Effect::kIgnoresPolicy,
     "grpc-java ServiceConfigUtil.java: looks for its own keys only"},
    {IssueKind::kUnexpectedField, Effect::kRejectsConfig,
     "grpc-java DnsNameResolver.java maybeChooseServiceConfig: \"Bad key\""},
    {IssueKind::kExperimentalField, Effect::kIgnoresDetail, kMethodInfo},
    {IssueKind::kExperimentalField, Effect::kIgnoresDetail,
     "grpc-java WeightedRoundRobinLoadBalancerProvider.java: since 1.81, and used only with "
     "GRPC_EXPERIMENTAL_WRR_CUSTOM_METRICS",
     "WeightedRoundRobinLbConfig", "metricNamesForComputingUtilization"},
    {IssueKind::kConflict, Effect::kBreaksCalls,
     "grpc-java RetriableStream.java constructor: \"Should not provide both retryPolicy and "
     "hedgingPolicy\" panics the channel; run at 1.41.3 and HEAD"},
    {IssueKind::kClamped, Effect::kAlters,
     "grpc-java ManagedChannelServiceConfig.java retryPolicy, hedgingPolicy: maxRetryAttempts, 5 "
     "by default"},
    {IssueKind::kRaised, Effect::kAlters,
     "grpc-java WeightedRoundRobinLoadBalancerProvider.java: at least 100 ms"},
    {IssueKind::kMisread, Effect::kAlters,
     "grpc-java RetriableStream.java Throttle constructor: thousandths from float arithmetic; "
     "JsonUtil.java saturatedAdd: at most 292 years"},
    {IssueKind::kMisread, Effect::kAlters,
     "grpc-java RlsProtoConverters.java RouteLookupConfigConverter: MAX_CACHE_SIZE",
     "RouteLookupConfig", "cacheSizeBytes"},
    {IssueKind::kTruncated, Effect::kAlters,
     "grpc-java RetriableStream.java Throttle constructor: thousandths"},
    {IssueKind::kEndsEveryCall, Effect::kBreaksCalls,
     "grpc-java ClientCallImpl.java applyMethodConfig: the deadline is over; run"},
    {IssueKind::kWrongType, Effect::kIgnoresPolicy, kHealth, "HealthCheckConfig", "serviceName"},
    {IssueKind::kNull, Effect::kIgnoresPolicy, kHealth, "HealthCheckConfig", "serviceName"},
    {IssueKind::kUnlinkedPolicy, Effect::kIgnoresDetail, kSelect},
    {IssueKind::kUnknownPolicy, Effect::kIgnoresDetail, kSelect},
    {IssueKind::kNeverMatches, Effect::kIgnoresPolicy,
     "grpc-java ManagedChannelServiceConfig.java getMethodConfig: by `service/method` and its "
     "service"},
    {IssueKind::kNoName, Effect::kIgnoresPolicy,
     "grpc-java ManagedChannelServiceConfig.java fromServiceConfig: continue"},
    {IssueKind::kNoNameKey, Effect::kIgnoresPolicy,
     "grpc-java ManagedChannelServiceConfig.java fromServiceConfig: continue"},
    {IssueKind::kLanguageLetterCase, Effect::kAccepts,
     "grpc-java DnsNameResolver.java maybeChooseServiceConfig: equalsIgnoreCase"},
    {IssueKind::kEmptyCriterion, Effect::kAccepts,
     "grpc-java DnsNameResolver.java maybeChooseServiceConfig: an empty list is ignored"},
    {IssueKind::kOneMorePercent, Effect::kAccepts,
     "grpc-java DnsNameResolver.java maybeChooseServiceConfig: nextInt(100) >= pct"},
    {IssueKind::kNoChoiceTaken, Effect::kAccepts,
     "grpc-java DnsNameResolver.java parseServiceConfig: null, which is not a config"},
    {IssueKind::kNoTxtAttribute, Effect::kIgnoresPolicy,
     "grpc-java DnsNameResolver.java parseTxtResults: records without the prefix are skipped"},
    {IssueKind::kTxtNotAscii, Effect::kAccepts,
     "grpc-java JndiResourceResolverFactory.java: bytes as Latin-1"},
};

constexpr FieldTrait kRoot[] = {
    {.field = "retryThrottling",
     .evidence = "grpc-java 1.65 ManagedChannelImpl.java: that of a default config is not applied "
                 "(#11274)",
     .since = {1, 53, 0},
     .until = {1, 66, 0},
     .use = Use::kCheckedOnly},
    {.field = "loadBalancingPolicy",
     .evidence =
         "grpc-java ServiceConfigUtil.java getLoadBalancingConfigsFromServiceConfig: only if "
         "the list is absent or empty",
     .only_without = "loadBalancingConfig"},
    {.field = "loadBalancingConfig",
     .evidence = "grpc-java ServiceConfigUtil.java getLoadBalancingConfigsFromServiceConfig",
     .reader = FieldReader::kMayBeEmpty},
    NoSuchField("connectionScaling", "grpc-java ServiceConfigUtil.java: no such key"),
};

constexpr FieldTrait kRetryPolicy[] = {
    {.field = "retryableStatusCodes",
     .evidence =
         "grpc-java ManagedChannelServiceConfig.java retryPolicy: \"cannot be empty without "
         "perAttemptRecvTimeout\"",
     .empty_with = "perAttemptRecvTimeout"},
    {.field = "perAttemptRecvTimeout",
     .evidence = "grpc-java ManagedChannelServiceConfig.java retryPolicy: checked, used nowhere",
     .use = Use::kCheckedOnly,
     .bound = AtLeast(0)},
};

constexpr FieldTrait kHedgingPolicy[] = {
    {.field = "hedgingDelay",
     .evidence =
         "grpc-java ManagedChannelServiceConfig.java hedgingPolicy: \"hedgingDelay cannot be "
         "empty\"",
     .presence = Presence::kRequired},
};

constexpr FieldTrait kThrottling[] = {
    {.field = "maxTokens",
     .evidence = "grpc-java ServiceConfigUtil.java getThrottlePolicy: a float above 0",
     .bound = Above(0),
     .reader = FieldReader::kNumber},
};

constexpr MessageTraits kFields[] = {
    {"ServiceConfig", kRoot},
    {"RetryPolicy", kRetryPolicy},
    {"HedgingPolicy", kHedgingPolicy},
    {"RetryThrottlingPolicy", kThrottling},
    {"LoadBalancingConfig", kJavaPolicies},
    {"GrpcLbConfig", kJavaGrpclb},
    {"OutlierDetectionLoadBalancingConfig", kJavaOutlierDetection},
    {"SuccessRateEjection", kJavaSuccessRate},
    {"WeightedRoundRobinLbConfig", kJavaWeightedRoundRobin},
    {"WeightedTargetLoadBalancingPolicyConfig", kJavaWeightedTargets},
    {"WeightedTarget", kJavaWeightedTarget},
    {"XdsClusterManagerLoadBalancingPolicyConfig", kJavaClusterManager},
    {"XdsClusterManagerChild", kJavaClusterManagerChild},
    {"RingHashLoadBalancingConfig", kJavaRingHash},
    {"LeastRequestLocalityLoadBalancingPolicyConfig", kJavaLeastRequest},
    {"RandomSubsettingLoadBalancingConfig", kJavaRandomSubsetting},
    {"CdsConfig", kJavaCds},
    {"RlsLoadBalancingPolicyConfig", kJavaRls},
    {"RouteLookupConfig", kJavaRouteLookup},
    {"GrpcKeyBuilder", kJavaKeyBuilder},
    {"NameMatcher", kJavaNameMatcher},
    {"ExtraKeys", kJavaExtraKeys},
};

constexpr ListedPolicy kDefaultPolicies[] = {{"pick_first"},
                                             {"round_robin"},
                                             {"outlier_detection_experimental", {1, 49, 0}},
                                             {"random_subsetting_experimental", {1, 78, 0}}};

// The policies of xDS have names of their own in grpc-java, without `xds_`. Two of them never take
// a config, nor does priority_experimental.
constexpr ListedPolicy kAllPolicies[] = {
    {"pick_first"},
    {"round_robin"},
    {"outlier_detection_experimental", {1, 49, 0}},
    {"random_subsetting_experimental", {1, 78, 0}},
    {"grpclb"},
    {"rls-experimental", {}, {1, 45, 0}, "rls_experimental"},
    {"rls_experimental", {1, 45, 0}},
    {"ring_hash", {}, {1, 44, 0}, "ring_hash_experimental"},
    {"ring_hash_experimental", {1, 44, 0}},
    {"least_request_experimental", {1, 44, 0}},
    {"weighted_target_experimental"},
    {"priority_experimental"},
    {"cds_experimental"},
    {"cluster_manager_experimental", {}, kNoRelease, "xds_cluster_manager_experimental"},
    {"cluster_impl_experimental", {}, kNoRelease, "priority_experimental"},
    {"cluster_resolver_experimental", {}, {1, 79, 0}, "priority_experimental"},
    {"wrr_locality_experimental", {1, 47, 0}, kNoRelease, "xds_wrr_locality_experimental"},
    {"weighted_round_robin_experimental", {1, 54, 0}, {1, 56, 0}, "weighted_round_robin"},
    {"weighted_round_robin", {1, 56, 0}}};

constexpr absl::string_view kJavaClosed = "grpc-java RetriableStream.java Sublistener.closed";
constexpr absl::string_view kJavaDecision = "grpc-java RetriableStream.java makeRetryDecision";
constexpr absl::string_view kJavaHedging =
    "grpc-java RetriableStream.java makeHedgingDecision, pushbackHedging";
constexpr absl::string_view kJavaResolver = "grpc-java DnsNameResolver.java";
constexpr CallTraits kJavaCalls = {
    .retries = {{Support::kFull, "grpc-java ManagedChannelImplBuilder.java retryEnabled"}},
    .retries_off = {{{"disableRetry"}, "grpc-java ManagedChannelImplBuilder.java disableRetry"}},
    .attempt_limit = {{{5, "maxRetryAttempts, maxHedgedAttempts"},
                       "grpc-java ManagedChannelImplBuilder.java maxRetryAttempts"}},
    .jitter = {{kJitterOf2017, "grpc-java 1.70 RetriableStream.java makeRetryDecision"},
               {{0.4, 1.2},
                "grpc-java 1.79 RetriableStream.java intervalWithJitter (#11858); "
                "GRPC_EXPERIMENTAL_XDS_RLS_LB=false brings back 0 to 1",
                {1, 71, 0}},
               {kJitterOf2024,
                "grpc-java RetriableStream.java intervalWithJitter; "
                "GRPC_EXPERIMENTAL_XDS_RLS_LB=false brings back 0 to 1",
                {1, 80, 0}}},
    .first_delay = {{FirstDelay::kUncapped, kJavaDecision}},
    .delay_step = {{DelayStep::kNanosecondsEachStep, kJavaDecision}},
    .pushback_codes = {{PushbackCodes::kEvery, kJavaDecision}},
    .pushback_grammar = {{PushbackGrammar::kInt32,
                          "grpc-java RetriableStream.java getPushbackMills: Integer.valueOf"}},
    .malformed_pushback = {{MalformedPushback::kStops,
                            "grpc-java RetriableStream.java getPushbackMills: -1"}},
    .after_pushback = {{AfterPushback::kStartsOver, kJavaDecision}},
    .retry_checks = {{{RetryCheck::kCommitted, RetryCheck::kPushback, RetryCheck::kCode,
                       RetryCheck::kAttempts, RetryCheck::kTokens},
                      "grpc-java RetriableStream.java makeRetryDecision, which does not tell which "
                      "of them it was"}},
    .unsent_retry = {{UnsentRetry::kAsRefused,
                      "grpc-java 1.44 NettyClientHandler.java createStream: RpcProgress.REFUSED"},
                     {UnsentRetry::kUpTo10000,
                      "grpc-java 1.45 RetriableStream.java Sublistener.closed: "
                      "localOnlyTransparentRetries",
                      {1, 45, 0}},
                     {UnsentRetry::kUpTo1000,
                      "grpc-java RetriableStream.java Sublistener.closed: "
                      "localOnlyTransparentRetries (commit 4cf3a2b)",
                      {1, 46, 0}}},
    .refused_retry = {{RefusedRetry::kUntilProcessed,
                       "grpc-java RetriableStream.java Sublistener.closed: "
                       "noMoreTransparentRetry"}},
    .retry_buffer = {{{kMebibyte, 16 * kMebibyte, "perRpcBufferLimit, retryBufferSize"},
                      "grpc-java ManagedChannelImplBuilder.java "
                      "DEFAULT_PER_RPC_BUFFER_LIMIT_IN_BYTES"}},
    .default_throttling = {{DefaultThrottling::kApplied,
                            "grpc-java 1.52 ManagedChannelImpl.java ChannelStreamProvider: "
                            "lastServiceConfig, which starts as the default one"},
                           {DefaultThrottling::kIgnored,
                            "grpc-java 1.65 ManagedChannelImpl.java ChannelStreamProvider: set "
                            "only if the config changes (#11274)",
                            {1, 53, 0}},
                           {DefaultThrottling::kApplied,
                            "grpc-java ManagedChannelImpl.java constructor: transportProvider",
                            {1, 66, 0}}},
    .throttle_scope = {{ThrottleScope::kChannelRefilled,
                        "grpc-java ManagedChannelImpl.java NameResolverListener: only if the "
                        "config changed"}},
    .tokens = {{TokenArithmetic::kThousandthsOfFloat,
                "grpc-java RetriableStream.java Throttle: (int) (tokenRatio * 1000)"}},
    .token_debit = {{TokenDebit::kStopped, kJavaDecision}},
    .committed_debit = {{CommittedDebit::kNone, kJavaClosed}},
    .token_credit = {{TokenCredit::kHeaders,
                      "grpc-java RetriableStream.java Sublistener.headersRead: onSuccess"}},
    .throttle_check = {{ThrottleCheck::kAtFailure, kJavaDecision}},
    .hedging = {{Support::kFull, kJavaHedging}},
    .hedge_throttling = {{HedgeThrottling::kFailureCounts, kJavaHedging}},
    .hedge_debit = {{HedgeDebit::kListedOrStopped,
                     "grpc-java RetriableStream.java makeHedgingDecision"}},
    .repeated_count = {{RepeatedCount::kOfAttempt, kJavaClosed}},
    .hedge_after_failure = {{HedgeAfterFailure::kAfterDelay, kJavaHedging}},
    .hedge_after_pushback = {{HedgeAfterPushback::kAsRequested,
                              "grpc-java 1.56 RetriableStream.java pushbackHedging"},
                             {HedgeAfterPushback::kImmediately,
                              "grpc-java RetriableStream.java makeHedgingDecision: pushbackMillis "
                              "= 0 (#10293)",
                              {1, 57, 0}}},
    .hedge_after_stop = {{HedgeAfterStop::kNoMore, kJavaHedging}},
    .wait_for_ready = {{WaitForReadyChoice::kConfigWins,
                        "grpc-java ClientCallImpl.java applyMethodConfig"}},
    .health_checks = {{HealthChecks::kAlsoByProgram,
                       "grpc-java HealthCheckingRoundRobinLoadBalancerProvider.java: of "
                       "round_robin alone; ManagedChannelImplBuilder.java "
                       "defaultLoadBalancingPolicy"}},
    .health_checks_need = {{{"io.grpc:grpc-services"},
                            "grpc-java services/src/main/resources/META-INF/services/"
                            "io.grpc.LoadBalancerProvider"}},
    .numbers_need = {{{"Double"},
                      "grpc-java 1.82 ManagedChannelImplBuilder.java checkMapEntryTypes: "
                      "\"which is not supported\""},
                     {{},
                      "grpc-java ManagedChannelImplBuilder.java checkMapEntryTypes: any Number "
                      "(#12826)",
                      {1, 83, 0}}},
    .txt_lookup = {{{TxtLookup::Default::kOff,
                     "-Dio.grpc.internal.DnsNameResolverProvider.enable_service_config=true"},
                    "grpc-java DnsNameResolver.java JNDI_TXT_PROPERTY; needs JNDI"}},
    .txt_name = {{TxtName::kPrefixed, kJavaResolver}},
    .txt_records = {{TxtRecords::kAllLists, "grpc-java DnsNameResolver.java parseTxtResults"}},
    .txt_attribute = {{TxtAttribute::kInRecord,
                       "grpc-java JndiResourceResolverFactory.java unquote; run"}},
    .txt_query = {{TxtQuery::kPlain, "OpenJDK com.sun.jndi.dns DnsClient.java: no OPT record"}},
};

constexpr Profile kJava = {
    .implementation = Implementation::kJava,
    .oldest = {1, 41, 0},
    .newest = {1, 84, 0},
    .json = {{JsonDialect::kGsonDuplicates, "gson JsonReader.java doPeek; run at 1.41.3"},
             {JsonDialect::kGsonUnlimited, "grpc-java JsonParser.java parseJsonObject",
              kDuplicatesRelease},
             {JsonDialect::kGson, "gson 2.12 JsonReader.java: nesting limit 255", kDepthRelease}},
    .keys = {{KeySpelling::kExact, "grpc-java JsonUtil.java: Map.containsKey"}},
    .duplicates = {{Duplicates::kLast, "grpc-java 1.68.0 JsonParser.java parseJsonObject: put"},
                   {Duplicates::kFirstOrNone, "grpc-java JsonParser.java parseJsonObject",
                    kDuplicatesRelease}},
    .numbers = {{NumberGrammar::kGson, "grpc-java 1.41 JsonUtil.java getNumber: Double only"},
                {NumberGrammar::kGsonOrQuoted,
                 "grpc-java JsonUtil.java getNumberAsInteger, getNumberAsDouble: strings too",
                 kStringsRelease}},
    .durations = {{DurationGrammar::kJava, "grpc-java JsonUtil.java parseDuration"}},
    .status_codes = {{CodeGrammar::kGson,
                      "grpc-java ServiceConfigUtil.java getStatusCodesFromList: exact names, "
                      "integral numbers, no OK"}},
    .policy_bounds = {{Bounds::kFieldTable, kMethodInfo}},
    .fields = {{FieldSet::kGrfcs, "grpc-java ServiceConfigUtil.java"}},
    .nulls = {{NullReading::kRefused, kJsonUtil}},
    .null_root = {{Effect::kRejectsConfig, "grpc-java: ClassCastException at the caller; run"}},
    .array_root = {{Effect::kRejectsConfig, "grpc-java: ClassCastException at the caller; run"}},
    .policy_choice = {{PolicyChoice::kFirstSupported,
                       "grpc-java ServiceConfigUtil.java unwrapLoadBalancingConfigList, "
                       "selectLbPolicyFromList"}},
    .policy_names = {{PolicyNames::kAnyCaseNotEmpty,
                      "grpc-java ServiceConfigUtil.java getLoadBalancingConfigsFromServiceConfig: "
                      "lower-cased"}},
    .names = {{NameRules::kJava, "grpc-java ManagedChannelServiceConfig.java fromServiceConfig"}},
    .choices = kJavaChoices,
    .calls = kJavaCalls,
    .name_match = {{NameMatch::kByPath,
                    "grpc-java ManagedChannelServiceConfig.java getMethodConfig"}},
    .default_policies = {{{.listed = kDefaultPolicies},
                          "grpc-java META-INF/services of core and util of each release; run at "
                          "1.41.3"}},
    .all_policies = {{{.listed = kAllPolicies},
                      "grpc-java META-INF/services of core, util, xds, rls and grpclb of each "
                      "release, and getPolicyName"}},
    .text_issues = {{Effect::kRejectsConfig, "gson JsonReader.java: MalformedJsonException"}},
    .other_issues = {{Effect::kRejectsConfig,
                      "grpc-java ScParser.java parseServiceConfig: \"failed to parse service "
                      "config\""}},
    .issues = kIssues,
    .field_traits = kFields,
};

}  // namespace

const Profile& JavaProfile() { return kJava; }

}  // namespace grpcfg
