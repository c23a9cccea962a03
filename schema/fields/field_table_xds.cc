// The configs of LB policies that xDS clients make for themselves, and of the deprecated ones.
#include "schema/fields/field_messages.h"

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

// What only some fields are.
struct Traits {
  Shape shape = Shape::kOne;
  Presence presence = Presence::kOptional;
  Stage stage = Stage::kCurrent;
};

constexpr Traits kRequired = {.presence = Presence::kRequired};
constexpr Traits kOld = {.stage = Stage::kDeprecated};

constexpr Field Text(absl::string_view json_name, absl::string_view doc,
                     absl::string_view reference, const Traits& traits = {}) {
  return {.json_name = json_name,
          .type = FieldType::kString,
          .shape = traits.shape,
          .presence = traits.presence,
          .stage = traits.stage,
          .doc = doc,
          .reference = reference};
}

constexpr Field Counted(absl::string_view json_name, absl::string_view doc,
                        absl::string_view reference, const Traits& traits = {}) {
  return {.json_name = json_name,
          .type = FieldType::kUint32,
          .stage = traits.stage,
          .bound = Between(0, kMaxUint32),
          .doc = doc,
          .reference = reference};
}

constexpr Field Part(absl::string_view json_name, const Message* message, absl::string_view doc,
                     const Traits& traits = {}) {
  return {.json_name = json_name,
          .type = FieldType::kMessage,
          .shape = traits.shape,
          .presence = traits.presence,
          .stage = traits.stage,
          .message = message,
          .doc = doc,
          .reference = "service_config.proto"};
}

constexpr Field Words(absl::string_view json_name, absl::Span<const absl::string_view> words,
                      absl::string_view doc, const Traits& traits = {}) {
  return {.json_name = json_name,
          .type = FieldType::kWord,
          .shape = traits.shape,
          .stage = traits.stage,
          .words = words,
          .doc = doc,
          .reference = "service_config.proto"};
}

constexpr Field kCredentialsFields[] = {
    Text("type", "Kind of credentials.", kServer, kRequired),
    {.json_name = "config",
     .type = FieldType::kJsonObject,
     .doc = "Config of the credentials.",
     .reference = kServer},
};
constexpr Message kCredentials =
    MakePolicyMessage("ChannelCredentials", kCredentialsFields,
                      "Credentials of the channel to an xDS server.", kServer);

constexpr Field kXdsServerFields[] = {
    Text("server_uri", "Target of the xDS server.", kServer, kRequired),
    Part("channel_creds", &kCredentials,
         "Credentials; the first kind that the client supports is used.", {.shape = Shape::kList}),
    {.json_name = "server_features",
     .type = FieldType::kJsonValue,
     .shape = Shape::kList,
     .doc = "Features of the server.",
     .reference = kServer},
};
constexpr Message kXdsServer =
    MakePolicyMessage("XdsServer", kXdsServerFields, "An xDS server.", kServer);

constexpr Field kCdsFields[] = {
    Text("cluster", "Name of the cluster.", "service_config.proto, CdsConfig", kRequired),
    {.json_name = "is_dynamic",
     .in_proto = false,
     .type = FieldType::kBool,
     .stage = Stage::kForeign,
     .doc = "grpc-java's name of `isDynamic`.",
     .reference = "service_config.proto, CdsConfig"},
    {.json_name = "isDynamic",
     .type = FieldType::kBool,
     .doc = "Whether the cluster is asked for only while it is in use.",
     .reference = "service_config.proto, CdsConfig"},
    EmbeddedInGo("grpc-go internal/xds/balancer/cdsbalancer/cdsbalancer.go lbConfig"),
};

// C-core's names where they are not those of service_config.proto.
constexpr Traits kForeign = {.stage = Stage::kForeign};

constexpr Field kDropCategoryFields[] = {
    Text("category", "Name of the category.", kClusterImpl),
    Counted("requests_per_million", "C-core's name of `requestsPerMillion`.", kClusterImpl,
            kForeign),
    Counted("requestsPerMillion", "Calls of a million that are dropped.", kClusterImpl),
};
constexpr Message kDropCategory = MakePolicyMessage("DropCategory", kDropCategoryFields,
                                                    "A share of calls to drop.", kClusterImpl);

