// The configs that a project file may be about, whether or not a run looks at them.
// Promise: what cannot be listed is taken for a config that no run has looked at.
#ifndef GRPCFG_TOOLS_CLI_PROJECT_CONFIGS_H_
#define GRPCFG_TOOLS_CLI_PROJECT_CONFIGS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "tools/cli/projects.h"
#include "tools/workspace/upward_search.h"
#include "validator/project/path_glob.h"

namespace grpcfg {

class ProjectConfigs {
 public:
  using Accepts = absl::FunctionRef<bool(const std::string& path)>;

  // `project` must live as long.
  explicit ProjectConfigs(const Project& project)
      : project_(project), search_(std::string(kProjectFileName)) {}

  // True if `matches` holds for one of those that a run on the directory of the project checks.
  // It takes paths from there.
  bool AnyListed(Accepts matches);

  // The same for all: also those that are excluded or ignored, and files of other names that are
  // configs by what is in them.
  bool Any(Accepts matches);

 private:
  using Paths = std::optional<std::vector<std::string>>;  // nothing: they cannot be listed

  Paths List(const WalkOptions& options);
  bool IsOfProject(const std::string& absolute);
  bool IsConfig(const std::string& path);

  const Project& project_;
  UpwardSearch search_;
  std::optional<Paths> listed_;  // made on first use
  std::optional<Paths> all_;     // every file
  std::optional<PathGlob> names_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_PROJECT_CONFIGS_H_
