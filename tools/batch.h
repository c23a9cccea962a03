// `grpcfg batch`: the check for JSON Lines on stdin, one answer line per input line.
#ifndef GRPCFG_TOOLS_BATCH_H_
#define GRPCFG_TOOLS_BATCH_H_

#include "CLI/CLI.hpp"
#include "tools/api_flags.h"
#include "tools/target_flags.h"

namespace grpcfg {

// The flags as the user gave them.
struct BatchFlags {
  TargetFlags target;
  ApiFlags api;
  bool no_diagnostics = false;
  bool effective = false;
  int jobs = 0;  // 0: as many as there are cores
};

// Adds the subcommand to `app`; parsing fills `flags`, which must outlive it.
CLI::App* AddBatchCommand(CLI::App& app, BatchFlags& flags);

// Runs it. Returns the exit status: 0 every line got an answer, 2 a line was malformed or input or
// output failed.
int RunBatch(const BatchFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_BATCH_H_
