#include "tools/compat.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rules/families.h"
#include "schema/fields/document.h"
#include "tools/config_input.h"
#include "tools/exit_status.h"
#include "tools/fail_on.h"
#include "tools/output.h"
#include "validator/report/compat_reporter.h"
#include "validator/report/suggested_fix.h"
#include "validator/validate.h"

namespace grpcfg {
namespace {

std::optional<Severity> WorstOf(const Report& report) {
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kNote}) {
    if (report.Count(severity) > 0) return severity;
  }
  return std::nullopt;
}

class CompatRun {
 public:
  CompatRun(const CompatFlags& flags, const std::vector<Target>& targets, const Api* api)
      : flags_(flags), targets_(targets), api_(api), kind_(FindDocumentKind(flags.kind)) {
    ReporterOptions options;
    for (const Target& target : targets) options.targets.push_back(target.spelling);
    options.color = WantsColor(flags.color) ? Color::kYes : Color::kNo;
    reporter_ =
        flags.format == "json" ? MakeCompatJsonReporter(options) : MakeCompatTextReporter(options);
  }

  int Run() {
    for (const std::string& path : flags_.paths) {
      const absl::StatusOr<std::string> text = ReadInput(path);
      if (text.ok()) {
        Compare(path == "-" ? flags_.stdin_filename : path, *text);
      } else {
        WriteError(text.status().message());
        failed_ = true;
      }
    }
    if (compared_ == 0) return kCouldNotRun;
    std::string end;
    reporter_->Finish(end);
    const bool printed = !failed_to_print_ && Print(end);
    return failed_ || !printed ? kCouldNotRun : StatusOf(flags_.fail_on, worst_);
  }

 private:
  void Compare(absl::string_view path, absl::string_view text) {
    const Document document = kind_ ? ParseDocument(text, *kind_) : ParseDocumentByShape(text);
    const Report report = Validate(document, targets_, AllRules(), api_);
    const std::vector<SuggestedFix> remedies =
        SuggestFixes(document, report, {targets_, AllRules(), api_});
    std::string part;
    reporter_->AddFile({path, text, report, remedies}, part);
    if (!failed_to_print_) failed_to_print_ = !Print(part);
    worst_ = std::max(worst_, WorstOf(report));
    ++compared_;
  }

  const CompatFlags& flags_;
  const std::vector<Target>& targets_;
  const Api* api_;                    // null: no descriptors were given
  std::optional<DocumentKind> kind_;  // none: each text's shape tells
  std::unique_ptr<Reporter> reporter_;
  std::optional<Severity> worst_;
  size_t compared_ = 0;
  bool failed_ = false;  // to read an input
  bool failed_to_print_ = false;
};

}  // namespace

CLI::App* AddCompatCommand(CLI::App& app, CompatFlags& flags) {
  CLI::App* const compat =
      app.add_subcommand("compat", "Compare what each client makes of a service config");
  compat->add_option("PATH", flags.paths, "Files, or - for stdin")->required();
  AddTargetFlags(*compat, flags.target);
  AddApiFlags(*compat, flags.api);
  compat
      ->add_option("--kind", flags.kind,
                   "What the files are: service configs, gRFC A2 choice lists, TXT values")
      ->check(CLI::IsMember({"config", "choices", "txt", "auto"}))
      ->capture_default_str();
  compat->add_option("--format", flags.format, "text: a table; json: every effect")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  AddFailOnFlag(*compat, flags.fail_on);
  compat->add_option("--color", flags.color, "When to colour the text")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  compat->add_option("--stdin-filename", flags.stdin_filename, "What to call stdin");
  return compat;
}

int RunCompat(const CompatFlags& flags) {
  const absl::StatusOr<std::vector<Target>> targets = SelectTargets(flags.target);
  if (!targets.ok()) {
    WriteError(targets.status().message());
    return kCouldNotRun;
  }
  const absl::StatusOr<std::unique_ptr<const Api>> api = LoadApi(flags.api);
  if (!api.ok()) {
    WriteErrorLines(api.status().message());
    return kCouldNotRun;
  }
  return CompatRun(flags, *targets, api->get()).Run();
}

}  // namespace grpcfg
