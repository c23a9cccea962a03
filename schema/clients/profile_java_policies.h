// How grpc-java reads the configs of its LB policies, by the parseLoadBalancingPolicyConfig of each
// provider. For profile_java.cc only.
#ifndef GRPCFG_SCHEMA_CLIENTS_PROFILE_JAVA_POLICIES_H_
#define GRPCFG_SCHEMA_CLIENTS_PROFILE_JAVA_POLICIES_H_

#include <cstdint>
#include <limits>

#include "schema/clients/profile.h"

namespace grpcfg {

inline constexpr int64_t kMaxJavaInt = std::numeric_limits<int32_t>::max();

inline constexpr FieldTrait kJavaPolicies[] = {
    {.field = "pick_first",
     .evidence = "grpc-java 1.58.0 PickFirstLoadBalancerProvider.java: read only with "
                 "GRPC_EXPERIMENTAL_PICKFIRST_LB_CONFIG, and before 1.56 not at all",
     .until = {1, 58, 1},
     .reader = FieldReader::kUnread},
    {.field = "round_robin",
     .evidence = "grpc-java SecretRoundRobinLoadBalancerProvider.java: \"no service config\"",
     .reader = FieldReader::kUnread},
    {.field = "priority_experimental",
     .evidence = "grpc-java PriorityLoadBalancerProvider.java: \"cannot be used from service "
                 "config\"; before 1.56 an UnsupportedOperationException",
     .reader = FieldReader::kNeverTaken},
    {.field = "rls_experimental",
     .evidence = "grpc-java 1.45.0 RlsProtoConverters.java: asks for grpcKeyBuilders (#8999), as "
                 "rls-experimental did before",
     .until = {1, 45, 1},
     .reader = FieldReader::kNeverTaken},
};

inline constexpr FieldTrait kJavaGrpclb[] = {
    {.field = "childPolicy",
     .evidence =
         "grpc-java GrpclbLoadBalancerProvider.java parseLoadBalancingConfigPolicyInternal: "
         "the first \"round_robin\" or \"pick_first\"; an empty list is as good as none",
     .reader = FieldReader::kTwoPolicies},
    NoSuchField("initialFallbackTimeout",
                "grpc-java 1.45 GrpclbLoadBalancerProvider.java: no such key", {}, {1, 46, 0}),
    {.field = "initialFallbackTimeout",
     .evidence = "grpc-java GrpclbConfig.java create: \"Invalid timeout\", in milliseconds",
     .since = {1, 46, 0},
     .reader = FieldReader::kWholeMs},
};

inline constexpr absl::string_view kJavaOutlier =
    "grpc-java OutlierDetectionLoadBalancerProvider.java parseLoadBalancingPolicyConfigInternal";
inline constexpr FieldTrait kJavaOutlierDetection[] = {
    {.field = "interval", .evidence = kJavaOutlier, .bound = Bound{}},
    {.field = "baseEjectionTime", .evidence = kJavaOutlier, .bound = Bound{}},
    {.field = "maxEjectionTime", .evidence = kJavaOutlier, .bound = Bound{}},
    NoSuchField("maxEjectionPercent",
                "grpc-java OutlierDetectionLoadBalancerProvider.java: the key is "
                "maxEjectionPercentage"),
    {.field = "maxEjectionPercentage",
     .evidence = "grpc-java OutlierDetectionLoadBalancer.java Builder.setMaxEjectionPercent: any "
                 "integer",
     .use = Use::kApplied,
     .bound = Bound{}},
};

inline constexpr FieldTrait kJavaSuccessRate[] = {
    {.field = "stdevFactor",
     .evidence = "grpc-java OutlierDetectionLoadBalancer.java SuccessRateEjection.Builder."
                 "setStdevFactor: any integer",
     .bound = Bound{}},
};

inline constexpr absl::string_view kJavaNoSign =
    "grpc-java WeightedRoundRobinLoadBalancerProvider.java: no sign is checked";
inline constexpr FieldTrait kJavaWeightedRoundRobin[] = {
    {.field = "metricNamesForComputingUtilization",
     .evidence =
         "grpc-java WeightedRoundRobinLoadBalancerProvider.java: JsonUtil.getListOfStrings, "
         "used only with GRPC_EXPERIMENTAL_WRR_CUSTOM_METRICS",
     .since = {1, 81, 0},
     .use = Use::kCheckedOnly},
    {.field = "errorUtilizationPenalty", .evidence = kJavaNoSign, .bound = Bound{}},
    {.field = "oobReportingPeriod", .evidence = kJavaNoSign, .bound = Bound{}},
    {.field = "blackoutPeriod", .evidence = kJavaNoSign, .bound = Bound{}},
    {.field = "weightExpirationPeriod", .evidence = kJavaNoSign, .bound = Bound{}},
    {.field = "weightUpdatePeriod", .evidence = kJavaNoSign, .bound = Bound{.floor_ms = 100}},
};

inline constexpr FieldTrait kJavaWeightedTargets[] = {
    {.field = "targets",
     .evidence = "grpc-java WeightedTargetLoadBalancerProvider.java: \"No targets provided\"",
     .non_empty = true},
};

inline constexpr FieldTrait kJavaWeightedTarget[] = {
    {.field = "weight",
     .evidence = "grpc-java WeightedTargetLoadBalancerProvider.java: \"Wrong weight\" below 1",
     .bound = AtLeast(1)},
};

// Keys of its own.
inline constexpr absl::string_view kJavaManager =
    "grpc-java ClusterManagerLoadBalancerProvider.java parseLoadBalancingPolicyConfig";
inline constexpr FieldTrait kJavaClusterManager[] = {
    NoSuchField("children", kJavaManager),
    {.field = "childPolicy",
     .evidence = kJavaManager,
     .use = Use::kApplied,
     .presence = Presence::kRequired,
     .non_empty = true},
};
inline constexpr FieldTrait kJavaClusterManagerChild[] = {
    NoSuchField("childPolicy", kJavaManager),
    {.field = "lbPolicy",
     .evidence = kJavaManager,
     .use = Use::kApplied,
     .presence = Presence::kRequired,
     .non_empty = true},
};

inline constexpr absl::string_view kJavaRingBefore152 =
    "grpc-java 1.51 RingHashLoadBalancerProvider.java: above 0, and at most MAX_RING_SIZE, "
    "8 * 1024 * 1024, which is also the default maximum";
inline constexpr absl::string_view kJavaRing =
    "grpc-java RingHashLoadBalancerProvider.java: above 0, and cut to the cap of "
    "RingHashOptions.java, 4096";
inline constexpr Release kJavaRingCap = {1, 52, 0};
inline constexpr int64_t kJavaLargestRing = int64_t{8} << 20;
inline constexpr FieldTrait kJavaRingHash[] = {
    {.field = "minRingSize",
     .evidence = kJavaRingBefore152,
     .until = kJavaRingCap,
     .bound = Between(1, kJavaLargestRing)},
    {.field = "maxRingSize",
     .evidence = kJavaRingBefore152,
     .until = kJavaRingCap,
     .bound = Between(1, kJavaLargestRing),
     .if_absent = kJavaLargestRing},
    {.field = "minRingSize",
     .evidence = kJavaRing,
     .since = kJavaRingCap,
     .bound = ClampedTo(4096, AtLeast(1))},
    {.field = "maxRingSize",
     .evidence = kJavaRing,
     .since = kJavaRingCap,
     .bound = ClampedTo(4096, AtLeast(1))},
    NoSuchField("requestHashHeader",
                "grpc-java RingHashLoadBalancerProvider.java: read only with "
                "GRPC_EXPERIMENTAL_RING_HASH_SET_REQUEST_HASH_KEY, and before 1.72 not at all"),
};

inline constexpr FieldTrait kJavaLeastRequest[] = {
    {.field = "choiceCount",
     .evidence = "grpc-java LeastRequestLoadBalancerProvider.java: getNumberAsInteger; "
                 "LeastRequestLoadBalancer.java LeastRequestConfig: at most 10",
     .bound = ClampedTo(10, Between(2, kMaxJavaInt)),
     .reader = FieldReader::kInt32},
};

inline constexpr FieldTrait kJavaRandomSubsetting[] = {
    {.field = "subsetSize",
     .evidence = "grpc-java RandomSubsettingLoadBalancer.java Builder.setSubsetSize: above 0, and "
                 "at most Integer.MAX_VALUE",
     .bound = ClampedTo(kMaxJavaInt, Above(0)),
     .reader = FieldReader::kInt64},
};

inline constexpr Release kJavaIsDynamic = {1, 75, 0};
inline constexpr FieldTrait kJavaCds[] = {
    {.field = "cluster",
     .evidence = "grpc-java CdsLoadBalancerProvider.java CdsConfig: \"name is null or empty\"",
     .non_empty = true},
    NoSuchField("isDynamic",
                "grpc-java CdsLoadBalancerProvider.java: the key is is_dynamic, since 1.75"),
    {.field = "is_dynamic",
     .evidence = "grpc-java CdsLoadBalancerProvider.java parseLoadBalancingConfigPolicy",
     .since = kJavaIsDynamic,
     .use = Use::kApplied},
};

inline constexpr FieldTrait kJavaRls[] = {
    {.field = "routeLookupChannelServiceConfig",
     .evidence =
         "grpc-java RlsLoadBalancerProvider.java: any object; CachingRlsLbClient.java constructor: "
         "defaultServiceConfig; ManagedChannelImpl.java constructor: \"Default config is invalid\"",
     .reader = FieldReader::kReadLater},
    {.field = "childPolicy",
     .evidence =
         "grpc-java LbPolicyConfiguration.java ChildLoadBalancingPolicy.create, "
         "ChildPolicyWrapper: the config is parsed for each target, and null if it is wrong",
     .reader = FieldReader::kReadLater},
};

inline constexpr absl::string_view kJavaAges =
    "grpc-java RlsProtoConverters.java RouteLookupConfigConverter: no sign is checked";
inline constexpr FieldTrait kJavaRouteLookup[] = {
    {.field = "lookupService",
     .evidence = "grpc-java RlsProtoConverters.java: \"not valid URI\"; java.net.URI constructor",
     .reader = FieldReader::kTargetUri},
    {.field = "lookupServiceTimeout",
     .evidence = "grpc-java RlsProtoConverters.java: \"lookupServiceTimeout should be positive\"",
     .bound = Above(0)},
    {.field = "maxAge", .evidence = kJavaAges, .bound = ClampedTo(300, Bound{})},
    {.field = "staleAge", .evidence = kJavaAges, .bound = ClampedTo(300, Bound{})},
    {.field = "cacheSizeBytes",
     .evidence = "grpc-java RlsProtoConverters.java RouteLookupConfigConverter: positive, and at "
                 "most MAX_CACHE_SIZE",
     .bound = ClampedTo(int64_t{5} * 1024 * 1024, Above(0))},
    NoSuchField("validTargets", "grpc-java RlsProtoConverters.java: no such key since 1.43"),
    NoSuchField("httpKeybuilders", "grpc-java RlsProtoConverters.java: no such key"),
    {.field = "defaultTarget",
     .evidence = "grpc-java RlsProtoConverters.java: emptyToNull",
     .non_empty = false},
};

inline constexpr FieldTrait kJavaKeyBuilder[] = {
    {.field = "constantKeys",
     .evidence = "grpc-java RlsProtoConverters.java GrpcKeyBuilderConverter: an unchecked cast",
     .reader = FieldReader::kUncheckedTexts},
};

inline constexpr FieldTrait kJavaNameMatcher[] = {
    {.field = "key",
     .evidence = "grpc-java 1.49 RlsProtoConverters.java GrpcKeyBuilderConverter: any string",
     .until = {1, 50, 0},
     .non_empty = false},
    {.field = "names",
     .evidence = "grpc-java RlsProtoConverters.java GrpcKeyBuilderConverter: an unchecked cast of "
                 "any list",
     .non_empty = false,
     .reader = FieldReader::kUncheckedTexts},
};

inline constexpr FieldTrait kJavaExtraKeys[] = {
    {.field = kEveryField,
     .evidence = "grpc-java RlsProtoConverters.java GrpcKeyBuilderConverter: Map.get",
     .null = NullReading::kUnset},
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_PROFILE_JAVA_POLICIES_H_
