// What a route lookup (RLS) does to its child policy. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_ROUTE_LOOKUP_H_
#define GRPCFG_SCHEMA_READ_ROUTE_LOOKUP_H_

#include "schema/read/policy_lookup.h"
#include "schema/read/read_state.h"

namespace grpcfg {

class RouteLookup {
 public:
  explicit RouteLookup(ReadState& state)
      : state_(state), tree_(state.tree), client_(state.client), reading_(state.reading) {}

  void NoteSupplied(const Pending& pending);
  void NoteDefaultTarget(const Pending& pending);
  bool IsRefusedByRls(const Place& place, const PolicyEntry& entry);
  void RefuseSupplied(const PolicyEntry& entry);
  // For the next message.
  void Forget() { supplied_ = {}; }

  // The field that it supplies to the child policies of the message that is being read.
  [[nodiscard]] absl::string_view supplied() const { return supplied_; }
  [[nodiscard]] bool has_default_target() const { return has_default_target_; }

 private:
  ReadState& state_;
  const JsonTree& tree_;
  const ProfileAt& client_;
  Reading& reading_;
  PolicyLookup lookup_{state_};
  absl::string_view supplied_;
  bool has_default_target_ = false;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_ROUTE_LOOKUP_H_
