#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tools/help.h"
#include "tools/input_flags.h"
#include "tools/output.h"
#include "tools/sinks.h"
#include "tools/subcommands.h"
#include "validator/report/compat_reporter.h"
#include "validator/report/suggested_fix.h"
#include "validator/validate.h"

namespace grpcfg {
namespace {

struct CompatFlags : FindingFlags {
  std::vector<std::string> formats;  // NAME or NAME:FILE
};

constexpr Format<MakeReporter> kCompatFormats[] = {{"text", MakeCompatTextReporter},
                                                   {"json", MakeCompatJsonReporter}};

class CompatRun {
 public:
  CompatRun(const CompatFlags& flags, const CheckedForAll& checked_for, Sinks sinks)
      : flags_(flags),
        checked_for_{checked_for.targets,
                     checked_for.rules,
                     checked_for.api.get(),
                     {.max_findings = flags.max_findings}},
        sinks_(std::move(sinks)) {}

  absl::StatusOr<int> Run() {
    for (const std::string& path : flags_.paths) {
      const absl::StatusOr<std::string> text = ReadInput(path);
      if (text.ok()) {
        Compare(path == "-" ? flags_.stdin_filename : path, *text);
      } else {
        WriteError(text.status());
        failed_ = true;
      }
    }
    if (compared_ == 0) return kCouldNotRun;
    const absl::Status written = sinks_.Finish();
    if (!written.ok()) return written;
    return failed_ ? kCouldNotRun : StatusOf(flags_.fail_on, worst_);
  }

 private:
  void Compare(absl::string_view path, absl::string_view text) {
    const Document document = ParseInput(text, flags_.kind);
    const Report report = Validate(document, checked_for_);
    const std::vector<SuggestedFix> remedies = SuggestFixes(report);
    sinks_.AddFile({path, text, report, remedies});
    worst_ = std::max(worst_, WorstOf(report));
    ++compared_;
  }

  const CompatFlags& flags_;
  const CheckedFor checked_for_;
  Sinks sinks_;
  std::optional<Severity> worst_;
  size_t compared_ = 0;
  bool failed_ = false;  // to read an input
};

absl::StatusOr<int> RunCompat(const CompatFlags& flags) {
  const absl::StatusOr<CheckedForAll> checked_for =
      LoadCheckedFor(flags.target, flags.api, flags.rules);
  if (!checked_for.ok()) return checked_for.status();
  absl::StatusOr<Sinks> sinks =
      Sinks::Make(flags.formats, kCompatFormats, OptionsFor(checked_for->targets, flags.color));
  if (!sinks.ok()) return sinks.status();
  const absl::Status outputs = sinks->Check(flags.paths);
  if (!outputs.ok()) return outputs;
  return CompatRun(flags, *checked_for, *std::move(sinks)).Run();
}

}  // namespace

Subcommand AddCompatCommand(CLI::App& app) {
  const auto flags = std::make_shared<CompatFlags>();
  CLI::App* const compat =
      app.add_subcommand("compat", "Compare what each client makes of a config");
  AddInputFlags(*compat, "Files, or - for stdin", *flags);
  AddFormatsFlag(*compat, flags->formats, "text: a table; json: every effect");
  AddFindingFlags(*compat, *flags);
  AddExamples(*compat, {{"grpcfg compat orders.json",
                         "grpcfg compat --target all --format json:effects.json orders.json"}});
  return {compat, [=] { return RunCompat(*flags); }, &flags->paths};
}

}  // namespace grpcfg
