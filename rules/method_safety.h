// Whether a method may be executed twice for one call, and what says so: one table of evidence with
// a source for each row. Promise: pure; what has no evidence is unknown, never guessed. For rules
// on retries and hedging only.
#ifndef GRPCFG_RULES_METHOD_SAFETY_H_
#define GRPCFG_RULES_METHOD_SAFETY_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/protobuf/api.h"

namespace grpcfg {

enum class Safety : uint8_t {
  kUnknown,        // nothing says that a second execution does no harm
  kSafe,           // no side effects, like HTTP's safe methods
  kIdempotent,     // a second execution has no further effect
  kNotIdempotent,  // a second execution does it once more, or fails
  kOnce,           // a second execution does nothing, and ends in ALREADY_EXISTS
};

// `safe`, `idempotent`, `not idempotent`, `once`, `unknown`.
absl::string_view SafetyName(Safety safety);

// A kind of evidence: a fact of the descriptor, the verb that a name begins with, or both together.
struct SafetyRow {
  Safety safety;
  absl::string_view source;  // who says so
  bool (*holds)(const ApiMethod& method) = nullptr;
  absl::string_view words = {};  // of a fact: "`idempotency_level` is IDEMPOTENT"
  absl::Span<const absl::string_view> verbs = {};
  absl::Span<const absl::string_view> objects = {};  // the name's last word is one; empty: any
};

// In their order: the first that applies decides.
absl::Span<const SafetyRow> SafetyRows();

struct MethodSafety {
  Safety safety = Safety::kUnknown;
  const SafetyRow* row = nullptr;  // null: nothing is known
};

// By all that its descriptor says, and by its name.
MethodSafety SafetyOf(const ApiMethod& method);

// By its name alone: no row that needs a descriptor applies.
MethodSafety SafetyOfName(absl::string_view method);

// What a judgement rests on: "named `BatchCreate...`", "`google.api.http` is POST".
std::string EvidenceFor(const MethodSafety& judged, absl::string_view method);

constexpr bool MayRepeat(Safety safety) {
  return safety == Safety::kSafe || safety == Safety::kIdempotent;
}

}  // namespace grpcfg

#endif  // GRPCFG_RULES_METHOD_SAFETY_H_
