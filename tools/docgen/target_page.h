// Targets as documentation: what `grpcfg targets` prints.
// Promise: all of it comes from the profiles and from what rules claim, so none of it can differ
// from what the checker does.
#ifndef GRPCFG_TOOLS_DOCGEN_TARGET_PAGE_H_
#define GRPCFG_TOOLS_DOCGEN_TARGET_PAGE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/field_table.h"
#include "validator/engine/rule.h"
#include "validator/engine/target.h"

namespace grpcfg {

// ---- The values of a profile that are not enums, in short words for people.

// A few words without a full stop, "`GO`, exactly". Those of enums stand below their values, in
// schema/clients/*_traits.h.
std::string Describe(const OwnLanguage& language);
std::string Describe(const Jitter& jitter);
std::string Describe(const AttemptLimit& limit);
std::string Describe(const RetryChecks& checks);
std::string Describe(const RetryBuffer& buffer);
std::string Describe(const ProgramSetting& setting);
std::string Describe(const TxtLookup& lookup);

// The names of the policies at a release, or which of all they are.
std::string Describe(const PolicyList& list, const Release& release);

// How a field is read, as far as `trait` speaks of it: "required; null is refused".
std::string Describe(const FieldTrait& trait, const Field& field, const FieldReading& reading);

// ---- Pages

// What holds of a trait from one release on.
struct TraitPhase {
  Release since;
  std::string words;
  absl::string_view evidence;
};

// How a client reads one kind of thing, from release to release.
struct TraitEntry {
  absl::string_view id;     // for programs: `status-codes`
  absl::string_view title;  // for people: `status codes`
  std::vector<TraitPhase> phases;
  bool is_list = false;      // the words are names with commas
  bool is_of_calls = false;  // how it makes calls, and not how it reads

  [[nodiscard]] const TraitPhase& At(const Release& release) const;
};

// A field that a client reads in a way of its own.
struct FieldEntry {
  std::string path;  // `methodConfig[].timeout`, or with `*` for every other field there
  Use use;
  std::string words;
  absl::string_view evidence;
  Release since;
  Release until;  // kNoRelease: it still holds
};

// What another release does differently.
struct ReleaseChange {
  Release release;
  std::vector<std::string> what = {};         // a trait, or fields
  std::vector<absl::string_view> rules = {};  // or what these rules find
  std::string before = {};                    // of a list: what is there no more
  std::string after = {};                     // of a list: what is new
  absl::string_view evidence = {};
};

// All that is known of one target.
struct TargetEntry {
  std::string spelling;
  const KnownTarget* known;
  Release release;
  std::vector<TraitEntry> traits = {};
  std::vector<FieldEntry> fields = {};      // that hold at `release`
  std::vector<ReleaseChange> changes = {};  // of every release, the oldest first
};

TargetEntry MakeTargetEntry(const Target& target, const RuleSet& rules);

// Every known target at its newest release.
std::vector<TargetEntry> EveryTargetEntry(const RuleSet& rules);

// The releases at which something changes, the oldest first; not the oldest one that is known.
std::vector<Release> ReleasesOfChange(const TargetEntry& entry);

// The oldest known release, and every later one that some entry of the profile names, whether it
// changes anything or not.
std::vector<Release> ReleasesNamed(const Profile& profile);

// `1.51 to 1.84`; empty for a target without releases.
std::string ReleaseRange(const KnownTarget& known);

// Two or three lines per target, and what to type for more.
std::string TargetListAsText(absl::Span<const TargetEntry> entries);

// All that is known of each.
std::string TargetsAsText(absl::Span<const TargetEntry> entries);
std::string TargetsAsJson(absl::Span<const TargetEntry> entries);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_TARGET_PAGE_H_
