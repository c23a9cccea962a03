#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "dns/host_selection.h"
#include "rules/families.h"
#include "tools/cli/command.h"
#include "tools/cli/dns_input.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/subcommands.h"
#include "tools/cli/target_flags.h"
#include "tools/workspace/system_error.h"

namespace grpcfg {
namespace {

// More show nothing new, and take longer than a second.
constexpr int kMostShownDraws = 10'000'000;

struct SelectFlags {
  std::vector<std::string> paths;
  std::string name;
  SelectionRequest request;
  TargetFlags target;
  DnsFlags dns;
  std::vector<std::string> formats;  // NAME or NAME:FILE
};

constexpr Format<void(const HostSelection&, std::string&)> kSelectionFormats[] = {
    {"text", AppendSelectionText}, {"json", AppendSelectionJson}};

absl::StatusOr<int> RunSelect(const SelectFlags& flags) {
  if (flags.paths.size() != 1) {
    return absl::InvalidArgumentError("one file is taken; - is stdin");
  }
  const auto formats = ParseFormats(flags.formats, NamesOf(kSelectionFormats));
  if (!formats.ok()) return formats.status();
  const absl::StatusOr<std::vector<Target>> targets = SelectTargets(flags.target);
  if (!targets.ok()) return targets.status();
  const absl::StatusOr<std::string> host = HostOfFlag("--name", flags.name);
  if (!host.ok()) return host.status();
  const absl::StatusOr<std::string> text = ReadInput(flags.paths[0]);
  if (!text.ok()) return text.status();
  DnsFlags dns = flags.dns;
  dns.host = *host;
  const absl::StatusOr<DnsRecords> zone = ReadRecords(flags.paths[0], *text, dns);
  if (!zone.ok()) return zone.status();
  std::vector<std::string> inputs = IncludedBy(*zone, flags.paths[0]);
  inputs.push_back(flags.paths[0]);
  const absl::Status outputs = CheckOutputs(*formats, inputs);
  if (!outputs.ok()) return outputs;
  for (const ZoneFault& fault : zone->faults) {
    if (fault.kind != ZoneFaultKind::kNotReadable) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(QuoteInput(flags.paths[0]), " is not read: ", fault.detail));
  }
  const HostSelection selected = SelectForHost(*zone, {*host, *targets, flags.request, AllRules()});
  const absl::Status written =
      WriteReports(*formats, "selection", [&](const ReportFormat& format, std::string& out) {
        FindFormat(kSelectionFormats, format.name)(selected, out);
      });
  if (!written.ok()) return written;
  return kClean;
}

}  // namespace

Subcommand AddDnsSelectCommand(Command& app) {
  const auto flags = std::make_shared<SelectFlags>();
  flags->dns.is_dns = true;
  Command select =
      app.AddCommand("select", "Show which choice of a host's record each client takes");
  select.AddFlag("FILE", flags->paths, "A zone file, or - for stdin").Required();
  select.AddFlag("--name", flags->name, "The host, without `_grpc_config.`")
      .ValueName("HOST")
      .Required()
      .Check(NotEmpty());
  select
      .AddFlag("--client-hostname", flags->request.hostname,
               "The client's own host, for `clientHostname` (default: a host that no list names)")
      .ValueName("NAME");
  select
      .AddFlag("--draws", flags->request.draws,
               "Count the outcomes of N draws; C-core makes the same draws in every process")
      .ValueName("N")
      .Check(CountUpTo(kMostShownDraws));
  AddDnsFlags(select, flags->dns);
  AddTargetFlags(select, flags->target);
  AddColorlessFormatsFlag(select, flags->formats, NamesOf(kSelectionFormats));
  AddExamples(select, {{"grpcfg dns select example.test.zone --name shop.example.test",
                        "grpcfg dns select zone --name shop.example.test --draws 24 "
                        "--target core"}});
  return {select, [=] { return RunSelect(*flags); }, &flags->paths};
}

}  // namespace grpcfg
