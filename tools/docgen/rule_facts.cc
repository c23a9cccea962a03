#include "tools/docgen/rule_facts.h"

#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"
#include "tools/docgen/rule_page.h"

namespace grpcfg {
namespace {

// How often a finding is right. What clients do was compared with the clients themselves; a check
// judges, and a preview's judgement may change.
absl::string_view PrecisionOf(const Rule& rule) {
  if (rule.is_preview) return "medium";
  return rule.claims.empty() ? "high" : "very-high";
}

std::string AsTag(absl::string_view title) {
  return absl::StrReplaceAll(absl::AsciiStrToLower(title),
                             {{" ", "-"}, {",", ""}, {":", ""}, {"`", ""}});
}

}  // namespace

RuleFacts FactsOfRule(const RuleSet& rules, absl::string_view id) {
  const std::optional<RuleEntry> entry = FindEntry(rules, id);
  const Rule& rule = *entry->rule;
  return {.summary = std::string(rule.summary),
          .rationale = std::string(rule.rationale),
          .severity = entry->severity,
          .precision = PrecisionOf(rule),
          .tags = {"grpc", "service-config", AsTag(entry->family->title)},
          .help = EntriesAsText({*entry}),
          .markdown = EntriesAsMarkdown({*entry})};
}

}  // namespace grpcfg
