// Did-you-mean for keys: what the author of an unknown key most likely meant, from the field table.
#ifndef GRPCFG_SCHEMA_READ_SUGGEST_H_
#define GRPCFG_SCHEMA_READ_SUGGEST_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "schema/fields/field_table.h"
#include "schema/read/denial.h"

namespace grpcfg {

// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`
// (Damerau-Levenshtein, optimal string alignment); at most `limit` + 1.
size_t EditDistance(absl::string_view a, absl::string_view b, size_t limit);

// Longer keys are compared with no field: no name is near them.
inline constexpr size_t kLongestComparedKey = 48;

enum class SuggestionKind : uint8_t {
  kNone,
  kLetterCase,  // MaxAttempts
  kSnakeCase,   // max_attempts
  kMisspelt,    // maxAttemps
  kSynonym,     // maxRetries: what other libraries call it, whose values may be others
  kMisplaced,   // a field of another message, spelled right
  kValue,       // another name, with a value that stands for the field: a retry policy, LB policies
  kListElement,  // an LB policy beside the list of LB policies: `field` is that list
};

struct Suggestion {
  SuggestionKind kind = SuggestionKind::kNone;
  const Field* field = nullptr;
  const Message* message = nullptr;  // that has `field`
  bool elsewhere = false;            // other messages have it too: it is unclear which was meant
};

// True for an object with a field of `message`.
bool HasFieldOf(const Message& message, const JsonTree& tree, NodeId value);

// False for a value that is a list or an object where the field is another one of the two, or
// neither.
bool FitsContainer(JsonKind kind, const Field& field);

// The value of the object's only member, if that has the name; else kNoNode.
NodeId OnlyValueUnder(const JsonTree& tree, NodeId object, absl::string_view name);

// True for the keys of comments and of other programs: `$schema`, `_owner`, `x-team`, `x_team`,
// `//`.
bool IsComment(absl::string_view key);

// What `key`, unknown in `message`, was probably meant to be; kNone without a near name, and for
// names that deny it. Of kSynonym and kValue, too, the field may be one of another message.
Suggestion SuggestField(const Message& message, absl::string_view key);

// The same by its name, or where that says nothing by what its value holds; kNone for what may be
// anything, and for comments.
Suggestion SuggestMember(const Message& message, const JsonTree& tree, NodeId key);

// The same by the value alone, whatever the name says. For SuggestMember.
Suggestion SuggestByValue(const Message& message, const JsonTree& tree, NodeId key);

// The field of a config or of an entry of `methodConfig` that `key` is where LB policies and their
// configs stand.
Suggestion FindOutsidePolicies(absl::string_view key);

// What the name of a key that no message has says against a field; with no field where it is
// switched off, whatever it is.
struct DeniedField {
  Denial denial = Denial::kNone;
  const Field* field = nullptr;
  const Message* message = nullptr;  // that has `field`
};
DeniedField FindDenied(const Message& message, const JsonTree& tree, NodeId key);

// The LB policy that `name` was probably meant to be: `RoundRobin`, `ring_hash`. Null if `name` is
// one itself, where none is near, and for names that deny it; never one that is deprecated.
const Field* SuggestPolicy(absl::string_view name);

// The same, or the one that proxies and other libraries call so: `least_conn`, `maglev`, `p2c`.
// Where nothing but an LB policy can be meant.
const Field* SuggestPolicyOrSynonym(absl::string_view name);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_SUGGEST_H_
