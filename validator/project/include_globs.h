// Globs for files that have nothing in common but what is in them.
// Promise: they match all of the files that are wanted and none of the others, but for a file whose
// name JSON cannot have.
#ifndef GRPCFG_VALIDATOR_PROJECT_INCLUDE_GLOBS_H_
#define GRPCFG_VALIDATOR_PROJECT_INCLUDE_GLOBS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace grpcfg {

// More of them are read by nobody.
inline constexpr size_t kMostIncludeGlobs = 8;

// Paths are from the directory of the project file: one glob if an ending tells two or more of the
// wanted files from all others, else one for each folder that has nothing else, or with a glob that
// takes out what else it has, and one for each file. Where these are many, folders are taken whole,
// with those in them, and names that differ in numbers together. A name that is not UTF-8 has no
// glob of its own.
std::vector<std::string> IncludeGlobs(absl::Span<const std::string> wanted,
                                      absl::Span<const std::string> others);

// True if JSON can have `path`: it is UTF-8.
bool CanBeNamed(absl::string_view path);

// A glob that stands for `path` alone, or for all in it if it ends in a slash.
std::string GlobOf(absl::string_view path);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_INCLUDE_GLOBS_H_
