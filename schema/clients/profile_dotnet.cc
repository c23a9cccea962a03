// grpc-dotnet, which reads no JSON: the values of a config are thought put into its object model.
// Read at 2.80.0 and 2.83.0-pre1, the last tag before 2.83.0; nothing was run.
#include "schema/clients/profile.h"
#include "schema/clients/profile_choices.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kModel = "grpc-dotnet Configuration/MethodConfig.cs: no such property";
constexpr absl::string_view kService =
    "grpc-dotnet Configuration/ServiceConfig.cs: no such property";
constexpr absl::string_view kFirstCall =
    "grpc-dotnet Internal/GrpcMethodInfo.cs: at the first call of a method that the entry names";
constexpr absl::string_view kGetter =
    "grpc-dotnet Configuration/RetryThrottlingPolicy.cs: GetValue gives 0 for what is missing";

constexpr absl::string_view kNoTokens =
    "grpc-dotnet Configuration/RetryThrottlingPolicy.cs, Internal/Retry/ChannelRetryThrottling.cs: "
    "0 for what is missing, and nothing is checked: without tokens no retry, without a ratio none "
    "comes back";
constexpr absl::string_view kTriedInTurn =
    "grpc-dotnet Balancer/Internal/ChildHandlerLoadBalancer.cs TryGetValidServiceConfigFactory";
constexpr absl::string_view kOneKey =
    "grpc-dotnet Configuration/ServiceConfig.cs CreateLoadBalancingConfig: "
    "InvalidOperationException unless there is one key";
constexpr absl::string_view kNoPickFirstConfig =
    "grpc-dotnet Balancer/PickFirstBalancer.cs: no config is read";

constexpr absl::string_view kNoTxt = "grpc-dotnet reads no TXT records";
constexpr absl::string_view kAnyCode =
    "grpc-dotnet Internal/Configuration/ConvertHelpers.cs ConvertStatusCode: any number";

constexpr IssueEffect kIssues[] = {
    {IssueKind::kHangsRetries, Effect::kAccepts, "grpc-dotnet ChannelRetryThrottling.cs"},
    {IssueKind::kUnknownField, Effect::kIgnoresDetail, kService},
    {IssueKind::kMisplacedFields, Effect::kIgnoresPolicy, kService},
    {IssueKind::kUnexpectedField, Effect::kAccepts, kNoTxt},
    {IssueKind::kExperimentalField, Effect::kAccepts, kService},
    {IssueKind::kClamped, Effect::kAlters,
     "grpc-dotnet Internal/Retry/RetryCallBase.cs constructor: "
     "GrpcChannelOptions.MaxRetryAttempts, 5 by default"},
    {IssueKind::kMisread, Effect::kAlters,
     "grpc-dotnet Internal/Retry/RetryCall.cs: whole milliseconds; ChannelRetryThrottling.cs: "
     "Truncate(x * 1000) / 1000"},
    {IssueKind::kTruncated, Effect::kAlters,
     "grpc-dotnet Internal/Retry/ChannelRetryThrottling.cs: Truncate(x * 1000) / 1000"},
    {IssueKind::kNoName, Effect::kIgnoresPolicy,
     "grpc-dotnet GrpcChannel.cs CreateServiceConfigMethods: a loop over the names"},
    {IssueKind::kNoNameKey, Effect::kIgnoresPolicy,
     "grpc-dotnet GrpcChannel.cs CreateServiceConfigMethods: a loop over the names"},
    {IssueKind::kMethodWithoutService, Effect::kIgnoresPolicy,
     "grpc-dotnet GrpcChannel.cs ResolveMethodConfig: by service and method, and null and \"\" are "
     "different keys"},
    {IssueKind::kEmptyMethodAlone, Effect::kIgnoresPolicy,
     "grpc-dotnet GrpcChannel.cs ResolveMethodConfig: by service and method, and null and \"\" are "
     "different keys"},
    {IssueKind::kNeverMatches, Effect::kIgnoresPolicy,
     "grpc-dotnet GrpcChannel.cs ResolveMethodConfig: by service and method, and null and \"\" are "
     "different keys"},
    {IssueKind::kTooSmall, Effect::kIgnoresDetail, kAnyCode, "RetryPolicy", "retryableStatusCodes"},
    {IssueKind::kTooLarge, Effect::kIgnoresDetail, kAnyCode, "RetryPolicy", "retryableStatusCodes"},
    {IssueKind::kTooSmall, Effect::kIgnoresDetail, kAnyCode, "HedgingPolicy",
     "nonFatalStatusCodes"},
    {IssueKind::kTooLarge, Effect::kIgnoresDetail, kAnyCode, "HedgingPolicy",
     "nonFatalStatusCodes"},
    {IssueKind::kUnlinkedPolicy, Effect::kIgnoresDetail, kTriedInTurn},
    {IssueKind::kUnknownPolicy, Effect::kIgnoresDetail, kTriedInTurn},
    {IssueKind::kNoPolicy, Effect::kRejectsConfig, kOneKey},
    {IssueKind::kSeveralPolicies, Effect::kRejectsConfig, kOneKey},
    {IssueKind::kMissingField, Effect::kAlters, kNoTokens, "RetryThrottlingPolicy"},
    {IssueKind::kTooSmall, Effect::kAlters, kNoTokens, "RetryThrottlingPolicy"},
    {IssueKind::kTruncatedToZero, Effect::kAlters, kNoTokens, "RetryThrottlingPolicy"},
    {IssueKind::kLanguageLetterCase, Effect::kAccepts, kNoTxt},
    {IssueKind::kEmptyCriterion, Effect::kAccepts, kNoTxt},
    {IssueKind::kOneMorePercent, Effect::kAccepts, kNoTxt},
    {IssueKind::kNoChoiceTaken, Effect::kAccepts, kNoTxt},
    {IssueKind::kNoTxtAttribute, Effect::kAccepts, kNoTxt},
    {IssueKind::kTxtNotAscii, Effect::kAccepts, kNoTxt},
};

