// What the words on keys that no field of their object has are made of: where a field belongs, and
// settings that other libraries have.
#ifndef GRPCFG_RULES_UNKNOWN_KEYS_H_
#define GRPCFG_RULES_UNKNOWN_KEYS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "schema/fields/field_table.h"
#include "schema/read/suggest.h"
#include "validator/engine/diagnostic.h"
#include "validator/engine/rule.h"

namespace grpcfg {

// unknown_keys.cc: "in `methodConfig[].retryPolicy`", "at the top level".
std::string WhereIs(const Message& message);

// misplaced_keys.cc: offers a place for a field that is in the wrong one.
void OfferPlace(const IssueContext& context, const Suggestion& suggestion, Diagnostic& diagnostic);

// unknown_keys.cc: true for `"disabled": true` and `"enabled": false`, by which an object would
// switch itself off.
bool SwitchesOff(const JsonTree& tree, NodeId key);

// unknown_keys.cc: true if the object under a key that `message` does not have says what `field`
// is, as Envoy's `retry_back_off` does of three fields.
bool StandsUnder(const Message& message, const JsonTree& tree, NodeId key, const Field& field);

// unknown_keys.cc: "a retry policy is an object in an entry: ...", with that many attempts.
std::string ExampleOfPolicy(int attempts);

// wrong_type.cc: false for a value whose JSON type its field does not take.
bool FitsType(const JsonTree& tree, NodeId value, const Field& field);
// The same: writes the JSON that is in a string in place of it. No edits where there is none.
Fix DecodedFix(const JsonTree& tree, NodeId string);

// foreign_settings.cc.

// A setting that other libraries have and no service config, by a part of its name.
struct ForeignSetting {
  absl::string_view part;  // letters and digits, in lower case
  absl::string_view words;
  bool is_group = false;  // fields of a service config may stand in its value
  bool is_whole = false;  // the part is the whole name
};

inline constexpr absl::string_view kAboutRetries =
    "retry settings belong in `retryPolicy` of a method config";

// The one that `key` is; null if it is none of them.
const ForeignSetting* FindForeignSetting(absl::string_view key);

}  // namespace grpcfg

#endif  // GRPCFG_RULES_UNKNOWN_KEYS_H_
