// The entries of one directory, sorted, with what each of them is.
// Promise: one descriptor, closed before the return, and no stat for an entry whose kind the
// directory itself tells. For walk.cc; everybody else lists files through walk.h.
#ifndef GRPCFG_TOOLS_WORKSPACE_DIRECTORY_H_
#define GRPCFG_TOOLS_WORKSPACE_DIRECTORY_H_

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace grpcfg {

enum class EntryKind { kFile, kDirectory, kOther };

struct DirectoryEntry {
  std::string name;
  EntryKind kind = EntryKind::kOther;  // of the target, for a symbolic link
  bool is_link = false;
  int link_error = 0;  // errno of following the link
};

struct Directory {
  std::pair<dev_t, ino_t> identity;
  std::vector<DirectoryEntry> entries;  // without `.` and `..`, bytewise by name
};

// Takes a path ("" means the current directory). Returns its entries. Errors: "cannot list ...".
absl::StatusOr<Directory> ReadDirectory(const std::string& path);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_DIRECTORY_H_
