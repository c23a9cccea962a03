#include <memory>
#include <string>
#include <vector>

#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/subcommands.h"

namespace grpcfg {
namespace {

constexpr SubcommandRow kDnsCommands[] = {
    {"check", AddDnsCheckCommand}, {"diff", AddDnsDiffCommand},     {"encode", AddDnsEncodeCommand},
    {"live", AddDnsLiveCommand},   {"select", AddDnsSelectCommand},
};

// The command of `dns` that was given; CLI11 has made sure that there is one.
absl::StatusOr<int> RunGiven(const std::vector<Subcommand>& commands,
                             const std::vector<std::string>& after_mark) {
  for (const Subcommand& each : commands) {
    if (!each.command.IsGiven()) continue;
    each.arguments->insert(each.arguments->end(), after_mark.begin(), after_mark.end());
    return each.run();
  }
  return kCouldNotRun;
}

}  // namespace

Subcommand AddDnsCommand(Command& app) {
  Command dns =
      app.AddCommand("dns", "Service configs in DNS: check records, see what clients take");
  dns.RequireCommand();
  auto commands = std::make_shared<std::vector<Subcommand>>();
  for (const SubcommandRow& row : kDnsCommands) commands->push_back(row.add(dns));
  AddExamples(dns, {{"grpcfg dns check example.test.zone",
                     "grpcfg dns select example.test.zone --name shop.example.test"}});
  const auto after_mark = std::make_shared<std::vector<std::string>>();
  return {dns, [=] { return RunGiven(*commands, *after_mark); }, after_mark.get()};
}

}  // namespace grpcfg
