#include "tools/workspace/old_versions.h"

#include <iterator>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tools/workspace/compared_commits.h"
#include "tools/workspace/file_way.h"
#include "tools/workspace/git.h"
#include "tools/workspace/repository.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"

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

// By path below the top, as git has it: the name of what stood there before; empty: nothing.
using Changes = absl::flat_hash_map<std::string, std::string>;

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
  absl::StatusOr<std::vector<std::optional<std::string>>> texts = git.TextsOf(objects);
  if (!texts.ok()) return texts.status();
  for (size_t i = 0; i < objects.size(); ++i) {
    if ((*texts)[i]) versions[asked.indices[i]].text = std::move((*texts)[i]);
  }
  return absl::OkStatus();
}

struct Answers {
  std::vector<OldVersion> versions;
  std::vector<size_t> led_elsewhere = {};  // files to which a link leads that is another, or new
};

absl::Status AskRepository(const Git& git, const std::string& commit, const Asked& asked,
                           Answers& answers) {
  absl::StatusOr<std::vector<GitChange>> changed = git.ChangesSince(commit);
  if (!changed.ok()) return changed.status();
  const absl::StatusOr<std::string> listed = git.Ask({"ls-files", "-z", "--full-name", "--"});
  if (!listed.ok()) return listed.status();
  Changes changes;
  for (GitChange& change : *changed) {
    const bool was_file = change.before == GitEntry::kFile;
    changes[std::move(change.path)] = was_file ? std::move(change.object) : "";
  }
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

absl::Status AskAll(const AskedOf& asked_of, ComparedCommits& commits, Answers& answers) {
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
  ComparedCommits commits(since, found.notes);
  const absl::Status done = AskAll(asked_of, commits, answers);
  if (!done.ok()) return done;
  found.versions = std::move(answers.versions);
  return found;
}

}  // namespace grpcfg
