// The rows that refer to each other across the files of the field table. Only they include this.
#ifndef GRPCFG_SCHEMA_FIELDS_FIELD_MESSAGES_H_
#define GRPCFG_SCHEMA_FIELDS_FIELD_MESSAGES_H_

#include <cstddef>

#include "schema/fields/field_table.h"

namespace grpcfg {

extern const Message kServiceConfig;
extern const Message kMethodConfig;
extern const Message kLoadBalancingConfig;

// The rows of `service` and `method` in the message of names.
inline constexpr size_t kServiceOfName = 0;
inline constexpr size_t kMethodOfName = 1;

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

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_FIELD_MESSAGES_H_
