// Keys of a JsonTree by their text, in five bytes each: a hostile object has millions.
#ifndef GRPCFG_SCHEMA_JSON_KEY_SET_H_
#define GRPCFG_SCHEMA_JSON_KEY_SET_H_

#include <cstddef>

#include "absl/container/flat_hash_set.h"
#include "absl/hash/hash.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

class KeySet {
 public:
  explicit KeySet(const JsonTree& tree) : keys_(0, Hash{&tree}, Equal{&tree}) {}

  // The first key that was inserted with the text of `key`: `key` itself if it is new.
  NodeId Insert(NodeId key) { return *keys_.insert(key).first; }

  // Makes `key` the one of its text.
  void Replace(NodeId key) {
    keys_.erase(key);
    keys_.insert(key);
  }

  // The key with the text of `key`, which one must have.
  [[nodiscard]] NodeId Find(NodeId key) const { return *keys_.find(key); }

 private:
  struct Hash {
    const JsonTree* tree;
    size_t operator()(NodeId key) const { return absl::Hash<absl::string_view>()(tree->Text(key)); }
  };
  struct Equal {
    const JsonTree* tree;
    bool operator()(NodeId a, NodeId b) const { return tree->Text(a) == tree->Text(b); }
  };

  absl::flat_hash_set<NodeId, Hash, Equal> keys_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_KEY_SET_H_
