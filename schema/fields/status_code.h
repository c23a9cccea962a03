// gRPC status codes: the 17 names and numbers (google.rpc.Code, gRPC's statuscodes.md).
#ifndef GRPCFG_SCHEMA_FIELDS_STATUS_CODE_H_
#define GRPCFG_SCHEMA_FIELDS_STATUS_CODE_H_

#include <array>
#include <optional>

#include "absl/strings/string_view.h"

namespace grpcfg {

// In the order of their numbers: kStatusCodeNames[14] is UNAVAILABLE.
inline constexpr std::array<absl::string_view, 17> kStatusCodeNames = {
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
};

inline constexpr int kMaxStatusCode = static_cast<int>(kStatusCodeNames.size()) - 1;

enum class LetterCase : bool { kExact, kIgnored };

// The number of a status code's name; empty if there is no such name. gRFC A6 ignores letter case;
// protobuf and most clients do not.
std::optional<int> FindStatusCode(absl::string_view name, LetterCase letter_case);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_STATUS_CODE_H_
