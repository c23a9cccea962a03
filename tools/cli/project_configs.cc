#include "tools/cli/project_configs.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/walk.h"
#include "validator/project/config_by_content.h"

namespace grpcfg {

// A directory below may have a project file of its own, or be another repository.
bool ProjectConfigs::IsOfProject(const std::string& absolute) {
  if (project_.is_named) return true;
  const std::optional<std::string> nearest = search_.Find(DirectoryPart(absolute));
  return nearest && *nearest == AbsolutePath(project_.path);
}

ProjectConfigs::Paths ProjectConfigs::List(const WalkOptions& options) {
  const absl::StatusOr<ConfigFiles> files =
      ListConfigFiles({ShownPath(project_.directory)}, options);
  if (!files.ok() || !files->problems.empty()) return std::nullopt;
  std::vector<std::string> paths;
  for (const std::string& path : files->paths) {
    const std::string absolute = AbsolutePath(path);
    if (IsOfProject(absolute)) paths.push_back(PathFrom(project_.directory, absolute));
  }
  return paths;
}

bool ProjectConfigs::AnyListed(Accepts matches) {
  if (!listed_) listed_ = List(project_.Walk());
  return !*listed_ || absl::c_any_of(**listed_, matches);
}

// By its name, as `include` has it, or else by what is in it.
bool ProjectConfigs::IsConfig(const std::string& path) {
  if (!names_) names_.emplace(WithoutPlaces(project_.Walk().include));
  if (names_->Holds(path)) return true;
  const absl::StatusOr<std::string> text = ReadFile(absl::StrCat(project_.directory, path));
  return text.ok() && IsConfigByContent(*text);
}

bool ProjectConfigs::Any(Accepts matches) {
  if (!all_) {
    all_ =
        List({.include = {"*"}, .glob_directory = project_.directory, .obeys_ignore_files = false});
  }
  return !*all_ || absl::c_any_of(**all_, [&](const std::string& path) {
    return matches(path) && IsConfig(path);
  });
}

}  // namespace grpcfg
