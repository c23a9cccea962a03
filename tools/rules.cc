#include <memory>

#include "pages/rule_page.h"
#include "tools/command.h"
#include "tools/help.h"
#include "tools/report_formats.h"
#include "tools/rule_flags.h"
#include "tools/subcommands.h"

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
  Command* const rules = app.add_subcommand("rules", "List every rule");
  AddFormatsFlag(*rules, *formats, "text: a line each; json, markdown: everything about them");
  AddExamples(*rules, {{"grpcfg rules", "grpcfg rules --format json"}});
  return {rules, [=] { return PrintPage(*formats, kRulesFormats, EveryRule()); }};
}

}  // namespace grpcfg
