// Where reports go: one reporter each for stdout and for the files of `--format NAME:FILE`.
#ifndef GRPCFG_TOOLS_CLI_SINKS_H_
#define GRPCFG_TOOLS_CLI_SINKS_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tools/cli/report_formats.h"
#include "tools/workspace/output_file.h"
#include "validator/report/reporter.h"

namespace grpcfg {

// Makes the reporter of a format.
using MakeReporter = std::unique_ptr<Reporter>(const ReporterOptions& options);

class Sinks {
 public:
  // `formats` as given on the command line, each one of `table`; none means the first of those on
  // stdout. Errors: InvalidArgument for a format that does not exist.
  template <size_t kCount>
  static absl::StatusOr<Sinks> Make(const std::vector<std::string>& formats,
                                    const Format<MakeReporter> (&table)[kCount],
                                    const ReporterOptions& options) {
    absl::StatusOr<std::vector<ReportFormat>> parsed = ParseFormats(formats, NamesOf(table));
    if (!parsed.ok()) return parsed.status();
    Sinks sinks;
    for (const ReportFormat& format : *parsed) {
      sinks.Add(format, FindFormat(table, format.name), options);
    }
    return sinks;
  }

  // To be called before the first file. Errors: see CheckOutputs.
  [[nodiscard]] absl::Status Check(absl::Span<const std::string> inputs,
                                   const OtherOutputs& others = {}) const;

  // True if a report goes to a file, also where the shell put it.
  [[nodiscard]] bool MayReplaceFiles() const;

  void AddFile(const CheckedFile& file);

  // A file that could not be read or checked.
  void AddUnread(absl::string_view path, absl::string_view why);

  // Writes what is left. Errors: a file or a stdout that cannot be written, now or before; a reader
  // that went away is not an error.
  absl::Status Finish();

 private:
  struct Sink {
    std::unique_ptr<Reporter> reporter;
    std::string file;  // empty: stdout
    std::string pending;
  };

  void Add(const ReportFormat& format, MakeReporter* make, ReporterOptions options);
  // Writes what is pending if that is much and goes to stdout.
  void Flush(Sink& sink);
  void WriteToStdout(Sink& sink);

  std::vector<ReportFormat> formats_;
  std::vector<Sink> sinks_;
  absl::Status written_;  // the first failure
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_SINKS_H_
