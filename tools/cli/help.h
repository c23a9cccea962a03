// The text of --help, and the message on a command line that is not understood.
#ifndef GRPCFG_TOOLS_CLI_HELP_H_
#define GRPCFG_TOOLS_CLI_HELP_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tools/cli/command.h"

namespace CLI {
class ParseError;
}

namespace grpcfg {

// Adds lines to the help of a command that show how it is called.
void AddExamples(Command& command, absl::Span<const char* const> examples);

// What --help prints for `command`, in lines of at most 80 columns.
std::string HelpOf(const Command& command);

// Its parts: `-j, --jobs N`; the description with default and whether it is repeatable; `grpcfg
// check [FLAGS] PATH...`.
std::string TitleOf(const FlagRow& flag);
std::string TextOf(const FlagRow& flag);
std::string UsageOf(const Command& command);

// What the exit status says: "0 nothing found ...", a line each.
absl::Span<const absl::string_view> ExitStatuses();

// `command` and those below it, each before its own.
std::vector<Command> WithThoseBelow(const Command& command);

// The command below `program` that the command line is for.
Command GivenCommand(const Command& program);

// Refuses an empty value, which would be taken for none: that of a variable that is not set.
ValueCheck NotEmpty();

// The same of what names a commit, which may begin with `git:`.
ValueCheck CommitName();

// Checks that the value of a flag is a whole number from 1 to `most`.
ValueCheck CountUpTo(int most);

// Checks that the value of a flag is a number of threads.
ValueCheck ThreadCount();

// What is wrong with the arguments that gave `error`, with the nearest name that would do.
std::string UsageMessage(const Command& program, const CLI::ParseError& error);

// That a flag such as `--since=` has no value; empty: none of `arguments` is one. CLI11 would take
// the next argument for it.
std::string EmptyValueMessage(absl::Span<char* const> arguments);

// That `word` follows a command that takes flags only.
std::string TakesNoArguments(const Command& command, const std::string& word);

// "`chek` is not a subcommand; did you mean `check`?"
std::string NoSuchSubcommand(const Command& above, const std::string& word);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_HELP_H_
