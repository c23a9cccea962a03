// What a check of a document says, as one text: to be compared between two ways to make it.
#ifndef GRPCFG_TESTS_TOLD_REPORT_H_
#define GRPCFG_TESTS_TOLD_REPORT_H_

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "validator/engine/validate.h"
#include "validator/report/json_reporter.h"

namespace grpcfg {

// Untried. `lent`: see ValidateUntried.
inline std::string Told(const Document& document, const CheckedFor& asked, Needed needed,
                        Lent* lent) {
  const Report report = ValidateUntried(document, asked, needed, lent);
  const std::vector<std::string> spellings = SpellingsOf(asked.targets);
  return absl::StrCat(VerdictsJson(report, spellings),
                      DiagnosticsJson(report, document.tree.text(), spellings),
                      OmissionsJson(report));
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_TOLD_REPORT_H_
