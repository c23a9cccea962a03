// Sends many questions to some name servers simultaneously, by UDP with EDNS and, where an answer
// is truncated, by TCP. Returns the raw answers.
// Promise: ends by its deadline, whatever the servers do; sends no question beyond the limits.
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
  kUnreachable,  // no server listens there
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
  absl::Duration timeout = absl::Seconds(2);   // of a question, which is sent twice in that time
  absl::Duration deadline = absl::Minutes(5);  // of all of them
  size_t most_in_flight = 100;                 // per server; more are lost in socket buffers
  size_t most_silent = 100;                    // a server that answers none of so many gets no more
};

// An exchange per question, in their order. Calls `progress` with how many are done, now and then.
// Errors: ResourceExhausted if there is no memory or no socket for it.
absl::StatusOr<std::vector<Exchange>> Ask(absl::Span<const NameServer> servers,
                                          absl::Span<const ServerQuestion> questions,
                                          const AskLimits& limits,
                                          absl::FunctionRef<void(size_t done)> progress);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_LIVE_ASK_H_
