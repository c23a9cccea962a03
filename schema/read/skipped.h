// What a client never looks at: the fields that it does not have, and what stands below them.
// Promise: a field is skipped only if no value in its place could change what the client does.
#ifndef GRPCFG_SCHEMA_READ_SKIPPED_H_
#define GRPCFG_SCHEMA_READ_SKIPPED_H_

#include <optional>

#include "schema/fields/document.h"
#include "schema/fields/field_table.h"
#include "schema/read/read.h"

namespace grpcfg {

// A value that a client skips.
struct Skipped {
  const Message* message = nullptr;  // null: the whole document, as it never meets one of its kind
  const Field* field = nullptr;      // null: a key that is not a field of the message
};

// The outermost skipped value that `node` is, is the key of, or is in; nothing if the client looks
// at `node`. A key that is not a field counts only for what is below it.
std::optional<Skipped> FindSkipped(const Document& document, const Client& client, NodeId node);

// The value or key that a finding with this span is on, or the container whose bracket it is on.
NodeId NodeAtPlace(const JsonTree& tree, Span span);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_SKIPPED_H_
