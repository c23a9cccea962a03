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

// foreign_settings.cc.

// A setting that other libraries have and no service config, by a part of its name.
struct ForeignSetting {
  absl::string_view part;  // letters and digits, in lower case
  absl::string_view words;
  Severity least = Severity::kError;  // of what someone relies on
};

inline constexpr absl::string_view kRetries =
    "what is said of retries belongs in `retryPolicy` of a method config";

// The one that the key of an unknown field is; null if it is none of them.
const ForeignSetting* FindForeignSetting(const IssueContext& context);

}  // namespace grpcfg

#endif  // GRPCFG_RULES_UNKNOWN_KEYS_H_
