// What clients do with a call that a config governs, as far as they differ: delays, attempts,
// throttling, hedging, and where a config is looked up. Plain values for profiles and for code that
// computes with them, with their words below them. A new trait is a member of CallsOf and a line of
// a ForEach function; what a release does, pages and JSON follow from that.
#ifndef GRPCFG_SCHEMA_CLIENTS_CALL_TRAITS_H_
#define GRPCFG_SCHEMA_CLIENTS_CALL_TRAITS_H_

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "schema/clients/enum_words.h"
#include "schema/clients/timeline.h"

namespace grpcfg {

// ---- How clients count tokens (`retryThrottling`) and send hedges, as far as they differ, and the
// words for it.

// How tokens are counted. `kThousandths`: as integers, further decimals are cut off.
enum class TokenArithmetic : uint8_t {
  kThousandths,
  kThousandthsOfFloat,
  kDouble,
  kDoubleRounded,
  kDoubleCut,
  kInverted
};
template <>
inline constexpr Word<TokenArithmetic> kWords<TokenArithmetic>[] = {
    {TokenArithmetic::kThousandths, "thousandths, further decimals are cut off"},
    {TokenArithmetic::kThousandthsOfFloat, "thousandths, cut from a float: of 0.251 it keeps 250"},
    {TokenArithmetic::kDouble, "floating point, with all decimals"},
    {TokenArithmetic::kDoubleRounded,
     "floating point; the numbers of the config are rounded to three decimals"},
    {TokenArithmetic::kDoubleCut, "floating point; `tokenRatio` is cut to three decimals"},
    {TokenArithmetic::kInverted,
     "inverted: one failure takes all tokens, one success brings them all back"},
};

// The calls that give tokens back.
enum class TokenCredit : uint8_t { kEveryCall, kPolicyCalls, kHeaders };
template <>
inline constexpr Word<TokenCredit> kWords<TokenCredit>[] = {
    {TokenCredit::kEveryCall, "every call that ends with OK"},
    {TokenCredit::kPolicyCalls, "calls that end with OK, of methods with a policy"},
    {TokenCredit::kHeaders, "every call whose response headers arrive, however it ends"},
};

// The attempts that cost a token, apart from those with a listed code.
enum class TokenDebit : uint8_t { kListed, kStopped, kStoppedOfEvery };
template <>
inline constexpr Word<TokenDebit> kWords<TokenDebit>[] = {
    {TokenDebit::kListed, "an attempt that ends with a listed status code"},
    {TokenDebit::kStopped,
     "an attempt that ends with a listed status code, or whose pushback says stop"},
    {TokenDebit::kStoppedOfEvery,
     "an attempt that ends with a listed status code, or whose pushback says stop, even of a "
     "method without a policy"},
};

// The tokens for an attempt that fails when no other may follow it: its headers arrived, or its
// request was too large to keep.
enum class CommittedDebit : uint8_t { kNone, kAsOthers, kAsOthersIfKept };
template <>
inline constexpr Word<CommittedDebit> kWords<CommittedDebit>[] = {
    {CommittedDebit::kNone, "takes none"},
    {CommittedDebit::kAsOthers, "takes one like any other"},
    {CommittedDebit::kAsOthersIfKept,
     "takes one like any other; a call whose first request is too large to be kept moves none"},
};

// When the tokens decide on a retry.
enum class ThrottleCheck : uint8_t { kAtFailure, kAtEveryFailure, kAfterDelay, kAfterDelayHanging };
template <>
inline constexpr Word<ThrottleCheck> kWords<ThrottleCheck>[] = {
    {ThrottleCheck::kAtFailure, "when an attempt fails that takes a token"},
    {ThrottleCheck::kAtEveryFailure, "when an attempt fails, even one that takes no token"},
    {ThrottleCheck::kAfterDelay,
     "when the delay is over, so that a call without a retry has waited for it in vain"},
    {ThrottleCheck::kAfterDelayHanging,
     "when the delay is over; a call that then gets no retry never ends"},
};

// Who shares the tokens, and what a new config does to them.
enum class ThrottleScope : uint8_t {
  kServerName,
  kServerNameRescaled,
  kChannelRescaled,
  kChannelRefilled,
  kChannelAlwaysRefilled,
  kChannelFixed
};
template <>
inline constexpr Word<ThrottleScope> kWords<ThrottleScope>[] = {
    {ThrottleScope::kServerName, "one count for each server name"},
    {ThrottleScope::kServerNameRescaled,
     "one count for all channels of the process to a server; a new config keeps the share"},
    {ThrottleScope::kChannelRescaled, "one count for each channel; a new config keeps the share"},
    {ThrottleScope::kChannelRefilled, "one count for each channel; another config fills it"},
    {ThrottleScope::kChannelAlwaysRefilled,
     "one count for each channel; every answer of the resolver fills it"},
    {ThrottleScope::kChannelFixed, "one count for each channel, whose config never changes"},
};

// The retryThrottling of the default config that the application gives.
enum class DefaultThrottling : uint8_t { kApplied, kIgnored };
template <>
inline constexpr Word<DefaultThrottling> kWords<DefaultThrottling>[] = {
    {DefaultThrottling::kApplied, "applied"},
    {DefaultThrottling::kIgnored, "ignored: only a config from the resolver throttles"},
};

// What too few tokens do to hedges.
enum class HedgeThrottling : uint8_t { kNoMore, kFailureCounts, kNever };
template <>
inline constexpr Word<HedgeThrottling> kWords<HedgeThrottling>[] = {
    {HedgeThrottling::kNoMore, "no more hedges are sent; those under way go on"},
    {HedgeThrottling::kFailureCounts,
     "an attempt that fails ends the call, and those under way are cancelled"},
    {HedgeThrottling::kNever, "hedges are still sent"},
};

// The hedges that cost a token.
enum class HedgeDebit : uint8_t { kListed, kListedOrStopped, kListedButLast };
template <>
inline constexpr Word<HedgeDebit> kWords<HedgeDebit>[] = {
    {HedgeDebit::kListed, "one that ends with a listed status code"},
    {HedgeDebit::kListedOrStopped,
     "one that ends with a listed status code, or whose pushback says stop"},
    {HedgeDebit::kListedButLast,
     "one that ends with a listed status code, but not the last one of the call"},
};

// The grpc-previous-rpc-attempts of a hedge that is sent again by the library.
enum class RepeatedCount : uint8_t { kOfAttempt, kOfLatest };
template <>
inline constexpr Word<RepeatedCount> kWords<RepeatedCount>[] = {
    {RepeatedCount::kOfAttempt, "as before"},
    {RepeatedCount::kOfLatest, "that of the hedge that was sent last"},
};

// The next hedge after a failure that is not fatal.
enum class HedgeAfterFailure : uint8_t { kImmediately, kAfterDelay };
template <>
inline constexpr Word<HedgeAfterFailure> kWords<HedgeAfterFailure>[] = {
    {HedgeAfterFailure::kImmediately, "sent immediately"},
    {HedgeAfterFailure::kAfterDelay, "sent when `hedgingDelay` is over"},
};

// The next hedge after a pushback above 0.
enum class HedgeAfterPushback : uint8_t { kAsRequested, kAsRequestedBesideTimer, kImmediately };
template <>
inline constexpr Word<HedgeAfterPushback> kWords<HedgeAfterPushback>[] = {
    {HedgeAfterPushback::kAsRequested, "sent when the server requests it"},
    {HedgeAfterPushback::kAsRequestedBesideTimer,
     "sent when the server requests it, and another one when `hedgingDelay` is over"},
    {HedgeAfterPushback::kImmediately, "sent immediately"},
};

// The hedges after a pushback that says stop.
enum class HedgeAfterStop : uint8_t { kNoMore, kFailureCounts, kImmediately };
template <>
inline constexpr Word<HedgeAfterStop> kWords<HedgeAfterStop>[] = {
    {HedgeAfterStop::kNoMore, "no more are sent; those under way go on"},
    {HedgeAfterStop::kFailureCounts,
     "the attempt ends the call, and those under way are cancelled"},
    {HedgeAfterStop::kImmediately, "sent immediately"},
};

// ---- What clients do with a call that is retried, as far as they differ, and the words for it:
// delays, pushback, and what is sent again without a policy.

// Whether a client has a thing at all.
enum class Support : uint8_t { kNone, kFull };
template <>
inline constexpr Word<Support> kWords<Support>[] = {
    {Support::kNone, "none: the policy has no effect"},
    {Support::kFull, "as the policy says"},
};

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
template <>
inline constexpr Word<FirstDelay> kWords<FirstDelay>[] = {
    {FirstDelay::kUncapped, "of `initialBackoff`, even if `maxBackoff` is less"},
    {FirstDelay::kCapped, "of `initialBackoff` or `maxBackoff`, whichever is less"},
};

// The longest timer of Node's setTimeout and of .NET, in milliseconds.
inline constexpr int64_t kLongestTimerMs = 2147483647;

// In what numbers delays are computed.
enum class DelayStep : uint8_t {
  kReal,
  kNanosecondsAtEnd,
  kNanosecondsEachStep,
  kMillisecondsEachStep,
  kMillisecondsOfTimer,
  kRoundedMilliseconds,
  kRoundedMillisecondsBelow
};
template <>
inline constexpr Word<DelayStep> kWords<DelayStep>[] = {
    {DelayStep::kReal, "real numbers"},
    {DelayStep::kNanosecondsAtEnd, "whole nanoseconds, the rest is cut off"},
    {DelayStep::kNanosecondsEachStep,
     "whole nanoseconds, the rest is cut off after each multiplication"},
    {DelayStep::kMillisecondsEachStep,
     "whole milliseconds, the rest is cut off after each multiplication"},
    {DelayStep::kMillisecondsOfTimer,
     "whole milliseconds from 1 to 2147483647, which is 24.8 days; a longer one is 1 ms"},
    {DelayStep::kRoundedMilliseconds, "rounded to whole milliseconds before the jitter"},
    {DelayStep::kRoundedMillisecondsBelow,
     "whole milliseconds: the backoff is rounded, and the delay is a number below it"},
};

// The backoff after a delay that the server requested.
enum class AfterPushback : uint8_t { kStartsOver, kGoesOnFromThere };
template <>
inline constexpr Word<AfterPushback> kWords<AfterPushback>[] = {
    {AfterPushback::kStartsOver, "starts over at `initialBackoff`"},
    {AfterPushback::kGoesOnFromThere,
     "the delay that the server requested, times `backoffMultiplier`: after 0 always 0"},
};

// The texts of grpc-retry-pushback-ms that are a number.
enum class PushbackGrammar : uint8_t {
  kInt32Bare,
  kInt32,
  kInt32Spaced,
  kInt64,
  kInt64Spaced,
  kNumberAtStart
};
template <>
inline constexpr Word<PushbackGrammar> kWords<PushbackGrammar>[] = {
    {PushbackGrammar::kInt32Bare, "an integer of 32 bits without a plus sign and leading zeros"},
    {PushbackGrammar::kInt32, "an integer of 32 bits"},
    {PushbackGrammar::kInt32Spaced, "an integer of 32 bits, spaces around it allowed"},
    {PushbackGrammar::kInt64, "an integer of 64 bits"},
    {PushbackGrammar::kInt64Spaced, "an integer of 64 bits, spaces around it allowed"},
    {PushbackGrammar::kNumberAtStart, "the integer with which the text starts"},
};

// A pushback that is not a number. A negative one stops retries in every client.
enum class MalformedPushback : uint8_t {
  kStops,
  kRetriesImmediately,
  kFailsAttempt,
  kFailsAndStops
};
template <>
inline constexpr Word<MalformedPushback> kWords<MalformedPushback>[] = {
    {MalformedPushback::kStops, "means no retry, like a negative one"},
    {MalformedPushback::kRetriesImmediately, "means a retry after 1 ms; a negative one means none"},
    {MalformedPushback::kFailsAttempt,
     "fails the attempt with INTERNAL; a negative one means no retry"},
    {MalformedPushback::kFailsAndStops,
     "fails the attempt with INTERNAL, without a retry; a negative one means no retry"},
};

// A retry whose delay comes to less than the client counts.
enum class ZeroDelay : uint8_t { kImmediately, kHangs };
template <>
inline constexpr Word<ZeroDelay> kWords<ZeroDelay>[] = {
    {ZeroDelay::kImmediately, "sent immediately"},
    {ZeroDelay::kHangs, "never sent, and the call never ends, not even at its deadline"},
};

// The status codes with which a pushback of 0 or more leads to a retry.
enum class PushbackCodes : uint8_t { kListed, kEvery };
template <>
inline constexpr Word<PushbackCodes> kWords<PushbackCodes>[] = {
    {PushbackCodes::kListed, "leads to a retry with a listed status code only"},
    {PushbackCodes::kEvery, "leads to a retry with any status code"},
};

// What decides that a failed attempt is the last one.
enum class RetryCheck : uint8_t { kCommitted, kPushback, kCode, kTokens, kAttempts };
template <>
inline constexpr Word<RetryCheck> kWords<RetryCheck>[] = {
    {RetryCheck::kCommitted, "the call is committed"},
    {RetryCheck::kPushback, "the pushback says stop"},
    {RetryCheck::kCode, "the status code is not listed"},
    {RetryCheck::kTokens, "too few tokens"},
    {RetryCheck::kAttempts, "the attempts are used up"},
};

// The checks, the first one that fails being the reason.
using RetryChecks = std::array<RetryCheck, 5>;

// What becomes of an attempt that never left the client.
enum class UnsentRetry : uint8_t { kUnlimited, kUpTo1000, kUpTo10000, kAsRefused, kByTransport };
template <>
inline constexpr Word<UnsentRetry> kWords<UnsentRetry>[] = {
    {UnsentRetry::kUnlimited, "sent again without a limit"},
    {UnsentRetry::kUpTo1000,
     "sent again up to 1000 times in a call, which then fails with INTERNAL"},
    {UnsentRetry::kUpTo10000,
     "sent again up to 10000 times in a call, which then fails with INTERNAL"},
    {UnsentRetry::kAsRefused, "like one that the server refused"},
    {UnsentRetry::kByTransport, "sent again up to 3 times by the HTTP layer, then a failure"},
};

// What becomes of an attempt that the server refused without looking at it: REFUSED_STREAM.
enum class RefusedRetry : uint8_t {
  kOncePerCall,
  kFirstSent,
  kUntilProcessed,
  kByTransport,
  kNever
};
template <>
inline constexpr Word<RefusedRetry> kWords<RefusedRetry>[] = {
    {RefusedRetry::kOncePerCall, "sent again once in a call"},
    {RefusedRetry::kFirstSent, "sent again if it is the first that the call sends"},
    {RefusedRetry::kUntilProcessed, "sent again once in a call, if no attempt has failed before"},
    {RefusedRetry::kByTransport, "sent again up to 3 times by the HTTP layer, then a failure"},
    {RefusedRetry::kNever, "a failure"},
};

inline constexpr int64_t kKibibyte = 1024;
inline constexpr int64_t kMebibyte = 1024 * kKibibyte;

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

// ---- All of it

// A waitForReady of the config, and one of the call.
enum class WaitForReadyChoice : uint8_t { kCallWins, kConfigWins, kNotApplied };
template <>
inline constexpr Word<WaitForReadyChoice> kWords<WaitForReadyChoice>[] = {
    {WaitForReadyChoice::kCallWins, "that of the call wins"},
    {WaitForReadyChoice::kConfigWins, "that of the config wins"},
    {WaitForReadyChoice::kNotApplied, "that of the call; the config's is not applied"},
};

// From when a timeout of the config is counted. One that an application sets is right.
enum class TimeoutClock : uint8_t { kCall, kSecondBefore };
template <>
inline constexpr Word<TimeoutClock> kWords<TimeoutClock>[] = {
    {TimeoutClock::kCall, "is counted from the call"},
    {TimeoutClock::kSecondBefore,
     "is counted from 1 to 2 s before the call, so that one of 1s or less ends every call"},
};

// Whether a TXT record is queried, and what the user must set for the opposite.
struct TxtLookup {
  enum class Default : uint8_t { kUnspecified, kOn, kOff, kNever };
  Default by_default = Default::kUnspecified;
  absl::string_view option = {};

