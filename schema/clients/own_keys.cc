#include "schema/clients/own_keys.h"

#include <iterator>

#include "absl/algorithm/container.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kJava =
    "grpc-java OutlierDetectionLoadBalancerProvider.java parseLoadBalancingPolicyConfigInternal: "
    "getNumberAsInteger of \"maxEjectionPercentage\"";
constexpr absl::string_view kNode =
    "grpc-js load-balancer-weighted-round-robin.ts createFromJson: validateFieldType and "
    "parseDurationField of keys in snake_case";
constexpr absl::string_view kOutlier = "OutlierDetectionLoadBalancingConfig";
constexpr absl::string_view kWeighted = "WeightedRoundRobinLbConfig";

constexpr OwnKey kKeys[] = {
    {Implementation::kJava, kOutlier, "maxEjectionPercent", "maxEjectionPercentage", kJava},
    {Implementation::kNode, kWeighted, "enableOobLoadReport", "enable_oob_load_report", kNode},
    {Implementation::kNode, kWeighted, "oobReportingPeriod", "oob_load_reporting_period", kNode},
    {Implementation::kNode, kWeighted, "blackoutPeriod", "blackout_period", kNode},
    {Implementation::kNode, kWeighted, "weightExpirationPeriod", "weight_expiration_period", kNode},
    {Implementation::kNode, kWeighted, "weightUpdatePeriod", "weight_update_period", kNode},
    {Implementation::kNode, kWeighted, "errorUtilizationPenalty", "error_utilization_penalty",
     kNode},
};

template <typename Predicate>
const OwnKey* FindRow(const Predicate& matches) {
  const auto* const row = absl::c_find_if(kKeys, matches);
  return row == std::end(kKeys) ? nullptr : row;
}

}  // namespace

const OwnKey* FindOwnKey(const Message& message, absl::string_view key) {
  return FindRow(
      [&](const OwnKey& each) { return each.message == message.name && each.key == key; });
}

const OwnKey* OwnKeyFor(Implementation implementation, const Message& message, const Field& field) {
  return FindRow([&](const OwnKey& each) {
    return each.implementation == implementation && each.message == message.name &&
           each.field == field.json_name;
  });
}

}  // namespace grpcfg
