// JSON Schemas of what grpcfg prints, cut out of docs/output.schema.json, which is linked in.
// Promise: each stands alone: it has the definitions that it refers to, and no others.
#ifndef GRPCFG_TOOLS_DOCGEN_OUTPUT_SCHEMA_H_
#define GRPCFG_TOOLS_DOCGEN_OUTPUT_SCHEMA_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace grpcfg {

// The outputs that have a schema: `check`, `jsonl`, ...
absl::Span<const absl::string_view> OutputNames();

// The JSON Schema (draft 2020-12) of `output`, which must be one of those.
std::string OutputJsonSchema(absl::string_view output);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_OUTPUT_SCHEMA_H_
