// What shells complete, made of the table of flags: nothing of it is written twice.
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/strings/substitute.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/output.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/subcommands.h"

namespace grpcfg {
namespace {

std::string InQuotes(absl::string_view text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", R"('\'')"}}), "'");
}

// What stands beside a name in a menu: the first part of what help says.
absl::string_view MenuText(absl::string_view text) { return text.substr(0, text.find(';')); }

// The commands below `command`, or what its arguments may be.
std::vector<std::string> WordsFor(const Command& command) {
  std::vector<std::string> words;
  for (const Command& below : command.commands()) words.push_back(below.name());
  for (const FlagRow& flag : command.flags()) {
    if (flag.is_argument) absl::c_copy(flag.offered, std::back_inserter(words));
  }
  return words;
}

bool IsList(const FlagRow& flag) { return absl::StrContains(flag.value_name, "...]"); }

// All below `program`, as alternatives of a `case`.
std::string CallPatterns(const Command& program) {
  std::vector<std::string> calls;
  for (const Command& command : WithThoseBelow(program)) calls.push_back(InQuotes(command.call()));
  return absl::StrJoin(calls, " | ");
}

// ---- bash: see "Programmable Completion" of its manual

// What it completes by itself where a flag offers nothing, and for paths, are names of files.
constexpr absl::string_view kBash = R"(# bash completion of grpcfg; made by `grpcfg completion bash`
_grpcfg() {
  local word=$${COMP_WORDS[COMP_CWORD]} before=$${COMP_WORDS[COMP_CWORD-1]} call=grpcfg
  local i prefix= flags= words=
  # `--flag=value` is three words.
  if [[ $$word == = ]]; then
    word=
  elif [[ $$before == = ]]; then
    before=$${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$$call $${COMP_WORDS[i]}" in
      $0) call+=" $${COMP_WORDS[i]}" ;;
    esac
  done
  case "$$call" in
$1  esac
  case "$$call $$before" in
$2  esac
  if [[ $$word == -* ]]; then words=$$flags; fi
  if [[ $$word == *,* ]]; then prefix=$${word%,*},; fi
  mapfile -t COMPREPLY < <(compgen -P "$$prefix" -W "$$words" -- "$${word#"$$prefix"}")
}
complete -o default -F _grpcfg grpcfg
)";

std::string BashScript(const Command& program) {
  std::string words;
  std::string values;
  for (const Command& command : WithThoseBelow(program)) {
    std::vector<std::string> names;
    for (const FlagRow& flag : command.flags()) {
      if (flag.is_argument) continue;
      absl::c_copy(flag.names, std::back_inserter(names));
      if (flag.value_name.empty()) continue;
      for (const std::string& name : flag.names) {
        absl::StrAppend(&values, "    ", InQuotes(absl::StrCat(command.call(), " ", name)),
                        ") words=", InQuotes(absl::StrJoin(flag.offered, " ")), " flags= ;;\n");
      }
    }
    absl::StrAppend(&words, "    ", InQuotes(command.call()),
                    ")\n      words=", InQuotes(absl::StrJoin(WordsFor(command), " ")),
                    "\n      flags=", InQuotes(absl::StrJoin(names, " ")), "\n      ;;\n");
  }
  return absl::Substitute(kBash, CallPatterns(program), words, values);
}

// ---- zsh: see zshcompsys(1)

constexpr absl::string_view kZsh = R"(#compdef grpcfg
# zsh completion of grpcfg; made by `grpcfg completion zsh`
_grpcfg() {
  local call=grpcfg i
  local -a commands
  for ((i = 2; i < CURRENT; ++i)); do
    case "$$call $$words[i]" in
      ($0) call+=" $$words[i]" ;;
    esac
  done
  case "$$call" in
$1  esac
}
if [[ $$funcstack[1] == _grpcfg ]]; then _grpcfg "$$@"; else compdef _grpcfg grpcfg; fi
)";

// What zsh does for the value of a flag, or for arguments.
std::string ZshValues(const FlagRow& flag) {
  const std::string offered = absl::StrJoin(flag.offered, " ");
  if (flag.offered.empty()) return "_files";
  return IsList(flag) ? absl::StrCat("_sequence compadd - ", offered)
                      : absl::StrCat("(", offered, ")");
}

