// What grpc-go makes of the configs of LB policies: what json.Unmarshal puts into their structs;
// and which policies it has. For profile_go.cc.
#ifndef GRPCFG_SCHEMA_CLIENTS_PROFILE_GO_POLICIES_H_
#define GRPCFG_SCHEMA_CLIENTS_PROFILE_GO_POLICIES_H_

#include "absl/strings/string_view.h"
#include "schema/clients/profile.h"

namespace grpcfg {

inline constexpr Release kGoDurationRelease = {1, 56, 0};
inline constexpr absl::string_view kGoZeroOfNull =
    "encoding/json decode.go literalStore: null leaves the zero value";
inline constexpr absl::string_view kGoEmbedded =
    "encoding/json decode.go literalStore: an interface, embedded without a tag, takes null alone";
inline constexpr absl::string_view kGoNoSignOfPeriods =
    "grpc-go balancer/weightedroundrobin/balancer.go ParseConfig: no sign is checked";

inline constexpr FieldTrait kGoPolicies[] = {
    {.field = "pick_first",
     .evidence = "grpc-go 1.55 pickfirst.go: no ConfigParser, so any JSON value",
     .until = kGoDurationRelease,
     .reader = FieldReader::kUnread},
    {.field = "round_robin",
     .evidence = "grpc-go balancer/roundrobin: no ConfigParser, so any JSON value",
     .reader = FieldReader::kUnread},
};

inline constexpr FieldTrait kGoPickFirst[] = {
    {.field = "shuffleAddressList",
     .evidence = "grpc-go 1.57 pickfirst.go: used only with GRPC_EXPERIMENTAL_PICKFIRST_LB_CONFIG",
     .until = {1, 58, 0},
     .use = Use::kCheckedOnly},
};

// grpc-go internal/serviceconfig/duration.go Duration.UnmarshalJSON gets null, too: encoding/json
// decode.go indirect passes it on but for pointers.
constexpr FieldTrait GoPeriod(absl::string_view field, const Bound& bound) {
  return {.field = field,
          .evidence = kGoNoSignOfPeriods,
          .bound = bound,
          .null = NullReading::kRefused};
}

inline constexpr FieldTrait kGoWeightedRoundRobin[] = {
    GoPeriod("oobReportingPeriod", Bound{}),
    GoPeriod("blackoutPeriod", Bound{}),
    GoPeriod("weightExpirationPeriod", Bound{}),
    GoPeriod("weightUpdatePeriod", Bound{.floor_ms = 100}),
};

inline constexpr FieldTrait kGoRingHash[] = {
    NoSuchField("requestHashHeader",
                "grpc-go 1.71 xds/internal/balancer/ringhash/config.go LBConfig: no such field", {},
                {1, 72, 0}),
    {.field = "requestHashHeader",
     .evidence = "grpc-go 1.79 balancer/ringhash/config.go parseConfig: dropped unless "
                 "GRPC_EXPERIMENTAL_RING_HASH_SET_REQUEST_HASH_KEY is true",
     .since = {1, 72, 0},
     .until = {1, 80, 0},
     .use = Use::kCheckedOnly,
     .reader = FieldReader::kAnyText},
    {.field = "requestHashHeader",
     .evidence = "grpc-go balancer/ringhash/config.go parseConfig: metadata.ValidateKey",
     .since = {1, 80, 0},
     .reader = FieldReader::kPseudoHeader},
};

inline constexpr FieldTrait kGoLeastRequest[] = {
    {.field = "choiceCount",
     .evidence = "grpc-go balancer/leastrequest/leastrequest.go LBConfig: uint32",
     .bound = ClampedTo(10, Between(2, kMaxUint32))},
};

constexpr FieldTrait GoNanoseconds(absl::string_view field) {
  return {.field = field,
          .evidence =
              "grpc-go 1.55 xds/internal/balancer/outlierdetection/config.go LBConfig: "
              "time.Duration, an integer of nanoseconds",
          .until = kGoDurationRelease,
          .reader = FieldReader::kNanoseconds};
}

constexpr FieldTrait GoDuration(absl::string_view field) {
  return {.field = field,
          .evidence =
              "grpc-go internal/serviceconfig/duration.go Duration.UnmarshalJSON: null is "
              "malformed",
          .since = kGoDurationRelease,
          .null = NullReading::kRefused};
}

inline constexpr FieldTrait kGoOutlierDetection[] = {
    GoNanoseconds("interval"), GoNanoseconds("baseEjectionTime"), GoNanoseconds("maxEjectionTime"),
    GoDuration("interval"),    GoDuration("baseEjectionTime"),    GoDuration("maxEjectionTime"),
};

inline constexpr FieldTrait kGoPriority[] = {
    {.field = "children",
     .evidence = "grpc-go internal/xds/balancer/priority/config.go parseConfig: every priority is "
                 "looked up, and nil has none",
     .presence = Presence::kOptional,
     .null_element = NullReading::kUnset,
     .required_with = "priorities"},
    {.field = "priorities",
     .evidence =
         "grpc-go internal/xds/balancer/priority/config.go parseConfig: every child must be "
         "a priority, and nil has none",
     .presence = Presence::kOptional,
     .null_element = NullReading::kUnset,
     .required_with = "children"},
};

inline constexpr FieldTrait kGoWeightedTargets[] = {
    {.field = "targets",
     .evidence = "grpc-go balancer/weightedtarget/weightedtarget_config.go parseConfig",
     .presence = Presence::kOptional,
     .null_element = NullReading::kUnset},
};

inline constexpr FieldTrait kGoWeightedTarget[] = {
    {.field = "weight",
     .evidence = "grpc-go balancer/weightedtarget/weightedtarget_config.go: 0 if absent",
     .presence = Presence::kOptional},
};

inline constexpr FieldTrait kGoCds[] = {
    NoSuchField("isDynamic",
                "grpc-go 1.78 internal/xds/balancer/cdsbalancer/cdsbalancer.go lbConfig: no such "
                "field",
                {}, {1, 79, 0}),
    {.field = "cluster",
     .evidence =
         "grpc-go internal/xds/balancer/cdsbalancer/cdsbalancer.go ParseConfig: not checked",
     .presence = Presence::kOptional},
    {.field = "loadBalancingConfig",
     .evidence = kGoEmbedded,
     .use = Use::kApplied,
     .reader = FieldReader::kNeverTaken},
};

inline constexpr Release kGoXdsConfigRelease = {1, 80, 0};
inline constexpr absl::string_view kGoClusterOnly =
    "grpc-go 1.80 internal/xds/balancer/clusterimpl/config.go LBConfig: the field was removed";

inline constexpr FieldTrait kGoClusterImpl[] = {
    {.field = "cluster",
     .evidence = "grpc-go internal/xds/balancer/clusterimpl/config.go parseConfig: not checked",
     .presence = Presence::kOptional},
    {.field = "childPolicy",
     .evidence = "grpc-go internal/xds/balancer/clusterimpl/clusterimpl.go UpdateClientConnState: "
                 "nothing without an xDS client",
     .reader = FieldReader::kIdlePolicies},
    {.field = "dropCategories", .evidence = kGoZeroOfNull, .null_element = NullReading::kUnset},
    NoSuchField("telemetryLabels",
                "grpc-go 1.63 xds/internal/balancer/clusterimpl/config.go LBConfig: no such field",
                {}, {1, 64, 0}),
    {.field = "telemetryLabels", .evidence = kGoZeroOfNull, .null_element = NullReading::kUnset},
    NoSuchField("lrsLoadReportingServerName",
                "grpc-go 1.45 xds/internal/balancer/clusterimpl/config.go LBConfig: the field was "
                "removed",
                {1, 45, 0}),
    NoSuchField("lrsLoadReportingServer",
                "grpc-go 1.44 xds/internal/balancer/clusterimpl/config.go LBConfig: no such field",
                {}, {1, 45, 0}),
    NoSuchField("edsServiceName", kGoClusterOnly, kGoXdsConfigRelease),
    NoSuchField("lrsLoadReportingServer", kGoClusterOnly, kGoXdsConfigRelease),
    NoSuchField("maxConcurrentRequests", kGoClusterOnly, kGoXdsConfigRelease),
    NoSuchField("dropCategories", kGoClusterOnly, kGoXdsConfigRelease),
    NoSuchField("telemetryLabels", kGoClusterOnly, kGoXdsConfigRelease),
};

inline constexpr FieldTrait kGoClusterResolver[] = {
    {.field = "discoveryMechanisms",
     .evidence = "grpc-go 1.79 internal/xds/balancer/clusterresolver/clusterresolver.go "
                 "ParseConfig: not checked",
     .presence = Presence::kOptional,
     .non_empty = false,
     .null_element = NullReading::kUnset},
    {.field = "xdsLbPolicy",
     .evidence = "grpc-go 1.79 internal/xds/balancer/clusterresolver/clusterresolver.go "
                 "ParseConfig: raw JSON, parsed even if there is none",
     .since = kGoDurationRelease,
     .presence = Presence::kRequired},
};

inline constexpr FieldTrait kGoMechanism[] = {
    {.field = "type",
     .evidence = "grpc-go 1.79 internal/xds/balancer/clusterresolver/config.go "
                 "DiscoveryMechanismType.UnmarshalJSON: two words, which null is not",
     .null = NullReading::kRefused,
     .reader = FieldReader::kMechanismType},
    {.field = "outlierDetection",
     .evidence = "grpc-go 1.79 internal/xds/balancer/clusterresolver/clusterresolver.go "
                 "ParseConfig: raw JSON, parsed even if there is none",
     .since = kGoDurationRelease,
     .presence = Presence::kRequired},
    NoSuchField("telemetryLabels",
                "grpc-go 1.63 xds/internal/balancer/clusterresolver/config.go DiscoveryMechanism: "
                "no such field",
                {}, {1, 64, 0}),
    {.field = "telemetryLabels", .evidence = kGoZeroOfNull, .null_element = NullReading::kUnset},
    NoSuchField("lrsLoadReportingServerName",
                "grpc-go 1.45 xds/internal/balancer/clusterresolver/config.go DiscoveryMechanism: "
                "the field was removed",
                {1, 45, 0}),
    NoSuchField("lrsLoadReportingServer",
                "grpc-go 1.44 xds/internal/balancer/clusterresolver/config.go DiscoveryMechanism: "
                "no such field",
                {}, {1, 45, 0}),
    NoSuchField("overrideHostStatus",
                "grpc-go 1.79 internal/xds/balancer/clusterresolver/config.go DiscoveryMechanism: "
                "no such field"),
};

inline constexpr absl::string_view kGoServerChecked =
    "grpc-go internal/xds/bootstrap/bootstrap.go ServerConfig.UnmarshalJSON: \"cannot be empty\"";

inline constexpr FieldTrait kGoXdsServer[] = {
    {.field = "server_uri",
     .evidence = "grpc-go 1.65 internal/xds/bootstrap/bootstrap.go ServerConfig.UnmarshalJSON: any",
     .until = {1, 66, 0},
     .presence = Presence::kOptional},
    {.field = "server_uri", .evidence = kGoServerChecked, .since = {1, 66, 0}, .non_empty = true},
    {.field = "channel_creds",
     .evidence = kGoServerChecked,
     .since = {1, 66, 0},
     .presence = Presence::kRequired},
    {.field = "channel_creds",
     .evidence =
         "grpc-go internal/xds/bootstrap/bootstrap.go ServerConfig.UnmarshalJSON: the first "
         "that is registered is built",
     .null_element = NullReading::kUnset,
     .reader = FieldReader::kKnownCredentials},
    {.field = "server_features",
     .evidence = "grpc-go internal/xds/bootstrap/bootstrap.go serverConfigJSON: []string",
     .null_element = NullReading::kUnset,
     .reader = FieldReader::kTexts},
};

inline constexpr FieldTrait kGoCredentials[] = {
    {.field = "type",
     .evidence = "grpc-go internal/xds/bootstrap/bootstrap.go ChannelCreds: \"\" is none",
     .presence = Presence::kOptional},
    {.field = "config",
     .evidence = "grpc-go internal/xds/bootstrap/bootstrap.go ChannelCreds: raw JSON",
     .reader = FieldReader::kUnread},
};

inline constexpr FieldTrait kGoClusterManager[] = {
    {.field = "children",
     .evidence = "grpc-go internal/xds/balancer/clustermanager/config.go parseConfig: not checked",
     .presence = Presence::kOptional,
     .non_empty = false,
     .null_element = NullReading::kUnset},
    {.field = "loadBalancingConfig",
     .evidence = kGoEmbedded,
     .use = Use::kApplied,
     .reader = FieldReader::kNeverTaken},
};

inline constexpr FieldTrait kGoWrrLocality[] = {
    {.field = "childPolicy",
     .evidence = "grpc-go internal/xds/balancer/wrrlocality/balancer.go UpdateClientConnState: one "
                 "for each locality that xDS has weighted",
     .reader = FieldReader::kIdlePolicies},
};

inline constexpr FieldTrait kGoGrpclb[] = {
    {.field = "childPolicy",
     .evidence =
         "grpc-go balancer/grpclb/grpclb_config.go grpclbServiceConfig: objects of raw JSON",
     .reader = FieldReader::kRawPolicies},
    NoSuchField("serviceName",
                "grpc-go 1.44 balancer/grpclb/grpclb_config.go grpclbServiceConfig: no such field",
                {}, {1, 45, 0}),
    NoSuchField("initialFallbackTimeout",
                "grpc-go balancer/grpclb/grpclb_config.go grpclbServiceConfig: no such field"),
    {.field = "loadBalancingConfig",
     .evidence = kGoEmbedded,
     .use = Use::kApplied,
     .reader = FieldReader::kNeverTaken},
};

inline constexpr FieldTrait kGoRls[] = {
    NoSuchField("routeLookupChannelServiceConfig",
                "grpc-go 1.44 balancer/rls/internal/config.go lbConfigJSON: no such field", {},
                {1, 45, 0}),
};

// A route lookup is read by protobuf's JSON parser.
inline constexpr absl::string_view kGoProtojson =
    "grpc-go balancer/rls/config.go ParseConfig: protojson, which discards unknown fields";
inline constexpr absl::string_view kGoNoSign =
    "grpc-go balancer/rls/config.go parseRLSProto: no sign is checked";

inline constexpr FieldTrait kGoRouteLookup[] = {
    {.field = "lookupService",
     .evidence = "grpc-go balancer/rls/config.go parseRLSProto: url.Parse, then resolver.Get",
     .reader = FieldReader::kGoTarget},
    {.field = "lookupServiceTimeout", .evidence = kGoNoSign, .bound = Bound{}},
    {.field = "maxAge", .evidence = kGoNoSign, .bound = ClampedTo(300, Bound{})},
    {.field = "staleAge", .evidence = kGoNoSign, .bound = ClampedTo(300, Bound{})},
    {.field = "cacheSizeBytes",
     .evidence = "grpc-go balancer/rls/config.go parseRLSProto: above 0, and at most maxCacheSize, "
                 "5 * 1024 * 1024 * 8",
     .presence = Presence::kRequired,
     .bound = ClampedTo(int64_t{5} * 1024 * 1024 * 8, Above(0))},
    {.field = "defaultTarget",
     .evidence = "grpc-go balancer/rls/config.go parseRLSProto: any string",
     .non_empty = false},
};

inline constexpr FieldTrait kGoHttpKeyBuilder[] = {
    NoSuchField("method",
                "grpc-go 1.66 internal/proto/grpc_lookup_v1/rls_config.pb.go HttpKeyBuilder: no "
                "such field",
                {}, {1, 67, 0}),
};

inline constexpr FieldTrait kGoNameMatcher[] = {
    {.field = "names",
     .evidence = "grpc-go balancer/rls/internal/keys/builder.go MakeBuilderMap: any list",
     .presence = Presence::kOptional,
     .non_empty = false},
};

// balancer/pickfirst/pickfirstleaf: from here on it is registered as pick_first, for
// GRPC_EXPERIMENTAL_ENABLE_NEW_PICK_FIRST is true by default.
inline constexpr Release kGoLeafUnnamed = {1, 72, 0};
inline constexpr ListedPolicy kGoDefaultPolicies[] = {
    {"pick_first"}, {"round_robin"}, {"pick_first_leaf", {1, 68, 0}, kGoLeafUnnamed, "pick_first"}};

// What a program can link. Some are older: rls was internal before 1.44, nothing imported priority,
// cluster_impl and lrs before 1.39, and outlier_detection was off before 1.50.
inline constexpr Release kGoXdsTreeRelease = {1, 39, 0};
// Of autosharding_experimental HEAD has the config alone, and no balancer.
inline constexpr ListedPolicy kGoAllPolicies[] = {
    {"pick_first"},
    {"round_robin"},
    {"pick_first_leaf", {1, 68, 0}, kGoLeafUnnamed, "pick_first"},
    {"grpclb"},
    {"rls_experimental", {1, 44, 0}},
    {"ring_hash_experimental", {1, 41, 0}},
    {"weighted_target_experimental"},
    {"priority_experimental", kGoXdsTreeRelease},
    {"outlier_detection_experimental", {1, 50, 0}},
    {"cds_experimental"},
    {"xds_cluster_impl_experimental", kGoXdsTreeRelease},
    {"cluster_resolver_experimental", {1, 40, 0}, {1, 80, 0}, "xds_cluster_resolver_experimental"},
    {"xds_routing_experimental", {}, {1, 35, 0}},
    {"xds_cluster_manager_experimental", {1, 35, 0}},
    {"eds_experimental", {}, {1, 40, 0}},
    {"lrs_experimental", kGoXdsTreeRelease, {1, 40, 0}},
    {"xds_experimental", {}, {1, 40, 0}},
    {"xds_wrr_locality_experimental", {1, 56, 0}},
    {"weighted_round_robin_experimental", {1, 56, 0}, {1, 57, 0}, "weighted_round_robin"},
    {"weighted_round_robin", {1, 57, 0}},
    {"least_request_experimental", {1, 58, 0}},
    {"random_subsetting_experimental", {1, 79, 0}}};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_PROFILE_GO_POLICIES_H_
