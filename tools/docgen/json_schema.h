// The field table as a JSON Schema (draft 2020-12), for editors and other validators.
// Promise: it takes what the spec's reading takes and refuses what that rejects, as far as a schema
// can say it; tests/peers/schema_agrees lists where it cannot.
#ifndef GRPCFG_TOOLS_DOCGEN_JSON_SCHEMA_H_
#define GRPCFG_TOOLS_DOCGEN_JSON_SCHEMA_H_

#include <string>

namespace grpcfg {

// The text of schema/service_config.schema.json. Its root is a service config; `$defs/choices` is a
// gRFC A2 choice list.
std::string ServiceConfigJsonSchema();

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_JSON_SCHEMA_H_
