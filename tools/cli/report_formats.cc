#include "tools/cli/report_formats.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/output.h"
#include "tools/workspace/output_file.h"
#include "tools/workspace/write_file.h"
#include "validator/engine/nearest_names.h"

namespace grpcfg {

std::string Alternatives(std::vector<std::string> names) {
  const std::string last = std::move(names.back());
  names.pop_back();
  return absl::StrCat(absl::StrJoin(names, ", "), names.empty() ? "" : " or ", last);
}

void AddFormatsFlag(Command& command, std::vector<std::string>& formats,
                    const std::vector<std::string>& names, absl::string_view words) {
  const std::string text = words.empty() ? Alternatives(names) : std::string(words);
  command.BeginGroup("Output");
  command.AddFlag("--format", formats, absl::StrCat(text, "; also NAME:FILE"))
      .ValueName("F[:FILE]")
      .Offer(names);
}

void AddColorlessFormatsFlag(Command& command, std::vector<std::string>& formats,
                             const std::vector<std::string>& names) {
  AddFormatsFlag(command, formats, names);
  command.AddIgnoredFlag("--color", "Accepted without effect, for scripts")
      .ValueName("WHEN")
      .OneOf("a value of --color", {"auto", "always", "never"});
}

absl::StatusOr<std::vector<ReportFormat>> ParseFormats(const std::vector<std::string>& formats,
                                                       const std::vector<std::string>& names) {
  if (formats.empty()) return std::vector<ReportFormat>{{names[0], ""}};
  std::vector<ReportFormat> parsed;
  for (const std::string& spelling : formats) {
    const size_t colon = spelling.find(':');
    ReportFormat format = {spelling.substr(0, colon),
                           colon == std::string::npos ? "" : spelling.substr(colon + 1)};
    if (absl::StrContains(format.name, ',')) {
      return absl::InvalidArgumentError(
          absl::StrCat("--format: `", format.name,
                       "` is a list; give --format once for each, all but one with "
                       "a file: --format text --format json:FILE"));
    }
    if (!absl::c_linear_search(names, format.name)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--format: ", NotAmong(format.name, "a format",
                                 std::vector<absl::string_view>(names.begin(), names.end()))));
    }
    if (colon != std::string::npos && format.file.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--format: `", spelling, "` has no file after its colon"));
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
    absl::FunctionRef<void(const ReportFormat& format, std::string& out)> append) {
  absl::Status written;
  for (const ReportFormat& format : formats) {
    std::string out;
    append(format, out);
    written.Update(format.file.empty() ? WriteReport(out, what) : WriteFile(format.file, out));
  }
  return written;
}

}  // namespace grpcfg
