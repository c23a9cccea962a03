#include "tools/rules.h"

#include <vector>

#include "pages/rule_page.h"
#include "rules/families.h"
#include "tools/exit_status.h"
#include "tools/output.h"

namespace grpcfg {
namespace {

std::string Render(absl::string_view format, const std::vector<RuleEntry>& entries) {
  if (format == "json") return EntriesAsJson(entries);
  return format == "markdown" ? PageAsMarkdown(entries) : ListAsText(entries);
}

}  // namespace

CLI::App* AddRulesCommand(CLI::App& app, RulesFlags& flags) {
  CLI::App* const rules = app.add_subcommand("rules", "List every rule");
  rules
      ->add_option("--format", flags.format,
                   "text: a line each; json and markdown: all that is known of them")
      ->check(CLI::IsMember({"text", "json", "markdown"}))
      ->capture_default_str();
  return rules;
}

int RunRules(const RulesFlags& flags) {
  return Print(Render(flags.format, EveryEntry(AllRules()))) ? kClean : kCouldNotRun;
}

}  // namespace grpcfg
