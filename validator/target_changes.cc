#include "validator/target_changes.h"

#include <algorithm>
#include <utility>

#include "absl/base/macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "validator/profile_words.h"

namespace grpcfg {
namespace {

// Every release that some entry of the profile names, whether it changes anything or not.
std::vector<Release> ReleasesNamed(const Profile& profile, absl::Span<const TraitEntry> traits) {
  std::vector<Release> releases;
  for (const TraitEntry& trait : traits) {
    for (const TraitPhase& phase : trait.phases) releases.push_back(phase.since);
  }
  for (const MessageTraits& message : profile.field_traits) {
    for (const FieldTrait& trait : message.fields) {
      releases.insert(releases.end(), {trait.since, trait.until});
    }
  }
  for (const IssueEffect& issue : profile.issues) {
    releases.insert(releases.end(), {issue.since, issue.until});
  }
  std::sort(releases.begin(), releases.end(),
            [](const Release& a, const Release& b) { return a < b; });
  releases.erase(std::unique(releases.begin(), releases.end()), releases.end());
  const auto is_known = [&](const Release& release) {
    return profile.oldest < release && release <= profile.newest;
  };
  releases.erase(std::remove_if(releases.begin(), releases.end(),
                                [&](const Release& release) { return !is_known(release); }),
                 releases.end());
  return releases;
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
                       .what = std::string(trait.title),
                       .before = trait.is_list ? Without(before.words, after.words) : before.words,
                       .after = trait.is_list ? Without(after.words, before.words) : after.words,
                       .evidence = after.evidence});
  }
}

void AddFields(const Step& step, std::vector<ReleaseChange>& changes) {
  for (const MessageTraits& traits : step.after.profile().field_traits) {
    const Message& message = *FindMessage(traits.message);
    for (const FieldTrait& trait : traits.fields) {
      if (!step.StartsOrEnds(trait.since, trait.until)) continue;
      const Field& field = *FindField(message, trait.field);
      std::string before = WordsOf(trait, field, ReadingOf(step.before, message, field));
      std::string after = WordsOf(trait, field, ReadingOf(step.after, message, field));
      if (before == after) continue;
      changes.push_back({.release = step.release(),
                         .what = PathOf(message, field),
                         .before = std::move(before),
                         .after = std::move(after),
                         .evidence = trait.evidence});
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
    const bool is_used = ReadingOf(profile, message, field).use == Use::kApplied;
    if (is_meant && is_used) subjects.push_back({&message, &field});
  }
  return subjects;
}

// One line for all rules that change alike.
void AddRule(absl::string_view rule, const ReleaseChange& change,
             std::vector<ReleaseChange>& changes) {
  auto same = std::find_if(changes.begin(), changes.end(), [&](const ReleaseChange& other) {
    return !other.rules.empty() && other.release == change.release &&
           other.before == change.before && other.after == change.after &&
           (other.evidence == change.evidence || other.rules.front() == rule);
  });
  if (same == changes.end()) same = changes.insert(changes.end(), change);
  const bool is_told = std::find(same->rules.begin(), same->rules.end(), rule) != same->rules.end();
  if (!is_told) same->rules.push_back(rule);
}

void AddIssue(const Step& step, const IssueEffect& issue, const RuleSet& rules,
              std::vector<ReleaseChange>& changes) {
  for (const Subject& subject : SubjectsOf(issue, step.after)) {
    const Effect before = step.before.EffectOf(issue.kind, subject.message, subject.field);
    const Effect after = step.after.EffectOf(issue.kind, subject.message, subject.field);
    const Rule* const rule =
        rules.Find({.kind = issue.kind, .message = subject.message, .field = subject.field});
    if (before == after || rule == nullptr) continue;
    AddRule(rule->id,
            {.release = step.release(),
             .before = std::string(EffectName(before)),
             .after = std::string(EffectName(after)),
             .evidence = issue.evidence},
            changes);
  }
}

}  // namespace

const Message* FindMessage(absl::string_view name) {
  for (const Message* const message : AllMessages()) {
    if (message->name == name) return message;
  }
  ABSL_HARDENING_ASSERT(false);
  return nullptr;
}

const FieldReading& ReadingOf(const ProfileAt& profile, const Message& message,
                              const Field& field) {
  return profile.Of(message).fields[static_cast<size_t>(&field - message.fields.data())];
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
