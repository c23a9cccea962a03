// The typed configs of LB policies whose fields depend on each other, from everywhere in a
// document. What depends on one field alone is in the field table and needs no type.
#ifndef GRPCFG_SCHEMA_FIELDS_LOAD_BALANCING_H_
#define GRPCFG_SCHEMA_FIELDS_LOAD_BALANCING_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/fields/duration.h"
#include "schema/fields/element.h"
#include "schema/fields/located.h"
#include "schema/json/arena.h"
#include "schema/json/issue.h"

namespace grpcfg {

// gRFC A42 and A76. A size that is absent has the client's default as its value, and no node.
struct RingHashConfig {
  NodeId node = kNoNode;
  Located<int64_t> min_ring_size;
  Located<int64_t> max_ring_size;
};

// gRFC A50, as far as a check needs it.
struct FailurePercentageEjection {
  NodeId node = kNoNode;
  Located<int64_t> enforcement_percentage;
};

struct OutlierDetectionConfig {
  NodeId node = kNoNode;
  const FailurePercentageEjection* failure_percentage_ejection = nullptr;  // null if absent
};

// gRFC A56.
struct PriorityConfig {
  NodeId node = kNoNode;
  Located<List<Located<absl::string_view>>> children;  // their names
  Located<List<Located<absl::string_view>>> priorities;
};

// grpc/lookup/v1/rls_config.proto, NameMatcher.
struct NameMatcherFields {
  Located<absl::string_view> key;
  Located<List<Located<absl::string_view>>> names;
  Located<bool> required_match;
};
using NameMatcher = Element<NameMatcherFields>;

// grpc/lookup/v1/rls_config.proto, GrpcKeyBuilder.Name.
struct KeyBuilderNameFields {
  Located<absl::string_view> service;
  Located<absl::string_view> method;
};
using KeyBuilderName = Element<KeyBuilderNameFields>;

// grpc/lookup/v1/rls_config.proto, GrpcKeyBuilder.ExtraKeys.
struct ExtraKeys {
  NodeId node = kNoNode;
  Located<absl::string_view> host;
  Located<absl::string_view> service;
  Located<absl::string_view> method;
};

// grpc/lookup/v1/rls_config.proto, GrpcKeyBuilder.
struct GrpcKeyBuilderFields {
  Located<List<KeyBuilderName>> names;
  const ExtraKeys* extra_keys = nullptr;  // null if absent
  Located<List<NameMatcher>> headers;
  Located<List<Located<absl::string_view>>> constant_keys;  // the keys
};
using GrpcKeyBuilder = Element<GrpcKeyBuilderFields>;

// grpc/lookup/v1/rls_config.proto, RouteLookupConfig.
struct RouteLookupConfig {
  NodeId node = kNoNode;
  Located<List<GrpcKeyBuilder>> grpc_keybuilders;
  Located<absl::string_view> lookup_service;
  Located<Duration> max_age;
  Located<Duration> stale_age;

  // True if an answer is dropped before it is stale: clients go on as without `staleAge`.
  [[nodiscard]] bool IsNeverStale() const {
    return stale_age.value && max_age.value && !(*stale_age.value < *max_age.value);
  }
};

struct RlsConfig {
  NodeId node = kNoNode;
  const RouteLookupConfig* route_lookup_config = nullptr;  // null if absent
};

// At any depth, in the order of reading.
struct LoadBalancing {
  [[nodiscard]] bool empty() const {
    return ring_hash.empty() && outlier_detection.empty() && priority.empty() && rls.empty();
  }

  std::vector<const RingHashConfig*> ring_hash;
  std::vector<const OutlierDetectionConfig*> outlier_detection;
  std::vector<const PriorityConfig*> priority;
  std::vector<const RlsConfig*> rls;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_LOAD_BALANCING_H_
