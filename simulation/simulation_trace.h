// What `grpcfg simulate --trace` prints of one method.
#ifndef GRPCFG_SIMULATION_SIMULATION_TRACE_H_
#define GRPCFG_SIMULATION_SIMULATION_TRACE_H_

#include <string>

#include "schema/json/json_writer.h"
#include "simulation/simulation.h"
#include "simulator/trace.h"

namespace grpcfg {

// A line for each attempt: when it is sent, what comes back, and what the client does then.
void AppendTraceText(const SimulatedTrace& trace, std::string& out);

// The same as an object. Members about tokens are named as in the shared reference of numbers.
void WriteTrace(const SimulatedTrace& trace, IndentedJson& writer);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATION_SIMULATION_TRACE_H_
