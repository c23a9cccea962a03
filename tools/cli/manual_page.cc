#include "tools/cli/manual_page.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "re2/re2.h"
#include "tools/cli/help.h"

namespace grpcfg {
namespace {

// Text, in which what stands in backquotes is bold.
std::string Roff(absl::string_view text) {
  std::string roff = absl::StrReplaceAll(text, {{"\\", "\\e"}, {"-", "\\-"}});
  re2::RE2::GlobalReplace(&roff, "`([^`]*)`", R"(\\fB\1\\fP)");
  if (absl::StartsWith(roff, ".") || absl::StartsWith(roff, "'")) roff.insert(0, "\\&");
  return roff;
}

std::string Bold(absl::string_view text) { return absl::StrCat("\\fB", Roff(text), "\\fP"); }

void AppendFlag(const FlagRow& flag, std::string& out) {
  const auto bold = [](std::string* to, absl::string_view name) { *to += Bold(name); };
  absl::StrAppend(&out, ".TP\n", absl::StrJoin(flag.names, ", ", bold));
  if (!flag.is_argument && !flag.value_name.empty()) {
    absl::StrAppend(&out, " \\fI", Roff(flag.value_name), "\\fP");
  }
  absl::StrAppend(&out, "\n", Roff(TextOf(flag)), "\n");
}

void AppendCommand(const Command& command, std::string& out) {
  absl::StrAppend(&out, ".SS ", Roff(UsageOf(command)), "\n", Roff(command.description()), "\n");
  for (const FlagRow& flag : command.flags()) AppendFlag(flag, out);
  if (!command.examples().empty()) {
    absl::StrAppend(&out, ".PP\n.EX\n");
    for (const absl::string_view line : absl::StrSplit(command.examples(), '\n')) {
      absl::StrAppend(&out, Roff(line), "\n");
    }
    absl::StrAppend(&out, ".EE\n");
  }
}

}  // namespace

std::string ManualPage(const Command& program) {
  std::string page = absl::StrCat(".TH GRPCFG 1 \"\" \"grpcfg " GRPCFG_VERSION
                                  "\"\n.SH NAME\ngrpcfg \\- check gRPC service "
                                  "configs before they are published\n.SH SYNOPSIS\n",
                                  Roff(UsageOf(program)), "\n.SH DESCRIPTION\n",
                                  Roff(program.description()), "\n.SH COMMANDS\n");
  const std::vector<Command> commands = WithThoseBelow(program);
  for (const Command& command : absl::MakeConstSpan(commands).subspan(1)) {
    AppendCommand(command, page);
  }
  absl::StrAppend(&page, ".SH EXIT STATUS\n");
  for (const absl::string_view line : ExitStatuses()) {
    absl::StrAppend(&page, ".TP\n", Bold(line.substr(0, 1)), "\n", Roff(line.substr(2)), "\n");
  }
  absl::StrAppend(
      &page, ".SH ENVIRONMENT\n.TP\n", Bold("NO_COLOR"), ", ", Bold("FORCE_COLOR"), ", ",
      Bold("CLICOLOR_FORCE"), "\nWhether text is coloured; a flag wins.\n.SH FILES\n.TP\n",
      Bold(".grpcfg.json"), "\nThe project file, searched for from a checked file upward.\n");
  return page;
}

}  // namespace grpcfg
