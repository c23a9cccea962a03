// How retries multiply load: through layers of servers that each retry, and at a server that sheds
// what is too much. Promise: pure; closed forms.
#ifndef GRPCFG_SIMULATOR_FLEET_AMPLIFICATION_H_
#define GRPCFG_SIMULATOR_FLEET_AMPLIFICATION_H_

#include <cstddef>

namespace grpcfg {

// Calls through `layers` of clients, one after the other, each of which makes up to `attempts` at
// the next, above a server whose attempts fail with a probability, independent of each other.
struct LayeredCall {
  double worst = 1;     // attempts at the server per call at the top, if all fail: attempts^layers
  double expected = 1;  // the mean of them
  double fails = 0;     // probability that the call at the top fails
};

// `attempts` and `layers`: at least 1.
LayeredCall ThroughLayers(size_t attempts, size_t layers, double failure_probability);

// A server of a fixed capacity that fails immediately what is above it, which costs it nothing,
// with retries as a part of its load (mean field: attempts fail independently).
struct Overload {
  double attempt_fails = 0;  // probability
  double attempts_per_call = 1;
  double attempts_over_capacity = 0;
  double call_fails = 0;
  // The calls over the capacity from which on an outage would go on for ever, if a failed attempt
  // cost the server as much as one that succeeds (metastable failure; Bronson, Aghayev, Charapko
  // and Zhu, "Metastable failures in distributed systems", HotOS 2021).
  double metastable_from = 1;
};

// `offered`: calls over the capacity, above 0. With L calls and M attempts L (1 - p^M) are served;
// that is the capacity where L is above it.
Overload OverloadOf(size_t attempts, double offered);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_FLEET_AMPLIFICATION_H_
