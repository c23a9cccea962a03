// The flags of a simulation that ask about fleets.
#ifndef GRPCFG_TOOLS_FLEET_FLAGS_H_
#define GRPCFG_TOOLS_FLEET_FLAGS_H_

#include "CLI/CLI.hpp"
#include "absl/status/statusor.h"
#include "simulation/fleet.h"
#include "tools/scenario_flags.h"

namespace grpcfg {

// Adds --clients, --bin, --outage, --rate, --layers, --overload and --seed to a command.
void AddFleetFlags(CLI::App& command, ScenarioFlags& flags);

// What they say. Errors: InvalidArgument, which names the flag and the remedy.
absl::StatusOr<FleetRequest> ParseFleet(const ScenarioFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_FLEET_FLAGS_H_
