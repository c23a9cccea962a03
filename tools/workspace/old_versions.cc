#include "tools/workspace/old_versions.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tools/workspace/git.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"

namespace grpcfg {
namespace {

// The commit that each repository is compared with. That of the working directory decides for those
// within it, and any for its submodules: they are compared with what they were in its commit.
class ComparedCommits {
 public:
  // Both must live as long.
  ComparedCommits(const std::string& since, std::vector<std::string>& notes)
      : since_(since),
        here_(FindRepositoryTop(RealDirectoryPath(".")).value_or("")),
        notes_(notes) {}

  // Nothing: all in the repository at `top` is new.
  absl::StatusOr<std::optional<std::string>> Of(const std::string& top) {
    std::vector<std::string> outward = {top};
    while (!commits_.contains(outward.back())) {
      absl::StatusOr<std::optional<std::string>> outer = OuterOf(outward.back());
      if (!outer.ok()) return outer.status();
      if (*outer) {
        outward.push_back(**std::move(outer));
        continue;
      }
      absl::StatusOr<std::string> commit = Git(outward.back()).CommitOf(since_);
      if (!commit.ok()) return commit.status();
      commits_.emplace(outward.back(), *std::move(commit));
    }
    for (size_t i = outward.size() - 1; i > 0; --i) {
      absl::StatusOr<std::optional<std::string>> commit = Within(outward[i], outward[i - 1]);
      if (!commit.ok()) return commit.status();
      commits_.emplace(outward[i - 1], *std::move(commit));
    }
    return commits_.at(top);
  }

 private:
  // The repository that decides for the one at `top`; nothing: it does so itself.
  [[nodiscard]] absl::StatusOr<std::optional<std::string>> OuterOf(absl::string_view top) const {
    if (top == here_) return std::nullopt;
    std::optional<std::string> outer = FindRepositoryTop(DirectoryAbove(top));
    if (!outer || (!here_.empty() && absl::StartsWith(top, here_))) return outer;
    const absl::StatusOr<bool> is_submodule = Git(std::string(top)).IsSubmodule();
    if (!is_submodule.ok()) return is_submodule.status();
    if (!*is_submodule) return std::nullopt;
    return outer;
  }

  // Of the repository at `top` by that of `outer`, which is known.
  absl::StatusOr<std::optional<std::string>> Within(const std::string& outer,
                                                    const std::string& top) {
    const std::optional<std::string>& of_outer = commits_.at(outer);
    if (!of_outer) return std::nullopt;
    absl::StatusOr<std::optional<std::string>> commit =
        Git(outer).SubmoduleAt(*of_outer, absl::string_view(top).substr(outer.size()));
    if (!commit.ok() || !*commit) return commit;
    const absl::StatusOr<bool> has_commit = Git(top).HasCommit(**commit);
    if (!has_commit.ok()) return has_commit.status();
    if (*has_commit) return commit;
    constexpr size_t kShortId = 12;
    notes_.push_back(absl::StrCat(
        "everything in the submodule ", QuotePath(top), " counts as new: it lacks the commit ",
        (*commit)->substr(0, kShortId), " that it had in ", QuotePath(since_),
        "; fetch that first, in a shallow clone by `git fetch --unshallow`"));
    return std::nullopt;
  }

