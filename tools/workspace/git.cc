#include "tools/workspace/git.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tools/workspace/file_descriptor.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"
#include "tools/workspace/write_file.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to programs

namespace grpcfg {
namespace {

constexpr absl::string_view kCannotRun = "cannot run `git`";
constexpr size_t kBlockBytes = size_t{64} << 10;
constexpr int kSignalBase = 128;

// What git sets for a hook, git-rev-parse(1) --local-env-vars: where its repository is.
constexpr absl::string_view kVariablesOfHooks[] = {
    "GIT_DIR=",        "GIT_WORK_TREE=", "GIT_INDEX_FILE=",
    "GIT_COMMON_DIR=", "GIT_PREFIX=",    "GIT_OBJECT_DIRECTORY="};

// The variables for a git that is to look into the repository at `top`. Those of a hook are about
// the repository of the working directory.
std::vector<char*> EnvironmentFor(absl::string_view top) {
  const bool is_here = FindRepositoryTop(RealDirectoryPath(".")) == top;
  std::vector<char*> variables;
  for (char** each = environ; *each != nullptr; ++each) {
    const bool is_of_hook = absl::c_any_of(
        kVariablesOfHooks, [&](absl::string_view name) { return absl::StartsWith(*each, name); });
    if (is_here || !is_of_hook) variables.push_back(*each);
  }
  variables.push_back(nullptr);
  return variables;
}

// A file without a name: unlike a pipe it is never full, and never lacks a reader.
FileDescriptor MemoryFile(absl::string_view bytes = {}) {
  FileDescriptor file(memfd_create("git", MFD_CLOEXEC));
  const bool is_filled =
      file.is_open() && WriteAll(file.number(), bytes) && lseek(file.number(), 0, SEEK_SET) == 0;
  return is_filled ? std::move(file) : FileDescriptor(-1);
}

// Appends what is left in `file`. Errors: more than a file may have.
absl::Status ReadAll(const FileDescriptor& file, std::string& text) {
  size_t total = 0;
  while (true) {
    text.resize(total + kBlockBytes);
    const ssize_t got = ReadSome(file.number(), &text[total], kBlockBytes);
    if (got < 0) return SystemError(errno, kCannotRun);
    total += static_cast<size_t>(got);
    text.resize(total);
    if (got == 0) return absl::OkStatus();
    if (total > kMaxFileBytes) {
      return absl::ResourceExhaustedError(absl::StrCat(kCannotRun, ": it wrote more than 256 MiB"));
    }
  }
}

// Starts a program of the PATH on the descriptors of `streams`, as its 0, 1 and 2. Returns 0, or an
// errno value.
int Start(std::vector<std::string> arguments, std::vector<char*> environment,
          const std::array<int, 3>& streams, pid_t& child) {
  std::vector<char*> words;
  words.reserve(arguments.size() + 1);
  for (std::string& word : arguments) words.push_back(word.data());
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  for (int i = 0; i < 3 && error == 0; ++i) {
    error = posix_spawn_file_actions_adddup2(&actions, streams[static_cast<size_t>(i)], i);
  }
  if (error == 0) {
    error = posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environment.data());
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int StatusOf(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalBase + WTERMSIG(status);
}

// What to write in place of a range such as `a..b`, `a...b` or `..b`.
std::string InPlaceOfRange(absl::string_view range) {
  const size_t dots = range.find("..");
  const absl::string_view before = range.substr(0, dots);
  absl::string_view after = range.substr(dots);
  while (absl::ConsumePrefix(&after, ".")) {
  }
  const std::string commit(before.empty() ? after : before);
  if (commit.empty() || commit == "HEAD") return "name a commit, such as `HEAD`";
  return absl::StrCat("name a commit, or write ", QuotePath(absl::StrCat(commit, "...")),
                      " for its merge base with HEAD");
}

GitEntry EntryOf(absl::string_view mode) {
  if (absl::StartsWith(mode, "100")) return GitEntry::kFile;
  if (absl::StartsWith(mode, "120")) return GitEntry::kLink;
  return absl::StartsWith(mode, "160") ? GitEntry::kSubmodule : GitEntry::kNone;
}

// git-diff(1), Raw output format: `:<old mode> <new mode> <old object> <new object> <status>`.
GitChange ParseChange(absl::string_view record, absl::string_view path) {
  absl::ConsumePrefix(&record, ":");
  const std::vector<absl::string_view> fields = absl::StrSplit(record, ' ');
  constexpr size_t kFields = 5;
  if (fields.size() != kFields) return {.path = std::string(path), .object = ""};
  return {.path = std::string(path),
          .before = EntryOf(fields[0]),
          .object = std::string(fields[2]),
          .is_deleted = fields[4] == "D"};
}

// git-cat-file(1), Batch output: `<object> blob <size>`, the bytes, a line break. What is not a
// file has another header, which ends in the size of what follows, or in a word.
std::optional<std::string> TakeText(absl::string_view& batch) {
  const size_t line_end = std::min(batch.find('\n'), batch.size());
  const std::vector<absl::string_view> words = absl::StrSplit(batch.substr(0, line_end), ' ');
  batch.remove_prefix(std::min(batch.size(), line_end + 1));
  size_t size = 0;
  if (!absl::SimpleAtoi(words.back(), &size)) return std::nullopt;
  std::string text(batch.substr(0, size));
  batch.remove_prefix(std::min(batch.size(), size + 1));
  constexpr size_t kWords = 3;
  if (words.size() != kWords || words[1] != "blob") return std::nullopt;
  return text;
}

// Appends `path`, from the top on, or nothing for all.
std::vector<std::string> At(const std::string& path, std::vector<std::string> arguments) {
  arguments.emplace_back("--");
  if (!path.empty()) arguments.push_back(path);
  return arguments;
}

}  // namespace

Git::Git(std::string top) : top_(std::move(top)) {}

absl::StatusOr<std::string> Git::CommitOf(absl::string_view since) const {
  absl::string_view name = since;
  const bool is_merge_base = absl::ConsumeSuffix(&name, "...");
  if (name.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        QuotePath(since), " is not a commit; write the name of one, such as `main` or `main...`"));
  }
  const absl::StatusOr<Output> named = Run(
      {"rev-parse", "--verify", "--quiet", "--end-of-options", absl::StrCat(name, "^{commit}")});
  if (!named.ok()) return named.status();
  if (named->exit_status != 0) return NotACommit(name, named->err);
  std::string commit(absl::StripAsciiWhitespace(named->out));
  if (is_merge_base) return MergeBase(name, commit);
  return commit;
}

