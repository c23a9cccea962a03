// The text of --help, and what is said of a command line that is not understood.
#ifndef GRPCFG_TOOLS_CLI_HELP_H_
#define GRPCFG_TOOLS_CLI_HELP_H_

#include <memory>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/types/span.h"

namespace grpcfg {

// Lays out descriptions, flags and subcommands in lines of at most 80 columns.
std::shared_ptr<CLI::FormatterBase> MakeHelpFormatter();

// Adds lines to the help of a command that show how it is called.
void AddExamples(CLI::App& command, absl::Span<const char* const> examples);

// What --help prints for `command`.
std::string HelpOf(const CLI::App& command);

// Checks that the value of a flag is one of `names`; `what` is what an error calls them, with an
// article: "a severity".
CLI::Validator OneOf(const std::string& what, const std::vector<std::string>& names);

// Refuses an empty value, which would be taken for none: that of a variable that is not set.
CLI::Validator NotEmpty();

// Checks that the value of a flag is a whole number from 1 to `most`.
CLI::Validator CountUpTo(int most);

// Checks that the value of a flag is a number of threads.
CLI::Validator ThreadCount();

// What is wrong with the arguments that gave `error`, with the nearest name that would do.
std::string UsageMessage(const CLI::App& app, const CLI::ParseError& error);

// That a flag such as `--since=` has no value; empty: none of `arguments` is one. CLI11 would take
// the next argument for it.
std::string EmptyValueMessage(absl::Span<char* const> arguments);

// That `word` stands behind a command that takes flags only.
std::string TakesNoArguments(const CLI::App& command, const std::string& word);

// "`chek` is not a subcommand; did you mean `check`?"
std::string NoSuchSubcommand(const CLI::App& app, const std::string& word);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_HELP_H_