constexpr Field kClusterImplFields[] = {
    Text("cluster", "Name of the cluster.", kClusterImpl, kRequired),
    ChildPolicies("childPolicy", Presence::kRequired, "The policy within the cluster.",
                  kClusterImpl),
    Text("edsServiceName", "Name of the cluster in EDS.", kClusterImpl, kOld),
    Text("lrsLoadReportingServerName", "Server that load is reported to.", kClusterImpl, kOld),
    Part("lrsLoadReportingServer", &kXdsServer, "Server that load is reported to.", kOld),
    Counted("maxConcurrentRequests", "Calls that may be open; 1024 if absent.", kClusterImpl, kOld),
    Part("dropCategories", &kDropCategory, "Shares of calls to drop.",
         {.shape = Shape::kList, .stage = Stage::kDeprecated}),
    Text("telemetryLabels", "Labels of the cluster.", kClusterImpl,
         {.shape = Shape::kMap, .stage = Stage::kDeprecated}),
    Text("clusterName", "C-core's name of `cluster`.", kClusterImpl, kForeign),
};

constexpr absl::string_view kManager =
    "service_config.proto, XdsClusterManagerLoadBalancingPolicyConfig";
constexpr Field kManagerChildFields[] = {
    ChildPolicies("childPolicy", Presence::kRequired, "The policy of this cluster.", kManager),
    {.json_name = "lbPolicy",
     .in_proto = false,
     .type = FieldType::kMessage,
     .shape = Shape::kList,
     .stage = Stage::kForeign,
     .weight = Weight::kPolicy,
     .message = &kLoadBalancingConfig,
     .doc = "grpc-java's name of `childPolicy`.",
     .reference = kManager},
};
constexpr Message kManagerChild =
    MakePolicyMessage("XdsClusterManagerChild", kManagerChildFields, "One cluster.", kManager);

constexpr Field kClusterManagerFields[] = {
    {.json_name = "children",
     .type = FieldType::kMessage,
     .shape = Shape::kMap,
     .non_empty = true,
     .presence = Presence::kRequired,
     .message = &kManagerChild,
     .doc = "Policies by the names of clusters.",
     .reference = kManager},
    {.json_name = "childPolicy",
     .in_proto = false,
     .type = FieldType::kMessage,
     .shape = Shape::kMap,
     .stage = Stage::kForeign,
     .message = &kManagerChild,
     .doc = "grpc-java's name of `children`.",
     .reference = kManager},
    EmbeddedInGo("grpc-go internal/xds/balancer/clustermanager/config.go lbConfig"),
};

constexpr Field kWrrLocalityFields[] = {
    ChildPolicies("childPolicy", Presence::kRequired, "The policy within each locality.",
                  "gRFC A52, xDS WRR Locality Load Balancer"),
};

constexpr Field kOverrideHostFields[] = {
    Text("clusterName", "Name of the cluster.",
         "service_config.proto, OverrideHostLoadBalancingPolicyConfig"),
    ChildPolicies("childPolicy", Presence::kRequired, "The policy for calls without a session.",
                  "gRFC A55, LB Policy for Stateful Session Affinity"),
    Words("overrideHostStatus", kHealthStatuses, "States in which a backend keeps its sessions.",
          {.shape = Shape::kList, .stage = Stage::kDeprecated}),
};

constexpr Field kMechanismFields[] = {
    Text("cluster", "Name of the cluster.", kResolver),
    Text("lrsLoadReportingServerName", "Server that load is reported to.", kResolver, kOld),
    Part("lrsLoadReportingServer", &kXdsServer, "Server that load is reported to."),
    Counted("maxConcurrentRequests", "Calls that may be open; 1024 if absent.", kResolver),
    Words("type", kMechanismTypes, "How the backends are found."),
    Text("edsServiceName", "Name of the cluster in EDS.", kResolver),
    Text("dnsHostname", "Name to resolve, `host:port`.", kResolver),
    {.json_name = "outlierDetection",
     .type = FieldType::kMessage,
     .message = &kOutlierDetectionConfig,
     .supplied = "childPolicy",
     .doc = "Config of the outlier detection of the children.",
     .reference = kResolver},
    Words("overrideHostStatus", kHealthStatuses, "States in which a backend keeps its sessions.",
          {.shape = Shape::kList}),
    Text("telemetryLabels", "Labels of the cluster.", kResolver, {.shape = Shape::kMap}),
    Text("clusterName", "C-core's name of `cluster`.", kResolver, kForeign),
    Counted("max_concurrent_requests", "C-core's name of `maxConcurrentRequests`.", kResolver,
            kForeign),
};
constexpr Message kMechanism =
    MakePolicyMessage("DiscoveryMechanism", kMechanismFields,
                      "How the backends of one cluster are found.", kResolver);