absl::StatusOr<std::string> Git::MergeBase(absl::string_view name,
                                           const std::string& commit) const {
  const absl::StatusOr<Output> base = Run({"merge-base", commit, "HEAD"});
  if (!base.ok()) return base.status();
  if (!base->err.empty()) return Failed(base->err);  // such as a branch without commits
  if (base->exit_status != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("HEAD and ", QuotePath(name), " have no common commit in ", QuotePath(top_),
                     "; a shallow clone has only its newest commits, `git fetch --unshallow` "
                     "gets the others"));
  }
  return std::string(absl::StripAsciiWhitespace(base->out));
}

absl::StatusOr<bool> Git::HasCommit(absl::string_view id) const {
  const absl::StatusOr<Output> found = Run({"cat-file", "-e", absl::StrCat(id, "^{commit}")});
  if (!found.ok()) return found.status();
  return found->exit_status == 0;
}

// git-ls-tree(1), Output format: `<mode> <type> <object>`, a tab, the path.
absl::StatusOr<std::optional<std::string>> Git::SubmoduleAt(const std::string& commit,
                                                            absl::string_view path) const {
  const absl::StatusOr<std::string> listed = Query(
      At(std::string(absl::StripSuffix(path, "/")), {"ls-tree", "-z", "--full-tree", commit}));
  if (!listed.ok()) return listed.status();
  absl::string_view entry = *listed;
  if (!absl::ConsumePrefix(&entry, "160000 commit ")) return std::nullopt;
  return std::string(entry.substr(0, entry.find('\t')));
}