  friend constexpr bool operator==(const TxtLookup&, const TxtLookup&) = default;
};

// Where it is queried.
enum class TxtName : uint8_t { kPrefixed, kHost };
template <>
inline constexpr Word<TxtName> kWords<TxtName>[] = {
    {TxtName::kPrefixed, "`_grpc_config.` and the host"},
    {TxtName::kHost, "the host itself, without `_grpc_config.`"},
};

// Which of several records at that name counts.
enum class TxtRecords : uint8_t { kUnspecified, kFirstWithAttribute, kAllAsOneText, kAllLists };
template <>
inline constexpr Word<TxtRecords> kWords<TxtRecords>[] = {
    {TxtRecords::kUnspecified, "not specified for several"},
    {TxtRecords::kFirstWithAttribute, "the first that starts with `grpc_config=`"},
    {TxtRecords::kAllAsOneText, "all together as one text, which must start with `grpc_config=`"},
    {TxtRecords::kAllLists, "all that start with `grpc_config=`, their lists one after the other"},
};

// Where a record must start with `grpc_config=`.
enum class TxtAttribute : uint8_t { kInRecord, kInFirstString };
template <>
inline constexpr Word<TxtAttribute> kWords<TxtAttribute>[] = {
    {TxtAttribute::kInRecord, "at the start of its strings, taken together"},
    {TxtAttribute::kInFirstString, "whole in its first string"},
};

// How large the largest answer is, in what is left of 65,535 octets for the record.
enum class TxtQuery : uint8_t { kPlain, kEdns };
template <>
inline constexpr Word<TxtQuery> kWords<TxtQuery>[] = {
    {TxtQuery::kPlain, "without EDNS"},
    {TxtQuery::kEdns, "with EDNS, which takes 11 octets of the answer"},
};

// Whether `healthCheckConfig` has an effect. Where it has, `pick_first` checks the health of no
// backend all the same.
enum class HealthChecks : uint8_t { kNone, kByConfig, kAlsoByProgram };
template <>
inline constexpr Word<HealthChecks> kWords<HealthChecks>[] = {
    {HealthChecks::kNone, "none"},
    {HealthChecks::kByConfig, "if the config names an LB policy other than `pick_first`"},
    {HealthChecks::kAlsoByProgram,
     "if the config, or else the program, names an LB policy other than `pick_first`"},
};

// What a program or its environment must have, or has, as users write it; empty: nothing.
struct ProgramSetting {
  absl::string_view text = {};

