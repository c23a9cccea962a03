// The configs of LB policies that xDS clients make for themselves, and of the deprecated ones.
#include "schema/fields/field_rows.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kClusterImpl =
    "service_config.proto, XdsClusterImplLoadBalancingPolicyConfig";
constexpr absl::string_view kResolver =
    "service_config.proto, XdsClusterResolverLoadBalancingPolicyConfig";
constexpr absl::string_view kLrs = "service_config.proto, LrsLoadBalancingPolicyConfig";
constexpr absl::string_view kEds = "service_config.proto, EdsLoadBalancingPolicyConfig";
constexpr absl::string_view kXds = "service_config.proto, XdsConfig";
constexpr absl::string_view kServer = "service_config.proto, XdsServer";

// By their numbers in service_config.proto; there is no 2.
constexpr absl::string_view kHealthStatuses[] = {"UNKNOWN", "HEALTHY", "", "DRAINING"};
constexpr absl::string_view kMechanismTypes[] = {"UNKNOWN", "EDS", "LOGICAL_DNS"};

constexpr auto kCredentialsFields =
    FieldRows(kServer, Row(kString, "type", "Kind of credentials.", kRequired),
              Row(kJsonObject, "config", "Config of the credentials."));
constexpr Message kCredentials = MakePolicyMessage(
    "ChannelCredentials", "Credentials of the channel to an xDS server.", kCredentialsFields);

constexpr auto kXdsServerFields = FieldRows(
    kServer, Row(kString, "server_uri", "Target of the xDS server.", kRequired),
    Row(kMessage, "channel_creds", "Credentials; the first kind that the client supports is used.",
        kList, &kCredentials, Reference{"service_config.proto"}),
    Row(kJsonValue, "server_features", "Features of the server.", kList));
constexpr Message kXdsServer = MakePolicyMessage("XdsServer", "An xDS server.", kXdsServerFields);

constexpr auto kCdsFields = FieldRows(
    "service_config.proto, CdsConfig", Row(kString, "cluster", "Name of the cluster.", kRequired),
    Row(kBool, "is_dynamic", "grpc-java's name of `isDynamic`.", kNotInProto, kForeign),
    Row(kBool, "isDynamic", "Whether the cluster is requested only while it is in use."),
    EmbeddedInGo("grpc-go internal/xds/balancer/cdsbalancer/cdsbalancer.go lbConfig"));

constexpr auto kDropCategoryFields = FieldRows(
    kClusterImpl, Row(kString, "category", "Name of the category."),
    Row(kUint32, "requests_per_million", "C-core's name of `requestsPerMillion`.", kForeign,
        kAnyUint32),
    Row(kUint32, "requestsPerMillion", "Calls per million that are dropped.", kAnyUint32));
constexpr Message kDropCategory =
    MakePolicyMessage("DropCategory", "A share of calls to drop.", kDropCategoryFields);

constexpr auto kClusterImplFields = FieldRows(
    kClusterImpl, Row(kString, "cluster", "Name of the cluster.", kRequired),
    ChildPolicies("childPolicy", "The policy within the cluster.", kRequired),
    Row(kString, "edsServiceName", "Name of the cluster in EDS.", kDeprecated),
    Row(kString, "lrsLoadReportingServerName", "Server that load is reported to.", kDeprecated),
    Row(kMessage, "lrsLoadReportingServer", "Server that load is reported to.", kDeprecated,
        &kXdsServer, Reference{"service_config.proto"}),
    Row(kUint32, "maxConcurrentRequests", "Calls that may be open; 1024 if absent.", kDeprecated,
        kAnyUint32),
    Row(kMessage, "dropCategories", "Shares of calls to drop.", kList, kDeprecated, &kDropCategory,
        Reference{"service_config.proto"}),
    Row(kString, "telemetryLabels", "Labels of the cluster.", kMap, kDeprecated),
    Row(kString, "clusterName", "C-core's name of `cluster`.", kForeign));

constexpr absl::string_view kManager =
    "service_config.proto, XdsClusterManagerLoadBalancingPolicyConfig";
constexpr auto kManagerChildFields =
    FieldRows(kManager, ChildPolicies("childPolicy", "The policy of this cluster.", kRequired),
              Row(kMessage, "lbPolicy", "grpc-java's name of `childPolicy`.", kNotInProto, kList,
                  kForeign, kPolicy, &kLoadBalancingConfig));
constexpr Message kManagerChild =
    MakePolicyMessage("XdsClusterManagerChild", "One cluster.", kManagerChildFields);

constexpr auto kClusterManagerFields =
    FieldRows(kManager,
              Row(kMessage, "children", "Policies by the names of clusters.", kMap, kNonEmpty,
                  kRequired, &kManagerChild),
              Row(kMessage, "childPolicy", "grpc-java's name of `children`.", kNotInProto, kMap,
                  kForeign, &kManagerChild),
              EmbeddedInGo("grpc-go internal/xds/balancer/clustermanager/config.go lbConfig"));

constexpr auto kWrrLocalityFields =
    FieldRows("gRFC A52, xDS WRR Locality Load Balancer",
              ChildPolicies("childPolicy", "The policy within each locality.", kRequired));

constexpr auto kOverrideHostFields =
    FieldRows("gRFC A55, LB Policy for Stateful Session Affinity",
              Row(kString, "clusterName", "Name of the cluster.",
                  Reference{"service_config.proto, OverrideHostLoadBalancingPolicyConfig"}),
              ChildPolicies("childPolicy", "The policy for calls without a session.", kRequired),
              Row(kWord, "overrideHostStatus", "States in which a backend keeps its sessions.",
                  kList, kDeprecated, kHealthStatuses, Reference{"service_config.proto"}));

