// grpc-js (Node). Read and run at 1.14.7; the history of each file for older releases.
#include "schema/clients/profile.h"
#include "schema/clients/profile_choices.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kValidate = "grpc-js service-config.ts validateServiceConfig";
constexpr absl::string_view kMethod = "grpc-js service-config.ts validateMethodConfig";
constexpr absl::string_view kSelect = "grpc-js load-balancer.ts selectLbConfigFromList";

constexpr Release kRetriesRelease = {1, 8, 0};
constexpr Release kPickFirstRelease = {1, 9, 0};
constexpr Release kNamesRelease = {1, 9, 1};
constexpr Release kSkipsRelease = {1, 10, 0};
constexpr absl::string_view kEveryKnown =
    "grpc-js 1.9 load-balancer.ts validateLoadBalancingConfig: \"Unrecognized load balancing "
    "config name\"; run at 1.9 and 1.8";
constexpr absl::string_view kNoRetries = "grpc-js 1.7 service-config.ts: no such key";
constexpr absl::string_view kSelectFirst =
    "grpc-js load-balancer.ts selectLbConfigFromList: a config that does not parse is passed over";

constexpr IssueEffect kIssues[] = {
    {IssueKind::kJsonDuplicateKey, Effect::kAlters, "ECMA-262 JSON.parse: the last one"},
    {IssueKind::kUnknownField, Effect::kIgnoresDetail,
     "grpc-js service-config.ts: copies its own keys only"},
    {IssueKind::kMisplacedFields, Effect::kIgnoresPolicy,
     "grpc-js service-config.ts: copies its own keys only"},
    {IssueKind::kUnexpectedField, Effect::kRejectsConfig,
     "grpc-js service-config.ts validateCanaryConfig: \"unexpected field\""},
    {IssueKind::kExperimentalField, Effect::kIgnoresDetail,
     "grpc-js service-config.ts validateRetryPolicy: no such key"},
    {IssueKind::kExperimentalField, Effect::kIgnoresDetail,
     "grpc-js load-balancer-weighted-round-robin.ts createFromJson: no such key",
     "WeightedRoundRobinLbConfig", "metricNamesForComputingUtilization"},
    {IssueKind::kClamped, Effect::kAlters,
     "grpc-js retrying-call.ts RetryingCall constructor: grpc-node.retry_max_attempts_limit, 5 by "
     "default; 1.8 to 1.10 maybeRetryCall: Math.min(maxAttempts, 5)"},
    {IssueKind::kRaised, Effect::kIgnoresDetail,
     "grpc-js load-balancer-weighted-round-robin.ts createFromJson: other keys"},
    {IssueKind::kTooSmall, Effect::kAlters,
     "grpc-js service-config.ts validateRetryPolicy looks at the shape only; run: retries "
     "immediately",
     "RetryPolicy", "initialBackoff"},
    {IssueKind::kTooSmall, Effect::kAlters,
     "grpc-js service-config.ts validateRetryPolicy looks at the shape only; run: retries "
     "immediately",
     "RetryPolicy", "maxBackoff"},
    {IssueKind::kDurationOutOfRange, Effect::kAlters,
     "grpc-js service-config.ts validateMethodConfig: the seconds have no bound", "MethodConfig",
     "timeout"},
    {IssueKind::kTruncated, Effect::kAlters,
     "grpc-js service-config.ts validateRetryThrottling: toFixed(3)"},
    {IssueKind::kMisread, Effect::kAlters,
     "grpc-js retrying-call.ts: setTimeout holds 2^31-1 ms; service-config.ts "
     "validateRetryThrottling: toFixed(3)"},
    {IssueKind::kMisread, Effect::kAlters,
     "grpc-js service-config.ts validateMethodConfig: the decimals are taken for nanoseconds",
     "MethodConfig", "timeout"},
    {IssueKind::kEndsEveryCall, Effect::kBreaksCalls,
     "grpc-js service-config.ts validateMethodConfig, resolving-call.ts createChild: the deadline "
     "is over; run"},
    {IssueKind::kWrongType, Effect::kIgnoresPolicy, kSelectFirst, "LoadBalancingConfig", "",
     kSkipsRelease},
    {IssueKind::kWrongType, Effect::kIgnoresPolicy, kSelectFirst, "PickFirstConfig", "",
     kSkipsRelease},
    {IssueKind::kNull, Effect::kIgnoresPolicy, kSelectFirst, "PickFirstConfig", "", kSkipsRelease},
    {IssueKind::kUnparsedPolicy, Effect::kIgnoresPolicy, kSelectFirst},
    {IssueKind::kNeverMatches, Effect::kIgnoresPolicy,
     "grpc-js resolving-load-balancer.ts getDefaultConfigSelector: a path is split at each slash, "
     "and before 1.9.1 its parts are compared with ==="},
    {IssueKind::kNoSupportedPolicy, Effect::kIgnoresPolicy,
     "grpc-js load-balancer.ts selectLbConfigFromList: pick_first where none is known; run"},
    {IssueKind::kUnlinkedPolicy, Effect::kRejectsConfig, kEveryKnown, "", "", {}, kSkipsRelease},
    {IssueKind::kUnknownPolicy, Effect::kRejectsConfig, kEveryKnown, "", "", {}, kSkipsRelease},
    {.kind = IssueKind::kHangsRetries,
     .effect = Effect::kBreaksCalls,
     .evidence = "grpc-js 1.13.0 retrying-call.ts RetryThrottler: min and max are swapped; "
                 "maybeRetryCall: a call that it denies never ends (PR 2927); run at 1.9 and 1.8",
     .until = {1, 13, 1}},
    {.kind = IssueKind::kHangsRetries,
     .effect = Effect::kAccepts,
     .evidence = "grpc-js retrying-call.ts RetryThrottler",
     .since = {1, 13, 1}},
    {IssueKind::kUnlinkedPolicy, Effect::kIgnoresDetail, kSelect, "", "", kSkipsRelease},
    {IssueKind::kUnknownPolicy, Effect::kIgnoresDetail, kSelect, "", "", kSkipsRelease},
    {IssueKind::kNoName, Effect::kIgnoresPolicy,
     "grpc-js load-balancer.ts findMatchingConfig: no name matches"},
    {IssueKind::kNoNameKey, Effect::kRejectsConfig,
     "grpc-js service-config.ts validateMethodConfig: \"invalid name array\""},
    {IssueKind::kLanguageLetterCase, Effect::kAlters,
     "grpc-js service-config.ts validateAndSelectCanaryConfig: === \"node\""},
    {IssueKind::kEmptyCriterion, Effect::kAlters,
     "grpc-js service-config.ts validateAndSelectCanaryConfig: a list without the host or "
     "language"},
    {IssueKind::kOneMorePercent, Effect::kAccepts,
     "grpc-js service-config.ts validateAndSelectCanaryConfig: Math.random() * 100 > percentage"},
    {IssueKind::kNoChoiceTaken, Effect::kRejectsConfig,
     "grpc-js service-config.ts validateAndSelectCanaryConfig: \"No matching service config "
     "found\""},
    {IssueKind::kNoTxtAttribute, Effect::kIgnoresPolicy,
     "grpc-js service-config.ts extractAndSelectServiceConfig: null"},
    {IssueKind::kTxtNotAscii, Effect::kAccepts, "c-ares: bytes as Latin-1"},
};

