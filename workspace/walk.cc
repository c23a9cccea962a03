#include "workspace/walk.h"

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
#include "absl/strings/strip.h"
#include "workspace/directory.h"
#include "workspace/gitignore.h"
#include "workspace/repository.h"
#include "workspace/system_error.h"
#include "workspace/upward_search.h"

namespace grpcfg {
namespace {

struct Globs {
  IgnoreList include;
  IgnoreList exclude;
  bool obeys_ignore_files = true;
};

absl::StatusOr<std::vector<IgnorePattern>> ParseGlobs(const std::vector<std::string>& globs) {
  std::vector<IgnorePattern> patterns;
  for (const std::string& glob : globs) {
    absl::StatusOr<IgnorePattern> pattern = ParseIgnorePattern(glob);
    if (!pattern.ok()) return pattern.status();
    patterns.push_back(*std::move(pattern));
  }
  return patterns;
}

// The path without links and with a slash at its end; empty where the system cannot tell.
std::string AbsoluteDirectory(const std::string& path) {
  const std::optional<std::string> real = RealPath(path);
  if (!real) return "";
  return absl::StrCat(*real, absl::EndsWith(*real, "/") ? "" : "/");
}

// What stands before the rest of a path below a named directory: "" for `.`, `./`.
std::string SpelledPrefix(absl::string_view named) {
  while (named.size() > 1 && absl::ConsumeSuffix(&named, "/")) {
  }
  if (named == ".") return "";
  return named == "/" ? "/" : absl::StrCat(named, "/");
}

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
  Walk(const Globs& globs, ConfigFiles& found) : globs_(globs), found_(found) {}

  // Returns what `exclude` left out first, as it is spelled; empty: nothing.
  std::string Run(const std::string& named, const std::string& glob_directory) {
    PendingDirectory root = {.spelled = SpelledPrefix(named), .absolute = AbsoluteDirectory(named)};
    if (root.absolute.empty()) {
      root.absolute = root.spelled;
    } else {
      root.scope = ScopeAbove(root.absolute);
    }
    const std::optional<std::string> top = FindRepositoryTop(root.absolute);
    tree_ = top ? *top : root.absolute;
    const std::string above = glob_directory.empty() ? "" : AbsoluteDirectory(glob_directory);
    const bool is_below = !above.empty() && absl::StartsWith(root.absolute, above);
    glob_base_size_ = is_below ? above.size() : root.absolute.size();
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
    if (!globs_.obeys_ignore_files) return scope;
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
    if (!is_directory && !IsIncluded(absolute)) return;
    std::string spelled = absl::StrCat(parent.spelled, entry.name);
    if (IsExcluded(absolute, is_directory)) return NoteExcluded(std::move(spelled));
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
    const std::string target = AbsoluteDirectory(link);
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

  [[nodiscard]] absl::string_view RelativeToGlobs(absl::string_view absolute) const {
    return absolute.substr(glob_base_size_);
  }
  [[nodiscard]] bool IsIncluded(absl::string_view absolute) const {
    return globs_.include.Decide(RelativeToGlobs(absolute), /*is_directory=*/false) ==
           IgnoreDecision::kIgnored;
  }
  [[nodiscard]] bool IsExcluded(absl::string_view absolute, bool is_directory) const {
    return globs_.exclude.Decide(RelativeToGlobs(absolute), is_directory) ==
           IgnoreDecision::kIgnored;
  }

  const Globs& globs_;
  ConfigFiles& found_;
  IgnoreScopes scopes_;
  std::string tree_;  // links that leave it are not followed; ends in a slash
  std::string first_excluded_;
  size_t glob_base_size_ = 0;  // bytes of an absolute path that globs do not see
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

// Making globs takes as long as the check of a file: only for directories.
absl::StatusOr<Globs> MakeGlobs(const WalkOptions& options) {
  absl::StatusOr<std::vector<IgnorePattern>> include = ParseGlobs(options.include);
  if (!include.ok()) return include.status();
  absl::StatusOr<std::vector<IgnorePattern>> exclude = ParseGlobs(options.exclude);
  if (!exclude.ok()) return exclude.status();
  return Globs{IgnoreList(*std::move(include)), IgnoreList(*std::move(exclude)),
               options.obeys_ignore_files};
}

void ListBelow(const std::string& named, const WalkOptions& options, const Globs& globs,
               ConfigFiles& found) {
  const size_t paths_before = found.paths.size();
  const size_t problems_before = found.problems.size();
  const std::string excluded = Walk(globs, found).Run(named, options.glob_directory);
  if (found.paths.size() == paths_before && found.problems.size() == problems_before) {
    found.unmatched.push_back(NothingMatched(named, options, excluded));
  }
}

}  // namespace

absl::StatusOr<ConfigFiles> ListConfigFiles(const std::vector<std::string>& paths,
                                            const WalkOptions& options) {
  for (const auto* const globs : {&options.include, &options.exclude}) {
    const absl::Status parsed = ParseGlobs(*globs).status();
    if (!parsed.ok()) return parsed;
  }
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
      const absl::StatusOr<Globs> globs = MakeGlobs(*options);
      if (!globs.ok()) return globs.status();
      ListBelow(path, *options, *globs, found);
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
