#include "pages/target_page.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "pages/profile_words.h"
#include "pages/target_changes.h"
#include "pages/target_traits.h"

namespace grpcfg {
namespace {

// The releases at which a list of LB policies changes, the oldest first.
std::vector<Release> ReleasesOf(const Timeline<PolicyList>& timeline) {
  std::vector<Release> releases = {{}};
  for (const Trait<PolicyList>* const trait :
       {&timeline.first, &timeline.second, &timeline.third}) {
    releases.push_back(trait->since);
    for (const ListedPolicy& policy : trait->value.listed) {
      releases.insert(releases.end(), {policy.since, policy.until});
    }
  }
  std::sort(releases.begin(), releases.end(),
            [](const Release& a, const Release& b) { return a < b; });
  releases.erase(std::unique(releases.begin(), releases.end()), releases.end());
  return releases;
}

TraitEntry MakePolicies(absl::string_view id, absl::string_view title,
                        const Timeline<PolicyList>& timeline) {
  TraitEntry entry = {id, title, {}, /*is_list=*/true};
  for (const Release& release : ReleasesOf(timeline)) {
    if (release == kNoRelease) continue;
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
  };
  AppendChoiceTraits(profile, traits);
  AppendCallTraits(profile, traits);
  return traits;
}

// What the client does not have at all comes first, then what it has for show.
int RankOf(const FieldEntry& entry) {
  switch (entry.use) {
    case Use::kUnknown:
      return 0;
    case Use::kCheckedOnly:
      return 1;
    case Use::kApplied:
      break;
  }
  return 2;
}

}  // namespace

std::vector<FieldEntry> FieldsOf(const ProfileAt& profile) {
  std::vector<FieldEntry> entries;
  for (const MessageTraits& traits : profile.profile().field_traits) {
    const Message& message = *FindMessage(traits.message);
    for (const FieldTrait& trait : traits.fields) {
      if (!Holds(trait, profile.release())) continue;
      const Field& field = FieldOf(message, trait);
      entries.push_back({PathOf(message, trait), trait.use.value_or(Use::kApplied),
                         Describe(trait, field, profile.Of(message, field)), trait.evidence,
                         trait.since, trait.until});
    }
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const FieldEntry& a, const FieldEntry& b) { return RankOf(a) < RankOf(b); });
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
