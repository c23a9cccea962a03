// A value with its place in the text, or its absence.
#ifndef GRPCFG_SCHEMA_FIELDS_LOCATED_H_
#define GRPCFG_SCHEMA_FIELDS_LOCATED_H_

#include "schema/json/maybe.h"
#include "schema/json/position.h"

namespace grpcfg {

// Absent: the span is empty. Malformed: `span` is set, `value` is empty.
template <typename T>
struct Located {
  Maybe<T> value;
  Span span;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_LOCATED_H_
