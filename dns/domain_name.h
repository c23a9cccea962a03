// Domain names as master files write them (RFC 1035 5.1), and as they are compared.
// Promise: two spellings of one name (case, escapes, relative or not) give one canonical text.
#ifndef GRPCFG_DNS_DOMAIN_NAME_H_
#define GRPCFG_DNS_DOMAIN_NAME_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace grpcfg {

// RFC 1035 2.3.4.
inline constexpr size_t kMostLabelOctets = 63;
inline constexpr size_t kMostNameOctets = 255;

// gRFC A2 with grpc/proposal PR 44: the label below a host that clients look up.
inline constexpr absl::string_view kConfigLabel = "_grpc_config";

enum class NameFault : uint8_t { kNone, kEmptyLabel, kLabelTooLong, kNameTooLong, kEscape };

// Appends the canonical form of `written`: lower case, its final dot, escapes only where something
// needs them. A relative name is below `origin`, which is canonical; below an unknown one, which is
// empty, it stays relative, without a final dot.
NameFault AppendName(absl::string_view written, absl::string_view origin, std::string& out);

// Appends the canonical form of the octets of one label, as they are in a message, without a dot.
void AppendLabel(absl::string_view octets, std::string& out);

// The octets of a canonical name in a message, its final 0 included.
size_t WireSize(absl::string_view name);

// What follows, all on canonical names.
absl::string_view FirstLabel(absl::string_view name);
// Without the first label; empty for the root and for a single relative label.
absl::string_view ParentOf(absl::string_view name);
// True for `ancestor` itself, too.
bool IsAtOrBelow(absl::string_view name, absl::string_view ancestor);
// `name`, which is below `from`, as it is called below `to`.
std::string Moved(absl::string_view name, absl::string_view from, absl::string_view to);
// The host whose config clients look for at `owner`; nothing if they look for none there.
std::optional<absl::string_view> HostOfOwner(absl::string_view owner);

// What a client makes of a canonical host before it looks up its config.
enum class HostKind : uint8_t {
  kName,
  kAddress,   // of IPv4 or IPv6: all clients know that it is none to look up
  kLocal,     // `localhost`: gRFC A10 has clients skip it
  kWildcard,  // a label `*`, which is not a wildcard after `_grpc_config` (RFC 4592 2.1.1)
};
HostKind KindOfHost(absl::string_view host);

// For people: without the final dot.
absl::string_view WithoutFinalDot(absl::string_view name);

// The same in backticks, with nothing that a terminal would obey.
std::string QuotedName(absl::string_view name);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_DOMAIN_NAME_H_
