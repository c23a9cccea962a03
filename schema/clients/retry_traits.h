// What clients do with a call that is retried, as far as they differ, and in what words that is
// told: delays, pushback, and what is sent again without a policy.
#ifndef GRPCFG_SCHEMA_CLIENTS_RETRY_TRAITS_H_
#define GRPCFG_SCHEMA_CLIENTS_RETRY_TRAITS_H_

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "schema/clients/enum_words.h"

namespace grpcfg {

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

// The backoff after a delay that the server asked for.
enum class AfterPushback : uint8_t { kStartsOver, kGoesOnFromThere };
template <>
inline constexpr Word<AfterPushback> kWords<AfterPushback>[] = {
    {AfterPushback::kStartsOver, "starts over at `initialBackoff`"},
    {AfterPushback::kGoesOnFromThere,
     "the delay that the server asked for, times `backoffMultiplier`: after 0 always 0"},
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
    {ZeroDelay::kImmediately, "sent at once"},
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

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_RETRY_TRAITS_H_
