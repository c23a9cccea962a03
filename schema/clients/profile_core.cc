// C-core (grpc/grpc): what C++, Python, Ruby, PHP and Objective-C do. Read at 1.51.1, which was
// also run, and at master; between the two in the sources that grpc-ios has of each release.
#include "schema/clients/profile_choices.h"
#include "schema/clients/profile_core_calls.h"
#include "schema/clients/profile_core_xds.h"

namespace grpcfg {
namespace {

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
     .evidence = "run at 1.51.1: null is no string",
     .until = kNullsRelease,
     .null = NullReading::kRefused},
    {.field = "healthCheckConfig",
     .evidence = "run at 1.51.1: null is no object",
     .until = kNullsRelease,
     .null = NullReading::kRefused},
    NoSuchField("connectionScaling",
                "grpc/grpc 1.83 client_channel_service_config.cc ConnectionScalingJsonArgs: only "
                "with GRPC_EXPERIMENTAL_MAX_CONCURRENT_STREAMS_CONNECTION_SCALING; issue 21386",
                {}, kScalingRelease),
};

constexpr FieldTrait kMethodConfig[] = {
    {.field = "name",
     .evidence = "run at 1.51.1: null is no array",
     .until = kNullsRelease,
     .null = NullReading::kRefused},
    {.field = "timeout",
     .evidence = "run at 1.51.1: null is no string",
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
              "grpc/grpc 1.78 json_reader.cc JsonReader::Run: container_just_begun is reset since "
              "1.56",
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
          "grpc/grpc service_config_impl.cc ServiceConfigImpl::Create: any error refuses "
          "the whole config"}},
    .issues = kIssues,
    .field_traits = kFields,
};

}  // namespace

const Profile& CoreProfile() { return kCore; }

}  // namespace grpcfg
