// What clients do with a call that a config governs, as far as they differ: delays, attempts,
// throttling, hedging, and where a config is looked up. Plain values for profiles and whoever
// computes with them.
#ifndef GRPCFG_SCHEMA_CLIENTS_CALL_TRAITS_H_
#define GRPCFG_SCHEMA_CLIENTS_CALL_TRAITS_H_

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace grpcfg {

// Whether a client has a thing at all.
enum class Support : uint8_t { kNone, kFull };

// By what the nominal backoff is multiplied: any number from `low` to `high`, all as likely.
struct Jitter {
  double low = 1;
  double high = 1;
  bool on_first = true;  // false: the first delay is the nominal one

  friend constexpr bool operator==(const Jitter&, const Jitter&) = default;
};

inline constexpr Jitter kJitterOf2017 = {0, 1};      // gRFC A6 until August 2024
inline constexpr Jitter kJitterOf2024 = {0.8, 1.2};  // gRFC A6 since then

// An initialBackoff above maxBackoff, as the delay of the first retry.
enum class FirstDelay : uint8_t { kUncapped, kCapped };

// The longest timer of Node's setTimeout and of .NET, in milliseconds.
inline constexpr int64_t kLongestTimerMs = 2147483647;

// In what numbers delays are computed.
enum class DelayStep : uint8_t {
  kReal,
  kNanosecondsAtEnd,          // cut to whole nanoseconds after the jitter
  kNanosecondsEachStep,       // the nominal backoff too, after each multiplication
  kMillisecondsEachStep,      // the same in milliseconds
  kMillisecondsOfTimer,       // less than 1 and more than 2^31-1, after the jitter, are 1
  kRoundedMilliseconds,       // nominal ones are rounded
  kRoundedMillisecondsBelow,  // the same; drawn is a whole one below
};

// The backoff after a delay that the server asked for.
enum class AfterPushback : uint8_t {
  kStartsOver,       // at initialBackoff
  kGoesOnFromThere,  // the delay that the server asked for, multiplied
};

// The texts of grpc-retry-pushback-ms that are a number.
enum class PushbackGrammar : uint8_t {
  kInt32Bare,     // without a plus sign, spaces and leading zeros
  kInt32,         // with either sign
  kInt32Spaced,   // the same, between spaces
  kInt64,         // with either sign
  kInt64Spaced,   // the same, between spaces
  kNumberAtStart  // whatever follows it, `0x` is of a hexadecimal one
};

// A pushback that is no number. A negative one stops retries in every client.
enum class MalformedPushback : uint8_t {
  kStops,
  kRetriesAtOnce,
  kFailsAttempt,   // with INTERNAL, whatever its status was
  kFailsAndStops,  // the same, and no retry follows
};

// A retry whose delay comes to less than the client counts.
enum class ZeroDelay : uint8_t {
  kAtOnce,
  kHangs,  // it is never sent, and the call is not even over at its deadline
};

// The status codes with which a pushback of 0 or more leads to a retry.
enum class PushbackCodes : uint8_t { kListed, kEvery };

// What decides that a failed attempt is the last one.
enum class RetryCheck : uint8_t { kCommitted, kPushback, kCode, kTokens, kAttempts };

// The checks, the first one that fails being the reason.
using RetryChecks = std::array<RetryCheck, 5>;

// What becomes of an attempt that never left the client.
enum class UnsentRetry : uint8_t {
  kUnlimited,    // it is sent again, until it is
  kUpTo1000,     // the same, so many times in a call; then the call fails
  kUpTo10000,    // the same
  kAsRefused,    // like one that the server refused
  kByTransport,  // the layer below sends it up to three times again; then it is a failure
};

// What becomes of an attempt that the server refused without looking at it: REFUSED_STREAM.
enum class RefusedRetry : uint8_t {
  kOncePerCall,     // the first of them is sent again
  kFirstSent,       // the same, if nothing was sent before it
  kUntilProcessed,  // the same, if no attempt before it failed otherwise
  kByTransport,     // like one that never left the client
  kNever,
};

// The bytes of requests that are kept for other attempts; what does not fit is not sent again.
struct RetryBuffer {
  int64_t per_call = 0;     // 0: left to the client
  int64_t per_channel = 0;  // 0: no limit
  absl::string_view option = {};

  friend constexpr bool operator==(const RetryBuffer&, const RetryBuffer&) = default;
};

// The most attempts that a policy gets, and the option of the client that changes it.
struct AttemptLimit {
  uint8_t limit = 5;
  absl::string_view option = {};  // empty: nothing does

  friend constexpr bool operator==(const AttemptLimit&, const AttemptLimit&) = default;
};

// How tokens are counted. `kThousandths`: as integers, further decimals are cut off.
enum class TokenArithmetic : uint8_t {
  kThousandths,
  kThousandthsOfFloat,  // cut from a product of 32-bit floats, so one may be missing
  kDouble,              // with all decimals
  kDoubleRounded,       // the config's numbers are rounded to thousandths
  kDoubleCut,           // they are cut
  kInverted,            // a failure leaves nothing, a success fills
};

// The calls that give tokens back.
enum class TokenCredit : uint8_t {
  kEveryCall,    // that ends with OK
  kPolicyCalls,  // the same, of methods with a policy
  kHeaders,      // every call whose headers arrive, however it ends
};

// The attempts that cost a token, apart from those with a listed code.
enum class TokenDebit : uint8_t {
  kListed,         // none
  kStopped,        // those with a pushback that says stop
  kStoppedOfEvery  // the same, of methods without a policy too
};

// The tokens for an attempt that fails when no other may follow it: its headers arrived, or its
// request was too large to keep.
enum class CommittedDebit : uint8_t {
  kNone,
  kAsOthers,
  kAsOthersIfKept,  // a call whose first request is too large neither takes nor gives tokens
};

// When the tokens decide on a retry.
enum class ThrottleCheck : uint8_t {
  kAtFailure,
  kAtEveryFailure,  // even of an attempt that takes no token
  kAfterDelay,
  kAfterDelayHanging,  // a retry that is denied leaves the call open
};

// Who shares the tokens, and what a new config does to them.
enum class ThrottleScope : uint8_t {
  kServerName,             // nothing is said of a new config
  kServerNameRescaled,     // every channel of the process to that server; the share is kept
  kChannelRescaled,        // one channel; the share is kept
  kChannelRefilled,        // one channel; full if the config is another
  kChannelAlwaysRefilled,  // one channel; full at each answer of the resolver
  kChannelFixed,           // one channel, whose config stays
};

// The retryThrottling of the default config that the application gives.
enum class DefaultThrottling : uint8_t { kApplied, kIgnored };

// What too few tokens do to hedges.
enum class HedgeThrottling : uint8_t {
  kNoMore,         // those under way go on
  kFailureCounts,  // a failure is the call's, and those under way are cancelled
  kNever,
};

// The hedges that cost a token.
enum class HedgeDebit : uint8_t {
  kListed,
  kListedOrStopped,  // those with a pushback that says stop too
  kListedButLast,    // but the one with which the attempts are used up
};

// The grpc-previous-rpc-attempts of a hedge that is sent again by the library.
enum class RepeatedCount : uint8_t {
  kOfAttempt,  // as before
  kOfLatest,   // that of the hedge that was sent last
};

// The next hedge after a failure that is not fatal.
enum class HedgeAfterFailure : uint8_t { kAtOnce, kAfterDelay };

// The next hedge after a pushback above 0.
enum class HedgeAfterPushback : uint8_t {
  kAsAsked,
  kAsAskedBesideTimer,  // and another one when hedgingDelay is over
  kAtOnce,
};

// The hedges after a pushback that says stop.
enum class HedgeAfterStop : uint8_t {
  kNoMore,         // those under way go on
  kFailureCounts,  // that attempt is the call's, and those under way are cancelled
  kAtOnce,         // the next one is sent
};

// A waitForReady of the config, and one of the call.
enum class WaitForReadyChoice : uint8_t { kCallWins, kConfigWins, kNotApplied };

// From when a timeout of the config is counted. One that an application sets is right.
enum class TimeoutClock : uint8_t {
  kCall,
  kSecondBefore,  // from one to two seconds before the call, by when the process started
};

// Whether a TXT record is asked for, and what the user must set for the opposite.
struct TxtLookup {
  enum class Default : uint8_t { kUnsaid, kOn, kOff, kNever };
  Default by_default = Default::kUnsaid;
  absl::string_view option = {};

  friend constexpr bool operator==(const TxtLookup&, const TxtLookup&) = default;
};

// Where it is asked for.
enum class TxtName : uint8_t { kPrefixed, kHost };

// Which of several records at that name counts.
enum class TxtRecords : uint8_t {
  kUnsaid,
  kFirstWithAttribute,
  kAllAsOneText,  // in the order of the answer
  kAllLists,      // the lists of all that have the attribute, one behind the other
};

// All of it at one release. What a client does not have leaves its values without a meaning: hedges
// of a client without hedging, the backoff of one without retries.
struct CallReading {
  Support retries;
  Jitter jitter;
  FirstDelay first_delay;
  DelayStep delay_step;
  AfterPushback after_pushback;
  PushbackGrammar pushback_grammar;
  MalformedPushback malformed_pushback;
  ZeroDelay zero_delay;
  PushbackCodes pushback_codes;
  RetryChecks retry_checks;
  UnsentRetry unsent_retry;
  RefusedRetry refused_retry;
  RetryBuffer retry_buffer;
  AttemptLimit attempt_limit;
  TokenArithmetic tokens;
  TokenCredit token_credit;
  TokenDebit token_debit;
  CommittedDebit committed_debit;
  ThrottleCheck throttle_check;
  ThrottleScope throttle_scope;
  DefaultThrottling default_throttling;
  Support hedging;
  HedgeThrottling hedge_throttling;
  HedgeDebit hedge_debit;
  RepeatedCount repeated_count;
  HedgeAfterFailure hedge_after_failure;
  HedgeAfterPushback hedge_after_pushback;
  HedgeAfterStop hedge_after_stop;
  WaitForReadyChoice wait_for_ready;
  TimeoutClock timeout_clock;
  TxtLookup txt_lookup;
  TxtName txt_name;
  TxtRecords txt_records;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_CALL_TRAITS_H_
