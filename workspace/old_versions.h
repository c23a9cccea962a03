// What files were before a change, by git.
// Promise: of files that did not change nothing is read; git's configuration cannot make it run
// another program or print in another way.
#ifndef GRPCFG_WORKSPACE_OLD_VERSIONS_H_
#define GRPCFG_WORKSPACE_OLD_VERSIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace grpcfg {

// A file as it was in a commit.
struct OldVersion {
  bool is_changed = false;          // then or since: the text is another one, or new
  std::optional<std::string> text;  // of a changed file; nothing: there was none
};

// Takes paths of files as they are opened, and a commit as git names it: `main`, `HEAD~1`, a tag or
// an ID; `main...` is the commit from which HEAD and `main` went apart, as in `git diff main...`.
// Returns one for each path: what is in the working tree now against what was in that commit. A
// file that was moved is looked up where it was; one that git does not track is new. Each path may
// lie in a repository of its own. Of the files `beside`, which come last, those outside of any
// repository count as unchanged. Errors: kNotFound without git, kFailedPrecondition for a file
// outside any repository, kInvalidArgument for a commit that its repository does not have.
absl::StatusOr<std::vector<OldVersion>> OldVersions(const std::vector<std::string>& paths,
                                                    const std::string& since,
                                                    const std::vector<std::string>& beside = {});

}  // namespace grpcfg

#endif  // GRPCFG_WORKSPACE_OLD_VERSIONS_H_
