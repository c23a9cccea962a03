// `loadBalancingConfig[]`: the LB policies, and the configs of those that need no xDS.
#include "schema/fields/field_rows.h"
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

constexpr auto kPickFirstFields =
    FieldRows("service_config.proto, PickFirstConfig",
              Row(kBool, "shuffleAddressList", "Whether the addresses are tried in a random order.",
                  Reference{"gRFC A62, Enable random shuffling of address list"}));
constexpr Message kPickFirstConfig =
    MakePolicyMessage("PickFirstConfig",
                      "Connects to the addresses in turn and sends every call to the first that "
                      "answers; the default without a policy.",
                      kPickFirstFields);

constexpr Message kRoundRobinConfig = {
    .name = "RoundRobinConfig",
    .fields = {},
    .doc = "Connects to all addresses and sends calls to them in turn.",
    .reference = "service_config.proto, RoundRobinConfig",
    .of_policy = true};

constexpr auto kWeightedRoundRobinFields = FieldRows(
    "gRFC A58, LB Policy Config and Parameters",
    Row(kBool, "enableOobLoadReport",
        "Whether backends report their load in a separate stream instead of with each call."),
    Row(kDuration, "oobReportingPeriod",
        "Requested interval of the reports in that stream; 10s if absent.", AtLeast(0)),
    Row(kDuration, "blackoutPeriod",
        "How long a backend must report before its weight is used; 10s if absent.", AtLeast(0)),
    Row(kDuration, "weightExpirationPeriod",
        "Time without a report after which a weight is no longer used; 3 minutes if absent.",
        AtLeast(0)),
    Row(kDuration, "weightUpdatePeriod",
        "How often the weights are computed; 1s if absent, and never less than 0.1s.",
        AtLeastMs(kMinUpdatePeriodMs)),
    Row(kFloat, "errorUtilizationPenalty",
        "How much errors lower a backend's weight; 1.0 if absent.", AtLeast(0)),
    Row(kString, "metricNamesForComputingUtilization",
        "Metrics in a load report; the largest is the backend's utilization.", kNotInProto, kList,
        kExperimental, Reference{"gRFC A114, Service Config Update"}));
constexpr Message kWeightedRoundRobinConfig = MakePolicyMessage(
    "WeightedRoundRobinLbConfig",
    "Sends calls to the backends in turn, more often to those that report less load.",
    kWeightedRoundRobinFields);

constexpr auto kGrpcLbFields = FieldRows(
    "service_config.proto, GrpcLbConfig",
    ChildPolicies("childPolicy",
                  "The policy among the backends of the balancer; round_robin if absent.",
                  Reference{"service_config.proto, GrpcLbConfig.child_policy"}),
    Row(kString, "serviceName", "The service name sent to the balancer, if not the channel's own.",
        Reference{"service_config.proto, GrpcLbConfig.service_name"}),
    Row(kDuration, "initialFallbackTimeout",
        "How long to wait for the balancer's first list; 10s if absent.",
        Reference{"service_config.proto, GrpcLbConfig.initial_fallback_timeout"}),
    EmbeddedInGo("grpc-go balancer/grpclb/grpclb_config.go grpclbServiceConfig"));
constexpr Message kGrpcLbConfig = MakePolicyMessage(
    "GrpcLbConfig", "Gets the backends from a balancer (the protocol before xDS).", kGrpcLbFields);

constexpr auto kRingHashFields = FieldRows(
    "gRFC A42, LB Policy Config",
    Row(kUint64, "minRingSize",
        "Minimum number of ring entries; 1024 if absent, and no more than the client's cap, by "
        "default 4096.",
        ClampedTo(kRingSizeCap, Between(0, kMaxRingSize)), IfAbsent{1024},
        BindScalar<&RingHashConfig::min_ring_size>()),
    Row(kUint64, "maxRingSize",
        "Maximum number of ring entries; 4096 if absent, and no more than the client's cap, by "
        "default 4096.",
        ClampedTo(kRingSizeCap, Between(0, kMaxRingSize)), IfAbsent{4096},
        BindScalar<&RingHashConfig::max_ring_size>()),
    Row(kHeaderName, "requestHashHeader", "The request header whose value chooses the backend.",
        Reference{"gRFC A76, Explicitly setting the request hash key"}));
