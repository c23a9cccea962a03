// A value with its place in the text, or its absence.
#ifndef GRPCFG_SCHEMA_FIELDS_LOCATED_H_
#define GRPCFG_SCHEMA_FIELDS_LOCATED_H_

#include "schema/json/issue.h"
#include "schema/json/maybe.h"

namespace grpcfg {

// Absent: there is no node. Malformed: there is one, and no `value`.
template <typename T>
struct Located {
  Maybe<T> value;
  NodeId node = kNoNode;  // what it was read from; JsonTree knows its span, text and key

  [[nodiscard]] bool IsWritten() const { return node != kNoNode; }
  friend bool operator==(const Located&, const Located&) = default;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_LOCATED_H_
