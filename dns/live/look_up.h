// Looks up what clients of some hosts get: sends the questions to the name servers and collects the
// answers.
#ifndef GRPCFG_DNS_LIVE_LOOK_UP_H_
#define GRPCFG_DNS_LIVE_LOOK_UP_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dns/live/name_server.h"
#include "dns/live/wire_answer.h"

namespace grpcfg {

// ---- Sends many questions to some name servers simultaneously, by UDP with EDNS and, where an
// answer is truncated, by TCP. Returns the raw answers. Promise: ends by its deadline, whatever the
// servers do; sends no question beyond the limits.

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

// ---- Which questions

// A server's answer to a query for the TXT records at `owner`.
struct Received {
  std::string owner;  // canonical
  ExchangeEnd end = ExchangeEnd::kNotAsked;
  bool was_truncated = false;  // by UDP: the rest is about TCP
  absl::Duration took = {};
  size_t octets = 0;  // of the message
  WireAnswer answer = {};

  // True if the answer is whole and says what there is at the name, be it nothing.
  [[nodiscard]] bool IsUsable() const;

  // True if it can be used, but says only that other servers know: it refers to those of a zone
  // below (RFC 1034 4.3.2).
  [[nodiscard]] bool IsReferral() const;
  // True if it can be used, but says only that the name is an alias of one that this server, which
  // has the zone of the name, does not have; resolvers go on there.
  [[nodiscard]] bool IsAliasOnly() const;
};

// The TXT records of an answer, and the names that it leads through.
struct FoundTxt {
  std::vector<const WireRecord*> records = {};
  std::vector<const WireRecord*> aliases = {};  // CNAMEs
};
FoundTxt FindTxt(const Received& received);

// Of one server.
struct ServerAnswers {
  size_t server;    // into the servers
  Received config;  // at `_grpc_config.` and the host
  Received host;    // at the host itself, where grpc-js looks
};

struct LiveName {
  std::string name;                               // as the user wrote it
  std::string host;                               // canonical, absolute
  std::vector<ServerAnswers> answers = {};        // in the order of the servers
  std::string problem = {};                       // why no server was queried; empty: one was
  std::vector<std::string> without_address = {};  // servers of its zone that cannot be queried
  size_t unasked = 0;                             // addresses of its servers that are too many
  std::optional<Received> alias_config = {};      // of the host that this one is an alias of
  std::vector<Received> search_answers = {};      // below the domains of a search list
};

struct LookUpOptions {
  std::vector<NameServer> servers;
  bool all_authoritative = false;  // `servers` only name those that have the zones
  uint16_t authoritative_port = kDnsPort;
  std::vector<std::string> search = {};  // canonical domains
  AskLimits limits = {};                 // `deadline` is that of everything
};

struct LookedUp {
  std::vector<NameServer> servers;  // that were queried
  std::vector<LiveName> names;
};

// A name as `--name` or a list has it: a canonical, absolute host. Errors: InvalidArgument for a
// text that is not a host that clients can look up.
absl::StatusOr<LiveName> NameToLookUp(absl::string_view name);

// Looks up `names`. Errors: see Ask.
absl::StatusOr<LookedUp> LookUp(std::vector<LiveName> names, const LookUpOptions& options,
                                absl::FunctionRef<void(size_t done)> progress);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_LIVE_LOOK_UP_H_
