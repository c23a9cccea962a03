// Laws of latency with a long tail, which is what hedging is for. Times are seconds. Promise: pure.
#ifndef GRPCFG_SIMULATOR_FLEET_LATENCY_LAW_H_
#define GRPCFG_SIMULATOR_FLEET_LATENCY_LAW_H_

#include <utility>
#include <vector>

#include "simulator/fleet/random_numbers.h"
#include "simulator/schedule/start_time.h"

namespace grpcfg {

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

 private:
  std::vector<LatencyPart> parts_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_FLEET_LATENCY_LAW_H_
