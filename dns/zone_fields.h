// Single fields of master files.
#ifndef GRPCFG_DNS_ZONE_FIELDS_H_
#define GRPCFG_DNS_ZONE_FIELDS_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

// RFC 2181 8: 31 bits.
inline constexpr uint64_t kMostTtl = 2147483647;

// The seconds of `300`, `1h30m` or `2w3d`, which every server takes. May be above kMostTtl; nothing
// for any other text.
std::optional<uint64_t> ParseTtl(absl::string_view word);

// True if a record's value may be, or may be meant as, a service config: an attribute like
// `grpc_config=` stands at its start.
bool MayHoldConfig(absl::string_view value);

// ---- The types and classes of records that master files name.

// The number of a type: of `TXT`, in any letter case, and of `TYPE16` (RFC 3597). One that is in
// use and that grpcfg does not read is 0. Nothing: there is no such type.
std::optional<uint16_t> FindRecordType(absl::string_view word);

// The number of a class: of `IN`, and of `CLASS1`. Nothing: there is no such class.
std::optional<uint16_t> FindRecordClass(absl::string_view word);

inline constexpr uint16_t kInternetClass = 1;

// ---- Escapes of master files (RFC 1035 5.1): `\DDD` is an octet in decimal, `\X` the character X.

// One octet of a name or a string, and the bytes that it is written in.
struct ZoneOctet {
  unsigned char value = 0;
  size_t size = 0;  // 0: an escape that is none
};

// The octet that begins at `text[at]`. Faults: `\09x`, `\256`, a backslash at the end.
inline ZoneOctet OctetAt(absl::string_view text, size_t at) {
  const auto byte = [&](size_t place) { return static_cast<unsigned char>(text[place]); };
  if (text[at] != '\\') return {byte(at), 1};
  if (at + 1 >= text.size()) return {};
  if (!absl::ascii_isdigit(byte(at + 1))) return {byte(at + 1), 2};
  if (at + 3 >= text.size()) return {};
  if (!absl::ascii_isdigit(byte(at + 2)) || !absl::ascii_isdigit(byte(at + 3))) return {};
  const int value = (text[at + 1] - '0') * 100 + (text[at + 2] - '0') * 10 + (text[at + 3] - '0');
  return value > 255 ? ZoneOctet{} : ZoneOctet{static_cast<unsigned char>(value), 4};
}

}  // namespace grpcfg

#endif  // GRPCFG_DNS_ZONE_FIELDS_H_