constexpr FieldTrait kRoot[] = {
    NoSuchField("loadBalancingPolicy", kService),
    NoSuchField("healthCheckConfig", kService),
    NoSuchField("connectionScaling", kService),
    {.field = "loadBalancingConfig",
     .evidence = "grpc-dotnet Configuration/ServiceConfig.cs: an empty list is none",
     .reader = FieldReader::kMayBeEmpty},
};

constexpr FieldTrait kMethodConfig[] = {
    NoSuchField("waitForReady", kModel),
    NoSuchField("timeout", kModel),
    NoSuchField("maxRequestMessageBytes", kModel),
    NoSuchField("maxResponseMessageBytes", kModel),
    {.field = "retryPolicy", .evidence = kFirstCall, .checked_with = "name"},
    {.field = "hedgingPolicy", .evidence = kFirstCall, .checked_with = "name"},
};

constexpr FieldTrait kThrottling[] = {
    {.field = "maxTokens", .evidence = kGetter, .bound = Above(0)},
    {.field = "tokenRatio", .evidence = kGetter, .bound = Above(0)},
};

constexpr FieldTrait kPolicies[] = {
    {.field = "round_robin",
     .evidence = "grpc-dotnet Balancer/RoundRobinBalancer.cs: no config is read",
     .reader = FieldReader::kUnread},
};

constexpr FieldTrait kPickFirst[] = {
    NoSuchField("shuffleAddressList", kNoPickFirstConfig),
};

constexpr MessageTraits kFields[] = {
    {"PickFirstConfig", kPickFirst},    {"ServiceConfig", kRoot},
    {"MethodConfig", kMethodConfig},    {"RetryThrottlingPolicy", kThrottling},
    {"LoadBalancingConfig", kPolicies},
};

constexpr ListedPolicy kLinkedPolicies[] = {{"pick_first"}, {"round_robin"}};
constexpr Timeline<PolicyList> kLinked = {
    {{.listed = kLinkedPolicies}, "grpc-dotnet GrpcChannel.cs ResolveLoadBalancerFactories"}};

constexpr absl::string_view kDotnetPool =
    "dotnet/runtime HttpConnectionPool.cs MaxConnectionFailureRetries, Http2Connection.cs "
    "ProcessRstStreamFrame: canRetry";
