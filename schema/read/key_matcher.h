// Which field of a message a key names to a client. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_KEY_MATCHER_H_
#define GRPCFG_SCHEMA_READ_KEY_MATCHER_H_

#include "schema/clients/profile_at.h"
#include "schema/fields/field_table.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

class KeyMatcher {
 public:
  KeyMatcher(const JsonTree& tree, const ProfileAt& client) : tree_(tree), client_(client) {}

  // The field that `key` names, or the number of fields. Authors write fields mostly in the order
  // of the table, so the search starts at the `likely` one.
  [[nodiscard]] size_t FindExact(const Message& message, NodeId key, size_t likely) const;
  // The same for this client: in any letter case, or by the name in the proto.
  [[nodiscard]] size_t MatchField(const Message& message, NodeId key, size_t likely) const;

 private:
  [[nodiscard]] size_t MatchProtoField(const Message& message, NodeId key, size_t found) const;
  [[nodiscard]] size_t FindProtoName(const Message& message, NodeId key) const;
  [[nodiscard]] bool IsFolded(NodeId key, const Field& field) const;

  const JsonTree& tree_;
  const ProfileAt& client_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_KEY_MATCHER_H_
