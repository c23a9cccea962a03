#include "tools/workspace/walk.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "tools/workspace/git.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"

namespace grpcfg {
namespace {

namespace fs = std::filesystem;

enum class EntryKind { kFile, kDirectory, kOther };

struct DirectoryEntry {
  std::string name;
  EntryKind kind = EntryKind::kOther;  // of the target, for a symbolic link
  bool is_link = false;
  int link_error = 0;  // errno of following the link
};

struct Directory {
  std::pair<dev_t, ino_t> identity;
  std::vector<DirectoryEntry> entries;  // bytewise by name
};

DirectoryEntry MakeEntry(const fs::directory_entry& found) {
  DirectoryEntry entry = {.name = found.path().filename().string()};
  std::error_code error;
  entry.is_link = found.is_symlink(error);
  if (found.is_regular_file(error)) {
    entry.kind = EntryKind::kFile;
  } else if (found.is_directory(error)) {
    entry.kind = EntryKind::kDirectory;
  }
  if (entry.is_link) entry.link_error = error.value();
  return entry;
}

// `spelled`: empty for the current directory.
absl::StatusOr<Directory> ReadDirectory(const std::string& spelled) {
  const std::string path = spelled.empty() ? "." : spelled;
  const std::string what = absl::StrCat("cannot list ", QuotePath(path));
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return SystemError(errno, what);
  Directory directory = {.identity = {status.st_dev, status.st_ino}, .entries = {}};
  std::error_code error;
  for (fs::directory_iterator at(path, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    directory.entries.push_back(MakeEntry(*at));
  }
  if (error) return SystemError(error.value(), what);
  std::sort(directory.entries.begin(), directory.entries.end(),
            [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name < b.name; });
  return directory;
}

using PathSet = absl::flat_hash_set<std::string>;

// What git ignores, in each repository that a run meets.
class IgnoredPaths {
 public:
  // `lists_all`: several directories are walked, so a repository is listed as a whole.
  IgnoredPaths(bool lists_all, std::vector<absl::Status>& notes)
      : lists_all_(lists_all), notes_(notes) {}

  // What git ignores below `directory`, which is absolute and without links; outside of any
  // repository: null. `is_link`: a link leads there, and others may lead to what is near it.
  const PathSet* Below(const std::string& directory, bool is_link) {
    const std::optional<std::string> top = FindRepositoryTop(directory);
    if (!top) return nullptr;
    const std::string path(lists_all_ || is_link ? "" : directory.substr(top->size()));
    const auto [known, is_new] = ignored_.try_emplace({*top, path});
    if (is_new) {
      absl::StatusOr<PathSet> listed =
          Git(*top).IgnoredBelow(std::string(absl::StripSuffix(path, "/")));
      if (!listed.ok()) {
        Note(*top, listed.status());
      } else {
        known->second = *std::move(listed);
      }
    }
    return &known->second;
  }

 private:
  void Note(const std::string& top, const absl::Status& failure) {
    const absl::Status note(failure.code(), absl::StrCat(failure.message(), "; ignored files in ",
                                                         QuotePath(top), " are not skipped"));
    if (!absl::c_linear_search(notes_, note)) notes_.push_back(note);
  }

  bool lists_all_;
  std::vector<absl::Status>& notes_;
  std::map<std::pair<std::string, std::string>, PathSet> ignored_;  // by top and path
};

// A directory to be entered. Its texts are empty or end in a slash.
struct PendingDirectory {
  std::string spelled;   // as the user will read it, and as it is opened
  std::string absolute;  // as globs see it: the named directory's real path and the rest
  std::string real;      // without links, as git sees it
  const PathSet* ignored = nullptr;
};

// What a link leads to. In /proc even a regular file may hold secrets, or never end.
bool StaysInside(const std::string& link, absl::string_view tree) {
  const std::string target = RealDirectoryPath(link);
  const auto begins = [&](absl::string_view directory) {
    return absl::StartsWith(target, directory);
  };
  return begins(tree) && !begins("/proc/") && !begins("/sys/") && !begins("/dev/");
}

absl::Status LeadsOut(const std::string& link, absl::string_view tree, absl::string_view remedy) {
  return absl::PermissionDeniedError(
      absl::StrCat(QuotePath(link), " is a link that leads out of ", QuotePath(tree),
                   " or to a device, and was not followed; ", remedy));
}

// The walk below one named directory. Invariant: no directory is entered twice; `pending_` and
// `links_` hold what is still to be entered, so depth costs memory but no stack.
class Walk {
 public:
  // `ignored`: null if nothing is.
  Walk(const WalkGlobs& globs, IgnoredPaths* ignored, ConfigFiles& found)
      : globs_(globs), ignored_(ignored), found_(found) {}

  // `absolute`: the directory as WalkGlobs takes it. Returns what `exclude` skipped first, as it is
  // spelled; empty: nothing.
  std::string Run(const std::string& named, const std::string& absolute) {
    tree_ = FindRepositoryTop(absolute).value_or(absolute);
    pending_.push_back({SpelledPrefix(named), absolute, absolute, IgnoredBelow(absolute, false)});
    while (!pending_.empty() || !links_.empty()) {
      if (pending_.empty()) TakeLinks();
      const PendingDirectory next = std::move(pending_.back());
      pending_.pop_back();
      Enter(next);
    }
    return first_excluded_;
  }

 private:
  const PathSet* IgnoredBelow(const std::string& directory, bool is_link) {
    return ignored_ == nullptr ? nullptr : ignored_->Below(directory, is_link);
  }

  void TakeLinks() {
    std::sort(links_.begin(), links_.end(),
              [](const auto& a, const auto& b) { return a.spelled > b.spelled; });
    pending_.swap(links_);
    for (PendingDirectory& link : pending_) {
      link.real = RealDirectoryPath(link.spelled);
      link.ignored = IgnoredBelow(link.real, /*is_link=*/true);
    }
  }

  void Enter(const PendingDirectory& directory) {
    const absl::StatusOr<Directory> content = ReadDirectory(directory.spelled);
    if (!content.ok()) {
      found_.problems.push_back(content.status());
      found_.is_whole = false;
      return;
    }
    if (!entered_.insert(content->identity).second) return;
    const bool is_top = absl::c_any_of(
        content->entries, [](const DirectoryEntry& entry) { return entry.name == ".git"; });
    const PathSet* const ignored =
        is_top ? IgnoredBelow(directory.real, /*is_link=*/false) : directory.ignored;
    const auto waiting = static_cast<std::ptrdiff_t>(pending_.size());
    for (const DirectoryEntry& entry : content->entries) {
      if (entry.name != ".git") Visit(directory, entry, ignored);
    }
    std::reverse(pending_.begin() + waiting, pending_.end());  // the last is entered first
  }

  void Visit(const PendingDirectory& parent, const DirectoryEntry& entry, const PathSet* ignored) {
    const bool is_directory = entry.kind == EntryKind::kDirectory;
    const std::string absolute = absl::StrCat(parent.absolute, entry.name);
    const bool is_included = is_directory || globs_.Includes(absolute);
    if (!is_included && !globs_.LooksInto(absolute)) return;
    std::string spelled = absl::StrCat(parent.spelled, entry.name);
    const bool is_excluded = globs_.Excludes(absolute, is_directory);
    if (is_excluded && is_included) return NoteExcluded(std::move(spelled));
    const std::string real = absl::StrCat(parent.real, entry.name);
    if (is_excluded || (ignored != nullptr && ignored->contains(real))) return;
    if (!is_included) return LookInto(entry, std::move(spelled));
    if (entry.is_link && entry.link_error == 0 && !StaysInside(spelled, tree_)) {
      LeaveOut(spelled, entry.kind);
    } else if (is_directory) {
      auto& queue = entry.is_link ? links_ : pending_;
      queue.push_back({absl::StrCat(spelled, "/"), absl::StrCat(absolute, "/"),
                       absl::StrCat(real, "/"), ignored});
    } else if (entry.kind == EntryKind::kFile) {
      // A file of that name must not be taken for standard input.
      found_.paths.push_back(spelled == "-" ? "./-" : std::move(spelled));
    } else if (entry.link_error != 0 && !absl::StartsWith(entry.name, ".#")) {
      // Emacs locks a file with a link to nowhere named `.#file`.
      found_.problems.push_back(
          SystemError(entry.link_error, absl::StrCat("cannot follow link ", QuotePath(spelled))));
    } else if (entry.link_error == 0) {
      found_.problems.push_back(absl::FailedPreconditionError(absl::StrCat(
          "cannot read ", QuotePath(spelled), ": it is a pipe, a socket or a device")));
    }
  }

  // A link to a file that is looked into counts for what it is: another place of that file, or one
  // that is none of ours.
  void LookInto(const DirectoryEntry& entry, std::string spelled) {
    if (entry.kind != EntryKind::kFile || entry.is_link) return;
    const absl::StatusOr<bool> holds_config = globs_.HoldsConfig(spelled);
    if (!holds_config.ok()) return found_.problems.push_back(holds_config.status());
    if (!*holds_config) return;
    (globs_.takes_by_content() ? found_.paths : found_.unlisted).push_back(std::move(spelled));
  }

  void NoteExcluded(std::string spelled) {
    if (first_excluded_.empty()) first_excluded_ = std::move(spelled);
  }

  // A directory may well hold no config.
  void LeaveOut(const std::string& link, EntryKind kind) {
    const bool is_directory = kind == EntryKind::kDirectory;
    auto& list = is_directory ? found_.notes : found_.links_out;
    list.push_back(LeadsOut(link, tree_,
                            is_directory ? "name it, if it has configs"
                                         : "to check that file, name it; else exclude the link"));
  }

  const WalkGlobs& globs_;
  IgnoredPaths* ignored_;
  ConfigFiles& found_;
  std::string tree_;  // links that leave it are not followed; ends in a slash
  std::string first_excluded_;
  std::vector<PendingDirectory> pending_;
  std::vector<PendingDirectory> links_;  // reached through a link; after all of pending_
  std::set<std::pair<dev_t, ino_t>> entered_;
};

// `excluded`: what was skipped; empty: nothing.
absl::Status NothingMatched(const std::string& named, const WalkOptions& options,
                            const std::string& excluded) {
  const std::string globs = absl::StrJoin(
      options.include, " or ",
      [](std::string* out, const std::string& glob) { absl::StrAppend(out, QuotePath(glob)); });
  const bool is_looked_into = options.is_config && options.takes_by_content;
  const std::string fact = absl::StrCat(
      "no ", options.is_config ? "service configs" : "files", " found in ", QuotePath(named),
      " (looked for ", globs, is_looked_into ? " and for service configs in other files" : "");
  if (excluded.empty()) {
    return absl::NotFoundError(
        absl::StrCat(fact, "); name files", options.is_config ? " or run `grpcfg init`" : ""));
  }
  return absl::NotFoundError(absl::StrCat(fact, "; ", options.exclude_origin, " excludes ",
                                          QuotePath(excluded), "); change that, or name files"));
}

absl::Status ListBelow(const std::string& named, const WalkOptions& options, IgnoredPaths& ignored,
                       ConfigFiles& found) {
  std::string absolute = RealDirectoryPath(named);
  if (absolute.empty()) absolute = SpelledPrefix(named);
  const absl::StatusOr<WalkGlobs> globs = WalkGlobs::Of(options, absolute);
  if (!globs.ok()) return globs.status();
  const size_t paths_before = found.paths.size();
  const size_t problems_before = found.problems.size();
  IgnoredPaths* const obeyed = options.obeys_ignore_files ? &ignored : nullptr;
  const std::string excluded = Walk(*globs, obeyed, found).Run(named, absolute);
  if (found.paths.size() == paths_before && found.problems.size() == problems_before) {
    found.unmatched.push_back(NothingMatched(named, options, excluded));
  }
  return absl::OkStatus();
}

absl::StatusOr<GlobList> ParseGlobs(const std::vector<std::string>& texts) {
  std::vector<Glob> globs;
  for (const std::string& text : texts) {
    absl::StatusOr<Glob> glob = ParseGlob(text);
    if (!glob.ok()) return glob.status();
    globs.push_back(*std::move(glob));
  }
  return GlobList(std::move(globs));
}

}  // namespace

absl::StatusOr<ConfigFiles> ListConfigFiles(const std::vector<std::string>& paths,
                                            const WalkOptions& options) {
  for (const auto* const globs : {&options.include, &options.exclude}) {
    const absl::Status checked = ParseGlobs(*globs).status();
    if (!checked.ok()) return checked;
  }
  return ListConfigFiles(paths, [&](const std::string& /*directory*/) { return options; });
}

absl::Status CheckLink(const std::string& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return absl::OkStatus();
  const std::string directory = RealDirectoryPath(AbsoluteDirectoryPath(DirectoryPart(path)));
  const std::string tree = FindRepositoryTop(directory).value_or(directory);
  if (StaysInside(path, tree)) return absl::OkStatus();
  return LeadsOut(path, tree, "exclude the link");
}

absl::StatusOr<ConfigFiles> ListConfigFiles(const std::vector<std::string>& paths,
                                            WalkOptionsOf options_of) {
  ConfigFiles found;
  IgnoredPaths ignored(/*lists_all=*/paths.size() > 1, found.notes);
  for (const std::string& path : paths) {
    struct stat status = {};
    const bool is_stdin = path == "-";
    if (!is_stdin && stat(path.c_str(), &status) != 0) {
      found.problems.push_back(SystemError(errno, absl::StrCat("cannot read ", QuotePath(path))));
    } else if (S_ISDIR(status.st_mode)) {
      const absl::StatusOr<WalkOptions> options = options_of(path);
      if (!options.ok()) return options.status();
      absl::Status listed = ListBelow(path, *options, ignored, found);
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

std::string SpelledPrefix(absl::string_view named) {
  while (named.size() > 1 && absl::ConsumeSuffix(&named, "/")) {
  }
  if (named == ".") return "";
  return named == "/" ? "/" : absl::StrCat(named, "/");
}

absl::StatusOr<WalkGlobs> WalkGlobs::Of(const WalkOptions& options, const std::string& directory) {
  absl::StatusOr<GlobList> include = ParseGlobs(options.include);
  if (!include.ok()) return include.status();
  absl::StatusOr<GlobList> exclude = ParseGlobs(options.exclude);
  if (!exclude.ok()) return exclude.status();
  absl::StatusOr<GlobList> look_into = ParseGlobs(options.look_into);
  if (!look_into.ok()) return look_into.status();
  WalkGlobs globs;
  globs.lists_ = std::make_shared<const Lists>(
      Lists{*std::move(include), *std::move(exclude), *std::move(look_into)});
  globs.is_config_ = options.is_config;
  globs.takes_by_content_ = options.takes_by_content;
  if (!options.glob_directory.empty()) globs.above_ = RealDirectoryPath(options.glob_directory);
  return globs.For(directory);
}

WalkGlobs WalkGlobs::For(const std::string& directory) const {
  WalkGlobs globs = *this;
  const bool is_below = !above_.empty() && absl::StartsWith(directory, above_);
  globs.directory_size_ = directory.size();
  globs.base_size_ = is_below ? above_.size() : directory.size();
  return globs;
}

namespace {

// The same for `a.JSON` as for `a.json`.
bool MatchesEndingInAnyCase(const GlobList& globs, absl::string_view file) {
  if (globs.Matches(file, /*is_directory=*/false)) return true;
  const size_t dot = file.rfind('.');
  if (dot == absl::string_view::npos) return false;
  const std::string lower =
      absl::StrCat(file.substr(0, dot), absl::AsciiStrToLower(file.substr(dot)));
  return lower != file && globs.Matches(lower, /*is_directory=*/false);
}

}  // namespace

bool WalkGlobs::Includes(absl::string_view file) const {
  return MatchesEndingInAnyCase(lists_->include, file.substr(base_size_));
}

bool WalkGlobs::LooksInto(absl::string_view file) const {
  return is_config_ && MatchesEndingInAnyCase(lists_->look_into, file.substr(base_size_));
}

absl::StatusOr<bool> WalkGlobs::HoldsConfig(const std::string& path) const {
  std::error_code error;
  if (fs::file_size(path, error) > kMostLookedInto && !error) return false;
  const absl::StatusOr<std::string> text = ReadRegularFile(path);
  if (!text.ok()) return text.status();
  return is_config_(path, *text);
}

bool WalkGlobs::Excludes(absl::string_view path, bool is_directory) const {
  return lists_->exclude.Matches(path.substr(base_size_), is_directory);
}

bool WalkGlobs::Takes(absl::string_view file, absl::string_view text) const {
  return MayTake(file) && (Includes(file) || is_config_(file, text));
}

bool WalkGlobs::MayTake(absl::string_view file) const {
  const bool may_be_config = Includes(file) || (takes_by_content_ && LooksInto(file));
  if (!may_be_config || Excludes(file, /*is_directory=*/false)) return false;
  for (size_t end = file.find('/', directory_size_); end != absl::string_view::npos;
       end = file.find('/', end + 1)) {
    if (Excludes(file.substr(0, end), /*is_directory=*/true)) return false;
  }
  return true;
}

}  // namespace grpcfg