constexpr Message kRingHashConfig =
    MakePolicyMessage("RingHashLoadBalancingConfig",
                      "Sends calls with the same hash to the same backend.", kRingHashFields);

constexpr auto kLeastRequestFields =
    FieldRows("gRFC A48, LB Policy Config",
              Row(kUint64, "choiceCount",
                  "How many backends are compared for each call; 2 if absent, and no more than 10.",
                  ClampedTo(kMaxChoiceCount, AtLeast(2))));
constexpr Message kLeastRequestConfig = MakePolicyMessage(
    "LeastRequestLocalityLoadBalancingPolicyConfig",
    "Sends each call to the backend with the fewest open calls among a few.", kLeastRequestFields);

constexpr absl::string_view kAutosharding = "grpc-go balancer/autosharding/autosharding.go";

constexpr auto kAutoshardingFields = FieldRows(
    kAutosharding,
    Row(kString, "channelFactoryKey",
        "Which of the application's channels leads to the service that assigns keys.", kNotInProto,
        kNonEmpty, kRequired),
    Row(kString, "autoshardingTarget", "What is requested from that service.", kNotInProto,
        kNonEmpty, kRequired),
    Row(kString, "keyHeaderName", "The request header whose value is the key.", kNotInProto,
        kNonEmpty, kRequired),
    Row(kBool, "enableFallback", "Whether calls go on without an assignment.", kNotInProto),
    Row(kDuration, "initialAssignmentTimeout",
        "How long to wait for the first assignment; 60s if absent.", kNotInProto));
constexpr Message kAutoshardingConfig = MakePolicyMessage(
    "AutoshardingConfig", "Sends each call to the backend that its key is assigned to.",
    kAutoshardingFields);

// A row of the policies. Its name in service_config.proto is the same, unless `facts` say another.
template <typename... Facts>
constexpr Field Policy(absl::string_view name, absl::string_view doc, const Message* config,
                       const Facts&... facts) {
  return Row(kMessage, name, doc, ProtoNamed{name}, kPolicy, Oneof{"policy"}, config, facts...);
}

