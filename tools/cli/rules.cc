#include <memory>

#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/rule_flags.h"
#include "tools/cli/subcommands.h"
#include "tools/docgen/rule_page.h"

namespace grpcfg {
namespace {

std::string AsText(const RuleSet& rules) { return ListAsText(EveryLine(rules)); }
std::string AsJson(const RuleSet& rules) { return EntriesAsJson(EveryEntry(rules)); }
std::string AsMarkdown(const RuleSet& rules) { return PageAsMarkdown(EveryEntry(rules)); }

constexpr Format<std::string(const RuleSet&)> kRulesFormats[] = {
    {"text", AsText}, {"json", AsJson}, {"markdown", AsMarkdown}};

}  // namespace

Subcommand AddRulesCommand(Command& app) {
  const auto formats = std::make_shared<std::vector<std::string>>();
  Command rules = app.AddCommand("rules", "List every rule");
  AddFormatsFlag(rules, *formats, NamesOf(kRulesFormats),
                 "text: a line each; json, markdown: everything about them");
  AddExamples(rules, {{"grpcfg rules", "grpcfg rules --format json"}});
  return {rules, [=] { return PrintPage(*formats, kRulesFormats, EveryRule()); }};
}

}  // namespace grpcfg
