#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schema/json/escape.h"
#include "schema/json/json_writer.h"
#include "simulator/charts/pictures.h"
#include "simulator/report/simulation_printer.h"
#include "tools/cli/check_inputs.h"
#include "tools/cli/command.h"
#include "tools/cli/file_settings.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/new_findings.h"
#include "tools/cli/output.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/scenario_flags.h"
#include "tools/cli/source_input.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/ordered_run.h"
#include "validator/compare/compare.h"
#include "validator/compare/comparison_printer.h"
#include "validator/compare/member_change.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

struct SimulateFlags : ConfigFlags {
  ScenarioFlags scenario;
  std::vector<std::string> algorithms;  // in place of a config; each a list with commas
  std::vector<std::string> formats;     // NAME or NAME:FILE
  std::string color = "auto";
  std::vector<std::string> set;  // MEMBER=VALUE
  std::string picture;           // the only one of `svg` and `html`; empty: as fits
  bool percentiles = false;
  std::string command_line;  // that has them
};

// What --set makes of a config.
struct Change {
  std::vector<SimulatedMethod> before;
  ComparedFile compared;
  std::vector<std::string> targets;  // of the comparison, as the user spelled them
};

// What is printed, and what is noted on stderr.
struct Simulated {
  std::vector<SimulatedMethod> methods;
  std::optional<Change> change = {};
  SimulationRequest request = {};
  std::vector<UnknownMethod> unknown = {};
  bool is_taken = true;  // no target rejects the config, or lets calls break
};

constexpr Format<void(const SimulationReport&, std::string&)> kSimulateFormats[] = {
    {"text", AppendSimulationText},
    {"json", AppendSimulationJson},
    {"csv", AppendSimulationCsv},
    {"svg", AppendSimulationSvg},
    {"html", AppendSimulationHtml}};

// The command's own default is the spec alone, and says so.
constexpr absl::string_view kOnDefault = "computed for the spec only; use --target to add clients";

// `of_config`: null for an algorithm.
SimulationStyle StyleOf(const SimulateFlags& flags, const FileSettings* of_config) {
  const bool is_default = of_config != nullptr && of_config->has_usual_targets;
  return {.color = WantsColor(flags.color) ? Color::kYes : Color::kNo,
          .columns = TerminalColumns(),
          .has_percentiles = flags.percentiles,
          .closing = std::string(is_default ? kOnDefault : "")};
}

absl::StatusOr<std::vector<MemberChange>> ChangesOf(const SimulateFlags& flags) {
  std::vector<MemberChange> changes;
  for (const std::string& text : flags.set) {
    absl::StatusOr<MemberChange> change = ParseMemberChange(text);
    if (!change.ok()) return change.status();
    changes.push_back(*std::move(change));
  }
  return changes;
}

// The config with the changes of --set, in the entries that its methods have.
absl::StatusOr<ConfigText> Changed(const ResolvedInput& input,
                                   absl::Span<const MemberChange> changes) {
  std::set<std::string> entries;
  for (const ResolvedMethod& method : input.resolution.methods) {
    if (method.entry->source) entries.insert(*method.entry->source);
  }
  std::string text = input.config.text;
  for (const MemberChange& change : changes) {
    absl::StatusOr<std::string> changed = WithChange(text, change, entries);
    if (!changed.ok()) return changed.status();
    text = *std::move(changed);
  }
  return ConfigText{std::move(text)};
}

