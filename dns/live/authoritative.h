// Which name servers have the zones of some names: asked of a resolver.
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
  std::vector<std::vector<size_t>> of_names = {};  // into the servers; none: nobody knows any
};

// For each of `owners`, which are canonical, every server of the zone that it is in, by the first
// of its IPv4 addresses, or of IPv6 where it has no other. Errors: see Ask.
absl::StatusOr<ServersOfNames> FindServersOf(absl::Span<const std::string> owners,
                                             const LookUpOptions& options);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_LIVE_AUTHORITATIVE_H_
