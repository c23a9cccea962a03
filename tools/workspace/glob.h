// Globs over paths, written as in a .gitignore, with the meaning of git's wildmatch: `*` and `?`
// stay within a component, `**` between slashes spans any number of them, `[a-z]`, `[!x]`,
// `[[:alpha:]]`, `\` escapes.
// Promise: matching takes time in proportion to the length of the path, whatever the globs (re2
// does not backtrack). Touches no disk; any folder above workspace may include it.
#ifndef GRPCFG_TOOLS_WORKSPACE_GLOB_H_
#define GRPCFG_TOOLS_WORKSPACE_GLOB_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "re2/re2.h"
#include "re2/set.h"

namespace grpcfg {

// Takes the text of a pattern. Returns the regular expression that means the same of a whole path,
// byte by byte and with regard to case, for a GlobSet. Returns kInvalidArgument for a pattern that
// git lets match nothing at all: a `[` without its `]`, an unknown class such as `[[:letter:]]`, a
// lone `\` at the end; and for one that is longer than any path.
absl::StatusOr<std::string> GlobToRegex(absl::string_view pattern);

// The regular expression of `**/`.
inline constexpr absl::string_view kAnyDirectories = "(?:.*/)?";

// Patterns that are matched together, in one pass over a path for some thousand of them.
class GlobSet {
 public:
  GlobSet() = default;
  // Takes regular expressions as GlobToRegex gives them, each as it is or after kAnyDirectories.
  explicit GlobSet(absl::Span<const std::string> regexes);

  // Returns which of them match the whole of `path`, as indices in no particular order.
  [[nodiscard]] std::vector<int> Matches(absl::string_view path) const;

 private:
  struct Part {
    int first;  // index of its first pattern
    RE2::Set set;
  };
  std::vector<Part> parts_;
};

struct Glob {
  std::string regex;            // for a GlobSet, of the path from the directory of the glob
  bool negated = false;         // `!glob`: takes back what an earlier one matched
  bool directory_only = false;  // `glob/`
};

// Takes a glob as it stands in a .gitignore: without a slash it holds for a name at any depth.
// Returns kInvalidArgument for one that can match nothing (empty, `/`, or malformed, see
// GlobToRegex).
absl::StatusOr<Glob> ParseGlob(absl::string_view text);

// Globs of which the last that matches decides.
class GlobList {
 public:
  GlobList() = default;
  explicit GlobList(std::vector<Glob> globs);

  // Takes a path from the directory of the globs on ("a/b.json"). The directories above it are not
  // looked at.
  [[nodiscard]] bool Matches(absl::string_view path, bool is_directory) const;

  [[nodiscard]] bool empty() const { return globs_.empty(); }

 private:
  std::vector<Glob> globs_;
  GlobSet set_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_GLOB_H_
