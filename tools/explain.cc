#include "tools/explain.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "pages/rule_page.h"
#include "rules/families.h"
#include "tools/exit_status.h"
#include "tools/output.h"
#include "workspace/system_error.h"

namespace grpcfg {
namespace {

std::string NoSuchRule(const std::string& id) {
  const std::vector<absl::string_view> near = NearestIds(AllRules(), id);
  const std::string names = near.empty()
                                ? "`grpcfg rules` lists all"
                                : absl::StrCat("did you mean `", absl::StrJoin(near, "`, `"), "`?");
  return absl::StrCat(QuotePath(id), " is no rule; ", names);
}

std::string Render(absl::string_view format, const std::vector<RuleEntry>& entries) {
  if (format == "json") return EntriesAsJson(entries);
  return format == "markdown" ? EntriesAsMarkdown(entries) : EntriesAsText(entries);
}

}  // namespace

CLI::App* AddExplainCommand(CLI::App& app, ExplainFlags& flags) {
  CLI::App* const explain = app.add_subcommand(
      "explain", "Say why a rule is there, what clients do, and how to put it right");
  explain->add_option("RULE", flags.rules, "Names of rules, as findings end with them")->required();
  explain->add_option("--format", flags.format, "How to print it")
      ->check(CLI::IsMember({"text", "json", "markdown"}))
      ->capture_default_str();
  return explain;
}

int RunExplain(const ExplainFlags& flags) {
  std::vector<RuleEntry> entries;
  for (const std::string& id : flags.rules) {
    std::optional<RuleEntry> entry = FindEntry(AllRules(), id);
    if (entry) {
      entries.push_back(*std::move(entry));
    } else {
      WriteError(NoSuchRule(id));
    }
  }
  if (entries.empty()) return kCouldNotRun;
  const bool written = Print(Render(flags.format, entries));
  return written && entries.size() == flags.rules.size() ? kClean : kCouldNotRun;
}

}  // namespace grpcfg
