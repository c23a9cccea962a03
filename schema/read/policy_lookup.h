// Which LB policy an entry of a list names to a client. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_POLICY_LOOKUP_H_
#define GRPCFG_SCHEMA_READ_POLICY_LOOKUP_H_

#include "schema/read/read_state.h"

namespace grpcfg {

// One entry of a list.
struct PolicyEntry {
  NodeId key = kNoNode;
  const Field* policy = nullptr;  // the row of LoadBalancingConfigMessage(), if there is one
};

class PolicyLookup {
 public:
  explicit PolicyLookup(const ReadState& state)
      : state_(state), tree_(state.tree), client_(state.client) {}

  [[nodiscard]] bool IsPolicyList(const Field& field) const;
  [[nodiscard]] bool IsDropped(const JsonMember& member) const;
  [[nodiscard]] std::string NameLookedUp(NodeId key) const;
  [[nodiscard]] const Field* FindPolicy(NodeId key) const;
  [[nodiscard]] bool IsInstalled(const PolicyEntry& entry) const;
  [[nodiscard]] bool IsGoResolver(const Field& policy) const;
  [[nodiscard]] absl::string_view PolicyNameAt(NodeId key) const;
  [[nodiscard]] FieldReader ReaderOf(const Field& policy) const;

 private:
  const ReadState& state_;
  const JsonTree& tree_;
  const ProfileAt& client_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_POLICY_LOOKUP_H_
