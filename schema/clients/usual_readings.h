// How every message is read where a profile says nothing of its fields. Most profiles have that in
// common, and it is copied in a tenth of the steps in which it is laid out.
#ifndef GRPCFG_SCHEMA_CLIENTS_USUAL_READINGS_H_
#define GRPCFG_SCHEMA_CLIENTS_USUAL_READINGS_H_

#include <cstddef>
#include <vector>

#include "schema/clients/field_reading.h"
#include "schema/clients/reading_traits.h"
#include "schema/fields/field_table.h"

namespace grpcfg {

// One whose usual values clients share.
struct SharedField {
  const Field* field;
  size_t row;  // in UsualReadings::rows
};

struct UsualReadings {
  UsualReadings() = default;
  UsualReadings(UsualReadings&&) = default;  // a copy would have views of the rows of another one

  std::vector<FieldReading> rows;        // of AllMessages(), one after the other
  std::vector<MessageReading> messages;  // the same, with views of `rows`
  std::vector<SharedField> shared;
};

// For clients that know these fields, and check their values in these bounds. Made once.
const UsualReadings& UsualReadingsOf(FieldSet fields, Bounds bounds);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_USUAL_READINGS_H_