// What `diff` says of both texts, also of an outage as the answers have it. Where the user names no
// clients, what check reports is of the usual ones: a change may be one that they refuse.
ComparedFile CompareTexts(const ResolvedInput& before, const ResolvedInput& after,
                          const SimulationRequest& request, const FileSettings& settings) {
  const Document old_document = ParseDocument(before.config.text, DocumentKind::kConfig);
  const Document new_document = ParseDocument(after.config.text, DocumentKind::kConfig);
  const Api* const api = settings.services.api.get();
  SimulationRequest of_comparison = request;
  const bool is_usual = request.has_usual_outage && request.failure_probability == 1;
  of_comparison.has_usual_outage = false;
  if (is_usual && !request.fleet.outage) {
    of_comparison.fleet.outage = OutageRequest{.length = kUsualOutage};
  }
  const std::vector<Target> clients =
      settings.has_usual_targets ? DefaultTargets() : settings.targets;
  ComparedFile compared = CompareConfigs(
      old_document, new_document, CheckPlan(settings.targets, settings.rules, api), of_comparison);
  compared.path = before.path;
  compared.new_findings =
      FindingsBrought(old_document, new_document, CheckPlan(clients, settings.rules, api));
  return compared;
}

// The schedules of a config. Errors: those of its flags and of its file.
absl::StatusOr<Simulated> SimulateConfig(const SimulateFlags& flags,
                                         const SimulationRequest& request,
                                         const FileSettings& settings) {
  const absl::StatusOr<std::vector<MemberChange>> changes = ChangesOf(flags);
  if (!changes.ok()) return changes.status();
  const Api* const api = settings.services.api.get();
  absl::StatusOr<ResolvedInput> input = ResolveInput(flags, settings.targets, api);
  if (!input.ok()) return input.status();
  Progress progress(input->resolution.methods.size(), "methods");
  SimulationRequest with_progress = request;
  with_progress.on_progress = [&](size_t done) { progress.Update(done); };
  Simulated simulated = {.methods = Simulate(input->resolution, settings.targets, with_progress),
                         .unknown = std::move(input->unknown),
                         .is_taken = IsTaken(input->resolution)};
  if (changes->empty()) return simulated;
  absl::StatusOr<ConfigText> text = Changed(*input, *changes);
  if (!text.ok()) return text.status();
  const absl::StatusOr<ResolvedInput> after =
      ResolveText(flags, *std::move(text), settings.targets, api);
  if (!after.ok()) return after.status();
  simulated.change = {std::move(simulated.methods), CompareTexts(*input, *after, request, settings),
                      settings.spellings};
  simulated.methods = Simulate(after->resolution, settings.targets, with_progress);
  const auto is_error = [](const NewFinding& found) { return found.severity == "error"; };
  simulated.is_taken = IsTaken(after->resolution) &&
                       absl::c_none_of(simulated.change->compared.new_findings, is_error);
  return simulated;
}

// What is of a config, or of clients, beside an algorithm.
absl::Status CheckStandsAlone(const SimulateFlags& flags) {
  if (!flags.paths.empty()) {
    return absl::InvalidArgumentError(
        "--algorithm takes no file; --compare compares a config with an algorithm");
  }
  const std::pair<absl::string_view, bool> others[] = {
      {"--method", !flags.methods.empty()},
      {"--target", !flags.target.targets.empty()},
      {"--proto", !flags.api.protos.empty()},
      {"--proto-path", !flags.api.proto_paths.empty()},
      {"--descriptor-set", !flags.api.descriptor_sets.empty()},
      {"--config", !flags.project.config.empty()},
      {"--rule", flags.scenario.rule.has_value()},
      {"--pushback", flags.scenario.pushback.has_value()},
      {"--trace", flags.scenario.trace.has_value()},
      {"--set", !flags.set.empty()},
      {"--compare", !flags.scenario.compared.empty()}};
  for (const auto& [flag, is_given] : others) {
    if (!is_given) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("--algorithm and ", flag, " cannot be combined: the latter needs a config"));
  }
  return absl::OkStatus();
}

// The same of the algorithms that stand in place of a config.
absl::StatusOr<Simulated> SimulateAlgorithms(const SimulateFlags& flags,
                                             const SimulationRequest& request) {
  absl::Status is_alone = CheckStandsAlone(flags);
  if (!is_alone.ok()) return is_alone;
  const absl::StatusOr<std::vector<ChosenAlgorithm>> algorithms =
      ParseChosenAlgorithms(flags.algorithms);
  if (!algorithms.ok()) return algorithms.status();
  Simulated simulated;
  for (const ChosenAlgorithm& chosen : *algorithms) {
    simulated.methods.push_back(Simulate(*chosen.algorithm, chosen.numbers, request));
  }
  return simulated;
}

