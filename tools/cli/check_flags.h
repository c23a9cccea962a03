// The flags of `check` and `dns check`, which are one run over other texts.
#ifndef GRPCFG_TOOLS_CLI_CHECK_FLAGS_H_
#define GRPCFG_TOOLS_CLI_CHECK_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/cli/check_inputs.h"
#include "tools/cli/dns_input.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/projects.h"

namespace grpcfg {

struct CheckFlags : FindingFlags {
  ProjectFlags project;
  KnownFlags known;
  DnsFlags dns;
  std::vector<std::string> formats;  // NAME or NAME:FILE
  int jobs = 0;                      // 0: as many as there are cores
  bool quiet = false;
  bool notes = false;
  bool statistics = false;
};

// Checks what the flags name, and reports it. Returns the exit status. Errors: what cannot be used
// at all; see check.cc.
absl::StatusOr<int> RunCheck(const CheckFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_CHECK_FLAGS_H_
