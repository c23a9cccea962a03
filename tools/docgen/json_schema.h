// The field table as a JSON Schema (draft 2020-12), for editors and other validators.
// Promise: it takes what the spec's reading takes and refuses what that rejects, as far as a schema
// can say it; tests/peers/schema_agrees lists where it cannot.
#ifndef GRPCFG_TOOLS_DOCGEN_JSON_SCHEMA_H_
#define GRPCFG_TOOLS_DOCGEN_JSON_SCHEMA_H_

#include <string>

#include "schema/fields/field_table.h"

namespace grpcfg {

// ---- Regular expressions (ECMA 262, as JSON Schema has them) for the spellings of durations and
// of quoted numbers that a field takes.

// The integers within `bound`, whose lower end is 0 to 9, as alternatives without leading zeros.
std::string IntegerPattern(const Bound& bound);

// An integer within `bound` in quotes, as protobuf's JSON mapping has it, but for exponents.
std::string QuotedIntegerPattern(const Bound& bound);

// A number in quotes, not below 0 if the bound says so, or one of protobuf's words for the others.
std::string QuotedFloatPattern(const Bound& bound);

// A duration; of a lower bound, only 0 is known.
std::string DurationPattern(const Bound& bound);

// ---- The schema

// The text of schema/service_config.schema.json. Its root is a service config; `$defs/choices` is a
// gRFC A2 choice list.
std::string ServiceConfigJsonSchema();

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_JSON_SCHEMA_H_
