#include "tools/workspace/git.h"

#include <algorithm>
#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tools/workspace/system_error.h"

namespace grpcfg {
namespace {

// What to write in place of a range such as `a..b`, `a...b` or `..b`.
std::string InPlaceOfRange(absl::string_view range) {
  const size_t dots = range.find("..");
  const absl::string_view before = range.substr(0, dots);
  absl::string_view after = range.substr(dots);
  while (absl::ConsumePrefix(&after, ".")) {
  }
  const std::string commit(before.empty() ? after : before);
  if (commit.empty() || commit == "HEAD") return "name a commit, say `HEAD`";
  return absl::StrCat("name a commit, or write ", QuotePath(absl::StrCat(commit, "...")),
                      " for where it and HEAD parted");
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
          .is_gone = fields[4] == "D"};
}

// git-cat-file(1), Batch output: `<object> blob <size>`, the bytes, a line break. What is no file
// has another header, which ends in the size of what follows, or in a word.
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

// For git to take it as it is: `path` from the top on, or nothing for all.
void AddPath(const std::string& path, std::vector<std::string>& arguments) {
  arguments.emplace_back("--");
  if (!path.empty()) arguments.push_back(path);
}

}  // namespace

absl::StatusOr<std::string> Git::CommitOf(absl::string_view since) const {
  absl::string_view name = since;
  const bool is_parting = absl::ConsumeSuffix(&name, "...");
  if (name.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        QuotePath(since), " names no commit; write the name of one, say `main` or `main...`"));
  }
  const absl::StatusOr<ChildOutput> named = Run(
      {"rev-parse", "--verify", "--quiet", "--end-of-options", absl::StrCat(name, "^{commit}")});
  if (!named.ok()) return named.status();
  if (named->exit_status != 0) return NoCommit(name, named->err);
  std::string commit(absl::StripAsciiWhitespace(named->out));
  if (is_parting) return PartingOf(name, commit);
  return commit;
}

// The commit from which HEAD and that one went apart.
absl::StatusOr<std::string> Git::PartingOf(absl::string_view name,
                                           const std::string& commit) const {
  const absl::StatusOr<ChildOutput> base = Run({"merge-base", commit, "HEAD"});
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
  const absl::StatusOr<ChildOutput> found = Run({"cat-file", "-e", absl::StrCat(id, "^{commit}")});
  if (!found.ok()) return found.status();
  return found->exit_status == 0;
}

// git-ls-tree(1), Output format: `<mode> <type> <object>`, a tab, the path.
absl::StatusOr<std::optional<std::string>> Git::SubmoduleAt(const std::string& commit,
                                                            absl::string_view path) const {
  const absl::StatusOr<std::string> listed =
      Ask({"--literal-pathspecs", "ls-tree", "-z", "--full-tree", commit, "--",
           std::string(absl::StripSuffix(path, "/"))});
  if (!listed.ok()) return listed.status();
  absl::string_view entry = *listed;
  if (!absl::ConsumePrefix(&entry, "160000 commit ")) return std::nullopt;
  return std::string(entry.substr(0, entry.find('\t')));
}

absl::StatusOr<std::vector<GitChange>> Git::ChangesSince(const std::string& commit,
                                                         const std::string& path) const {
  std::vector<std::string> arguments = {"--literal-pathspecs",
                                        "diff",
                                        "--raw",
                                        "-z",
                                        "--no-abbrev",
                                        "--no-renames",
                                        "--no-ext-diff",
                                        "--no-textconv",
                                        "--no-color",
                                        "--no-relative",
                                        "--ignore-submodules=dirty",
                                        commit};
  AddPath(path, arguments);
  const absl::StatusOr<std::string> diff = Ask(std::move(arguments));
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
  const auto is_asked = [](absl::string_view name) {
    return !name.empty() && !absl::StrContains(name, '\n');  // which would be two
  };
  std::string input;
  for (const std::string& name : names) {
    if (is_asked(name)) absl::StrAppend(&input, name, "\n");
  }
  if (input.empty()) return texts;
  const absl::StatusOr<std::string> batch =
      Ask({"cat-file", "--batch", "--follow-symlinks"}, input);
  if (!batch.ok()) return batch.status();
  absl::string_view rest = *batch;
  for (size_t i = 0; i < names.size(); ++i) {
    if (is_asked(names[i])) texts[i] = TakeText(rest);
  }
  return texts;
}

