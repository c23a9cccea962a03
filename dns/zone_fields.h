// Single fields of master files.
#ifndef GRPCFG_DNS_ZONE_FIELDS_H_
#define GRPCFG_DNS_ZONE_FIELDS_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace grpcfg {

// RFC 2181 8: 31 bits.
inline constexpr uint64_t kMostTtl = 2147483647;

// The seconds of `300`, `1h30m` or `2w3d`, which every server takes. May be above kMostTtl; nothing
// for what is no such number.
std::optional<uint64_t> ParseTtl(absl::string_view word);

// True if a record's value may be, or may be meant as, a service config: an attribute like
// `grpc_config=` stands at its start.
bool MayHoldConfig(absl::string_view value);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_ZONE_FIELDS_H_
