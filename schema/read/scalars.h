// Scalars: a token, and how the client reads the field, become a value or an issue. Each reader
// fills `value` and returns whether it is valid. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_SCALARS_H_
#define GRPCFG_SCHEMA_READ_SCALARS_H_

#include "schema/fields/bind.h"
#include "schema/read/read_state.h"

namespace grpcfg {

// By the type of its field.
bool ReadScalarValue(ReadState& state, const Place& place, Scalar& value);
bool ReadString(ReadState& state, const Place& place, Scalar& value);
bool ReadProtoInteger(ReadState& state, const Place& place, Scalar& value);

// An enum, the name of an LB policy or of a header: strings that must be certain words.
bool ReadWordValue(ReadState& state, const Place& place, Scalar& value);

// The percentage of a choice; fills the share of draws that take the choice, too.
bool ReadPercentage(ReadState& state, const Place& place, Scalar& value);

// As a client reads them where that is not the spec's way.
bool ReadClientInteger(ReadState& state, const Place& place, Scalar& value);
bool ReadClientNumber(ReadState& state, const Place& place, Scalar& value);
bool ReadClientTokenRatio(ReadState& state, const Place& place, Scalar& value);
bool ReadClientCode(ReadState& state, const Place& place, Scalar& value);
bool NoteClientDuration(ReadState& state, const Place& place, Scalar& value);
bool ReadNodeTimeoutObject(ReadState& state, const Place& place, Scalar& value);

// What the spec finds wrong with a value that the client refuses.
IssueKind FaultOf(const ReadState& state, const Place& place);

// True if the bound has a lower end, which is `low` in the unit of `value`, and the value is below.
template <typename T>
bool IsBelow(const Bound& bound, const T& low, const T& value) {
  if (bound.low_kind == Bound::Low::kNone) return false;
  return bound.low_kind == Bound::Low::kAtLeast ? value < low : !(low < value);
}

// Reports an integer out of the bounds that the client has for its field; false if it does not use
// it.
bool CheckInteger(ReadState& state, const Place& place, int64_t value);

// Reports a value above the clamp of its field.
void NoteClamp(ReadState& state, const Place& place);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_SCALARS_H_
