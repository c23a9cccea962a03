// The values that an object has for the fields of its message. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_SLOTS_H_
#define GRPCFG_SCHEMA_READ_SLOTS_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "schema/fields/field_table.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

// The value of each field of one message; of duplicates the last that is not null.
struct Slots {
  uint32_t present = 0;                   // one bit per field: it has a value, and that is not null
  uint32_t named = 0;                     // one bit per field: its key is there
  std::array<NodeId, kMaxFields> values;  // where `named`

  void Put(size_t field, NodeId value, bool is_present) {
    const uint32_t bit = uint32_t{1} << field;
    named |= bit;
    if (!is_present && (present & bit) != 0) return;
    values[field] = value;
    if (is_present) present |= bit;
  }
  void Remove(size_t field) { present &= ~(uint32_t{1} << field); }
  [[nodiscard]] bool IsPresent(size_t field) const { return (present >> field & 1) != 0; }
  [[nodiscard]] bool IsNamed(size_t field) const { return (named >> field & 1) != 0; }
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_SLOTS_H_
