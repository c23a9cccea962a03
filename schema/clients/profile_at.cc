#include "schema/clients/profile_at.h"

#include <algorithm>
#include <limits>

#include "absl/base/macros.h"
#include "schema/fields/status_code.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

// The bound is that of the field's type, and not a narrower one.
bool IsOfType(IssueKind kind, const Field& field) {
  const bool is_unsigned = field.type == FieldType::kUint32 || field.type == FieldType::kUint64;
  if (kind == IssueKind::kTooSmall) return is_unsigned && field.bound.low == 0;
  return kind == IssueKind::kTooLarge && is_unsigned && field.bound.high == kMaxUint32;
}

bool IsOfBounds(IssueKind kind) {
  const About about = TraitsOf(kind).about;
  return about == About::kBound || about == About::kAdjusted;
}

// Of a field that the message must have.
uint8_t PlaceOf(const Message& message, absl::string_view name) {
  const Field* const field = FindField(message, name);
  ABSL_HARDENING_ASSERT(field != nullptr);
  return static_cast<uint8_t>(field - message.fields.data());
}

// One bit for each field that is read and required.
uint32_t RequiredOf(absl::Span<const FieldReading> rows) {
  uint32_t required = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].required && rows[i].use != Use::kUnknown) required |= uint32_t{1} << i;
  }
  return required;
}

void Override(const FieldTrait& trait, const Message& message, FieldReading& reading) {
  reading.use = trait.use.value_or(reading.use);
  reading.reader = trait.reader.value_or(reading.reader);
  reading.null = trait.null.value_or(reading.null);
  reading.null_element = trait.null_element.value_or(reading.null_element);
  reading.non_empty = trait.non_empty.value_or(reading.non_empty);
  if (trait.bound) reading.bound = &*trait.bound;
  reading.if_absent = trait.if_absent.value_or(reading.if_absent);
  if (trait.presence) reading.required = *trait.presence == Presence::kRequired;
  if (!trait.empty_with.empty()) reading.empty_with = PlaceOf(message, trait.empty_with);
  if (!trait.checked_with.empty()) reading.checked_with = PlaceOf(message, trait.checked_with);
  if (!trait.type_only_with.empty()) {
    reading.type_only_with = PlaceOf(message, trait.type_only_with);
  }
  if (!trait.only_without.empty()) reading.only_without = PlaceOf(message, trait.only_without);
  if (!trait.required_with.empty()) reading.required_with = PlaceOf(message, trait.required_with);
}

// The bounds of a client that checks no more than those of a field's type in service_config.proto.
const Bound& BoundOfType(const Field& field) {
  static constexpr int64_t kMinInt32 = std::numeric_limits<int32_t>::min();
  static constexpr int64_t kMaxInt32 = std::numeric_limits<int32_t>::max();
  static constexpr Bound kNoBound = {};
  static constexpr Bound kUint32Bound = Between(0, kMaxUint32);
  static constexpr Bound kUint64Bound = AtLeast(0);
  static constexpr Bound kEnumBound = Between(kMinInt32, kMaxInt32);  // open enums
  switch (field.type) {
    case FieldType::kInteger:
    case FieldType::kUint32:
      return kUint32Bound;
    case FieldType::kUint64:
      return kUint64Bound;
    case FieldType::kStatusCode:
    case FieldType::kWord:
    case FieldType::kPolicyName:
      return kEnumBound;
    default:
      return kNoBound;
  }
}

// How a field is read where the profile says nothing of it.
FieldReading UsualReadingOf(const Field& field, FieldSet fields, Bounds bounds) {
  const bool is_known = fields == FieldSet::kGrfcs || field.in_proto;
  const bool is_experiment = field.stage == Stage::kExperimental || field.stage == Stage::kForeign;
  return {.use = is_known && !is_experiment ? Use::kApplied : Use::kUnknown,
          .required = field.presence == Presence::kRequired,
          .non_empty = field.non_empty,
          .if_absent = field.if_absent,
          .bound = bounds == Bounds::kFieldTable ? &field.bound : &BoundOfType(field)};
}

