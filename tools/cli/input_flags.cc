#include "tools/cli/input_flags.h"

#include <cstdint>
#include <limits>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/output.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"

namespace grpcfg {
namespace {

void AddKindFlag(Command& command, const std::string& what, std::string& kind) {
  command.AddFlag("--kind", kind, what)
      .ValueName("KIND")
      .Check(OneOf("a kind of input", {"config", "choices", "txt", "auto"}))
      .ShowDefault();
}

absl::StatusOr<std::vector<MethodName>> ParseMethods(const std::vector<std::string>& texts) {
  std::vector<MethodName> methods;
  for (const std::string& text : texts) {
    absl::StatusOr<MethodName> method = ParseMethodName(text);
    if (!method.ok()) return method.status();
    methods.push_back(*std::move(method));
  }
  return methods;
}

// Adds the near names to what explains methods that no entry names.
void AddNearNames(std::vector<std::vector<std::string>> near, std::vector<Why>& whys) {
  for (size_t i = 0; i < whys.size(); ++i) {
    const bool is_named = whys[i].by == MatchedBy::kMethod || whys[i].by == MatchedBy::kService;
    if (!is_named) whys[i].near = std::move(near[i]);
  }
}

}  // namespace

absl::StatusOr<PlanParts> LoadPlanParts(const TargetFlags& target, const ApiFlags& api,
                                        const RuleChoices& rules) {
  absl::StatusOr<RuleSet> chosen = ChosenRules(rules);
  if (!chosen.ok()) return chosen.status();
  absl::StatusOr<std::vector<Target>> targets = SelectTargets(target);
  if (!targets.ok()) return targets.status();
  absl::StatusOr<LoadedApi> services = LoadApi(api);
  if (!services.ok()) return services.status();
  return PlanParts{*std::move(targets), *std::move(chosen), *std::move(services)};
}

absl::StatusOr<std::string> ReadInput(const std::string& path, bool quiet) {
  if (path != "-") return ReadFile(path);
  if (!quiet) NoteTerminalInput();
  return ReadStdin();
}

const std::string& PlaceOf(const std::string& path, const InputFlags& flags) {
  return path == "-" ? flags.stdin_filename : path;
}

absl::Status CheckOnePath(absl::Span<const std::string> paths) {
  if (paths.empty()) return absl::InvalidArgumentError("PATH is required; - is stdin");
  if (paths.size() == 1) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("one file is taken, but got ", paths.size()));
}

Document ParseInput(absl::string_view text, absl::string_view kind) {
  const std::optional<DocumentKind> known = FindDocumentKind(kind);
  return known ? ParseDocument(text, *known) : ParseDocumentByShape(text);
}

void AddInputFlags(Command& command, const std::string& what, InputFlags& flags) {
  command.AddFlag("PATH", flags.paths, what).Required();
  AddTargetFlags(command, flags.target);
  AddApiFlags(command, flags.api);
  AddKindFlag(command, "config: service configs; choices: lists of gRFC A2; txt: TXT values",
              flags.kind);
}

void AddStdinFilenameFlag(Command& command, std::string& name) {
  command.AddFlag("--stdin-filename", name, "The name of stdin in reports")
      .ValueName("NAME")
      .Check(NotEmpty());
}

void AddReportFlags(Command& command, FindingFlags& flags) {
  command
      .AddFlag("--fail-on", flags.fail_on,
               "Exit with 1 from this severity on: error, warning, note or never")
      .ValueName("LEVEL")
      .Check(OneOf("a severity", {"error", "warning", "note", "never"}))
      .NoteIn(flags.has_fail_on)
      .ShowDefault();
  AddRuleFlags(command, flags.rules);
  AddColorFlag(command, flags.color);
  AddMaxFindingsFlag(command, flags.max_findings);
}

void AddFindingFlags(Command& command, FindingFlags& flags) {
  AddReportFlags(command, flags);
  AddStdinFilenameFlag(command, flags.stdin_filename);
}

