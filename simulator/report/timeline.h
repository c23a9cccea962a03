// When the attempts of a call start, as a picture of characters.
#ifndef GRPCFG_SIMULATOR_REPORT_TIMELINE_H_
#define GRPCFG_SIMULATOR_REPORT_TIMELINE_H_

#include <string>

#include "simulator/report/simulation_printer.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {

// Appends the timeline of the attempts that start in time, at least two, up to the deadline: `|`
// the first and the last moment at which an attempt may start, `#` from p5 to p95, `-` between; `D`
// the deadline, or the first and the last moment at which it may be. Attempts that overlap have
// lines of their own.
void AppendTimeline(const SimulatedMethod& method, const TimeUnit& unit,
                    const SimulationStyle& style, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_REPORT_TIMELINE_H_
