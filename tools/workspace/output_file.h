// Where an output may go, and which names mean the same file.
// Promise: what CheckOutputs lets pass overwrites no input, and no output of the same run.
// For tools/, before anything is written.
#ifndef GRPCFG_TOOLS_WORKSPACE_OUTPUT_FILE_H_
#define GRPCFG_TOOLS_WORKSPACE_OUTPUT_FILE_H_

#include <sys/stat.h>

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace grpcfg {

// Files that a run writes besides its reports, and what messages call each.
struct OtherOutputs {
  absl::Span<const std::string> paths = {};
  absl::string_view what = {};
};

// Takes the paths of all outputs ("" is stdout) and of all inputs ("-" is stdin), however they are
// spelled. Errors: InvalidArgument for an output that is an input, or goes where another goes, by
// inode; FailedPrecondition for a directory; the code of the system call for a path in a directory
// that is not there. Devices may be named twice.
absl::Status CheckOutputs(absl::Span<const std::string> outputs,
                          absl::Span<const std::string> inputs, const OtherOutputs& others = {});

// The path that opening `path` for writing would reach: links are followed, also a last one to a
// file that is not there yet. A loop of links stays as it is.
std::string FollowLinks(const std::string& path);

// Which of stdout and stderr is open on this file (`/dev/stdout`, or the name that the shell
// redirected to); none: neither.
std::optional<int> StandardStreamOn(const struct stat& file);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_OUTPUT_FILE_H_
