// What `grpcfg simulate` tells people of fleets.
#ifndef GRPCFG_SIMULATOR_REPORT_FLEET_TEXT_H_
#define GRPCFG_SIMULATOR_REPORT_FLEET_TEXT_H_

#include <cstddef>
#include <string>

#include "simulator/report/fleet.h"

namespace grpcfg {

// Appends it in lines of `columns`, indented by as much as what is told of the method.
void AppendFleetFacts(const FleetFacts& facts, size_t columns, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_REPORT_FLEET_TEXT_H_
