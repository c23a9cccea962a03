#include "validator/project/include_globs.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
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

enum class Numbers : bool { kAsTheyAre, kAny };

std::string Escaped(absl::string_view text, Numbers numbers = Numbers::kAsTheyAre) {
  std::string escaped;
  for (const char c : text) {
    const bool is_any = numbers == Numbers::kAny && absl::ascii_isdigit(c);
    if (is_any && absl::EndsWith(escaped, "*")) continue;
    if (absl::StrContains("*?[\\", c)) escaped += '\\';
    escaped += is_any ? '*' : c;
  }
  return escaped;
}

// What all names end in, from a `.`, `_` or `-` on.
absl::string_view CommonEnding(absl::Span<const std::string> paths) {
  absl::string_view ending = FileNamePart(paths.front());
  for (const std::string& path : paths) {
    while (!absl::EndsWith(path, ending)) ending.remove_prefix(1);
  }
  return ending.substr(std::min(ending.find_first_of("._-"), ending.size()));
}

// The folder that all are in; empty for the one of the project file.
absl::string_view CommonFolder(absl::Span<const std::string> paths) {
  absl::string_view folder = DirectoryPart(paths.front());
  for (const std::string& path : paths) {
    while (!absl::StartsWith(path, folder)) folder = DirectoryAbove(folder);
  }
  return folder;
}

// The files that no glob may match.
class OtherFiles {
 public:
  explicit OtherFiles(absl::Span<const std::string> paths) : paths_(paths) {}

  // True for a glob that can be written and matches none of them.
  bool AreLeftOutBy(const std::string& glob) {
    if (const auto known = tried_.find(glob); known != tried_.end()) return known->second;
    if (!CanBeNamed(glob) || tried_.size() == kMostTried) return false;
    const PathGlob tried(WithoutPlaces({glob}));
    const bool are_out =
        absl::c_none_of(paths_, [&](const std::string& path) { return tried.Holds(path); });
    tried_.emplace(glob, are_out);
    return are_out;
  }

 private:
  absl::Span<const std::string> paths_;
  absl::btree_map<std::string, bool> tried_;
};

// For all of `paths`; empty if none is their own.
std::string CommonGlob(absl::Span<const std::string> paths, OtherFiles& others) {
  const absl::string_view ending = CommonEnding(paths);
  std::string glob = absl::StrCat("**/*", Escaped(ending));
  if (ending.size() > kUsualEnding.size() && others.AreLeftOutBy(glob)) return glob;
  const absl::string_view folder = CommonFolder(paths);
  glob = absl::StrCat("/", Escaped(folder), "**/*", kUsualEnding);
  return !folder.empty() && others.AreLeftOutBy(glob) ? glob : "";
}

// For `path` and files that are called like it, or for it alone.
std::string GlobOf(absl::string_view path, OtherFiles& others) {
  for (const Numbers numbers : {Numbers::kAny, Numbers::kAsTheyAre}) {
    std::string glob = absl::StrCat("**/", Escaped(FileNamePart(path), numbers));
    if (others.AreLeftOutBy(glob)) return glob;
  }
  return absl::StrCat("/", Escaped(path));
}

}  // namespace

bool CanBeNamed(absl::string_view path) {
  return FindInvalidUtf8(path, 0) == absl::string_view::npos;
}

std::vector<std::string> IncludeGlobs(absl::Span<const std::string> chosen,
                                      absl::Span<const std::string> others) {
  OtherFiles left_out(others);
  if (chosen.size() > 1) {
    std::string common = CommonGlob(chosen, left_out);
    if (!common.empty()) return {std::move(common)};
  }
  absl::btree_map<absl::string_view, std::vector<absl::string_view>> folders;
  for (const std::string& path : chosen) folders[DirectoryPart(path)].push_back(path);
  absl::btree_set<std::string> globs;
  for (const auto& [folder, paths] : folders) {
    std::string all = absl::StrCat("/", Escaped(folder), "*", kUsualEnding);
    if (!folder.empty() && paths.size() > 1 && left_out.AreLeftOutBy(all)) {
      globs.insert(std::move(all));
      continue;
    }
    for (const absl::string_view path : paths) {
      if (CanBeNamed(path)) globs.insert(GlobOf(path, left_out));
    }
  }
  return {globs.begin(), globs.end()};
}

}  // namespace grpcfg
