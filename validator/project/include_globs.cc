#include "validator/project/include_globs.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "schema/json/utf8.h"
#include "tools/workspace/upward_search.h"
#include "validator/project/path_glob.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kUsualEnding = ".json";

// Each is compared with every other file.
constexpr size_t kMostTried = 64;

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
  absl::string_view ending = FileNamePart(paths.front());
  for (const std::string& path : paths) {
    while (!absl::EndsWith(FileNamePart(path), ending)) ending.remove_prefix(1);
  }
  const bool is_name =
      absl::c_all_of(paths, [&](const std::string& path) { return FileNamePart(path) == ending; });
  return is_name ? ending : ending.substr(std::min(ending.find_first_of("._-"), ending.size()));
}

// By folder; "" for the one of the project file.
using ByFolder = absl::btree_map<absl::string_view, std::vector<absl::string_view>>;

ByFolder FoldersOf(absl::Span<const std::string> paths) {
  ByFolder by_folder;
  for (const std::string& path : paths) by_folder[DirectoryPart(path)].push_back(path);
  return by_folder;
}

// Takes folders that have little else out of `wanted`.
void TakeFolders(const ByFolder& others, ByFolder& wanted, std::vector<std::string>& globs) {
  absl::erase_if(wanted, [&](const auto& each) {
    const auto& [folder, paths] = each;
    const auto found = others.find(folder);
    const auto beside = found == others.end() ? std::vector<absl::string_view>() : found->second;
    const bool can_be_named = CanBeNamed(folder) && absl::c_all_of(beside, CanBeNamed);
    if (folder.empty() || !can_be_named || paths.size() <= beside.size() + 1) return false;
    globs.push_back(absl::StrCat(GlobOf(folder), "*", kUsualEnding));
    for (const absl::string_view other : beside) globs.push_back(absl::StrCat("!", GlobOf(other)));
    return true;
  });
}

void AddEach(const ByFolder& wanted, std::vector<std::string>& globs) {
  for (const auto& [folder, paths] : wanted) {
    for (const absl::string_view path : paths) {
      if (CanBeNamed(path)) globs.push_back(GlobOf(path));
    }
  }
}

// The folders that `others` are in, and those above them; the top is one.
absl::flat_hash_set<absl::string_view> MixedFolders(absl::Span<const std::string> others) {
  absl::flat_hash_set<absl::string_view> mixed = {""};
  for (const std::string& other : others) {
    absl::string_view folder = DirectoryPart(other);
    while (mixed.insert(folder).second) folder = DirectoryAbove(folder);
  }
  return mixed;
}

// Takes whole folders that have nothing else, with those in them, out of `wanted`.
void TakeTrees(absl::Span<const std::string> others, ByFolder& wanted,
               std::vector<std::string>& globs) {
  const absl::flat_hash_set<absl::string_view> mixed = MixedFolders(others);
  absl::btree_map<absl::string_view, std::vector<absl::string_view>> by_tree;  // folders
  for (const auto& [folder, paths] : wanted) {
    if (mixed.contains(folder)) continue;
    absl::string_view tree = folder;
    while (!mixed.contains(DirectoryAbove(tree))) tree = DirectoryAbove(tree);
    by_tree[tree].push_back(folder);
  }
  for (const auto& [tree, folders] : by_tree) {
    if (folders.size() < 2 || !CanBeNamed(tree)) continue;
    globs.push_back(absl::StrCat(GlobOf(tree), "**/*", kUsualEnding));
    for (const absl::string_view folder : folders) wanted.erase(folder);
  }
}

// A glob for `path` and those that have other numbers.
std::string AnyNumbers(absl::string_view path) {
  std::string glob;
  bool is_number = false;
  for (const char c : GlobOf(path)) {
    const bool was_number = std::exchange(is_number, absl::ascii_isdigit(c));
    if (!is_number) glob += c;
    if (is_number && !was_number) glob += '*';
  }
  return glob;
}

// Takes files whose paths differ in numbers only out of `wanted`.
void TakeNumbered(absl::Span<const std::string> others, ByFolder& wanted,
                  std::vector<std::string>& globs) {
  absl::btree_map<std::string, std::vector<absl::string_view>> alike;
  for (const auto& [folder, paths] : wanted) {
    for (const absl::string_view path : paths) {
      if (CanBeNamed(path)) alike[AnyNumbers(path)].push_back(path);
    }
  }
  size_t tried = 0;
  for (const auto& [glob, paths] : alike) {
    if (paths.size() < 2 || ++tried > kMostTried) continue;
    const PathGlob numbered(WithoutPlaces({glob}));
    const auto is_one = [&](absl::string_view path) { return numbered.Holds(path); };
    if (absl::c_any_of(others, is_one)) continue;
    globs.push_back(glob);
    for (auto& [folder, rest] : wanted) std::erase_if(rest, is_one);
  }
}

}  // namespace

bool CanBeNamed(absl::string_view path) {
  return FindInvalidUtf8(path, 0) == absl::string_view::npos;
}

std::string GlobOf(absl::string_view path) { return absl::StrCat("/", Escaped(path)); }

std::vector<std::string> IncludeGlobs(absl::Span<const std::string> wanted,
                                      absl::Span<const std::string> others) {
  if (wanted.size() > 1) {
    const absl::string_view ending = CommonEnding(wanted);
    const bool is_taken = absl::c_any_of(
        others, [&](const std::string& other) { return absl::EndsWith(other, ending); });
    if (ending.size() > kUsualEnding.size() && !is_taken && CanBeNamed(ending)) {
      return {absl::StrCat("*", Escaped(ending))};
    }
  }
  const ByFolder others_by_folder = FoldersOf(others);
  ByFolder rest = FoldersOf(wanted);
  std::vector<std::string> globs;
  TakeFolders(others_by_folder, rest, globs);
  AddEach(rest, globs);
  if (globs.size() <= kMostIncludeGlobs) return globs;
  globs.clear();
  rest = FoldersOf(wanted);
  TakeTrees(others, rest, globs);
  TakeFolders(others_by_folder, rest, globs);
  TakeNumbered(others, rest, globs);
  AddEach(rest, globs);
  return globs;
}

}  // namespace grpcfg
