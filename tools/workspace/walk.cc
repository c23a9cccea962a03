#include "tools/workspace/walk.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "tools/workspace/directory.h"
#include "tools/workspace/gitignore.h"
#include "tools/workspace/repository.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"
#include "tools/workspace/walk_globs.h"

namespace grpcfg {
namespace {

// A directory to be entered. Both texts are empty or end in a slash.
struct PendingDirectory {
  std::string spelled;   // as the user will read it, and as it is opened
  std::string absolute;  // as ignore files see it: the named directory's real path and the rest
  IgnoreScopes::Scope scope = IgnoreScopes::kNoScope;
};

// The walk below one named directory. Invariant: no directory is entered twice; `pending_` and
// `links_` hold what is still to be entered, so depth costs memory but no stack.
class Walk {
 public:
  Walk(const WalkGlobs& globs, ConfigFiles& found) : globs_(globs), found_(found) {}

  // `absolute`: the directory as WalkGlobs takes it. Returns what `exclude` left out first, as it
  // is spelled; empty: nothing.
  std::string Run(const std::string& named, const std::string& absolute) {
    PendingDirectory root = {.spelled = SpelledPrefix(named), .absolute = absolute};
    if (absl::StartsWith(absolute, "/")) root.scope = ScopeAbove(absolute);
    tree_ = FindRepositoryTop(absolute).value_or(absolute);
    pending_.push_back(std::move(root));
    while (!pending_.empty() || !links_.empty()) {
      if (pending_.empty()) TakeLinks();
      PendingDirectory next = std::move(pending_.back());
      pending_.pop_back();
      Enter(next);
    }
    return first_excluded_;
  }

 private:
  void TakeLinks() {
    std::sort(links_.begin(), links_.end(),
              [](const auto& a, const auto& b) { return a.spelled > b.spelled; });
    pending_.swap(links_);
  }

  // The scope of the directories from the repository's top to just above the walked one. The
  // walked directory's own files are read when it is entered.
  IgnoreScopes::Scope ScopeAbove(const std::string& absolute) {
    const std::optional<std::string> top = FindRepositoryTop(absolute);
    if (!top || *top == absolute) return IgnoreScopes::kNoScope;
    IgnoreScopes::Scope scope = RepositoryScope(*top, *top);
    for (size_t end = top->size(); end < absolute.size(); end = absolute.find('/', end) + 1) {
      const std::string directory = absolute.substr(0, end);
      scope = AddIgnoreFile(scope, directory, {directory, ".gitignore"});
    }
    return scope;
  }

  // Outermost in a repository: what .git/info/exclude says.
  IgnoreScopes::Scope RepositoryScope(const std::string& spelled, const std::string& absolute) {
    return AddIgnoreFile(IgnoreScopes::kNoScope, absolute,
                         {SharedGitDirectory(spelled), "info/exclude"});
  }

  // Adds the patterns of the file at `path` (directory and name), which hold below `absolute`.
  IgnoreScopes::Scope AddIgnoreFile(IgnoreScopes::Scope scope, const std::string& absolute,
                                    const std::pair<std::string, absl::string_view>& path) {
    if (!globs_.obeys_ignore_files()) return scope;
    const auto links =
        path.second == ".gitignore" ? SymbolicLinks::kRefuse : SymbolicLinks::kFollow;
    absl::StatusOr<IgnoreList> patterns =
        LoadIgnoreFile(absl::StrCat(path.first, path.second), links);
    if (!patterns.ok()) {
      found_.problems.push_back(patterns.status());
      return scope;
    }
    return patterns->empty() ? scope : scopes_.Add(scope, absolute, *std::move(patterns));
  }

  void Enter(PendingDirectory& directory) {
    const absl::StatusOr<Directory> content = ReadDirectory(directory.spelled);
    if (!content.ok()) {
      found_.problems.push_back(content.status());
      return;
    }
    if (!entered_.insert(content->identity).second) return;
    const auto has = [&](absl::string_view name) {
      return std::any_of(content->entries.begin(), content->entries.end(),
                         [&](const DirectoryEntry& entry) { return entry.name == name; });
    };
    if (has(".git")) directory.scope = RepositoryScope(directory.spelled, directory.absolute);
    if (has(".gitignore")) {
      directory.scope =
          AddIgnoreFile(directory.scope, directory.absolute, {directory.spelled, ".gitignore"});
    }
    const auto waiting = static_cast<std::ptrdiff_t>(pending_.size());
    for (const DirectoryEntry& entry : content->entries) {
      if (entry.name != ".git") Judge(directory, entry);
    }
    std::reverse(pending_.begin() + waiting, pending_.end());  // the last is entered first
  }

