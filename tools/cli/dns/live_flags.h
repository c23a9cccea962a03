// The name servers and time limits of the DNS commands that open sockets.
#ifndef GRPCFG_TOOLS_CLI_DNS_LIVE_FLAGS_H_
#define GRPCFG_TOOLS_CLI_DNS_LIVE_FLAGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "dns/live/look_up.h"
#include "dns/live/name_server.h"

namespace grpcfg {

class Command;

struct LiveFlags {
  std::vector<std::string> servers;  // none: those of the machine
  bool all_authoritative = false;
  uint16_t port = kDnsPort;
  std::vector<std::string> search;  // none: the machine's, if its servers are used
  std::string timeout = "2s";
  std::string deadline = "5m";
};

// Adds --server, --all-authoritative, --port, --timeout and --deadline.
void AddLiveFlags(Command& command, LiveFlags& flags);

// Adds --search.
void AddSearchFlag(Command& command, LiveFlags& flags);

// What they say. Errors: InvalidArgument for a flag that cannot be; Unavailable, see
// FindSystemResolver.
absl::StatusOr<LookUpOptions> LookUpOptionsFor(const LiveFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_DNS_LIVE_FLAGS_H_
