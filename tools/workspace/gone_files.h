// Configs that a commit had and that are gone since, by git.
// Promise: no file counts as gone that is merely not checked out, as with `git sparse-checkout`.
#ifndef GRPCFG_TOOLS_WORKSPACE_GONE_FILES_H_
#define GRPCFG_TOOLS_WORKSPACE_GONE_FILES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/workspace/walk.h"

namespace grpcfg {

struct GoneFile {
  std::string path;  // as ListConfigFiles would spell it
  std::string text;  // of the commit
};

struct GoneFilesFound {
  std::vector<GoneFile> files;
  // One for each path: the commit had it, or something below it, that is gone.
  std::vector<bool> were_there;
  std::vector<std::string> notes = {};  // what was not compared, though it could have been
};

// Takes paths as the user named them, of what need not be there any more, and a commit, see
// OldVersions. Returns what is gone of what ListConfigFiles would have found in that commit: a file
// by its own name, and below a directory what the globs take and no .gitignore of the commit
// ignored. A file that was moved is gone from where it was. Of what is not tracked any more, but
// still there, the caller knows whether it is a config now. Links to files count as the files;
// those to directories were not followed then. `-` and files that are there are left out.
// Errors: those of OldVersions but for paths outside of any repository, where nothing was; those of
// `options_of`.
absl::StatusOr<GoneFilesFound> FindGoneFiles(const std::vector<std::string>& paths,
                                             const std::string& since, WalkOptionsOf options_of);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_GONE_FILES_H_
