#include "tools/workspace/repository.h"

#include <sys/stat.h>

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tools/workspace/gitignore.h"
#include "tools/workspace/read_file.h"

namespace grpcfg {
namespace {

bool IsRegularFile(const std::string& path, SymbolicLinks links) {
  struct stat status = {};
  const int failure =
      links == SymbolicLinks::kFollow ? stat(path.c_str(), &status) : lstat(path.c_str(), &status);
  return failure == 0 && S_ISREG(status.st_mode);
}

// The path that a one-line file such as `commondir` holds, resolved against the directory of that
// file and with a slash at its end; nothing if there is no such file.
std::optional<std::string> PathInFile(const std::string& directory, absl::string_view name,
                                      absl::string_view prefix) {
  const std::string path = absl::StrCat(directory, name);
  if (!IsRegularFile(path, SymbolicLinks::kFollow)) return std::nullopt;
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return std::nullopt;
  absl::string_view target = *text;
  if (!absl::ConsumePrefix(&target, prefix)) return std::nullopt;
  target = absl::StripAsciiWhitespace(target);
  if (target.empty()) return std::nullopt;
  return absl::StrCat(absl::StartsWith(target, "/") ? "" : directory, target, "/");
}

}  // namespace

std::optional<std::string> FindRepositoryTop(absl::string_view directory) {
  while (!directory.empty()) {
    struct stat status = {};
    if (lstat(absl::StrCat(directory, ".git").c_str(), &status) == 0) {
      return absl::StrCat(directory);
    }
    directory.remove_suffix(1);
    directory = directory.substr(0, directory.rfind('/') + 1);
  }
  return std::nullopt;
}

std::string SharedGitDirectory(const std::string& top) {
  const std::string own = PathInFile(top, ".git", "gitdir:").value_or(absl::StrCat(top, ".git/"));
  return PathInFile(own, "commondir", "").value_or(own);
}

absl::StatusOr<IgnoreList> LoadIgnoreFile(const std::string& path, SymbolicLinks links) {
  if (!IsRegularFile(path, links)) return IgnoreList();
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  return IgnoreList(ParseGitignore(*text));
}

}  // namespace grpcfg