  const std::string& since_;
  std::string here_;  // the top of the repository of the working directory
  std::vector<std::string>& notes_;
  std::map<std::string, std::optional<std::string>> commits_;  // by top
};

// The way that the system takes to a file. Absolute paths, without links but at their ends.
struct ResolvedPath {
  std::string file;                // where it really is
  std::vector<std::string> links;  // each that leads there, in the order they are followed
};

// Follows `path`, as it is opened. What is not there is taken as it is spelled.
ResolvedPath ResolvePath(const std::string& path) {
  constexpr size_t kMostLinks = 40;  // as Linux has it, path_resolution(7)
  ResolvedPath resolved;
  if (!absl::StartsWith(path, "/")) resolved.file = RealPath(".").value_or("");
  std::string rest = path;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('/'), rest.size());
    const std::string name = rest.substr(0, end);
    rest.erase(0, end + 1);
    if (name.empty() || name == ".") continue;
    if (name == "..") {
      resolved.file.resize(resolved.file.empty() ? 0 : resolved.file.rfind('/'));
      continue;
    }
    std::string next = absl::StrCat(resolved.file, "/", name);
    std::error_code no_link;
    const std::string target = std::filesystem::read_symlink(next, no_link).string();
    if (no_link || resolved.links.size() >= kMostLinks) {
      resolved.file = std::move(next);
      continue;
    }
    resolved.links.push_back(std::move(next));
    if (absl::StartsWith(target, "/")) resolved.file.clear();
    rest = absl::StrCat(target, "/", rest);
  }
  return resolved;
}

// A file of a repository that was named, or a link in it that leads to one.
struct Lead {
  std::string path;  // from the top on
  size_t file = 0;   // its number among those that were named
  bool is_link = false;
  bool is_there = true;  // of what was named beside: what never was there did not change
};

using LeadsByTop = std::map<std::string, std::vector<Lead>>;  // by the top of their repository

// Errors: a file of `paths` that is in no repository.
absl::StatusOr<LeadsByTop> FindLeads(const std::vector<std::string>& paths,
                                     const std::vector<std::string>& beside) {
  UpwardSearch repositories(".git");
  LeadsByTop leads;
  // False outside of any repository.
  const auto add = [&](const std::string& path, size_t file, bool is_link) {
    const std::optional<std::string> found = repositories.Find(DirectoryPart(path));
    if (!found) return false;
    const absl::string_view top = DirectoryPart(*found);
    const bool is_there = file < paths.size() || HasEntry(path);
    leads[std::string(top)].push_back({path.substr(top.size()), file, is_link, is_there});
    return true;
  };
  for (size_t i = 0; i < paths.size() + beside.size(); ++i) {
    const bool is_beside = i >= paths.size();
    const std::string& path = is_beside ? beside[i - paths.size()] : paths[i];
    const ResolvedPath resolved = ResolvePath(path);
    if (!add(resolved.file, i, /*is_link=*/false)) {
      if (is_beside) continue;
      return absl::FailedPreconditionError(
          absl::StrCat(QuotePath(path), " is not in a git repository, so its changes are unknown"));
    }
    for (const std::string& link : resolved.links) add(link, i, /*is_link=*/true);
  }
  return leads;
}

struct Comparison {
  std::vector<OldVersion> versions;  // of the files that were named
  std::vector<bool> led_elsewhere;   // by a link that is another, or new
};

absl::Status Compare(const Git& git, const std::string& commit, const std::vector<Lead>& leads,
                     Comparison& comparison) {
  const absl::StatusOr<std::vector<GitChange>> changed = git.ChangesSince(commit);
  if (!changed.ok()) return changed.status();
  const absl::StatusOr<std::vector<GitTracked>> listed = git.TrackedBelow();
  if (!listed.ok()) return listed.status();
  absl::flat_hash_map<absl::string_view, const GitChange*> changes;
  for (const GitChange& change : *changed) changes[change.path] = &change;
  absl::flat_hash_set<absl::string_view> tracked;
  for (const GitTracked& each : *listed) tracked.insert(each.path);
  std::vector<std::string> objects(leads.size());
  for (size_t i = 0; i < leads.size(); ++i) {
    const Lead& lead = leads[i];
    const auto change = changes.find(lead.path);
    const bool is_known = tracked.contains(lead.path) || !lead.is_there;
    if (change == changes.end() && is_known) continue;
    comparison.versions[lead.file].is_changed = true;
    if (lead.is_link) {
      comparison.led_elsewhere[lead.file] = true;
    } else if (change != changes.end() && change->second->before == GitEntry::kFile) {
      objects[i] = change->second->object;
    }
  }
  absl::StatusOr<std::vector<std::optional<std::string>>> texts = git.TextsOf(objects);
  if (!texts.ok()) return texts.status();
  for (size_t i = 0; i < leads.size(); ++i) {
    if ((*texts)[i]) comparison.versions[leads[i].file].text = std::move((*texts)[i]);
  }
  return absl::OkStatus();
}

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

