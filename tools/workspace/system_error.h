// Words for a failed system call: the thing, the cause and the remedy on one line, with every
// control character of a path escaped so that a file name cannot steer a terminal.
// For tools/workspace and those of tools/cli that touch files themselves; the pure libraries have
// no use for it.
#ifndef GRPCFG_TOOLS_WORKSPACE_SYSTEM_ERROR_H_
#define GRPCFG_TOOLS_WORKSPACE_SYSTEM_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

// Takes a path as the system gave it; returns it in backticks, control characters as `\xNN`.
std::string QuotePath(absl::string_view path);

// The same for a path that `-` may stand for: `stdin`.
std::string QuoteInput(absl::string_view path);

// Takes an errno value and the words for what failed ("cannot read `a.json`"). Returns a status
// with the matching canonical code and the message "<what>: <cause>; <remedy>".
absl::Status SystemError(int error_number, absl::string_view what);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_SYSTEM_ERROR_H_
