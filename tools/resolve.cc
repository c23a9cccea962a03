#include "tools/resolve.h"

#include <algorithm>
#include <memory>

#include "absl/status/statusor.h"
#include "tools/exit_status.h"
#include "tools/output.h"
#include "tools/report_formats.h"
#include "validator/report/resolve_printer.h"

namespace grpcfg {
namespace {

absl::Status Resolve(const ResolveFlags& flags, const Api* api, bool& is_taken) {
  const auto formats = ParseFormats(flags.formats, {"text", "json"});
  if (!formats.ok()) return formats.status();
  const absl::StatusOr<std::vector<Target>> targets = SelectTargets(flags.target);
  if (!targets.ok()) return targets.status();
  absl::Status outputs = CheckOutputs(*formats, flags.config.paths);
  if (!outputs.ok()) return outputs;
  const absl::StatusOr<ConfigInput> input = ReadConfigInput(flags.config);
  if (!input.ok()) return input.status();
  const absl::StatusOr<Resolution> resolution = ResolveConfig(*input, flags.config, *targets, api);
  if (!resolution.ok()) return resolution.status();
  ResolvedText resolved = {input->path, input->text, {}, *resolution};
  for (const Target& target : *targets) resolved.targets.push_back(target.spelling);
  is_taken = std::none_of(
      resolution->channels.begin(), resolution->channels.end(),
      [](const ResolvedChannel& channel) { return channel.verdict >= Verdict::kBreaksCalls; });
  return WriteReports(*formats, "resolution", [&](absl::string_view name, std::string& out) {
    name == "json" ? AppendResolvedJson(resolved, out) : AppendResolvedText(resolved, out);
  });
}

}  // namespace

CLI::App* AddResolveCommand(CLI::App& app, ResolveFlags& flags) {
  CLI::App* const resolve =
      app.add_subcommand("resolve", "Show the config of each method as each client uses it");
  AddConfigFlags(*resolve, flags.config);
  AddTargetFlags(*resolve, flags.target);
  AddFormatFlags(*resolve, flags.formats, "text or json");
  return resolve;
}

int RunResolve(const ResolveFlags& flags) {
  const absl::StatusOr<std::unique_ptr<const Api>> api = LoadApi(flags.config.api);
  if (!api.ok()) {
    WriteErrorLines(api.status().message());
    return kCouldNotRun;
  }
  bool is_taken = false;
  const absl::Status status = Resolve(flags, api->get(), is_taken);
  if (!status.ok()) {
    WriteError(status.message());
    return kCouldNotRun;
  }
  return is_taken ? kClean : kFindings;
}

}  // namespace grpcfg
