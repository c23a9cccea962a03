// How C-core reads the configs of its xDS policies, which have keys of their own. For its profile
// only.
#ifndef GRPCFG_SCHEMA_CLIENTS_PROFILE_CORE_XDS_H_
#define GRPCFG_SCHEMA_CLIENTS_PROFILE_CORE_XDS_H_

#include "schema/clients/profile_choices.h"

namespace grpcfg {

// gRFC A74 gave the policies one xDS config in place of most of their own.
inline constexpr Release kXdsConfigRelease = {1, 61, 0};

// Before 1.56 only pointers and optional fields take null.
constexpr FieldTrait NoNullInCore(absl::string_view field,
                                  NullReading null = NullReading::kRefused) {
  return {.field = field,
          .evidence = "run at 1.51.1; grpc/grpc PR 33225: null is absent for every loader",
          .until = kCoreNullsRelease,
          .null = null};
}

inline constexpr FieldTrait kCoreCds[] = {
    NoSuchField("isDynamic",
                "grpc/grpc 1.60 cds.cc CdsLbConfig::JsonLoader: no such key; run at 1.51.1", {},
                kXdsConfigRelease),
};

inline constexpr absl::string_view kCoreClusterImplEvidence =
    "grpc/grpc 1.60 xds_cluster_impl.cc XdsClusterImplLbConfig::JsonLoader and JsonPostLoad; run "
    "at 1.51.1";
// gRFC A74: the policy finds these in the xDS config since 1.61.
inline constexpr absl::string_view kCoreInXdsConfig =
    "grpc/grpc 1.61 xds_cluster_impl.cc XdsClusterImplLbConfig::JsonLoader: no such key";

inline constexpr FieldTrait kCoreClusterImpl[] = {
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

inline constexpr FieldTrait kCoreClusterManager[] = {
    {.field = "children",
     .evidence =
         "grpc/grpc 1.52 xds_cluster_manager.cc XdsClusterManagerLbConfig: no JsonPostLoad; "
         "\"no valid children configured\" at 1.51.1, which was run",
     .since = {1, 52, 0},
     .non_empty = false},
};

inline constexpr absl::string_view kCoreHost =
    "grpc/grpc xds_override_host.cc XdsOverrideHostLbConfig: overrideHostStatus from 1.53 to 1.60, "
    "clusterName since";
inline constexpr FieldTrait kCoreOverrideHost[] = {
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

inline constexpr FieldTrait kCoreDropCategory[] = {
    {.field = "category", .evidence = kCoreClusterImplEvidence, .presence = Presence::kRequired},
    NoSuchField("requestsPerMillion", kCoreClusterImplEvidence),
    {.field = "requests_per_million",
     .evidence = kCoreClusterImplEvidence,
     .use = Use::kApplied,
     .presence = Presence::kRequired},
};

inline constexpr absl::string_view kCoreResolverEvidence =
    "grpc/grpc xds_cluster_resolver.cc XdsClusterResolverLbConfig; run at 1.51.1";
inline constexpr FieldTrait kCoreClusterResolver[] = {
    {.field = "xdsLbPolicy", .evidence = kCoreResolverEvidence, .presence = Presence::kRequired},
};

inline constexpr Release kCoreHostStatusRelease = {1, 52, 0};
inline constexpr FieldTrait kCoreMechanism[] = {
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

inline constexpr absl::string_view kCoreXdsServerEvidence =
    "grpc/grpc xds_bootstrap_grpc.cc GrpcXdsServer::JsonPostLoad; run at 1.51.1";
inline constexpr FieldTrait kCoreServer[] = {
    {.field = "channel_creds",
     .evidence = kCoreXdsServerEvidence,
     .presence = Presence::kRequired,
     .reader = FieldReader::kKnownCredentials},
    {.field = "server_features",
     .evidence = "grpc/grpc xds_bootstrap_grpc.cc GrpcXdsServer::JsonPostLoad: read as it stands, "
                 "and null \"is not an array\"; run at 1.51.1",
     .null = NullReading::kRefused},
};

inline constexpr FieldTrait kCoreCredentials[] = {NoNullInCore("config")};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_PROFILE_CORE_XDS_H_
