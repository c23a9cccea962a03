// grpcfg: the command line. Subcommands live in one file each.
#include <algorithm>
#include <exception>
#include <functional>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/batch.h"
#include "tools/check.h"
#include "tools/compat.h"
#include "tools/exit_status.h"
#include "tools/explain.h"
#include "tools/output.h"
#include "tools/resolve.h"
#include "tools/rules.h"
#include "tools/schema.h"
#include "tools/simulate.h"
#include "tools/targets.h"
#include "workspace/system_error.h"

namespace grpcfg {
namespace {

// What is wrong with the arguments. CLI11 does not name a subcommand that it does not know.
std::string UsageMessage(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> unknown = app.remaining();
  const bool named = !unknown.empty() && app.get_subcommands().empty() && unknown[0][0] != '-';
  if (!named) return absl::StrCat(error.what(), "; run with --help for more information");
  return absl::StrCat(
      QuotePath(unknown[0]), " is no subcommand; there are: ",
      absl::StrJoin(app.get_subcommands({}), ", ", [](std::string* out, const CLI::App* command) {
        absl::StrAppend(out, command->get_name());
      }));
}

// Help or version, on stdout.
int PrintHelp(const CLI::App& app, const CLI::ParseError& request) {
  std::ostringstream text;
  std::ostringstream no_errors;
  app.exit(request, text, no_errors);
  return Print(text.str(), "help") ? kClean : kCouldNotRun;
}

// A subcommand that was added to the app: how to run it, and where its arguments without a flag go.
struct Subcommand {
  CLI::App* command;
  std::function<int()> run;
  std::vector<std::string>* arguments = nullptr;  // null: it takes none
  const char* argument = nullptr;                 // what the help calls them
  bool needs_argument = true;
};

// The flags of every subcommand.
struct Flags {
  CheckFlags check;
  BatchFlags batch;
  ResolveFlags resolve;
  SimulateFlags simulate;
  CompatFlags compat;
  ExplainFlags explain;
  RulesFlags rules;
  TargetsFlags targets;
  SchemaFlags schema;
};

std::vector<Subcommand> AddSubcommands(CLI::App& app, Flags& flags) {
  return {
      {AddCheckCommand(app, flags.check), [&] { return RunCheck(flags.check); }, &flags.check.paths,
       "PATH"},
      {AddBatchCommand(app, flags.batch), [&] { return RunBatch(flags.batch); }},
      {AddResolveCommand(app, flags.resolve), [&] { return RunResolve(flags.resolve); },
       &flags.resolve.config.paths, "PATH"},
      {AddSimulateCommand(app, flags.simulate), [&] { return RunSimulate(flags.simulate); },
       &flags.simulate.config.paths, "PATH", false},
      {AddCompatCommand(app, flags.compat), [&] { return RunCompat(flags.compat); },
       &flags.compat.paths, "PATH"},
      {AddExplainCommand(app, flags.explain), [&] { return RunExplain(flags.explain); },
       &flags.explain.rules, "RULE"},
      {AddRulesCommand(app, flags.rules), [&] { return RunRules(flags.rules); }},
      {AddTargetsCommand(app, flags.targets), [&] { return RunTargets(flags.targets); },
       &flags.targets.targets, "TARGET", false},
      {AddSchemaCommand(app, flags.schema), [&] { return RunSchema(flags.schema); }},
  };
}

int RunSubcommand(const Subcommand& subcommand, const std::vector<std::string>& behind_mark) {
  if (subcommand.arguments != nullptr) {
    subcommand.arguments->insert(subcommand.arguments->end(), behind_mark.begin(),
                                 behind_mark.end());
  } else if (!behind_mark.empty()) {
    WriteError(absl::StrCat("`", subcommand.command->get_name(), "` takes no arguments, but got ",
                            QuotePath(behind_mark[0])));
    return kCouldNotRun;
  }
  return subcommand.run();
}

int Run(int argc, char** argv) {
  CLI::App app("Tells, before a gRPC service config is published, whether every client takes it.",
               "grpcfg");
  app.set_version_flag("--version", std::string("grpcfg ") + GRPCFG_VERSION);
  app.require_subcommand(1);
  Flags flags;
  const std::vector<Subcommand> subcommands = AddSubcommands(app, flags);
  // CLI11 takes flags after `--` for flags again once the subcommand has its first path.
  char** const mark = std::find(argv, argv + argc, absl::string_view("--"));
  const std::vector<std::string> behind_mark(std::min(mark + 1, argv + argc), argv + argc);
  for (const Subcommand& subcommand : subcommands) {
    if (subcommand.arguments == nullptr) continue;
    const bool is_required = subcommand.needs_argument && behind_mark.empty();
    subcommand.command->get_option(subcommand.argument)->required(is_required);
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
