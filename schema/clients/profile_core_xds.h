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
    {.field = "isDynamic",
     .evidence = "grpc/grpc 1.60 cds.cc CdsLbConfig::JsonLoader: no such key; run at 1.51.1",
     .until = kXdsConfigRelease,
     .use = Use::kUnknown},
};

inline constexpr absl::string_view kCoreClusterImplEvidence =
    "grpc/grpc 1.60 xds_cluster_impl.cc XdsClusterImplLbConfig::JsonLoader and JsonPostLoad; run "
    "at "
    "1.51.1";
// gRFC A74: the policy finds these in the xDS config since 1.61.
constexpr FieldTrait NotOfClusterImpl(absl::string_view field) {
  return {.field = field,
          .evidence =
              "grpc/grpc 1.61 xds_cluster_impl.cc XdsClusterImplLbConfig::JsonLoader: no "
              "such key",
          .since = kXdsConfigRelease,
          .use = Use::kUnknown};
}

inline constexpr FieldTrait kCoreClusterImpl[] = {
    {.field = "cluster", .evidence = kCoreClusterImplEvidence, .use = Use::kUnknown},
    {.field = "clusterName",
     .evidence = kCoreClusterImplEvidence,
     .use = Use::kApplied,
     .presence = Presence::kRequired},
    {.field = "dropCategories",
     .evidence = kCoreClusterImplEvidence,
     .until = kXdsConfigRelease,
     .presence = Presence::kRequired},
    {.field = "lrsLoadReportingServerName",
     .evidence = kCoreClusterImplEvidence,
     .use = Use::kUnknown},
    {.field = "telemetryLabels", .evidence = kCoreClusterImplEvidence, .use = Use::kUnknown},
    NoNullInCore("edsServiceName"),
    NoNullInCore("maxConcurrentRequests"),
    NotOfClusterImpl("edsServiceName"),
    NotOfClusterImpl("lrsLoadReportingServer"),
    NotOfClusterImpl("maxConcurrentRequests"),
    NotOfClusterImpl("dropCategories"),
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
    {.field = "clusterName",
     .evidence = kCoreHost,
     .until = kXdsConfigRelease,
     .use = Use::kUnknown},
    {.field = "clusterName",
     .evidence = kCoreHost,
     .since = kXdsConfigRelease,
     .presence = Presence::kRequired},
    {.field = "overrideHostStatus",
     .evidence = kCoreHost,
     .until = {1, 53, 0},
     .use = Use::kUnknown},
    {.field = "overrideHostStatus",
     .evidence = "grpc/grpc 1.60 xds_override_host.cc XdsOverrideHostLbConfig::JsonPostLoad: "
                 "LoadJsonObjectField takes null for a value",
     .null = NullReading::kRefused},
    {.field = "overrideHostStatus",
     .evidence = kCoreHost,
     .since = kXdsConfigRelease,
     .use = Use::kUnknown},
};

inline constexpr FieldTrait kCoreDropCategory[] = {
    {.field = "category", .evidence = kCoreClusterImplEvidence, .presence = Presence::kRequired},
    {.field = "requestsPerMillion", .evidence = kCoreClusterImplEvidence, .use = Use::kUnknown},
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
    {.field = "cluster", .evidence = kCoreResolverEvidence, .use = Use::kUnknown},
    {.field = "clusterName",
     .evidence = kCoreResolverEvidence,
     .use = Use::kApplied,
     .presence = Presence::kRequired},
    {.field = "maxConcurrentRequests", .evidence = kCoreResolverEvidence, .use = Use::kUnknown},
    {.field = "max_concurrent_requests", .evidence = kCoreResolverEvidence, .use = Use::kApplied},
    NoNullInCore("max_concurrent_requests"),
    {.field = "lrsLoadReportingServerName",
     .evidence = kCoreResolverEvidence,
     .use = Use::kUnknown},
    {.field = "telemetryLabels", .evidence = kCoreResolverEvidence, .use = Use::kUnknown},
    {.field = "overrideHostStatus",
     .evidence = kCoreResolverEvidence,
     .until = kCoreHostStatusRelease,
     .use = Use::kUnknown},
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
