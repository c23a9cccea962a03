// `grpcfg simulate`: when each attempt of a call starts, and what a call comes to.
#ifndef GRPCFG_TOOLS_SIMULATE_H_
#define GRPCFG_TOOLS_SIMULATE_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "tools/config_input.h"
#include "tools/scenario_flags.h"
#include "tools/target_flags.h"

namespace grpcfg {

// The flags as the user gave them.
struct SimulateFlags {
  ConfigFlags config;
  TargetFlags target;
  ScenarioFlags scenario;
  std::vector<std::string> algorithms;  // in place of a config; each a list with commas
  std::vector<std::string> formats;     // NAME or NAME:FILE
};

// Adds the subcommand to `app`; parsing fills `flags`, which must outlive it.
CLI::App* AddSimulateCommand(CLI::App& app, SimulateFlags& flags);

// Runs it. Returns the exit status: 0 every target takes the config, 1 one rejects it, 2 could not
// run.
int RunSimulate(const SimulateFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_SIMULATE_H_
