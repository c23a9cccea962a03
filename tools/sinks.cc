#include "tools/sinks.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tools/output.h"
#include "tools/report_formats.h"
#include "workspace/output_file.h"
#include "workspace/write_file.h"

namespace grpcfg {
namespace {

// A write per file would cost more than the check of a file.
constexpr size_t kFlushBytes = size_t{64} << 10;

struct Format {
  absl::string_view name;
  std::unique_ptr<Reporter> (*make)(const ReporterOptions& options);
};

constexpr std::array<Format, 4> kFormats = {{
    {"text", MakeTextReporter},
    {"concise", MakeConciseReporter},
    {"json", MakeJsonReporter},
    {"jsonl", MakeJsonLinesReporter},
}};

std::vector<absl::string_view> FormatNames() {
  std::vector<absl::string_view> names;
  names.reserve(kFormats.size());
  for (const Format& format : kFormats) names.push_back(format.name);
  return names;
}

std::unique_ptr<Reporter> MakeReporter(absl::string_view name, const ReporterOptions& options) {
  const auto* const format = std::find_if(kFormats.begin(), kFormats.end(),
                                          [&](const Format& each) { return each.name == name; });
  return format->make(options);
}

}  // namespace

absl::StatusOr<Sinks> Sinks::Make(const std::vector<std::string>& formats,
                                  const ReporterOptions& options) {
  const absl::StatusOr<std::vector<ReportFormat>> parsed = ParseFormats(formats, FormatNames());
  if (!parsed.ok()) return parsed.status();
  Sinks sinks;
  for (const ReportFormat& format : *parsed) {
    ReporterOptions own = options;
    if (!format.file.empty()) own.color = Color::kNo;
    sinks.sinks_.push_back({MakeReporter(format.name, own), format.file, ""});
  }
  return sinks;
}

absl::Status Sinks::Check(absl::Span<const std::string> inputs) const {
  std::vector<std::string> outputs;
  outputs.reserve(sinks_.size());
  for (const Sink& sink : sinks_) outputs.push_back(sink.file);
  return CheckOutputs(outputs, inputs);
}

void Sinks::AddFile(const CheckedFile& file) {
  for (Sink& sink : sinks_) {
    sink.reporter->AddFile(file, sink.pending);
    if (!sink.file.empty() || sink.pending.size() < kFlushBytes) continue;
    WriteToStdout(sink);
  }
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
