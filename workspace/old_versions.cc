#include "workspace/old_versions.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "workspace/file_way.h"
#include "workspace/git.h"
#include "workspace/repository.h"
#include "workspace/system_error.h"
#include "workspace/upward_search.h"

namespace grpcfg {
namespace {

// A file that git is asked about, or a link that leads to one.
struct Place {
  std::string top;   // of its repository, with a slash at its end; empty outside of any
  std::string rest;  // of its path, below it
};

// In which repositories paths lie; each directory is asked about once.
class Places {
 public:
  // `path`: absolute, without links but at its end.
  Place Of(const std::string& path) {
    const absl::string_view directory = DirectoryPart(path);
    const auto [known, is_new] = tops_.try_emplace(std::string(directory));
    if (is_new) known->second = FindRepositoryTop(directory).value_or("");
    return {known->second, path.substr(known->second.size())};
  }

 private:
  absl::flat_hash_map<std::string, std::string> tops_;
};

// What each repository is compared with. That of the working directory decides for those within it,
// and any for its submodules: they are compared with what they were in its commit.
class Commits {
 public:
  // What could not be compared is told in `notes`.
  Commits(const std::string& since, std::vector<std::string>& notes)
      : since_(since),
        here_(FindRepositoryTop(absl::StrCat(RealPath(".").value_or(""), "/")).value_or("")),
        notes_(notes) {}