constexpr auto kPolicies = FieldRows(
    "service_config.proto, LoadBalancingConfig; gRFC A24",
    Policy("pick_first", "Connects to the addresses in turn and uses the first that answers.",
           &kPickFirstConfig, Reference{"service_config.proto, PickFirstConfig"}),
    Policy("round_robin", "Connects to all addresses and sends calls to them in turn.",
           &kRoundRobinConfig, Reference{"service_config.proto, RoundRobinConfig"}),
    Policy("weighted_round_robin",
           "Sends calls to the backends in turn, more often to those that report less load.",
           &kWeightedRoundRobinConfig,
           Reference{"service_config.proto, WeightedRoundRobinLbConfig"}),
    Policy("grpclb", "Gets the backends from a balancer (the protocol before xDS).", &kGrpcLbConfig,
           Reference{"service_config.proto, GrpcLbConfig"}),
    Policy("priority_experimental", "Sends calls to the first child that is reachable.",
           &kPriorityConfig, BindPolicy<&LoadBalancing::priority>(),
           Reference{"service_config.proto, PriorityLoadBalancingPolicyConfig"}),
    Policy("weighted_target_experimental", "Divides the calls among targets by weight.",
           &kWeightedTargetConfig,
           Reference{"service_config.proto, WeightedTargetLoadBalancingPolicyConfig"}),
    Policy("outlier_detection_experimental",
           "Stops sending calls to addresses that fail more than the others.",
           &kOutlierDetectionConfig, ProtoNamed{"outlier_detection"},
           BindPolicy<&LoadBalancing::outlier_detection>(),
           Reference{"service_config.proto, OutlierDetectionLoadBalancingConfig"}),
    Policy("rls_experimental", "Queries a lookup service for the target of each call.", &kRlsConfig,
           ProtoNamed{"rls"}, BindPolicy<&LoadBalancing::rls>(),
           Reference{"service_config.proto, RlsLoadBalancingPolicyConfig"}),
    Policy("xds_cluster_manager_experimental", "Sends calls to the cluster that xDS routing chose.",
           &kXdsClusterManagerConfig,
           Reference{"service_config.proto, XdsClusterManagerLoadBalancingPolicyConfig"}),
    Policy("cds_experimental", "Gets the config of a cluster from xDS.", &kCdsConfig,
           Reference{"service_config.proto, CdsConfig"}),
    Policy("xds_cluster_impl_experimental",
           "Drops and limits calls to a cluster as configured in xDS.", &kXdsClusterImplConfig,
           Reference{"service_config.proto, XdsClusterImplLoadBalancingPolicyConfig"}),
    Policy("xds_override_host_experimental", "Sends the calls of a session to the same backend.",
           &kOverrideHostConfig, kNotInProto,
           Reference{"gRFC A55, LB Policy for Stateful Session Affinity"}),
    Policy("override_host_experimental",
           "Sends the calls of a session to the same backend; its name in service_config.proto.",
           &kOverrideHostConfig,
           Reference{"service_config.proto, OverrideHostLoadBalancingPolicyConfig"}),
    Policy("xds_wrr_locality_experimental",
           "Divides the calls among localities by their xDS weights.", &kXdsWrrLocalityConfig,
           Reference{"service_config.proto, XdsWrrLocalityLoadBalancingPolicyConfig"}),
    Policy("ring_hash_experimental", "Sends calls with the same hash to the same backend.",
           &kRingHashConfig, BindPolicy<&LoadBalancing::ring_hash>(),
           Reference{"service_config.proto, RingHashLoadBalancingConfig"}),
    Policy("least_request_experimental",
           "Sends each call to the backend with the fewest open calls among a few.",
           &kLeastRequestConfig,
           Reference{"service_config.proto, LeastRequestLocalityLoadBalancingPolicyConfig"}),
    Policy("random_subsetting_experimental",
           "Connects each client to a random few of the backends.", &kRandomSubsettingConfig,
           Reference{"service_config.proto, RandomSubsettingLoadBalancingConfig"}),
    Policy("autosharding_experimental",
           "Sends each call to the backend that its key is assigned to; not in a release yet.",
           &kAutoshardingConfig, kNotInProto, kExperimental, Reference{kAutosharding}),
    Policy("xds_cluster_resolver_experimental", "Finds the backends of clusters by xDS or DNS.",
           &kXdsClusterResolverConfig, kDeprecated,
           Reference{"service_config.proto, XdsClusterResolverLoadBalancingPolicyConfig"}),
    Policy("lrs_experimental",
           "Reported the load of a locality; part of xds_cluster_impl_experimental now.",
           &kLrsConfig, kDeprecated,
           Reference{"service_config.proto, LrsLoadBalancingPolicyConfig"}),
    Policy("eds_experimental",
           "Found the backends of a cluster by xDS; replaced by xds_cluster_resolver_experimental.",
           &kEdsConfig, kDeprecated,
           Reference{"service_config.proto, EdsLoadBalancingPolicyConfig"}),
    Policy("xds", "The first xDS policy; replaced by cds_experimental.", &kXdsConfig, kDeprecated,
           Reference{"service_config.proto, XdsConfig"}),
    Policy("xds_experimental",
           "The first xDS policy by its other name; replaced by cds_experimental.", &kXdsConfig,
           kDeprecated, Reference{"service_config.proto, XdsConfig"}));

}  // namespace

constinit const Message kLoadBalancingConfig =
    MakeMessage("LoadBalancingConfig", "One LB policy and its config.", kPolicies);

}  // namespace grpcfg
