// A glob of a project file: which files it means, from the directory of that file.
#ifndef GRPCFG_VALIDATOR_PROJECT_PATH_GLOB_H_
#define GRPCFG_VALIDATOR_PROJECT_PATH_GLOB_H_

#include <string>

#include "absl/strings/string_view.h"
#include "tools/workspace/glob.h"
#include "validator/project/project_file.h"

namespace grpcfg {

// Written as in .gitignore: without a slash it holds for a name at any depth, and what it says of a
// directory holds for all that is in it.
class PathGlob {
 public:
  // Takes globs that ParseGlob takes; the last one that matches decides.
  explicit PathGlob(const LocatedTexts& globs);

  // `path`: "a/b.json". None: every file.
  [[nodiscard]] bool Holds(absl::string_view path) const;

 private:
  std::string plain_;  // a path without anything that a glob may have; empty: there is none
  GlobList globs_;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_PATH_GLOB_H_
