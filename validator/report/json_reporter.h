// The values of a report as `--format json` has them, for output of another frame: an answer of
// `grpcfg batch`. The reporters themselves are made by validator/report/reporter.h.
// Promise: one line each, without a line break.
#ifndef GRPCFG_VALIDATOR_REPORT_JSON_REPORTER_H_
#define GRPCFG_VALIDATOR_REPORT_JSON_REPORTER_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/json_writer.h"
#include "schema/json/position.h"
#include "validator/engine/report.h"

namespace grpcfg {

// The object `verdicts`; `targets` as the user spelled them, in the order of Report::verdicts.
std::string VerdictsJson(const Report& report, absl::Span<const std::string> targets);

// The array `diagnostics` of a report on `text`.
std::string DiagnosticsJson(const Report& report, absl::string_view text,
                            absl::Span<const std::string> targets);

// The array `omitted`.
std::string OmissionsJson(const Report& report);

// An end of a range, in the layout of `writer`.
void WritePosition(const Position& position, JsonWriter& writer);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_JSON_REPORTER_H_
