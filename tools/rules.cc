#include <memory>

#include "pages/rule_page.h"
#include "rules/families.h"
#include "tools/help.h"
#include "tools/report_formats.h"
#include "tools/subcommands.h"

namespace grpcfg {
namespace {

constexpr Format<std::string(absl::Span<const RuleEntry>)> kFormats[] = {
    {"text", ListAsText}, {"json", EntriesAsJson}, {"markdown", PageAsMarkdown}};

}  // namespace

Subcommand AddRulesCommand(CLI::App& app) {
  const auto formats = std::make_shared<std::vector<std::string>>();
  CLI::App* const rules = app.add_subcommand("rules", "List every rule");
  AddFormatsFlag(*rules, *formats, "text: a line each; json, markdown: everything about them");
  AddExamples(*rules, {{"grpcfg rules", "grpcfg rules --format json"}});
  return {rules, [=] { return PrintPage(*formats, kFormats, EveryEntry(AllRules())); }};
}

}  // namespace grpcfg
