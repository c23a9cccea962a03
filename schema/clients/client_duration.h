// Durations as the clients read them, each with its own grammar and its own unit.
#ifndef GRPCFG_SCHEMA_CLIENTS_CLIENT_DURATION_H_
#define GRPCFG_SCHEMA_CLIENTS_CLIENT_DURATION_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "schema/fields/duration.h"

namespace grpcfg {

// What the client of `grammar` makes of `text`: the value that it goes on with.
DurationResult ParseClientDuration(absl::string_view text, DurationGrammar grammar);

// grpc-js service-config.ts validateMethodConfig: the two halves of a timeout's text, each cut to
// 32 bits, the decimals as a number of nanoseconds. `text` must satisfy kNode.
Duration NodeTimeout(absl::string_view text);

// ECMA-262 ToInt32.
int32_t ToInt32(double number);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_CLIENT_DURATION_H_
