// What `grpcfg simulate` prints. Promise: what is appended to `out` is UTF-8 without controls other
// than line breaks; the same schedules give the same bytes.
#ifndef GRPCFG_SIMULATION_SIMULATION_PRINTER_H_
#define GRPCFG_SIMULATION_SIMULATION_PRINTER_H_

#include <string>

#include "absl/types/span.h"
#include "simulation/simulation.h"

namespace grpcfg {

// Tables for people, at most 100 columns wide but for the names of methods: methods and targets
// with the same schedule stand together.
void AppendSimulationText(absl::Span<const SimulatedMethod> methods, std::string& out);

// Every number with all its digits, in seconds.
void AppendSimulationJson(absl::Span<const SimulatedMethod> methods, std::string& out);

// The same numbers of each attempt on a line.
void AppendSimulationCsv(absl::Span<const SimulatedMethod> methods, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATION_SIMULATION_PRINTER_H_
