// `grpcfg check`: validates and lints files, directories or stdin.
#ifndef GRPCFG_TOOLS_CHECK_H_
#define GRPCFG_TOOLS_CHECK_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "tools/api_flags.h"
#include "tools/target_flags.h"

namespace grpcfg {

// The flags as the user gave them.
struct CheckFlags {
  std::vector<std::string> paths;
  TargetFlags target;
  ApiFlags api;
  std::string kind = "auto";
  std::vector<std::string> formats;  // NAME or NAME:FILE
  std::string fail_on = "error";
  std::string color = "auto";
  std::string stdin_filename = "<stdin>";
  int jobs = 0;  // 0: as many as there are cores
  bool quiet = false;
  bool statistics = false;
};

// Adds the subcommand to `app`; parsing fills `flags`, which must outlive it.
CLI::App* AddCheckCommand(CLI::App& app, CheckFlags& flags);

// Runs it. Returns the exit status: 0 nothing at or above --fail-on, 1 findings, 2 could not run.
int RunCheck(const CheckFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CHECK_H_
