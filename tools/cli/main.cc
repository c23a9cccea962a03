// grpcfg: the command line. Subcommands live in one file each.
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iterator>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "schema/json/escape.h"
#include "tools/cli/check_inputs.h"
#include "tools/cli/command.h"
#include "tools/cli/commit.h"
#include "tools/cli/help.h"
#include "tools/cli/output.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/write_file.h"

namespace grpcfg {
namespace {

// The exit status, after an error has been reported.
int StatusOf(const absl::StatusOr<int>& status) {
  if (status.ok()) return *status;
  WriteError(status.status());
  return kCouldNotRun;
}

// "grpcfg 0.1.0 (0123456789ab)"; without the commit where there is no git.
std::string Version() {
  constexpr absl::string_view kCommit = GRPCFG_COMMIT;
  return absl::StrCat("grpcfg " GRPCFG_VERSION,
                      kCommit.empty() ? "" : absl::StrCat(" (", kCommit, ")"));
}

// Without arguments, the same help on stderr.
int RequireSubcommand(const Command& program) {
  WriteError("a subcommand is required");
  WriteAll(STDERR_FILENO, absl::StrCat("\n", HelpOf(program)));
  return kCouldNotRun;
}

int RunSubcommand(const Subcommand& subcommand, const std::vector<std::string>& after_mark) {
  if (subcommand.arguments != nullptr) {
    subcommand.arguments->insert(subcommand.arguments->end(), after_mark.begin(), after_mark.end());
  } else if (!after_mark.empty()) {
    WriteError(TakesNoArguments(subcommand.command, after_mark[0]));
    return kCouldNotRun;
  }
  return StatusOf(subcommand.run());
}

// What holds of the program and, by inheritance, of every subcommand.
void Describe(CLI::App& app, Command& program) {
  constexpr absl::string_view kHomepage = GRPCFG_HOMEPAGE;
  program.RequireCommand();
  app.description(
      "Checks gRPC service configs before you ship them: will every client load it, is it safe, "
      "what will it do?");
  app.name("grpcfg");
  app.set_help_flag("-h,--help", "Show this help");
  app.set_version_flag("-V,--version", Version(), "Show the version");
  app.footer(absl::StrCat(
      "Exit status:\n  ", absl::StrJoin(ExitStatuses(), "\n  "),
      "\n\nProject file:\n  .grpcfg.json, here or above: clients, rules, services; "
      "`grpcfg init` writes it"
      "\n\n`grpcfg help COMMAND` shows the flags of a command, and examples.",
      kHomepage.empty() ? "" : absl::StrCat("\nReport problems at ", kHomepage, "/issues")));
}

// Adds the subcommand that `word` names, or all of them.
std::vector<Subcommand> AddSubcommands(absl::string_view word, Command& program) {
  std::vector<Subcommand> subcommands;
  subcommands.reserve(std::size(kSubcommands));
  for (const SubcommandRow& row : kSubcommands) {
    if (row.name == word && !row.needs_all) return {row.add(program)};
  }
  for (const SubcommandRow& row : kSubcommands) {
    subcommands.push_back(row.add(program));
    subcommands.back().command.SetGroup(row.heading);
  }
  return subcommands;
}

// False for a word that is neither a flag nor one of `subcommands`: after it CLI11 would go on to
// another one, or to --help.
bool IsKnown(absl::string_view word, absl::Span<const Subcommand> subcommands) {
  const auto has_name = [&](const Subcommand& subcommand) {
    return subcommand.command.name() == word;
  };
  return absl::StartsWith(word, "-") || absl::c_any_of(subcommands, has_name);
}

// Their paths are after the mark.
void RequireNoPaths(absl::Span<Subcommand> subcommands) {
  for (Subcommand& subcommand : subcommands) subcommand.command.MakeArgumentsOptional();
}

// A command line, cut where CLI11 stops to read it: it takes flags after `--` for flags again once
// the subcommand has its first path.
struct CommandLine {
  absl::string_view first;   // after the program's name; empty: nothing is
  std::vector<char*> words;  // up to `--`, the program's name included
  std::vector<std::string> after_mark;
  bool is_hook = false;  // `--hook` is one of the words
};

CommandLine CutAtMark(absl::Span<char* const> arguments) {
  const auto* const mark = absl::c_find(arguments, absl::string_view("--"));
  const auto before = static_cast<size_t>(mark - arguments.begin());
  const absl::Span<char* const> rest = arguments.subspan(std::min(before + 1, arguments.size()));
  return {.first = arguments.size() > 1 ? arguments[1] : absl::string_view(),
          .words = std::vector<char*>(arguments.begin(), mark),
          .after_mark = std::vector<std::string>(rest.begin(), rest.end())};
}

// What is there under a name that could be a flag; kNone for other words.
std::filesystem::file_type TypeOfFileCalledAsFlag(absl::string_view word) {
  std::error_code ignored;
  if (!absl::StartsWith(word, "-") || word == "-") return std::filesystem::file_type::none;
  return std::filesystem::symlink_status(std::string(word), ignored).type();
}

// The author of a commit must not stop a hook, or turn it off, by the name of a file: what follows
// `--hook` and is a file is one, whatever it is called, and whether or not the user's own flags end
// in `--`.
void MoveFilesOfHook(CommandLine& line) {
  auto hook = absl::c_find(line.words, absl::string_view(kHookFlag));
  if (hook == line.words.end()) return;
  line.is_hook = true;
  const auto files = std::stable_partition(std::next(hook), line.words.end(), [](const char* word) {
    using Type = std::filesystem::file_type;
    const Type type = TypeOfFileCalledAsFlag(word);
    return type == Type::none || type == Type::not_found || type == Type::directory;
  });
  line.after_mark.insert(line.after_mark.begin(), files, line.words.end());
  line.words.erase(files, line.words.end());
}

// A file that is called as a flag: a hook that lists files would turn the gate off by it.
std::string FileAmongFlags(const CommandLine& line) {
  if (line.is_hook) return "";
  for (const absl::string_view word : absl::MakeConstSpan(line.words).subspan(1)) {
    using Type = std::filesystem::file_type;
    const Type type = TypeOfFileCalledAsFlag(word);
    if (type == Type::none || type == Type::not_found) continue;
    return absl::StrCat("`", Visible(word),
                        "` is a flag, but a file here has the same name; write `./", Visible(word),
                        "` for the file, or rename it");
  }
  return "";
}

// What is wrong with `line` before CLI11 sees it; empty: nothing.
std::string MistakeIn(const CommandLine& line, const Command& program,
                      absl::Span<const Subcommand> subcommands) {
  if (std::string file = FileAmongFlags(line); !file.empty()) return file;
  return IsKnown(line.first, subcommands) ? EmptyValueMessage(line.words)
                                          : NoSuchSubcommand(program, std::string(line.first));
}

int Run(absl::Span<char* const> arguments) {
  CommandLine line = CutAtMark(arguments);
  MoveFilesOfHook(line);
  CLI::App app;
  Command program(app);
  Describe(app, program);
  std::vector<Subcommand> subcommands = AddSubcommands(line.first, program);
  if (!line.after_mark.empty()) RequireNoPaths(absl::MakeSpan(subcommands));
  if (line.first.data() == nullptr) return RequireSubcommand(program);
  const std::string mistake = MistakeIn(line, program, subcommands);
  if (!mistake.empty()) {
    WriteError(mistake);
    return kCouldNotRun;
  }
  try {
    app.parse(static_cast<int>(line.words.size()), line.words.data());
  } catch (const CLI::CallForHelp& /*no error*/) {
    return StatusOf(Print(HelpOf(GivenCommand(program)), "help"));
  } catch (const CLI::CallForVersion& /*no error*/) {
    return StatusOf(Print(absl::StrCat(Version(), "\n"), "help"));
  } catch (const CLI::ParseError& error) {
    WriteError(UsageMessage(program, error));
    return kCouldNotRun;
  }
  for (const Subcommand& subcommand : subcommands) {
    if (subcommand.command.IsGiven()) return RunSubcommand(subcommand, line.after_mark);
  }
  return kCouldNotRun;
}

}  // namespace
}  // namespace grpcfg

int main(int argc, char** argv) {
  grpcfg::LetWritesFail();
  try {
    return grpcfg::Run({argv, static_cast<size_t>(argc)});
  } catch (const std::bad_alloc&) {
    grpcfg::WriteError("there is not enough memory; provide more, or check less at a time");
  } catch (const std::exception& error) {  // of CLI11; our code throws none
    grpcfg::WriteError(error.what());
  }
  return grpcfg::kCouldNotRun;
}
