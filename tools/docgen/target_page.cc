#include "tools/docgen/target_page.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "tools/docgen/field_words.h"
#include "validator/engine/effect_summary.h"

namespace grpcfg {
namespace {

std::string BoundWords(const Field& field, const Bound& bound) {
  const bool is_bounded = bound.low_kind != Bound::Low::kNone || bound.has_high ||
                          bound.clamp != 0 || bound.floor_ms != 0;
  if (!is_bounded) return "any value";
  Field bounded = field;
  bounded.bound = bound;
  bounded.non_empty = false;
  return RangeWords(bounded);
}

void AppendNullWords(const FieldTrait& trait, const FieldReading& reading,
                     std::vector<std::string>& parts) {
  if (trait.null) parts.push_back(absl::StrCat("null ", Describe(reading.null)));
  if (!trait.null_element) return;
  parts.push_back(absl::StrCat("null in the list ", Describe(reading.null_element)));
}

// The fields of the message on which it depends how this one is read.
void AppendOtherWords(const FieldTrait& trait, const FieldReading& reading,
                      std::vector<std::string>& parts) {
  const auto beside = [&](absl::string_view words, uint8_t place, absl::string_view other) {
    if (place == kNoField || other.empty()) return;
    parts.push_back(absl::StrCat(words, " `", other, "`"));
  };
  beside("may be empty beside", reading.empty_with, trait.empty_with);
  beside("checked only beside", reading.checked_with, trait.checked_with);
  beside("checked only without", reading.only_without, trait.only_without);
  beside("required beside", reading.required_with, trait.required_with);
  beside("only its type is checked beside", reading.type_only_with, trait.type_only_with);
}

// "256 KiB", "1 MiB": of whole ones.
std::string SizeOf(int64_t bytes) {
  return bytes % kMebibyte == 0 ? absl::StrCat(bytes / kMebibyte, " MiB")
                                : absl::StrCat(bytes / kKibibyte, " KiB");
}

}  // namespace

std::string Describe(const OwnLanguage& language) {
  if (language.word.empty()) return "none of its own";
  return absl::StrCat("`", language.word, "`, ",
                      language.any_case ? "in any letter case" : "exactly");
}

std::string Describe(const Jitter& jitter) {
  std::string words =
      absl::StrCat("the backoff times any number from ", jitter.low, " to ", jitter.high);
  if (!jitter.on_first) absl::StrAppend(&words, "; the first delay is the backoff itself");
  return words;
}

std::string Describe(const AttemptLimit& limit) {
  return absl::StrCat(limit.limit,
                      limit.option.empty() ? ", and nothing changes it" : "; another number with ",
                      limit.option);
}

std::string Describe(const RetryChecks& checks) {
  const auto append = [](std::string* out, RetryCheck check) {
    absl::StrAppend(out, Describe(check));
  };
  return absl::StrJoin(checks, ", ", append);
}

std::string Describe(const RetryBuffer& buffer) {
  if (buffer.per_call == 0) return "left to the client";
  std::string words = absl::StrCat(SizeOf(buffer.per_call), " for each call");
  if (buffer.per_channel != 0) {
    absl::StrAppend(&words, ", ", SizeOf(buffer.per_channel), " for each channel");
  }
  absl::StrAppend(&words, "; other numbers with ", buffer.option);
  return words;
}

std::string Describe(const ProgramSetting& setting) {
  return setting.text.empty() ? "nothing" : absl::StrCat("`", setting.text, "`");
}

std::string Describe(const TxtLookup& lookup) {
  switch (lookup.by_default) {
    case TxtLookup::Default::kUnspecified:
      return "left to the client";
    case TxtLookup::Default::kOn:
      return absl::StrCat("queried",
                          lookup.option.empty() ? ", and nothing stops it" : "; not with ",
                          lookup.option);
    case TxtLookup::Default::kOff:
      return absl::StrCat("not queried; only with ", lookup.option);
    case TxtLookup::Default::kNever:
      return "never queried";
  }
  return "";
}

std::string Describe(const PolicyList& list, const Release& release) {
  std::vector<absl::string_view> names;
  for (const ListedPolicy& policy : list.listed) {
    if (HoldsAt(policy, release)) names.push_back(policy.name);
  }
  switch (list.scope) {
    case PolicyList::Scope::kListed:
      return absl::StrJoin(names, ", ");
    case PolicyList::Scope::kCurrent:
      return "every policy that is not deprecated";
    case PolicyList::Scope::kEvery:
      return "every policy, deprecated ones included";
  }
  return "";
}

std::string Describe(const FieldTrait& trait, const Field& field, const FieldReading& reading) {
  std::vector<std::string> parts;
  if (trait.use) parts.emplace_back(Describe(reading.use));
  if (trait.presence) parts.emplace_back(reading.required ? "required" : "optional");
  if (trait.reader) parts.emplace_back(Describe(reading.reader));
  if (trait.bound) parts.push_back(BoundWords(field, *reading.bound));
  if (trait.non_empty) parts.emplace_back(reading.non_empty ? "not empty" : "may be empty");
  AppendNullWords(trait, reading, parts);
  AppendOtherWords(trait, reading, parts);
  return parts.empty() ? "always checked" : absl::StrJoin(parts, "; ");
}

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

// The field that a row of a profile is on; of kEveryField one that has no row of its own.
const Field& FieldOf(const Message& message, const FieldTrait& trait) {
  const Field* const field = FindField(message, trait.field);
  return field == nullptr ? message.fields.front() : *field;
}

// `methodConfig[].timeout`; `loadBalancingConfig[].grpclb.*` for kEveryField.
std::string PathOf(const Message& message, const FieldTrait& trait) {
  const std::string path = PathOf(message);
  return absl::StrCat(path, path.empty() ? "" : ".", trait.field);
}

// ---- Changes from one release to the next: the profile at both compared.

// A profile at a release, and just before it.
struct Step {
  const ProfileAt& before;
  const ProfileAt& after;

