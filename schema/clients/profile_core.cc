// C-core (grpc/grpc): what C++, Python, Ruby, PHP and Objective-C do. Read at 1.51.1, which was
// also run, and at master; between the two in the sources that grpc-ios has of each release.

#include "schema/clients/call_traits.h"
#include "schema/clients/profile_choices.h"

namespace grpcfg {
namespace {

// ---- How C-core reads the configs of its xDS policies, which have keys of their own.

// gRFC A74 gave the policies one xDS config in place of most of their own.
constexpr Release kXdsConfigRelease = {1, 61, 0};

// Before 1.56 only pointers and optional fields take null.
constexpr FieldTrait NoNullInCore(absl::string_view field,
                                  NullReading null = NullReading::kRefused) {
  return {.field = field,
          .evidence = "run at 1.51.1; grpc/grpc PR 33225: null is absent for every loader",
          .until = kCoreNullsRelease,
          .null = null};
}

constexpr FieldTrait kCoreCds[] = {
    NoSuchField("isDynamic",
                "grpc/grpc 1.60 cds.cc CdsLbConfig::JsonLoader: no such key; run at 1.51.1", {},
                kXdsConfigRelease),
};

constexpr absl::string_view kCoreClusterImplEvidence =
    "grpc/grpc 1.60 xds_cluster_impl.cc XdsClusterImplLbConfig::JsonLoader and JsonPostLoad; run "
    "at 1.51.1";
// gRFC A74: the policy finds these in the xDS config since 1.61.
constexpr absl::string_view kCoreInXdsConfig =
    "grpc/grpc 1.61 xds_cluster_impl.cc XdsClusterImplLbConfig::JsonLoader: no such key";

constexpr FieldTrait kCoreClusterImpl[] = {
    NoSuchField("cluster", kCoreClusterImplEvidence),
    {.field = "clusterName",
     .evidence = kCoreClusterImplEvidence,
     .use = Use::kApplied,
     .presence = Presence::kRequired},
    {.field = "dropCategories",
     .evidence = kCoreClusterImplEvidence,
     .until = kXdsConfigRelease,
     .presence = Presence::kRequired},
    NoSuchField("lrsLoadReportingServerName", kCoreClusterImplEvidence),
    NoSuchField("telemetryLabels", kCoreClusterImplEvidence),
    NoNullInCore("edsServiceName"),
    NoNullInCore("maxConcurrentRequests"),
    NoSuchField("edsServiceName", kCoreInXdsConfig, kXdsConfigRelease),
    NoSuchField("lrsLoadReportingServer", kCoreInXdsConfig, kXdsConfigRelease),
    NoSuchField("maxConcurrentRequests", kCoreInXdsConfig, kXdsConfigRelease),
    NoSuchField("dropCategories", kCoreInXdsConfig, kXdsConfigRelease),
};

constexpr FieldTrait kCoreClusterManager[] = {
    {.field = "children",
     .evidence =
         "grpc/grpc 1.52 xds_cluster_manager.cc XdsClusterManagerLbConfig: no JsonPostLoad; "
         "\"no valid children configured\" at 1.51.1, which was run",
     .since = {1, 52, 0},
     .non_empty = false},
};

constexpr absl::string_view kCoreHost =
    "grpc/grpc xds_override_host.cc XdsOverrideHostLbConfig: overrideHostStatus from 1.53 to 1.60, "
    "clusterName since";
constexpr FieldTrait kCoreOverrideHost[] = {
    NoSuchField("clusterName", kCoreHost, {}, kXdsConfigRelease),
    {.field = "clusterName",
     .evidence = kCoreHost,
     .since = kXdsConfigRelease,
     .presence = Presence::kRequired},
    NoSuchField("overrideHostStatus", kCoreHost, {}, {1, 53, 0}),
    {.field = "overrideHostStatus",
     .evidence = "grpc/grpc 1.60 xds_override_host.cc XdsOverrideHostLbConfig::JsonPostLoad: "
                 "LoadJsonObjectField takes null for a value",
     .null = NullReading::kRefused},
    NoSuchField("overrideHostStatus", kCoreHost, kXdsConfigRelease),
};

constexpr FieldTrait kCoreDropCategory[] = {
    {.field = "category", .evidence = kCoreClusterImplEvidence, .presence = Presence::kRequired},
    NoSuchField("requestsPerMillion", kCoreClusterImplEvidence),
    {.field = "requests_per_million",
     .evidence = kCoreClusterImplEvidence,
     .use = Use::kApplied,
     .presence = Presence::kRequired},
};

constexpr absl::string_view kCoreResolverEvidence =
    "grpc/grpc xds_cluster_resolver.cc XdsClusterResolverLbConfig; run at 1.51.1";
constexpr FieldTrait kCoreClusterResolver[] = {
    {.field = "xdsLbPolicy", .evidence = kCoreResolverEvidence, .presence = Presence::kRequired},
};

constexpr Release kCoreHostStatusRelease = {1, 52, 0};
constexpr FieldTrait kCoreMechanism[] = {
    NoSuchField("cluster", kCoreResolverEvidence),
    {.field = "clusterName",
     .evidence = kCoreResolverEvidence,
     .use = Use::kApplied,
     .presence = Presence::kRequired},
    NoSuchField("maxConcurrentRequests", kCoreResolverEvidence),
    {.field = "max_concurrent_requests", .evidence = kCoreResolverEvidence, .use = Use::kApplied},
    NoNullInCore("max_concurrent_requests"),
    NoSuchField("lrsLoadReportingServerName", kCoreResolverEvidence),
    NoSuchField("telemetryLabels", kCoreResolverEvidence),
    NoSuchField("overrideHostStatus", kCoreResolverEvidence, {}, kCoreHostStatusRelease),
    {.field = "overrideHostStatus",
     .evidence = "grpc/grpc 1.52 xds_cluster_resolver.cc DiscoveryMechanism::JsonLoader: any array",
     .since = kCoreHostStatusRelease,
     .reader = FieldReader::kAnyElements},
    NoNullInCore("overrideHostStatus"),
    {.field = "edsServiceName",
     .evidence = "grpc/grpc xds_cluster_resolver.cc DiscoveryMechanism::JsonPostLoad: only if the "
                 "type is EDS, and LoadJsonObjectField takes null for a value; run at 1.51.1",
     .null = NullReading::kRefused,
     .reader = FieldReader::kOfEdsMechanism},
    {.field = "type",
     .evidence = kCoreResolverEvidence,
     .presence = Presence::kRequired,
     .reader = FieldReader::kMechanismType},
    {.field = "dnsHostname",
     .evidence = kCoreResolverEvidence,
     .reader = FieldReader::kOfDnsMechanism},
    {.field = "outlierDetection",
     .evidence = kCoreResolverEvidence,
     .reader = FieldReader::kAnyObject},
};

constexpr absl::string_view kCoreXdsServerEvidence =
    "grpc/grpc xds_bootstrap_grpc.cc GrpcXdsServer::JsonPostLoad; run at 1.51.1";
constexpr FieldTrait kCoreServer[] = {
    {.field = "channel_creds",
     .evidence = kCoreXdsServerEvidence,
     .presence = Presence::kRequired,
     .reader = FieldReader::kKnownCredentials},
    {.field = "server_features",
     .evidence = "grpc/grpc xds_bootstrap_grpc.cc GrpcXdsServer::JsonPostLoad: read as it stands, "
                 "and null \"is not an array\"; run at 1.51.1",
     .null = NullReading::kRefused},
};

constexpr FieldTrait kCoreCredentials[] = {NoNullInCore("config")};

// ---- What C-core does with a call. Its releases were read in grpc/grpc-ios, which has its source
// under the same tags.

constexpr absl::string_view kCoreTrailers =
    "grpc/grpc retry_filter_legacy_call_data.cc BatchData::RecvTrailingMetadataReady (1.51: "
    "retry_filter.cc)";
constexpr absl::string_view kCoreShouldRetry =
    "grpc/grpc retry_filter_legacy_call_data.cc CallAttempt::ShouldRetry (1.51: retry_filter.cc)";
constexpr absl::string_view kCoreStartTimer =
    "grpc/grpc retry_filter_legacy_call_data.cc StartRetryTimer (1.51: retry_filter.cc)";
constexpr CallTraits kCoreCalls = {
    .retries = {{Support::kFull, "grpc/grpc retry_service_config.cc RetryMethodConfig"}},
    .retries_off = {{{"grpc.enable_retries=0"},
                     "grpc/grpc client_channel_filter.cc: GRPC_ARG_ENABLE_RETRIES"}},
    .attempt_limit = {{{5, ""}, "grpc/grpc retry_service_config.cc MAX_MAX_RETRY_ATTEMPTS"}},
    .jitter = {{{0.8, 1.2, false},
                "grpc/grpc 1.66 backoff.cc BackOff::NextAttemptTime: initial_; run at 1.51.1"},
               {kJitterOf2024,
                "grpc/grpc backoff.cc BackOff::NextAttemptDelay (PR 37595)",
                {1, 67, 0}}},
    .first_delay = {{FirstDelay::kUncapped,
                     "grpc/grpc 1.69 backoff.cc BackOff::NextAttemptDelay; run at 1.51.1"},
                    {FirstDelay::kCapped,
                     "grpc/grpc backoff.cc BackOff::NextAttemptDelay: min with max_backoff for "
                     "each",
                     {1, 70, 0}}},
    .delay_step = {{DelayStep::kMillisecondsEachStep, "grpc/grpc time.h Duration: int64_t millis"}},
    .pushback_codes = {{PushbackCodes::kListed, kCoreShouldRetry}},
    .pushback_grammar = {{PushbackGrammar::kInt64Spaced,
                          "grpc/grpc metadata_batch.cc GrpcRetryPushbackMsMetadata::ParseMemento: "
                          "absl::SimpleAtoi"}},
    .malformed_pushback = {{MalformedPushback::kStops,
                            "grpc/grpc metadata_batch.cc "
                            "GrpcRetryPushbackMsMetadata::ParseMemento: negative infinity"},
                           {MalformedPushback::kFailsAttempt,
                            "grpc/grpc hpack_parser.cc: metadata that cannot be parsed is an "
                            "error of the stream, INTERNAL (1.54.3: HandleMetadataParseError; at "
                            "1.54.0 ReportMetadataParseError only logs)",
                            {1, 54, 3}},
                           {MalformedPushback::kFailsAndStops,
                            "grpc/grpc hpack_parser.cc EmitHeader: the value is kept beside the "
                            "error, as in 1.55.3 (1.56.0 HandleMetadataParseError drops all "
                            "metadata; run at 1.83.0)",
                            {1, 56, 2}}},
    .zero_delay = {{ZeroDelay::kImmediately,
                    "grpc/grpc 1.71 retry_filter_legacy_call_data.cc OnRetryTimerLocked: "
                    "retry_timer_handle_.has_value()"},
                   {ZeroDelay::kHangs,
                    "grpc/grpc retry_filter_legacy_call_data.cc OnRetryTimerLocked: nothing for "
                    "TaskHandle::kInvalid, which PosixEventEngine::RunAfterInternal gives for a "
                    "delay of 0; run at 1.83.0",
                    {1, 72, 0}}},
    .after_pushback = {{AfterPushback::kStartsOver, kCoreStartTimer}},
    .retry_checks = {{{RetryCheck::kCode, RetryCheck::kTokens, RetryCheck::kCommitted,
                       RetryCheck::kAttempts, RetryCheck::kPushback},
                      kCoreShouldRetry}},
    .unsent_retry = {{UnsentRetry::kUnlimited, kCoreTrailers}},
    .refused_retry = {{RefusedRetry::kNever,
                       "grpc/grpc chttp2_transport.cc: kNotSeenByServer is of a GOAWAY alone; run "
                       "at 1.51.1"}},
    .retry_buffer = {{{256 * kKibibyte, 0, "grpc.per_rpc_retry_buffer_size"},
                      "grpc/grpc retry_filter.h GetMaxPerRpcRetryBufferSize (1.51: "
                      "retry_filter.cc)"}},
    .default_throttling = {{DefaultThrottling::kApplied,
                            "grpc/grpc client_channel_filter.cc OnResolverResultChangedLocked: "
                            "default_service_config_"}},
    .throttle_scope =
        {{ThrottleScope::kServerNameRescaled,
          "grpc/grpc 1.73 retry_throttle.cc ServerRetryThrottleMap::GetDataForServer"},
         {ThrottleScope::kChannelRescaled,
          "grpc/grpc retry_throttle.cc RetryThrottler::Create",
          {1, 74, 0}}},
    .tokens = {{TokenArithmetic::kThousandths,
                "grpc/grpc retry_throttle.cc RecordFailure, RecordSuccess"}},
    .token_debit = {{TokenDebit::kListed, kCoreShouldRetry}},
    .committed_debit = {{CommittedDebit::kAsOthersIfKept,
                         "grpc/grpc retry_filter_legacy_call_data.cc CallAttempt::ShouldRetry: "
                         "RecordFailure comes before retry_committed_; "
                         "StartTransportStreamOpBatch: no CallAttempt for a first batch above the "
                         "buffer; run at 1.51.1"}},
    .token_credit = {{TokenCredit::kPolicyCalls, kCoreShouldRetry}},
    .throttle_check = {{ThrottleCheck::kAtFailure, kCoreShouldRetry}},
    .hedging = {{Support::kNone, "grpc/grpc retry_service_config.cc: no hedgingPolicy"}},
    .wait_for_ready = {{WaitForReadyChoice::kCallWins,
                        "grpc/grpc client_channel_filter.cc ApplyServiceConfigToCallLocked: "
                        "explicitly_set"}},
    .timeout_clock = {{TimeoutClock::kSecondBefore,
                       "grpc/grpc time.cc InitTime: the epoch is the second before, its cycles are "
                       "those of now (issues 34547 of 1.54, 40633 of 1.74); run at 1.51.1 and "
                       "1.83.0"}},
    .health_checks = {{HealthChecks::kAlsoByProgram,
                       "grpc/grpc pick_first.cc PickFirst: enable_health_watch_ only below another "
                       "policy (1.50: GRPC_ARG_INHIBIT_HEALTH_CHECKING); client_channel_filter.cc "
                       "ChooseLbPolicy: GRPC_ARG_LB_POLICY_NAME"}},
    .attempt_timeout_needs = {{{"grpc.experimental.enable_hedging=1"},
                               "grpc/grpc retry_service_config.cc: GRPC_ARG_EXPERIMENTAL_ENABLE_"
                               "HEDGING"}},
    .txt_lookup = {{{TxtLookup::Default::kOff, "grpc.service_config_disable_resolution=0"},
                    "grpc/grpc dns_resolver_ares.cc, event_engine_client_channel_resolver.cc: "
                    "value_or(true)"}},
    .txt_name = {{TxtName::kPrefixed,
                  "grpc/grpc grpc_ares_wrapper.cc, event_engine_client_channel_resolver.cc"}},
    .txt_records = {{TxtRecords::kFirstWithAttribute,
                     "grpc/grpc grpc_ares_wrapper.cc on_txt_done_locked, "
                     "event_engine_client_channel_resolver.cc OnTXTResolved"}},
    .txt_attribute =
        {{TxtAttribute::kInFirstString,
          "grpc/grpc 1.51 grpc_ares_wrapper.cc on_txt_done_locked: record_start; run"},
         {TxtAttribute::kInRecord,
          "grpc/grpc event_engine_client_channel_resolver.cc OnTXTResolved, on for POSIX "
          "since PR 35573",
          {1, 62, 0}}},
    .txt_query = {{TxtQuery::kPlain,
                   "grpc/grpc grpc_ares_ev_driver.cc: no ARES_FLAG_EDNS; run at 1.51.1"}},
};

// ---- What C-core reads, and how

constexpr Release kNullsRelease = kCoreNullsRelease;
constexpr Release kPickFirstRelease = {1, 57, 0};
constexpr Release kScalingRelease = {1, 84, 0};
constexpr absl::string_view kClientChannel =
    "grpc/grpc client_channel_service_config.cc, JsonLoader";
constexpr absl::string_view kRegistry =
    "grpc/grpc lb_policy_registry.cc ParseLoadBalancingConfigHelper";

constexpr IssueEffect kIssues[] = {
    {IssueKind::kHangsRetries, Effect::kAccepts, "grpc/grpc retry_throttle.cc"},
    {IssueKind::kUnknownField, Effect::kIgnoresDetail,
     "grpc/grpc json_object_loader.cc LoadObject: looks for its own keys only"},
    {IssueKind::kMisplacedFields, Effect::kIgnoresPolicy,
     "grpc/grpc json_object_loader.cc LoadObject: looks for its own keys only"},
    {IssueKind::kUnexpectedField, Effect::kIgnoresDetail, kCoreChoiceKeys},
    {IssueKind::kExperimentalField, Effect::kIgnoresDetail,
     "grpc/grpc retry_service_config.cc: read only with grpc.experimental.enable_hedging"},
    {IssueKind::kExperimentalField, Effect::kIgnoresDetail,
     "grpc/grpc weighted_round_robin.cc WeightedRoundRobinConfig::JsonPostLoad: since 1.82, and "
     "only with GRPC_EXPERIMENTAL_WRR_CUSTOM_METRICS",
     "WeightedRoundRobinLbConfig", "metricNamesForComputingUtilization"},
    {IssueKind::kClamped, Effect::kAlters,
     "grpc/grpc retry_service_config.cc RetryMethodConfig::JsonPostLoad: MAX_MAX_RETRY_ATTEMPTS "
     "is 5, and nothing changes it",
     "RetryPolicy"},
    {IssueKind::kMisread, Effect::kAlters,
     "grpc/grpc retry_service_config.cc RetryGlobalConfig::JsonPostLoad; json_object_loader.cc "
     "LoadDuration: whole milliseconds"},
    {IssueKind::kMisread, Effect::kAlters,
     "grpc/grpc retry_service_config.cc RetryGlobalConfig::JsonPostLoad: without a point the "
     "number is taken for thousandths",
     "RetryThrottlingPolicy", "tokenRatio"},
    {IssueKind::kTruncated, Effect::kAlters,
     "grpc/grpc retry_service_config.cc RetryGlobalConfig::JsonPostLoad: three decimals"},
    {IssueKind::kRaised, Effect::kAlters,
     "grpc/grpc weighted_round_robin.cc WeightedRoundRobinConfig::JsonPostLoad: at least 100 ms"},
    {IssueKind::kUnlinkedPolicy, Effect::kIgnoresDetail, kRegistry},
    {IssueKind::kUnknownPolicy, Effect::kIgnoresDetail, kRegistry},
    {IssueKind::kNeverMatches, Effect::kIgnoresPolicy,
     "grpc/grpc service_config_impl.cc GetMethodParsedConfigVector: the path of a call is "
     "`/service/method`"},
    {IssueKind::kNoName, Effect::kIgnoresPolicy,
     "grpc/grpc service_config_impl.cc ServiceConfigImpl::Create: an entry without names is in no "
     "table"},
    {IssueKind::kNoNameKey, Effect::kIgnoresPolicy,
     "grpc/grpc service_config_impl.cc ServiceConfigImpl::Create: an entry without names is in no "
     "table"},
    {IssueKind::kEmptyServiceWithMethod, Effect::kAlters,
     "grpc/grpc service_config_impl.cc MethodConfig::Name::Path: \"\" for an empty service, which "
     "is the default of all methods"},
    {IssueKind::kLanguageLetterCase, Effect::kAlters, kCoreLanguage},
    {IssueKind::kEmptyCriterion, Effect::kAccepts, kChooseLoaded, "", "", kChoicesRelease},
    {IssueKind::kEmptyCriterion, Effect::kAlters, kChooseByHand, "", "", {}, kChoicesRelease},
    {IssueKind::kOneMorePercent, Effect::kAlters, kCoreDraw},
    {IssueKind::kNoChoiceTaken, Effect::kAccepts, kCoreTakesNone},
    {IssueKind::kNoTxtAttribute, Effect::kIgnoresPolicy, kCoreAttribute},
    {IssueKind::kTxtNotAscii, Effect::kAccepts,
     "grpc/grpc json_reader.cc JsonReader::Run: any valid UTF-8 in a string"},
    {IssueKind::kMisread, Effect::kAlters,
     "grpc/grpc rls.cc RouteLookupConfig::JsonPostLoad: kMaxCacheSizeBytes", "RouteLookupConfig",
     "cacheSizeBytes"},
    {IssueKind::kMalformedHeader, Effect::kAccepts,
     "grpc/grpc ring_hash.cc RingHashLbConfig::JsonPostLoad: not looked at"},
};

constexpr FieldTrait kRoot[] = {
    {.field = "methodConfig",
     .evidence = "grpc/grpc service_config_impl.cc ServiceConfigImpl::Create: \"is not an array\"",
     .null = NullReading::kRefused},
    {.field = "loadBalancingConfig",
     .evidence = "grpc/grpc lb_policy_registry.cc: \"type should be array\"",
     .null = NullReading::kRefused},
    {.field = "loadBalancingPolicy",
     .evidence = "run at 1.51.1: null is not a string",
     .until = kNullsRelease,
     .null = NullReading::kRefused},
    {.field = "healthCheckConfig",
     .evidence = "run at 1.51.1: null is not an object",
     .until = kNullsRelease,
     .null = NullReading::kRefused},
    NoSuchField("connectionScaling",
                "grpc/grpc 1.83 client_channel_service_config.cc ConnectionScalingJsonArgs: only "
                "with GRPC_EXPERIMENTAL_MAX_CONCURRENT_STREAMS_CONNECTION_SCALING; issue 21386",
                {}, kScalingRelease),
};

constexpr FieldTrait kMethodConfig[] = {
    {.field = "name",
     .evidence = "run at 1.51.1: null is not an array",
     .until = kNullsRelease,
     .null = NullReading::kRefused},
    {.field = "timeout",
     .evidence = "run at 1.51.1: null is not a string",
     .until = kNullsRelease,
     .null = NullReading::kRefused},
    NoSuchField("hedgingPolicy", "grpc/grpc retry_service_config.cc: no such key"),
};

constexpr FieldTrait kThrottling[] = {
    {.field = "maxTokens",
     .evidence = "grpc/grpc retry_service_config.cc RetryGlobalConfig: uint32, no upper bound",
     .bound = Above(0)},
};

constexpr FieldTrait kPolicies[] = {
    {.field = "pick_first",
     .evidence = "grpc/grpc 1.56 pick_first.cc ParseLoadBalancingConfig: the config is not read; "
                 "run at 1.51.1",
     .until = kPickFirstRelease,
     .reader = FieldReader::kUnread},
    {.field = "round_robin",
     .evidence = "grpc/grpc round_robin.cc ParseLoadBalancingConfig: the config is not read",
     .reader = FieldReader::kUnread},
};

constexpr FieldTrait kPickFirst[] = {
    {.field = "shuffleAddressList",
     .evidence = "grpc/grpc 1.57 pick_first.cc ShufflePickFirstEnabled: used only with "
                 "GRPC_EXPERIMENTAL_PICKFIRST_LB_CONFIG",
     .until = {1, 58, 0},
     .use = Use::kCheckedOnly},
};

constexpr FieldTrait kNoNulls[] = {NoNullInCore(kEveryField)};

constexpr FieldTrait kOutlierDetection[] = {
    NoNullInCore(kEveryField),
    NoNullInCore("successRateEjection", NullReading::kUnset),
    NoNullInCore("failurePercentageEjection", NullReading::kUnset),
};

constexpr FieldTrait kGrpclb[] = {
    NoNullInCore(kEveryField),
    {.field = "childPolicy",
     .evidence = "grpc/grpc grpclb.cc GrpcLbConfig::JsonPostLoad: read as it stands",
     .null = NullReading::kRefused},
    NoSuchField("initialFallbackTimeout",
                "grpc/grpc grpclb.cc GrpcLbConfig::JsonLoader: no such key"),
};

constexpr Release kRingSizeCapRelease = {1, 52, 0};
constexpr int64_t kMostRingSize = 8388608;
constexpr absl::string_view kRingSizes =
    "grpc/grpc ring_hash.cc RingHashConfig::JsonPostLoad (since 1.70: RingHashLbConfig): in [1, "
    "8388608]; run at 1.51.1";
constexpr absl::string_view kRingSizeCap =
    "grpc/grpc ring_hash.cc Ring: the smaller of the size and kRingSizeCapDefault, which "
    "grpc.lb.ring_hash.ring_size_cap changes";
constexpr FieldTrait kRingHash[] = {
    NoNullInCore(kEveryField),
    {.field = "minRingSize", .evidence = kRingSizes, .bound = Between(1, kMostRingSize)},
    {.field = "maxRingSize", .evidence = kRingSizes, .bound = Between(1, kMostRingSize)},
    {.field = "maxRingSize",
     .evidence = "grpc/grpc 1.50 ring_hash.h RingHashConfig: 8388608; run at 1.51.1",
     .until = kRingSizeCapRelease,
     .if_absent = kMostRingSize},
    {.field = "minRingSize",
     .evidence = kRingSizeCap,
     .since = kRingSizeCapRelease,
     .bound = ClampedTo(4096, Between(1, kMostRingSize))},
    {.field = "maxRingSize",
     .evidence = kRingSizeCap,
     .since = kRingSizeCapRelease,
     .bound = ClampedTo(4096, Between(1, kMostRingSize))},
    NoSuchField("requestHashHeader",
                "grpc/grpc ring_hash.cc: only with "
                "GRPC_EXPERIMENTAL_RING_HASH_SET_REQUEST_HASH_KEY"),
};

constexpr FieldTrait kPriorityChild[] = {
    NoSuchField("ignoreReresolutionRequests",
                "grpc/grpc priority.cc PriorityLbChild::JsonLoader: the key is in snake_case"),
    {.field = "ignore_reresolution_requests",
     .evidence = "grpc/grpc priority.cc PriorityLbChild::JsonLoader; run at 1.51.1",
     .use = Use::kApplied},
    NoNullInCore("ignore_reresolution_requests"),
};

constexpr absl::string_view kSetIfNamed =
    "grpc/grpc rls.cc RouteLookupConfig::JsonPostLoad: json.object().find finds null too";
constexpr FieldTrait kRouteLookup[] = {
    NoNullInCore(kEveryField),
    NoSuchField("httpKeybuilders", "grpc/grpc rls.cc RouteLookupConfig::JsonLoader: no such key"),
    {.field = "grpcKeybuilders",
     .evidence = "grpc/grpc rls.cc RouteLookupConfig::JsonLoader: may be empty; run at 1.51.1",
     .non_empty = false},
    {.field = "cacheSizeBytes",
     .evidence = "grpc/grpc rls.cc RouteLookupConfig::JsonPostLoad: required, above 0, and at most "
                 "kMaxCacheSizeBytes; run at 1.51.1",
     .presence = Presence::kRequired,
     .bound = ClampedTo(int64_t{5} * 1024 * 1024, Above(0))},
    {.field = "lookupService",
     .evidence = "grpc/grpc rls.cc RouteLookupConfig::JsonPostLoad: \"must be valid gRPC target "
                 "URI\"; run at 1.51.1",
     .reader = FieldReader::kTargetUri},
    NoSuchField("validTargets",
                "grpc/grpc rls.cc RouteLookupConfig::JsonLoader: no such key; run at 1.51.1"),
    {.field = "maxAge",
     .evidence = kSetIfNamed,
     .since = kNullsRelease,
     .null = NullReading::kNamed},
    {.field = "staleAge",
     .evidence = kSetIfNamed,
     .since = kNullsRelease,
     .null = NullReading::kNamed},
    {.field = "defaultTarget",
     .evidence = "grpc/grpc rls.cc RouteLookupConfig::JsonPostLoad: \"must be non-empty if set\", "
                 "and null is found",
     .null = NullReading::kRefused},
};

constexpr FieldTrait kKeyBuilderName[] = {
    NoNullInCore(kEveryField),
    {.field = "service",
     .evidence = "grpc/grpc rls.cc GrpcKeyBuilder::Name::JsonLoader: may be empty; run at 1.51.1",
     .non_empty = false},
};

constexpr FieldTrait kRls[] = {
    NoNullInCore(kEveryField),
    {.field = "routeLookupChannelServiceConfig",
     .evidence = "grpc/grpc rls.cc RlsLbConfig::JsonPostLoad: read as it stands, and null \"is not "
                 "an object\"",
     .null = NullReading::kRefused},
};

constexpr FieldTrait kNameMatcher[] = {
    NoNullInCore(kEveryField),
    {.field = "names",
     .evidence =
         "grpc/grpc rls.cc GrpcKeyBuilder::NameMatcher::JsonPostLoad: \"must be non-empty\"; "
         "run at 1.51.1",
     .reader = FieldReader::kNonEmptyText},
    {.field = "requiredMatch",
     .evidence = "grpc/grpc rls.cc GrpcKeyBuilder::NameMatcher::JsonPostLoad: \"must not be "
                 "present\"; run at 1.51.1",
     .null = NullReading::kUnset,
     .reader = FieldReader::kNeverTaken},
};

constexpr FieldTrait kExtraKeys[] = {
    {.field = kEveryField,
     .evidence = "grpc/grpc rls.cc GrpcKeyBuilder::ExtraKeys::JsonPostLoad: \"must be non-empty if "
                 "set\"; run at 1.51.1",
     .reader = FieldReader::kNonEmptyText},
};

constexpr MessageTraits kFields[] = {
    {"ServiceConfig", kRoot},
    {"ServiceConfigChoice", kCoreChoice},
    {"MethodConfig", kMethodConfig},
    {"RetryThrottlingPolicy", kThrottling},
    {"LoadBalancingConfig", kPolicies},
    {"PickFirstConfig", kPickFirst},
    {"OutlierDetectionLoadBalancingConfig", kOutlierDetection},
    {"SuccessRateEjection", kNoNulls},
    {"FailurePercentageEjection", kNoNulls},
    {"GrpcLbConfig", kGrpclb},
    {"RingHashLoadBalancingConfig", kRingHash},
    {"PriorityChild", kPriorityChild},
    {"RouteLookupConfig", kRouteLookup},
    {"GrpcKeyBuilder", kNoNulls},
    {"KeyBuilderName", kKeyBuilderName},
    {"NameMatcher", kNameMatcher},
    {"RlsLoadBalancingPolicyConfig", kRls},
    {"ExtraKeys", kExtraKeys},
    {"CdsConfig", kCoreCds},
    {"XdsClusterImplLoadBalancingPolicyConfig", kCoreClusterImpl},
    {"XdsClusterManagerLoadBalancingPolicyConfig", kCoreClusterManager},
    {"DropCategory", kCoreDropCategory},
    {"OverrideHostLoadBalancingPolicyConfig", kCoreOverrideHost},
    {"XdsClusterResolverLoadBalancingPolicyConfig", kCoreClusterResolver},
    {"DiscoveryMechanism", kCoreMechanism},
    {"XdsServer", kCoreServer},
    {"ChannelCredentials", kCoreCredentials},
};

constexpr ListedPolicy kPolicyList[] = {
    {"pick_first"},
    {"round_robin"},
    {"grpclb"},
    {"rls_experimental"},
    {"ring_hash_experimental"},
    {"weighted_target_experimental"},
    {"priority_experimental"},
    {"outlier_detection_experimental"},
    {"cds_experimental"},
    {"xds_cluster_resolver_experimental", {}, kXdsConfigRelease},
    {"xds_cluster_impl_experimental"},
    {"xds_cluster_manager_experimental"},
    {"xds_wrr_locality_experimental"},
    {"xds_override_host_experimental", {1, 52, 0}},
    {"weighted_round_robin_experimental", {1, 53, 0}, {1, 55, 0}},
    {"weighted_round_robin", {1, 55, 0}}};

constexpr absl::string_view kNotAnObject =
    "grpc/grpc service_config_impl.cc ServiceConfigImpl::Create: \"is not an object\"";

constexpr Timeline<PolicyList> kLinked = {
    {{.listed = kPolicyList},
     "grpc/grpc grpc_plugin_registry.cc and grpc_plugin_registry_extra.cc of each release; run at "
     "1.51.1"}};

constexpr Profile kCore = {
    .implementation = Implementation::kCore,
    .oldest = {1, 51, 0},
    .newest = {1, 85, 0},
    .json = {{JsonDialect::kCore, "grpc/grpc json_reader.cc JsonReader::Run; run at 1.51.1"},
             {JsonDialect::kCoreStrictCommas,
              "grpc/grpc json_reader.cc JsonReader::Run: container_just_begun_ is reset at a "
              "container's end since 1.56.0 (PR 33158); 1.51.0 to 1.55.4 read, 1.53.2 and 1.54.3 "
              "among them: no patch release has it, whatever issue 34379 says of 1.53.2",
              kNullsRelease},
             {JsonDialect::kCoreWholeText,
              "grpc/grpc json_reader.cc JsonReader::ReadChar: a NUL is a byte like others since "
              "1.80, where it gets there: GRPC_ARG_SERVICE_CONFIG is a C string",
              {1, 80, 0}}},
    .keys = {{KeySpelling::kExact, "grpc/grpc json_object_loader.cc LoadObject: exact keys"}},
    .duplicates = {{Duplicates::kFirstOrNone, "grpc/grpc json_reader.cc: duplicate key"}},
    .numbers = {{NumberGrammar::kAbslText,
                 "grpc/grpc json_object_loader.h TypedLoadSignedNumber, TypedLoadUnsignedNumber, "
                 "LoadFloat, LoadDouble: SimpleAtoi, SimpleAtof, SimpleAtod on the text of a "
                 "number or a string"}},
    .durations = {{DurationGrammar::kCore, "grpc/grpc json_object_loader.cc LoadDuration"}},
    .status_codes = {{CodeGrammar::kExactName,
                      "grpc/grpc retry_service_config.cc: strings; status_conversion.cc "
                      "grpc_status_code_from_string: exact names"}},
    .policy_bounds = {{Bounds::kFieldTable, "grpc/grpc retry_service_config.cc JsonPostLoad"}},
    .fields = {{FieldSet::kGrfcs, kClientChannel}},
    .nulls = {{NullReading::kUnset, "run at 1.51.1: optional fields take null"},
              {NullReading::kUnset, "grpc/grpc PR 33225: null is absent for every loader",
               kNullsRelease}},
    .null_root = {{Effect::kRejectsConfig, kNotAnObject}},
    .array_root = {{Effect::kRejectsConfig, kNotAnObject}},
    .policy_choice = {{PolicyChoice::kUpToSupported, kRegistry}},
    .policy_names = {{PolicyNames::kAnyCaseBare,
                      "run at 1.51.1: lower-cased; all but two policies \"require a config\""},
                     {PolicyNames::kAnyCase,
                      "grpc/grpc client_channel_service_config.cc JsonPostLoad: lower-cased, tried "
                      "with an empty config; lb_policy_registry.cc LoadBalancingPolicyExists: null "
                      "before 1.56",
                      {1, 56, 0}}},
    .names = {{NameRules::kCore, "grpc/grpc service_config_impl.cc MethodConfig::Name"}},
    .choices = kCoreChoices,
    .calls = kCoreCalls,
    .name_match = {{NameMatch::kByPath,
                    "grpc/grpc service_config_impl.cc GetMethodParsedConfigVector"}},
    .default_policies = kLinked,
    .all_policies = kLinked,
    .text_issues = {{Effect::kRejectsConfig, "grpc/grpc json_reader.cc: \"JSON parse error\""}},
    .other_issues =
        {{Effect::kRejectsConfig,
          "grpc/grpc service_config_impl.cc ServiceConfigImpl::Create: any error rejects "
          "the whole config"}},
    .issues = kIssues,
    .field_traits = kFields,
};

}  // namespace

const Profile& CoreProfile() { return kCore; }

}  // namespace grpcfg
