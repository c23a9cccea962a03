// Regular expressions (ECMA 262, as JSON Schema has them) for the spellings of durations and of
// quoted numbers that a field takes.
#ifndef GRPCFG_SCHEMA_FIELDS_NUMBER_PATTERN_H_
#define GRPCFG_SCHEMA_FIELDS_NUMBER_PATTERN_H_

#include <string>

#include "schema/fields/field_table.h"

namespace grpcfg {

// The integers within `bound`, whose lower end is 0 to 9, as alternatives without leading zeros.
std::string IntegerPattern(const Bound& bound);

// An integer within `bound` in quotes, as protobuf's JSON mapping has it, but for exponents.
std::string QuotedIntegerPattern(const Bound& bound);

// A number in quotes, not below 0 if the bound says so, or one of protobuf's words for the others.
std::string QuotedFloatPattern(const Bound& bound);

// A duration; of a lower bound, only 0 is known.
std::string DurationPattern(const Bound& bound);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_NUMBER_PATTERN_H_