  [[nodiscard]] const Release& release() const { return after.release(); }
  [[nodiscard]] bool StartsOrEnds(const Release& since, const Release& until) const {
    return since == release() || until == release();
  }
};

// Of two lists with commas the elements of the first that are not in the second.
std::string Without(absl::string_view list, absl::string_view other) {
  const std::vector<absl::string_view> others = absl::StrSplit(other, ", ");
  std::vector<absl::string_view> left;
  for (const absl::string_view name : absl::StrSplit(list, ", ")) {
    if (std::find(others.begin(), others.end(), name) == others.end()) left.push_back(name);
  }
  return left.empty() ? "nothing more" : absl::StrJoin(left, ", ");
}

void AddTraits(const Step& step, absl::Span<const TraitEntry> traits,
               std::vector<ReleaseChange>& changes) {
  for (const TraitEntry& trait : traits) {
    const TraitPhase& before = trait.At(step.before.release());
    const TraitPhase& after = trait.At(step.release());
    if (before.words == after.words) continue;
    changes.push_back({.release = step.release(),
                       .what = {std::string(trait.title)},
                       .before = trait.is_list ? Without(before.words, after.words) : before.words,
                       .after = trait.is_list ? Without(after.words, before.words) : after.words,
                       .evidence = after.evidence});
  }
}

template <typename T>
void AddMissing(const std::vector<T>& added, std::vector<T>& list) {
  for (const T& element : added) {
    if (std::find(list.begin(), list.end(), element) == list.end()) list.push_back(element);
  }
}

// One line for all fields, or all rules, that change in the same way.
void AddChange(const ReleaseChange& change, std::vector<ReleaseChange>& changes) {
  if (change.before == change.after) return;
  const auto same = std::find_if(changes.begin(), changes.end(), [&](const ReleaseChange& other) {
    return other.release == change.release && other.before == change.before &&
           other.after == change.after && other.rules.empty() == change.rules.empty() &&
           (other.evidence == change.evidence ||
            (!change.rules.empty() && other.rules.front() == change.rules.front()));
  });
  if (same == changes.end()) {
    changes.push_back(change);
    return;
  }
  AddMissing(change.what, same->what);
  AddMissing(change.rules, same->rules);
}

void AddFields(const Step& step, std::vector<ReleaseChange>& changes) {
  for (const MessageTraits& traits : step.after.profile().field_traits) {
    const Message& message = *FindMessage(traits.message);
    for (const FieldTrait& trait : traits.fields) {
      if (!step.StartsOrEnds(trait.since, trait.until)) continue;
      const Field& field = FieldOf(message, trait);
      AddChange({.release = step.release(),
                 .what = {PathOf(message, trait)},
                 .before = Describe(trait, field, step.before.Of(message, field)),
                 .after = Describe(trait, field, step.after.Of(message, field)),
                 .evidence = trait.evidence},
                changes);
    }
  }
}

// What an issue may be on.
struct Subject {
  const Message* message = nullptr;
  const Field* field = nullptr;
};

std::vector<Subject> SubjectsOf(const IssueEffect& issue, const ProfileAt& profile) {
  if (issue.message.empty()) return {{}};
  std::vector<Subject> subjects;
  const Message& message = *FindMessage(issue.message);
  for (const Field& field : message.fields) {
    const bool is_match = issue.field.empty() || issue.field == field.json_name;
    const bool is_used = profile.Of(message, field).use == Use::kApplied;
    if (is_match && is_used) subjects.push_back({&message, &field});
  }
  return subjects;
}

void AddIssue(const Step& step, const IssueEffect& issue, const RuleSet& rules,
              std::vector<ReleaseChange>& changes) {
  for (const Subject& subject : SubjectsOf(issue, step.after)) {
    const Effect before = step.before.EffectOf(issue.kind, subject.message, subject.field);
    const Effect after = step.after.EffectOf(issue.kind, subject.message, subject.field);
    const Rule* const rule =
        rules.Find({.kind = issue.kind, .message = subject.message, .field = subject.field});
    if (rule == nullptr) continue;
    AddChange({.release = step.release(),
               .rules = {rule->id},
               .before = std::string(EffectName(before)),
               .after = std::string(EffectName(after)),
               .evidence = issue.evidence},
              changes);
  }
}

// `traits` are those of the profile. The oldest change comes first.
std::vector<ReleaseChange> ChangesOf(const Profile& profile, absl::Span<const TraitEntry> traits,
                                     const RuleSet& rules) {
  std::vector<ReleaseChange> changes;
  Release last = profile.oldest;
  for (const Release& release : ReleasesNamed(profile)) {
    if (release == last) continue;
    const ProfileAt before(profile, last);
    const ProfileAt after(profile, release);
    const Step step = {before, after};
    AddTraits(step, traits, changes);
    AddFields(step, changes);
    for (const IssueEffect& issue : profile.issues) {
      if (step.StartsOrEnds(issue.since, issue.until)) AddIssue(step, issue, rules, changes);
    }
    last = release;
  }
  return changes;
}

// The fields that a client reads in a way of its own; first those that it does not have.
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

}  // namespace

const TraitPhase& TraitEntry::At(const Release& release) const {
  size_t at = 0;
  while (at + 1 < phases.size() && phases[at + 1].since <= release) ++at;
  return phases[at];
}

std::vector<Release> ReleasesNamed(const Profile& profile) {
  std::set<Release> releases = {profile.oldest};
  for (const TraitEntry& trait : TraitsOf(profile)) {
    for (const TraitPhase& phase : trait.phases) releases.insert(phase.since);
  }
  for (const MessageTraits& message : profile.field_traits) {
    for (const FieldTrait& trait : message.fields) releases.insert({trait.since, trait.until});
  }
  for (const IssueEffect& issue : profile.issues) releases.insert({issue.since, issue.until});
  return {releases.lower_bound(profile.oldest), releases.upper_bound(profile.newest)};
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
