#include <memory>

#include "absl/status/statusor.h"
#include "tools/cli/check_inputs.h"
#include "tools/cli/command.h"
#include "tools/cli/file_settings.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/output.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/source_input.h"
#include "tools/cli/subcommands.h"
#include "validator/report/resolve_printer.h"

namespace grpcfg {
namespace {

struct ResolveFlags : ConfigFlags {
  std::vector<std::string> formats;  // NAME or NAME:FILE
};

constexpr Format<void(const ResolvedText&, std::string&)> kResolveFormats[] = {
    {"text", AppendResolvedText}, {"json", AppendResolvedJson}};

absl::StatusOr<int> RunResolve(ResolveFlags& flags) {
  const auto formats = ParseFormats(flags.formats, NamesOf(kResolveFormats));
  if (!formats.ok()) return formats.status();
  const absl::Status found = TakeOnlyConfig(flags);
  if (!found.ok()) return found;
  ConfigSettings table(flags);
  const absl::StatusOr<const FileSettings*> loaded = table.Load();
  if (!loaded.ok()) return loaded.status();
  const FileSettings& settings = **loaded;
  const InputFile file = {.path = FileOfPath(flags.paths.front()), .settings = &settings};
  const absl::Status outputs = CheckOutputs(*formats, FilesReadFor({&file, 1}));
  if (!outputs.ok()) return outputs;
  const Api* const api = settings.services.api.get();
  const absl::StatusOr<ResolvedInput> input = ResolveInput(flags, settings.targets, api);
  if (!input.ok()) return input.status();
  const OctetLines lines = LinesOf(input->config);
  const ResolvedText resolved = {input->path, lines, settings.spellings, input->resolution,
                                 input->whys};
  const absl::Status written =
      WriteReports(*formats, "resolution", [&](const ReportFormat& format, std::string& out) {
        FindFormat(kResolveFormats, format.name)(resolved, out);
      });
  if (!written.ok()) return written;
  const bool has_unknown = NoteUnknownMethods(input->unknown, api);
  return IsTaken(input->resolution) && !has_unknown ? kClean : kFindings;
}

}  // namespace

Subcommand AddResolveCommand(Command& app) {
  const auto flags = std::make_shared<ResolveFlags>();
  Command resolve = app.AddCommand("resolve", "Show the effective settings of a method per client");
  AddConfigFlags(resolve, *flags);
  resolve.AddFlag("--why", flags->why,
                  "Show which entry applies, and which settings have no effect and why");
  AddColorlessFormatsFlag(resolve, flags->formats, NamesOf(kResolveFormats));
  AddExamples(resolve,
              {{"grpcfg resolve orders.json",
                "grpcfg resolve orders.json --method shop.Orders/Create --target go,java"}});
  return {resolve, [=] { return RunResolve(*flags); }, &flags->paths};
}

}  // namespace grpcfg
