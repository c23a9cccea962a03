// JSON pointers (RFC 6901) of the nodes of one tree.
#ifndef GRPCFG_SCHEMA_JSON_JSON_POINTERS_H_
#define GRPCFG_SCHEMA_JSON_JSON_POINTERS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

// Remembers some members of long arrays and objects, so that a pointer costs no walk past all that
// stand before its node, and the way to the last node, most of which the next one shares. The tree
// stays the caller's.
class JsonPointers {
 public:
  explicit JsonPointers(const JsonTree& tree) : tree_(tree) {}

  // The pointer of a node; for a key that of its member. Below 1,000 levels the pointer stops
  // there, so that a hostile text cannot make it arbitrarily long.
  [[nodiscard]] std::string Of(NodeId id);

  // The array or object that `id`, a value or a key, is in; kNoNode for the root.
  [[nodiscard]] NodeId ContainerOf(NodeId id);

  // The child of an array or object that `id` is, is in, or is the key of. `id`: inside
  // `container`.
  struct Child {
    NodeId value;
    size_t index;
  };
  [[nodiscard]] Child FindAbove(NodeId container, NodeId id);

  [[nodiscard]] const JsonTree& tree() const { return tree_; }

  // How many children were walked past so far: what all pointers together cost, for tests.
  [[nodiscard]] size_t steps() const { return steps_; }

 private:
  // A value on the way to the last node, and how long its pointer is.
  struct Level {
    NodeId value;
    size_t size;
  };

  [[nodiscard]] const std::vector<NodeId>& MarksOf(NodeId container);

  const JsonTree& tree_;
  std::vector<Level> way_;
  std::string pointer_;  // of the last of them
  absl::flat_hash_map<NodeId, std::vector<NodeId>>
      marks_;  // of long arrays and objects: every 64th value
  size_t steps_ = 0;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_JSON_POINTERS_H_