absl::StatusOr<std::vector<GitChange>> Git::ChangesSince(const std::string& commit,
                                                         const std::string& path) const {
  const absl::StatusOr<std::string> diff = Query(At(
      path, {"diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv",
             "--no-color", "--no-relative", "--ignore-submodules=dirty", commit}));
  if (!diff.ok()) return diff.status();
  // With -z each path ends in a NUL.
  const std::vector<absl::string_view> parts = absl::StrSplit(*diff, '\0');
  std::vector<GitChange> changes;
  for (size_t i = 0; i + 1 < parts.size(); i += 2) {
    changes.push_back(ParseChange(parts[i], parts[i + 1]));
  }
  return changes;
}

absl::StatusOr<std::vector<std::optional<std::string>>> Git::TextsOf(
    const std::vector<std::string>& names) const {
  std::vector<std::optional<std::string>> texts(names.size());
  const auto is_requested = [](absl::string_view name) {
    return !name.empty() && !absl::StrContains(name, '\n');  // which would be two
  };
  std::string input;
  for (const std::string& name : names) {
    if (is_requested(name)) absl::StrAppend(&input, name, "\n");
  }
  if (input.empty()) return texts;
  const absl::StatusOr<std::string> batch =
      Query({"cat-file", "--batch", "--follow-symlinks"}, input);
  if (!batch.ok()) return batch.status();
  absl::string_view rest = *batch;
  for (size_t i = 0; i < names.size(); ++i) {
    if (is_requested(names[i])) texts[i] = TakeText(rest);
  }
  return texts;
}

// git-ls-files(1), Output: `<mode> <object> <stage>`, a tab, the path.
absl::StatusOr<std::vector<GitTracked>> Git::TrackedBelow(const std::string& path) const {
  const absl::StatusOr<std::string> listed =
      Query(At(path, {"ls-files", "-z", "--stage", "--full-name"}));
  if (!listed.ok()) return listed.status();
  std::vector<GitTracked> tracked;
  for (const absl::string_view entry : absl::StrSplit(*listed, '\0', absl::SkipEmpty())) {
    tracked.push_back({std::string(entry.substr(entry.find('\t') + 1)), EntryOf(entry)});
  }
  return tracked;
}

absl::StatusOr<absl::flat_hash_set<std::string>> Git::IgnoredBelow(const std::string& path) const {
  const absl::StatusOr<std::string> listed =
      Query(At(path, {"ls-files", "-z", "--full-name", "--others", "--ignored",
                      "--exclude-standard", "--directory"}));
  if (!listed.ok()) return listed.status();
  absl::flat_hash_set<std::string> ignored;
  for (const absl::string_view each : absl::StrSplit(*listed, '\0', absl::SkipEmpty())) {
    ignored.insert(absl::StrCat(top_, absl::StripSuffix(each, "/")));
  }
  return ignored;
}

absl::StatusOr<bool> Git::IsSubmodule() const {
  const absl::StatusOr<std::string> outer =
      Query({"rev-parse", "--show-superproject-working-tree"});
  if (!outer.ok()) return outer.status();
  return !outer->empty();
}

absl::StatusOr<std::string> Git::Query(std::vector<std::string> arguments,
                                       absl::string_view input) const {
  absl::StatusOr<Output> output = Run(std::move(arguments), input);
  if (!output.ok()) return output.status();
  if (output->exit_status != 0) return Failed(output->err);
  return std::move(output->out);
}

