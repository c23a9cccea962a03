#include "tools/workspace/gone_files.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tools/workspace/compared_commits.h"
#include "tools/workspace/git.h"
#include "tools/workspace/gitignore.h"
#include "tools/workspace/repository.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"
#include "tools/workspace/walk_globs.h"

namespace grpcfg {
namespace {

// Where a path is, or was: absolute, without links in what is there of it, with a slash at its end.
std::string PlaceOf(const std::string& path) {
  std::string real = RealDirectoryPath(path);
  if (!real.empty()) return real;
  const std::string absolute = AbsoluteDirectoryPath(path);
  absl::string_view there = absolute;
  while (!there.empty() && !IsDirectory(std::string(there))) there = DirectoryAbove(there);
  return absl::StrCat(RealDirectoryPath(std::string(there)), absolute.substr(there.size()));
}

// `place` from the top of a repository on, as git takes it; empty: all of the repository.
std::string PlaceIn(const std::string& top, absl::string_view place) {
  if (!absl::ConsumePrefix(&place, top)) return "";
  return std::string(absl::StripSuffix(place, "/"));
}

// The .gitignore files of a commit. Paths are those of git, from the top of the repository on.
class FormerIgnores {
 public:
  // Reads what lies on the way to `changes`.
  static absl::StatusOr<FormerIgnores> Of(const Git& git, const std::string& commit,
                                          const std::string& top,
                                          const std::vector<GitChange>& changes) {
    absl::StatusOr<IgnoreList> shared = LoadIgnoreFile(
        absl::StrCat(SharedGitDirectory(top), "info/exclude"), SymbolicLinks::kFollow);
    if (!shared.ok()) return shared.status();
    std::set<std::string> directories;  // what is above comes first
    for (const GitChange& change : changes) {
      absl::string_view directory = DirectoryPart(change.path);
      while (directories.emplace(directory).second && !directory.empty()) {
        directory = DirectoryAbove(directory);
      }
    }
    std::vector<std::string> names;
    names.reserve(directories.size());
    for (const std::string& directory : directories) {
      names.push_back(absl::StrCat(commit, ":", directory, ".gitignore"));
    }
    const auto texts = git.TextsOf(names);
    if (!texts.ok()) return texts.status();
    FormerIgnores ignores;
    const IgnoreScopes::Scope outermost =
        ignores.scopes_.Add(IgnoreScopes::kNoScope, "", *std::move(shared));
    auto text = texts->begin();
    for (const std::string& directory : directories) {
      ignores.AddDirectory(directory, outermost, text->value_or(""));
      ++text;
    }
    return ignores;
  }

  // True for a file that is ignored itself or lies in a directory that is; that at `walked`, and
  // those above it, do not count, as in a walk of it.
  [[nodiscard]] bool Ignores(absl::string_view path, absl::string_view walked) const {
    for (size_t end = path.find('/', walked.size() + 1); end != absl::string_view::npos;
         end = path.find('/', end + 1)) {
      if (IgnoresItself(path.substr(0, end), /*is_directory=*/true)) return true;
    }
    return IgnoresItself(path, /*is_directory=*/false);
  }

 private:
  void AddDirectory(const std::string& directory, IgnoreScopes::Scope outermost,
                    absl::string_view text) {
    const IgnoreScopes::Scope above =
        directory.empty() ? outermost : of_directory_.find(DirectoryAbove(directory))->second;
    of_directory_[directory] = scopes_.Add(above, directory, IgnoreList(ParseGitignore(text)));
  }

  [[nodiscard]] bool IgnoresItself(absl::string_view path, bool is_directory) const {
    return scopes_.Ignores(of_directory_.find(DirectoryPart(path))->second, path, is_directory);
  }

  IgnoreScopes scopes_;
  std::map<std::string, IgnoreScopes::Scope, std::less<>> of_directory_;
};

// What the user named.
struct NamedPath {
  std::string spelled;
  std::string place;
  WalkGlobs globs;

  [[nodiscard]] bool Is(absl::string_view absolute) const {
    return absl::StripSuffix(place, "/") == absolute;
  }
  [[nodiscard]] std::string Spell(absl::string_view absolute) const {
    const std::string prefix = SpelledPrefix(spelled);
    if (Is(absolute)) return std::string(absl::StripSuffix(prefix, "/"));
    return absl::StrCat(prefix, absolute.substr(place.size()));
  }
};

class GoneSearch {
 public:
  explicit GoneSearch(const std::string& since) : commits_(since, found_.notes) {}

