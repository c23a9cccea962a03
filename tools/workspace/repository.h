// Where the git repository of a directory begins and where it keeps what all its worktrees share.
// Promise: reads a few small files and runs no program; a directory without repository is no error.
// For tools/workspace, and for tools/cli where a repository begins.
#ifndef GRPCFG_TOOLS_WORKSPACE_REPOSITORY_H_
#define GRPCFG_TOOLS_WORKSPACE_REPOSITORY_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/workspace/gitignore.h"

namespace grpcfg {

// Takes an absolute directory that ends in a slash ("/r/a/"). Returns it or the nearest one above
// that has a `.git` in it, spelled alike, or nothing.
std::optional<std::string> FindRepositoryTop(absl::string_view directory);

// Takes a top, with the slash. Returns its `.git` directory, with a slash: for a linked worktree
// that of the main one, for a submodule the one its `.git` file names.
std::string SharedGitDirectory(const std::string& top);

// git follows a symbolic link at info/exclude, but not at a .gitignore.
enum class SymbolicLinks { kFollow, kRefuse };

// Takes the path of a .gitignore or info/exclude. Returns its patterns, none if there is no such
// file or it is not a regular one (a FIFO would block). Errors: those of ReadFile.
absl::StatusOr<IgnoreList> LoadIgnoreFile(const std::string& path, SymbolicLinks links);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_REPOSITORY_H_
