// What one client does with a config, as data: how it reads each kind of value, and its effect for
// each kind of issue. Every entry says where that was read.
#ifndef GRPCFG_SCHEMA_PROFILE_H_
#define GRPCFG_SCHEMA_PROFILE_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/duration.h"
#include "schema/effect.h"
#include "schema/issue.h"
#include "schema/status_code.h"

namespace grpcfg {

enum class Implementation : uint8_t { kSpec, kGapic, kCore, kGo, kJava, kNode, kDotnet };

// An entry of a profile: a fact, and where it was read.
template <typename T>
struct Trait {
  T value = {};
  absl::string_view evidence = {};
};

enum class KeySpelling : uint8_t { kExact, kExactOrSnakeCase };
enum class NumberGrammar : uint8_t { kBareLiteral, kProtoJson };
enum class Bounds : uint8_t { kFieldTable, kProtoType };
enum class FieldSet : uint8_t { kGrfcs, kProto };                  // which fields are known
enum class PolicyChoice : uint8_t { kFirstSupported, kEveryOne };  // which entries of a list count
enum class PolicyNames : uint8_t { kAnyCase, kProtoEnum };         // of loadBalancingPolicy

// The LB policies that a client has.
struct PolicyList {
  enum class Scope : uint8_t { kListed, kCurrent, kEvery };
  Scope scope = Scope::kListed;                     // kCurrent: all that are not deprecated
  absl::Span<const absl::string_view> listed = {};  // of kListed
};

// How one kind of issue is taken.
struct IssueEffect {
  IssueKind kind;
  Effect effect;
  absl::string_view evidence;
};

struct Profile {
  Implementation implementation;
  Trait<KeySpelling> keys;
  Trait<NumberGrammar> policy_numbers;  // of A6's integer and number fields
  Trait<DurationGrammar> durations;
  Trait<LetterCase> status_codes;
  Trait<Bounds> policy_bounds;  // of every number that the gRFCs bound
  Trait<FieldSet> fields;
  Trait<PolicyChoice> policy_choice;
  Trait<PolicyNames> policy_names;
  Trait<PolicyList> default_policies;  // that it registers by itself
  Trait<PolicyList> all_policies;      // that it has in any package of its own
  Trait<Effect> text_issues;           // of every deviation from RFC 8259 without a row in `issues`
  Trait<Effect> other_issues;          // of every other kind without one
  absl::Span<const IssueEffect> issues;
};

// The effect of an issue of this kind on the client, and where that was read.
Trait<Effect> TraitOf(const Profile& profile, IssueKind kind);

// The same for a value of `field`: `accepts` where the client does not look for such an issue.
Trait<Effect> TraitOf(const Profile& profile, IssueKind kind, const Field& field);

// The effect alone.
Effect EffectOf(const Profile& profile, IssueKind kind);

// The gRFCs and service_config.proto; where they leave a question open, the decision of this tool.
const Profile& SpecProfile();

// Google's client generators, which read a config as protobuf JSON and look at few of its values.
const Profile& GapicProfile();

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_PROFILE_H_
