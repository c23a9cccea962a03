#include <algorithm>
#include <memory>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "tools/cli/help.h"
#include "tools/cli/output.h"
#include "tools/cli/subcommands.h"

namespace grpcfg {
namespace {

// The command of `app` that has this name; null if there is none.
const CLI::App* FindCommand(const CLI::App& app, const std::string& name) {
  const std::vector<const CLI::App*> commands = app.get_subcommands({});
  const auto command = std::find_if(commands.begin(), commands.end(),
                                    [&](const CLI::App* each) { return each->get_name() == name; });
  return command == commands.end() ? nullptr : *command;
}

// Of `app` itself, or of the commands that are named.
absl::StatusOr<int> PrintHelp(const CLI::App& app, const std::vector<std::string>& names) {
  if (names.empty()) return Print(HelpOf(app), "help");
  std::string pages;
  const CLI::App* within = nullptr;  // the command before, if it has commands of its own
  for (const std::string& name : names) {
    const CLI::App* command = within == nullptr ? nullptr : FindCommand(*within, name);
    if (command != nullptr) pages.clear();
    if (command == nullptr) command = FindCommand(app, name);
    if (command == nullptr) return absl::InvalidArgumentError(NoSuchSubcommand(app, name));
    pages += (pages.empty() ? "" : "\n") + HelpOf(*command);
    within = command->get_subcommands({}).empty() ? nullptr : command;
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
