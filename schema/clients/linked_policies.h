// Which LB policies are linked into a client: what "supported" means in a list of policies.
#ifndef GRPCFG_SCHEMA_CLIENTS_LINKED_POLICIES_H_
#define GRPCFG_SCHEMA_CLIENTS_LINKED_POLICIES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/clients/profile.h"

namespace grpcfg {

struct Field;

class LinkedPolicies {
 public:
  LinkedPolicies() = default;

  // What a client registers by itself, or what it could have, at a release.
  LinkedPolicies(const PolicyList& list, const Release& release);

  // The policies of these names, custom ones included.
  explicit LinkedPolicies(absl::Span<const std::string> names);

  // Links one more; a custom one if it has no row.
  void Add(absl::string_view name);

  // The policy of this row of LoadBalancingConfigMessage().
  [[nodiscard]] bool HasRow(size_t field) const { return (rows_ >> field & 1) != 0; }

  // A policy that has no row.
  [[nodiscard]] bool HasCustom(absl::string_view name) const;

  // The policy of `row` of LoadBalancingConfigMessage(), or if that is null, the one called `name`.
  [[nodiscard]] bool Has(const Field* row, absl::string_view name) const;

  friend bool operator==(const LinkedPolicies&, const LinkedPolicies&) = default;

 private:
  uint32_t rows_ = 0;  // one bit per field
  std::vector<std::string> custom_;
};

// In lower case as Go's strings.ToLower and Java's toLowerCase have it: the Kelvin sign is a K.
std::string LowerPolicyName(absl::string_view name);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_LINKED_POLICIES_H_