// What the user named.
struct NamedPath {
  std::string spelled;
  std::string place;
  WalkGlobs globs;

  [[nodiscard]] bool Is(absl::string_view absolute) const {
    return absl::StripSuffix(place, "/") == absolute;
  }
  [[nodiscard]] bool MayTake(absl::string_view absolute) const {
    return Is(absolute) || globs.MayTake(absolute);
  }
  [[nodiscard]] bool Takes(absl::string_view absolute, absl::string_view text) const {
    return Is(absolute) || globs.Takes(absolute, text);
  }
  [[nodiscard]] std::string Spell(absl::string_view absolute) const {
    const std::string prefix = SpelledPrefix(spelled);
    if (Is(absolute)) return std::string(absl::StripSuffix(prefix, "/"));
    return absl::StrCat(prefix, absolute.substr(place.size()));
  }
};

class DeletedSearch {
 public:
  explicit DeletedSearch(const std::string& since) : commits_(since, found_.notes) {}

  // Also in submodules.
  absl::Status Search(const NamedPath& named) {
    const std::optional<std::string> top = FindRepositoryTop(named.place);
    if (!top) return absl::OkStatus();
    std::vector<std::string> tops = {*top};
    while (!tops.empty()) {
      const std::string next = std::move(tops.back());
      tops.pop_back();
      absl::Status searched = SearchIn(next, named, tops);
      if (!searched.ok()) return searched;
    }
    return absl::OkStatus();
  }

  DeletedFilesFound& found() { return found_; }

 private:
  // Appends the tops of its submodules to `within`.
  absl::Status SearchIn(const std::string& top, const NamedPath& named,
                        std::vector<std::string>& within) {
    const absl::StatusOr<std::optional<std::string>> commit = commits_.Of(top);
    if (!commit.ok()) return commit.status();
    if (!*commit) return absl::OkStatus();
    const Git git(top);
    const std::string path = PlaceIn(top, named.place);
    const absl::StatusOr<std::vector<GitTracked>> tracked = git.TrackedBelow(path);
    if (!tracked.ok()) return tracked.status();
    for (const GitTracked& each : *tracked) {
      if (each.entry != GitEntry::kSubmodule) continue;
      std::string inner = absl::StrCat(top, each.path, "/");
      if (HasEntry(absl::StrCat(inner, ".git"))) within.push_back(std::move(inner));
    }
    absl::StatusOr<std::vector<GitChange>> changes = git.ChangesSince(**commit, path);
    if (!changes.ok()) return changes.status();
    std::erase_if(*changes,
                  [&](const GitChange& change) { return !MayBeDeleted(top, change, named); });
    return AddTexts(top, **commit, *changes, named);
  }

  // True for a file of a name that says nothing, if what it holds now is not a config.
  static bool IsNoConfig(const std::string& absolute, const NamedPath& named) {
    if (named.globs.Includes(absolute) || !named.globs.MayTake(absolute)) return false;
    const absl::StatusOr<bool> holds_config = named.globs.HoldsConfig(absolute);
    return !holds_config.ok() || !*holds_config;
  }

  // As far as its name says.
  bool MayBeDeleted(const std::string& top, const GitChange& change, const NamedPath& named) {
    const std::string absolute = absl::StrCat(top, change.path);
    // A link out of the repository is not followed, so what stood in its place is not there.
    const bool is_replaced = change.before == GitEntry::kFile && !IsWithinRepository(absolute, top);
    if (!change.is_deleted && !is_replaced) {
      return change.before == GitEntry::kFile && !named.Is(absolute) && IsNoConfig(absolute, named);
    }
    found_.existed.back() = true;
    if (change.before != GitEntry::kSubmodule) return named.MayTake(absolute);
    found_.notes.push_back(absl::StrCat("the submodule ", QuotePath(absolute),
                                        " was deleted; its configs are not compared"));
    return false;
  }

