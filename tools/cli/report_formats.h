// In what form a report or a page is requested, and where: `--format`. Each subcommand has one
// table of its forms, the default first.
#ifndef GRPCFG_TOOLS_CLI_REPORT_FORMATS_H_
#define GRPCFG_TOOLS_CLI_REPORT_FORMATS_H_

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tools/cli/subcommands.h"

namespace grpcfg {

class Command;

// A form by its name, and the function that gives it.
template <typename Write>
struct Format {
  absl::string_view name;
  Write* write;
};

// The function of the form called `name`, which must be one of `formats`.
template <typename Write, size_t kCount>
Write& FindFormat(const Format<Write> (&formats)[kCount], absl::string_view name) {
  const auto has_name = [&](const Format<Write>& format) { return format.name == name; };
  return *std::find_if(std::begin(formats), std::end(formats), has_name)->write;
}

template <typename Write, size_t kCount>
std::vector<std::string> NamesOf(const Format<Write> (&formats)[kCount]) {
  std::vector<std::string> names;
  names.reserve(kCount);
  for (const Format<Write>& format : formats) names.emplace_back(format.name);
  return names;
}

struct ReportFormat {
  std::string name;
  std::string file;  // empty: stdout
};

// "text, concise, json or jsonl". There must be some.
std::string Alternatives(std::vector<std::string> names);

// Adds `--format NAME` and `--format NAME:FILE`; `words` is what the help says of `names`, where
// that is more than they.
void AddFormatsFlag(Command& command, std::vector<std::string>& formats,
                    const std::vector<std::string>& names, absl::string_view words = "");

// Adds also `--color`, which a report without colours obeys as it is.
void AddColorlessFormatsFlag(Command& command, std::vector<std::string>& formats,
                             const std::vector<std::string>& names);

// `formats` as given on the command line, each one of `names`; without any the first of those on
// stdout. Errors: InvalidArgument for a format that does not exist.
absl::StatusOr<std::vector<ReportFormat>> ParseFormats(const std::vector<std::string>& formats,
                                                       const std::vector<std::string>& names);

// To be called before anything is written. `inputs` are paths, `-` is stdin. Errors: see
// CheckOutputs of tools/workspace/output_file.h.
absl::Status CheckOutputs(absl::Span<const ReportFormat> formats,
                          absl::Span<const std::string> inputs);

// Writes what `append` appends for each format to where that goes. Errors: a file or a stdout that
// cannot be written; the others are written nevertheless. `what`: see WriteReport.
absl::Status WriteReports(
    absl::Span<const ReportFormat> formats, absl::string_view what,
    absl::FunctionRef<void(const ReportFormat& format, std::string& out)> append);

// Prints a page in each form that the user requested of `forms`; `arguments` are those of their
// functions. Returns the exit status. Errors: see ParseFormats, CheckOutputs and WriteReports.
template <typename Write, size_t kCount, typename... Arguments>
absl::StatusOr<int> PrintPage(const std::vector<std::string>& formats,
                              const Format<Write> (&forms)[kCount], const Arguments&... arguments) {
  const absl::StatusOr<std::vector<ReportFormat>> parsed = ParseFormats(formats, NamesOf(forms));
  if (!parsed.ok()) return parsed.status();
  const absl::Status outputs = CheckOutputs(*parsed, {});
  if (!outputs.ok()) return outputs;
  const absl::Status written =
      WriteReports(*parsed, "report", [&](const ReportFormat& format, std::string& out) {
        out += FindFormat(forms, format.name)(arguments...);
      });
  if (!written.ok()) return written;
  return kClean;
}

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_REPORT_FORMATS_H_