// Where each message stands among AllMessages(): the same for every profile, so it is found once.
const absl::flat_hash_map<const Message*, size_t>& PlacesOfMessages() {
  static const absl::flat_hash_map<const Message*, size_t> kPlaces = [] {
    absl::flat_hash_map<const Message*, size_t> places;
    for (const Message* const message : AllMessages()) places.emplace(message, places.size());
    return places;
  }();
  return kPlaces;
}

}  // namespace

const Message* FindMessage(absl::string_view name) {
  const auto messages = AllMessages();
  const auto* const found =
      std::find_if(messages.begin(), messages.end(),
                   [&](const Message* message) { return message->name == name; });
  ABSL_HARDENING_ASSERT(found != messages.end());
  return *found;
}

ProfileAt::ProfileAt(const Profile& profile, const Release& release)
    : json(profile.json.At(release).value),
      keys(profile.keys.At(release).value),
      duplicates(profile.duplicates.At(release).value),
      numbers(profile.numbers.At(release).value),
      durations(profile.durations.At(release).value),
      status_codes(profile.status_codes.At(release).value),
      fields(profile.fields.At(release).value),
      policy_choice(profile.policy_choice.At(release).value),
      policy_names(profile.policy_names.At(release).value),
      names(profile.names.At(release).value),
      name_match(profile.name_match.At(release).value),
      default_policies(profile.default_policies.At(release).value, release),
      all_policies(profile.all_policies.At(release).value, release),
      profile_(&profile),
      release_(release),
      places_(&PlacesOfMessages()) {
  const auto read = [&](auto /*id*/, auto /*title*/, const auto& timeline, auto& value) {
    value = timeline.At(release).value;
  };
  ForEachChoiceTrait(read, profile.choices, choices);
  ForEachCallTrait(read, profile.calls, calls);
  SortIssues();
  LayMessages();
  for (const MessageTraits& traits : profile.field_traits) Apply(traits);
}

void ProfileAt::SortIssues() {
  for (const IssueEffect& row : profile_->issues) {
    if (HoldsAt(row, release_)) issues_[static_cast<size_t>(row.kind)].push_back(&row);
  }
}

void ProfileAt::LayMessages() {
  const Bounds bounds = profile_->policy_bounds.At(release_).value;
  const NullReading null = profile_->nulls.At(release_).value;
  size_t count = 0;
  for (const Message* const message : AllMessages()) count += message->fields.size();
  rows_.reserve(count);  // so that they stay where they are
  for (const Message* const message : AllMessages()) {
    MessageReading reading;
    reading.required = message->required;
    const size_t first = rows_.size();
    for (const Field& field : message->fields) {
      rows_.push_back(UsualReadingOf(field, fields, bounds));
      rows_.back().null = null;
    }
    reading.fields = absl::MakeConstSpan(rows_).subspan(first);
    messages_.push_back(reading);
  }
  LayChoices();
}

void ProfileAt::LayChoices() {
  const Message& choice = ChoiceMessage();
  FieldReading* row = MutableRows(choice).begin();
  for (const Field& field : choice.fields) (row++)->reader = ReaderInChoice(field);
}

absl::Span<FieldReading> ProfileAt::MutableRows(const Message& message) {
  const absl::Span<const FieldReading> rows = Of(message).fields;
  return absl::MakeSpan(rows_).subspan(static_cast<size_t>(rows.data() - rows_.data()),
                                       rows.size());
}

// What the traits of choices say of a field.
FieldReader ProfileAt::ReaderInChoice(const Field& field) const {
  if (field.message == &ServiceConfigMessage()) return FieldReader::kChoiceConfig;
  const bool has_own = choices.percentage != PercentageReading::kBounded;
  return has_own && field.json_name == "percentage" ? FieldReader::kPercentage
                                                    : FieldReader::kByType;
}

void ProfileAt::Apply(const MessageTraits& traits) {
  const Message* const message = FindMessage(traits.message);
  MessageReading& reading = messages_[places_->at(message)];
  const absl::Span<FieldReading> rows = MutableRows(*message);
  for (const FieldTrait& trait : traits.fields) {
    if (!HoldsAt(trait, release_)) continue;
    if (trait.field != kEveryField) {
      Override(trait, *message, rows[PlaceOf(*message, trait.field)]);
      continue;
    }
    for (FieldReading& row : rows) Override(trait, *message, row);
  }
  reading.by_protojson = !traits.protojson.empty();
  reading.required = RequiredOf(rows);
}

