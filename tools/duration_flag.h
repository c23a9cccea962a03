// Durations on the command line: `20ms`, `0.7s`, `5m`.
#ifndef GRPCFG_TOOLS_DURATION_FLAG_H_
#define GRPCFG_TOOLS_DURATION_FLAG_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

// Seconds; `flag` is what an error calls it. Errors: InvalidArgument for what is no duration, below
// 0 or infinite, or has more than 15 decimals of an hour or a minute, which overflow on the way.
absl::StatusOr<double> ParseSeconds(absl::string_view flag, absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DURATION_FLAG_H_
