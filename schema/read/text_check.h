// What a client makes of the text before it looks at values. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_TEXT_CHECK_H_
#define GRPCFG_SCHEMA_READ_TEXT_CHECK_H_

#include "schema/read/read_state.h"

namespace grpcfg {

// Whether the client's JSON parser takes the text, and the issues of the text with their effects.
void TakeTextIssues(ReadState& state);

// A TXT value: its attribute and its bytes.
void CheckTxt(ReadState& state);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_TEXT_CHECK_H_
