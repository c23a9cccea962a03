// The attempts of a call on a line of text, as long as the time that they take.
#ifndef GRPCFG_SIMULATION_SIMULATION_TIMELINE_H_
#define GRPCFG_SIMULATION_SIMULATION_TIMELINE_H_

#include <string>

#include "simulation/simulation.h"
#include "simulation/simulation_words.h"

namespace grpcfg {

// Appends the timeline of at least two attempts: `|` the first and the last moment at which an
// attempt may start, `#` from p5 to p95, `-` between; `D` the deadline, or the first
// and the last moment at which it may be. Attempts that overlap have lines of their own.
void AppendTimeline(const SimulatedMethod& method, const TimeUnit& unit, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATION_SIMULATION_TIMELINE_H_
