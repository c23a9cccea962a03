// Many questions to some name servers at once, by UDP with EDNS and, where an answer is truncated,
// by TCP: raw answers, as they came.
// Promise: ends by its deadline, whatever the servers do; no question is asked beyond the limits.
#ifndef GRPCFG_DNS_LIVE_ASK_H_
#define GRPCFG_DNS_LIVE_ASK_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dns/live/name_server.h"

namespace grpcfg {

struct ServerQuestion {
  size_t server;     // into the servers
  std::string name;  // canonical, absolute
  uint16_t type;
};

enum class ExchangeEnd : uint8_t {
  kAnswered,
  kSilent,       // nothing came in time
  kUnreachable,  // nobody listens there
  kNotAsked,     // the deadline was over, or the server had answered nothing for long
};

// What became of a question.
struct Exchange {
  ExchangeEnd end = ExchangeEnd::kNotAsked;
  bool was_truncated = false;  // by UDP: the rest is about TCP
  absl::Duration took = {};    // both together
  std::string message = {};    // of kAnswered; truncated UDP's, if TCP gave none
};

struct AskLimits {
  absl::Duration timeout = absl::Seconds(2);   // of a question, which is asked twice in it
  absl::Duration deadline = absl::Minutes(5);  // of all of them
  size_t most_in_flight = 100;                 // per server; more are lost in socket buffers
  size_t most_silent = 100;  // a server that answers none of so many is asked no more
};

// An exchange per question, in their order. `progress` is told now and then how many are done.
// Errors: ResourceExhausted if there is no memory or no socket for it.
absl::StatusOr<std::vector<Exchange>> Ask(absl::Span<const NameServer> servers,
                                          absl::Span<const ServerQuestion> questions,
                                          const AskLimits& limits,
                                          absl::FunctionRef<void(size_t done)> progress);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_LIVE_ASK_H_