constexpr absl::string_view kDotnetRetry = "grpc-dotnet Internal/Retry/RetryCall.cs";
constexpr absl::string_view kDotnetHedging = "grpc-dotnet Internal/Retry/HedgingCall.cs";
constexpr CallTraits kDotnetCalls = {
    .retries = {{Support::kFull, kDotnetRetry}},
    .attempt_limit = {{{5, "MaxRetryAttempts"},
                       "grpc-dotnet GrpcChannelOptions.cs MaxRetryAttempts: null means no limit"}},
    .jitter = {{kJitterOf2017,
                "grpc-dotnet Internal/Retry/RetryCall.cs StartRetry: "
                "GetRandomNumber(0, _nextRetryDelayMilliseconds)"}},
    .first_delay = {{FirstDelay::kUncapped, "grpc-dotnet Internal/Retry/RetryCall.cs constructor"}},
    .delay_step = {{DelayStep::kRoundedMillisecondsBelow,
                    "grpc-dotnet Internal/Retry/RetryCall.cs CalculateNextRetryDelay: "
                    "Convert.ToInt32"}},
    .pushback_codes = {{PushbackCodes::kEvery,
                        "grpc-dotnet Internal/Retry/RetryCall.cs EvaluateRetry"}},
    .pushback_grammar = {{PushbackGrammar::kInt32Spaced,
                          "grpc-dotnet Internal/Retry/RetryCallBase.cs GetRetryPushback: "
                          "int.TryParse"}},
    .malformed_pushback = {{MalformedPushback::kStops,
                            "grpc-dotnet Internal/Retry/RetryCallBase.cs GetRetryPushback: -1"}},
    .after_pushback = {{AfterPushback::kGoesOnFromThere,
                        "grpc-dotnet Internal/Retry/RetryCall.cs StartRetry: "
                        "_nextRetryDelayMilliseconds is the pushback"}},
    .retry_checks = {{{RetryCheck::kCommitted, RetryCheck::kTokens, RetryCheck::kAttempts,
                       RetryCheck::kPushback, RetryCheck::kCode},
                      "grpc-dotnet Internal/Retry/RetryCall.cs EvaluateRetry"}},
    .unsent_retry = {{UnsentRetry::kByTransport, kDotnetPool}},
    .refused_retry = {{RefusedRetry::kByTransport, kDotnetPool}},
    .retry_buffer = {{{kMebibyte, 16 * kMebibyte, "MaxRetryBufferPerCallSize, MaxRetryBufferSize"},
                      "grpc-dotnet GrpcChannel.cs DefaultMaxRetryBufferPerCallSize"}},
    .default_throttling = {{DefaultThrottling::kApplied,
                            "grpc-dotnet GrpcChannel.cs: the config of GrpcChannelOptions"}},
    .throttle_scope = {{ThrottleScope::kChannelFixed,
                        "grpc-dotnet GrpcChannel.cs CreateChannelRetryThrottling"}},
    .tokens = {{TokenArithmetic::kDoubleCut,
                "grpc-dotnet Internal/Retry/ChannelRetryThrottling.cs: Math.Truncate"}},
    .token_debit = {{TokenDebit::kStopped, "grpc-dotnet Internal/Retry/RetryCall.cs StartRetry"}},
    .committed_debit = {{CommittedDebit::kNone,
                         "grpc-dotnet Internal/Retry/RetryCall.cs StartRetry: CommitedCallTask"}},
    .token_credit = {{TokenCredit::kPolicyCalls, kDotnetRetry}},
    .throttle_check = {{ThrottleCheck::kAtEveryFailure,
                        "grpc-dotnet Internal/Retry/RetryCall.cs EvaluateRetry"}},
    .hedging = {{Support::kFull, kDotnetHedging}},
    .hedge_throttling = {{HedgeThrottling::kNoMore,
                          "grpc-dotnet Internal/Retry/HedgingCall.cs CreateHedgingCalls"}},
    .hedge_debit = {{HedgeDebit::kListedButLast,
                     "grpc-dotnet Internal/Retry/HedgingCall.cs StartCall: ExceededAttemptCount "
                     "comes before RetryAttemptCallFailure"}},
    .repeated_count = {{RepeatedCount::kOfAttempt, kDotnetPool}},
    .hedge_after_failure = {{HedgeAfterFailure::kImmediately,
                             "grpc-dotnet Internal/Retry/HedgingCall.cs HedgingDelayAsync"}},
    .hedge_after_pushback = {{HedgeAfterPushback::kAsRequested,
                              "grpc-dotnet Internal/Retry/HedgingCall.cs HedgingDelayAsync"}},
    .hedge_after_stop = {{HedgeAfterStop::kImmediately,
                          "grpc-dotnet Internal/Retry/HedgingCall.cs StartCall: a negative "
                          "pushback ends the delay"}},
    .wait_for_ready = {{WaitForReadyChoice::kNotApplied,
                        "grpc-dotnet Configuration/MethodConfig.cs: no such property"}},
    .health_checks = {{HealthChecks::kNone,
                       "grpc-dotnet Configuration/ServiceConfig.cs: no such property"}},
    .txt_lookup = {{{TxtLookup::Default::kNever, ""},
                    "grpc-dotnet Balancer/DnsResolver.cs: GetHostAddressesAsync only"}},
};