  absl::Status Look(const NamedPath& named) {
    found_.were_there.push_back(false);
    const std::optional<std::string> top = FindRepositoryTop(named.place);
    if (!top) return absl::OkStatus();
    std::vector<std::string> tops = {*top};  // and those of its submodules
    while (!tops.empty()) {
      const std::string next = std::move(tops.back());
      tops.pop_back();
      absl::Status looked = LookIn(next, named, tops);
      if (!looked.ok()) return looked;
    }
    return absl::OkStatus();
  }

  void Skip() { found_.were_there.push_back(false); }

  GoneFilesFound Take() { return std::move(found_); }

 private:
  absl::Status LookIn(const std::string& top, const NamedPath& named,
                      std::vector<std::string>& within) {
    const absl::StatusOr<std::optional<std::string>> commit = commits_.Of(top);
    if (!commit.ok()) return commit.status();
    if (!*commit) return absl::OkStatus();
    const Git git = commits_.GitOf(top);
    const std::string walked = PlaceIn(top, named.place);
    const auto submodules = git.SubmodulesBelow(walked);
    if (!submodules.ok()) return submodules.status();
    for (const std::string& submodule : *submodules) {
      std::string inner = absl::StrCat(top, submodule, "/");
      if (HasEntry(absl::StrCat(inner, ".git"))) within.push_back(std::move(inner));
    }
    absl::StatusOr<std::vector<GitChange>> changes = git.ChangesSince(**commit, walked);
    if (!changes.ok()) return changes.status();
    std::vector<GitChange> gone = GoneOf(top, *std::move(changes), named);
    if (gone.empty()) return absl::OkStatus();
    if (named.globs.obeys_ignore_files()) {
      const auto ignores = FormerIgnores::Of(git, **commit, top, gone);
      if (!ignores.ok()) return ignores.status();
      std::erase_if(gone, [&](const GitChange& change) {
        return !named.Is(absl::StrCat(top, change.path)) && ignores->Ignores(change.path, walked);
      });
    }
    return AddTexts(git, **commit, {top, std::move(gone)}, named);
  }

  // Those of them that a run on what was named takes, but for what is ignored.
  std::vector<GitChange> GoneOf(const std::string& top, std::vector<GitChange> changes,
                                const NamedPath& named) {
    std::erase_if(changes, [&](const GitChange& change) {
      if (!change.is_gone) return true;
      found_.were_there.back() = true;
      const std::string absolute = absl::StrCat(top, change.path);
      if (change.before == GitEntry::kSubmodule) {
        found_.notes.push_back(absl::StrCat("the submodule ", QuotePath(absolute),
                                            " is gone, and the configs that it had are not "
                                            "compared"));
        return true;
      }
      return !named.Is(absolute) && !named.globs.Takes(absolute);
    });
    return changes;
  }

  struct GoneBelow {
    const std::string& top;
    std::vector<GitChange> changes;
  };

  absl::Status AddTexts(const Git& git, const std::string& commit, const GoneBelow& gone,
                        const NamedPath& named) {
    std::vector<std::string> names;
    names.reserve(gone.changes.size());
    for (const GitChange& change : gone.changes) {
      const bool is_link = change.before == GitEntry::kLink;
      names.push_back(is_link ? absl::StrCat(commit, ":", change.path) : change.object);
    }
    absl::StatusOr<std::vector<std::optional<std::string>>> texts = git.TextsOf(names);
    if (!texts.ok()) return texts.status();
    for (size_t i = 0; i < names.size(); ++i) {
      std::string path = named.Spell(absl::StrCat(gone.top, gone.changes[i].path));
      if (!told_.insert(path).second) continue;
      if (!(*texts)[i]) {
        found_.notes.push_back(absl::StrCat("the link ", QuotePath(path),
                                            " is gone, and what it led to is not compared"));
        continue;
      }
      found_.files.push_back({std::move(path), *std::move((*texts)[i])});
    }
    return absl::OkStatus();
  }

  GoneFilesFound found_;
  ComparedCommits commits_;
  absl::flat_hash_set<std::string> told_;  // paths
};

}  // namespace

absl::StatusOr<GoneFilesFound> FindGoneFiles(const std::vector<std::string>& paths,
                                             const std::string& since, WalkOptionsOf options_of) {
  GoneSearch search(since);
  for (const std::string& path : paths) {
    if (path == "-" || (HasEntry(path) && !IsDirectory(path))) {
      search.Skip();
      continue;
    }
    const absl::StatusOr<WalkOptions> options = options_of(path);
    if (!options.ok()) return options.status();
    std::string place = PlaceOf(path);
    absl::StatusOr<WalkGlobs> globs = WalkGlobs::Of(*options, place);
    if (!globs.ok()) return globs.status();
    const absl::Status looked = search.Look({path, std::move(place), *std::move(globs)});
    if (!looked.ok()) return looked;
  }
  return search.Take();
}

}  // namespace grpcfg
