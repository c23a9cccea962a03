// `grpcfg targets`: every known target, and how each reads a config.
#ifndef GRPCFG_TOOLS_TARGETS_H_
#define GRPCFG_TOOLS_TARGETS_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"

namespace grpcfg {

// The flags as the user gave them.
struct TargetsFlags {
  std::vector<std::string> targets;  // each a list with commas; none: all
  std::string format = "text";
};

// Adds the subcommand to `app`; parsing fills `flags`, which must outlive it.
CLI::App* AddTargetsCommand(CLI::App& app, TargetsFlags& flags);

// Runs it. Returns the exit status: 0, or 2 if there is no such target or stdout cannot be written.
int RunTargets(const TargetsFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_TARGETS_H_
