// `loadBalancingConfig[]`: the LB policies, and the configs of those that need no xDS.
#include "schema/fields/field_messages.h"
#include "schema/fields/load_balancing.h"

namespace grpcfg {
namespace {

constexpr int64_t kMaxRingSize = 8 << 20;    // gRFC A42: 8M
constexpr int64_t kRingSizeCap = 4096;       // gRFC A42: the cap of a client unless it is raised
constexpr int64_t kMaxChoiceCount = 10;      // gRFC A48
constexpr int64_t kMinUpdatePeriodMs = 100;  // gRFC A58

constexpr Bound AtLeastMs(int64_t floor_ms) {
  Bound bound = AtLeast(0);
  bound.floor_ms = floor_ms;
  return bound;
}

constexpr Field kPickFirstFields[] = {
    {.json_name = "shuffleAddressList",
     .type = FieldType::kBool,
     .doc = "Whether the addresses are tried in a random order.",
     .reference = "gRFC A62, Enable random shuffling of address list"},
};
constexpr Message kPickFirstConfig =
    MakePolicyMessage("PickFirstConfig", kPickFirstFields,
                      "Connects to the addresses in turn and sends every call to the first that "
                      "answers; what clients do without a policy.",
                      "service_config.proto, PickFirstConfig");

constexpr Message kRoundRobinConfig =
    MakePolicyMessage("RoundRobinConfig", {}, "Connects to all addresses and takes turns.",
                      "service_config.proto, RoundRobinConfig");

constexpr Field kWeightedRoundRobinFields[] = {
    {.json_name = "enableOobLoadReport",
     .type = FieldType::kBool,
     .doc = "Whether backends report their load in a stream of its own instead of with each call.",
     .reference = "gRFC A58, LB Policy Config and Parameters"},
    {.json_name = "oobReportingPeriod",
     .type = FieldType::kDuration,
     .bound = AtLeast(0),
     .doc = "How often backends are asked to report in that stream; 10s if absent.",
     .reference = "gRFC A58, LB Policy Config and Parameters"},
    {.json_name = "blackoutPeriod",
     .type = FieldType::kDuration,
     .bound = AtLeast(0),
     .doc = "How long a backend must report before its weight is used; 10s if absent.",
     .reference = "gRFC A58, LB Policy Config and Parameters"},
    {.json_name = "weightExpirationPeriod",
     .type = FieldType::kDuration,
     .bound = AtLeast(0),
     .doc = "After how long without a report a weight is no longer used; 3 minutes if absent.",
     .reference = "gRFC A58, LB Policy Config and Parameters"},
    {.json_name = "weightUpdatePeriod",
     .type = FieldType::kDuration,
     .bound = AtLeastMs(kMinUpdatePeriodMs),
     .doc = "How often the weights are computed; 1s if absent, and never less than 0.1s.",
     .reference = "gRFC A58, LB Policy Config and Parameters"},
    {.json_name = "errorUtilizationPenalty",
     .type = FieldType::kFloat,
     .bound = AtLeast(0),
     .doc = "How much errors lower a backend's weight; 1.0 if absent.",
     .reference = "gRFC A58, LB Policy Config and Parameters"},
    {.json_name = "metricNamesForComputingUtilization",
     .in_proto = false,
     .type = FieldType::kString,
     .shape = Shape::kList,
     .stage = Stage::kExperimental,
     .doc = "Metrics in a load report; the largest is the backend's utilization.",
     .reference = "gRFC A114, Service Config Update"},
};
constexpr Message kWeightedRoundRobinConfig =
    MakePolicyMessage("WeightedRoundRobinLbConfig", kWeightedRoundRobinFields,
                      "Takes turns, backends that report less load more often.",
                      "gRFC A58, LB Policy Config and Parameters");

constexpr Field kGrpcLbFields[] = {
    ChildPolicies("childPolicy", Presence::kOptional,
                  "The policy among the backends of the balancer; round_robin if absent.",
                  "service_config.proto, GrpcLbConfig.child_policy"),
    {.json_name = "serviceName",
     .type = FieldType::kString,
     .doc = "The service that the balancer is asked for, if not the channel's own.",
     .reference = "service_config.proto, GrpcLbConfig.service_name"},
    {.json_name = "initialFallbackTimeout",
     .type = FieldType::kDuration,
     .doc = "How long to wait for the balancer's first list; 10s if absent.",
     .reference = "service_config.proto, GrpcLbConfig.initial_fallback_timeout"},
    EmbeddedInGo("grpc-go balancer/grpclb/grpclb_config.go grpclbServiceConfig"),
};
constexpr Message kGrpcLbConfig = MakePolicyMessage(
    "GrpcLbConfig", kGrpcLbFields, "Asks a balancer for the backends (the protocol before xDS).",
    "service_config.proto, GrpcLbConfig");

constexpr Field kRingHashFields[] = {
    {.json_name = "minRingSize",
     .type = FieldType::kUint64,
     .bound = ClampedTo(kRingSizeCap, Between(0, kMaxRingSize)),
     .if_absent = 1024,
     .bind = BindScalar<&RingHashConfig::min_ring_size>(),
     .doc = "Entries that the ring has at least; 1024 if absent, and no more than the client's "
            "cap, by default 4096.",
     .reference = "gRFC A42, LB Policy Config"},
    {.json_name = "maxRingSize",
     .type = FieldType::kUint64,
     .bound = ClampedTo(kRingSizeCap, Between(0, kMaxRingSize)),
     .if_absent = 4096,
     .bind = BindScalar<&RingHashConfig::max_ring_size>(),
     .doc = "Entries that the ring has at most; 4096 if absent, and no more than the client's cap, "
            "by default 4096.",
     .reference = "gRFC A42, LB Policy Config"},
    {.json_name = "requestHashHeader",
     .type = FieldType::kHeaderName,
     .doc = "The request header whose value chooses the backend.",
     .reference = "gRFC A76, Explicitly setting the request hash key"},
};
constexpr Message kRingHashConfig = MakePolicyMessage(
    "RingHashLoadBalancingConfig", kRingHashFields,
    "Sends calls with the same hash to the same backend.", "gRFC A42, LB Policy Config");

constexpr Field kLeastRequestFields[] = {
    {.json_name = "choiceCount",
     .type = FieldType::kUint64,
     .bound = ClampedTo(kMaxChoiceCount, AtLeast(2)),
     .doc = "How many backends are compared for each call; 2 if absent, and no more than 10.",
     .reference = "gRFC A48, LB Policy Config"},
};
constexpr Message kLeastRequestConfig =
    MakePolicyMessage("LeastRequestLocalityLoadBalancingPolicyConfig", kLeastRequestFields,
                      "Sends each call to the backend with the fewest open calls among a few.",
                      "gRFC A48, LB Policy Config");

constexpr absl::string_view kAutosharding = "grpc-go balancer/autosharding/autosharding.go";

constexpr Field AutoshardingText(absl::string_view json_name, absl::string_view doc) {
  return {.json_name = json_name,
          .in_proto = false,
          .type = FieldType::kString,
          .non_empty = true,
          .presence = Presence::kRequired,
          .doc = doc,
          .reference = kAutosharding};
}

constexpr Field kAutoshardingFields[] = {
    AutoshardingText("channelFactoryKey",
                     "Which of the application's channels leads to the "
                     "service that assigns keys."),
    AutoshardingText("autoshardingTarget", "What that service is asked for."),
    AutoshardingText("keyHeaderName", "The request header whose value is the key."),
    {.json_name = "enableFallback",
     .in_proto = false,
     .type = FieldType::kBool,
     .doc = "Whether calls go on without an assignment.",
     .reference = kAutosharding},
    {.json_name = "initialAssignmentTimeout",
     .in_proto = false,
     .type = FieldType::kDuration,
     .doc = "How long to wait for the first assignment; 60s if absent.",
     .reference = kAutosharding},
};
constexpr Message kAutoshardingConfig =
    MakePolicyMessage("AutoshardingConfig", kAutoshardingFields,
                      "Sends each call to the backend that its key is assigned to.", kAutosharding);

// Where a policy is described, and what few have.
struct PolicyTraits {
  absl::string_view reference;
  Stage stage = Stage::kCurrent;
  bool in_proto = true;
  absl::string_view proto_name = {};  // where service_config.proto has another name
  Binding bind = {};
};

// A row of the policies.
constexpr Field Policy(absl::string_view name, const Message* config, absl::string_view doc,
                       const PolicyTraits& traits) {
  return {.json_name = name,
          .proto_name = traits.proto_name.empty() ? name : traits.proto_name,
          .in_proto = traits.in_proto,
          .type = FieldType::kMessage,
          .stage = traits.stage,
          .weight = Weight::kPolicy,
          .oneof = "policy",
          .message = config,
          .bind = traits.bind,
          .doc = doc,
          .reference = traits.reference};
}

constexpr Field kPolicies[] = {
    Policy("pick_first", &kPickFirstConfig,
           "Connects to the addresses in turn and uses the first that answers.",
           {.reference = "service_config.proto, PickFirstConfig"}),
    Policy("round_robin", &kRoundRobinConfig, "Connects to all addresses and takes turns.",
           {.reference = "service_config.proto, RoundRobinConfig"}),
    Policy("weighted_round_robin", &kWeightedRoundRobinConfig,
           "Takes turns, backends that report less load more often.",
           {.reference = "service_config.proto, WeightedRoundRobinLbConfig"}),
    Policy("grpclb", &kGrpcLbConfig, "Asks a balancer for the backends (the protocol before xDS).",
           {.reference = "service_config.proto, GrpcLbConfig"}),
    Policy("priority_experimental", &kPriorityConfig,
           "Sends calls to the first child that is reachable.",
           {.reference = "service_config.proto, PriorityLoadBalancingPolicyConfig",
            .bind = BindPolicy<&LoadBalancing::priority>()}),
    Policy("weighted_target_experimental", &kWeightedTargetConfig,
           "Divides the calls among targets by weight.",
           {.reference = "service_config.proto, WeightedTargetLoadBalancingPolicyConfig"}),
    Policy("outlier_detection_experimental", &kOutlierDetectionConfig,
           "Stops sending calls to addresses that fail more than the others.",
           {.reference = "service_config.proto, OutlierDetectionLoadBalancingConfig",
            .proto_name = "outlier_detection",
            .bind = BindPolicy<&LoadBalancing::outlier_detection>()}),
    Policy("rls_experimental", &kRlsConfig, "Asks a lookup service where each call goes.",
           {.reference = "service_config.proto, RlsLoadBalancingPolicyConfig",
            .proto_name = "rls",
            .bind = BindPolicy<&LoadBalancing::rls>()}),
    Policy("xds_cluster_manager_experimental", &kXdsClusterManagerConfig,
           "Sends calls to the cluster that xDS routing chose.",
           {.reference = "service_config.proto, XdsClusterManagerLoadBalancingPolicyConfig"}),
    Policy("cds_experimental", &kCdsConfig, "Gets the config of a cluster from xDS.",
           {.reference = "service_config.proto, CdsConfig"}),
    Policy("xds_cluster_impl_experimental", &kXdsClusterImplConfig,
           "Drops and limits calls to a cluster as xDS says.",
           {.reference = "service_config.proto, XdsClusterImplLoadBalancingPolicyConfig"}),
    Policy("xds_override_host_experimental", &kOverrideHostConfig,
           "Sends the calls of a session to the same backend.",
           {.reference = "gRFC A55, LB Policy for Stateful Session Affinity", .in_proto = false}),
    Policy("override_host_experimental", &kOverrideHostConfig,
           "Sends the calls of a session to the same backend; its name in service_config.proto.",
           {.reference = "service_config.proto, OverrideHostLoadBalancingPolicyConfig"}),
    Policy("xds_wrr_locality_experimental", &kXdsWrrLocalityConfig,
           "Divides the calls among localities by their xDS weights.",
           {.reference = "service_config.proto, XdsWrrLocalityLoadBalancingPolicyConfig"}),
    Policy("ring_hash_experimental", &kRingHashConfig,
           "Sends calls with the same hash to the same backend.",
           {.reference = "service_config.proto, RingHashLoadBalancingConfig",
            .bind = BindPolicy<&LoadBalancing::ring_hash>()}),
    Policy("least_request_experimental", &kLeastRequestConfig,
           "Sends each call to the backend with the fewest open calls among a few.",
           {.reference = "service_config.proto, LeastRequestLocalityLoadBalancingPolicyConfig"}),
    Policy("random_subsetting_experimental", &kRandomSubsettingConfig,
           "Connects each client to a random few of the backends.",
           {.reference = "service_config.proto, RandomSubsettingLoadBalancingConfig"}),
    Policy("autosharding_experimental", &kAutoshardingConfig,
           "Sends each call to the backend that its key is assigned to; not in a release yet.",
           {.reference = kAutosharding, .stage = Stage::kExperimental, .in_proto = false}),
    Policy("xds_cluster_resolver_experimental", &kXdsClusterResolverConfig,
           "Finds the backends of clusters by xDS or DNS.",
           {.reference = "service_config.proto, XdsClusterResolverLoadBalancingPolicyConfig",
            .stage = Stage::kDeprecated}),
    Policy("lrs_experimental", &kLrsConfig,
           "Reported the load of a locality; part of xds_cluster_impl_experimental now.",
           {.reference = "service_config.proto, LrsLoadBalancingPolicyConfig",
            .stage = Stage::kDeprecated}),
    Policy(
        "eds_experimental", &kEdsConfig,
        "Found the backends of a cluster by xDS; xds_cluster_resolver_experimental came after it.",
        {.reference = "service_config.proto, EdsLoadBalancingPolicyConfig",
         .stage = Stage::kDeprecated}),
    Policy("xds", &kXdsConfig, "The first xDS policy; cds_experimental came after it.",
           {.reference = "service_config.proto, XdsConfig", .stage = Stage::kDeprecated}),
    Policy("xds_experimental", &kXdsConfig,
           "The first xDS policy by its other name; cds_experimental came after it.",
           {.reference = "service_config.proto, XdsConfig", .stage = Stage::kDeprecated}),
};

}  // namespace

constinit const Message kLoadBalancingConfig =
    MakeMessage("LoadBalancingConfig", kPolicies, "One LB policy and its config.",
                "service_config.proto, LoadBalancingConfig; gRFC A24");

}  // namespace grpcfg
