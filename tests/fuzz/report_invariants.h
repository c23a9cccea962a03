// What holds of every report, for the fuzz targets.
#ifndef GRPCFG_TESTS_FUZZ_REPORT_INVARIANTS_H_
#define GRPCFG_TESTS_FUZZ_REPORT_INVARIANTS_H_

#include <cstdlib>

#include "absl/strings/string_view.h"
#include "validator/report.h"

namespace grpcfg {

inline void Require(bool holds) {
  if (!holds) std::abort();
}

inline bool IsInside(Span span, absl::string_view text) {
  return span.begin <= span.end && span.end <= text.size();
}

// Every place lies in `text`; every finding has words.
inline void CheckDiagnostic(const Diagnostic& diagnostic, absl::string_view text) {
  Require(!diagnostic.message.empty() && !diagnostic.rule.empty());
  Require(diagnostic.pointer.empty() || diagnostic.pointer[0] == '/');
  Require(IsInside(diagnostic.primary.span, text));
  for (const Label& label : diagnostic.secondary) Require(IsInside(label.span, text));
  for (const Fix& fix : diagnostic.fixes) {
    for (const TextEdit& edit : fix.edits) Require(IsInside(edit.span, text));
  }
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_FUZZ_REPORT_INVARIANTS_H_
