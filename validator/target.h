// A target: an implementation at a release, as the user names it.
#ifndef GRPCFG_VALIDATOR_TARGET_H_
#define GRPCFG_VALIDATOR_TARGET_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/profile.h"

namespace grpcfg {

// A row of the table of targets.
struct KnownTarget {
  absl::string_view name;
  absl::string_view about;  // who that is, for people
  const Profile& (*profile)();
};

// Every target that this version knows.
absl::Span<const KnownTarget> KnownTargets();

struct Target {
  std::string spelling;              // as the user spelled it
  const Profile* profile = nullptr;  // lives as long as the program
};

// The targets of a comma-separated list such as `spec,gapic`, each once, in the order given.
// Errors: InvalidArgument for an empty or unknown name, with the names that are known.
absl::StatusOr<std::vector<Target>> ParseTargets(absl::string_view list);

// What is checked when the user names no target.
std::vector<Target> DefaultTargets();

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_TARGET_H_
