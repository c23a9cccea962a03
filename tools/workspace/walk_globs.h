// Which files below a directory the globs of WalkOptions take, whether or not they are there.
// Promise: touches no file but to find out where the globs begin. For tools/workspace only.
#ifndef GRPCFG_TOOLS_WORKSPACE_WALK_GLOBS_H_
#define GRPCFG_TOOLS_WORKSPACE_WALK_GLOBS_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/workspace/gitignore.h"
#include "tools/workspace/walk.h"

namespace grpcfg {

// What stands before the rest of a path below a named directory: "a/" for `a`, "" for `.`, `./`.
std::string SpelledPrefix(absl::string_view named);

// kInvalidArgument for a malformed glob.
absl::Status CheckGlobs(const WalkOptions& options);

// All paths are absolute and without links, those of directories with a slash at their ends, and
// lie below the directory.
class WalkGlobs {
 public:
  // `directory`: the one that is walked. Making globs takes as long as the check of a file. Errors:
  // see CheckGlobs.
  static absl::StatusOr<WalkGlobs> Of(const WalkOptions& options, const std::string& directory);

  [[nodiscard]] bool Includes(absl::string_view file) const;
  // `path` without a slash at its end. The directories above it are not looked at.
  [[nodiscard]] bool Excludes(absl::string_view path, bool is_directory) const;
  // True for a file that is included, and neither is excluded nor lies in a directory that is.
  [[nodiscard]] bool Takes(absl::string_view file) const;

  [[nodiscard]] bool obeys_ignore_files() const { return obeys_ignore_files_; }

 private:
  WalkGlobs() = default;

  IgnoreList include_;
  IgnoreList exclude_;
  bool obeys_ignore_files_ = true;
  size_t directory_size_ = 0;  // bytes of the path of the directory
  size_t base_size_ = 0;       // bytes of a path that globs do not see
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_WALK_GLOBS_H_
