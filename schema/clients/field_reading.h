// How a client reads a field, and a message: what the facts of a profile, by release, come to at
// one of them. The reader asks for nothing else of a field than what stands here.
#ifndef GRPCFG_SCHEMA_CLIENTS_FIELD_READING_H_
#define GRPCFG_SCHEMA_CLIENTS_FIELD_READING_H_

#include <cstdint>

#include "absl/types/span.h"
#include "schema/clients/reading_traits.h"
#include "schema/fields/field_table.h"

namespace grpcfg {

// No field of a message, which has at most kMaxFields.
inline constexpr uint8_t kNoField = 0xFF;

// How a field of a message is read.
struct FieldReading {
  Use use = Use::kApplied;
  FieldReader reader = FieldReader::kByType;
  NullReading null = NullReading::kUnset;
  NullReading null_element = NullReading::kRefused;
  bool required = false;
  bool non_empty = false;
  uint8_t checked_with = kNoField;  // place of a field in the message
  uint8_t only_without = kNoField;
  uint8_t required_with = kNoField;
  uint8_t empty_with = kNoField;
  uint8_t type_only_with = kNoField;
  int64_t if_absent = 0;         // 0: no default that anybody asks for
  const Bound* bound = nullptr;  // of the field, of its type or of the profile: never null
};

struct MessageReading {
  absl::Span<const FieldReading> fields;  // in the order of the message
  uint32_t required = 0;                  // one bit per field
  bool by_protojson = false;              // keys, numbers and durations as in protobuf's JSON
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_FIELD_READING_H_
