// The data of a TXT record as a master file writes it: strings, or octets in hex after `\#`
// (RFC 3597).
#ifndef GRPCFG_DNS_TXT_DATA_H_
#define GRPCFG_DNS_TXT_DATA_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "dns/records.h"
#include "schema/json/position.h"

namespace grpcfg {

// RFC 1035 3.3: a length octet, and up to so many.
inline constexpr size_t kMostStringOctets = 255;

// `data` of `text`, in which the lexer found no fault that loses the entry.
TxtValue DecodeTxt(absl::string_view text, Span data);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_TXT_DATA_H_