constexpr FieldTrait kRoot[] = {
    NoSuchField("retryThrottling", kNoRetries, {}, kRetriesRelease),
    {.field = "methodConfig",
     .evidence =
         "grpc-js service-config.ts validateServiceConfig: anything but an array is ignored",
     .null = NullReading::kUnset,
     .reader = FieldReader::kNodeList},
    {.field = "loadBalancingPolicy",
     .evidence = "grpc-js service-config.ts validateServiceConfig: a string, never used; run",
     .use = Use::kCheckedOnly},
    {.field = "loadBalancingConfig",
     .evidence = "grpc-js load-balancer.ts selectLbConfigFromList: pick_first",
     .reader = FieldReader::kMayBeEmpty},
    NoSuchField("healthCheckConfig", "grpc-js service-config.ts ServiceConfig: no such key"),
    NoSuchField("connectionScaling", "grpc-js service-config.ts ServiceConfig: no such key"),
};

constexpr FieldTrait kMethodConfig[] = {
    NoSuchField("retryPolicy", kNoRetries, {}, kRetriesRelease),
    NoSuchField("hedgingPolicy", kNoRetries, {}, kRetriesRelease),
    {.field = "name",
     .evidence = "grpc-js service-config.ts validateName: `in` works on arrays",
     .since = kNamesRelease,
     .reader = FieldReader::kNodeElements},
    {.field = "waitForReady",
     .evidence = "grpc-js service-config.ts validateMethodConfig: a boolean, never used; run",
     .use = Use::kCheckedOnly},
    {.field = "timeout",
     .evidence = "grpc-js service-config.ts validateMethodConfig: two integers; run",
     .reader = FieldReader::kNodeTimeout},
    NoSuchField("maxRequestMessageBytes",
                "grpc-js service-config.ts MethodConfig: the key is maxRequestBytes"),
    NoSuchField("maxResponseMessageBytes",
                "grpc-js service-config.ts MethodConfig: the key is maxResponseBytes"),
    {.field = "maxRequestBytes",
     .evidence = "grpc-js service-config.ts validateMethodConfig: any number, never used; run",
     .use = Use::kCheckedOnly,
     .reader = FieldReader::kAnyNumber},
    {.field = "maxResponseBytes",
     .evidence = "grpc-js service-config.ts validateMethodConfig: any number, never used; run",
     .use = Use::kCheckedOnly,
     .reader = FieldReader::kAnyNumber},
};