  // `top`: see Place. Nothing: all in it is new. Errors: see OldVersions.
  absl::StatusOr<std::optional<std::string>> Of(const std::string& top) {
    std::vector<std::string> outward = {top};
    while (!commits_.contains(outward.back())) {
      absl::StatusOr<std::optional<std::string>> outer = OuterOf(outward.back());
      if (!outer.ok()) return outer.status();
      if (*outer) {
        outward.push_back(**std::move(outer));
        continue;
      }
      absl::StatusOr<std::string> commit = GitOf(outward.back()).CommitOf(since_);
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

  [[nodiscard]] Git GitOf(const std::string& top) const {
    return {top, top == here_ ? HookVariables::kAreOfIt : HookVariables::kAreOfAnother};
  }

 private:
  // The repository that decides of the one at `top`; nothing: it does so itself.
  [[nodiscard]] absl::StatusOr<std::optional<std::string>> OuterOf(absl::string_view top) const {
    if (top == here_) return std::nullopt;
    std::optional<std::string> outer = FindRepositoryTop(DirectoryAbove(top));
    if (!outer || (!here_.empty() && absl::StartsWith(top, here_))) return outer;
    const absl::StatusOr<bool> is_submodule = GitOf(std::string(top)).IsSubmodule();
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
        GitOf(outer).SubmoduleAt(*of_outer, absl::string_view(top).substr(outer.size()));
    if (!commit.ok() || !*commit) return commit;
    const absl::StatusOr<bool> is_there = GitOf(top).HasCommit(**commit);
    if (!is_there.ok()) return is_there.status();
    if (*is_there) return commit;
    constexpr size_t kShortId = 12;
    notes_.push_back(absl::StrCat(
        "all in the submodule ", QuotePath(top), " counts as new: it lacks the commit ",
        (*commit)->substr(0, kShortId), " that it was at in ", QuotePath(since_),
        "; fetch that first, in a shallow clone by `git fetch --unshallow`"));
    return std::nullopt;
  }

  const std::string& since_;
  std::string here_;
  std::vector<std::string>& notes_;
  std::map<std::string, std::optional<std::string>> commits_;
};

// By path below the top, as git has it: the name of what stood there before; empty: nothing.
using Changes = absl::flat_hash_map<std::string, std::string>;

// The first field of a record of `git diff --raw`: modes, object names and what was done.
std::string OldObjectOf(absl::string_view record) {
  const std::vector<absl::string_view> fields = absl::StrSplit(record, ' ');
  constexpr size_t kFields = 5;
  const bool was_file = fields.size() == kFields && absl::StartsWith(fields[0], ":100");
  const bool is_known = was_file && fields[2].find_first_not_of('0') != absl::string_view::npos;
  return is_known ? std::string(fields[2]) : std::string();
}

// git-diff(1), Raw output format: with -z each path ends in a NUL.
Changes ParseRawDiff(absl::string_view text) {
  Changes changes;
  std::vector<absl::string_view> parts = absl::StrSplit(text, '\0');
  for (size_t i = 0; i + 1 < parts.size(); i += 2) changes[parts[i + 1]] = OldObjectOf(parts[i]);
  return changes;
}

// git-cat-file(1), Batch output: `<name> blob <size>`, the bytes, a line break.
absl::flat_hash_map<std::string, std::string> ParseObjects(absl::string_view text) {
  absl::flat_hash_map<std::string, std::string> objects;
  while (!text.empty()) {
    const size_t line_end = text.find('\n');
    const std::vector<absl::string_view> words = absl::StrSplit(text.substr(0, line_end), ' ');
    text.remove_prefix(line_end == absl::string_view::npos ? text.size() : line_end + 1);
    size_t size = 0;
    constexpr size_t kWords = 3;
    if (words.size() != kWords || !absl::SimpleAtoi(words[2], &size)) continue;
    objects.emplace(words[0], text.substr(0, size));
    text.remove_prefix(std::min(text.size(), size + 1));
  }
  return objects;
}

// What is asked of one repository.
struct Asked {
  std::vector<std::string> rests;  // see Place
  std::vector<size_t> indices;     // of the files that they are, or lead to
  std::vector<bool> are_links;

  void Add(Place place, size_t index, bool is_link) {
    rests.push_back(std::move(place.rest));
    indices.push_back(index);
    are_links.push_back(is_link);
  }
};

// By top.
using AskedOf = std::map<std::string, Asked>;

// What was there, by what git calls it.
absl::Status FillTexts(const Git& git, const std::vector<std::string>& objects, const Asked& asked,
                       std::vector<OldVersion>& versions) {
  std::string names;
  for (const std::string& object : objects) {
    if (!object.empty()) absl::StrAppend(&names, object, "\n");
  }
  if (names.empty()) return absl::OkStatus();
  const absl::StatusOr<std::string> batch = git.Ask({"cat-file", "--batch"}, names);
  if (!batch.ok()) return batch.status();
  const auto texts = ParseObjects(*batch);
  for (size_t i = 0; i < objects.size(); ++i) {
    const auto found = texts.find(objects[i]);
    if (found != texts.end()) versions[asked.indices[i]].text = found->second;
  }
  return absl::OkStatus();
}

struct Answers {
  std::vector<OldVersion> versions;
  std::vector<size_t> led_elsewhere = {};  // files to which a link leads that is another, or new
};

absl::Status AskRepository(const Git& git, const std::string& commit, const Asked& asked,
                           Answers& answers) {
  const absl::StatusOr<std::string> diff = git.Ask(
      {"diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv",
       "--no-color", "--no-relative", "--ignore-submodules=all", commit, "--"});
  if (!diff.ok()) return diff.status();
  const absl::StatusOr<std::string> listed = git.Ask({"ls-files", "-z", "--full-name", "--"});
  if (!listed.ok()) return listed.status();
  const Changes changes = ParseRawDiff(*diff);
  const absl::flat_hash_set<absl::string_view> tracked = absl::StrSplit(*listed, '\0');
  std::vector<std::string> objects(asked.rests.size());
  for (size_t i = 0; i < asked.rests.size(); ++i) {
    const auto change = changes.find(asked.rests[i]);
    const bool is_changed = change != changes.end() || !tracked.contains(asked.rests[i]);
    if (!is_changed) continue;
    answers.versions[asked.indices[i]].is_changed = true;
    if (asked.are_links[i]) {
      answers.led_elsewhere.push_back(asked.indices[i]);
    } else if (change != changes.end()) {
      objects[i] = change->second;
    }
  }
  return FillTexts(git, objects, asked, answers.versions);
}

absl::Status AskAll(const AskedOf& asked_of, Commits& commits, Answers& answers) {
  for (const auto& [top, asked] : asked_of) {
    const absl::StatusOr<std::optional<std::string>> commit = commits.Of(top);
    if (!commit.ok()) return commit.status();
    if (!*commit) {
      for (const size_t index : asked.indices) answers.versions[index].is_changed = true;
      absl::c_copy(asked.indices, std::back_inserter(answers.led_elsewhere));
      continue;
    }
    absl::Status done = AskRepository(commits.GitOf(top), **commit, asked, answers);
    if (!done.ok()) return done;
  }
  for (const size_t index : answers.led_elsewhere) answers.versions[index].text.reset();
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<OldVersionsFound> OldVersions(const std::vector<std::string>& paths,
                                             const std::string& since,
                                             const std::vector<std::string>& beside) {
  FileWays ways;
  Places places;
  AskedOf asked_of;
  for (size_t i = 0; i < paths.size() + beside.size(); ++i) {
    const bool is_beside = i >= paths.size();
    const std::string& path = is_beside ? beside[i - paths.size()] : paths[i];
    const FileWay way = ways.Of(path);
    Place place = places.Of(way.file);
    if (place.top.empty() && is_beside) continue;
    if (place.top.empty()) {
      return absl::FailedPreconditionError(absl::StrCat(
          QuotePath(path), " is in no git repository, so nothing tells what changed in it"));
    }
    for (const std::string& link : way.links) {
      Place of_link = places.Of(link);
      if (!of_link.top.empty()) asked_of[of_link.top].Add(of_link, i, /*is_link=*/true);
    }
    asked_of[place.top].Add(place, i, /*is_link=*/false);
  }
  Answers answers = {.versions = std::vector<OldVersion>(paths.size() + beside.size())};
  OldVersionsFound found;
  Commits commits(since, found.notes);
  const absl::Status done = AskAll(asked_of, commits, answers);
  if (!done.ok()) return done;
  found.versions = std::move(answers.versions);
  return found;
}

}  // namespace grpcfg
