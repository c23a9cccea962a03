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

  // A message that is an RLS config: which field of its child policy the client fills in.
  void NoteSupplied(const Pending& pending);
  // Whether it has a default target.
  void NoteDefaultTarget(const Pending& pending);
  // Reports a child policy that the client refuses before it knows its name.
  bool IsRefusedByRls(const Place& place, const PolicyEntry& entry);
  // Reports a child policy whose field is of another type than what is filled in.
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