constexpr FieldTrait kName[] = {
    {.field = "service",
     .evidence = "grpc-js 1.9.0 service-config.ts validateName: \"invalid service\"; run at 1.8",
     .until = kNamesRelease,
     .presence = Presence::kRequired},
};

constexpr FieldTrait kHedgingPolicy[] = {
    {.field = "nonFatalStatusCodes",
     .evidence = "grpc-js service-config.ts validateHedgingPolicy: checked only if it is an array; "
                 "retrying-call.ts: list.some of anything else kills the process; run",
     .null = NullReading::kUnset,
     .reader = FieldReader::kNodeAnyValue},
};

constexpr FieldTrait kThrottling[] = {
    {.field = "maxTokens",
     .evidence = "grpc-js service-config.ts validateRetryThrottling: a number in (0, 1000]",
     .reader = FieldReader::kNumber},
};

constexpr FieldTrait kPolicies[] = {
    {.field = "pick_first",
     .evidence = "grpc-js 1.8 load-balancer-pick-first.ts createFromJson: the config is not read; "
                 "run at 1.8 and 1.7",
     .until = kPickFirstRelease,
     .reader = FieldReader::kUnread},
    {.field = "round_robin",
     .evidence = "grpc-js load-balancer-round-robin.ts createFromJson: the config is not read",
     .reader = FieldReader::kUnread},
    {.field = "weighted_round_robin",
     .evidence = "grpc-js load-balancer-weighted-round-robin.ts createFromJson: keys in snake_case",
     .reader = FieldReader::kOwnKeys},
};

constexpr absl::string_view kInSnakeCase =
    "grpc-js load-balancer-weighted-round-robin.ts createFromJson: the key is in snake_case, so "
    "the default holds";
constexpr FieldTrait kWeightedRoundRobin[] = {
    NoSuchField("enableOobLoadReport", kInSnakeCase),
    NoSuchField("oobReportingPeriod", kInSnakeCase),
    NoSuchField("blackoutPeriod", kInSnakeCase),
    NoSuchField("weightExpirationPeriod", kInSnakeCase),
    NoSuchField("weightUpdatePeriod", kInSnakeCase),
    NoSuchField("errorUtilizationPenalty", kInSnakeCase),
};

constexpr MessageTraits kFields[] = {
    {"ServiceConfig", kRoot},
    {"MethodConfig", kMethodConfig},
    {"Name", kName},
    {"HedgingPolicy", kHedgingPolicy},
    {"RetryThrottlingPolicy", kThrottling},
    {"LoadBalancingConfig", kPolicies},
    {"WeightedRoundRobinLbConfig", kWeightedRoundRobin},
};

// Those of grpc-js-xds have other names than in service_config.proto (`cds`, `ring_hash`), and
// their configs have keys of their own; how they are parsed has not been read.
constexpr ListedPolicy kPolicyList[] = {
    {"pick_first"}, {"round_robin"}, {"outlier_detection"}, {"weighted_round_robin", {1, 14, 0}}};
constexpr Timeline<PolicyList> kLinked = {
    {{.listed = kPolicyList}, "grpc-js index.ts: setup of each; not those of grpc-js-xds"}};

