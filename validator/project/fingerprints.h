// What tells a finding from the others of its file, in a few letters, for programs that know
// findings again from one run to the next. Promise: by what a baseline goes by, so it stays when
// lines move and entries change places; no two findings of a report have the same.
#ifndef GRPCFG_VALIDATOR_PROJECT_FINGERPRINTS_H_
#define GRPCFG_VALIDATOR_PROJECT_FINGERPRINTS_H_

#include <string>
#include <vector>

#include "schema/fields/document.h"
#include "validator/engine/report.h"
#include "validator/engine/rule.h"

namespace grpcfg {

// One for each finding of `report`, which is on `document` and by `rules`. Those that are alike are
// counted in the order of the report: "00c5d6a1f0b8e3d2:1".
std::vector<std::string> FingerprintsOf(const Document& document, const RuleSet& rules,
                                        const Report& report);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_FINGERPRINTS_H_