constexpr Field kClusterResolverFields[] = {
    {.json_name = "discoveryMechanisms",
     .type = FieldType::kMessage,
     .shape = Shape::kList,
     .non_empty = true,
     .presence = Presence::kRequired,
     .message = &kMechanism,
     .doc = "How the backends are found, in the order of priority.",
     .reference = kResolver},
    ChildPolicies("xdsLbPolicy", Presence::kOptional, "The policy within a cluster.", kResolver),
};

constexpr Field kLocalityFields[] = {
    Text("region", "Region of the locality.", kLrs),
    Text("zone", "Zone of the locality.", kLrs),
    Text("subzone", "Subzone of the locality.", kLrs),
};
constexpr Message kLocality =
    MakePolicyMessage("Locality", kLocalityFields, "Where the backends stand.", kLrs);

constexpr Field kLrsFields[] = {
    Text("clusterName", "Name of the cluster.", kLrs, kRequired),
    Text("edsServiceName", "Name of the cluster in EDS.", kLrs),
    Text("lrsLoadReportingServerName", "Server that load is reported to.", kLrs, kRequired),
    Part("locality", &kLocality, "The locality whose load is reported.", kRequired),
    ChildPolicies("childPolicy", Presence::kOptional, "The policy within the locality.", kLrs),
};

constexpr Field kEdsFields[] = {
    Text("cluster", "Name of the cluster.", kEds, kRequired),
    Text("edsServiceName", "Name of the cluster in EDS.", kEds),
    Text("lrsLoadReportingServerName", "Server that load is reported to.", kEds),
    ChildPolicies("localityPickingPolicy", Presence::kOptional, "The policy among localities.",
                  kEds),
    ChildPolicies("endpointPickingPolicy", Presence::kOptional, "The policy within a locality.",
                  kEds),
};

constexpr Field kXdsFields[] = {
    Text("balancerName", "Name of the balancer.", kXds, kOld),
    ChildPolicies("childPolicy", Presence::kOptional, "The policy within a locality.", kXds),
    ChildPolicies("fallbackPolicy", Presence::kOptional, "The policy without a balancer.", kXds),
    Text("edsServiceName", "Name in EDS, if not the channel's own.", kXds),
    Text("lrsLoadReportingServerName", "Server that load is reported to.", kXds),
};

}  // namespace

constinit const Message kCdsConfig =
    MakePolicyMessage("CdsConfig", kCdsFields, "Gets the config of a cluster from xDS.",
                      "service_config.proto, CdsConfig");

constinit const Message kXdsClusterImplConfig =
    MakePolicyMessage("XdsClusterImplLoadBalancingPolicyConfig", kClusterImplFields,
                      "Drops and limits calls to a cluster as xDS says.", kClusterImpl);

constinit const Message kXdsClusterManagerConfig =
    MakePolicyMessage("XdsClusterManagerLoadBalancingPolicyConfig", kClusterManagerFields,
                      "Sends calls to the cluster that xDS routing chose.",
                      "service_config.proto, XdsClusterManagerLoadBalancingPolicyConfig");

constinit const Message kXdsClusterResolverConfig =
    MakePolicyMessage("XdsClusterResolverLoadBalancingPolicyConfig", kClusterResolverFields,
                      "Finds the backends of clusters by xDS or DNS.", kResolver);

constinit const Message kXdsWrrLocalityConfig =
    MakePolicyMessage("XdsWrrLocalityLoadBalancingPolicyConfig", kWrrLocalityFields,
                      "Divides the calls among localities by their xDS weights.",
                      "gRFC A52, xDS WRR Locality Load Balancer");

constinit const Message kOverrideHostConfig =
    MakePolicyMessage("OverrideHostLoadBalancingPolicyConfig", kOverrideHostFields,
                      "Sends the calls of a session to the same backend.",
                      "gRFC A55, LB Policy for Stateful Session Affinity");

constinit const Message kLrsConfig = MakePolicyMessage("LrsLoadBalancingPolicyConfig", kLrsFields,
                                                       "Reported the load of a locality.", kLrs);

constinit const Message kEdsConfig = MakePolicyMessage(
    "EdsLoadBalancingPolicyConfig", kEdsFields, "Found the backends of a cluster by xDS.", kEds);

constinit const Message kXdsConfig =
    MakePolicyMessage("XdsConfig", kXdsFields, "The first xDS policy.", kXds);

}  // namespace grpcfg
