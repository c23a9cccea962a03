// The text of --help, and what is said of a command line that is not understood.
#ifndef GRPCFG_TOOLS_CLI_HELP_H_
#define GRPCFG_TOOLS_CLI_HELP_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "tools/cli/command.h"

namespace CLI {
class ParseError;
}

namespace grpcfg {

// Has --help lay out descriptions, flags and subcommands in lines of at most 80 columns.
void SetHelpLayout(Command& program);

// Adds lines to the help of a command that show how it is called.
void AddExamples(Command& command, absl::Span<const char* const> examples);

// What --help prints for `command`.
std::string HelpOf(const Command& command);

// Checks that the value of a flag is one of `names`; `what` is what an error calls them, with an
// article: "a severity".
ValueCheck OneOf(const std::string& what, const std::vector<std::string>& names);

// Refuses an empty value, which would be taken for none: that of a variable that is not set.
ValueCheck NotEmpty();

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