constexpr absl::string_view kNodeChildStatus = "grpc-js retrying-call.ts handleChildStatus";
constexpr Release kNodeRetries = {1, 8, 0};
constexpr absl::string_view kNodeRetry = "grpc-js retrying-call.ts maybeRetryCall";
constexpr absl::string_view kNodeStatus = "grpc-js retrying-call.ts handleProcessedStatus";
constexpr CallTraits kNodeCalls = {
    .retries = {{Support::kNone, "grpc-js 1.7 service-config.ts: no retryPolicy"},
                {Support::kFull, "grpc-js retrying-call.ts RetryingCall", kNodeRetries}},
    .retries_off = {{{"grpc.enable_retries=0"},
                     "grpc-js retrying-call.ts RetryingCall constructor"}},
    .attempt_limit = {{{5, ""}, "grpc-js 1.10 retrying-call.ts maybeRetryCall"},
                      {{5, "grpc-node.retry_max_attempts_limit"},
                       "grpc-js retrying-call.ts RetryingCall constructor",
                       {1, 11, 0}}},
    .jitter = {{kJitterOf2017, "grpc-js 1.13 retrying-call.ts getNextRetryBackoffMs"},
               {kJitterOf2024, "grpc-js retrying-call.ts getNextRetryJitter", {1, 14, 0}}},
    .first_delay = {{FirstDelay::kUncapped,
                     "grpc-js retrying-call.ts getNextRetryBackoffMs: Math.min comes after it"}},
    .delay_step = {{DelayStep::kMillisecondsOfTimer,
                    "grpc-js retrying-call.ts maybeRetryCall: setTimeout"}},
    .pushback_codes = {{PushbackCodes::kListed, kNodeStatus}},
    .pushback_grammar = {{PushbackGrammar::kNumberAtStart,
                          "grpc-js retrying-call.ts getPushback: parseInt"}},
    .malformed_pushback = {{MalformedPushback::kRetriesImmediately,
                            "grpc-js retrying-call.ts getPushback: parseInt gives NaN, which "
                            "setTimeout takes for 1 ms; run"}},
    .after_pushback = {{AfterPushback::kStartsOver, kNodeRetry}},
    .retry_checks = {{{RetryCheck::kCommitted, RetryCheck::kCode, RetryCheck::kAttempts,
                       RetryCheck::kPushback, RetryCheck::kTokens},
                      "grpc-js retrying-call.ts handleProcessedStatus, maybeRetryCall"}},
    .unsent_retry = {{UnsentRetry::kUnlimited,
                      "grpc-js retrying-call.ts handleChildStatus: NOT_STARTED (1.7: channel.ts "
                      "tryPick after ERR_HTTP2_GOAWAY_SESSION)"}},
    .refused_retry = {{RefusedRetry::kNever, "grpc-js 1.7 call-stream.ts: REFUSED_STREAM fails"},
                      {RefusedRetry::kOncePerCall,
                       "grpc-js retrying-call.ts handleChildStatus: transparentRetryUsed",
                       kNodeRetries}},
    .retry_buffer = {{{}, "grpc-js 1.7 channel.ts: nothing is kept"},
                     {{kMebibyte, 16 * kMebibyte,
                       "grpc.per_rpc_retry_buffer_size, grpc.retry_buffer_size"},
                      "grpc-js internal-channel.ts DEFAULT_PER_RPC_RETRY_BUFFER_SIZE_BYTES",
                      kNodeRetries}},
    .default_throttling = {{DefaultThrottling::kApplied,
                            "grpc-js resolving-load-balancer.ts handleResolverResult"}},
    .throttle_scope = {{ThrottleScope::kServerNameRescaled,
                        "grpc-js internal-channel.ts RETRY_THROTTLER_MAP"}},
    .tokens = {{TokenArithmetic::kInverted,
                "grpc-js 1.13.0 retrying-call.ts RetryThrottler: min and max are swapped"},
               {TokenArithmetic::kDoubleRounded,
                "grpc-js service-config.ts validateRetryThrottling: toFixed(3)",
                {1, 13, 1}}},
    .token_debit = {{TokenDebit::kListed, kNodeStatus}},
    .committed_debit = {{CommittedDebit::kNone, kNodeChildStatus}},
    .token_credit = {{TokenCredit::kEveryCall, "grpc-js retrying-call.ts handleChildStatus"}},
    .throttle_check = {{ThrottleCheck::kAfterDelayHanging,
                        "grpc-js 1.13.0 retrying-call.ts maybeRetryCall: no callback"},
                       {ThrottleCheck::kAfterDelay, kNodeRetry, {1, 13, 1}}},
    .hedging = {{Support::kNone, "grpc-js 1.7 service-config.ts: no hedgingPolicy"},
                {Support::kFull, "grpc-js retrying-call.ts RetryingCall", kNodeRetries}},
    .hedge_throttling = {{HedgeThrottling::kNever,
                          "grpc-js retrying-call.ts maybeStartHedgingAttempt; run"}},
    .hedge_debit = {{HedgeDebit::kListed, kNodeStatus}},
    .repeated_count = {{RepeatedCount::kOfLatest,
                        "grpc-js retrying-call.ts startNewAttempt: attempts - 1; run"}},
    .hedge_after_failure = {{HedgeAfterFailure::kImmediately, kNodeStatus}},
    .hedge_after_pushback = {{HedgeAfterPushback::kAsRequestedBesideTimer,
                              "grpc-js retrying-call.ts handleProcessedStatus: setTimeout beside "
                              "hedgingTimer; run"}},
    .hedge_after_stop = {{HedgeAfterStop::kFailureCounts, kNodeStatus}},
    .wait_for_ready = {{WaitForReadyChoice::kNotApplied,
                        "grpc-js load-balancing-call.ts, resolving-call.ts: only that of the "
                        "metadata"}},
    .health_checks = {{HealthChecks::kNone, "grpc-js service-config.ts: no healthCheckConfig"}},
    .txt_lookup = {{{TxtLookup::Default::kOn, ""}, "grpc-js 1.8.1 resolver-dns.ts"},
                   {{TxtLookup::Default::kOn, "grpc.service_config_disable_resolution=1"},
                    "grpc-js resolver-dns.ts DnsResolver constructor",
                    {1, 8, 2}}},
    .txt_name = {{TxtName::kHost, "grpc-js resolver-dns.ts startResolution: resolveTxt(hostname)"}},
    .txt_records = {{TxtRecords::kFirstWithAttribute,
                     "grpc-js service-config.ts extractAndSelectServiceConfig"}},
    .txt_attribute = {{TxtAttribute::kInFirstString,
                       "grpc-js service-config.ts extractAndSelectServiceConfig: recordSet[0]"}},
    .txt_query = {{TxtQuery::kPlain, "Node cares_wrap.cc: no ARES_FLAG_EDNS"}},
};

