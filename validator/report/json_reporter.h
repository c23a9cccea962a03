// The values of a report as `--format json` has them, for output of another frame: an answer of
// `grpcfg batch`. The reporters themselves are made by validator/report/reporter.h.
// Promise: one line, without a line break; each value is appended to `out`.
#ifndef GRPCFG_VALIDATOR_REPORT_JSON_REPORTER_H_
#define GRPCFG_VALIDATOR_REPORT_JSON_REPORTER_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "validator/engine/report.h"

namespace grpcfg {

// The object `verdicts`; `targets` as the user spelled them, in the order of Report::verdicts.
void AppendVerdicts(const Report& report, absl::Span<const std::string> targets, std::string& out);

// The array `diagnostics` of a report on `text`.
void AppendDiagnostics(const Report& report, absl::string_view text,
                       absl::Span<const std::string> targets, std::string& out);

// The array `omitted`.
void AppendOmissions(const Report& report, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_JSON_REPORTER_H_
