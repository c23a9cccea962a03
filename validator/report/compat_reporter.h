// The table of `grpcfg compat`: what each target does with each finding, and with the whole.
#ifndef GRPCFG_VALIDATOR_REPORT_COMPAT_REPORTER_H_
#define GRPCFG_VALIDATOR_REPORT_COMPAT_REPORTER_H_

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "schema/json/effect.h"
#include "validator/report/reporter.h"

namespace grpcfg {

// A table per file, in lines of at most 100 columns, but for a longer text to be written: a column
// per target, the verdicts first, then a row per finding, the worst first; below, what to do about
// each.
std::unique_ptr<Reporter> MakeCompatTextReporter(const ReporterOptions& options);

// The document of `grpcfg compat --format json`.
std::unique_ptr<Reporter> MakeCompatJsonReporter(const ReporterOptions& options);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_COMPAT_REPORTER_H_
