// The flag that says how servers fail.
#ifndef GRPCFG_TOOLS_CLI_OUTAGE_FLAGS_H_
#define GRPCFG_TOOLS_CLI_OUTAGE_FLAGS_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "simulator/report/fleet.h"

namespace grpcfg {

class Command;

// Adds --outage.
void AddOutageFlag(Command& command, std::optional<std::string>& outage);

// `10s`, or a curve such as `0s:1,20s:1,40s:0`: 32 points at most, the first at 0. Errors:
// InvalidArgument, which names the flag and the remedy.
absl::StatusOr<OutageRequest> ParseOutage(absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_OUTAGE_FLAGS_H_
