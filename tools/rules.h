// `grpcfg rules`: every rule.
#ifndef GRPCFG_TOOLS_RULES_H_
#define GRPCFG_TOOLS_RULES_H_

#include <string>

#include "CLI/CLI.hpp"

namespace grpcfg {

// The flags as the user gave them.
struct RulesFlags {
  std::string format = "text";
};

// Adds the subcommand to `app`; parsing fills `flags`, which must outlive it.
CLI::App* AddRulesCommand(CLI::App& app, RulesFlags& flags);

// Runs it. Returns the exit status: 0, or 2 if stdout cannot be written.
int RunRules(const RulesFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_RULES_H_
