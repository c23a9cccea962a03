// A git repository, read by the program `git`: one process for each question, however many files it
// is about.
// Promise: no monitor and no hook of the repository is run, the variables of a hook of another one
// do not count, paths are taken as they are, and what git says of a failure is one line. For
// tools/workspace only.
#ifndef GRPCFG_TOOLS_WORKSPACE_GIT_H_
#define GRPCFG_TOOLS_WORKSPACE_GIT_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

// What a commit or the index has at a path.
enum class GitEntry { kNone, kFile, kLink, kSubmodule };

// A path that the index has.
struct GitTracked {
  std::string path;  // from the top on
  GitEntry entry = GitEntry::kNone;
};

// A path where the working tree is not as it was in a commit.
struct GitChange {
  std::string path;  // from the top on
  GitEntry before = GitEntry::kNone;
  std::string object;  // the ID of what was there
  bool is_deleted = false;
};

// Errors of all functions: kNotFound if there is no `git`, kInternal if it fails.
class Git {
 public:
  // `top`: the directory where the repository begins, with a slash.
  explicit Git(std::string top);

  // The ID of the commit that `since` names, see OldVersions. Errors: kInvalidArgument, with the
  // cause, for what names no commit.
  [[nodiscard]] absl::StatusOr<std::string> CommitOf(absl::string_view since) const;

  // True if it has the commit with this ID.
  [[nodiscard]] absl::StatusOr<bool> HasCommit(absl::string_view id) const;

  // The commit of the submodule that `commit` has at `path`, which is from the top on; nothing: it
  // has none there.
  [[nodiscard]] absl::StatusOr<std::optional<std::string>> SubmoduleAt(
      const std::string& commit, absl::string_view path) const;

  // What changed since `commit` at `path`, which is from the top on, or below it; empty: all. A
  // file that is no longer tracked counts as deleted, even where it still is.
  [[nodiscard]] absl::StatusOr<std::vector<GitChange>> ChangesSince(
      const std::string& commit, const std::string& path = "") const;

  // The files with these names, each an ID or `<commit>:<path>`, where links are followed that lead
  // to a file of the commit. Nothing: there is no such file, or the name is empty.
  [[nodiscard]] absl::StatusOr<std::vector<std::optional<std::string>>> TextsOf(
      const std::vector<std::string>& names) const;

  // What the index has at `path` or below it, see ChangesSince.
  [[nodiscard]] absl::StatusOr<std::vector<GitTracked>> TrackedBelow(
      const std::string& path = "") const;

  // The absolute paths, without slashes at their ends, of what git ignores at `path` or below it,
  // see ChangesSince. Of what lies in an ignored directory only that directory is listed. Tracked
  // files are never ignored.
  [[nodiscard]] absl::StatusOr<absl::flat_hash_set<std::string>> IgnoredBelow(
      const std::string& path = "") const;

  // True if another repository has it as a submodule.
  [[nodiscard]] absl::StatusOr<bool> IsSubmodule() const;

 private:
  struct Output {
    int exit_status = 0;  // 128 and more: that of the signal that ended it, as shells count
    std::string out;
    std::string err;
  };

  // That git fails is not an error of Run; it is one of Query, which returns what git printed.
  [[nodiscard]] absl::StatusOr<Output> Run(std::vector<std::string> arguments,
                                           absl::string_view input = {}) const;
  [[nodiscard]] absl::StatusOr<std::string> Query(std::vector<std::string> arguments,
                                                  absl::string_view input = {}) const;
  [[nodiscard]] absl::StatusOr<std::string> MergeBase(absl::string_view name,
                                                      const std::string& commit) const;
  [[nodiscard]] absl::Status NotACommit(absl::string_view name, absl::string_view message) const;
  [[nodiscard]] std::string KindOf(absl::string_view name) const;
  [[nodiscard]] absl::Status Failed(absl::string_view message) const;

  std::string top_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_GIT_H_
