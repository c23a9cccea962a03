// A hedged call whose attempts are answered after exponential times, for a client that sends the
// next one at once after a failure. For hedging.cc alone.
#ifndef GRPCFG_SIMULATOR_HEDGE_CHAIN_H_
#define GRPCFG_SIMULATOR_HEDGE_CHAIN_H_

#include <cstddef>
#include <vector>

#include "simulator/hedge_outcome.h"
#include "simulator/hedging.h"
#include "simulator/waiting_time.h"

namespace grpcfg {

// What has happened by each attempt is all in how many are under way.
class HedgeChain {
 public:
  // `failure_probability`: of each attempt; `mean`: of the latency, above 0.
  HedgeChain(const Hedging& hedging, double failure_probability, double mean);

  // The time of each attempt, as far as it is sent.
  [[nodiscard]] const std::vector<WaitingTime>& sent() const { return sent_; }

  [[nodiscard]] HedgeOutcome By(double deadline) const;

 private:
  void AddLastAnswers(const WaitingTime& sent, size_t under_way, double failure_probability);

  std::vector<WaitingTime> sent_;
  WaitingTime success_;
  WaitingTime all_failed_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_HEDGE_CHAIN_H_
