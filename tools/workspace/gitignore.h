// The rules of .gitignore as values: text to patterns, and patterns along a chain of directories
// to a decision. Promise: the decision is git's (`git check-ignore --no-index`, git 2.39), except
// that `foo**/bar` means `foo*/bar`, as gitignore(5) says and dir.c match_pathname there does not.
// Touches no disk: walk.cc supplies the files. Code outside tools/workspace lists files through
// walk.h.
#ifndef GRPCFG_TOOLS_WORKSPACE_GITIGNORE_H_
#define GRPCFG_TOOLS_WORKSPACE_GITIGNORE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/workspace/glob.h"

namespace grpcfg {

struct IgnorePattern {
  std::string regex;            // for a GlobSet, of the path from the directory of the patterns
  bool negated = false;         // `!glob`: takes back what an earlier pattern ignored
  bool directory_only = false;  // `glob/`
};

enum class IgnoreDecision { kUndecided, kIgnored, kReincluded };

// Takes one pattern, without the comments and trailing spaces of a file. Returns
// kInvalidArgument for one that can match nothing (empty, `/`, or malformed as Glob::Parse says).
absl::StatusOr<IgnorePattern> ParseIgnorePattern(absl::string_view pattern);

// Takes the text of a .gitignore. Returns its patterns in order; blank lines, comments and
// patterns that can match nothing are left out, as git gives no error for them.
std::vector<IgnorePattern> ParseGitignore(absl::string_view text);

// Patterns of one ignore file or one flag, made ready to be matched.
class IgnoreList {
 public:
  IgnoreList() = default;
  // Takes patterns in their order.
  explicit IgnoreList(std::vector<IgnorePattern> patterns);

  // Takes a path relative to the directory of the patterns ("a/b.json"). Returns what the last
  // pattern that matches it says. The directories above it are not looked at.
  [[nodiscard]] IgnoreDecision Decide(absl::string_view path, bool is_directory) const;

  [[nodiscard]] bool empty() const { return patterns_.empty(); }

 private:
  std::vector<IgnorePattern> patterns_;
  GlobSet globs_;
};

// The ignore files in force at each directory of a walk: a tree, since a walk comes back to a
// directory's scope after it was in others. Invariant: a scope's parent was added before it.
class IgnoreScopes {
 public:
  using Scope = int;
  static constexpr Scope kNoScope = -1;  // nothing is ignored

  // Takes the scope outside (kNoScope at the top of a repository), the directory that patterns
  // are relative to ("/r/a/", with the slash) and its patterns. Returns the scope inside.
  Scope Add(Scope parent, std::string directory, IgnoreList patterns);

  // Takes a path spelled like the directories of its scope ("/r/a/b.json"). Returns whether it is
  // ignored; the innermost file with a matching pattern decides. That nothing can be re-included
  // below an ignored directory is the walk's part: it does not enter one.
  [[nodiscard]] bool Ignores(Scope scope, absl::string_view path, bool is_directory) const;

 private:
  struct IgnoreFile {
    Scope parent;
    std::string directory;
    IgnoreList patterns;
  };
  std::vector<IgnoreFile> files_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_GITIGNORE_H_
