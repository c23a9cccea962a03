// Rules as documentation: what `grpcfg explain` and `grpcfg rules` print, and docs/rules.
// Promise: all of it comes from the rows, the profiles and the checker itself, so none of it can
// differ from what the checker does.
#ifndef GRPCFG_TOOLS_DOCGEN_RULE_PAGE_H_
#define GRPCFG_TOOLS_DOCGEN_RULE_PAGE_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/protobuf/api.h"
#include "tools/docgen/client_effects.h"
#include "validator/engine/diagnostic.h"
#include "validator/engine/rule.h"
#include "validator/report/reporter.h"

namespace grpcfg {

// A rule with everything that is known of it. One about project files or DNS records has no output.
struct RuleEntry {
  const RuleFamily* family;
  const Rule* rule;
  Severity severity;  // of the bad example, for the default targets
  std::vector<ClientEffect> clients = {};
  std::string output = {};  // of the checker on the bad example as `bad.json`
};

// Every rule, in the order of the families.
std::vector<RuleEntry> EveryEntry(const RuleSet& rules);

// The same with no more than a line of a list has: family, rule and severity.
std::vector<RuleEntry> EveryLine(const RuleSet& rules);

// The rule called `id`; nullopt if there is none.
std::optional<RuleEntry> FindEntry(const RuleSet& rules, absl::string_view id);

// What checks a rule's examples: "grpcfg check", with the flags that it takes.
std::string CommandOf(const Rule& rule);

// What else is to be said of when a rule reports; empty for most.
std::string HowOften(const Rule& rule);

// ", disabled by default" and the like, after a severity; empty for most.
std::string StageWords(const Rule& rule);

// An example as a terminal shows it, line by line; none if there is nothing to see.
std::vector<std::string> VisibleLines(absl::string_view example);

// One line per rule below the title of its family: id, severity, summary.
std::string ListAsText(absl::Span<const RuleEntry> entries);

// All that is known of each rule.
std::string EntriesAsText(absl::Span<const RuleEntry> entries);
std::string EntriesAsMarkdown(absl::Span<const RuleEntry> entries);
std::string EntriesAsJson(absl::Span<const RuleEntry> entries);

// One page: how to read it, an index, and all that is known of each rule.
std::string PageAsMarkdown(absl::Span<const RuleEntry> entries);

// The same in several: docs/rules/README.md, and a page for each rule, `<id>.md`, beside it.
std::string IndexAsMarkdown(absl::Span<const RuleEntry> entries);
std::string RuleAsMarkdown(const RuleEntry& entry);

// What the formats for other programs have of a rule, which must be one of `rules`: the same that
// `explain` says.
RuleFacts FactsOfRule(const RuleSet& rules, absl::string_view id);

// ---- What a rule's examples are checked against beside the targets.

// The services of the rule's `proto`, which must be right; null if it has none.
std::unique_ptr<const Api> ApiOf(const Rule& rule);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_RULE_PAGE_H_
