// The rows that refer to each other across the files of the field table. Nobody else includes this.
#ifndef GRPCFG_SCHEMA_FIELDS_FIELD_MESSAGES_H_
#define GRPCFG_SCHEMA_FIELDS_FIELD_MESSAGES_H_

#include "schema/fields/field_table.h"

namespace grpcfg {

extern const Message kServiceConfig;
extern const Message kMethodConfig;
extern const Message kLoadBalancingConfig;

// The configs of LB policies that stand in files of their own.
extern const Message kRlsConfig;
extern const Message kCdsConfig;
extern const Message kXdsClusterImplConfig;
extern const Message kXdsClusterManagerConfig;
extern const Message kXdsClusterResolverConfig;
extern const Message kXdsWrrLocalityConfig;
extern const Message kOverrideHostConfig;
extern const Message kOutlierDetectionConfig;
extern const Message kPriorityConfig;
extern const Message kWeightedTargetConfig;
extern const Message kRandomSubsettingConfig;
extern const Message kLrsConfig;
extern const Message kEdsConfig;
extern const Message kXdsConfig;

// What grpc-go takes for a field of three policies, because a struct that it embeds has that name.
constexpr Field EmbeddedInGo(absl::string_view reference) {
  return {.json_name = "loadBalancingConfig",
          .in_proto = false,
          .type = FieldType::kJsonValue,
          .stage = Stage::kForeign,
          .doc = "Nothing but null.",
          .reference = reference};
}

// A list of LB policies, of which the first that the client supports is used.
constexpr Field ChildPolicies(absl::string_view json_name, Presence presence, absl::string_view doc,
                              absl::string_view reference) {
  return {.json_name = json_name,
          .type = FieldType::kMessage,
          .shape = Shape::kList,
          .non_empty = true,
          .presence = presence,
          .weight = Weight::kPolicy,
          .message = &kLoadBalancingConfig,
          .doc = doc,
          .reference = reference};
}

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_FIELD_MESSAGES_H_
