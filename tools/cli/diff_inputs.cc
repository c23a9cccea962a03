#include "tools/cli/diff_inputs.h"

#include <map>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/output.h"
#include "tools/workspace/old_versions.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"
#include "tools/workspace/walk.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kGit = "git:";

// Which files of `directory` are configs, by its project file.
absl::StatusOr<WalkOptions> OptionsOf(const std::string& directory, Projects& projects) {
  const absl::StatusOr<const Project*> project =
      projects.ForDirectory(AbsoluteDirectoryPath(directory));
  if (!project.ok()) return project.status();
  return *project == nullptr ? WalkOptions() : (*project)->Walk();
}

// The configs that `paths` name, as their project files choose them. Errors: also what could not be
// looked at: of a gate nothing must be left out in silence.
absl::StatusOr<std::vector<std::string>> ConfigsOf(const std::vector<std::string>& paths,
                                                   Projects& projects) {
  absl::StatusOr<ConfigFiles> files = ListConfigFiles(
      paths, [&](const std::string& directory) { return OptionsOf(directory, projects); });
  if (!files.ok()) return files.status();
  if (!files->problems.empty()) return files->problems.front();
  for (const absl::Status& each : files->notes) WriteError(each);
  return std::move(files->paths);
}

// By what follows the directory.
absl::StatusOr<std::map<std::string, std::string>> ConfigsBelow(const std::string& directory,
                                                                Projects& projects) {
  const absl::StatusOr<std::vector<std::string>> paths = ConfigsOf({directory}, projects);
  if (!paths.ok()) return paths.status();
  std::map<std::string, std::string> by_name;
  for (const std::string& path : *paths) {
    absl::string_view name = path;
    absl::ConsumePrefix(&name, directory);
    absl::ConsumePrefix(&name, "/");
    by_name.emplace(name, path);
  }
  return by_name;
}

absl::StatusOr<std::vector<VersionPair>> PairsOfDirectories(const std::string& before,
                                                            const std::string& after,
                                                            Projects& projects) {
  const auto old_files = ConfigsBelow(before, projects);
  if (!old_files.ok()) return old_files.status();
  const auto new_files = ConfigsBelow(after, projects);
  if (!new_files.ok()) return new_files.status();
  std::map<std::string, VersionPair> pairs;
  for (const auto& [name, path] : *old_files) {
    absl::StatusOr<std::string> text = ReadFile(path);
    if (!text.ok()) return text.status();
    pairs[name] = {path, *std::move(text), std::nullopt};
  }
  for (const auto& [name, path] : *new_files) {
    absl::StatusOr<std::string> text = ReadFile(path);
    if (!text.ok()) return text.status();
    pairs[name].path = path;
    pairs[name].after = *std::move(text);
  }
  std::vector<VersionPair> found;
  found.reserve(pairs.size());
  for (auto& [name, pair] : pairs) found.push_back(std::move(pair));
  if (found.empty()) return absl::NotFoundError("neither directory has a service config");
  return found;
}

absl::StatusOr<std::vector<VersionPair>> PairsOfPaths(const std::vector<std::string>& paths,
                                                      Projects& projects) {
  if (paths.size() != 2) {
    return absl::InvalidArgumentError(absl::StrCat("OLD and NEW are taken, but got ", paths.size(),
                                                   paths.size() == 1 ? " path" : " paths",
                                                   "; --against git:REF compares with a commit"));
  }
  const bool is_old_directory = paths[0] != "-" && IsDirectory(paths[0]);
  const bool is_new_directory = paths[1] != "-" && IsDirectory(paths[1]);
  if (is_old_directory != is_new_directory) {
    return absl::InvalidArgumentError("one of OLD and NEW is a directory, and the other is none");
  }
  if (is_old_directory) return PairsOfDirectories(paths[0], paths[1], projects);
  if (paths[0] == "-" && paths[1] == "-") {
    return absl::InvalidArgumentError("only one of OLD and NEW can be stdin");
  }
  absl::StatusOr<std::string> before = ReadInput(paths[0]);
  if (!before.ok()) return before.status();
  absl::StatusOr<std::string> after = ReadInput(paths[1]);
  if (!after.ok()) return after.status();
  return std::vector<VersionPair>{{paths[1], *std::move(before), *std::move(after)}};
}

// Those that are there still, and those that never were.
absl::StatusOr<std::vector<VersionPair>> PairsOfFiles(const std::vector<std::string>& files,
                                                      std::vector<OldVersion> versions) {
  std::vector<VersionPair> pairs;
  for (size_t i = 0; i < files.size(); ++i) {
    if (!versions[i].is_changed) continue;
    absl::StatusOr<std::string> text = ReadFile(files[i]);
    if (!text.ok()) return text.status();
    pairs.push_back({files[i], std::move(versions[i].text), *std::move(text)});
  }
  return pairs;
}

absl::StatusOr<std::vector<VersionPair>> PairsSince(const std::vector<std::string>& paths,
                                                    const std::string& commit, Projects& projects) {
  absl::StatusOr<DeletedFilesFound> deleted = FindDeletedFiles(
      paths, commit, [&](const std::string& directory) { return OptionsOf(directory, projects); });
  if (!deleted.ok()) return deleted.status();
  std::vector<std::string> there;  // and what never was, which is an error
  for (size_t i = 0; i < paths.size(); ++i) {
    if (!deleted->existed[i] || HasEntry(paths[i])) there.push_back(paths[i]);
  }
  const absl::StatusOr<std::vector<std::string>> files = ConfigsOf(there, projects);
  if (!files.ok()) return files.status();
  absl::StatusOr<OldVersionsFound> found = OldVersions(*files, commit);
  if (!found.ok()) return found.status();
  std::set<std::string> notes(found->notes.begin(), found->notes.end());
  notes.insert(deleted->notes.begin(), deleted->notes.end());
  for (const std::string& note : notes) WriteError(absl::StrCat("note: ", note));
  auto pairs = PairsOfFiles(*files, std::move(found->versions));
  if (!pairs.ok()) return pairs.status();
  for (DeletedFile& file : deleted->files) {
    if (absl::c_binary_search(*files, file.path)) continue;
    pairs->push_back({std::move(file.path), std::move(file.text), std::nullopt});
  }
  absl::c_sort(*pairs, [](const VersionPair& a, const VersionPair& b) { return a.path < b.path; });
  return pairs;
}

}  // namespace

absl::StatusOr<std::vector<VersionPair>> FindVersionPairs(const std::vector<std::string>& paths,
                                                          const std::string& against,
                                                          Projects& projects) {
  if (against.empty()) return PairsOfPaths(paths, projects);
  absl::string_view commit = against;
  if (!absl::ConsumePrefix(&commit, kGit) || commit.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--against: `", against, "` is not `git:REF`, such as `git:main`"));
  }
  return PairsSince(paths, std::string(commit), projects);
}

}  // namespace grpcfg
