// Another program, run to its end: no shell, nothing of its output lost.
// Promise: what it reads and writes cannot make either side wait for the other, and no more than
// 256 MiB are held. For tools/workspace only.
#ifndef GRPCFG_TOOLS_WORKSPACE_CHILD_PROCESS_H_
#define GRPCFG_TOOLS_WORKSPACE_CHILD_PROCESS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

struct ChildOutput {
  int exit_status = 0;  // 128 and more: that of the signal that ended it, as shells count
  std::string out;
  std::string err;
};

// Runs `arguments`, the first of which is a program of the PATH, with `input` to read. Errors:
// kNotFound if there is no such program, kResourceExhausted for too much output, else the code of
// the system call that failed. That the program fails is no error.
absl::StatusOr<ChildOutput> RunProgram(const std::vector<std::string>& arguments,
                                       absl::string_view input = {});

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_CHILD_PROCESS_H_
