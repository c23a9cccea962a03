// A file under a name of its own, beside the one that it is to replace.
// For tools/workspace only.
#ifndef GRPCFG_TOOLS_WORKSPACE_TEMPORARY_FILE_H_
#define GRPCFG_TOOLS_WORKSPACE_TEMPORARY_FILE_H_

#include <sys/types.h>

#include <string>

namespace grpcfg {

// For nobody else, until its bytes and its rights are those of the file that it replaces.
inline constexpr mode_t kPrivateMode = 0600;

// Mode bits that are permissions.
inline constexpr mode_t kPermissions = 07777;

// Makes an empty file beside `path`, and sets `name` to its path. Returns its descriptor, or -1
// with errno set. The name does not grow with that of `path`, which may be as long as names get.
int CreateBeside(const std::string& path, mode_t mode, std::string& name);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_TEMPORARY_FILE_H_
