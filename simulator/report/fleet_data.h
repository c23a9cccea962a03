// What `grpcfg simulate` tells programs of fleets.
#ifndef GRPCFG_SIMULATOR_REPORT_FLEET_DATA_H_
#define GRPCFG_SIMULATOR_REPORT_FLEET_DATA_H_

#include "simulator/report/fleet.h"
#include "simulator/report/number_writer.h"

namespace grpcfg {

// Members of a schedule, named as in the shared reference of numbers; none for what was not asked.
void WriteFleetFacts(const FleetFacts& facts, NumberWriter& writer);

// The same, as a member of `hedging`.
void WriteHedgedFacts(const HedgedFacts& facts, NumberWriter& writer);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_REPORT_FLEET_DATA_H_
