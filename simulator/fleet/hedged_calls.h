// Hedged calls of any law of latency: exactly where every attempt succeeds; where some fail, after
// times of another law, a sample of calls. What is exact of exponential latencies with failures is
// in simulator/schedule/hedging.h. Times are seconds.
#ifndef GRPCFG_SIMULATOR_FLEET_HEDGED_CALLS_H_
#define GRPCFG_SIMULATOR_FLEET_HEDGED_CALLS_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "simulator/fleet/random_numbers.h"
#include "simulator/schedule/hedging.h"
#include "simulator/schedule/start_time.h"

namespace grpcfg {

// ---- Laws of latency with a long tail, which is what hedging is for. Times are seconds. Promise:
// pure.

// Some of the attempts.
struct LatencyPart {
  double share = 1;
  Latency latency = {};  // fixed and exponential
  double median = 0;     // above 0: lognormal instead, whose logarithm has the standard deviation
  double sigma = 0;      // `sigma`
};

// A mixture of them; the shares are 1 together.
class LatencyLaw {
 public:
  explicit LatencyLaw(std::vector<LatencyPart> parts) : parts_(std::move(parts)) {}

  // P(latency > time).
  [[nodiscard]] double Survival(double time) const;
  [[nodiscard]] double Mean() const;
  [[nodiscard]] double Draw(RandomNumbers& random) const;
  [[nodiscard]] const std::vector<LatencyPart>& parts() const { return parts_; }

 private:
  std::vector<LatencyPart> parts_;
};

// ---- Calls

// Where every attempt succeeds after a time of that law. With S its survival, hedge k is sent with
// the product of S(i delay) for i from 1 to k, and a result takes longer than t with the product of
// S(t - j delay) (Dean and Barroso, "The tail at scale", 2013). The mean by adaptive quadrature, to
// some 1e-11.
HedgingGain GainOf(const Hedging& hedging, const LatencyLaw& law);

// P(no attempt is answered by `time`), where every attempt is answered by that law.
double UnansweredAt(const Hedging& hedging, const LatencyLaw& law, double time);

struct HedgedSampleSetting {
  Hedging hedging = {};
  LatencyLaw success_latency;
  LatencyLaw failure_latency;
  double failure_probability = 0;  // of an attempt, with a code that is not fatal
  bool is_by_timer = false;        // a failure does not send the next hedge
  double deadline = kNever;        // ends the call
  std::vector<double> times = {};  // for each, the calls that take longer are counted
  size_t calls = 0;
  uint64_t seed = 0;
};

// The end of a call is a success, the last failure or the deadline.
struct HedgedSample {
  SampledMean sends;
  SampledMean fails;
  SampledMean late;  // those that the deadline ends
  SampledMean end;
  std::vector<SampledMean> longer;  // than each of the times
};

HedgedSample FollowHedges(const HedgedSampleSetting& setting);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_FLEET_HEDGED_CALLS_H_
