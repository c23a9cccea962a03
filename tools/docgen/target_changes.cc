#include "tools/docgen/target_changes.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "tools/docgen/profile_words.h"

namespace grpcfg {
namespace {

// Every later release that some entry of the profile names, whether it changes anything or not.
std::vector<Release> ReleasesNamed(const Profile& profile, absl::Span<const TraitEntry> traits) {
  std::set<Release> releases;
  for (const TraitEntry& trait : traits) {
    for (const TraitPhase& phase : trait.phases) releases.insert(phase.since);
  }
  for (const MessageTraits& message : profile.field_traits) {
    for (const FieldTrait& trait : message.fields) releases.insert({trait.since, trait.until});
  }
  for (const IssueEffect& issue : profile.issues) releases.insert({issue.since, issue.until});
  return {releases.upper_bound(profile.oldest), releases.upper_bound(profile.newest)};
}

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

// One line for all fields, or all rules, that change alike.
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
    const bool is_meant = issue.field.empty() || issue.field == field.json_name;
    const bool is_used = profile.Of(message, field).use == Use::kApplied;
    if (is_meant && is_used) subjects.push_back({&message, &field});
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

}  // namespace

const Field& FieldOf(const Message& message, const FieldTrait& trait) {
  const Field* const field = FindField(message, trait.field);
  return field == nullptr ? message.fields.front() : *field;
}

std::string PathOf(const Message& message, const FieldTrait& trait) {
  const std::string path = PathOf(message);
  return absl::StrCat(path, path.empty() ? "" : ".", trait.field);
}

std::vector<ReleaseChange> ChangesOf(const Profile& profile, absl::Span<const TraitEntry> traits,
                                     const RuleSet& rules) {
  std::vector<ReleaseChange> changes;
  Release last = profile.oldest;
  for (const Release& release : ReleasesNamed(profile, traits)) {
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

}  // namespace grpcfg
