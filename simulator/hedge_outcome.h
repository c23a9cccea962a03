// What a hedged call comes to, by how attempts end. For hedging.cc alone.
#ifndef GRPCFG_SIMULATOR_HEDGE_OUTCOME_H_
#define GRPCFG_SIMULATOR_HEDGE_OUTCOME_H_

#include <vector>

#include "simulator/hedging.h"

namespace grpcfg {

// All before the deadline.
struct HedgeOutcome {
  std::vector<double> sent;  // the probability of each attempt; of the first 1
  double succeeds = 0;
  double all_fail = 0;
};

// A client that sends the next hedge only when the delay is over, whatever fails before.
HedgeOutcome OutcomeByTimer(const Hedging& hedging, const Scenario& scenario);

// A client that sends it `at_once` seconds after a failure, too, and starts the delay again. Every
// answer takes `scenario.latency.fixed`.
HedgeOutcome OutcomeOfFixed(const Hedging& hedging, const Scenario& scenario, double at_once);

// When such a client sends each attempt if none succeeds.
std::vector<double> SendTimesOfFixed(const Hedging& hedging, double latency, double at_once);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_HEDGE_OUTCOME_H_
