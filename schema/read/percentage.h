// The percentage of a choice. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_PERCENTAGE_H_
#define GRPCFG_SCHEMA_READ_PERCENTAGE_H_

#include "schema/fields/bind.h"
#include "schema/read/read_state.h"

namespace grpcfg {

// Fills `value`, and the share of draws that take the choice; true if the percentage is valid.
bool ReadPercentage(ReadState& state, const Place& place, Scalar& value);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_PERCENTAGE_H_
