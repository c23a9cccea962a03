// What may be read once for many clients: usual values of the fields that they read alike. For the
// reader alone.
#ifndef GRPCFG_SCHEMA_READ_SHARING_H_
#define GRPCFG_SCHEMA_READ_SHARING_H_

#include "schema/read/read_state.h"

namespace grpcfg {

// Notes a field that not every client has, or that this one alone knows by such a key.
void NoteUnlike(const JsonTree& tree, const Place& place, Reading& reading);

// The readers to whom a value is right and means the same, as bits of Reading::readers.
uint8_t UsualTo(const JsonTree& tree, const Place& place);

// True for a list of one LB policy that every client has, and nothing to be read in it.
bool IsBareList(const JsonTree& tree, NodeId list);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_SHARING_H_
