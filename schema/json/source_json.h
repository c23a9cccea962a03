// A scalar of a config as JSON, however a lenient client lets it be spelled: `True` is true, and
// what is no number of JSON, such as `01`, `NaN` or a bare word, or one that no double holds, is a
// string of it.
// Promise: whatever the text, the result is one JSON value on one line.
#ifndef GRPCFG_SCHEMA_JSON_SOURCE_JSON_H_
#define GRPCFG_SCHEMA_JSON_SOURCE_JSON_H_

#include <string>

#include "absl/strings/string_view.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

// `text` in place of what stands at a node of that kind.
std::string SourceJson(JsonKind kind, absl::string_view text);

// What stands at `node` itself.
std::string SourceJson(const JsonTree& tree, NodeId node);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_SOURCE_JSON_H_