absl::StatusOr<std::vector<ReportFormat>> FormatsOf(const SimulateFlags& flags) {
  auto formats = ParseFormats(flags.formats, NamesOf(kSimulateFormats));
  if (!formats.ok()) return formats;
  const auto has = [&](absl::string_view name) {
    return std::any_of(formats->begin(), formats->end(),
                       [&](const ReportFormat& each) { return each.name == name; });
  };
  for (const char* const other : {"csv", "svg", "html"}) {
    if (!has(other) || !(flags.scenario.trace || !flags.set.empty())) continue;
    return absl::InvalidArgumentError(absl::StrCat(flags.scenario.trace ? "--trace" : "--set",
                                                   " has no ", absl::AsciiStrToUpper(other),
                                                   "; take --format json"));
  }
  if (flags.scenario.trace && !flags.set.empty()) {
    return absl::InvalidArgumentError("--set and --trace cannot be combined");
  }
  return formats;
}

absl::StatusOr<Simulated> Simulate(const SimulateFlags& flags, const FileSettings* of_config) {
  absl::StatusOr<SimulationRequest> request = ParseScenario(flags.scenario);
  if (!request.ok()) return request.status();
  request->fleet.jobs = UsableCores();
  request->has_usual_outage = request->responses == nullptr;
  absl::StatusOr<Simulated> simulated = of_config == nullptr
                                            ? SimulateAlgorithms(flags, *request)
                                            : SimulateConfig(flags, *request, *of_config);
  if (simulated.ok()) simulated->request = *std::move(request);
  return simulated;
}

absl::Status CheckOutputsOf(const SimulateFlags& flags, absl::Span<const ReportFormat> formats,
                            const FileSettings* of_config) {
  if (of_config == nullptr) return CheckOutputs(formats, flags.paths);
  const InputFile file = {.path = FileOfPath(flags.paths.front()), .settings = of_config};
  return CheckOutputs(formats, FilesReadFor({&file, 1}));
}

// A requested picture must show something of the calls.
absl::Status CheckPicture(const SimulateFlags& flags, absl::Span<const SimulatedMethod> methods) {
  if (flags.picture.empty()) return absl::OkStatus();
  const std::vector<const Picture*> shown = PicturesOf(methods);
  const bool is_shown = std::any_of(
      shown.begin(), shown.end(), [&](const Picture* each) { return each->name == flags.picture; });
  if (is_shown) return absl::OkStatus();
  for (const Picture& picture : Pictures()) {
    if (picture.name != flags.picture) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "--picture ", flags.picture, " has nothing to draw: it needs ", picture.needs));
  }
  return absl::OkStatus();
}

// What changes, in the format of a report.
std::string ComparisonIn(absl::string_view format, const Change& change,
                         const SimulationStyle& style) {
  std::string comparison;
  if (format == "json") {
    AppendComparisonJson({{&change.compared, 1}, change.targets, {}, style.color}, comparison);
    return RelaidJson(comparison, JsonLayout::kSpaced);
  }
  AppendMethodChanges(change.compared.methods, change.targets, style.color, comparison);
  for (const NewFinding& found : change.compared.new_findings) {
    AppendWrapped(
        absl::StrCat("new: ", found.severity, ": ", Visible(found.message), " [", found.rule, "]"),
        0, comparison, style.columns);
  }
  return comparison;
}