constexpr Profile kNode = {
    .implementation = Implementation::kNode,
    .oldest = {1, 7, 0},
    .newest = {1, 14, 7},
    .json = {{JsonDialect::kJavaScript, "ECMA-262 JSON.parse"}},
    .keys = {{KeySpelling::kExact, kValidate}},
    .duplicates = {{Duplicates::kLast, "ECMA-262 JSON.parse"}},
    .numbers = {{NumberGrammar::kJavaScript, "ECMA-262 JSON.parse; Number.isInteger"}},
    .durations = {{DurationGrammar::kNode, "grpc-js service-config.ts DURATION_REGEX"}},
    .status_codes = {{CodeGrammar::kJavaScript,
                      "grpc-js service-config.ts validateRetryPolicy: toUpperCase, or a number"}},
    .policy_bounds = {{Bounds::kFieldTable, "grpc-js service-config.ts validateRetryPolicy"}},
    .fields = {{FieldSet::kGrfcs, kMethod}},
    .nulls = {{NullReading::kRefused, "grpc-js service-config.ts: `in`, then typeof"}},
    .null_root = {{Effect::kRejectsConfig,
                   "grpc-js service-config.ts validateServiceConfig: TypeError of `in`"}},
    .array_root = {{Effect::kIgnoresPolicy,
                    "grpc-js service-config.ts validateServiceConfig: `in` works on arrays; run"}},
    .policy_choice = {{PolicyChoice::kEveryKnown, kEveryKnown},
                      {PolicyChoice::kFirstThatParses,
                       "grpc-js service-config.ts validateLoadBalancingConfig, load-balancer.ts "
                       "selectLbConfigFromList",
                       kSkipsRelease}},
    .policy_names = {{PolicyNames::kNotLookedAt, kValidate}},
    .names = {{NameRules::kNodeBefore191, "grpc-js 1.9.0 service-config.ts validateName"},
              {NameRules::kNode, "grpc-js service-config.ts validateName", kNamesRelease}},
    .choices = kNodeChoices,
    .calls = kNodeCalls,
    .name_match = {{NameMatch::kFirstInOrder,
                    "grpc-js 1.9.0 resolving-load-balancer.ts getDefaultConfigSelector"},
                   {NameMatch::kFirstTwoParts,
                    "grpc-js resolving-load-balancer.ts NAME_MATCH_LEVEL_ORDER", kNamesRelease}},
    .default_policies = kLinked,
    .all_policies = kLinked,
    .text_issues = {{Effect::kRejectsConfig, "ECMA-262 JSON.parse: SyntaxError"}},
    .other_issues = {{Effect::kRejectsConfig,
                      "grpc-js resolving-load-balancer.ts constructor: the client throws"}},
    .issues = kIssues,
    .field_traits = kFields,
};

}  // namespace

const Profile& NodeProfile() { return kNode; }

}  // namespace grpcfg
