#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "schema/read/skipped.h"
#include "source/check_configs.h"
#include "tools/cli/check_inputs.h"
#include "tools/cli/command.h"
#include "tools/cli/file_settings.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/output.h"
#include "tools/cli/projects.h"
#include "tools/cli/sinks.h"
#include "tools/cli/source_input.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/system_error.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

struct CompatFlags : FindingFlags {
  ProjectFlags project;
  std::vector<std::string> formats;  // NAME or NAME:FILE
};

constexpr Format<MakeReporter> kCompatFormats[] = {{"text", MakeCompatTextReporter},
                                                   {"json", MakeCompatJsonReporter}};

// By finding, the targets that never look at its place.
std::vector<std::vector<size_t>> UnreadIn(const Document& document, const Report& report,
                                          absl::Span<const Target> targets) {
  std::vector<std::vector<size_t>> unread;
  for (const Diagnostic& found : report.diagnostics) {
    const NodeId node = NodeAtPlace(document.tree, found.primary.span);
    std::vector<size_t>& of_found = unread.emplace_back();
    for (size_t i = 0; i < targets.size(); ++i) {
      const Client client = {*targets[i].profile, targets[i].policies};
      if (found.is_read_by_none || FindSkipped(document, client, node)) of_found.push_back(i);
    }
  }
  return unread;
}

class CompatRun {
 public:
  CompatRun(const CompatFlags& flags, const std::vector<InputFile>& files, Sinks sinks)
      : flags_(flags),
        files_(files),
        plans_(PlansFor(files,
                        [&](const InputFile& /*file*/) {
                          return ReportScope{.max_findings = flags.max_findings};
                        })),
        sinks_(std::move(sinks)) {}

  absl::StatusOr<int> Run() {
    for (const InputFile& file : files_) {
      const absl::StatusOr<std::string> text = ReadInput(file.path);
      if (text.ok()) {
        Compare(file, *text);
      } else {
        WriteError(text.status());
        failed_ = true;
      }
    }
    if (compared_ == 0) return kCouldNotRun;
    const absl::Status written = sinks_.Finish();
    if (!written.ok()) return written;
    return failed_ ? kCouldNotRun : status_;
  }

 private:
  void Compare(const InputFile& file, absl::string_view text) {
    const FileSettings& settings = *file.settings;
    const SourceConfigs inside = ConfigsInside(PlaceOf(file.path, flags_), text, flags_.kind);
    if (!inside.configs.empty()) {
      const Report report = CheckConfigs(text, inside, plans_.at(&settings));
      return Add(file, text, report, std::vector<std::vector<size_t>>(report.diagnostics.size()));
    }
    const Document document = ParseInput(text, flags_.kind);
    const Report report = ValidateWithFixes(document, plans_.at(&settings));
    Add(file, text, report, UnreadIn(document, report, settings.targets));
  }

  void Add(const InputFile& file, absl::string_view text, const Report& report,
           const std::vector<std::vector<size_t>>& unread) {
    const FileSettings& settings = *file.settings;
    const std::vector<SuggestedFix> remedies = SuggestFixes(report);
    sinks_.AddFile(
        {PlaceOf(file.path, flags_), text, report, remedies, unread, settings.spellings});
    status_ = std::max(status_, StatusOf(settings.fail_on, WorstOf(report)));
    ++compared_;
  }

  const CompatFlags& flags_;
  const std::vector<InputFile>& files_;
  const Plans plans_;
  Sinks sinks_;
  int status_ = kClean;
  size_t compared_ = 0;
  bool failed_ = false;  // to read an input
};

absl::StatusOr<std::vector<InputFile>> FilesOf(const CompatFlags& flags, Projects& projects,
                                               SettingsTable& settings) {
  std::vector<std::string> paths;
  for (const std::string& path : flags.paths) {
    absl::StatusOr<std::vector<std::string>> found = std::vector<std::string>{path};
    if (IsDirectory(path)) found = ConfigsIn(projects, path);
    if (!found.ok()) return found.status();
    absl::c_move(*found, std::back_inserter(paths));
  }
  std::vector<InputFile> files;
  for (const std::string& path : paths) {
    const auto of_file = settings.ForFile(projects, PlaceOf(path, flags));
    if (!of_file.ok()) return of_file.status();
    files.push_back({.path = path, .settings = *of_file});
  }
  return files;
}

absl::StatusOr<int> RunCompat(const CompatFlags& flags) {
  SettingsTable settings(flags);
  const absl::Status usable = settings.LoadFlags();
  if (!usable.ok()) return usable;
  Projects projects(flags.project);
  const absl::StatusOr<std::vector<InputFile>> files = FilesOf(flags, projects, settings);
  if (!files.ok()) return files.status();
  absl::StatusOr<Sinks> sinks = Sinks::Make(
      flags.formats, kCompatFormats, OptionsFor(files->front().settings->targets, flags.color));
  if (!sinks.ok()) return sinks.status();
  const absl::Status outputs = sinks->Check(FilesReadFor(*files));
  if (!outputs.ok()) return outputs;
  return CompatRun(flags, *files, *std::move(sinks)).Run();
}

}  // namespace

Subcommand AddCompatCommand(Command& app) {
  const auto flags = std::make_shared<CompatFlags>();
  Command compat = app.AddCommand("compat", "Compare the verdicts of clients on a config");
  AddInputFlags(compat, "Files, directories, or - for stdin", *flags);
  AddFormatsFlag(compat, flags->formats, NamesOf(kCompatFormats),
                 "Write text, a table, or json, every effect");
  AddFindingFlags(compat, *flags);
  AddProjectFlags(compat, flags->project);
  AddExamples(compat, {{"grpcfg compat orders.json",
                        "grpcfg compat --target all --format json:effects.json orders.json"}});
  return {compat, [=] { return RunCompat(*flags); }, &flags->paths};
}

}  // namespace grpcfg
