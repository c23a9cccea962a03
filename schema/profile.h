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
enum class Bounds : uint8_t { kFieldTable, kUint32 };

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
  Trait<Bounds> policy_bounds;  // of A6's fields
  Trait<Effect> text_issues;    // of every deviation from RFC 8259 without a row in `issues`
  Trait<Effect> other_issues;   // of every other kind without one
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
