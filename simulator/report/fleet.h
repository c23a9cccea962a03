// What a fleet of clients does over a time that is longer than one call: in an outage, with tokens,
// through layers, in an overload.
// Times are seconds, rates per second.
#ifndef GRPCFG_SIMULATOR_REPORT_FLEET_H_
#define GRPCFG_SIMULATOR_REPORT_FLEET_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "schema/clients/call_traits.h"
#include "simulator/fleet/amplification.h"
#include "simulator/fleet/failure_curve.h"
#include "simulator/fleet/hedged_calls.h"
#include "simulator/fleet/outage.h"
#include "simulator/fleet/throttle_limits.h"
#include "simulator/fleet/throttled_fleet.h"
#include "simulator/schedule/peak.h"
#include "simulator/schedule/schedule.h"

namespace grpcfg {

// Clients whose calls fail at the same moment.
struct Fleet {
  double clients = 0;
};

// Servers that fail for a while, and the calls that come all the time.
struct OutageRequest {
  double length = 0;                          // s, above 0
  double rate = 1;                            // calls per second of each client, above 0
  std::optional<FailureCurve> failures = {};  // where they change; as long as `length`
};

// What is requested about fleets.
struct FleetRequest {
  std::optional<Fleet> fleet = {};  // nothing: one client
  double bin = 0;                   // s, of what is reported over time; 0: as fits
  std::optional<OutageRequest> outage = {};
  size_t layers = 0;                    // of servers that retry; 0: not requested
  std::optional<double> overload = {};  // calls over the capacity, above 0
  uint64_t seed = 1;                    // of what is sampled
  size_t jobs = 1;                      // threads for that; no result depends on it
  bool without_throttling = false;      // whatever the config says
  // Of hedges whose answers take their time by a law that has no closed forms.
  std::optional<LatencyLaw> latency = {};
  std::optional<LatencyLaw> failure_latency = {};  // of an attempt that fails, if by another one
};

// The retryThrottling of a client.
struct ClientTokens {
  Throttling throttling = {};
  TokenArithmetic arithmetic = {};
  ThrottleCheck check = {};
};

// How the numbers of an outage are known, of clients that have tokens.
enum class OutageMethod : uint8_t {
  kExact,    // in steps of a curve to about 1e-3
  kSampled,  // clients one by one
  kLimit     // of clients with more and more calls; there are too many to follow
};

// What an outage comes to.
struct OutageFacts {
  double length = 0;
  double rate = 0;                          // calls per second of all clients
  double failure_probability = 1;           // the mean over time, where it changes
  std::vector<FailurePoint> failures = {};  // how it does so
  OutageTotals totals = {};
  SynchronizedOutage synchronized = {};
  double step = 0;                 // s between two of the loads
  std::vector<double> loads = {};  // at 0, `step`, ...: attempts per call, up to the last retry
  Peak peak = {0, 1};              // the highest load
  OutageMethod method = OutageMethod::kExact;
  // The standard errors of the attempts during it, the retries after it and the calls saved, of one
  // call a second.
  double during_error = 0;
  double after_error = 0;
  double saved_error = 0;
};

// Clients of an outage that were followed one by one.
struct SampledFleet {
  ThrottledFleetSetting setting = {};
  ThrottledFleet mean = {};
};

// What retryThrottling comes to.
struct ThrottleFacts {
  Throttling throttling = {};
  size_t attempts = 1;
  double failure_probability = 1;
  ThrottleLimits limits = {};
  std::optional<StationaryThrottle> long_run = {};  // of a probability between 0 and 1
  std::optional<SampledFleet> sample = {};          // of an outage
};

// What a number of layers comes to, by the probability that an attempt fails.
struct LayerFacts {
  size_t attempts = 1;
  size_t layers = 1;
  struct Row {
    double failure_probability;
    LayeredCall call;
  };
  std::vector<Row> rows = {};
};

struct OverloadFacts {
  size_t attempts = 1;
  double offered = 1;
  Overload overload = {};
};

// Hedged calls some of whose attempts fail, followed one by one.
struct HedgedFacts {
  HedgedSampleSetting setting;
  HedgedSample sample = {};
};

struct FleetFacts {
  std::optional<OutageFacts> outage = {};
  std::optional<ThrottleFacts> throttle = {};  // of a client that has tokens
  std::optional<SampledFleet> sample = {};     // of an outage and an algorithm
  bool is_throttle_requested = false;          // by a flag that throttling has a part in
  bool has_late_attempts = false;              // of the policy, too late to start: not in these
  std::vector<LayerFacts> layers = {};         // from one layer on
  std::optional<OverloadFacts> overload = {};
  std::optional<HedgedFacts> hedged = {};
};

// A number, and its standard error: 0 if it is exact.
struct Estimate {
  double value = 0;
  double error = 0;
};

// What servers get of an outage, and callers.
struct OutageEffect {
  Estimate load = {1, 0};  // attempts per call during it
  Estimate wave = {};      // retries after it, of one call a second
  Estimate saved = {};     // calls that retries save, of one a second
};

OutageEffect EffectOf(const OutageFacts& facts);

// How clients retry.
struct RetryingClients {
  absl::Span<const Delay> delays;                   // before each retry of the policy
  size_t attempts = 1;                              // those that may start before the deadline
  std::optional<ClientTokens> tokens = {};          // none without throttling
  absl::Span<const AttemptSchedule> schedule = {};  // of those attempts
  DelayDraw draw = nullptr;  // of an algorithm, in place of delays that are independent
  Backoff numbers = {};
};

// The retries of one call that a full bucket lets go.
absl::Span<const Delay> AllowedOf(absl::Span<const Delay> delays,
                                  const std::optional<ClientTokens>& tokens);

// What a call comes to in the long run of a client with tokens, one call after the other, if some
// of its attempts fail.
void SetLongRun(const ClientTokens& tokens, double failure_probability, Schedule& schedule);

// The mean of a call each attempt of which fails with that probability, for a curve; with tokens in
// the long run, and with very many as if a client had either enough or none.
double AttemptsPerCall(const std::optional<Throttling>& throttling, size_t attempts,
                       double failure_probability);

FleetFacts FactsOf(const RetryingClients& clients, const Scenario& scenario,
                   const FleetRequest& request);

// Of hedges that succeed and fail after such times, before the deadline of `scenario` and with its
// failure probability. `is_by_timer`: a failure does not send the next.
HedgedFacts FollowHedges(const Hedging& hedging, const Scenario& scenario, bool is_by_timer,
                         const FleetRequest& request);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_REPORT_FLEET_H_
