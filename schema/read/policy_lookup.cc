#include "schema/read/policy_lookup.h"

#include <utility>

#include "schema/clients/node_policies.h"
#include "schema/fields/field_messages.h"
#include "schema/fields/field_table.h"
#include "schema/read/key_matcher.h"

namespace grpcfg {
bool PolicyLookup::IsPolicyList(const Field& field) const {
  return field.message == &LoadBalancingConfigMessage() &&
         client_.policy_choice != PolicyChoice::kEveryOne;
}

// A member without a value, for which the client has no fault, is not there.
bool PolicyLookup::IsDropped(const JsonMember& member) const {
  return state_.is_text_taken && tree_.kind(member.value) == JsonKind::kMissing;
}

// The name that the client looks up for a key.
std::string PolicyLookup::NameLookedUp(NodeId key) const {
  const bool any_case = client_.policy_names == PolicyNames::kAnyCaseOrDefault ||
                        client_.policy_names == PolicyNames::kAnyCaseDiesOfNone;
  const absl::string_view name = PolicyNameAt(key);
  return any_case ? LowerPolicyName(name) : std::string(name);
}

// The row of the policy that a key names; null if it has none.
const Field* PolicyLookup::FindPolicy(NodeId key) const {
  return FindField(LoadBalancingConfigMessage(), NameLookedUp(key));
}

bool PolicyLookup::IsInstalled(const PolicyEntry& entry) const {
  return state_.policies.Has(entry.policy, NameLookedUp(entry.key));
}

// grpc-go clusterresolver.go UpdateClientConnState starts nothing without an xDS client.
bool PolicyLookup::IsGoResolver(const Field& policy) const {
  return client_.implementation() == Implementation::kGo &&
         policy.json_name == "xds_cluster_resolver_experimental";
}

// grpc/grpc lb_policy_registry.cc ParseLoadBalancingConfigHelper compared C strings before 1.71.
absl::string_view PolicyLookup::PolicyNameAt(NodeId key) const {
  constexpr Release kWholeNames = {1, 71, 0};
  const absl::string_view name = tree_.Text(key);
  const bool is_c_string =
      client_.implementation() == Implementation::kCore && !(client_.release() >= kWholeNames);
  return is_c_string ? name.substr(0, name.find('\0')) : name;
}

// How the client reads the config of a policy.
FieldReader PolicyLookup::ReaderOf(const Field& policy) const {
  return client_.Of(LoadBalancingConfigMessage(), policy).reader;
}

}  // namespace grpcfg
