// What a fleet of clients sends after all of them failed at once, for people.
#ifndef GRPCFG_SIMULATOR_REPORT_HERD_TEXT_H_
#define GRPCFG_SIMULATOR_REPORT_HERD_TEXT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "simulator/report/simulation.h"
#include "simulator/report/simulation_printer.h"

namespace grpcfg {

// Retries per second of that many clients in each of `columns` equal parts of its time.
std::vector<double> MeanRates(const Herd& herd, double clients, size_t columns);

// "10000 clients that fail at once retry up to 250000 times a second, after 0.08 s; in 3 waves; for
// 36% of 0.84 s nobody does". kNoBreak as in simulation_words.h. `method` must have a herd.
std::string WordsOfHerd(const SimulatedMethod& method);

// Appends retries per second over time as a curve of block characters; nothing where nobody
// retries, or everybody at once.
void AppendHerdCurve(const SimulatedMethod& method, const SimulationStyle& style, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_REPORT_HERD_TEXT_H_
