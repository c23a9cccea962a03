// What files were before a change, by git.
// Promise: of files that did not change nothing is read; a file counts as unchanged only if all
// that leads to it is unchanged, too.
#ifndef GRPCFG_TOOLS_WORKSPACE_OLD_VERSIONS_H_
#define GRPCFG_TOOLS_WORKSPACE_OLD_VERSIONS_H_

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

struct OldVersionsFound {
  std::vector<OldVersion> versions;
  std::vector<std::string> notes = {};  // what was not compared, though it could have been
};

// Takes paths of files as they are opened, and a commit as git names it: `main`, `HEAD~1`, a tag or
// an ID; `main...` is the commit from which HEAD and `main` went apart, as in `git diff main...`.
// Returns one version for each path: what is in the working tree now against what was in that
// commit. New are:
// - a file that was moved, where it is, since other settings may hold there;
// - one that git does not track, and one to which a link leads that changed or is not tracked;
// - all in a repository within another that had no submodule there, or one of a commit that is not
//   at hand, which a note says.
// The repository of the working directory decides what the commit is, and by that the commits of
// those within it; a file outside of that is asked about in its own, or where that is a submodule,
// by way of the one that has it. Of the files `beside`, which come last, those outside of any
// repository count as unchanged. Errors: kNotFound without git, kFailedPrecondition for a file
// outside any repository, kInvalidArgument for what is no commit.
absl::StatusOr<OldVersionsFound> OldVersions(const std::vector<std::string>& paths,
                                             const std::string& since,
                                             const std::vector<std::string>& beside = {});

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_OLD_VERSIONS_H_
