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

// More of them are read by no one.
inline constexpr size_t kMostIncludeGlobs = 8;

// Paths are from the directory of the project file. One glob if an ending, or a folder with all in
// it, tells the wanted files from the others; else one for each folder that has nothing else, and
// one for each name, in which numbers are any numbers if no other file is called so.
std::vector<std::string> IncludeGlobs(absl::Span<const std::string> chosen,
                                      absl::Span<const std::string> others);

// True if JSON can have `path`: it is UTF-8.
bool CanBeNamed(absl::string_view path);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_INCLUDE_GLOBS_H_
