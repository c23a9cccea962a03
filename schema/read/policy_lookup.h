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

  // True for a list of which the client takes one policy.
  [[nodiscard]] bool IsPolicyList(const Field& field) const;
  // True for a member that the client's JSON parser has left out.
  [[nodiscard]] bool IsDropped(const JsonMember& member) const;
  // The name under which the client looks a key up.
  [[nodiscard]] std::string NameLookedUp(NodeId key) const;
  // The row that the client finds for a key; null if there is none.
  [[nodiscard]] const Field* FindPolicy(NodeId key) const;
  // True if the policy is linked into the client.
  [[nodiscard]] bool IsInstalled(const PolicyEntry& entry) const;
  // True for grpc-go's xDS resolver, which never starts here.
  [[nodiscard]] bool IsGoResolver(const Field& policy) const;
  // The text of a key as far as the client reads it.
  [[nodiscard]] absl::string_view PolicyNameAt(NodeId key) const;
  // How the client reads the config of a policy.
  [[nodiscard]] FieldReader ReaderOf(const Field& policy) const;

 private:
  const ReadState& state_;
  const JsonTree& tree_;
  const ProfileAt& client_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_POLICY_LOOKUP_H_
