// Which name servers have the zones of some names, according to a resolver.
#ifndef GRPCFG_DNS_LIVE_AUTHORITATIVE_H_
#define GRPCFG_DNS_LIVE_AUTHORITATIVE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dns/live/look_up.h"

namespace grpcfg {

struct ServersOfNames {
  std::vector<NameServer> servers = {};
  std::vector<std::vector<size_t>> of_names = {};  // into the servers; none: no server is known
  // The same: names of servers of which no address is known.
  std::vector<std::vector<std::string>> without_address = {};
  std::vector<size_t> unasked = {};  // the same: how many servers are too many to be queried
};

// For each of `owners`, which are canonical, every server of the zone that it is in, by each of its
// IPv4 addresses, or of IPv6 where it has no other. All of it takes no longer than the deadline.
// Errors: see Ask.
absl::StatusOr<ServersOfNames> FindServersOf(absl::Span<const std::string> owners,
                                             const LookUpOptions& options);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_LIVE_AUTHORITATIVE_H_
