#include "tools/cli/help.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "re2/re2.h"
#include "tools/cli/manual_page.h"
#include "tools/cli/output.h"
#include "tools/cli/subcommands.h"
#include "validator/engine/nearest_names.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

constexpr size_t kColumns = 80;
constexpr size_t kIndent = 2;
constexpr size_t kTextColumn = 26;  // of the help of a flag or a subcommand
constexpr int kMostThreads = 1024;

// The messages of CLI11, and their words here; `\1` is a flag or an argument.
struct Wording {
  const char* theirs;
  const char* ours;
};

constexpr Wording kWordings[] = {
    {R"((-\S+): At Most 1 required but received (\d+))", R"(\1 takes one value, but got \2)"},
    {R"((\S+): At Most 1 required but received (\d+))", R"(expected one \1, but got \2)"},
    {R"((\S+): \d+ required .* missing)", R"(\1 needs a value)"},
    {R"((\S+): At least \d+ required but received \d+)", R"(\1 needs a value)"},
    {R"((\S+): Should be true/false or a number)", R"(\1 takes no value)"},
    {R"((\S+): too many inputs for a flag)", R"(\1 takes no value)"},
    {R"((\S+) was given a disallowed flag override)", R"(\1 takes no value)"},
    {R"(Could not convert: (\S+) = (.*))", R"(\1 does not take `\2`)"},
    {R"((\S+) excludes (\S+))", R"(\1 and \2 contradict each other; leave one of them out)"},
};

// `title`, and `text` at its column: on the same line where the title leaves room.
void AppendItem(absl::string_view title, absl::string_view text, std::string& out) {
  const std::string head = absl::StrCat(std::string(kIndent, ' '), title);
  std::string wrapped;
  AppendWrapped(text, kTextColumn, wrapped, kColumns);
  const bool has_room = head.size() + kIndent <= kTextColumn && !wrapped.empty();
  absl::StrAppend(&out, head,
                  has_room ? absl::string_view(wrapped).substr(head.size()) : absl::string_view(),
                  has_room ? "" : "\n", has_room ? "" : wrapped);
}

}  // namespace

std::string TitleOf(const FlagRow& flag) {
  const std::string names = absl::StrJoin(flag.names, ", ");
  const bool has_value = !flag.is_argument && !flag.value_name.empty();
  return has_value ? absl::StrCat(names, " ", flag.value_name) : names;
}

std::string TextOf(const FlagRow& flag) {
  std::vector<std::string> remarks;
  if (!flag.default_value.empty()) remarks.push_back(absl::StrCat("default: ", flag.default_value));
  if (flag.is_repeatable && !flag.is_argument) remarks.emplace_back("repeatable");
  if (remarks.empty()) return flag.description;
  return absl::StrCat(flag.description, " (", absl::StrJoin(remarks, "; "), ")");
}

std::string UsageOf(const Command& command) {
  std::string usage = command.call();
  if (!command.commands().empty()) absl::StrAppend(&usage, " COMMAND");
  absl::StrAppend(&usage, " [FLAGS]");
  for (const FlagRow& flag : command.flags()) {
    if (!flag.is_argument) continue;
    const std::string word = absl::StrCat(TitleOf(flag), flag.is_repeatable ? "..." : "");
    absl::StrAppend(&usage, " ", flag.is_required ? word : absl::StrCat("[", word, "]"));
  }
  return usage;
}

namespace {

// Items by their headings, the first one first.
using Groups = std::vector<std::pair<std::string, std::string>>;

std::string& ItemsBelow(absl::string_view heading, Groups& groups) {
  const auto found =
      absl::c_find_if(groups, [&](const auto& each) { return each.first == heading; });
  if (found != groups.end()) return found->second;
  return groups.emplace_back(heading, "").second;
}

// Flags without a heading come last.
Groups GroupsOf(const Command& command) {
  Groups groups;
  for (const FlagRow& flag : command.flags()) {
    if (flag.is_argument) AppendItem(TitleOf(flag), TextOf(flag), ItemsBelow("", groups));
  }
  for (const Command& each : command.commands()) {
    AppendItem(each.name(), each.description(), ItemsBelow(each.group(), groups));
  }
  for (const bool has_heading : {true, false}) {
    for (const FlagRow& flag : command.flags()) {
      if (flag.is_argument || flag.group.empty() == has_heading) continue;
      const absl::string_view heading = has_heading ? absl::string_view(flag.group) : "Flags";
      AppendItem(TitleOf(flag), TextOf(flag), ItemsBelow(heading, groups));
    }
  }
  return groups;
}

}  // namespace

