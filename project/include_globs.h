// Globs for files that have nothing in common but what is in them.
// Promise: they match all of the files that are wanted and none of the others.
#ifndef GRPCFG_PROJECT_INCLUDE_GLOBS_H_
#define GRPCFG_PROJECT_INCLUDE_GLOBS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace grpcfg {

// Paths are from the directory of the project file: one glob if an ending tells two or more of the
// wanted files from all others, else one for each folder that has nothing else, and for each file.
std::vector<std::string> IncludeGlobs(absl::Span<const std::string> wanted,
                                      absl::Span<const std::string> others);

// A glob that stands for `path` alone, or for all in it if it ends in a slash.
std::string GlobOf(absl::string_view path);

}  // namespace grpcfg

#endif  // GRPCFG_PROJECT_INCLUDE_GLOBS_H_
