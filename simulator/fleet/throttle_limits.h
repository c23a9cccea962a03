// What retryThrottling (gRFC A6, Throttling Retry Attempts and Hedged RPCs) comes to: in closed
// form, and for a client of one call at a time in the long run. Promise: pure; no random numbers.
#ifndef GRPCFG_SIMULATOR_FLEET_THROTTLE_LIMITS_H_
#define GRPCFG_SIMULATOR_FLEET_THROTTLE_LIMITS_H_

#include <cstddef>
#include <optional>

#include "absl/types/span.h"
#include "simulator/schedule/token_bucket.h"

namespace grpcfg {

// In thousandths of a token, as gRFC A6 counts. What is never reached is kNever.
struct ThrottleLimits {
  double failure_threshold = 0;           // share of failed attempts above which tokens run out
  double failures_until_off = 0;          // from a full bucket until no failure is retried
  double retries_in_outage = 0;           // that a client sends at most while everything fails
  double retries_of_lone_call = 0;        // that a call gets on a full bucket
  double successes_until_half = 0;        // from an empty bucket until more than half is there
  double successes_until_retry = 0;       // until a failure is retried
  double amplification_at_threshold = 0;  // attempts per call, at most, at that threshold
  bool allows_every_retry = false;        // of a lone call
  bool allows_any_retry = false;
};

// `attempts`: of a call at most, the first one included.
ThrottleLimits LimitsOf(const Throttling& throttling, size_t attempts);

// An attempt of a call, if all before it fail.
struct TimelyAttempt {
  double starts = 1;    // P(it starts before the deadline)
  double answered = 1;  // P(it is answered before the deadline)
};

// The long run of a client that makes one call after the other, each attempt of which fails with
// the same probability, independent of all others.
struct StationaryThrottle {
  double attempts_per_call = 1;
  double attempts_without = 1;   // per call, if there were no throttling
  double denied = 0;             // share of the retries that the policy would send
  double call_fails = 0;         // probability
  double deadline_exceeded = 0;  // of those, by the deadline
  double mean_tokens = 0;        // before an attempt
};

// As many as 1,000 tokens that come back by twentieths take for calls of five attempts.
inline constexpr double kStationarySteps = 2e6;

// The stationary distribution of the Markov chain of the tokens before each call, by the
// elimination of Grassmann, Taksar and Heyman (1985), which subtracts nothing. An attempt that the
// deadline ends takes and gives no token. None where `failure_probability` is 0 or 1, tokens never
// come back, no attempt is answered in time, or it would take more than `most_steps` steps, of 8
// bytes and some nanoseconds each.
std::optional<StationaryThrottle> StationaryOf(const Throttling& throttling,
                                               absl::Span<const TimelyAttempt> attempts,
                                               double failure_probability,
                                               double most_steps = kStationarySteps);

// The same without a deadline.
std::optional<StationaryThrottle> StationaryOf(const Throttling& throttling, size_t attempts,
                                               double failure_probability,
                                               double most_steps = kStationarySteps);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_FLEET_THROTTLE_LIMITS_H_
