// grpcfg: the command line. Subcommands live in one file each.
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "tools/help.h"
#include "tools/output.h"
#include "tools/subcommands.h"
#include "workspace/write_file.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kVersion = "grpcfg " GRPCFG_VERSION;

// The exit status, after an error has been said.
int StatusOf(const absl::StatusOr<int>& status) {
  if (status.ok()) return *status;
  WriteError(status.status());
  return kCouldNotRun;
}

// Help or version, on stdout.
int PrintHelp(const CLI::App& app, const CLI::ParseError& request) {
  std::ostringstream text;
  std::ostringstream no_errors;
  app.exit(request, text, no_errors);
  return StatusOf(Print(text.str(), "help"));
}

// The same help on stderr, for nothing was asked.
int AskForSubcommand(const CLI::App& app) {
  WriteError("a subcommand is required");
  WriteAll(STDERR_FILENO, absl::StrCat("\n", HelpOf(app)));
  return kCouldNotRun;
}

int RunSubcommand(const Subcommand& subcommand, const std::vector<std::string>& behind_mark) {
  if (subcommand.arguments != nullptr) {
    subcommand.arguments->insert(subcommand.arguments->end(), behind_mark.begin(),
                                 behind_mark.end());
  } else if (!behind_mark.empty()) {
    WriteError(TakesNoArguments(*subcommand.command, behind_mark[0]));
    return kCouldNotRun;
  }
  return StatusOf(subcommand.run());
}

// What holds of the program and, by inheritance, of every subcommand.
void Describe(CLI::App& app) {
  app.description(
      "Checks gRPC service configs before you ship them: will every client load it, is it safe, "
      "what will it do?");
  app.name("grpcfg");
  app.formatter(MakeHelpFormatter());
  app.set_help_flag("-h,--help", "Show this help");
  app.set_version_flag("-V,--version", std::string(kVersion), "Show the version");
  app.footer("`grpcfg help COMMAND` shows the flags of a command, and examples.");
  app.require_subcommand(1);
}

// Adds the subcommand that `word` names, or all of them: their flags are a third of a small run.
std::vector<Subcommand> AddSubcommands(absl::string_view word, CLI::App& app) {
  std::vector<Subcommand> subcommands;
  subcommands.reserve(std::size(kSubcommands));
  for (const SubcommandRow& row : kSubcommands) {
    if (row.name == word && word != "help") return {row.add(app)};
  }
  for (const SubcommandRow& row : kSubcommands) subcommands.push_back(row.add(app));
  return subcommands;
}

// False for a word that is neither a flag nor one of `subcommands`: behind it CLI11 would go on to
// another one, or to --help.
bool IsKnown(absl::string_view word, absl::Span<const Subcommand> subcommands) {
  const auto is_meant = [&](const Subcommand& subcommand) {
    return subcommand.command->get_name() == word;
  };
  return absl::StartsWith(word, "-") || absl::c_any_of(subcommands, is_meant);
}

// Their paths are behind the mark.
void RequireNoPaths(absl::Span<const Subcommand> subcommands) {
  for (const Subcommand& subcommand : subcommands) {
    for (CLI::Option* const option : subcommand.command->get_options()) {
      if (option->get_positional()) option->required(false);
    }
  }
}

// True if nothing but the version is asked for, for which CLI11 needs all subcommands and a throw.
bool AsksForVersion(absl::Span<char* const> arguments) {
  return arguments.size() == 2 && (arguments[1] == absl::string_view("--version") ||
                                   arguments[1] == absl::string_view("-V"));
}

int Run(int argc, char** argv) {
  if (AsksForVersion({argv, static_cast<size_t>(argc)})) {
    return StatusOf(Print(absl::StrCat(kVersion, "\n"), "version"));
  }
  CLI::App app;
  Describe(app);
  const std::vector<Subcommand> subcommands = AddSubcommands(argc < 2 ? "" : argv[1], app);
  // CLI11 takes flags after `--` for flags again once the subcommand has its first path.
  char** const mark = std::find(argv, argv + argc, absl::string_view("--"));
  const std::vector<std::string> behind_mark(std::min(mark + 1, argv + argc), argv + argc);
  if (!behind_mark.empty()) RequireNoPaths(subcommands);
  if (argc < 2) return AskForSubcommand(app);
  if (!IsKnown(argv[1], subcommands)) {
    WriteError(NoSuchSubcommand(app, argv[1]));
    return kCouldNotRun;
  }
  const std::string empty = EmptyValueMessage({argv, static_cast<size_t>(mark - argv)});
  if (!empty.empty()) {
    WriteError(empty);
    return kCouldNotRun;
  }
  try {
    app.parse(static_cast<int>(mark - argv), argv);
  } catch (const CLI::ParseError& error) {
    // Help and version are "errors" of status 0.
    if (error.get_exit_code() == 0) return PrintHelp(app, error);
    WriteError(UsageMessage(app, error));
    return kCouldNotRun;
  }
  for (const Subcommand& subcommand : subcommands) {
    if (subcommand.command->parsed()) return RunSubcommand(subcommand, behind_mark);
  }
  return kCouldNotRun;
}

}  // namespace
}  // namespace grpcfg

int main(int argc, char** argv) {
  grpcfg::IgnoreBrokenPipes();
  try {
    return grpcfg::Run(argc, argv);
  } catch (const std::bad_alloc&) {
    grpcfg::WriteError("there is not enough memory; give it more, or less to do at a time");
    return grpcfg::kCouldNotRun;
  } catch (const std::exception& error) {  // of CLI11; our code throws none
    grpcfg::WriteError(error.what());
    return grpcfg::kCouldNotRun;
  }
}
