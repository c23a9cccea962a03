// Escapes of master files (RFC 1035 5.1): `\DDD` is an octet in decimal, `\X` the character X.
#ifndef GRPCFG_DNS_ZONE_ESCAPE_H_
#define GRPCFG_DNS_ZONE_ESCAPE_H_

#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

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

#endif  // GRPCFG_DNS_ZONE_ESCAPE_H_
