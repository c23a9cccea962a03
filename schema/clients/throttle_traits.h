// How clients count tokens (`retryThrottling`) and send hedges, as far as they differ, and in what
// words that is told.
#ifndef GRPCFG_SCHEMA_CLIENTS_THROTTLE_TRAITS_H_
#define GRPCFG_SCHEMA_CLIENTS_THROTTLE_TRAITS_H_

#include <cstdint>

#include "schema/clients/enum_words.h"

namespace grpcfg {

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
    {HedgeThrottling::kNever, "hedges are sent all the same"},
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
    {HedgeAfterFailure::kImmediately, "sent at once"},
    {HedgeAfterFailure::kAfterDelay, "sent when `hedgingDelay` is over"},
};

// The next hedge after a pushback above 0.
enum class HedgeAfterPushback : uint8_t { kAsRequested, kAsRequestedBesideTimer, kImmediately };
template <>
inline constexpr Word<HedgeAfterPushback> kWords<HedgeAfterPushback>[] = {
    {HedgeAfterPushback::kAsRequested, "sent when the server asks for it"},
    {HedgeAfterPushback::kAsRequestedBesideTimer,
     "sent when the server asks for it, and another one when `hedgingDelay` is over"},
    {HedgeAfterPushback::kImmediately, "sent at once"},
};

// The hedges after a pushback that says stop.
enum class HedgeAfterStop : uint8_t { kNoMore, kFailureCounts, kImmediately };
template <>
inline constexpr Word<HedgeAfterStop> kWords<HedgeAfterStop>[] = {
    {HedgeAfterStop::kNoMore, "no more are sent; those under way go on"},
    {HedgeAfterStop::kFailureCounts,
     "the attempt ends the call, and those under way are cancelled"},
    {HedgeAfterStop::kImmediately, "sent at once"},
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_THROTTLE_TRAITS_H_
