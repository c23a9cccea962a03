// What our JSON outputs look like, for programs and for people.
// Promise: members and words come from the rows of output_shapes.h.
#ifndef GRPCFG_TOOLS_DOCGEN_OUTPUT_SCHEMA_H_
#define GRPCFG_TOOLS_DOCGEN_OUTPUT_SCHEMA_H_

#include <string>

#include "tools/docgen/output_shapes.h"

namespace grpcfg {

// A JSON Schema (draft 2020-12) of one output. Members that it does not name are allowed: there may
// be more in a later release.
std::string OutputJsonSchema(const OutputDocument& document);

// docs/json.md: the words and the members of all outputs.
std::string OutputPage();

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_OUTPUT_SCHEMA_H_
