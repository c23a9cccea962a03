// Where a finding is, identified by what stays when lines move and keys and entries change places:
// the names of its entry of `methodConfig`, its JSON pointer without indices, and the text it is
// on.
#ifndef GRPCFG_VALIDATOR_PROJECT_FINDING_PLACE_H_
#define GRPCFG_VALIDATOR_PROJECT_FINDING_PLACE_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "validator/engine/choice_places.h"
#include "validator/engine/diagnostic.h"
#include "validator/engine/method_places.h"
#include "validator/engine/report.h"
#include "validator/engine/rule.h"

namespace grpcfg {

// The names of the entry of a finding; `places` are those of the document, where it is a config
// itself. They live as long as both.
MethodPlaces::Names NamesAt(const MethodPlaces& places, const Diagnostic& finding);

// The rules whose findings are reported once for a document: at which place is chance.
absl::flat_hash_set<absl::string_view> CommonRules(const RuleSet& rules);

// `/methodConfig/*/retryPolicy` of `/methodConfig/3/retryPolicy`. What cannot be seen is escaped
// here and in the other two, so that JSON can keep it.
std::string PointerWithoutIndices(absl::string_view pointer);

// Diagnostic::record and the conditions of the choice that a finding is in; `choices` are those of
// the document, where it is a config itself.
std::string RecordAndChoice(const ChoicePlaces& choices, const Diagnostic& finding);

// What a finding is on, as it stands in `text`, of all places that it is one for, and what is
// missing there. Objects and lists are without blanks and have their keys sorted. A long text is
// cut, and a number that identifies it takes the place of the rest.
std::string TextOfFinding(absl::string_view text, const Diagnostic& finding);

// ---- What identifies a finding in its file, in a few letters, for programs that compare the
// findings of two runs. Promise: by what a baseline goes by, so it stays when lines move and
// entries change places; no two findings of a report have the same.

// One for each finding of `report`, which is on `document` and by `rules`. Equal ones are counted
// in the order of the report: "00c5d6a1f0b8e3d2:1".
std::vector<std::string> FingerprintsOf(const Document& document, const RuleSet& rules,
                                        const Report& report);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_FINDING_PLACE_H_
