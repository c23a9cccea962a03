#include "tools/workspace/upward_search.h"

#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tools/workspace/system_error.h"

namespace grpcfg {
namespace {

namespace fs = std::filesystem;

// True for an absolute path without anything that would have to be resolved.
bool IsNormal(absl::string_view path) {
  if (!absl::StartsWith(path, "/")) return false;
  for (size_t slash = 0; slash < path.size();) {
    const size_t next = std::min(path.find('/', slash + 1), path.size());
    const absl::string_view part = path.substr(slash + 1, next - slash - 1);
    const bool is_last = next == path.size();
    if (part == "." || part == ".." || (part.empty() && !is_last)) return false;
    slash = next;
  }
  return true;
}

// Nothing that depends on where a file is may be written once this is so.
std::atomic<int> current_directory_error = 0;

}  // namespace

std::string AbsolutePath(absl::string_view path) {
  if (IsNormal(path)) return std::string(path);
  std::error_code unknown;  // a deleted current directory: the path stays relative
  fs::path absolute(std::string(path).c_str());
  if (!absl::StartsWith(path, "/")) absolute = fs::current_path(unknown) / absolute;
  if (unknown) current_directory_error = unknown.value();
  return absolute.lexically_normal().string();
}

absl::Status WasCurrentDirectoryKnown() {
  const int error = current_directory_error;
  if (error == 0) return absl::OkStatus();
  return SystemError(error, "cannot determine the current directory");
}

std::string AbsoluteDirectoryPath(absl::string_view directory) {
  std::string absolute = AbsolutePath(directory.empty() ? "." : directory);
  if (!absl::EndsWith(absolute, "/")) absolute += '/';
  return absolute;
}

std::optional<std::string> RealPath(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(realpath(path.c_str(), nullptr), std::free);
  if (real == nullptr) return std::nullopt;
  return real.get();
}

std::string RealDirectoryPath(const std::string& directory) {
  const std::optional<std::string> real = RealPath(directory);
  if (!real) return "";
  return absl::StrCat(*real, absl::EndsWith(*real, "/") ? "" : "/");
}

std::string PathFrom(absl::string_view directory, absl::string_view path) {
  if (absl::StartsWith(path, directory)) return std::string(path.substr(directory.size()));
  return fs::path(std::string(path).c_str())
      .lexically_relative(std::string(directory).c_str())
      .string();
}

absl::string_view DirectoryPart(absl::string_view path) {
  return path.substr(0, path.rfind('/') + 1);
}

absl::string_view FileNamePart(absl::string_view path) {
  return path.substr(DirectoryPart(path).size());
}

absl::string_view DirectoryAbove(absl::string_view directory) {
  directory.remove_suffix(1);
  return DirectoryPart(directory);
}

bool IsThere(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 && !S_ISDIR(status.st_mode);
}

bool IsRegularFile(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

bool HasEntry(const std::string& path) {
  struct stat status = {};
  return lstat(path.c_str(), &status) == 0;
}

bool IsDirectory(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::optional<std::string> FindRepositoryTop(absl::string_view directory) {
  for (; !directory.empty(); directory = DirectoryAbove(directory)) {
    if (HasEntry(absl::StrCat(directory, ".git"))) return std::string(directory);
  }
  return std::nullopt;
}

bool IsWithinRepository(const std::string& path, const std::string& directory) {
  const std::string top = RealDirectoryPath(FindRepositoryTop(directory).value_or(directory));
  const std::optional<std::string> real = RealPath(path);
  const std::string reached =
      real ? *real : RealDirectoryPath(AbsoluteDirectoryPath(DirectoryPart(path)));
  return !top.empty() && absl::StartsWith(absl::StrCat(reached, "/"), top);
}

std::optional<std::string> UpwardSearch::Find(absl::string_view directory) {
  const auto searched = nearest_.find(directory);
  if (searched != nearest_.end()) return searched->second;
  const std::string absolute = AbsoluteDirectoryPath(directory);
  std::vector<absl::string_view> passed = {directory};
  std::optional<std::string> found;
  for (absl::string_view at = absolute; !at.empty(); at = DirectoryAbove(at)) {
    const auto known = nearest_.find(at);
    if (known != nearest_.end()) {
      found = known->second;
      break;
    }
    passed.push_back(at);
    std::string candidate = absl::StrCat(at, name_);
    if (HasEntry(candidate)) found = std::move(candidate);
    if (found || HasEntry(absl::StrCat(at, ".git"))) break;
  }
  for (const absl::string_view each : passed) nearest_.emplace(std::string(each), found);
  return found;
}

}  // namespace grpcfg