constexpr auto kMechanismFields = FieldRows(
    kResolver, Row(kString, "cluster", "Name of the cluster."),
    Row(kString, "lrsLoadReportingServerName", "Server that load is reported to.", kDeprecated),
    Row(kMessage, "lrsLoadReportingServer", "Server that load is reported to.", &kXdsServer,
        Reference{"service_config.proto"}),
    Row(kUint32, "maxConcurrentRequests", "Calls that may be open; 1024 if absent.", kAnyUint32),
    Row(kWord, "type", "How the backends are found.", kMechanismTypes,
        Reference{"service_config.proto"}),
    Row(kString, "edsServiceName", "Name of the cluster in EDS."),
    Row(kString, "dnsHostname", "Name to resolve, `host:port`."),
    Row(kMessage, "outlierDetection", "Config of the outlier detection of the children.",
        &kOutlierDetectionConfig, Supplied{"childPolicy"}),
    Row(kWord, "overrideHostStatus", "States in which a backend keeps its sessions.", kList,
        kHealthStatuses, Reference{"service_config.proto"}),
    Row(kString, "telemetryLabels", "Labels of the cluster.", kMap),
    Row(kString, "clusterName", "C-core's name of `cluster`.", kForeign),
    Row(kUint32, "max_concurrent_requests", "C-core's name of `maxConcurrentRequests`.", kForeign,
        kAnyUint32));
constexpr Message kMechanism = MakePolicyMessage(
    "DiscoveryMechanism", "How the backends of one cluster are found.", kMechanismFields);

constexpr auto kClusterResolverFields = FieldRows(
    kResolver,
    Row(kMessage, "discoveryMechanisms", "How the backends are found, in the order of priority.",
        kList, kNonEmpty, kRequired, &kMechanism),
    ChildPolicies("xdsLbPolicy", "The policy within a cluster."));

constexpr auto kLocalityFields = FieldRows(kLrs, Row(kString, "region", "Region of the locality."),
                                           Row(kString, "zone", "Zone of the locality."),
                                           Row(kString, "subzone", "Subzone of the locality."));
constexpr Message kLocality =
    MakePolicyMessage("Locality", "Where the backends are.", kLocalityFields);

constexpr auto kLrsFields = FieldRows(
    kLrs, Row(kString, "clusterName", "Name of the cluster.", kRequired),
    Row(kString, "edsServiceName", "Name of the cluster in EDS."),
    Row(kString, "lrsLoadReportingServerName", "Server that load is reported to.", kRequired),
    Row(kMessage, "locality", "The locality whose load is reported.", kRequired, &kLocality,
        Reference{"service_config.proto"}),
    ChildPolicies("childPolicy", "The policy within the locality."));

constexpr auto kEdsFields =
    FieldRows(kEds, Row(kString, "cluster", "Name of the cluster.", kRequired),
              Row(kString, "edsServiceName", "Name of the cluster in EDS."),
              Row(kString, "lrsLoadReportingServerName", "Server that load is reported to."),
              ChildPolicies("localityPickingPolicy", "The policy among localities."),
              ChildPolicies("endpointPickingPolicy", "The policy within a locality."));

constexpr auto kXdsFields =
    FieldRows(kXds, Row(kString, "balancerName", "Name of the balancer.", kDeprecated),
              ChildPolicies("childPolicy", "The policy within a locality."),
              ChildPolicies("fallbackPolicy", "The policy without a balancer."),
              Row(kString, "edsServiceName", "Name in EDS, if not the channel's own."),
              Row(kString, "lrsLoadReportingServerName", "Server that load is reported to."));

}  // namespace

constinit const Message kCdsConfig =
    MakePolicyMessage("CdsConfig", "Gets the config of a cluster from xDS.", kCdsFields);

constinit const Message kXdsClusterImplConfig = MakePolicyMessage(
    "XdsClusterImplLoadBalancingPolicyConfig",
    "Drops and limits calls to a cluster as configured in xDS.", kClusterImplFields);

constinit const Message kXdsClusterManagerConfig =
    MakePolicyMessage("XdsClusterManagerLoadBalancingPolicyConfig",
                      "Sends calls to the cluster that xDS routing chose.", kClusterManagerFields);

constinit const Message kXdsClusterResolverConfig =
    MakePolicyMessage("XdsClusterResolverLoadBalancingPolicyConfig",
                      "Finds the backends of clusters by xDS or DNS.", kClusterResolverFields);

constinit const Message kXdsWrrLocalityConfig = MakePolicyMessage(
    "XdsWrrLocalityLoadBalancingPolicyConfig",
    "Divides the calls among localities by their xDS weights.", kWrrLocalityFields);

constinit const Message kOverrideHostConfig =
    MakePolicyMessage("OverrideHostLoadBalancingPolicyConfig",
                      "Sends the calls of a session to the same backend.", kOverrideHostFields);

constinit const Message kLrsConfig = MakePolicyMessage(
    "LrsLoadBalancingPolicyConfig", "Reported the load of a locality.", kLrsFields);

constinit const Message kEdsConfig = MakePolicyMessage(
    "EdsLoadBalancingPolicyConfig", "Found the backends of a cluster by xDS.", kEdsFields);

constinit const Message kXdsConfig =
    MakePolicyMessage("XdsConfig", "The first xDS policy.", kXdsFields);

}  // namespace grpcfg
