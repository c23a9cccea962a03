// The flags that select the clients of a command: `--target` and `--lb-policies`.
#ifndef GRPCFG_TOOLS_CLI_TARGET_FLAGS_H_
#define GRPCFG_TOOLS_CLI_TARGET_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "validator/engine/target.h"

namespace grpcfg {

class Command;

struct TargetFlags {
  std::vector<std::string> targets;  // each a list with commas; none: the usual ones
  std::string usual;                 // a list; empty: DefaultTargets()
  std::string lb_policies = "default";
  bool has_lb_policies = false;  // the user set it
};

// What `--target` takes without a release: the names of clients, and their aliases.
std::vector<std::string> TargetNames();

// Adds both flags to a command.
void AddTargetFlags(Command& command, TargetFlags& flags);

// Says on stderr which targets are older or newer than any release known.
void NoteReleases(const std::vector<Target>& targets);

// The targets that `flags` name. Errors: see SelectTargets.
absl::StatusOr<std::vector<Target>> TargetsFor(const TargetFlags& flags);

// The targets that the user chose, with a note on stderr for each whose release is not
// known; by default the usual ones. Errors: InvalidArgument, see ParseTargets and LinkPolicies.
absl::StatusOr<std::vector<Target>> SelectTargets(const TargetFlags& flags);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_TARGET_FLAGS_H_
