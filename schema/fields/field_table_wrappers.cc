// The configs of LB policies that choose among other policies' addresses and leave the rest to a
// child.
#include "schema/fields/field_rows.h"
#include "schema/fields/load_balancing.h"

namespace grpcfg {
namespace {

constexpr int64_t kMaxPercent = 100;

constexpr auto kSuccessRateEjectionFields = FieldRows(
    "gRFC A50, LB Policy Config",
    Row(kUint32, "stdevFactor",
        "How many thousandths of a standard deviation below the mean a success rate may lie; 1900 "
        "if absent.",
        kAnyUint32),
    Row(kUint32, "enforcementPercentage",
        "Chance in percent that an outlier is ejected; 100 if absent.", Between(0, kMaxPercent),
        Reference{"gRFC A50, Validation"}),
    Row(kUint32, "minimumHosts",
        "How many addresses need enough requests before any is ejected; 5 if absent.", kAnyUint32),
    Row(kUint32, "requestVolume",
        "Requests per interval that an address needs to be evaluated; 100 if absent.", kAnyUint32));
constexpr Message kSuccessRateEjection = MakePolicyMessage(
    "SuccessRateEjection", "Ejects addresses whose success rate is far below that of the others.",
    kSuccessRateEjectionFields);

constexpr auto kFailurePercentageEjectionFields = FieldRows(
    "gRFC A50, LB Policy Config",
    Row(kUint32, "threshold",
        "Percentage of failures from which an address is ejected; 85 if absent.",
        Between(0, kMaxPercent), Reference{"gRFC A50, Validation"}),
    Row(kUint32, "enforcementPercentage",
        "Chance in percent that such an address is ejected; 100 if absent.",
        Between(0, kMaxPercent), BindScalar<&FailurePercentageEjection::enforcement_percentage>(),
        Reference{"gRFC A50, Validation"}),
    Row(kUint32, "minimumHosts", "Minimum number of addresses before any is ejected; 5 if absent.",
        kAnyUint32),
    Row(kUint32, "requestVolume",
        "Requests per interval that an address needs to be evaluated; 50 if absent.", kAnyUint32));
constexpr Message kFailurePercentageEjection =
    MakePolicyMessage("FailurePercentageEjection", "Ejects addresses on which too many calls fail.",
                      kFailurePercentageEjectionFields);

constexpr auto kOutlierDetectionFields = FieldRows(
    "gRFC A50, LB Policy Config",
    Row(kDuration, "interval", "Interval between evaluations of all addresses; 10s if absent.",
        AtLeast(0), Reference{"gRFC A50, Validation"}),
    Row(kDuration, "baseEjectionTime",
        "How long an address is ejected, times its ejections so far; 30s if absent.", AtLeast(0),
        Reference{"gRFC A50, Validation"}),
    Row(kDuration, "maxEjectionTime",
        "Maximum time of an ejection; the larger of 300s and baseEjectionTime if absent.",
        AtLeast(0), Reference{"gRFC A50, Validation"}),
    Row(kUint32, "maxEjectionPercent",
        "Share of the addresses in percent that may be ejected; 10 if absent.",
        Between(0, kMaxPercent), Reference{"gRFC A50, Validation"}),
    Row(kUint32, "maxEjectionPercentage", "grpc-java's name of `maxEjectionPercent`.", kNotInProto,
        kForeign, Between(0, kMaxPercent), Reference{"gRFC A50, Validation"}),
    Row(kMessage, "successRateEjection",
        "Ejects addresses whose success rate is far below that of the others.",
        &kSuccessRateEjection),
    Row(kMessage, "failurePercentageEjection", "Ejects addresses on which too many calls fail.",
        &kFailurePercentageEjection,
        BindMessage<&OutlierDetectionConfig::failure_percentage_ejection>()),
    ChildPolicies("childPolicy",
                  "The policy that sends calls to the addresses that are not ejected.", kRequired));

constexpr auto kPriorityChildFields =
    FieldRows("gRFC A56, LB Policy Configuration",
              ChildPolicies("config", "The policy of this child.", kRequired),
              Row(kBool, "ignore_reresolution_requests",
                  "C-core's name of `ignoreReresolutionRequests`.", kNotInProto, kForeign),
              Row(kBool, "ignoreReresolutionRequests",
                  "Whether this child's requests to resolve the name again are ignored."));
constexpr Message kPriorityChild =
    MakePolicyMessage("PriorityChild", "One of the children by priority.", kPriorityChildFields);

constexpr auto kPriorityFields =
    FieldRows("gRFC A56, LB Policy Configuration",
              Row(kMessage, "children", "Policies by names of your choice.", kMap, kRequired,
                  &kPriorityChild, BindScalars<&PriorityConfig::children>()),
              Row(kString, "priorities", "Names of children, the highest priority first.", kList,
                  kRequired, BindScalars<&PriorityConfig::priorities>()));
constexpr auto kWeightedTargetFields = FieldRows(
    "gRFC A28, Weighted target LB policy",
    Row(kUint32, "weight", "Share of the calls, relative to the weights of the other targets.",
        kRequired, kAnyUint32),
    ChildPolicies("childPolicy", "The policy of this target.", kRequired));
constexpr Message kWeightedTarget =
    MakePolicyMessage("WeightedTarget", "One target and its share.", kWeightedTargetFields);

constexpr auto kWeightedTargetsFields =
    FieldRows("gRFC A28, Weighted target LB policy",
              Row(kMessage, "targets", "Targets by names of your choice.", kMap, kRequired,
                  &kWeightedTarget));
constexpr auto kRandomSubsettingFields =
    FieldRows("gRFC A68, LB Policy Config and Parameters",
              Row(kUint32, "subsetSize", "How many backends each client connects to.", kRequired,
                  AboveUpTo(0, kMaxUint32)),
              ChildPolicies("childPolicy", "The policy among the backends chosen.", kRequired));

}  // namespace

constinit const Message kOutlierDetectionConfig = MakePolicyMessage(
    "OutlierDetectionLoadBalancingConfig",
    "Stops sending calls to addresses that fail more than the others.", kOutlierDetectionFields);

constinit const Message kPriorityConfig =
    MakePolicyMessage("PriorityLoadBalancingPolicyConfig",
                      "Sends calls to the first child that is reachable.", kPriorityFields);

constinit const Message kWeightedTargetConfig =
    MakePolicyMessage("WeightedTargetLoadBalancingPolicyConfig",
                      "Divides the calls among targets by weight.", kWeightedTargetsFields);

constinit const Message kRandomSubsettingConfig = MakePolicyMessage(
    "RandomSubsettingLoadBalancingConfig", "Connects each client to a random few of the backends.",
    kRandomSubsettingFields);

}  // namespace grpcfg
