// Patterns over JSON pointers and names of methods, in which `*` stands for any characters.
// Promise: time in proportion to pattern times text, whatever they are.
#ifndef GRPCFG_VALIDATOR_PROJECT_WILDCARD_H_
#define GRPCFG_VALIDATOR_PROJECT_WILDCARD_H_

#include "absl/strings/string_view.h"

namespace grpcfg {

// True if `pattern` stands for the whole of `pointer`: `*` for characters within one part of it,
// `**` for any characters.
bool MatchesPointer(absl::string_view pattern, absl::string_view pointer);

// True if `pattern` stands for `name`, which is `pkg.Service/Method`, `pkg.Service/*` for every
// other method of a service, or `*` for those of every other service. A pattern without a slash is
// about whole services.
bool MatchesMethod(absl::string_view pattern, absl::string_view name);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_WILDCARD_H_