  absl::Status AddTexts(const std::string& top, const std::string& commit,
                        const std::vector<GitChange>& deleted, const NamedPath& named) {
    std::vector<std::string> names;
    names.reserve(deleted.size());
    for (const GitChange& change : deleted) {
      const bool is_link = change.before == GitEntry::kLink;
      names.push_back(is_link ? absl::StrCat(commit, ":", change.path) : change.object);
    }
    absl::StatusOr<std::vector<std::optional<std::string>>> texts = Git(top).TextsOf(names);
    if (!texts.ok()) return texts.status();
    for (size_t i = 0; i < names.size(); ++i) {
      const std::string absolute = absl::StrCat(top, deleted[i].path);
      std::string path = named.Spell(absolute);
      const std::optional<std::string>& text = (*texts)[i];
      if (text && !named.Takes(absolute, *text)) continue;
      if (!reported_.insert(path).second) continue;
      if (!text) {
        found_.notes.push_back(
            absl::StrCat("the link ", QuotePath(path), " was deleted; its target is not compared"));
        continue;
      }
      const bool is_there = IsRegularFile(absolute) && IsWithinRepository(absolute, top);
      found_.files.push_back({std::move(path), *std::move((*texts)[i]), is_there});
    }
    return absl::OkStatus();
  }

  DeletedFilesFound found_;
  ComparedCommits commits_;
  absl::flat_hash_set<std::string> reported_;  // paths
};

}  // namespace

absl::StatusOr<OldVersionsFound> OldVersions(const std::vector<std::string>& paths,
                                             const std::string& since,
                                             const std::vector<std::string>& beside) {
  const absl::StatusOr<LeadsByTop> leads = FindLeads(paths, beside);
  if (!leads.ok()) return leads.status();
  const size_t files = paths.size() + beside.size();
  Comparison comparison = {.versions = std::vector<OldVersion>(files),
                           .led_elsewhere = std::vector<bool>(files)};
  OldVersionsFound found;
  ComparedCommits commits(since, found.notes);
  for (const auto& [top, of_top] : *leads) {
    const absl::StatusOr<std::optional<std::string>> commit = commits.Of(top);
    if (!commit.ok()) return commit.status();
    if (*commit) {
      absl::Status compared = Compare(Git(top), **commit, of_top, comparison);
      if (!compared.ok()) return compared;
      continue;
    }
    for (const Lead& lead : of_top) {
      comparison.versions[lead.file].is_changed = true;
      comparison.led_elsewhere[lead.file] = true;
    }
  }
  for (size_t i = 0; i < files; ++i) {
    if (comparison.led_elsewhere[i]) comparison.versions[i].text.reset();
  }
  found.versions = std::move(comparison.versions);
  return found;
}

absl::StatusOr<DeletedFilesFound> FindDeletedFiles(const std::vector<std::string>& paths,
                                                   const std::string& since,
                                                   WalkOptionsOf options_of) {
  DeletedSearch search(since);
  for (const std::string& path : paths) {
    search.found().existed.push_back(false);
    if (path == "-" || (HasEntry(path) && !IsDirectory(path))) continue;
    const absl::StatusOr<WalkOptions> options = options_of(path);
    if (!options.ok()) return options.status();
    std::string place = PlaceOf(path);
    absl::StatusOr<WalkGlobs> globs = WalkGlobs::Of(*options, place);
    if (!globs.ok()) return globs.status();
    const absl::Status searched = search.Search({path, std::move(place), *std::move(globs)});
    if (!searched.ok()) return searched;
  }
  return std::move(search.found());
}

}  // namespace grpcfg
