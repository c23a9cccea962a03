// Whole files to disk, all or nothing.
// Promise: a reader sees the old bytes or the new ones, never a part; on failure the old file
// stays.
#ifndef GRPCFG_TOOLS_WORKSPACE_WRITE_FILE_H_
#define GRPCFG_TOOLS_WORKSPACE_WRITE_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

// Writes all of `bytes` to an open file descriptor, and waits for room if it is non-blocking.
// False, with errno set, if the reader went away or the disk is full.
bool WriteAll(int descriptor, absl::string_view bytes);

// Writes `bytes` to `path` through a temporary file beside it, fsync and rename. Links are
// followed; mode, owner and group stay, and a new file has the mode that the umask leaves. What
// cannot be replaced is written to as it is: a device, a pipe, and the file that stdout or stderr
// already goes to. Errors: the code of the system call that failed, with path and cause.
absl::Status WriteFile(const std::string& path, absl::string_view bytes);

// The same for a file that is not there yet. Errors: Aborted, with nothing done, for one that
// exists meanwhile.
absl::Status CreateFile(const std::string& path, absl::string_view bytes);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_WRITE_FILE_H_
