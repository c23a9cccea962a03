// What is wrong with a value. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_FAULTS_H_
#define GRPCFG_SCHEMA_READ_FAULTS_H_

#include "schema/read/read_state.h"

namespace grpcfg {

// What the spec finds wrong with a value that the client refuses.
IssueKind FaultOf(const ReadState& state, const Place& place);

// Reports an integer out of the bounds that the client has for its field; false if it does not go
// on with it.
bool CheckInteger(ReadState& state, const Place& place, int64_t value);

// Reports a value above the clamp of its field.
void NoteClamp(ReadState& state, const Place& place);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_FAULTS_H_
