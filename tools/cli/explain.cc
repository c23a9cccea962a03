#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "rules/families.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/output.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/rule_flags.h"
#include "tools/cli/subcommands.h"
#include "tools/docgen/field_page.h"
#include "validator/engine/nearest_names.h"
#include "validator/project/suppressions.h"

namespace grpcfg {
namespace {

constexpr Format<std::string(const Explanation&)> kExplainFormats[] = {
    {"text", ExplanationAsText}, {"json", ExplanationAsJson}, {"markdown", ExplanationAsMarkdown}};

std::string NoSuchSubject(absl::string_view word) {
  std::vector<absl::string_view> names = EveryRule().Ids();
  for (const absl::string_view field : FieldNames()) names.push_back(field);
  return NotAmong(word, "a rule or a field", names,
                  "`grpcfg rules` lists the rules, `grpcfg schema` the fields");
}

// Adds what `word` stands for; false if it is nothing. `retry-*` is a family of rules.
bool AddSubject(absl::string_view word, Explanation& explanation) {
  if (absl::EndsWith(word, "*")) {
    const size_t before = explanation.rules.size();
    EveryRule().ForEach([&](const Rule& rule) {
      if (NamesRule(word, rule.id)) explanation.rules.push_back(*FindEntry(EveryRule(), rule.id));
    });
    return explanation.rules.size() > before;
  }
  if (std::optional<RuleEntry> entry = FindEntry(EveryRule(), word)) {
    explanation.rules.push_back(*std::move(entry));
    return true;
  }
  std::vector<FieldPage> pages = FindFieldPages(AllRules(), word);
  std::move(pages.begin(), pages.end(), std::back_inserter(explanation.fields));
  return !pages.empty();
}

absl::StatusOr<int> Explain(const std::vector<std::string>& words,
                            const std::vector<std::string>& formats) {
  Explanation explanation;
  bool is_whole = true;
  for (const std::string& word : words) {
    if (AddSubject(word, explanation)) continue;
    WriteError(NoSuchSubject(word));
    is_whole = false;
  }
  if (explanation.rules.empty() && explanation.fields.empty()) return kCouldNotRun;
  const absl::StatusOr<int> printed = PrintPage(formats, kExplainFormats, explanation);
  return is_whole || !printed.ok() ? printed : kCouldNotRun;
}

}  // namespace

Subcommand AddExplainCommand(Command& app) {
  const auto words = std::make_shared<std::vector<std::string>>();
  const auto formats = std::make_shared<std::vector<std::string>>();
  Command explain = app.AddCommand("explain", "Explain a rule, or a field with its rules");
  explain
      .AddFlag("RULE", *words, "A rule, as at the end of a finding, a family `retry-*`, or a field")
      .Required()
      .Offer(RuleNames());
  AddFormatsFlag(explain, *formats, NamesOf(kExplainFormats));
  AddExamples(explain, {{"grpcfg explain duration-malformed",
                         "grpcfg explain retryPolicy.maxAttempts", "grpcfg explain 'hedging-*'"}});
  return {explain, [=] { return Explain(*words, *formats); }, words.get()};
}

}  // namespace grpcfg