void AddColorFlag(Command& command, std::string& color) {
  command.AddFlag("--color", color, "Colour the text: auto, always or never")
      .ValueName("WHEN")
      .Check(OneOf("a value of --color", {"auto", "always", "never"}))
      .ShowDefault();
}

void AddMaxFindingsFlag(Command& command, size_t& most) {
  const auto read_all = [](std::string& count) {
    if (count == "all") count = absl::StrCat(std::numeric_limits<uint32_t>::max());
    uint32_t number = 0;
    return absl::SimpleAtoi(count, &number)
               ? ""
               : absl::StrCat("`", count, "` is not a count; write a number or `all`");
  };
  command
      .AddFlag("--max-findings", most,
               absl::StrCat("Findings of one rule that are listed for a file, or all (default: ",
                            kMaxFindingsPerRule, ")"))
      .Rewrite(read_all)
      .ValueName("N|all");
}

ReporterOptions OptionsFor(const std::vector<Target>& targets, absl::string_view color) {
  return {.targets = SpellingsOf(targets),
          .checked_for = NamesWithReleases(targets),
          .color = WantsColor(color) ? Color::kYes : Color::kNo};
}

std::optional<Severity> WorstOf(const Report& report) {
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kNote}) {
    if (report.Count(severity) > 0) return severity;
  }
  return std::nullopt;
}

std::optional<Severity> FailsFrom(absl::string_view fail_on) {
  for (const Severity severity : {Severity::kNote, Severity::kWarning, Severity::kError}) {
    if (SeverityName(severity) == fail_on) return severity;
  }
  return std::nullopt;
}

int StatusOf(absl::string_view fail_on, std::optional<Severity> worst) {
  const std::optional<Severity> least = FailsFrom(fail_on);
  return least && worst >= least ? kFindings : kClean;
}

void AddConfigFlags(Command& command, ConfigFlags& flags) {
  command.AddFlag("PATH", flags.paths, "A file, or - for stdin").Required();
  command.AddFlag("--method", flags.methods, "pkg.Service/Method, pkg.Service or *")
      .ValueName("M")
      .Default("each name of the config");
  AddApiFlags(command, flags.api);
  AddKindFlag(command, "config, choices or txt; only a config has methods", flags.kind);
  AddStdinFilenameFlag(command, flags.stdin_filename);
  AddTargetFlags(command, flags.target);
  AddProjectFlags(command, flags.project);
}

absl::StatusOr<ResolvedInput> ResolveInput(const ConfigFlags& flags,
                                           absl::Span<const Target> targets, const Api* api) {
  const absl::Status is_one = CheckOnePath(flags.paths);
  if (!is_one.ok()) return is_one;
  const absl::StatusOr<std::vector<MethodName>> methods = ParseMethods(flags.methods);
  if (!methods.ok()) return methods.status();
  absl::StatusOr<std::string> text = ReadInput(flags.paths[0]);
  if (!text.ok()) return text.status();
  ResolvedInput input = {.path = PlaceOf(flags.paths[0], flags), .text = *std::move(text)};
  const Document document = ParseInput(input.text, flags.kind);
  if (document.kind != DocumentKind::kConfig) {
    return absl::InvalidArgumentError(absl::StrCat(
        QuotePath(input.path),
        " is a list of choices for DNS; take the `serviceConfig` of one of them, or say "
        "--kind config if it is none"));
  }
  const Analysis analysis = Analyse(document, targets, AllRules(), api);
  input.resolution = Resolve(document, targets, analysis, *methods);
  if (flags.why) input.whys = Explain(document, targets, analysis, input.resolution);
  if (methods->empty()) return input;
  input.unknown = FindUnknownMethods(document, analysis, input.resolution, api);
  if (flags.why) AddNearNames(FindNearNames(document, analysis, input.resolution, api), input.whys);
  return input;
}

bool IsTaken(const Resolution& resolution) {
  return absl::c_all_of(resolution.channels, [](const ResolvedChannel& channel) {
    return channel.verdict < Verdict::kBreaksCalls;
  });
}

}  // namespace grpcfg
