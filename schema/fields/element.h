// An element of a list of messages. A hostile list has millions of `{}`, so that only an object
// with a field has room for fields.
#ifndef GRPCFG_SCHEMA_FIELDS_ELEMENT_H_
#define GRPCFG_SCHEMA_FIELDS_ELEMENT_H_

#include "schema/json/arena.h"
#include "schema/json/issue.h"

namespace grpcfg {

template <typename Fields>
class Element {
 public:
  NodeId node = kNoNode;

  [[nodiscard]] bool IsWritten() const { return node != kNoNode; }

  // Its fields, all absent before Open.
  const Fields* operator->() const { return fields_; }

  // Makes them, once.
  Fields* Open(Arena& arena) {
    auto* const fields = arena.New<Fields>();
    fields_ = fields;
    return fields;
  }

 private:
  static constexpr Fields kNone = {};

  const Fields* fields_ = &kNone;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_ELEMENT_H_
