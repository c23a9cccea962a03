// grpcfg: the command line. Subcommands live in one file each.
#include <exception>
#include <string>

#include "CLI/CLI.hpp"
#include "tools/check.h"
#include "tools/output.h"

namespace {

constexpr int kCouldNotRun = 2;

int Run(int argc, char** argv) {
  CLI::App app("Tells, before a gRPC service config is published, whether every client takes it.",
               "grpcfg");
  app.set_version_flag("--version", std::string("grpcfg ") + GRPCFG_VERSION);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  grpcfg::CheckFlags check;
  CLI::App* const check_command = grpcfg::AddCheckCommand(app, check);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version are "errors" of status 0.
    return app.exit(error) == 0 ? 0 : kCouldNotRun;
  }
  return check_command->parsed() ? grpcfg::RunCheck(check) : kCouldNotRun;
}

}  // namespace

int main(int argc, char** argv) {
  grpcfg::IgnoreBrokenPipes();
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {  // of CLI11 or a full memory; our code throws none
    grpcfg::WriteError(error.what());
    return kCouldNotRun;
  }
}
