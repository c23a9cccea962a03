#include "workspace/old_versions.h"

#include <sys/stat.h>

#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "workspace/child_process.h"
#include "workspace/repository.h"
#include "workspace/system_error.h"
#include "workspace/upward_search.h"

namespace grpcfg {
namespace {

bool IsLink(const std::string& path) {
  struct stat status = {};
  return lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

// Where files really are, and in which repository; each directory is asked about once.
class Places {
 public:
  struct Place {
    std::string top;   // with a slash at its end; empty outside of any repository
    std::string rest;  // of the path, below it
  };

  Place Of(const std::string& path) {
    const std::string file = IsLink(path) ? RealPath(path).value_or(path) : path;
    const std::string spelled(DirectoryPart(file));
    const Directory& directory = Find(spelled.empty() ? "." : spelled);
    return {directory.top,
            absl::StrCat(absl::string_view(directory.real).substr(directory.top.size()),
                         absl::string_view(file).substr(spelled.size()))};
  }

 private:
  struct Directory {
    std::string real;  // with a slash at its end
    std::string top;
  };

  const Directory& Find(const std::string& spelled) {
    const auto [known, is_new] = directories_.try_emplace(spelled);
    if (!is_new) return known->second;
    std::string real = RealPath(spelled).value_or(spelled);
    if (!absl::EndsWith(real, "/")) real += '/';
    known->second.top = FindRepositoryTop(real).value_or("");
    known->second.real = std::move(real);
    return known->second;
  }

  std::map<std::string, Directory> directories_;
};

// One repository, asked by its own program.
class Git {
 public:
  explicit Git(std::string top) : top_(std::move(top)) {}

  // The ID of what `since` names. Errors: see OldVersions.
  [[nodiscard]] absl::StatusOr<std::string> CommitOf(absl::string_view since) const {
    const bool is_base = absl::ConsumeSuffix(&since, "...");
    const absl::StatusOr<ChildOutput> named = Run(
        {"rev-parse", "--verify", "--quiet", "--end-of-options", absl::StrCat(since, "^{commit}")});
    if (!named.ok()) return named.status();
    if (named->exit_status != 0) return UnknownCommit(since, named->err);
    const std::string commit(absl::StripAsciiWhitespace(named->out));
    if (!is_base) return commit;
    const absl::StatusOr<ChildOutput> base = Run({"merge-base", commit, "HEAD"});
    if (!base.ok()) return base.status();
    if (base->exit_status != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("HEAD and ", QuotePath(since), " have no common commit in ", QuotePath(top_),
                       "; a shallow clone has only its newest commits, `git fetch --unshallow` "
                       "gets the others"));
    }
    return std::string(absl::StripAsciiWhitespace(base->out));
  }

  // What `arguments` print. Errors: that git fails.
  [[nodiscard]] absl::StatusOr<std::string> Ask(std::vector<std::string> arguments,
                                                absl::string_view input = {}) const {
    absl::StatusOr<ChildOutput> output = Run(std::move(arguments), input);
    if (!output.ok()) return output.status();
    if (output->exit_status != 0) return Failed(output->err);
    return std::move(output->out);
  }

 private:
  [[nodiscard]] absl::StatusOr<ChildOutput> Run(std::vector<std::string> arguments,
                                                absl::string_view input = {}) const {
    std::vector<std::string> words = {"git", "-C", top_};
    words.insert(words.end(), std::make_move_iterator(arguments.begin()),
                 std::make_move_iterator(arguments.end()));
    return RunProgram(words, input);
  }

  // What git says has lines and tabs for a terminal; ours is one line.
  [[nodiscard]] absl::Status Failed(absl::string_view told) const {
    std::string line(told);
    absl::c_replace_if(
        line, [](char c) { return absl::ascii_iscntrl(c); }, ' ');
    absl::RemoveExtraAsciiWhitespace(&line);
    return absl::InternalError(absl::StrCat("git fails in ", QuotePath(top_), ": ", line));
  }

  [[nodiscard]] absl::Status UnknownCommit(absl::string_view name, absl::string_view told) const {
    if (!absl::StripAsciiWhitespace(told).empty()) return Failed(told);
    return absl::InvalidArgumentError(absl::StrCat(
        QuotePath(name), " is no commit that the repository ", QuotePath(top_),
        " has; fetch it first: a shallow clone, as in most CI jobs, has only its newest commits"));
  }

  std::string top_;
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

// git-diff(1), Raw output format: with -z each path ends in a NUL; a renamed file has two.
Changes ParseRawDiff(absl::string_view text) {
  Changes changes;
  std::vector<absl::string_view> parts = absl::StrSplit(text, '\0');
  for (size_t i = 0; i + 1 < parts.size(); ++i) {
    const absl::string_view record = parts[i];
    const absl::string_view done = record.substr(record.rfind(' ') + 1);
    const bool is_renamed = absl::StartsWith(done, "R") || absl::StartsWith(done, "C");
    i += is_renamed ? 2 : 1;
    if (i < parts.size()) changes[parts[i]] = OldObjectOf(record);
  }
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

// The files of one repository among those that were asked for.
struct Asked {
  std::vector<std::string> rests;  // below its top
  std::vector<size_t> indices;     // of the same, among all
};

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

absl::Status AskRepository(const std::string& top, const Asked& asked, const std::string& since,
                           std::vector<OldVersion>& versions) {
  const Git git(top);
  const absl::StatusOr<std::string> commit = git.CommitOf(since);
  if (!commit.ok()) return commit.status();
  const absl::StatusOr<std::string> diff =
      git.Ask({"diff", "--raw", "-z", "--no-abbrev", "--find-renames", "--no-ext-diff",
               "--no-textconv", "--no-color", "--no-relative", *commit, "--"});
  if (!diff.ok()) return diff.status();
  const absl::StatusOr<std::string> listed = git.Ask({"ls-files", "-z", "--full-name", "--"});
  if (!listed.ok()) return listed.status();
  const Changes changes = ParseRawDiff(*diff);
  const absl::flat_hash_set<absl::string_view> tracked = absl::StrSplit(*listed, '\0');
  std::vector<std::string> objects(asked.rests.size());
  for (size_t i = 0; i < asked.rests.size(); ++i) {
    const auto change = changes.find(asked.rests[i]);
    OldVersion& version = versions[asked.indices[i]];
    version.is_changed = change != changes.end() || !tracked.contains(asked.rests[i]);
    if (change != changes.end()) objects[i] = change->second;
  }
  return FillTexts(git, objects, asked, versions);
}

}  // namespace

absl::StatusOr<std::vector<OldVersion>> OldVersions(const std::vector<std::string>& paths,
                                                    const std::string& since,
                                                    const std::vector<std::string>& beside) {
  Places places;
  std::map<std::string, Asked> by_top;
  for (size_t i = 0; i < paths.size() + beside.size(); ++i) {
    const bool is_beside = i >= paths.size();
    const std::string& path = is_beside ? beside[i - paths.size()] : paths[i];
    Places::Place place = places.Of(path);
    if (place.top.empty() && is_beside) continue;
    if (place.top.empty()) {
      return absl::FailedPreconditionError(absl::StrCat(
          QuotePath(path), " is in no git repository, so nothing tells what changed in it"));
    }
    Asked& asked = by_top[place.top];
    asked.rests.push_back(std::move(place.rest));
    asked.indices.push_back(i);
  }
  std::vector<OldVersion> versions(paths.size() + beside.size());
  for (const auto& [top, asked] : by_top) {
    const absl::Status done = AskRepository(top, asked, since, versions);
    if (!done.ok()) return done;
  }
  return versions;
}

}  // namespace grpcfg