// git-ls-files(1), Output: `<mode> <object> <stage>`, a tab, the path.
absl::StatusOr<std::vector<std::string>> Git::SubmodulesBelow(const std::string& path) const {
  std::vector<std::string> arguments = {"--literal-pathspecs", "ls-files", "-z", "--stage",
                                        "--full-name"};
  AddPath(path, arguments);
  const absl::StatusOr<std::string> listed = Ask(std::move(arguments));
  if (!listed.ok()) return listed.status();
  std::vector<std::string> submodules;
  for (const absl::string_view entry : absl::StrSplit(*listed, '\0')) {
    if (EntryOf(entry) != GitEntry::kSubmodule) continue;
    submodules.emplace_back(entry.substr(entry.find('\t') + 1));
  }
  return submodules;
}

absl::StatusOr<bool> Git::IsSubmodule() const {
  const absl::StatusOr<std::string> outer = Ask({"rev-parse", "--show-superproject-working-tree"});
  if (!outer.ok()) return outer.status();
  return !outer->empty();
}

absl::StatusOr<std::string> Git::Ask(std::vector<std::string> arguments,
                                     absl::string_view input) const {
  absl::StatusOr<ChildOutput> output = Run(std::move(arguments), input);
  if (!output.ok()) return output.status();
  if (output->exit_status != 0) return Failed(output->err);
  return std::move(output->out);
}

absl::StatusOr<ChildOutput> Git::Run(std::vector<std::string> arguments,
                                     absl::string_view input) const {
  std::vector<std::string> words;
  if (variables_ == HookVariables::kAreOfAnother) {
    words.emplace_back("env");
    // git-rev-parse(1), --local-env-vars: those that say where a repository is.
    for (const char* const name : {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR",
                                   "GIT_OBJECT_DIRECTORY", "GIT_PREFIX"}) {
      words.insert(words.end(), {"-u", name});
    }
  }
  words.insert(words.end(), {"git", "-C", top_});
  absl::c_move(arguments, std::back_inserter(words));
  return RunProgram(words, input);
}

// Why `name`, of which git says `told`, is none.
absl::Status Git::NoCommit(absl::string_view name, absl::string_view told) const {
  const std::string what = QuotePath(name);
  if (absl::StrContains(name, "..")) {
    return absl::InvalidArgumentError(absl::StrCat(what, " is a range; ", InPlaceOfRange(name)));
  }
  if (const std::string kind = KindOf(name); !kind.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        what, " is ", kind, " in the repository ", QuotePath(top_), ", and no commit; name one",
        absl::StrContains(name, ":") ? ", as in front of the colon" : ""));
  }
  if (IsWithoutCommits()) {
    return absl::InvalidArgumentError(absl::StrCat(what, " is no commit: the repository ",
                                                   QuotePath(top_),
                                                   " has none yet; check without --since"));
  }
  if (!absl::StripAsciiWhitespace(told).empty()) return Failed(told);
  return absl::InvalidArgumentError(absl::StrCat(
      what, " is no commit that the repository ", QuotePath(top_),
      " has; fetch it first: a shallow clone, as in most CI jobs, has only its newest commits"));
}

// What `name` names instead of a commit; empty: nothing.
std::string Git::KindOf(absl::string_view name) const {
  const absl::StatusOr<std::string> object =
      Ask({"rev-parse", "--verify", "--quiet", "--end-of-options", std::string(name)});
  if (!object.ok()) return "";
  const absl::StatusOr<std::string> type =
      Ask({"cat-file", "-t", absl::StrCat(absl::StripAsciiWhitespace(*object), "^{}")});
  if (!type.ok()) return "";
  if (absl::StartsWith(*type, "blob")) return "a file";
  return absl::StartsWith(*type, "tree") ? "a directory" : "";
}

bool Git::IsWithoutCommits() const {
  const absl::StatusOr<std::string> newest = Ask({"rev-list", "--all", "--max-count=1"});
  return newest.ok() && newest->empty();
}

// What git says has lines and tabs for a terminal.
absl::Status Git::Failed(absl::string_view told) const {
  std::string line(told);
  absl::c_replace_if(
      line, [](char c) { return absl::ascii_iscntrl(c); }, ' ');
  absl::RemoveExtraAsciiWhitespace(&line);
  return absl::InternalError(absl::StrCat("git fails in ", QuotePath(top_), ": ", line));
}

}  // namespace grpcfg
