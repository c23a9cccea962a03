#include "tools/docgen/target_page.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tools/docgen/profile_words.h"
#include "tools/docgen/target_changes.h"
#include "validator/engine/effect_summary.h"

namespace grpcfg {
namespace {

// Without phases if the client does not have such a thing.
template <typename T>
TraitEntry MakeTrait(absl::string_view id, absl::string_view title, const Timeline<T>& timeline) {
  TraitEntry entry = {id, title, {}};
  for (const Trait<T>& trait : timeline.phases()) {
    entry.phases.push_back({trait.since, std::string(Describe(trait.value)), trait.evidence});
  }
  return entry;
}

// The releases at which a list of LB policies changes.
std::set<Release> ReleasesOf(const Timeline<PolicyList>& timeline) {
  std::set<Release> releases = {Release()};
  for (const Trait<PolicyList>& trait : timeline.phases()) {
    releases.insert(trait.since);
    for (const ListedPolicy& policy : trait.value.listed) {
      releases.insert({policy.since, policy.until});
    }
  }
  releases.erase(kNoRelease);
  return releases;
}

TraitEntry MakePolicies(absl::string_view id, absl::string_view title,
                        const Timeline<PolicyList>& timeline) {
  TraitEntry entry = {id, title, {}, /*is_list=*/true};
  for (const Release& release : ReleasesOf(timeline)) {
    const Trait<PolicyList>& trait = timeline.At(release);
    entry.phases.push_back({release, Describe(trait.value, release), trait.evidence});
  }
  return entry;
}

std::vector<TraitEntry> TraitsOf(const Profile& profile) {
  std::vector<TraitEntry> traits = {
      MakeTrait("json", "JSON", profile.json),
      MakeTrait("keys", "key spelling", profile.keys),
      MakeTrait("duplicates", "equal keys", profile.duplicates),
      MakeTrait("fields", "known fields", profile.fields),
      MakeTrait("null", "null", profile.nulls),
      MakeTrait("null-root", "null as a whole", profile.null_root),
      MakeTrait("array-root", "list as a whole", profile.array_root),
      MakeTrait("numbers", "numbers", profile.numbers),
      MakeTrait("bounds", "bounds", profile.policy_bounds),
      MakeTrait("durations", "durations", profile.durations),
      MakeTrait("status-codes", "status codes", profile.status_codes),
      MakeTrait("names", "names of methods", profile.names),
      MakeTrait("lb-choice", "LB policy lists", profile.policy_choice),
      MakeTrait("lb-names", "LB policy names", profile.policy_names),
      MakePolicies("lb-default", "LB policies linked by default", profile.default_policies),
      MakePolicies("lb-all", "LB policies in all its packages", profile.all_policies),
      MakeTrait("text-faults", "other faults of the text", profile.text_issues),
      MakeTrait("value-faults", "other faults of values", profile.other_issues),
      MakeTrait("name-match", "entry of a method", profile.name_match),
  };
  const auto add = [&](absl::string_view id, absl::string_view title, const auto& timeline) {
    if (timeline.is_known()) traits.push_back(MakeTrait(id, title, timeline));
  };
  ForEachChoiceTrait(add, profile.choices);
  const size_t count = traits.size();
  ForEachCallTrait(add, profile.calls);
  for (size_t i = count; i < traits.size(); ++i) traits[i].is_of_calls = true;
  return traits;
}

}  // namespace

std::vector<FieldEntry> FieldsOf(const ProfileAt& profile) {
  std::vector<FieldEntry> entries;
  for (const MessageTraits& traits : profile.profile().field_traits) {
    const Message& message = *FindMessage(traits.message);
    for (const FieldTrait& trait : traits.fields) {
      if (!HoldsAt(trait, profile.release())) continue;
      const Field& field = FieldOf(message, trait);
      entries.push_back({PathOf(message, trait), trait.use.value_or(Use::kApplied),
                         Describe(trait, field, profile.Of(message, field)), trait.evidence,
                         trait.since, trait.until});
    }
  }
  // What the client does not have at all comes first, then what it has for show.
  std::stable_sort(entries.begin(), entries.end(),
                   [](const FieldEntry& a, const FieldEntry& b) { return a.use > b.use; });
  return entries;
}

const TraitPhase& TraitEntry::At(const Release& release) const {
  size_t at = 0;
  while (at + 1 < phases.size() && phases[at + 1].since <= release) ++at;
  return phases[at];
}

std::string ReleaseRange(const KnownTarget& known) {
  if (!known.has_releases) return "";
  const Profile& profile = known.profile();
  const std::string oldest = ReleaseName(profile.oldest);
  const std::string newest = ReleaseName(profile.newest);
  return oldest == newest ? newest : absl::StrCat(oldest, " to ", newest);
}

TargetEntry MakeTargetEntry(const Target& target, const RuleSet& rules) {
  const Profile& profile = target.profile->profile();
  TargetEntry entry = {.spelling = target.spelling,
                       .known = &KnownTargetOf(profile),
                       .release = target.profile->release(),
                       .traits = TraitsOf(profile),
                       .fields = FieldsOf(*target.profile)};
  entry.changes = ChangesOf(profile, entry.traits, rules);
  return entry;
}

std::vector<Release> ReleasesOfChange(const TargetEntry& entry) {
  std::vector<Release> releases;
  for (const ReleaseChange& change : entry.changes) releases.push_back(change.release);
  releases.erase(std::unique(releases.begin(), releases.end()), releases.end());
  return releases;
}

std::vector<TargetEntry> EveryTargetEntry(const RuleSet& rules) {
  std::vector<TargetEntry> entries;
  for (const KnownTarget& known : KnownTargets()) {
    entries.push_back(MakeTargetEntry(MakeTarget(known), rules));
  }
  return entries;
}

}  // namespace grpcfg
