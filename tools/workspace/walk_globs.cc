#include "tools/workspace/walk_globs.h"

#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "tools/workspace/upward_search.h"

namespace grpcfg {
namespace {

absl::StatusOr<std::vector<IgnorePattern>> ParseGlobs(const std::vector<std::string>& globs) {
  std::vector<IgnorePattern> patterns;
  for (const std::string& glob : globs) {
    absl::StatusOr<IgnorePattern> pattern = ParseIgnorePattern(glob);
    if (!pattern.ok()) return pattern.status();
    patterns.push_back(*std::move(pattern));
  }
  return patterns;
}

}  // namespace

std::string SpelledPrefix(absl::string_view named) {
  while (named.size() > 1 && absl::ConsumeSuffix(&named, "/")) {
  }
  if (named == ".") return "";
  return named == "/" ? "/" : absl::StrCat(named, "/");
}

absl::Status CheckGlobs(const WalkOptions& options) {
  absl::Status checked = ParseGlobs(options.include).status();
  checked.Update(ParseGlobs(options.exclude).status());
  return checked;
}

absl::StatusOr<WalkGlobs> WalkGlobs::Of(const WalkOptions& options, const std::string& directory) {
  absl::StatusOr<std::vector<IgnorePattern>> include = ParseGlobs(options.include);
  if (!include.ok()) return include.status();
  absl::StatusOr<std::vector<IgnorePattern>> exclude = ParseGlobs(options.exclude);
  if (!exclude.ok()) return exclude.status();
  WalkGlobs globs;
  globs.include_ = IgnoreList(*std::move(include));
  globs.exclude_ = IgnoreList(*std::move(exclude));
  globs.obeys_ignore_files_ = options.obeys_ignore_files;
  globs.directory_size_ = directory.size();
  const std::string above =
      options.glob_directory.empty() ? "" : RealDirectoryPath(options.glob_directory);
  const bool is_below = !above.empty() && absl::StartsWith(directory, above);
  globs.base_size_ = is_below ? above.size() : directory.size();
  return globs;
}

bool WalkGlobs::Includes(absl::string_view file) const {
  return include_.Decide(file.substr(base_size_), /*is_directory=*/false) ==
         IgnoreDecision::kIgnored;
}

bool WalkGlobs::Excludes(absl::string_view path, bool is_directory) const {
  return exclude_.Decide(path.substr(base_size_), is_directory) == IgnoreDecision::kIgnored;
}

bool WalkGlobs::Takes(absl::string_view file) const {
  if (!Includes(file) || Excludes(file, /*is_directory=*/false)) return false;
  for (size_t end = file.find('/', directory_size_); end != absl::string_view::npos;
       end = file.find('/', end + 1)) {
    if (Excludes(file.substr(0, end), /*is_directory=*/true)) return false;
  }
  return true;
}

}  // namespace grpcfg
