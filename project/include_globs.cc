#include "project/include_globs.h"

#include <algorithm>
#include <cstddef>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "workspace/upward_search.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kUsualEnding = ".json";

absl::string_view NameIn(absl::string_view path) { return path.substr(DirectoryPart(path).size()); }

std::string Escaped(absl::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (absl::StrContains("*?[\\", c)) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// What all names end in, from a `.`, `_` or `-` on, or whole names that are all the same.
absl::string_view CommonEnding(absl::Span<const std::string> paths) {
  absl::string_view ending = NameIn(paths.front());
  for (const std::string& path : paths) {
    while (!absl::EndsWith(NameIn(path), ending)) ending.remove_prefix(1);
  }
  const bool is_name =
      absl::c_all_of(paths, [&](const std::string& path) { return NameIn(path) == ending; });
  return is_name ? ending : ending.substr(std::min(ending.find_first_of("._-"), ending.size()));
}

}  // namespace

std::string GlobOf(absl::string_view path) { return absl::StrCat("/", Escaped(path)); }

std::vector<std::string> IncludeGlobs(absl::Span<const std::string> wanted,
                                      absl::Span<const std::string> others) {
  if (wanted.size() > 1) {
    const absl::string_view ending = CommonEnding(wanted);
    const bool is_taken = absl::c_any_of(
        others, [&](const std::string& other) { return absl::EndsWith(other, ending); });
    if (ending.size() > kUsualEnding.size() && !is_taken) {
      return {absl::StrCat("*", Escaped(ending))};
    }
  }
  absl::btree_map<absl::string_view, std::vector<absl::string_view>> by_folder;
  for (const std::string& path : wanted) by_folder[DirectoryPart(path)].push_back(path);
  std::vector<std::string> globs;
  for (const auto& [folder, paths] : by_folder) {
    const bool is_mixed = absl::c_any_of(others, [&, &folder = folder](const std::string& other) {
      return DirectoryPart(other) == folder;
    });
    if (paths.size() > 1 && !is_mixed && !folder.empty()) {
      globs.push_back(absl::StrCat(GlobOf(folder), "*", kUsualEnding));
      continue;
    }
    for (const absl::string_view path : paths) globs.push_back(GlobOf(path));
  }
  return globs;
}

}  // namespace grpcfg
