// Which versions `diff` compares with each other.
#ifndef GRPCFG_TOOLS_CLI_DIFF_INPUTS_H_
#define GRPCFG_TOOLS_CLI_DIFF_INPUTS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/cli/projects.h"

namespace grpcfg {

struct VersionPair {
  std::string path;                   // of the new version, or of the old one if there is no other
  std::optional<std::string> before;  // nothing: the file is new
  std::optional<std::string> after;   // nothing: the file was deleted
};

// What is compared: `paths` are OLD and NEW, two files or two directories, whose configs are
// paired by their names; with `against` (`git:REF`) the files and directories whose state then is
// compared with that of now, deleted files included. Errors: one path too few or too many, a
// file beside a directory, and those of ReadInput, ListConfigFiles, OldVersions and
// FindDeletedFiles.
absl::StatusOr<std::vector<VersionPair>> FindVersionPairs(const std::vector<std::string>& paths,
                                                          const std::string& against,
                                                          Projects& projects);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_DIFF_INPUTS_H_
