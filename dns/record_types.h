// The types and classes of records that master files name.
#ifndef GRPCFG_DNS_RECORD_TYPES_H_
#define GRPCFG_DNS_RECORD_TYPES_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace grpcfg {

// The number of a type: of `TXT`, in any letter case, and of `TYPE16` (RFC 3597). One that is in
// use and that grpcfg does not read is 0. Nothing: there is no such type.
std::optional<uint16_t> FindRecordType(absl::string_view word);

// The number of a class: of `IN`, and of `CLASS1`. Nothing: there is no such class.
std::optional<uint16_t> FindRecordClass(absl::string_view word);

inline constexpr uint16_t kInternetClass = 1;

}  // namespace grpcfg

#endif  // GRPCFG_DNS_RECORD_TYPES_H_
