// `grpcfg compat`: what each client makes of a config, as a table.
#ifndef GRPCFG_TOOLS_COMPAT_H_
#define GRPCFG_TOOLS_COMPAT_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "tools/api_flags.h"
#include "tools/target_flags.h"

namespace grpcfg {

// The flags as the user gave them.
struct CompatFlags {
  std::vector<std::string> paths;
  TargetFlags target;
  ApiFlags api;
  std::string kind = "auto";
  std::string format = "text";
  std::string fail_on = "error";
  std::string color = "auto";
  std::string stdin_filename = "<stdin>";
};

// Adds the subcommand to `app`; parsing fills `flags`, which must outlive it.
CLI::App* AddCompatCommand(CLI::App& app, CompatFlags& flags);

// Runs it. Returns the exit status: 0 nothing at or above --fail-on, 1 findings, 2 could not run.
int RunCompat(const CompatFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_COMPAT_H_