std::string HelpOf(const Command& command) {
  std::string out;
  AppendWrapped(command.description(), 0, out, kColumns);
  absl::StrAppend(&out, "\nUsage: ", UsageOf(command), "\n");
  for (const auto& [heading, items] : GroupsOf(command)) {
    absl::StrAppend(&out, "\n", heading, heading.empty() ? "" : ":\n", items);
  }
  const std::string examples = command.examples();
  if (!examples.empty()) absl::StrAppend(&out, "\n", examples, "\n");
  return out;
}

absl::Span<const absl::string_view> ExitStatuses() {
  static constexpr absl::string_view kStatuses[] = {
      "0 no findings at or above `--fail-on`", "1 findings at or above it",
      "2 something could not be read, checked or written"};
  return kStatuses;
}

std::vector<Command> WithThoseBelow(const Command& command) {
  std::vector<Command> every = {command};
  for (size_t i = 0; i < every.size(); ++i) {
    const std::vector<Command> below = every[i].commands();
    every.insert(every.begin() + static_cast<std::ptrdiff_t>(i) + 1, below.begin(), below.end());
  }
  return every;
}

Command GivenCommand(const Command& program) {
  Command given = program;
  for (const Command& command : WithThoseBelow(program)) {
    if (command.IsGiven()) given = command;
  }
  return given;
}

namespace {

// What other tools call something, and what it is here.
struct WordOfOthers {
  absl::string_view word;
  absl::string_view here;
};

constexpr WordOfOthers kWordsOfOthers[] = {
    {"version", "`grpcfg --version` prints it"},
    {"lint", "`grpcfg check` does that"},
    {"validate", "`grpcfg check` does that"},
    {"verify", "`grpcfg check` does that"},
    {"test", "`grpcfg check` does that"},
    {"-v", "`grpcfg --version` prints the version"},
    {"--fix", "`grpcfg fix` changes files"},
    {"--write", "`grpcfg fix` changes files"},
    {"--select", "`--only` names the rules that are reported"},
    {"--ignore", "`--disable` names the rules that are not reported"},
    {"--exclude", "`exclude` of .grpcfg.json names the files to skip"},
    {"--json", "`--format json` prints JSON"},
    {"--output", "`--format NAME:FILE` writes a file"},
    {"-o", "`--format NAME:FILE` writes a file"},
    {"--dry-run", "`grpcfg fix --diff` shows what would change"},
    {"--check", "`grpcfg fix --diff` shows what would change"},
    {"--strict", "`--fail-on warning` fails also for warnings"},
    {"--exit-zero", "`--fail-on never` ends with 0"},
};

// Empty: no other tool is known to have the word.
absl::string_view HereFor(absl::string_view word) {
  for (const WordOfOthers& each : kWordsOfOthers) {
    if (each.word == word) return each.here;
  }
  return {};
}

std::string NoSuchFlag(const Command& command, absl::string_view word) {
  std::vector<std::string> names;
  for (const FlagRow& flag : command.flags()) {
    absl::c_copy_if(flag.names, std::back_inserter(names),
                    [](absl::string_view name) { return absl::StartsWith(name, "--"); });
  }
  const std::string call = command.call();
  const absl::string_view flag = word.substr(0, word.find('='));
  if (const absl::string_view here = HereFor(flag); !here.empty()) {
    return absl::StrCat("`", flag, "` is not a flag of `", call, "`; ", here);
  }
  return NotAmong(flag, absl::StrCat("a flag of `", call, "`"),
                  std::vector<absl::string_view>(names.begin(), names.end()),
                  absl::StrCat("`", call, " --help` lists them"));
}

std::string InOurWords(std::string message) {
  for (const Wording& wording : kWordings) {
    const re2::RE2 theirs(absl::StrCat("^", wording.theirs, "$"));
    if (re2::RE2::Replace(&message, theirs, wording.ours)) break;
  }
  return message;
}

}  // namespace

