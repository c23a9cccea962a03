#include <memory>
#include <utility>

#include "pages/rule_page.h"
#include "project/project_rules.h"
#include "rules/families.h"
#include "tools/help.h"
#include "tools/report_formats.h"
#include "tools/subcommands.h"

namespace grpcfg {
namespace {

// With the rules about project files.
std::vector<RuleEntry> WithProject(std::vector<RuleEntry> entries) {
  for (RuleEntry& entry : EntriesWithoutClients(ProjectRules())) {
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::string AsText(const RuleSet& rules) { return ListAsText(WithProject(EveryLine(rules))); }
std::string AsJson(const RuleSet& rules) { return EntriesAsJson(WithProject(EveryEntry(rules))); }
std::string AsMarkdown(const RuleSet& rules) {
  return PageAsMarkdown(WithProject(EveryEntry(rules)));
}

constexpr Format<std::string(const RuleSet&)> kRulesFormats[] = {
    {"text", AsText}, {"json", AsJson}, {"markdown", AsMarkdown}};

}  // namespace

Subcommand AddRulesCommand(CLI::App& app) {
  const auto formats = std::make_shared<std::vector<std::string>>();
  CLI::App* const rules = app.add_subcommand("rules", "List every rule");
  AddFormatsFlag(*rules, *formats, "text: a line each; json, markdown: everything about them");
  AddExamples(*rules, {{"grpcfg rules", "grpcfg rules --format json"}});
  return {rules, [=] { return PrintPage(*formats, kRulesFormats, AllRules()); }};
}

}  // namespace grpcfg
