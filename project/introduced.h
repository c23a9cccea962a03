// What a change brought into a file: the findings that the file did not have before.
// Promise: for a client whose verdict is worse than before, all that makes it so is left, whether
// or not it was there before; so what a client refuses now, and did not, is told.
#ifndef GRPCFG_PROJECT_INTRODUCED_H_
#define GRPCFG_PROJECT_INTRODUCED_H_

#include "schema/fields/document.h"
#include "validator/report.h"
#include "validator/rule.h"

namespace grpcfg {

// A file before or after a change, with all that is found in it.
struct CheckedText {
  const Document& document;
  Report& report;
};

// Takes out of the report on `after` what that on `before` has too, wherever it stands there; both
// must be by `rules` and for the same targets. The report on `before` is used up.
void KeepIntroduced(const CheckedText& before, const RuleSet& rules, const CheckedText& after);

}  // namespace grpcfg

#endif  // GRPCFG_PROJECT_INTRODUCED_H_
