// How many attempts a policy makes and when, as gRFC A6 has it. Rules only.
#ifndef GRPCFG_RULES_ATTEMPTS_H_
#define GRPCFG_RULES_ATTEMPTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/container/inlined_vector.h"
#include "rules/words.h"
#include "schema/clients/call_traits.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/duration.h"
#include "schema/fields/service_config.h"

namespace grpcfg {

// gRFC A6, Limits on Retries and Hedges.
inline constexpr int64_t kMostAttempts = AttemptLimit().limit;

// Both ends of what a nominal delay is multiplied by (gRFC A6 of 2024-08, Exponential Backoff).
inline constexpr double kShortestDelay = kJitterOf2024.low;
inline constexpr double kLongestDelay = kJitterOf2024.high;

// "6.19s", and all digits of a whole number: for what follows from values, not for values.
std::string SpellSeconds(double seconds);

// What is left of `maxAttempts` after the clamp; 1 if it is not there.
inline int64_t AttemptsOf(const Located<int64_t>& max_attempts) {
  return std::min(max_attempts.value.value_or(1), kMostAttempts);
}

// The attempts of whichever policy an entry has; 1 without one, or if a retry policy lacks
// something.
int64_t AttemptsOf(const MethodConfig& method);
int64_t AttemptsOf(const RetryPolicy& retry);

// True of clients that make the attempts of a policy as gRFC A6 has it, unlike the retries of
// Google's client generators.
bool MakesAttempts(const ProfileAt& profile);

// True of those that draw delays around the nominal one, as A6 has it since August 2024.
bool DrawsAround(const ProfileAt& profile);

// True of those that send hedges.
bool Hedges(const ProfileAt& profile);

// When each attempt begins, in seconds after the first one, if all fail at once and the jitter is
// 1: the first is at 0. Empty if the policy lacks something.
using Starts = absl::InlinedVector<double, kMostAttempts>;
Starts NominalStarts(const RetryPolicy& retry);

// True if clients that fail together retry together, without a jitter to speak of.
bool Pulses(const RetryPolicy& retry);

// True if a delay comes to less than a nanosecond, though `initialBackoff` does not.
bool HasVanishingDelay(const RetryPolicy& retry);

// True if a delay can be drawn that is less than a millisecond to a client that counts whole ones
// and caps each.
bool HasZeroDelay(const RetryPolicy& retry);

}  // namespace grpcfg

#endif  // GRPCFG_RULES_ATTEMPTS_H_
