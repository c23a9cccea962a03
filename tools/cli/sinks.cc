#include "tools/cli/sinks.h"

#include <sys/stat.h>
#include <unistd.h>

#include "absl/algorithm/container.h"
#include "tools/cli/output.h"
#include "tools/workspace/write_file.h"

namespace grpcfg {
namespace {

// A write per file would cost more than the check of a file.
constexpr size_t kFlushBytes = size_t{64} << 10;

}  // namespace

void Sinks::Add(const ReportFormat& format, MakeReporter* make, ReporterOptions options) {
  if (!format.file.empty()) options.color = Color::kNo;
  sinks_.push_back({make(options), format.file, ""});
  formats_.push_back(format);
}

absl::Status Sinks::Check(absl::Span<const std::string> inputs, const OtherOutputs& others) const {
  std::vector<std::string> outputs;
  for (const ReportFormat& format : formats_) outputs.push_back(format.file);
  return CheckOutputs(outputs, inputs, others);
}

bool Sinks::MayReplaceFiles() const {
  struct stat out = {};
  const bool is_file = fstat(STDOUT_FILENO, &out) == 0 && S_ISREG(out.st_mode);
  return absl::c_any_of(sinks_, [&](const Sink& sink) { return is_file || !sink.file.empty(); });
}

void Sinks::AddFile(const CheckedFile& file) {
  for (Sink& sink : sinks_) {
    sink.reporter->AddFile(file, sink.pending);
    Flush(sink);
  }
}

void Sinks::AddUnread(absl::string_view path, absl::string_view why) {
  for (Sink& sink : sinks_) {
    sink.reporter->AddUnread(path, why, sink.pending);
    Flush(sink);
  }
}

void Sinks::Flush(Sink& sink) {
  if (sink.file.empty() && sink.pending.size() >= kFlushBytes) WriteToStdout(sink);
}

void Sinks::WriteToStdout(Sink& sink) {
  written_.Update(WriteReport(sink.pending));
  sink.pending.clear();
}

absl::Status Sinks::Finish() {
  for (Sink& sink : sinks_) {
    sink.reporter->Finish(sink.pending);
    if (sink.file.empty()) {
      WriteToStdout(sink);
    } else {
      written_.Update(WriteFile(sink.file, sink.pending));
    }
  }
  return written_;
}

}  // namespace grpcfg