  void Judge(const PendingDirectory& parent, const DirectoryEntry& entry) {
    const bool is_directory = entry.kind == EntryKind::kDirectory;
    const std::string absolute = absl::StrCat(parent.absolute, entry.name);
    if (!is_directory && !globs_.Includes(absolute)) return;
    std::string spelled = absl::StrCat(parent.spelled, entry.name);
    if (globs_.Excludes(absolute, is_directory)) return NoteExcluded(std::move(spelled));
    if (scopes_.Ignores(parent.scope, absolute, is_directory && !entry.is_link)) return;
    if (entry.is_link && entry.link_error == 0 && !StaysInside(spelled)) {
      LeaveOut(spelled, entry.kind);
    } else if (is_directory) {
      auto& queue = entry.is_link ? links_ : pending_;
      queue.push_back({absl::StrCat(spelled, "/"), absl::StrCat(absolute, "/"), parent.scope});
    } else if (entry.kind == EntryKind::kFile) {
      // A file of that name must not be taken for standard input.
      found_.paths.push_back(spelled == "-" ? "./-" : std::move(spelled));
    } else if (entry.link_error != 0 && !absl::StartsWith(entry.name, ".#")) {
      // Emacs locks a file with a link to nowhere named `.#file`.
      found_.problems.push_back(
          SystemError(entry.link_error, absl::StrCat("cannot follow link ", QuotePath(spelled))));
    }
  }

  void NoteExcluded(std::string spelled) {
    if (first_excluded_.empty()) first_excluded_ = std::move(spelled);
  }

  // What a link leads to. In /proc even a regular file may hold secrets, or never end.
  [[nodiscard]] bool StaysInside(const std::string& link) const {
    const std::string target = RealDirectoryPath(link);
    const auto begins = [&](absl::string_view directory) {
      return absl::StartsWith(target, directory);
    };
    return begins(tree_) && !begins("/proc/") && !begins("/sys/") && !begins("/dev/");
  }

  // A directory may well hold no config.
  void LeaveOut(const std::string& link, EntryKind kind) {
    if (kind == EntryKind::kDirectory) return;
    found_.left_out.push_back(absl::PermissionDeniedError(
        absl::StrCat(QuotePath(link), " is a link that leads out of ", QuotePath(tree_),
                     " or to a device, and was not followed; to check that file, name it")));
  }

  const WalkGlobs& globs_;
  ConfigFiles& found_;
  IgnoreScopes scopes_;
  std::string tree_;  // links that leave it are not followed; ends in a slash
  std::string first_excluded_;
  std::vector<PendingDirectory> pending_;
  std::vector<PendingDirectory> links_;  // reached through a link; after all of pending_
  std::set<std::pair<dev_t, ino_t>> entered_;
};

// `excluded`: what was left out; empty: nothing.
absl::Status NothingMatched(const std::string& named, const WalkOptions& options,
                            const std::string& excluded) {
  const std::string globs = absl::StrJoin(
      options.include, " or ",
      [](std::string* out, const std::string& glob) { absl::StrAppend(out, QuotePath(glob)); });
  const std::string fact = absl::StrCat(QuotePath(named), " holds no file that matches ", globs);
  if (excluded.empty()) {
    return absl::NotFoundError(absl::StrCat(fact, " and is not ignored; name the files"));
  }
  return absl::NotFoundError(absl::StrCat(fact, " and is neither ignored nor left out by ",
                                          options.exclude_origin, ", as ", QuotePath(excluded),
                                          " is; change that, or name the files"));
}

absl::Status ListBelow(const std::string& named, const WalkOptions& options, ConfigFiles& found) {
  std::string absolute = RealDirectoryPath(named);
  if (absolute.empty()) absolute = SpelledPrefix(named);
  const absl::StatusOr<WalkGlobs> globs = WalkGlobs::Of(options, absolute);
  if (!globs.ok()) return globs.status();
  const size_t paths_before = found.paths.size();
  const size_t problems_before = found.problems.size();
  const std::string excluded = Walk(*globs, found).Run(named, absolute);
  if (found.paths.size() == paths_before && found.problems.size() == problems_before) {
    found.unmatched.push_back(NothingMatched(named, options, excluded));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ConfigFiles> ListConfigFiles(const std::vector<std::string>& paths,
                                            const WalkOptions& options) {
  const absl::Status checked = CheckGlobs(options);
  if (!checked.ok()) return checked;
  return ListConfigFiles(paths, [&](const std::string& /*directory*/) { return options; });
}

absl::StatusOr<ConfigFiles> ListConfigFiles(const std::vector<std::string>& paths,
                                            WalkOptionsOf options_of) {
  ConfigFiles found;
  for (const std::string& path : paths) {
    struct stat status = {};
    const bool is_stdin = path == "-";
    if (!is_stdin && stat(path.c_str(), &status) != 0) {
      found.problems.push_back(SystemError(errno, absl::StrCat("cannot read ", QuotePath(path))));
    } else if (S_ISDIR(status.st_mode)) {
      const absl::StatusOr<WalkOptions> options = options_of(path);
      if (!options.ok()) return options.status();
      absl::Status listed = ListBelow(path, *options, found);
      if (!listed.ok()) return listed;
      found.bytes.reset();
    } else {
      found.paths.push_back(path);
      if (found.bytes) *found.bytes += static_cast<uintmax_t>(status.st_size);
    }
  }
  std::sort(found.paths.begin(), found.paths.end());
  found.paths.erase(std::unique(found.paths.begin(), found.paths.end()), found.paths.end());
  return found;
}

}  // namespace grpcfg
