#include "tools/workspace/gitignore.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/optimization.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tools/workspace/glob.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kByteOrderMark = "\xef\xbb\xbf";

// Spaces at the end do not count unless a backslash stands before them (dir.c
// trim_trailing_spaces; tabs do count).
absl::string_view TrimTrailingSpaces(absl::string_view line) {
  size_t end = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] == ' ') continue;
    if (line[at] == '\\') ++at;
    end = at + 1;
  }
  return line.substr(0, end);
}

// The pattern of a line, empty for a comment. dir.c add_patterns_from_buffer: only a CR before
// the LF goes, and git's strings end at a NUL.
absl::string_view PatternOfLine(absl::string_view line) {
  if (absl::StartsWith(line, "#")) return "";
  line = absl::StripSuffix(line, "\r");
  line = line.substr(0, line.find('\0'));
  return TrimTrailingSpaces(line);
}

}  // namespace

absl::StatusOr<IgnorePattern> ParseIgnorePattern(absl::string_view pattern) {
  const bool negated = absl::ConsumePrefix(&pattern, "!");
  const bool directory_only = absl::ConsumeSuffix(&pattern, "/");
  const bool at_any_depth = !absl::StrContains(pattern, '/');
  absl::ConsumePrefix(&pattern, "/");
  if (pattern.empty()) {
    return absl::InvalidArgumentError("the glob is empty; write `**` to match everything");
  }
  const absl::StatusOr<std::string> regex = GlobToRegex(pattern);
  if (!regex.ok()) return regex.status();
  return IgnorePattern{.regex = absl::StrCat(at_any_depth ? kAnyDirectories : "", *regex),
                       .negated = negated,
                       .directory_only = directory_only};
}

std::vector<IgnorePattern> ParseGitignore(absl::string_view text) {
  std::vector<IgnorePattern> patterns;
  absl::ConsumePrefix(&text, kByteOrderMark);
  while (!text.empty()) {
    const absl::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
    absl::StatusOr<IgnorePattern> pattern = ParseIgnorePattern(PatternOfLine(line));
    if (pattern.ok()) patterns.push_back(*std::move(pattern));
  }
  return patterns;
}

IgnoreList::IgnoreList(std::vector<IgnorePattern> patterns) : patterns_(std::move(patterns)) {
  std::vector<std::string> regexes;
  regexes.reserve(patterns_.size());
  for (IgnorePattern& pattern : patterns_) regexes.push_back(std::move(pattern.regex));
  globs_ = GlobSet(regexes);
}

IgnoreDecision IgnoreList::Decide(absl::string_view path, bool is_directory) const {
  int last = -1;
  for (const int index : globs_.Matches(path)) {
    if (is_directory || !patterns_[index].directory_only) last = std::max(last, index);
  }
  if (last < 0) return IgnoreDecision::kUndecided;
  return patterns_[last].negated ? IgnoreDecision::kReincluded : IgnoreDecision::kIgnored;
}

IgnoreScopes::Scope IgnoreScopes::Add(Scope parent, std::string directory, IgnoreList patterns) {
  ABSL_HARDENING_ASSERT(parent >= kNoScope && parent < static_cast<Scope>(files_.size()));
  files_.push_back({parent, std::move(directory), std::move(patterns)});
  return static_cast<Scope>(files_.size()) - 1;
}

bool IgnoreScopes::Ignores(Scope scope, absl::string_view path, bool is_directory) const {
  while (scope != kNoScope) {
    const IgnoreFile& file = files_[static_cast<size_t>(scope)];
    absl::string_view relative = path;
    if (absl::ConsumePrefix(&relative, file.directory)) {
      const IgnoreDecision decision = file.patterns.Decide(relative, is_directory);
      if (decision != IgnoreDecision::kUndecided) return decision == IgnoreDecision::kIgnored;
    }
    scope = file.parent;
  }
  return false;
}

}  // namespace grpcfg
