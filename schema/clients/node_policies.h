// Which entry of a list of LB policies grpc-js takes: the first whose config it can parse, in the
// spelling of its own, which is not that of service_config.proto.
#ifndef GRPCFG_SCHEMA_CLIENTS_NODE_POLICIES_H_
#define GRPCFG_SCHEMA_CLIENTS_NODE_POLICIES_H_

#include "absl/strings/string_view.h"
#include "schema/clients/linked_policies.h"
#include "schema/clients/release.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

// True if grpc-js makes the config `value` of `policy`, one that it has, into one of its own
// (load-balancer.ts parseLoadBalancingConfig). `linked`: the policies that it has.
bool NodeParsesPolicy(const JsonTree& tree, absl::string_view policy, NodeId value,
                      const LinkedPolicies& linked);

// True if grpc-js before 1.10, which refused a config for any LB policy in it that is wrong, took
// `value` as the config of outlier_detection, a name and keys of its own.
bool NodeTakesOutlierDetection(const JsonTree& tree, NodeId value, const LinkedPolicies& linked,
                               const Release& release);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_NODE_POLICIES_H_