void AppendZshFlag(const FlagRow& flag, std::string& out) {
  const auto escape = [](absl::string_view words) {
    return absl::StrReplaceAll(words, {{"[", "\\["}, {"]", "\\]"}, {":", "\\:"}});
  };
  const std::string text = escape(MenuText(flag.description));
  const std::string value_name = escape(flag.value_name);
  if (flag.is_argument) {
    absl::StrAppend(&out, " \\\n        ",
                    InQuotes(absl::StrCat("*:", flag.names[0], ":", ZshValues(flag))));
    return;
  }
  for (const std::string& name : flag.names) {
    const bool has_value = !flag.value_name.empty();
    const absl::string_view mark = !has_value ? "" : absl::StartsWith(name, "--") ? "=" : "+";
    absl::StrAppend(&out, " \\\n        ",
                    InQuotes(absl::StrCat(
                        flag.is_repeatable ? "*" : "", name, mark, "[", text, "]",
                        has_value ? absl::StrCat(":", value_name, ":", ZshValues(flag)) : "")));
  }
}

std::string ZshScript(const Command& program) {
  std::string cases;
  for (const Command& command : WithThoseBelow(program)) {
    absl::StrAppend(&cases, "    ", InQuotes(command.call()), ")\n");
    if (!command.commands().empty()) {
      absl::StrAppend(&cases, "      commands=(");
      for (const Command& below : command.commands()) {
        absl::StrAppend(&cases, "\n        ",
                        InQuotes(absl::StrCat(below.name(), ":", MenuText(below.description()))));
      }
      absl::StrAppend(&cases, ")\n      _describe command commands\n");
    }
    absl::StrAppend(&cases, "      _arguments");
    for (const FlagRow& flag : command.flags()) AppendZshFlag(flag, cases);
    absl::StrAppend(&cases, "\n      ;;\n");
  }
  return absl::Substitute(kZsh, CallPatterns(program), cases);
}

// ---- fish: see complete(1)

constexpr absl::string_view kFish = R"(# fish completion of grpcfg; made by `grpcfg completion fish`
# True if the command line is for the command that the arguments name.
function __grpcfg_for
    set -l words (commandline -opc | string match --invert -- '-*')
    set -l last (math 1 + (count $$argv))
    test "$$words[2..$$last]" = "$$argv"
end
# The same, and for none below it.
function __grpcfg_at
    set -l words (commandline -opc | string match --invert -- '-*')
    test "$$words[2..]" = "$$argv"
end
)";

void AppendFishFlag(const FlagRow& flag, absl::string_view condition, std::string& out) {
  absl::StrAppend(&out, "complete -c grpcfg -n ", InQuotes(condition));
  for (const std::string& name : flag.names) {
    if (flag.is_argument) continue;
    absl::StrAppend(&out, absl::StartsWith(name, "--") ? " -l " : " -s ",
                    name.substr(name.find_first_not_of('-')));
  }
  if (!flag.value_name.empty() && !flag.is_argument) absl::StrAppend(&out, " -r");
  if (!flag.offered.empty()) {
    absl::StrAppend(&out, " -f -a ", InQuotes(absl::StrJoin(flag.offered, " ")));
  }
  absl::StrAppend(&out, " -d ", InQuotes(MenuText(flag.description)), "\n");
}

std::string FishScript(const Command& program) {
  std::string script = absl::Substitute(kFish);
  for (const Command& command : WithThoseBelow(program)) {
    const std::string words(absl::StripPrefix(absl::StripPrefix(command.call(), "grpcfg"), " "));
    for (const Command& below : command.commands()) {
      absl::StrAppend(&script, "complete -c grpcfg -f -n ",
                      InQuotes(absl::StrCat("__grpcfg_at ", words)), " -a ", below.name(), " -d ",
                      InQuotes(MenuText(below.description())), "\n");
    }
    const std::string condition =
        absl::StrCat(command.commands().empty() ? "__grpcfg_for " : "__grpcfg_at ", words);
    for (const FlagRow& flag : command.flags()) {
      if (!flag.is_argument || !flag.offered.empty()) AppendFishFlag(flag, condition, script);
    }
  }
  return script;
}

constexpr Format<std::string(const Command&)> kShells[] = {
    {"bash", BashScript}, {"zsh", ZshScript}, {"fish", FishScript}};

}  // namespace

Subcommand AddCompletionCommand(Command& app) {
  const auto shells = std::make_shared<std::vector<std::string>>();
  Command completion = app.AddCommand("completion", "Print completions for a shell");
  completion.AddFlag("SHELL", *shells, Alternatives(NamesOf(kShells)))
      .TakesOne()
      .Required()
      .OneOf("a shell", NamesOf(kShells));
  AddExamples(completion, {{"grpcfg completion bash", "grpcfg completion fish"}});
  return {completion,
          [&app, shells] { return Print(FindFormat(kShells, shells->front())(app), "completion"); },
          shells.get()};
}

}  // namespace grpcfg
