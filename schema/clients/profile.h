// What one implementation does with a config, as data: how it reads each kind of value and each
// field, and its effect for each kind of issue, with the releases for which that holds. Every entry
// says where that was read.
#ifndef GRPCFG_SCHEMA_CLIENTS_PROFILE_H_
#define GRPCFG_SCHEMA_CLIENTS_PROFILE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/clients/call_traits.h"
#include "schema/clients/choice_traits.h"
#include "schema/clients/reading_traits.h"
#include "schema/clients/release.h"
#include "schema/clients/timeline.h"
#include "schema/fields/duration.h"
#include "schema/fields/field_table.h"
#include "schema/json/effect.h"
#include "schema/json/issue.h"
#include "schema/json/json_dialect.h"

namespace grpcfg {

enum class Implementation : uint8_t { kSpec, kGapic, kCore, kGo, kJava, kNode, kDotnet };

// An LB policy, and the releases of a client that have it by that name.
struct ListedPolicy {
  absl::string_view name;
  Release since = {};
  Release until = kNoRelease;  // the first release that does not have it
  // The policy of the field table that has its config, where that is not the one of this name.
  absl::string_view read_as = {};
};

// The LB policies that a client has.
struct PolicyList {
  enum class Scope : uint8_t { kListed, kCurrent, kEvery };
  Scope scope = Scope::kListed;                // kCurrent: all that are not deprecated
  absl::Span<const ListedPolicy> listed = {};  // of kListed
};

// True if an entry that has a first release and one after its last holds at `release`.
template <typename Entry>
constexpr bool HoldsAt(const Entry& entry, const Release& release) {
  return entry.since <= release && release < entry.until;
}

// Every field of a message, except those in rows after it.
inline constexpr absl::string_view kEveryField = "*";

// How one client reads one field, where that is not what its profile says of all.
struct FieldTrait {
  absl::string_view field;  // JSON name, or kEveryField
  absl::string_view evidence;
  Release since = {};
  Release until = kNoRelease;  // the first release for which it no longer holds
  std::optional<Use> use = {};
  std::optional<Presence> presence = {};
  std::optional<Bound> bound = {};
  std::optional<int64_t> if_absent = {};
  std::optional<bool> non_empty = {};
  std::optional<NullReading> null = {};
  std::optional<NullReading> null_element = {};
  std::optional<FieldReader> reader = {};
  absl::string_view empty_with = {};      // may be empty if this field of the message is there
  absl::string_view checked_with = {};    // looked at only if this field of the message is there
  absl::string_view only_without = {};    // looked at only if this field of the message is not
  absl::string_view required_with = {};   // required if this field of the message is not empty
  absl::string_view type_only_with = {};  // only its type is, if this field of the message is there
};

// A field that the client skips like any other key, at the releases from `since` to before `until`.
constexpr FieldTrait NoSuchField(absl::string_view field, absl::string_view evidence,
                                 const Release& since = {}, const Release& until = kNoRelease) {
  return {
      .field = field, .evidence = evidence, .since = since, .until = until, .use = Use::kUnknown};
}

struct MessageTraits {
  absl::string_view message;  // as in the field table
  absl::Span<const FieldTrait> fields = {};
  absl::string_view protojson = {};  // where it was read that protobuf's JSON parser reads it
};

// How one kind of issue is taken.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): rows read best in this order.
struct IssueEffect {
  IssueKind kind;
  Effect effect;
  absl::string_view evidence;
  absl::string_view message = {};  // of the field table; empty: any
  absl::string_view field = {};    // empty: any
  Release since = {};
  Release until = kNoRelease;
};

struct Profile {
  Implementation implementation;
  Release oldest = {};  // the first and the last release whose source was checked
  Release newest = {};
  Timeline<JsonDialect> json;
  Timeline<KeySpelling> keys;
  Timeline<Duplicates> duplicates;
  Timeline<NumberGrammar> numbers;
  Timeline<DurationGrammar> durations;
  Timeline<CodeGrammar> status_codes;
  Timeline<Bounds> policy_bounds;  // of every number that the gRFCs bound
  Timeline<FieldSet> fields;
  Timeline<NullReading> nulls;  // as the value of a field
  Timeline<Effect> null_root;   // of `null` in place of the whole config
  Timeline<Effect> array_root;  // of an array there
  Timeline<PolicyChoice> policy_choice;
  Timeline<PolicyNames> policy_names;
  Timeline<NameRules> names;
  ChoiceTraits choices;
  CallTraits calls = {};
  Timeline<NameMatch> name_match;
  Timeline<PolicyList> default_policies;  // that it registers by itself
  Timeline<PolicyList> all_policies;      // that it has in any package of its own
  Timeline<Effect> text_issues;           // of every deviation from RFC 8259 without a row below
  Timeline<Effect> other_issues;          // of every other kind without one
  absl::Span<const IssueEffect> issues;
  absl::Span<const MessageTraits> field_traits = {};
};

// The gRFCs and service_config.proto; where they leave a question open, the decision of this tool.
const Profile& SpecProfile();

// Google's client generators, which read a config as protobuf JSON and look at few of its values.
const Profile& GapicProfile();

// C-core, of which C++, Python, Ruby, PHP and Objective-C are made.
const Profile& CoreProfile();
const Profile& GoProfile();
const Profile& JavaProfile();
const Profile& NodeProfile();
const Profile& DotnetProfile();

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_PROFILE_H_
