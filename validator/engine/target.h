// A target: an implementation at a release, as the user names it.
#ifndef GRPCFG_VALIDATOR_ENGINE_TARGET_H_
#define GRPCFG_VALIDATOR_ENGINE_TARGET_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/clients/linked_policies.h"
#include "schema/clients/profile_at.h"

namespace grpcfg {

// A row of the table of targets.
struct KnownTarget {
  absl::string_view name;
  absl::string_view about;  // who that is, for people
  const Profile& (*profile)();
  absl::string_view proof;   // what its profile rests on, for people
  bool has_releases = true;  // may be followed by `@` and a release
};

// Every target that this version knows.
absl::Span<const KnownTarget> KnownTargets();

// Other names that users may give a target: `cpp` and `python` of `core`.
std::vector<absl::string_view> AliasesOf(const KnownTarget& known);

// The row of `profile`, which must be that of a known target.
const KnownTarget& KnownTargetOf(const Profile& profile);

struct Target {
  std::string spelling;  // as the user spelled it
  std::shared_ptr<const ProfileAt> profile;
  LinkedPolicies policies = {};
  std::string lb_policies = "default";  // what `policies` are, as they were given
  // False for a release older or newer than any that is known: it is read as the nearest of those.
  bool is_known = true;
};

// A target of its newest release, with the LB policies that it registers by itself.
Target MakeTarget(const KnownTarget& known);

// The same at another release of it.
Target MakeTarget(const KnownTarget& known, const Release& release);

// The targets of a comma-separated list such as `spec,python@1.51,go`, each once, in the order
// given; `all` is every known one. Linked into each are the LB policies that it registers by
// itself. Errors: InvalidArgument for an empty or unknown name, with the nearest one or all, and
// for a text after `@` that is not a release.
absl::StatusOr<std::vector<Target>> ParseTargets(absl::string_view list);

// What the user should know of a target whose release is not known; else empty.
std::string NoteOnRelease(const Target& target);

// As the user spelled them.
std::vector<std::string> SpellingsOf(absl::Span<const Target> targets);

// As the user named them, with the releases that they are read as: "spec, core 1.51, go 1.64".
std::string NamesWithReleases(absl::Span<const Target> targets);

// What is checked when the user names no target.
std::vector<Target> DefaultTargets();

// Links other LB policies into `targets`: `default` (what each client registers by itself), `all`
// (what it has in any package of its own), or the names of policies, separated by commas, for every
// target; `default` may stand among them. Errors: InvalidArgument for an empty name.
absl::Status LinkPolicies(absl::string_view lb_policies, std::vector<Target>& targets);

// The names in `--lb-policies` that no client has, nor one like it: only a config can know them.
std::vector<std::string> UnknownPolicies(absl::string_view lb_policies);

// A question for each of these names that is near that of an LB policy, but is none:
// "`round_robbin` is not an LB policy of any client; did you mean `round_robin`?".
std::vector<std::string> QuestionPolicies(absl::string_view lb_policies);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_TARGET_H_
