// A profile at one release, laid out for the reader: one value per trait, one row per field.
#ifndef GRPCFG_SCHEMA_CLIENTS_PROFILE_AT_H_
#define GRPCFG_SCHEMA_CLIENTS_PROFILE_AT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "schema/clients/linked_policies.h"
#include "schema/clients/profile.h"
#include "schema/clients/reading_traits.h"
#include "schema/fields/field_table.h"

namespace grpcfg {

// ---- How a client reads a field, and a message: what the facts of a profile, by release, come to
// at one of them. The reader needs nothing else of a field.

// No field of a message, which has at most kMaxFields.
inline constexpr uint8_t kNoField = 0xFF;

// How a field of a message is read.
struct FieldReading {
  Use use = Use::kApplied;
  FieldReader reader = FieldReader::kByType;
  NullReading null = NullReading::kUnset;
  NullReading null_element = NullReading::kRefused;
  bool required = false;
  bool non_empty = false;
  uint8_t checked_with = kNoField;  // place of a field in the message
  uint8_t only_without = kNoField;
  uint8_t required_with = kNoField;
  uint8_t empty_with = kNoField;
  uint8_t type_only_with = kNoField;
  int64_t if_absent = 0;         // 0: no default that is used
  const Bound* bound = nullptr;  // of the field, of its type or of the profile: never null
};

struct MessageReading {
  absl::Span<const FieldReading> fields;  // in the order of the message
  uint32_t required = 0;                  // one bit per field
  bool by_protojson = false;              // keys, numbers and durations as in protobuf's JSON
};

// ---- The profile

// The message of the field table that has this name, which must exist.
const Message* FindMessage(absl::string_view name);

class ProfileAt {
 public:
  explicit ProfileAt(const Profile& profile) : ProfileAt(profile, profile.newest) {}
  ProfileAt(const Profile& profile, const Release& release);
  ProfileAt(ProfileAt&&) = default;  // a copy would have views of the rows of another one

  [[nodiscard]] const Profile& profile() const { return *profile_; }
  [[nodiscard]] Implementation implementation() const { return profile_->implementation; }
  [[nodiscard]] const Release& release() const { return release_; }

  JsonDialect json;
  KeySpelling keys;
  Duplicates duplicates;
  NumberGrammar numbers;
  DurationGrammar durations;
  CodeGrammar status_codes;
  FieldSet fields;
  PolicyChoice policy_choice;
  PolicyNames policy_names;
  NameRules names;
  ChoiceReading choices;
  CallReading calls;
  NameMatch name_match;
  LinkedPolicies default_policies;
  LinkedPolicies all_policies;

  // Of one of AllMessages().
  [[nodiscard]] const MessageReading& Of(const Message& message) const {
    return messages_[places_->find(&message)->second];
  }

  // Of a field of `message`, which is one of them.
  [[nodiscard]] const FieldReading& Of(const Message& message, const Field& field) const {
    return Of(message).fields[static_cast<size_t>(&field - message.fields.data())];
  }

  // The LB policy whose config the policy of this name has; null if it is none of the client's, or
  // its config is not known here.
  [[nodiscard]] const Field* FindReadAs(absl::string_view policy) const;

  // The effect of an issue of this kind on the client, and where that was read. `message` and
  // `field` say on what; null: on anything. `accepts` where the client does not look for it.
  [[nodiscard]] Trait<Effect> TraitOf(IssueKind kind, const Message* message = nullptr,
                                      const Field* field = nullptr) const;

  // The effect alone.
  [[nodiscard]] Effect EffectOf(IssueKind kind, const Message* message = nullptr,
                                const Field* field = nullptr) const {
    return TraitOf(kind, message, field).value;
  }

 private:
  void LayMessages();
  void SortIssues();
  void LayChoices();
  [[nodiscard]] absl::Span<FieldReading> MutableRows(const Message& message);
  [[nodiscard]] FieldReader ReaderInChoice(const Field& field) const;
  void Apply(const MessageTraits& traits);
  [[nodiscard]] Trait<Effect> TraitOfBounds(IssueKind kind, const Field& field) const;
  [[nodiscard]] const FieldTrait* FindUnused(const Message& message, const Field& field) const;
  [[nodiscard]] const IssueEffect* FindRow(IssueKind kind, const Message* message,
                                           const Field* field) const;
  [[nodiscard]] Trait<Effect> TraitOfUnused(const Message& message, const Field& field) const;
  [[nodiscard]] bool IsLookedAt(IssueKind kind, const Field& field) const;

  const Profile* profile_;
  Release release_;
  const absl::flat_hash_map<const Message*, size_t>* places_;  // among AllMessages()
  std::vector<FieldReading> rows_;  // of all messages, one after the other
  std::vector<MessageReading> messages_;
  // By IssueKind, those that hold at the release.
  std::array<std::vector<const IssueEffect*>, kIssueKindCount> issues_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_PROFILE_AT_H_
