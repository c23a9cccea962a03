// The configs of LB policies that choose among other policies' addresses and leave the rest to a
// child.
#include "schema/fields/field_messages.h"
#include "schema/fields/load_balancing.h"

namespace grpcfg {
namespace {

constexpr int64_t kMaxPercent = 100;

constexpr Field kSuccessRateEjectionFields[] = {
    {.json_name = "stdevFactor",
     .type = FieldType::kUint32,
     .bound = Between(0, kMaxUint32),
     .doc = "How many thousandths of a standard deviation below the mean a success rate may lie; "
            "1900 if absent.",
     .reference = "gRFC A50, LB Policy Config"},
    {.json_name = "enforcementPercentage",
     .type = FieldType::kUint32,
     .bound = Between(0, kMaxPercent),
     .doc = "Chance in percent that an outlier is ejected; 100 if absent.",
     .reference = "gRFC A50, Validation"},
    {.json_name = "minimumHosts",
     .type = FieldType::kUint32,
     .bound = Between(0, kMaxUint32),
     .doc = "How many addresses need enough requests before any is ejected; 5 if absent.",
     .reference = "gRFC A50, LB Policy Config"},
    {.json_name = "requestVolume",
     .type = FieldType::kUint32,
     .bound = Between(0, kMaxUint32),
     .doc = "Requests per interval that an address needs to be looked at; 100 if absent.",
     .reference = "gRFC A50, LB Policy Config"},
};
constexpr Message kSuccessRateEjection =
    MakePolicyMessage("SuccessRateEjection", kSuccessRateEjectionFields,
                      "Ejects addresses whose success rate is far below that of the others.",
                      "gRFC A50, LB Policy Config");

constexpr Field kFailurePercentageEjectionFields[] = {
    {.json_name = "threshold",
     .type = FieldType::kUint32,
     .bound = Between(0, kMaxPercent),
     .doc = "Failures in percent from which on an address is ejected; 85 if absent.",
     .reference = "gRFC A50, Validation"},
    {.json_name = "enforcementPercentage",
     .type = FieldType::kUint32,
     .bound = Between(0, kMaxPercent),
     .bind = BindScalar<&FailurePercentageEjection::enforcement_percentage>(),
     .doc = "Chance in percent that such an address is ejected; 100 if absent.",
     .reference = "gRFC A50, Validation"},
    {.json_name = "minimumHosts",
     .type = FieldType::kUint32,
     .bound = Between(0, kMaxUint32),
     .doc = "How many addresses there must be before any is ejected; 5 if absent.",
     .reference = "gRFC A50, LB Policy Config"},
    {.json_name = "requestVolume",
     .type = FieldType::kUint32,
     .bound = Between(0, kMaxUint32),
     .doc = "Requests per interval that an address needs to be looked at; 50 if absent.",
     .reference = "gRFC A50, LB Policy Config"},
};
constexpr Message kFailurePercentageEjection = MakePolicyMessage(
    "FailurePercentageEjection", kFailurePercentageEjectionFields,
    "Ejects addresses of which too many calls fail.", "gRFC A50, LB Policy Config");

constexpr Field kOutlierDetectionFields[] = {
    {.json_name = "interval",
     .type = FieldType::kDuration,
     .bound = AtLeast(0),
     .doc = "Time between two looks at all addresses; 10s if absent.",
     .reference = "gRFC A50, Validation"},
    {.json_name = "baseEjectionTime",
     .type = FieldType::kDuration,
     .bound = AtLeast(0),
     .doc = "How long an address is ejected, times its ejections so far; 30s if absent.",
     .reference = "gRFC A50, Validation"},
    {.json_name = "maxEjectionTime",
     .type = FieldType::kDuration,
     .bound = AtLeast(0),
     .doc = "How long it is ejected at most; the larger of 300s and baseEjectionTime if absent.",
     .reference = "gRFC A50, Validation"},
    {.json_name = "maxEjectionPercent",
     .type = FieldType::kUint32,
     .bound = Between(0, kMaxPercent),
     .doc = "Share of the addresses in percent that may be ejected; 10 if absent.",
     .reference = "gRFC A50, Validation"},
    {.json_name = "maxEjectionPercentage",
     .in_proto = false,
     .type = FieldType::kUint32,
     .stage = Stage::kForeign,
     .bound = Between(0, kMaxPercent),
     .doc = "grpc-java's name of `maxEjectionPercent`.",
     .reference = "gRFC A50, Validation"},
    {.json_name = "successRateEjection",
     .type = FieldType::kMessage,
     .message = &kSuccessRateEjection,
     .doc = "Ejects addresses whose success rate is far below that of the others.",
     .reference = "gRFC A50, LB Policy Config"},
    {.json_name = "failurePercentageEjection",
     .type = FieldType::kMessage,
     .message = &kFailurePercentageEjection,
     .bind = BindMessage<&OutlierDetectionConfig::failure_percentage_ejection>(),
     .doc = "Ejects addresses of which too many calls fail.",
     .reference = "gRFC A50, LB Policy Config"},
    ChildPolicies("childPolicy", Presence::kRequired,
                  "The policy that sends calls to the addresses that are not ejected.",
                  "gRFC A50, LB Policy Config"),
};

constexpr Field kPriorityChildFields[] = {
    ChildPolicies("config", Presence::kRequired, "The policy of this child.",
                  "gRFC A56, LB Policy Configuration"),
    {.json_name = "ignore_reresolution_requests",
     .in_proto = false,
     .type = FieldType::kBool,
     .stage = Stage::kForeign,
     .doc = "C-core's name of `ignoreReresolutionRequests`.",
     .reference = "gRFC A56, LB Policy Configuration"},
    {.json_name = "ignoreReresolutionRequests",
     .type = FieldType::kBool,
     .doc = "Whether this child's requests to resolve the name again are ignored.",
     .reference = "gRFC A56, LB Policy Configuration"},
};
constexpr Message kPriorityChild =
    MakePolicyMessage("PriorityChild", kPriorityChildFields, "One of the children by priority.",
                      "gRFC A56, LB Policy Configuration");

constexpr Field kPriorityFields[] = {
    {.json_name = "children",
     .type = FieldType::kMessage,
     .shape = Shape::kMap,
     .presence = Presence::kRequired,
     .message = &kPriorityChild,
     .bind = BindScalars<&PriorityConfig::children>(),
     .doc = "Policies by names of your choice.",
     .reference = "gRFC A56, LB Policy Configuration"},
    {.json_name = "priorities",
     .type = FieldType::kString,
     .shape = Shape::kList,
     .presence = Presence::kRequired,
     .bind = BindScalars<&PriorityConfig::priorities>(),
     .doc = "Names of children, the highest priority first.",
     .reference = "gRFC A56, LB Policy Configuration"},
};
constexpr Field kWeightedTargetFields[] = {
    {.json_name = "weight",
     .type = FieldType::kUint32,
     .presence = Presence::kRequired,
     .bound = Between(0, kMaxUint32),
     .doc = "Share of the calls, relative to the weights of the other targets.",
     .reference = "gRFC A28, Weighted target LB policy"},
    ChildPolicies("childPolicy", Presence::kRequired, "The policy of this target.",
                  "gRFC A28, Weighted target LB policy"),
};
constexpr Message kWeightedTarget =
    MakePolicyMessage("WeightedTarget", kWeightedTargetFields, "One target and its share.",
                      "gRFC A28, Weighted target LB policy");

constexpr Field kWeightedTargetsFields[] = {
    {.json_name = "targets",
     .type = FieldType::kMessage,
     .shape = Shape::kMap,
     .presence = Presence::kRequired,
     .message = &kWeightedTarget,
     .doc = "Targets by names of your choice.",
     .reference = "gRFC A28, Weighted target LB policy"},
};
constexpr Field kRandomSubsettingFields[] = {
    {.json_name = "subsetSize",
     .type = FieldType::kUint32,
     .presence = Presence::kRequired,
     .bound = AboveUpTo(0, kMaxUint32),
     .doc = "How many backends each client connects to.",
     .reference = "gRFC A68, LB Policy Config and Parameters"},
    ChildPolicies("childPolicy", Presence::kRequired, "The policy among the backends chosen.",
                  "gRFC A68, LB Policy Config and Parameters"),
};

}  // namespace

constinit const Message kOutlierDetectionConfig =
    MakePolicyMessage("OutlierDetectionLoadBalancingConfig", kOutlierDetectionFields,
                      "Stops sending calls to addresses that fail more than the others.",
                      "gRFC A50, LB Policy Config");

constinit const Message kPriorityConfig = MakePolicyMessage(
    "PriorityLoadBalancingPolicyConfig", kPriorityFields,
    "Sends calls to the first child that is reachable.", "gRFC A56, LB Policy Configuration");

constinit const Message kWeightedTargetConfig = MakePolicyMessage(
    "WeightedTargetLoadBalancingPolicyConfig", kWeightedTargetsFields,
    "Divides the calls among targets by weight.", "gRFC A28, Weighted target LB policy");

constinit const Message kRandomSubsettingConfig =
    MakePolicyMessage("RandomSubsettingLoadBalancingConfig", kRandomSubsettingFields,
                      "Connects each client to a random few of the backends.",
                      "gRFC A68, LB Policy Config and Parameters");

}  // namespace grpcfg
