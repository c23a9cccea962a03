// An object that is being read: the values of its fields, and the keys that are none. For the
// reader alone.
#ifndef GRPCFG_SCHEMA_READ_OBJECT_H_
#define GRPCFG_SCHEMA_READ_OBJECT_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "schema/fields/field_table.h"
#include "schema/read/read_state.h"
#include "schema/read/suggest.h"

namespace grpcfg {

// Keys that a message does not have, in the order of the text.
struct UnknownKeys {
  [[nodiscard]] bool empty() const { return keys.empty(); }

  absl::InlinedVector<NodeId, 8> keys;
  absl::InlinedVector<Suggestion, 4> suggestions;  // what each was probably meant to be
  bool are_of_other = false;                       // the whole object is one of another message
};

struct Object : Pending {
  explicit Object(const Pending& waiting) : Pending(waiting) {}

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
  // The value of a field that is named.
  [[nodiscard]] Place At(size_t field) const {
    return {message, &message->fields[field], values[field], values[field] - 1};
  }
  // The value of the field of that name; kNoNode if it is not present.
  [[nodiscard]] NodeId ValueOf(absl::string_view name) const {
    const Field* const field = FindField(*message, name);
    if (field == nullptr) return kNoNode;
    const auto index = static_cast<size_t>(field - message->fields.data());
    return IsPresent(index) ? values[index] : kNoNode;
  }

  uint32_t present = 0;                   // one bit per field: it has a value, and that is not null
  uint32_t named = 0;                     // one bit per field: its key is there
  std::array<NodeId, kMaxFields> values;  // where `named`; of duplicates the last that is not null
  UnknownKeys unknown;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_OBJECT_H_
