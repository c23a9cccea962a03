// Name servers, as people name them.
#ifndef GRPCFG_DNS_LIVE_NAME_SERVER_H_
#define GRPCFG_DNS_LIVE_NAME_SERVER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

inline constexpr uint16_t kDnsPort = 53;  // RFC 1035 4.2

struct NameServer {
  std::string address;  // IPv4 or IPv6, in its usual form
  uint16_t port = kDnsPort;

  friend bool operator==(const NameServer&, const NameServer&) = default;
};

// "192.0.2.1:53", "[2001:db8::1]:53".
std::string NameOf(const NameServer& server);

// `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353`. Errors: InvalidArgument for
// anything else; host names are not looked up.
absl::StatusOr<NameServer> ParseNameServer(absl::string_view text, uint16_t port = kDnsPort);

// 4 or 16 octets, as A and AAAA records have them.
NameServer NameServerAt(absl::string_view address, uint16_t port);

// The machine's name servers and search domains (resolv.conf).
struct SystemResolver {
  std::vector<NameServer> servers;
  std::vector<std::string> search;  // domains, as they are written there
};

// Errors: Unavailable if it cannot be found out.
absl::StatusOr<SystemResolver> FindSystemResolver();

}  // namespace grpcfg

#endif  // GRPCFG_DNS_LIVE_NAME_SERVER_H_
