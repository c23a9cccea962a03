// Keys that a message does not have, with what each was probably meant to be.
#ifndef GRPCFG_SCHEMA_READ_UNKNOWN_KEYS_H_
#define GRPCFG_SCHEMA_READ_UNKNOWN_KEYS_H_

#include <cstddef>

#include "absl/container/inlined_vector.h"
#include "schema/json/issue.h"
#include "schema/read/suggest.h"

namespace grpcfg {

struct UnknownKey {
  NodeId key;
  Suggestion suggestion = {};
};

// Those of one object, in its order. Of very many only the first have a suggestion.
class UnknownKeys {
 public:
  void Add(NodeId key) { keys_.push_back(key); }
  void Suggest(const Suggestion& suggestion) { suggestions_.push_back(suggestion); }
  void Forget(size_t index) {
    if (index < suggestions_.size()) suggestions_[index] = {};
  }

  [[nodiscard]] bool empty() const { return keys_.empty(); }
  [[nodiscard]] size_t size() const { return keys_.size(); }
  [[nodiscard]] NodeId key(size_t index) const { return keys_[index]; }
  [[nodiscard]] UnknownKey operator[](size_t index) const {
    const bool has_one = index < suggestions_.size();
    return {keys_[index], has_one ? suggestions_[index] : Suggestion{}};
  }
  // Those that have a suggestion.
  [[nodiscard]] size_t suggested() const { return suggestions_.size(); }

 private:
  absl::InlinedVector<NodeId, 8> keys_;
  absl::InlinedVector<Suggestion, 4> suggestions_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_UNKNOWN_KEYS_H_
