// grpcfg: the command line. Subcommands live in one file each.
#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/batch.h"
#include "tools/check.h"
#include "tools/exit_status.h"
#include "tools/output.h"
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

int Run(int argc, char** argv) {
  CLI::App app("Tells, before a gRPC service config is published, whether every client takes it.",
               "grpcfg");
  app.set_version_flag("--version", std::string("grpcfg ") + GRPCFG_VERSION);
  app.require_subcommand(1);
  CheckFlags check;
  CLI::App* const check_command = AddCheckCommand(app, check);
  BatchFlags batch;
  CLI::App* const batch_command = AddBatchCommand(app, batch);
  // CLI11 takes flags after `--` for flags again once the subcommand has its first path.
  char** const mark = std::find(argv, argv + argc, absl::string_view("--"));
  const std::vector<std::string> behind_mark(std::min(mark + 1, argv + argc), argv + argc);
  check_command->get_option("PATH")->required(behind_mark.empty());
  try {
    app.parse(static_cast<int>(mark - argv), argv);
  } catch (const CLI::ParseError& error) {
    // Help and version are "errors" of status 0.
    if (error.get_exit_code() == 0) return app.exit(error);
    WriteError(UsageMessage(app, error));
    return kCouldNotRun;
  }
  if (batch_command->parsed()) {
    if (behind_mark.empty()) return RunBatch(batch);
    WriteError("batch takes no paths; it reads JSON Lines from standard input");
    return kCouldNotRun;
  }
  check.paths.insert(check.paths.end(), behind_mark.begin(), behind_mark.end());
  return RunCheck(check);
}

}  // namespace
}  // namespace grpcfg

int main(int argc, char** argv) {
  grpcfg::IgnoreBrokenPipes();
  try {
    return grpcfg::Run(argc, argv);
  } catch (const std::exception& error) {  // of CLI11 or a full memory; our code throws none
    grpcfg::WriteError(error.what());
    return grpcfg::kCouldNotRun;
  }
}
