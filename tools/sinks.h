// Where reports go: one reporter each for stdout and for the files of `--format NAME:FILE`.
#ifndef GRPCFG_TOOLS_SINKS_H_
#define GRPCFG_TOOLS_SINKS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "validator/report/reporter.h"

namespace grpcfg {

class Sinks {
 public:
  // `formats` as given on the command line; none means text on stdout. Errors: InvalidArgument for
  // a format that does not exist.
  static absl::StatusOr<Sinks> Make(const std::vector<std::string>& formats,
                                    const ReporterOptions& options);

  // To be called before the first file. Errors: see CheckOutputs of workspace/output_file.h.
  [[nodiscard]] absl::Status Check(absl::Span<const std::string> inputs) const;

  void AddFile(const CheckedFile& file);

  // Writes what is left. Errors: a file or a stdout that cannot be written, now or before; a reader
  // that went away is no error.
  absl::Status Finish();

 private:
  struct Sink {
    std::unique_ptr<Reporter> reporter;
    std::string file;  // empty: stdout
    std::string pending;
  };

  void WriteToStdout(Sink& sink);

  std::vector<Sink> sinks_;
  absl::Status written_;  // the first failure
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_SINKS_H_
