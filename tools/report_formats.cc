#include "tools/report_formats.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/output.h"
#include "workspace/output_file.h"
#include "workspace/system_error.h"
#include "workspace/write_file.h"

namespace grpcfg {

void AddFormatFlags(CLI::App& command, std::vector<std::string>& formats, absl::string_view names) {
  command.add_option("--format", formats, absl::StrCat(names, "; also NAME:FILE"))
      ->type_name("F[:FILE]")
      ->allow_extra_args(false);
  command.add_option("--color", "The report has no colours, so that each will do")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

absl::StatusOr<std::vector<ReportFormat>> ParseFormats(const std::vector<std::string>& formats,
                                                       absl::Span<const absl::string_view> names) {
  if (formats.empty()) return std::vector<ReportFormat>{{std::string(names[0]), ""}};
  std::vector<ReportFormat> parsed;
  for (const std::string& spelling : formats) {
    const size_t colon = spelling.find(':');
    ReportFormat format = {spelling.substr(0, colon),
                           colon == std::string::npos ? "" : spelling.substr(colon + 1)};
    if (std::find(names.begin(), names.end(), format.name) == names.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat("unknown format ", QuotePath(format.name),
                       "; this version knows: ", absl::StrJoin(names, ", ")));
    }
    parsed.push_back(std::move(format));
  }
  return parsed;
}

absl::Status CheckOutputs(absl::Span<const ReportFormat> formats,
                          absl::Span<const std::string> inputs) {
  std::vector<std::string> outputs;
  outputs.reserve(formats.size());
  for (const ReportFormat& format : formats) outputs.push_back(format.file);
  return CheckOutputs(outputs, inputs);
}

absl::Status WriteReports(
    absl::Span<const ReportFormat> formats, absl::string_view what,
    absl::FunctionRef<void(absl::string_view name, std::string& out)> append) {
  absl::Status written;
  for (const ReportFormat& format : formats) {
    std::string out;
    append(format.name, out);
    written.Update(format.file.empty() ? WriteReport(out, what) : WriteFile(format.file, out));
  }
  return written;
}

}  // namespace grpcfg
