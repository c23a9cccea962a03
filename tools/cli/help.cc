#include "tools/cli/help.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "re2/re2.h"
#include "tools/cli/output.h"
#include "tools/cli/subcommands.h"
#include "validator/engine/nearest_names.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

constexpr size_t kColumns = 80;
constexpr size_t kIndent = 2;
constexpr size_t kTextColumn = 26;  // of what is said of a flag or a subcommand
constexpr int kMostThreads = 1024;

// What CLI11 says in its own way, and how it is said here; `\1` is a flag or an argument.
struct Wording {
  const char* theirs;
  const char* ours;
};

constexpr Wording kWordings[] = {
    {R"((-\S+): At Most 1 required but received (\d+))", R"(\1 takes one value, but got \2)"},
    {R"((\S+): At Most 1 required but received (\d+))", R"(one \1 is taken, but got \2)"},
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

bool MayRepeat(const CLI::Option& option) {
  return option.get_expected_max() == CLI::detail::expected_max_vector_size;
}

// `-j, --jobs N`.
std::string TitleOf(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true, false);
  const std::string names = absl::StrReplaceAll(option.get_name(false, true), {{",", ", "}});
  const bool takes_value = option.get_type_size() > 0;
  return takes_value ? absl::StrCat(names, " ", option.get_type_name()) : names;
}

std::string TextOf(const CLI::Option& option) {
  std::vector<std::string> remarks;
  const std::string default_value = option.get_default_str();
  if (!default_value.empty()) remarks.push_back(absl::StrCat("default: ", default_value));
  if (MayRepeat(option) && !option.get_positional()) remarks.emplace_back("repeatable");
  if (remarks.empty()) return option.get_description();
  return absl::StrCat(option.get_description(), " (", absl::StrJoin(remarks, "; "), ")");
}

std::string UsageOf(const CLI::App& command, absl::string_view name) {
  std::string usage = absl::StrCat("Usage: ", name);
  if (!command.get_subcommands({}).empty()) absl::StrAppend(&usage, " COMMAND");
  absl::StrAppend(&usage, " [FLAGS]");
  for (const CLI::Option* const option : command.get_options()) {
    if (!option->get_positional()) continue;
    const std::string word = absl::StrCat(TitleOf(*option), MayRepeat(*option) ? "..." : "");
    absl::StrAppend(&usage, " ", option->get_required() ? word : absl::StrCat("[", word, "]"));
  }
  return absl::StrCat(usage, "\n");
}

// Those of `command` that are positional, or those that are not.
void AppendOptions(const CLI::App& command, bool positional, std::string& out) {
  for (const CLI::Option* const option : command.get_options()) {
    if (option->get_positional() == positional) AppendItem(TitleOf(*option), TextOf(*option), out);
  }
}

class HelpFormatter : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode /*mode*/) const override {
    std::string out;
    AppendWrapped(app->get_description(), 0, out, kColumns);
    absl::StrAppend(&out, "\n", UsageOf(*app, name));
    std::string items;
    AppendOptions(*app, true, items);
    const std::vector<const CLI::App*> commands = app->get_subcommands({});
    if (!commands.empty()) absl::StrAppend(&items, "Commands:\n");
    for (const CLI::App* const command : commands) {
      AppendItem(command->get_name(), command->get_description(), items);
    }
    if (!items.empty()) absl::StrAppend(&out, "\n", items);
    absl::StrAppend(&out, "\nFlags:\n");
    AppendOptions(*app, false, out);
    if (!app->get_footer().empty()) absl::StrAppend(&out, "\n", app->get_footer(), "\n");
    return out;
  }
};

// The command that the arguments are for.
CLI::App& CommandOf(CLI::App& app) {
  CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

// `grpcfg check`, `grpcfg dns check`.
std::string CallOf(const CLI::App& command) {
  std::string call = command.get_name();
  for (const CLI::App* parent = command.get_parent(); parent != nullptr;
       parent = parent->get_parent()) {
    call = absl::StrCat(parent->get_name(), " ", call);
  }
  return call;
}

std::string NoSuchFlag(const CLI::App& command, absl::string_view word) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back(absl::StrCat("--", name));
  }
  const std::string call = CallOf(command);
  return NotAmong(word.substr(0, word.find('=')), absl::StrCat("a flag of `", call, "`"),
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

void SetHelpLayout(Command& program) { program.app().formatter(std::make_shared<HelpFormatter>()); }

void AddExamples(Command& command, absl::Span<const char* const> examples) {
  command.app().footer(absl::StrCat("Examples:\n  ", absl::StrJoin(examples, "\n  ")));
}

std::string HelpOf(const Command& command) {
  const CLI::App& app = command.app();
  return app.get_formatter()->make_help(&app, CallOf(app), CLI::AppFormatMode::Normal);
}

ValueCheck OneOf(const std::string& what, const std::vector<std::string>& names) {
  return [what, names](const std::string& value) -> std::string {
    if (std::find(names.begin(), names.end(), value) != names.end()) return {};
    return NotAmong(value, what, std::vector<absl::string_view>(names.begin(), names.end()));
  };
}

ValueCheck NotEmpty() {
  return [](const std::string& value) -> std::string {
    return value.empty() ? "the value is empty; give one, or leave the flag out" : "";
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
  CLI::App& app = CommandOf(program.app());
  const Command command(app);
  const std::vector<std::string> unknown = program.app().remaining(true);
  for (const std::string& word : unknown) {
    if (word.size() > 1 && word[0] == '-') return NoSuchFlag(app, word);
  }
  if (!unknown.empty() && !command.commands().empty()) {
    return NoSuchSubcommand(command, unknown[0]);
  }
  if (!unknown.empty()) return TakesNoArguments(command, unknown[0]);
  std::string message = InOurWords(error.what());
  if (absl::EndsWith(message, "?")) return message;
  return absl::StrCat(message, "; `", CallOf(app), " --help` shows how it is used");
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

}  // namespace

Subcommand AddHelpCommand(Command& app) {
  const auto names = std::make_shared<std::vector<std::string>>();
  Command help = app.AddCommand("help", "Show how a command is used");
  help.AddFlag("COMMAND", *names, "A command; without one, all commands are listed");
  AddExamples(help, {{"grpcfg help", "grpcfg help check"}});
  return {help, [&app, names] { return PrintHelp(app, *names); }, names.get()};
}

}  // namespace grpcfg