absl::StatusOr<Git::Output> Git::Run(std::vector<std::string> arguments,
                                     absl::string_view input) const {
  // A monitor of the file system, and a hook that an index refreshed by the way would run, are
  // programs that the repository names.
  std::vector<std::string> words = {"git",
                                    "-C",
                                    top_,
                                    "--no-optional-locks",
                                    "--literal-pathspecs",
                                    "-c",
                                    "core.fsmonitor=false",
                                    "-c",
                                    "core.hooksPath=/dev/null"};
  absl::c_move(arguments, std::back_inserter(words));
  const FileDescriptor in = MemoryFile(input);
  const FileDescriptor err = MemoryFile();
  int ends[2] = {-1, -1};
  if (!in.is_open() || !err.is_open() || pipe2(ends, O_CLOEXEC) != 0) {
    return SystemError(errno, kCannotRun);
  }
  const FileDescriptor out(ends[0]);
  FileDescriptor written(ends[1]);
  pid_t child = 0;
  const int error = Start(std::move(words), EnvironmentFor(top_),
                          {in.number(), written.number(), err.number()}, child);
  if (error == ENOENT) {
    return absl::NotFoundError(absl::StrCat(kCannotRun, ": it is not in the PATH; install it"));
  }
  if (error != 0) return SystemError(error, kCannotRun);
  written = FileDescriptor(-1);
  Output output;
  absl::Status read = ReadAll(out, output.out);
  output.exit_status = StatusOf(child);
  if (read.ok() && lseek(err.number(), 0, SEEK_SET) == 0) read = ReadAll(err, output.err);
  if (!read.ok()) return read;
  return output;
}

// Why `name`, of which git says `message`, is not one.
absl::Status Git::NotACommit(absl::string_view name, absl::string_view message) const {
  const std::string what = QuotePath(name);
  if (absl::StrContains(name, "..")) {
    return absl::InvalidArgumentError(absl::StrCat(what, " is a range; ", InPlaceOfRange(name)));
  }
  if (const std::string kind = KindOf(name); !kind.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        what, " is ", kind, " in the repository ", QuotePath(top_), ", not a commit; name one",
        absl::StrContains(name, ":") ? ", as before the colon" : ""));
  }
  const absl::StatusOr<std::string> newest = Query({"rev-list", "--all", "--max-count=1"});
  if (newest.ok() && newest->empty()) {
    return absl::InvalidArgumentError(absl::StrCat(what, " is not a commit: the repository ",
                                                   QuotePath(top_),
                                                   " has none yet; check without --since"));
  }
  if (!absl::StripAsciiWhitespace(message).empty()) return Failed(message);
  return absl::InvalidArgumentError(absl::StrCat(
      what, " is not a commit that the repository ", QuotePath(top_),
      " has; fetch it first: a shallow clone, as in most CI jobs, has only its newest commits"));
}

// What `name` names instead of a commit; empty: nothing.
std::string Git::KindOf(absl::string_view name) const {
  const absl::StatusOr<std::string> object =
      Query({"rev-parse", "--verify", "--quiet", "--end-of-options", std::string(name)});
  if (!object.ok()) return "";
  const absl::StatusOr<std::string> type =
      Query({"cat-file", "-t", absl::StrCat(absl::StripAsciiWhitespace(*object), "^{}")});
  if (!type.ok()) return "";
  if (absl::StartsWith(*type, "blob")) return "a file";
  return absl::StartsWith(*type, "tree") ? "a directory" : "";
}

// What git says has lines and tabs for a terminal.
absl::Status Git::Failed(absl::string_view message) const {
  std::string line(message);
  absl::c_replace_if(
      line, [](char c) { return absl::ascii_iscntrl(c); }, ' ');
  absl::RemoveExtraAsciiWhitespace(&line);
  return absl::InternalError(absl::StrCat("git fails in ", QuotePath(top_), ": ", line));
}

}  // namespace grpcfg