void AddExamples(Command& command, absl::Span<const char* const> examples) {
  command.app().footer(absl::StrCat("Examples:\n  ", absl::StrJoin(examples, "\n  ")));
}

ValueCheck NotEmpty() {
  return [](const std::string& value) -> std::string {
    return value.empty() ? "the value is empty; give one, or leave the flag out" : "";
  };
}

ValueCheck CommitName() {
  return [](std::string& value) -> std::string {
    value = std::string(absl::StripPrefix(value, "git:"));
    return NotEmpty()(value);
  };
}

ValueCheck CountUpTo(int most) {
  return [most](const std::string& value) -> std::string {
    int count = 0;
    if (absl::SimpleAtoi(value, &count) && count >= 1 && count <= most) return {};
    return absl::StrCat("`", value, "` is not a number from 1 to ", most);
  };
}

ValueCheck ThreadCount() { return CountUpTo(kMostThreads); }

std::string UsageMessage(const Command& program, const CLI::ParseError& error) {
  const Command command = GivenCommand(program);
  const std::vector<std::string> unknown = program.app().remaining(true);
  for (const std::string& word : unknown) {
    if (word.size() > 1 && word[0] == '-') return NoSuchFlag(command, word);
  }
  if (!unknown.empty() && !command.commands().empty()) {
    return NoSuchSubcommand(command, unknown[0]);
  }
  if (!unknown.empty()) return TakesNoArguments(command, unknown[0]);
  std::string message = InOurWords(error.what());
  if (absl::EndsWith(message, "?")) return message;
  return absl::StrCat(message, "; `", command.call(), " --help` shows how it is used");
}

std::string EmptyValueMessage(absl::Span<char* const> arguments) {
  for (const absl::string_view word : arguments) {
    const bool is_empty = absl::StartsWith(word, "--") && word.find('=') + 1 == word.size();
    if (is_empty) return absl::StrCat("`", word, "` has no value; give one, or leave the flag out");
  }
  return "";
}

std::string TakesNoArguments(const Command& command, const std::string& word) {
  return absl::StrCat("`", command.name(), "` takes no arguments, but got `", word, "`");
}

std::string NoSuchSubcommand(const Command& above, const std::string& word) {
  if (const absl::string_view here = HereFor(word); !here.empty()) {
    return absl::StrCat("`", word, "` is not a subcommand; ", here);
  }
  std::vector<std::string> names;
  for (const Command& command : above.commands()) names.push_back(command.name());
  return NotAmong(word, "a subcommand", std::vector<absl::string_view>(names.begin(), names.end()));
}

// ---- `grpcfg help`

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

std::vector<std::string> CommandNames() {
  std::vector<std::string> names;
  for (const SubcommandRow& row : kSubcommands) names.emplace_back(row.name);
  return names;
}

}  // namespace

Subcommand AddHelpCommand(Command& app) {
  const auto names = std::make_shared<std::vector<std::string>>();
  const auto manual = std::make_shared<bool>();
  Command help = app.AddCommand("help", "Show the help of a command");
  help.AddFlag("COMMAND", *names, "A command; without one, all commands are listed")
      .Offer(CommandNames());
  help.AddFlag("--man", *manual, "Print the manual page, grpcfg(1)");
  AddExamples(help, {{"grpcfg help", "grpcfg help check"}});
  return {help,
          [&app, names, manual] {
            return *manual ? Print(ManualPage(app), "help") : PrintHelp(app, *names);
          },
          names.get()};
}

}  // namespace grpcfg
