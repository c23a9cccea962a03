// `--format NAME` and `--format NAME:FILE`: in what form a report is wanted, and where.
#ifndef GRPCFG_TOOLS_REPORT_FORMATS_H_
#define GRPCFG_TOOLS_REPORT_FORMATS_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace grpcfg {

struct ReportFormat {
  std::string name;
  std::string file;  // empty: stdout
};

// Adds `--format` to a command, and `--color`, which its report without colours obeys as it is.
void AddFormatFlags(CLI::App& command, std::vector<std::string>& formats, absl::string_view names);

// `formats` as given on the command line, each one of `names`; without any the first of those on
// stdout. Errors: InvalidArgument for a format that does not exist.
absl::StatusOr<std::vector<ReportFormat>> ParseFormats(const std::vector<std::string>& formats,
                                                       absl::Span<const absl::string_view> names);

// To be called before anything is written. `inputs` are paths, `-` is stdin. Errors: see
// CheckOutputs of workspace/output_file.h.
absl::Status CheckOutputs(absl::Span<const ReportFormat> formats,
                          absl::Span<const std::string> inputs);

// Writes what `append` appends for each format to where that goes. Errors: a file or a stdout that
// cannot be written; the others are written nevertheless. `what`: see WriteReport.
absl::Status WriteReports(absl::Span<const ReportFormat> formats, absl::string_view what,
                          absl::FunctionRef<void(absl::string_view name, std::string& out)> append);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_REPORT_FORMATS_H_
