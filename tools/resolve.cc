#include "tools/resolve.h"

#include <algorithm>

#include "absl/status/statusor.h"
#include "tools/exit_status.h"
#include "tools/output.h"
#include "validator/resolve_printer.h"

namespace grpcfg {
namespace {

absl::Status Resolve(const ResolveFlags& flags, std::string& out, bool& is_taken) {
  const absl::StatusOr<std::vector<Target>> targets = SelectTargets(flags.target);
  if (!targets.ok()) return targets.status();
  const absl::StatusOr<ConfigInput> input = ReadConfigInput(flags.config);
  if (!input.ok()) return input.status();
  const absl::StatusOr<Resolution> resolution = ResolveConfig(*input, flags.config, *targets);
  if (!resolution.ok()) return resolution.status();
  ResolvedText resolved = {input->path, input->text, {}, *resolution};
  for (const Target& target : *targets) resolved.targets.push_back(target.spelling);
  flags.format == "json" ? AppendResolvedJson(resolved, out) : AppendResolvedText(resolved, out);
  is_taken = std::none_of(
      resolution->channels.begin(), resolution->channels.end(),
      [](const ResolvedChannel& channel) { return channel.verdict >= Verdict::kBreaksCalls; });
  return absl::OkStatus();
}

}  // namespace

CLI::App* AddResolveCommand(CLI::App& app, ResolveFlags& flags) {
  CLI::App* const resolve =
      app.add_subcommand("resolve", "Show the config of each method as each client uses it");
  AddConfigFlags(*resolve, flags.config);
  AddTargetFlags(*resolve, flags.target);
  resolve->add_option("--format", flags.format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  return resolve;
}

int RunResolve(const ResolveFlags& flags) {
  std::string out;
  bool is_taken = false;
  const absl::Status status = Resolve(flags, out, is_taken);
  if (!status.ok()) {
    WriteError(status.message());
    return kCouldNotRun;
  }
  if (!Print(out, "resolution")) return kCouldNotRun;
  return is_taken ? kClean : kFindings;
}

}  // namespace grpcfg
