// grpc-dotnet, which reads no JSON: the values of a config are thought put into its object model.
// Read at 2.80.0 and 2.83.0-pre1, the last tag before 2.83.0; nothing was run.
#include "schema/clients/profile_calls.h"
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

constexpr IssueEffect kIssues[] = {
    {.kind = IssueKind::kHangsRetries,
     .effect = Effect::kAccepts,
     .evidence = "grpc-dotnet ChannelRetryThrottling.cs"},
    {IssueKind::kUnknownField, Effect::kIgnoresDetail, kService},
    {IssueKind::kMisplacedFields, Effect::kIgnoresPolicy, kService},
    {IssueKind::kUnexpectedField, Effect::kAccepts, "grpc-dotnet reads no TXT records"},
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
    {IssueKind::kNeverMatches, Effect::kIgnoresPolicy,
     "grpc-dotnet GrpcChannel.cs ResolveMethodConfig: by service and method, and null and \"\" are "
     "different keys"},
    {IssueKind::kTooSmall, Effect::kIgnoresDetail,
     "grpc-dotnet Internal/Configuration/ConvertHelpers.cs ConvertStatusCode: any number",
     "RetryPolicy", "retryableStatusCodes"},
    {IssueKind::kTooLarge, Effect::kIgnoresDetail,
     "grpc-dotnet Internal/Configuration/ConvertHelpers.cs ConvertStatusCode: any number",
     "RetryPolicy", "retryableStatusCodes"},
    {IssueKind::kTooSmall, Effect::kIgnoresDetail,
     "grpc-dotnet Internal/Configuration/ConvertHelpers.cs ConvertStatusCode: any number",
     "HedgingPolicy", "nonFatalStatusCodes"},
    {IssueKind::kTooLarge, Effect::kIgnoresDetail,
     "grpc-dotnet Internal/Configuration/ConvertHelpers.cs ConvertStatusCode: any number",
     "HedgingPolicy", "nonFatalStatusCodes"},
    {IssueKind::kUnlinkedPolicy, Effect::kIgnoresDetail, kTriedInTurn},
    {IssueKind::kUnknownPolicy, Effect::kIgnoresDetail, kTriedInTurn},
    {IssueKind::kNoPolicy, Effect::kRejectsConfig, kOneKey},
    {IssueKind::kSeveralPolicies, Effect::kRejectsConfig, kOneKey},
    {IssueKind::kMissingField, Effect::kAlters, kNoTokens, "RetryThrottlingPolicy"},
    {IssueKind::kTooSmall, Effect::kAlters, kNoTokens, "RetryThrottlingPolicy"},
    {IssueKind::kTruncatedToZero, Effect::kAlters, kNoTokens, "RetryThrottlingPolicy"},
    {IssueKind::kLanguageLetterCase, Effect::kAccepts, "grpc-dotnet reads no TXT records"},
    {IssueKind::kEmptyCriterion, Effect::kAccepts, "grpc-dotnet reads no TXT records"},
    {IssueKind::kOneMorePercent, Effect::kAccepts, "grpc-dotnet reads no TXT records"},
    {IssueKind::kNoChoiceTaken, Effect::kAccepts, "grpc-dotnet reads no TXT records"},
    {IssueKind::kNoTxtAttribute, Effect::kAccepts, "grpc-dotnet reads no TXT records"},
    {IssueKind::kTxtNotAscii, Effect::kAccepts, "grpc-dotnet reads no TXT records"},
};

constexpr FieldTrait kRoot[] = {
    {.field = "loadBalancingPolicy", .evidence = kService, .use = Use::kUnknown},
    {.field = "healthCheckConfig", .evidence = kService, .use = Use::kUnknown},
    {.field = "connectionScaling", .evidence = kService, .use = Use::kUnknown},
    {.field = "loadBalancingConfig",
     .evidence = "grpc-dotnet Configuration/ServiceConfig.cs: an empty list is none",
     .reader = FieldReader::kMayBeEmpty},
};

constexpr FieldTrait kMethodConfig[] = {
    {.field = "waitForReady", .evidence = kModel, .use = Use::kUnknown},
    {.field = "timeout", .evidence = kModel, .use = Use::kUnknown},
    {.field = "maxRequestMessageBytes", .evidence = kModel, .use = Use::kUnknown},
    {.field = "maxResponseMessageBytes", .evidence = kModel, .use = Use::kUnknown},
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
    {.field = "shuffleAddressList", .evidence = kNoPickFirstConfig, .use = Use::kUnknown},
};

constexpr MessageTraits kFields[] = {
    {"PickFirstConfig", kPickFirst},    {"ServiceConfig", kRoot},
    {"MethodConfig", kMethodConfig},    {"RetryThrottlingPolicy", kThrottling},
    {"LoadBalancingConfig", kPolicies},
};

constexpr ListedPolicy kLinkedPolicies[] = {{"pick_first"}, {"round_robin"}};
constexpr Timeline<PolicyList> kLinked = {
    {{.listed = kLinkedPolicies}, "grpc-dotnet GrpcChannel.cs ResolveLoadBalancerFactories"}};

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
