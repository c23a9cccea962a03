// `grpcfg resolve`: the config of each method as each client uses it.
#ifndef GRPCFG_TOOLS_RESOLVE_H_
#define GRPCFG_TOOLS_RESOLVE_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "tools/config_input.h"
#include "tools/target_flags.h"

namespace grpcfg {

// The flags as the user gave them.
struct ResolveFlags {
  ConfigFlags config;
  TargetFlags target;
  std::vector<std::string> formats;  // NAME or NAME:FILE
};

// Adds the subcommand to `app`; parsing fills `flags`, which must outlive it.
CLI::App* AddResolveCommand(CLI::App& app, ResolveFlags& flags);

// Runs it. Returns the exit status: 0 every target takes the config, 1 one rejects it or lets calls
// break, 2 could not run.
int RunResolve(const ResolveFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_RESOLVE_H_
