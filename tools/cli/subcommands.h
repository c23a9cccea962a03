// The subcommands of grpcfg, and what they return to the shell. Each is in a file of its own name,
// except `dns check`, which is in check.cc.
#ifndef GRPCFG_TOOLS_CLI_SUBCOMMANDS_H_
#define GRPCFG_TOOLS_CLI_SUBCOMMANDS_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/cli/command.h"

namespace grpcfg {

// Exit statuses: a contract, see --help.
inline constexpr int kClean = 0;
inline constexpr int kFindings = 1;
inline constexpr int kCouldNotRun = 2;  // also for every error that a subcommand returns

// A subcommand that was added to an app. It owns its flags, which parsing fills.
struct Subcommand {
  Command command;
  std::function<absl::StatusOr<int>()> run;  // returns the exit status
  std::vector<std::string>* arguments =
      nullptr;  // where those without a flag go; null: it has none
};

// Validates and lints files, directories or stdin. kFindings: something at or above --fail-on.
Subcommand AddCheckCommand(Command& app);

// `check --write-baseline` of a directory, for `init`: prints no findings.
absl::StatusOr<int> WriteBaselineOf(const std::string& directory);

// The same for JSON Lines on stdin, one answer line per input line. kCouldNotRun: one is malformed.
Subcommand AddBatchCommand(Command& app);

// The config of each method as each client uses it. kFindings: a target rejects the config or lets
// calls break, or neither the config nor a descriptor knows a --method.
Subcommand AddResolveCommand(Command& app);

// When each attempt of a call starts, and what a call results in. kFindings: as for resolve.
Subcommand AddSimulateCommand(Command& app);

// Retry policies that meet goals. kFindings: none does.
Subcommand AddSuggestCommand(Command& app);

// What each client makes of some documents, as a table. kFindings: as for check.
Subcommand AddCompatCommand(Command& app);

// What a change of configs changes for calls. kFindings: a limit is exceeded, or a target refuses
// the config now, or lets calls break.
Subcommand AddDiffCommand(Command& app);

// Fixes documents. kFindings: fixable findings are left; with --diff: there are fixes to make.
Subcommand AddFixCommand(Command& app);

// All that is known of some rules. kCouldNotRun: one of them is none.
Subcommand AddExplainCommand(Command& app);

// Every rule.
Subcommand AddRulesCommand(Command& app);

// Every known target, or some, and how each reads a config.
Subcommand AddTargetsCommand(Command& app);

// The fields of a service config, for editors and for people.
Subcommand AddSchemaCommand(Command& app);

// The configs inside source files, as JSON Lines. kCouldNotRun: one cannot be read.
Subcommand AddExtractCommand(Command& app);

// Service configs in DNS: AddDnsCheckCommand and those below it.
Subcommand AddDnsCommand(Command& app);

// Commands of `dns`. The records in zone files, and the configs in them. kFindings: as for check.
Subcommand AddDnsCheckCommand(Command& app);

// What name servers give of a host beside what a file has. kFindings: a client meets other things;
// kCouldNotRun: also if a server was not heard.
Subcommand AddDnsDiffCommand(Command& app);

// The TXT record of a config. kFindings: no DNS message can hold it.
Subcommand AddDnsEncodeCommand(Command& app);

// The records that name servers give of some hosts. kFindings: as for check; kCouldNotRun: also if
// a server was not heard.
Subcommand AddDnsLiveCommand(Command& app);

// Which choice of the records at a name each client takes.
Subcommand AddDnsSelectCommand(Command& app);

// A project file for the configs of a repository, with the reason of each line.
Subcommand AddInitCommand(Command& app);

// What a shell completes: a script for bash, zsh or fish.
Subcommand AddCompletionCommand(Command& app);

// What --help of a command prints. kCouldNotRun: there is no such command.
Subcommand AddHelpCommand(Command& app);

struct SubcommandRow {
  absl::string_view name;  // that `add` gives it
  Subcommand (*add)(Command& app);
  const char* heading = "Commands";  // in help
  bool needs_all = false;            // it reads the flags of the others
};

inline constexpr const char* kEveryDay = "Every day";
inline constexpr const char* kLookInto = "Look into a config";
inline constexpr const char* kReference = "Look something up";
inline constexpr const char* kPipelines = "For pipelines and shells";

// All of them, in the order of --help.
inline constexpr SubcommandRow kSubcommands[] = {
    {"check", AddCheckCommand, kEveryDay},
    {"fix", AddFixCommand, kEveryDay},
    {"explain", AddExplainCommand, kEveryDay},
    {"init", AddInitCommand, kEveryDay},
    {"resolve", AddResolveCommand, kLookInto},
    {"compat", AddCompatCommand, kLookInto},
    {"simulate", AddSimulateCommand, kLookInto},
    {"suggest", AddSuggestCommand, kLookInto},
    {"diff", AddDiffCommand, kLookInto},
    {"extract", AddExtractCommand, kLookInto},
    {"dns", AddDnsCommand, "DNS"},
    {"rules", AddRulesCommand, kReference},
    {"targets", AddTargetsCommand, kReference},
    {"schema", AddSchemaCommand, kReference},
    {"help", AddHelpCommand, kReference, true},
    {"batch", AddBatchCommand, kPipelines},
    {"completion", AddCompletionCommand, kPipelines, true},
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_SUBCOMMANDS_H_
