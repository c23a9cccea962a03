// `grpcfg resolve`: the config of each method as each client uses it.
#ifndef GRPCFG_TOOLS_RESOLVE_H_
#define GRPCFG_TOOLS_RESOLVE_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "tools/target_flags.h"

namespace grpcfg {

// The flags as the user gave them.
struct ResolveFlags {
  std::vector<std::string> paths;
  std::vector<std::string> methods;
  TargetFlags target;
  std::string kind = "auto";
  std::string format = "text";
  std::string stdin_filename = "<stdin>";
};

// Adds the subcommand to `app`; parsing fills `flags`, which must outlive it.
CLI::App* AddResolveCommand(CLI::App& app, ResolveFlags& flags);

// Runs it. Returns the exit status: 0 every target takes the config, 1 one rejects it or lets calls
// break, 2 could not run.
int RunResolve(const ResolveFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_RESOLVE_H_
