// What files were before a change, by git, and which files are no longer there.
// Promise: of files that did not change nothing is read; a file counts as unchanged only if all
// that leads to it is unchanged, too, and none as deleted that is merely not checked out, as with
// `git sparse-checkout`.
#ifndef GRPCFG_TOOLS_WORKSPACE_OLD_VERSIONS_H_
#define GRPCFG_TOOLS_WORKSPACE_OLD_VERSIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/workspace/walk.h"

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
// an ID; `main...` is the merge base of HEAD and `main`, as in `git diff main...`. Returns one
// version for each path: what is in the working tree now against what was in that commit. New are:
// - a file that was moved, where it is, since other settings may hold there;
// - one that git does not track, and one to which a link leads that changed or is not tracked;
// - all in a repository within another that had no submodule there, or one of a commit that is not
//   at hand, which a note says.
// The repository of the working directory decides what the commit is, and by that the commits of
// those within it; a file outside of that is looked up in its own, or where that is a submodule,
// by way of the one that has it. Of the files `beside`, which come last, those outside of any
// repository count as unchanged. Errors: kNotFound without git, kFailedPrecondition for a file
// outside any repository, kInvalidArgument for what is not a commit.
absl::StatusOr<OldVersionsFound> OldVersions(const std::vector<std::string>& paths,
                                             const std::string& since,
                                             const std::vector<std::string>& beside = {});

struct DeletedFile {
  std::string path;       // as ListConfigFiles would spell it
  std::string text;       // of the commit
  bool is_there = false;  // it is a file still, but no config by what it holds now
};

struct DeletedFilesFound {
  std::vector<DeletedFile> files;
  // One for each path: the commit had it, or something below it, that is deleted.
  std::vector<bool> existed;
  std::vector<std::string> notes = {};  // what was not compared, though it could have been
};

// Takes paths as the user named them, which need not exist any longer, and a commit, see
// OldVersions. Returns what is deleted of what ListConfigFiles would have found in that commit: a
// file by its own name, and below a directory what the globs take. A file that was moved is deleted
// where it was, and so are one that gave way to a link out of its repository, and one that, by what
// it holds, is no longer a config. Of what is no longer
// tracked, but still there, the caller knows whether it is a config now. Links to files count as
// the files; those to directories were not followed then. `-` and files that are there are skipped.
// Errors: those of OldVersions but for paths outside of any repository, where nothing was; those of
// `options_of`.
absl::StatusOr<DeletedFilesFound> FindDeletedFiles(const std::vector<std::string>& paths,
                                                   const std::string& since,
                                                   WalkOptionsOf options_of);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_OLD_VERSIONS_H_
