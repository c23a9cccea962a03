// Hedged calls of any law of latency: exactly where every attempt succeeds; where some fail, after
// times of another law, a sample of calls. What is exact of exponential latencies with failures is
// in simulator/schedule/hedging.h. Times are seconds.
#ifndef GRPCFG_SIMULATOR_FLEET_HEDGED_CALLS_H_
#define GRPCFG_SIMULATOR_FLEET_HEDGED_CALLS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simulator/fleet/latency_law.h"
#include "simulator/fleet/random_numbers.h"
#include "simulator/schedule/hedging.h"

namespace grpcfg {

// Where every attempt succeeds after a time of that law. With S its survival, hedge k is sent with
// the product of S(i delay) for i from 1 to k, and a result takes longer than t with the product of
// S(t - j delay) (Dean and Barroso, "The tail at scale", 2013). The mean by adaptive quadrature, to
// some 1e-11.
HedgingGain GainOf(const Hedging& hedging, const LatencyLaw& law);

struct HedgedSampleSetting {
  Hedging hedging = {};
  LatencyLaw success_latency;
  LatencyLaw failure_latency;
  double failure_probability = 0;  // of an attempt, with a code that is not fatal
  bool is_by_timer = false;        // a failure does not send the next hedge
  std::vector<double> times = {};  // of which is told how many calls take longer
  size_t calls = 0;
  uint64_t seed = 0;
};

// The end of a call is a success, or the last failure.
struct HedgedSample {
  SampledMean sends;
  SampledMean fails;
  SampledMean end;
  std::vector<SampledMean> longer;  // than each of the times
};

HedgedSample FollowHedges(const HedgedSampleSetting& setting);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_FLEET_HEDGED_CALLS_H_
