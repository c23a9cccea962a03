#include "workspace/git.h"

#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "workspace/system_error.h"

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
