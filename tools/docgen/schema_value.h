// The JSON Schema of one scalar. For tools/docgen/json_schema.cc only.
#ifndef GRPCFG_TOOLS_DOCGEN_SCHEMA_VALUE_H_
#define GRPCFG_TOOLS_DOCGEN_SCHEMA_VALUE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/fields/field_table.h"
#include "schema/json/json_text.h"

namespace grpcfg {

// Null in place of a value: absent, or a fault.
enum class Null : bool { kRefused, kTaken };

// The value of `$ref` for one of `$defs`.
std::string RefTo(absl::string_view definition);

// What AppendScalar refers to.
void AppendScalarDefinitions(JsonMembers& definitions);

// The keyword `type`.
void AppendType(std::vector<absl::string_view> types, Null null, JsonMembers& schema);

// The keywords for one value of a field that is neither a message nor a JSON value of any kind.
void AppendScalar(const Field& field, Null null, JsonMembers& schema);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_SCHEMA_VALUE_H_
