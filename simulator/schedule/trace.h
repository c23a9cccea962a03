// What a client does, attempt by attempt, if the servers answer as listed: calls one after the
// other on one channel, whose tokens live on. Times are seconds since the start of the call.
// Promise: pure; at most one step for each response, and the attempts of one call beyond them.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_TRACE_H_
#define GRPCFG_SIMULATOR_SCHEDULE_TRACE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/clients/call_traits.h"
#include "schema/fields/status_code.h"
#include "simulator/schedule/backoff.h"
#include "simulator/schedule/hedging.h"
#include "simulator/schedule/token_bucket.h"

namespace grpcfg {

// ---- What servers answer to the attempts of a trace, as people write it: `UNAVAILABLE@20ms`,
// `pushback:50ms`, `headers+INTERNAL`, `not-sent`. Promise: ParseResponses is total, and its errors
// name the item and the remedy.

// How far an attempt gets.
enum class Fate : uint8_t {
  kAnswered,
  kNotSent,  // it never leaves the client
  kRefused,  // REFUSED_STREAM: the server does not look at it
  kSilent,   // no answer, for as long as the call lasts
};

struct Response {
  std::string text = {};  // as written
  Fate fate = Fate::kAnswered;
  std::optional<int> code = {};              // none: one with which the policy goes on
  std::optional<std::string> pushback = {};  // the text of grpc-retry-pushback-ms
  bool headers = false;                      // they arrive before the status
  bool over_buffer = false;                  // the request is too large to be kept
  std::optional<double> latency = {};        // s after the attempt was sent; none: the usual one
};

inline constexpr size_t kMaxResponses = 1000;

// A list with commas between responses. The items of a response stand in any order, in any letter
// case, with `+` between them: a status code by name or number; `pushback:` and a delay (`50ms`,
// `1.5s`, `5m`) or the raw text of the trailer, which cannot have a comma, `+` or `@` in it;
// `headers`; `over-buffer`; `not-sent`; `refused`; `silent`. `@` and how long it takes may follow
// them.
absl::StatusOr<std::vector<Response>> ParseResponses(absl::string_view list);

// ---- What the client does then

// At most one of both policies is there. The client ignores one that it does not have.
struct CallPolicy {
  std::optional<Backoff> retry = {};
  std::optional<Hedging> hedging = {};
  StatusCodeSet codes = {};  // with which the policy goes on
};

struct TraceSetting {
  double latency = 0;  // s, of a response that does not say
  double deadline = kNever;
  std::optional<Throttling> throttling = {};
  double deadline_spread = 0;  // as in Scenario
};

// What an answer to an attempt leads to.
enum class Decision : uint8_t {
  // Another attempt.
  kRetry,
  kRetryAtPushback,
  kTransparentRetry,
  kHedgeImmediately,
  kHedgeAtDelay,  // at the time at which it would have been sent anyway
  kHedgeAtPushback,
  // None that this one calls for, but the call goes on.
  kOthersGoOn,    // all attempts have been sent
  kNoMoreHedges,  // by a pushback, or for lack of tokens
  kCancelled,     // another attempt has ended the call
  // The end of the call.
  kSuccess,
  kNoPolicy,
  kFatal,
  kCommitted,
  kPushbackStops,
  kThrottled,
  kThrottledOpen,  // and the call stays open
  kAttemptsUsedUp,
  kTransparentUsedUp,  // transparent retries have a limit
  kRetryLost,          // its delay is 0; the call stays open
  kDeadline,
  kNoAnswer,  // and no deadline
};

// "retry-at-pushback".
absl::string_view NameOf(Decision decision);

// True if the call is over with it, or never will be.
bool EndsCall(Decision decision);

// What an answer does to the tokens.
enum class TokenUse : uint8_t { kNone, kCredit, kDebit };

// When a deadline comes that is at `latest`, or earlier by up to `spread`, any time as likely; a
// time before the call means immediately.
TimeRange DeadlineRange(double latest, double spread);

// One attempt, and what its answer leads to.
struct Step {
  size_t call = 1;
  size_t attempt = 1;            // a transparent retry has the number of what it repeats
  bool is_transparent = false;   // sent again by the library, whatever the policy says
  size_t previous_attempts = 0;  // grpc-previous-rpc-attempts, which is not sent if it is 0
  TimeRange sent = {};
  TimeRange ended = {};                 // answered, cancelled or out of time; infinite: never
  std::optional<size_t> response = {};  // its place in the list; none after the end of the list
  std::optional<int> code = {};         // none without an answer
  TokenUse token_use = TokenUse::kNone;
  std::optional<double> tokens = {};  // after the answer; none without throttling
  bool is_throttled = false;          // there are too few of them for a retry
  Decision decision = Decision::kNoAnswer;
  std::optional<TimeRange> delay = {};  // until the next attempt, or waited for in vain
  bool may_exceed_deadline = false;     // with some of the delays it, or the next one, is too late
};

struct Trace {
  std::vector<Step> steps = {};  // in the order in which they were sent
  bool is_unfinished = false;    // the list ends before the last call does
};

Trace TraceOf(const CallPolicy& policy, const CallReading& client,
              absl::Span<const Response> responses, const TraceSetting& setting);

// The steps whose answers touch the tokens, in the order of the answers.
std::vector<const Step*> TokenSteps(const Trace& trace);

// One letter for each of those: `R` a failure that leaves enough tokens, `x` one that does not, `.`
// a success.
std::string TokenLetters(const Trace& trace);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_TRACE_H_