absl::StatusOr<int> RunSimulate(SimulateFlags& flags) {
  const absl::StatusOr<std::vector<ReportFormat>> formats = FormatsOf(flags);
  if (!formats.ok()) return formats.status();
  const absl::Status found = TakeOnlyConfig(flags);
  if (!found.ok()) return found;
  ConfigSettings table(flags);
  absl::StatusOr<const FileSettings*> of_config = nullptr;
  if (flags.algorithms.empty()) of_config = table.Load();
  if (!of_config.ok()) return of_config.status();
  const absl::Status outputs = CheckOutputsOf(flags, *formats, *of_config);
  if (!outputs.ok()) return outputs;
  const absl::StatusOr<Simulated> simulated = Simulate(flags, *of_config);
  if (!simulated.ok()) return simulated.status();
  const std::vector<SimulatedMethod>& methods = simulated->methods;
  const absl::Status picture = CheckPicture(flags, methods);
  if (!picture.ok()) return picture;
  const SimulationStyle style = StyleOf(flags, *of_config);
  const absl::Status written =
      WriteReports(*formats, "simulation", [&](const ReportFormat& format, std::string& out) {
        SimulationReport report = {.methods = methods,
                                   .style = style,
                                   .picture = flags.picture,
                                   .request = &simulated->request,
                                   .command_line = flags.command_line};
        if (!format.file.empty()) report.style.color = Color::kNo;
        SimulatedChange change;
        if (simulated->change) {
          change = {flags.set, simulated->change->before,
                    ComparisonIn(format.name, *simulated->change, report.style)};
          report.change = &change;
        }
        FindFormat(kSimulateFormats, format.name)(report, out);
      });
  if (!written.ok()) return written;
  const Api* const api = *of_config == nullptr ? nullptr : (*of_config)->services.api.get();
  const bool has_unknown = NoteUnknownMethods(simulated->unknown, api);
  return simulated->is_taken && !has_unknown ? kClean : kFindings;
}

}  // namespace

Subcommand AddSimulateCommand(Command& app) {
  const auto flags = std::make_shared<SimulateFlags>();
  Command simulate = app.AddCommand(
      "simulate", "Simulate a call and an outage: when attempts start, what servers get");
  flags->target.usual = "spec";
  AddConfigFlags(simulate, *flags);
  simulate.MakeArgumentsOptional();  // --algorithm stands in its place
  AddScenarioFlags(simulate, flags->scenario);
  simulate
      .AddFlag("--algorithm", flags->algorithms,
               absl::StrCat(
                   "Simulate a published backoff algorithm instead of a file: ", AlgorithmNames(),
                   "; with parameters: ms-table:0,10,100 or full-jitter:5,0.1s,1s,2"))
      .ValueName("NAME[:PARAMETERS][,NAME...]");
  simulate
      .AddFlag("--set", flags->set,
               "Show what another value would change: a path from an entry of methodConfig, or "
               "from the root, such as retryPolicy.maxAttempts=3 or retryThrottling.maxTokens=20")
      .ValueName("MEMBER=VALUE")
      .Check(NotEmpty());
  AddFormatsFlag(simulate, flags->formats, NamesOf(kSimulateFormats));
  std::vector<std::string> pictures;
  for (const Picture& picture : Pictures()) pictures.emplace_back(picture.name);
  simulate
      .AddFlag(
          "--picture", flags->picture,
          absl::StrCat("Draw only this picture in svg and html: ", absl::StrJoin(pictures, ", "),
                       " (default: svg the first that fits, html all)"))
      .ValueName("NAME")
      .OneOf("a picture", pictures);
  AddColorFlag(simulate, flags->color);
  simulate.AddFlag("--percentiles", flags->percentiles, "Also show percentiles of the start times");
  AddExamples(simulate, {{"grpcfg simulate orders.json --deadline 2s",
                          "grpcfg simulate orders.json --target go,java --format json",
                          "grpcfg simulate orders.json --set retryThrottling.maxTokens=20",
                          "grpcfg simulate orders.json --format svg:attempts.svg",
                          "grpcfg simulate --algorithm full-jitter"}});
  const auto run = [=] {
    flags->command_line = simulate.AsGiven();
    return RunSimulate(*flags);
  };
  return {simulate, run, &flags->paths};
}

}  // namespace grpcfg
