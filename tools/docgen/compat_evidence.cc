#include "tools/docgen/compat_evidence.h"

#include "schema/fields/field_table.h"
#include "tools/docgen/target_changes.h"

namespace grpcfg {
namespace {

// How values of the field's type are read.
absl::string_view EvidenceOnType(const Profile& profile, const Release& release,
                                 const Field* field) {
  if (field == nullptr) return profile.other_issues.At(release).evidence;
  switch (field->type) {
    case FieldType::kDuration:
      return profile.durations.At(release).evidence;
    case FieldType::kStatusCode:
      return profile.status_codes.At(release).evidence;
    case FieldType::kInteger:
    case FieldType::kNumber:
    case FieldType::kTokenRatio:
    case FieldType::kUint32:
    case FieldType::kUint64:
    case FieldType::kInt64:
    case FieldType::kFloat:
      return profile.numbers.At(release).evidence;
    default:
      return profile.other_issues.At(release).evidence;
  }
}

bool HasBound(const Field* field) {
  return field == nullptr || field->bound.low_kind != Bound::Low::kNone || field->bound.has_high;
}

// How the client reads what an issue of this kind is about, whatever the field.
absl::string_view EvidenceOnKind(const Profile& profile, const Release& release,
                                 const Issue& issue) {
  switch (TraitsOf(issue.kind).about) {
    case About::kParser:
      return profile.json.At(release).evidence;
    case About::kBound:
      return HasBound(issue.field) ? profile.policy_bounds.At(release).evidence
                                   : EvidenceOnType(profile, release, issue.field);
    case About::kNull:
      return profile.nulls.At(release).evidence;
    case About::kPolicyChoice:
      return profile.policy_choice.At(release).evidence;
    case About::kPolicyName:
      return profile.policy_names.At(release).evidence;
    case About::kName:
      return profile.names.At(release).evidence;
    default:
      return EvidenceOnType(profile, release, issue.field);
  }
}

// True if a trait of a field says something on issues of this kind.
bool SpeaksOf(const FieldTrait& trait, IssueKind kind) {
  switch (TraitsOf(kind).about) {
    case About::kNull:
      return trait.null || trait.null_element;
    case About::kBound:
      return trait.bound.has_value();
    case About::kPresence:
      return trait.presence.has_value();
    case About::kEmpty:
      return trait.non_empty || trait.reader || !trait.empty_with.empty();
    default:
      return trait.reader.has_value();
  }
}

// How the client reads the very field, where that is a way of its own; empty if it is not.
absl::string_view EvidenceOnField(const ProfileAt& profile, const Issue& issue) {
  absl::string_view evidence;  // the last row wins
  if (issue.message == nullptr || issue.field == nullptr) return evidence;
  for (const MessageTraits& traits : profile.profile().field_traits) {
    if (traits.message != issue.message->name) continue;
    for (const FieldTrait& trait : traits.fields) {
      const bool is_meant = trait.field == kEveryField || trait.field == issue.field->json_name;
      const bool speaks = SpeaksOf(trait, issue.kind) && HoldsAt(trait, profile.release());
      if (is_meant && speaks) evidence = trait.evidence;
    }
  }
  return evidence;
}

}  // namespace

absl::string_view EvidenceOn(const ProfileAt& profile, const Issue& issue) {
  const Profile& timelines = profile.profile();
  if (IsOfText(issue.kind)) {
    const Trait<Effect> trait = profile.TraitOf(issue.kind);
    const bool has_row = trait.evidence != timelines.text_issues.At(profile.release()).evidence;
    return has_row ? trait.evidence : timelines.json.At(profile.release()).evidence;
  }
  const Trait<Effect> trait = profile.TraitOf(issue.kind, issue.message, issue.field);
  const bool has_row = trait.evidence != timelines.other_issues.At(profile.release()).evidence;
  if (has_row && !trait.evidence.empty()) return trait.evidence;
  const absl::string_view on_field = EvidenceOnField(profile, issue);
  return on_field.empty() ? EvidenceOnKind(timelines, profile.release(), issue) : on_field;
}

}  // namespace grpcfg
