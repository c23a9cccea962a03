// What each repository is compared with. That of the working directory decides for those within it,
// and any for its submodules: they are compared with what they were in its commit.
// For tools/workspace only.
#ifndef GRPCFG_TOOLS_WORKSPACE_COMPARED_COMMITS_H_
#define GRPCFG_TOOLS_WORKSPACE_COMPARED_COMMITS_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/workspace/git.h"

namespace grpcfg {

class ComparedCommits {
 public:
  // `since`: see OldVersions. What could not be compared is told in `notes`. Both must live as
  // long.
  ComparedCommits(const std::string& since, std::vector<std::string>& notes);

  // `top`: of a repository, with a slash at its end. Nothing: all in it is new. Errors: see
  // OldVersions.
  absl::StatusOr<std::optional<std::string>> Of(const std::string& top);

  [[nodiscard]] Git GitOf(const std::string& top) const;

 private:
  [[nodiscard]] absl::StatusOr<std::optional<std::string>> OuterOf(absl::string_view top) const;
  absl::StatusOr<std::optional<std::string>> Within(const std::string& outer,
                                                    const std::string& top);

  const std::string& since_;
  std::string here_;
  std::vector<std::string>& notes_;
  std::map<std::string, std::optional<std::string>> commits_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_COMPARED_COMMITS_H_
