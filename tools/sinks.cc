#include "tools/sinks.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/output.h"
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

const Format* FindFormat(absl::string_view name) {
  for (const Format& format : kFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

std::string FormatNames() {
  return absl::StrJoin(kFormats, ", ", [](std::string* out, const Format& format) {
    absl::StrAppend(out, format.name);
  });
}

}  // namespace

absl::StatusOr<Sinks> Sinks::Make(const std::vector<std::string>& formats,
                                  const ReporterOptions& options) {
  Sinks sinks;
  for (const std::string& spelling : formats.empty() ? std::vector<std::string>{"text"} : formats) {
    const size_t colon = spelling.find(':');
    const std::string name = spelling.substr(0, colon);
    const std::string file = colon == std::string::npos ? "" : spelling.substr(colon + 1);
    const Format* const format = FindFormat(name);
    if (format == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("unknown format `", name, "`; this version knows: ", FormatNames()));
    }
    const bool to_stdout = file.empty();
    const bool taken = std::any_of(sinks.sinks_.begin(), sinks.sinks_.end(),
                                   [&](const Sink& sink) { return sink.file == file; });
    if (taken) {
      return absl::InvalidArgumentError(
          absl::StrCat("two formats go to ", to_stdout ? "stdout" : file,
                       "; give one of them a file of its own: `--format ", name, ":FILE`"));
    }
    ReporterOptions own = options;
    if (!to_stdout) own.color = Color::kNo;
    sinks.sinks_.push_back({format->make(own), file, ""});
  }
  return sinks;
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