const Field* ProfileAt::FindReadAs(absl::string_view policy) const {
  for (const ListedPolicy& listed : profile_->all_policies.At(release_).value.listed) {
    if (listed.name != policy || listed.read_as.empty() || !HoldsAt(listed, release_)) continue;
    return FindField(LoadBalancingConfigMessage(), listed.read_as);
  }
  return nullptr;
}

bool ProfileAt::IsLookedAt(IssueKind kind, const Field& field) const {
  const bool takes_quotes =
      numbers == NumberGrammar::kProtoJson && field.type != FieldType::kStatusCode;
  return kind != IssueKind::kQuotedNumber || !takes_quotes;
}

Trait<Effect> ProfileAt::TraitOfBounds(IssueKind kind, const Field& field) const {
  const Trait<Bounds>& bounds = profile_->policy_bounds.At(release_);
  const bool by_type = bounds.value == Bounds::kProtoType;
  if (by_type && !IsOfType(kind, field)) return {Effect::kAccepts, bounds.evidence};
  // The field's description says what the spec clamps.
  const bool clamps = kind == IssueKind::kClamped || kind == IssueKind::kRaised;
  return clamps && !by_type ? Trait<Effect>{Effect::kAlters, field.reference} : Trait<Effect>{};
}

// The row that says that the client does not have the field, or checks it and does nothing with it.
const FieldTrait* ProfileAt::FindUnused(const Message& message, const Field& field) const {
  for (const MessageTraits& traits : profile_->field_traits) {
    if (traits.message != message.name) continue;
    const auto* const found =
        std::find_if(traits.fields.begin(), traits.fields.end(), [&](const FieldTrait& trait) {
          const bool is_unused = trait.use == Use::kUnknown || trait.use == Use::kCheckedOnly;
          return is_unused && trait.field == field.json_name && HoldsAt(trait, release_);
        });
    if (found != traits.fields.end()) return found;
  }
  return nullptr;
}

Trait<Effect> ProfileAt::TraitOfUnused(const Message& message, const Field& field) const {
  const FieldTrait* const trait = FindUnused(message, field);
  if (trait == nullptr) return {Effect::kAccepts, profile_->fields.At(release_).evidence};
  const bool is_policy = field.weight == Weight::kPolicy;
  return {is_policy ? Effect::kIgnoresPolicy : Effect::kIgnoresDetail, trait->evidence};
}

// The most specific row for an issue; null if there is none.
const IssueEffect* ProfileAt::FindRow(IssueKind kind, const Message* message,
                                      const Field* field) const {
  const IssueEffect* best = nullptr;
  for (const IssueEffect* const row : issues_[static_cast<size_t>(kind)]) {
    const bool of_message =
        row->message.empty() || (message != nullptr && message->name == row->message);
    const bool of_field =
        row->field.empty() || (field != nullptr && field->json_name == row->field);
    const size_t precision = row->message.size() + row->field.size();
    const bool better = best == nullptr || precision > best->message.size() + best->field.size();
    if (of_message && of_field && better) best = row;
  }
  return best;
}

Trait<Effect> ProfileAt::TraitOf(IssueKind kind, const Message* message, const Field* field) const {
  if (kind == IssueKind::kUnsupportedField && message != nullptr && field != nullptr) {
    return TraitOfUnused(*message, *field);
  }
  const IssueEffect* const row = FindRow(kind, message, field);
  const bool is_general = row == nullptr || row->message.empty();
  if (field != nullptr && IsOfBounds(kind) && is_general) {
    const Trait<Effect> of_bounds = TraitOfBounds(kind, *field);
    const bool is_own = row != nullptr && row->effect == of_bounds.value &&
                        of_bounds.value != Effect::kAccepts;  // the client's own words for it
    if (!of_bounds.evidence.empty() && !is_own) return of_bounds;
  }
  if (field != nullptr && !IsLookedAt(kind, *field)) {
    return {Effect::kAccepts, profile_->numbers.At(release_).evidence};
  }
  if (row != nullptr) return {row->effect, row->evidence, row->since};
  return IsOfText(kind) ? profile_->text_issues.At(release_) : profile_->other_issues.At(release_);
}

}  // namespace grpcfg
