// A git repository, asked by its own program.
// Promise: git's configuration cannot make it run another program or print in another way; what it
// says comes back as one line. For tools/workspace only.
#ifndef GRPCFG_TOOLS_WORKSPACE_GIT_H_
#define GRPCFG_TOOLS_WORKSPACE_GIT_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/workspace/child_process.h"

namespace grpcfg {

// What a commit has at a path.
enum class GitEntry { kNone, kFile, kLink, kSubmodule };

// A path where the working tree is not as it was in a commit.
struct GitChange {
  std::string path;  // from the top on
  GitEntry before = GitEntry::kNone;
  std::string object;  // what git calls what was there
  bool is_gone = false;
};

// Whether the variables that git sets for a hook, such as GIT_INDEX_FILE, are about a repository.
enum class HookVariables { kAreOfIt, kAreOfAnother };

class Git {
 public:
  // `top`: the directory where it begins, with a slash.
  Git(std::string top, HookVariables variables) : top_(std::move(top)), variables_(variables) {}

  // The ID of what `since` names, see OldVersions. Errors: InvalidArgument, with the cause, for
  // what names no commit.
  [[nodiscard]] absl::StatusOr<std::string> CommitOf(absl::string_view since) const;

  // True if it has the commit with this ID.
  [[nodiscard]] absl::StatusOr<bool> HasCommit(absl::string_view id) const;

  // The commit of the submodule that `commit` has at `path`, which is from the top on; nothing: it
  // has none there.
  [[nodiscard]] absl::StatusOr<std::optional<std::string>> SubmoduleAt(
      const std::string& commit, absl::string_view path) const;

  // What changed since `commit` at `path`, which is from the top on, or below it; empty: all. A
  // file that git does not track any more is gone, even where it still is.
  [[nodiscard]] absl::StatusOr<std::vector<GitChange>> ChangesSince(
      const std::string& commit, const std::string& path = "") const;

  // The files with these names, each what git calls it or `<commit>:<path>`, where links are
  // followed that lead to a file of the commit. Nothing: there is no such, or it has no name.
  [[nodiscard]] absl::StatusOr<std::vector<std::optional<std::string>>> TextsOf(
      const std::vector<std::string>& names) const;

  // The paths of the submodules at `path` or below it, see ChangesSince.
  [[nodiscard]] absl::StatusOr<std::vector<std::string>> SubmodulesBelow(
      const std::string& path) const;

  // True if another repository has it as a submodule.
  [[nodiscard]] absl::StatusOr<bool> IsSubmodule() const;

  // What `arguments` print. Errors: that git fails.
  [[nodiscard]] absl::StatusOr<std::string> Ask(std::vector<std::string> arguments,
                                                absl::string_view input = {}) const;

 private:
  [[nodiscard]] absl::StatusOr<ChildOutput> Run(std::vector<std::string> arguments,
                                                absl::string_view input = {}) const;
  [[nodiscard]] absl::StatusOr<std::string> PartingOf(absl::string_view name,
                                                      const std::string& commit) const;
  [[nodiscard]] absl::Status NoCommit(absl::string_view name, absl::string_view told) const;
  [[nodiscard]] std::string KindOf(absl::string_view name) const;
  [[nodiscard]] bool IsWithoutCommits() const;
  [[nodiscard]] absl::Status Failed(absl::string_view told) const;

  std::string top_;
  HookVariables variables_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_GIT_H_
