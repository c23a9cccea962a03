#include <algorithm>
#include <memory>

#include "absl/status/status.h"
#include "tools/help.h"
#include "tools/output.h"
#include "tools/subcommands.h"

namespace grpcfg {
namespace {

// Of `app` itself, or of the commands that are named.
absl::StatusOr<int> PrintHelp(const CLI::App& app, const std::vector<std::string>& names) {
  if (names.empty()) return Print(HelpOf(app), "help");
  std::string pages;
  for (const std::string& name : names) {
    const std::vector<const CLI::App*> commands = app.get_subcommands({});
    const auto command = std::find_if(commands.begin(), commands.end(), [&](const CLI::App* each) {
      return each->get_name() == name;
    });
    if (command == commands.end()) return absl::InvalidArgumentError(NoSuchSubcommand(app, name));
    pages += (pages.empty() ? "" : "\n") + HelpOf(**command);
  }
  return Print(pages, "help");
}

}  // namespace

Subcommand AddHelpCommand(CLI::App& app) {
  const auto names = std::make_shared<std::vector<std::string>>();
  CLI::App* const help = app.add_subcommand("help", "Show how a command is used");
  help->add_option("COMMAND", *names, "A command; without one, all commands are listed");
  AddExamples(*help, {{"grpcfg help", "grpcfg help check"}});
  return {help, [&app, names] { return PrintHelp(app, *names); }, names.get()};
}

}  // namespace grpcfg
