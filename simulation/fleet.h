// What a fleet of clients does over a time that is longer than one call: outages.
// Times are seconds, rates per second.
#ifndef GRPCFG_SIMULATION_FLEET_H_
#define GRPCFG_SIMULATION_FLEET_H_

#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "simulator/fleet/outage.h"
#include "simulator/schedule.h"

namespace grpcfg {

// Clients whose calls fail at the same moment.
struct Fleet {
  double clients = 0;
};

// Servers that fail for a while, and the calls that come all the time.
struct OutageRequest {
  double length = 0;  // s, above 0
  double rate = 1;    // calls per second of each client, above 0
};

// What is asked about fleets.
struct FleetRequest {
  std::optional<Fleet> fleet = {};  // nothing: one client
  double bin = 0;                   // s, of what is told over time; 0: as fits
  std::optional<OutageRequest> outage = {};
};

// What an outage comes to.
struct OutageFacts {
  double length = 0;
  double rate = 0;  // calls per second of all clients
  double failure_probability = 1;
  OutageTotals totals = {};
  SynchronizedOutage synchronized = {};
  double step = 0;                 // s between two of the loads
  std::vector<double> loads = {};  // at 0, `step`, ...: attempts per call, up to the last retry
};

struct FleetFacts {
  std::optional<OutageFacts> outage = {};
};

// Of clients that wait for `delays` before their retries.
FleetFacts FactsOf(absl::Span<const Delay> delays, const Scenario& scenario,
                   const FleetRequest& request);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATION_FLEET_H_
