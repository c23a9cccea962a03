// `grpcfg explain`: all that is known of some rules.
#ifndef GRPCFG_TOOLS_EXPLAIN_H_
#define GRPCFG_TOOLS_EXPLAIN_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"

namespace grpcfg {

// The flags as the user gave them.
struct ExplainFlags {
  std::vector<std::string> rules;
  std::string format = "text";
};

// Adds the subcommand to `app`; parsing fills `flags`, which must outlive it.
CLI::App* AddExplainCommand(CLI::App& app, ExplainFlags& flags);

// Runs it. Returns the exit status: 0, or 2 if there is no such rule or stdout cannot be written.
int RunExplain(const ExplainFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_EXPLAIN_H_