  friend constexpr bool operator==(const ProgramSetting&, const ProgramSetting&) = default;
};

// What a client does with a call, as Timelines or at one release. What it does not have leaves its
// values without a meaning: hedges of a client without hedging, the backoff of one without retries.
template <template <typename> class Of>
struct CallsOf {
  Of<Support> retries = {};
  Of<ProgramSetting> retries_need = {};
  Of<ProgramSetting> retries_off = {};
  Of<AttemptLimit> attempt_limit = {};
  Of<Jitter> jitter = {};
  Of<FirstDelay> first_delay = {};
  Of<DelayStep> delay_step = {};
  Of<PushbackCodes> pushback_codes = {};
  Of<PushbackGrammar> pushback_grammar = {};
  Of<MalformedPushback> malformed_pushback = {};
  Of<ZeroDelay> zero_delay = {};
  Of<AfterPushback> after_pushback = {};
  Of<RetryChecks> retry_checks = {};
  Of<UnsentRetry> unsent_retry = {};
  Of<RefusedRetry> refused_retry = {};
  Of<RetryBuffer> retry_buffer = {};
  Of<DefaultThrottling> default_throttling = {};
  Of<ThrottleScope> throttle_scope = {};
  Of<TokenArithmetic> tokens = {};
  Of<TokenDebit> token_debit = {};
  Of<CommittedDebit> committed_debit = {};
  Of<TokenCredit> token_credit = {};
  Of<ThrottleCheck> throttle_check = {};
  Of<Support> hedging = {};
  Of<HedgeThrottling> hedge_throttling = {};
  Of<HedgeDebit> hedge_debit = {};
  Of<RepeatedCount> repeated_count = {};
  Of<HedgeAfterFailure> hedge_after_failure = {};
  Of<HedgeAfterPushback> hedge_after_pushback = {};
  Of<HedgeAfterStop> hedge_after_stop = {};
  Of<WaitForReadyChoice> wait_for_ready = {};
  Of<TimeoutClock> timeout_clock = {};
  Of<HealthChecks> health_checks = {};
  Of<ProgramSetting> health_checks_need = {};
  Of<ProgramSetting> numbers_need = {};
  Of<ProgramSetting> attempt_timeout_needs = {};
  Of<TxtLookup> txt_lookup = {};
  Of<TxtName> txt_name = {};
  Of<TxtRecords> txt_records = {};
  Of<TxtAttribute> txt_attribute = {};
  Of<TxtQuery> txt_query = {};
};

// From release to release. Without evidence, a retry after 0 ms is sent immediately and a timeout
// counted from the call.
using CallTraits = CallsOf<Timeline>;
using CallReading = CallsOf<AtRelease>;

template <typename Visit, typename... Calls>
constexpr void ForEachRetryTrait(const Visit& visit, Calls&... calls) {
  visit("retries", "retries", calls.retries...);
  visit("retries-need", "what retries need in the environment", calls.retries_need...);
  visit("retries-off", "how the program disables retries", calls.retries_off...);
  visit("attempt-limit", "most attempts", calls.attempt_limit...);
  visit("jitter", "delay of a retry", calls.jitter...);
  visit("first-delay", "first delay", calls.first_delay...);
  visit("delay-step", "steps of a delay", calls.delay_step...);
  visit("pushback-codes", "pushback of 0 or more", calls.pushback_codes...);
  visit("pushback-grammar", "pushback that is a number", calls.pushback_grammar...);
  visit("pushback-malformed", "pushback that is not a number", calls.malformed_pushback...);
  visit("zero-delay", "retry after 0 ms", calls.zero_delay...);
  visit("after-pushback", "backoff after a pushback", calls.after_pushback...);
  visit("retry-checks", "why it does not retry, the first that holds", calls.retry_checks...);
  visit("unsent-retry", "attempt that never left the client", calls.unsent_retry...);
  visit("refused-retry", "attempt that the server refused unseen", calls.refused_retry...);
  visit("retry-buffer", "largest request that is sent again", calls.retry_buffer...);
}

template <typename Visit, typename... Calls>
constexpr void ForEachThrottlingTrait(const Visit& visit, Calls&... calls) {
  visit("throttle-default", "retryThrottling of a default config", calls.default_throttling...);
  visit("throttle-scope", "tokens", calls.throttle_scope...);
  visit("throttle-numbers", "numbers of tokens", calls.tokens...);
  visit("throttle-debit", "what takes tokens", calls.token_debit...);
  visit("throttle-committed", "tokens for a failure after the headers", calls.committed_debit...);
  visit("throttle-credit", "what gives tokens back", calls.token_credit...);
  visit("throttle-check", "when tokens decide", calls.throttle_check...);
}

template <typename Visit, typename... Calls>
constexpr void ForEachHedgingTrait(const Visit& visit, Calls&... calls) {
  visit("hedging", "hedging", calls.hedging...);
  visit("hedge-throttling", "hedges without tokens", calls.hedge_throttling...);
  visit("hedge-debit", "hedge that takes a token", calls.hedge_debit...);
  visit("hedge-repeated", "`grpc-previous-rpc-attempts` of a hedge that is sent again",
        calls.repeated_count...);
  visit("hedge-after-failure", "hedge after a failure that is not fatal",
        calls.hedge_after_failure...);
  visit("hedge-after-pushback", "hedge after a pushback above 0", calls.hedge_after_pushback...);
  visit("hedge-after-stop", "hedge after a pushback below 0", calls.hedge_after_stop...);
}

template <typename Visit, typename... Calls>
constexpr void ForEachOtherTrait(const Visit& visit, Calls&... calls) {
  visit("wait-for-ready", "waitForReady of both the config and the call", calls.wait_for_ready...);
  visit("timeout-clock", "`timeout` of the config", calls.timeout_clock...);
  visit("health-checks", "health checks", calls.health_checks...);
  visit("health-checks-need", "what health checks need in the program",
        calls.health_checks_need...);
  visit("numbers-need", "numbers of a config that the program gives", calls.numbers_need...);
  visit("attempt-timeout-needs", "what `perAttemptRecvTimeout` needs in the program",
        calls.attempt_timeout_needs...);
  visit("txt", "TXT record", calls.txt_lookup...);
  visit("txt-name", "name of the TXT record", calls.txt_name...);
  visit("txt-records", "several TXT records", calls.txt_records...);
  visit("txt-attribute", "`grpc_config=` of a TXT record", calls.txt_attribute...);
  visit("txt-query", "query for the TXT record", calls.txt_query...);
}

// Calls `visit` with each trait: its id for programs, its title for people, and the trait of each
// of `calls`, which are CallTraits or CallReadings. In the order of pages.
template <typename Visit, typename... Calls>
constexpr void ForEachCallTrait(const Visit& visit, Calls&... calls) {
  ForEachRetryTrait(visit, calls...);
  ForEachThrottlingTrait(visit, calls...);
  ForEachHedgingTrait(visit, calls...);
  ForEachOtherTrait(visit, calls...);
}

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_CALL_TRAITS_H_
