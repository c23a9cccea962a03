// What clients do with a call that a config governs, as far as they differ: delays, attempts,
// throttling, hedging, and where a config is looked up. Plain values for profiles and whoever
// computes with them, with their words below them. A new trait is a member of CallsOf and a line of
// a ForEach function; what a release does, pages and JSON follow from that.
#ifndef GRPCFG_SCHEMA_CLIENTS_CALL_TRAITS_H_
#define GRPCFG_SCHEMA_CLIENTS_CALL_TRAITS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "schema/clients/enum_words.h"
#include "schema/clients/retry_traits.h"
#include "schema/clients/throttle_traits.h"
#include "schema/clients/timeline.h"

namespace grpcfg {

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

// Whether a TXT record is asked for, and what the user must set for the opposite.
struct TxtLookup {
  enum class Default : uint8_t { kUnspecified, kOn, kOff, kNever };
  Default by_default = Default::kUnspecified;
  absl::string_view option = {};

  friend constexpr bool operator==(const TxtLookup&, const TxtLookup&) = default;
};

// Where it is asked for.
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
    {TxtRecords::kUnspecified, "nothing is said of several"},
    {TxtRecords::kFirstWithAttribute, "the first that starts with `grpc_config=`"},
    {TxtRecords::kAllAsOneText, "all together as one text, which must start with `grpc_config=`"},
    {TxtRecords::kAllLists, "all that start with `grpc_config=`, their lists one behind the other"},
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

// A setting in the environment of the process, `NAME=value`; empty: none.
struct EnvironmentSetting {
  absl::string_view text = {};

  friend constexpr bool operator==(const EnvironmentSetting&, const EnvironmentSetting&) = default;
};

// What a client does with a call, as Timelines or at one release. What it does not have leaves its
// values without a meaning: hedges of a client without hedging, the backoff of one without retries.
template <template <typename> class Of>
struct CallsOf {
  Of<Support> retries = {};
  Of<EnvironmentSetting> retries_need = {};
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
  Of<TxtLookup> txt_lookup = {};
  Of<TxtName> txt_name = {};
  Of<TxtRecords> txt_records = {};
  Of<TxtAttribute> txt_attribute = {};
  Of<TxtQuery> txt_query = {};
};

// From release to release. Without evidence, a retry after 0 ms is sent at once and a timeout
// counted from the call.
using CallTraits = CallsOf<Timeline>;
using CallReading = CallsOf<AtRelease>;

template <typename Visit, typename... Calls>
constexpr void ForEachRetryTrait(const Visit& visit, Calls&... calls) {
  visit("retries", "retries", calls.retries...);
  visit("retries-need", "what retries need in the environment", calls.retries_need...);
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
