// Clients with tokens of their own (retryThrottling) in an outage: which retries are sent depends
// on the calls that each happens to make, of which there is no exact distribution. So a sample of
// clients is followed call by call, with random numbers. Promise: the same seed gives the same
// numbers, and no client's depend on another's.
#ifndef GRPCFG_SIMULATOR_FLEET_THROTTLED_FLEET_H_
#define GRPCFG_SIMULATOR_FLEET_THROTTLED_FLEET_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "schema/clients/call_traits.h"
#include "simulator/fleet/failure_curve.h"
#include "simulator/fleet/random_numbers.h"
#include "simulator/schedule/backoff.h"
#include "simulator/schedule/schedule.h"
#include "simulator/schedule/token_bucket.h"

namespace grpcfg {

struct ThrottledFleetSetting {
  std::vector<Delay> delays = {};  // before each retry
  DelayDraw draw = nullptr;        // in place of them, as many, of `numbers`
  Backoff numbers = {};
  Scenario scenario = {};  // of attempts in the outage; later ones succeed, after the same latency
  Throttling throttling = {};
  TokenArithmetic arithmetic = {};
  ThrottleCheck check = {};                   // when the tokens decide on a retry
  double outage = 0;                          // s, above 0
  std::optional<FailureCurve> failures = {};  // of it, in place of one probability
  double call_rate = 1;                // calls per second of each client, at random times (Poisson)
  std::vector<double> bin_edges = {};  // s since the begin of the outage, ascending from 0
  size_t clients = 0;                  // that are followed, at least 2
  size_t jobs = 1;                     // threads that follow them; no result depends on it
  uint64_t seed = 0;
};

// Per client, up to the last edge, with the standard errors of the means.
struct ThrottledFleet {
  std::vector<double> attempts_per_bin = {};
  std::vector<double> errors_per_bin = {};
  SampledMean retries = {};
  SampledMean retries_during = {};            // the outage
  std::vector<double> during_by_number = {};  // of those the first retries, the second ones, ...
  SampledMean calls_saved = {};  // whose first attempt failed, and a retry succeeded in time
};

// Follows each client to the last edge, with fewer threads where the system gives fewer. The work
// is of order clients x call_rate x last edge x attempts.
ThrottledFleet FollowFleet(const ThrottledFleetSetting& setting);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_FLEET_THROTTLED_FLEET_H_
