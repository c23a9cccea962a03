// The schedule of one call under a hedging policy: when each hedge is sent, and what that costs.
// Times are seconds since the call. Promise: pure; closed forms only.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_HEDGING_H_
#define GRPCFG_SIMULATOR_SCHEDULE_HEDGING_H_

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "schema/clients/call_traits.h"
#include "simulator/schedule/schedule.h"

namespace grpcfg {

// A hedging policy as a client goes on with it.
struct Hedging {
  size_t attempts = 1;  // the first one included, of a trace before the limit of the client
  double delay = 0;     // s
};

// What is reported of the time until a result, as percentiles.
inline constexpr std::array<double, 5> kResultPercentiles = {0.5, 0.9, 0.95, 0.99, 0.999};

// How long calls take until their first answer.
struct ResultTime {
  double mean = 0;
  std::array<double, kResultPercentiles.size()> percentiles = {};
};

// What hedges cost and give where every attempt succeeds.
struct HedgingGain {
  std::vector<double> sent;  // the probability that each attempt is sent; of the first 1
  double expected_sends = 1;
  ResultTime hedged;
  ResultTime unhedged;
};

// The schedule where an attempt fails, with a code that is not fatal, with the probability of the
// scenario, after a time of its latency, and else succeeds after such a time. The starts are those
// of calls none of whose attempts succeeds. `is_silent`: no attempt is answered at all, whatever
// the scenario says of answers. Exponential latencies take no notice of the millisecond that Node
// waits before an immediate attempt.
struct HedgingSchedule {
  Schedule schedule;
  std::vector<double> sent;             // the probability that each attempt is sent in time
  std::optional<double> all_failed_at;  // of a fixed latency, if all attempts fail
};
HedgingSchedule ScheduleHedges(const Hedging& hedging, const CallReading& client,
                               const Scenario& scenario, bool is_silent);

// `latency`: of every attempt.
HedgingGain GainOf(const Hedging& hedging, const Latency& latency);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_HEDGING_H_
