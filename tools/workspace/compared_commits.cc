#include "tools/workspace/compared_commits.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tools/workspace/repository.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"

namespace grpcfg {

ComparedCommits::ComparedCommits(const std::string& since, std::vector<std::string>& notes)
    : since_(since),
      here_(FindRepositoryTop(absl::StrCat(RealPath(".").value_or(""), "/")).value_or("")),
      notes_(notes) {}

absl::StatusOr<std::optional<std::string>> ComparedCommits::Of(const std::string& top) {
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

Git ComparedCommits::GitOf(const std::string& top) const {
  return {top, top == here_ ? HookVariables::kAreOfIt : HookVariables::kAreOfAnother};
}

// The repository that decides of the one at `top`; nothing: it does so itself.
absl::StatusOr<std::optional<std::string>> ComparedCommits::OuterOf(absl::string_view top) const {
  if (top == here_) return std::nullopt;
  std::optional<std::string> outer = FindRepositoryTop(DirectoryAbove(top));
  if (!outer || (!here_.empty() && absl::StartsWith(top, here_))) return outer;
  const absl::StatusOr<bool> is_submodule = GitOf(std::string(top)).IsSubmodule();
  if (!is_submodule.ok()) return is_submodule.status();
  if (!*is_submodule) return std::nullopt;
  return outer;
}

// Of the repository at `top` by that of `outer`, which is known.
absl::StatusOr<std::optional<std::string>> ComparedCommits::Within(const std::string& outer,
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
  notes_.push_back(
      absl::StrCat("all in the submodule ", QuotePath(top), " counts as new: it lacks the commit ",
                   (*commit)->substr(0, kShortId), " that it was at in ", QuotePath(since_),
                   "; fetch that first, in a shallow clone by `git fetch "
                   "--unshallow`"));
  return std::nullopt;
}

}  // namespace grpcfg
