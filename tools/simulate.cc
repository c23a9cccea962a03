#include "tools/simulate.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "simulation/simulation_printer.h"
#include "tools/exit_status.h"
#include "tools/output.h"
#include "tools/report_formats.h"

namespace grpcfg {
namespace {

// The command's own default is the spec alone.
absl::StatusOr<std::vector<Target>> TargetsOf(TargetFlags flags) {
  if (flags.targets.empty()) flags.targets = {"spec"};
  return SelectTargets(flags);
}

// The schedules of a config. Errors: those of its flags and of its file.
absl::StatusOr<std::vector<SimulatedMethod>> SimulateConfig(const SimulateFlags& flags,
                                                            const SimulationRequest& request,
                                                            const Api* api) {
  const absl::StatusOr<std::vector<Target>> targets = TargetsOf(flags.target);
  if (!targets.ok()) return targets.status();
  const absl::StatusOr<ConfigInput> input = ReadConfigInput(flags.config);
  if (!input.ok()) return input.status();
  const absl::StatusOr<Resolution> resolution = ResolveConfig(*input, flags.config, *targets, api);
  if (!resolution.ok()) return resolution.status();
  return Simulate(*resolution, *targets, request);
}

// What is of a config, or of clients, beside an algorithm.
absl::Status CheckStandsAlone(const SimulateFlags& flags) {
  if (!flags.config.paths.empty()) {
    return absl::InvalidArgumentError(
        "--algorithm takes no file; --compare sets an algorithm beside a config");
  }
  const std::pair<absl::string_view, bool> others[] = {
      {"--method", !flags.config.methods.empty()},
      {"--target", !flags.target.targets.empty()},
      {"--proto", !flags.config.api.protos.empty()},
      {"--proto-path", !flags.config.api.proto_paths.empty()},
      {"--descriptor-set", !flags.config.api.descriptor_sets.empty()},
      {"--rule", flags.scenario.rule.has_value()},
      {"--pushback", flags.scenario.pushback.has_value()},
      {"--trace", flags.scenario.trace.has_value()},
      {"--compare", !flags.scenario.compared.empty()}};
  for (const auto& [flag, is_given] : others) {
    if (!is_given) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("--algorithm and ", flag, " do not go together: it is of a config"));
  }
  return absl::OkStatus();
}

// The same of the algorithms that stand in place of a config.
absl::StatusOr<std::vector<SimulatedMethod>> SimulateAlgorithms(const SimulateFlags& flags,
                                                                const SimulationRequest& request) {
  absl::Status is_alone = CheckStandsAlone(flags);
  if (!is_alone.ok()) return is_alone;
  const absl::StatusOr<std::vector<const Algorithm*>> algorithms =
      ParseAlgorithms(flags.algorithms);
  if (!algorithms.ok()) return algorithms.status();
  std::vector<SimulatedMethod> methods;
  for (const Algorithm* const algorithm : *algorithms) {
    methods.push_back(Simulate(*algorithm, request));
  }
  return methods;
}

absl::StatusOr<std::vector<ReportFormat>> FormatsOf(const SimulateFlags& flags) {
  auto formats = ParseFormats(flags.formats, {"text", "json", "csv"});
  if (!formats.ok() || !flags.scenario.trace) return formats;
  const bool has_csv = std::any_of(formats->begin(), formats->end(),
                                   [](const ReportFormat& each) { return each.name == "csv"; });
  if (has_csv) return absl::InvalidArgumentError("--trace has no CSV; take --format json");
  return formats;
}

absl::StatusOr<std::vector<SimulatedMethod>> Simulate(const SimulateFlags& flags, const Api* api) {
  const absl::StatusOr<SimulationRequest> request = ParseScenario(flags.scenario);
  if (!request.ok()) return request.status();
  return flags.algorithms.empty() ? SimulateConfig(flags, *request, api)
                                  : SimulateAlgorithms(flags, *request);
}

int Fail(const absl::Status& status) {
  WriteError(status.message());
  return kCouldNotRun;
}

}  // namespace

CLI::App* AddSimulateCommand(CLI::App& app, SimulateFlags& flags) {
  CLI::App* const simulate =
      app.add_subcommand("simulate", "Show when each attempt of a call starts");
  AddConfigFlags(*simulate, flags.config);
  AddTargetFlags(*simulate, flags.target);
  AddScenarioFlags(*simulate, flags.scenario);
  simulate
      ->add_option(
          "--algorithm", flags.algorithms,
          absl::StrCat("Without a file: a backoff of the literature, one of ", AlgorithmNames()))
      ->type_name("NAME[,NAME...]")
      ->allow_extra_args(false);
  AddFormatFlags(*simulate, flags.formats, "text, json or csv");
  return simulate;
}

int RunSimulate(const SimulateFlags& flags) {
  const absl::StatusOr<std::vector<ReportFormat>> formats = FormatsOf(flags);
  if (!formats.ok()) return Fail(formats.status());
  const absl::Status outputs = CheckOutputs(*formats, flags.config.paths);
  if (!outputs.ok()) return Fail(outputs);
  const absl::StatusOr<std::unique_ptr<const Api>> api = LoadApi(flags.config.api);
  if (!api.ok()) {
    WriteErrorLines(api.status().message());
    return kCouldNotRun;
  }
  const absl::StatusOr<std::vector<SimulatedMethod>> methods = Simulate(flags, api->get());
  if (!methods.ok()) return Fail(methods.status());
  const absl::Status written =
      WriteReports(*formats, "simulation", [&](absl::string_view name, std::string& out) {
        if (name == "text") AppendSimulationText(*methods, out);
        if (name == "json") AppendSimulationJson(*methods, out);
        if (name == "csv") AppendSimulationCsv(*methods, out);
      });
  if (!written.ok()) return Fail(written);
  const bool is_taken = std::none_of(
      methods->begin(), methods->end(),
      [](const SimulatedMethod& method) { return method.policy == SimulatedPolicy::kRejected; });
  return is_taken ? kClean : kFindings;
}

}  // namespace grpcfg
