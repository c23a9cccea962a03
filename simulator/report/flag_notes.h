// What is said of flags that a method has no use for, or that its client makes less of.
#ifndef GRPCFG_SIMULATOR_REPORT_FLAG_NOTES_H_
#define GRPCFG_SIMULATOR_REPORT_FLAG_NOTES_H_

#include <optional>
#include <string>
#include <vector>

#include "simulator/report/simulation.h"

namespace grpcfg {

// Of a method whose policy is known, in a client with such `tokens`. None for flags that were not
// given.
std::vector<std::string> NotesOnFlags(const SimulatedMethod& method,
                                      const SimulationRequest& request,
                                      const std::optional<ClientTokens>& tokens);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_REPORT_FLAG_NOTES_H_
