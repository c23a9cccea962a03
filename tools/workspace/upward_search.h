// The nearest file of some name in a directory or above it, as git and linters look for theirs.
// Promise: no directory is looked at twice; reads nothing but what file systems say of a path.
// For tools/.
#ifndef GRPCFG_TOOLS_WORKSPACE_UPWARD_SEARCH_H_
#define GRPCFG_TOOLS_WORKSPACE_UPWARD_SEARCH_H_

#include <optional>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

// `path` from the current directory on, without `.`, `..` and double slashes. Links stay.
std::string AbsolutePath(absl::string_view path);

// Errors: a call of AbsolutePath could not determine the current directory, so that its path, and
// what follows from it, is another one than it should be.
absl::Status WasCurrentDirectoryKnown();

// The same for a directory, with a slash at its end.
std::string AbsoluteDirectoryPath(absl::string_view directory);

// The same path without links; nothing where the system does not know.
std::optional<std::string> RealPath(const std::string& path);

// That of a directory, with a slash at its end; empty where the system does not know.
std::string RealDirectoryPath(const std::string& directory);

// `path` from `directory` on, both absolute, the latter with its slash; with `..` where the path is
// not below it.
std::string PathFrom(absl::string_view directory, absl::string_view path);

// What stands before the name of a file: "a/" of "a/b.json", "" of "b.json".
absl::string_view DirectoryPart(absl::string_view path);

// The rest of it: the name.
absl::string_view FileNamePart(absl::string_view path);

// The directory above one that ends in a slash; "" above the root, and above a relative "a/".
absl::string_view DirectoryAbove(absl::string_view directory);

// True if a file, a link to one, or whatever else but a directory is at `path`.
bool IsThere(const std::string& path);

// True if a regular file, or a link to one, is at `path`.
bool IsRegularFile(const std::string& path);

// True if anything is at `path`, also a link that leads nowhere.
bool HasEntry(const std::string& path);

// True if a directory, or a link to one, is at `path`.
bool IsDirectory(const std::string& path);

// Where the repository of an absolute directory begins, both with a slash at their ends: there, or
// in the nearest one above it that has a `.git` in it.
std::optional<std::string> FindRepositoryTop(absl::string_view directory);

// True if `path`, once links are followed, is in the repository of an absolute directory, or below
// that where there is no repository; and if nothing is there yet.
bool IsWithinRepository(const std::string& path, const std::string& directory);

class UpwardSearch {
 public:
  explicit UpwardSearch(std::string name) : name_(std::move(name)) {}

  // The absolute path of the nearest entry of that name, whatever it is, in `directory`, which ends
  // in a slash or is empty, or above it. The search ends at the first directory with a `.git` in
  // it.
  std::optional<std::string> Find(absl::string_view directory);

 private:
  std::string name_;
  // By directory, as it was given and absolute.
  absl::flat_hash_map<std::string, std::optional<std::string>> nearest_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_UPWARD_SEARCH_H_