constexpr Profile kDotnet = {
    .implementation = Implementation::kDotnet,
    .oldest = {2, 80, 0},
    .newest = {2, 83, 0},
    .json = {{JsonDialect::kNone,
              "grpc-dotnet has no JSON loader: the application reads the file"}},
    .keys = {{KeySpelling::kExact, "grpc-dotnet has no JSON loader"}},
    .duplicates = {{Duplicates::kLast, "grpc-dotnet has no JSON loader"}},
    .numbers = {{NumberGrammar::kDotnet, "grpc-dotnet Configuration/*.cs: int and double"}},
    .durations = {{DurationGrammar::kDotnet,
                   "grpc-dotnet Internal/Configuration/ConvertHelpers.cs ConvertDurationText"}},
    .status_codes = {{CodeGrammar::kDotnet,
                      "grpc-dotnet Internal/Configuration/ConvertHelpers.cs ConvertStatusCode"}},
    .policy_bounds = {{Bounds::kFieldTable,
                       "grpc-dotnet Internal/GrpcMethodInfo.cs CreateRetryPolicy, at the first "
                       "call"}},
    .fields = {{FieldSet::kGrfcs, "grpc-dotnet Configuration/*.cs"}},
    .nulls = {{NullReading::kUnset, "grpc-dotnet Configuration/*.cs: null is unset"}},
    .null_root = {{Effect::kAccepts,
                   "grpc-dotnet GrpcChannelOptions.cs: ServiceConfig may be null"}},
    .array_root = {{Effect::kUnknown, "grpc-dotnet has no JSON loader"}},
    .policy_choice = {{PolicyChoice::kEveryKey,
                       "grpc-dotnet Configuration/ServiceConfig.cs CreateLoadBalancingConfig: "
                       "s.Count == 1; Balancer/Internal/ChildHandlerLoadBalancer.cs "
                       "CreateLoadBalancer: the value of the policy in use is cast to "
                       "IDictionary"}},
    .policy_names = {{PolicyNames::kAnyCaseOrDefault,
                      "grpc-dotnet Balancer/Internal/ChildHandlerLoadBalancer.cs TryGetFactory: "
                      "OrdinalIgnoreCase"}},
    .names = {{NameRules::kDotnet, "grpc-dotnet GrpcChannel.cs CreateServiceConfigMethods"}},
    .choices = kDotnetChoices,
    .calls = kDotnetCalls,
    .name_match = {{NameMatch::kBySetParts, "grpc-dotnet GrpcChannel.cs ResolveMethodConfig"}},
    .default_policies = kLinked,
    .all_policies = kLinked,
    .text_issues = {{Effect::kUnknown, "grpc-dotnet has no JSON loader: the application decides"}},
    .other_issues = {{Effect::kRejectsConfig,
                      "grpc-dotnet Internal/GrpcMethodInfo.cs, GrpcChannel.cs: an exception at "
                      "ForAddress, connect or first call"}},
    .issues = kIssues,
    .field_traits = kFields,
};

}  // namespace

const Profile& DotnetProfile() { return kDotnet; }

}  // namespace grpcfg
