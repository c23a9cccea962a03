#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/output.h"
#include "tools/cli/subcommands.h"

namespace grpcfg {
namespace {

// The command of `above` that has this name.
std::optional<Command> FindCommand(const Command& above, absl::string_view name) {
  const std::vector<Command> commands = above.commands();
  const auto found =
      absl::c_find_if(commands, [&](const Command& each) { return each.name() == name; });
  return found == commands.end() ? std::nullopt : std::optional(*found);
}

// Of the program itself, or of the commands that are named; `dns check` names one.
absl::StatusOr<int> PrintHelp(const Command& program, const std::vector<std::string>& names) {
  if (names.empty()) return Print(HelpOf(program), "help");
  std::string pages;
  std::optional<Command> last;
  for (const std::string& name : names) {
    std::optional<Command> command = last ? FindCommand(*last, name) : std::nullopt;
    if (command) pages.clear();
    if (!command) command = FindCommand(program, name);
    if (!command) return absl::InvalidArgumentError(NoSuchSubcommand(program, name));
    pages += (pages.empty() ? "" : "\n") + HelpOf(*command);
    last = command;
  }
  return Print(pages, "help");
}

}  // namespace

Subcommand AddHelpCommand(Command& app) {
  const auto names = std::make_shared<std::vector<std::string>>();
  Command help = app.AddCommand("help", "Show how a command is used");
  help.AddFlag("COMMAND", *names, "A command; without one, all commands are listed");
  AddExamples(help, {{"grpcfg help", "grpcfg help check"}});
  return {help, [&app, names] { return PrintHelp(app, *names); }, names.get()};
}

}  // namespace grpcfg
