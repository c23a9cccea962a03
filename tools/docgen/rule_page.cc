#include "tools/docgen/rule_page.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/base/macros.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "schema/json/escape.h"
#include "schema/protobuf/proto_files.h"
#include "validator/engine/target.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {

std::unique_ptr<const Api> ApiOf(const Rule& rule) {
  if (rule.proto.empty()) return nullptr;
  absl::StatusOr<Api> api = ReadProtoText(rule.proto);
  ABSL_HARDENING_ASSERT(api.ok());
  return std::make_unique<const Api>(*std::move(api));
}

namespace {

// The name of the bad example as a file.
absl::string_view FileOf(DocumentKind kind) {
  return kind == DocumentKind::kTxt ? "bad.txt" : "bad.json";
}

// The targets of the output on an example: the default targets, or those of the rule if it is about
// others.
bool IsForDefaults(const Rule& rule, absl::Span<const Target> defaults) {
  return absl::c_any_of(defaults,
                        [&](const Target& target) { return target.spelling == rule.targets; });
}

std::vector<Target> TargetsOf(const Rule& rule) {
  std::vector<Target> defaults = DefaultTargets();
  return IsForDefaults(rule, defaults) ? std::move(defaults) : *ParseTargets(rule.targets);
}

std::string OutputOf(const Rule& rule, const Report& report) {
  ReporterOptions options;
  for (const Target& target : TargetsOf(rule)) options.targets.push_back(target.spelling);
  options.quiet = true;
  const std::unique_ptr<Reporter> reporter = MakeTextReporter(options);
  std::string out;
  reporter->AddFile({FileOf(rule.kind), rule.bad.Text(), report}, out);
  reporter->Finish(out);
  return out;
}

// The severity of the finding in the example.
Severity SeverityOf(const Rule& rule, const Report& report) {
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.rule == rule.id) return diagnostic.severity;
  }
  return rule.advice;
}

// Leaves out the findings of other rules that most good configs have.
void DropCommon(const RuleSet& rules, const Rule& rule, Report& report) {
  for (const RuleFamily& family : rules.families()) {
    for (const Rule& other : family.rules) {
      if (!other.is_common || &other == &rule) continue;
      std::erase_if(report.diagnostics,
                    [&](const Diagnostic& found) { return found.rule == other.id; });
    }
  }
}

enum class Detail : bool { kLine, kAll };

// `rules` have `rule` on.
RuleEntry EntryOf(const RuleSet& rules, const RuleFamily& family, const Rule& rule, Detail detail) {
  const std::string bad = rule.bad.Text();
  const Document document = ParseDocument(bad, rule.kind);
  const std::unique_ptr<const Api> api = ApiOf(rule);
  Report report = ValidateWithFixes(document, TargetsOf(rule), rules, api.get());
  RuleEntry entry = {.family = &family, .rule = &rule, .severity = SeverityOf(rule, report)};
  if (detail == Detail::kLine) return entry;
  DropCommon(rules, rule, report);
  entry.clients = ClientEffectsOf(rule, rules);
  entry.output = OutputOf(rule, report);
  return entry;
}

RuleEntry MakeEntry(const RuleSet& rules, const RuleFamily& family, const Rule& rule,
                    Detail detail = Detail::kAll) {
  if (family.kind != RulesAbout::kConfigs)
    return {&family, &rule, rule.advice, ClientEffectsOfRow(rule, family)};
  if (rules.selection().IsOn(rule)) return EntryOf(rules, family, rule, detail);
  return EntryOf(rules.With(SelectOnly(rule, rules)), family, rule, detail);
}

std::vector<RuleEntry> EntriesOf(const RuleSet& rules, Detail detail) {
  std::vector<RuleEntry> entries;
  for (const RuleFamily& family : rules.families()) {
    for (const Rule& rule : family.rules) {
      entries.push_back(MakeEntry(rules, family, rule, detail));
    }
  }
  return entries;
}

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

std::string CommandOf(const Rule& rule) {
  std::string command = "grpcfg check";
  if (rule.kind == DocumentKind::kChoices) absl::StrAppend(&command, " --kind choices");
  if (rule.kind == DocumentKind::kTxt) absl::StrAppend(&command, " --kind txt");
  if (!rule.proto.empty()) absl::StrAppend(&command, " --proto api.proto");
  const std::vector<Target> targets = TargetsOf(rule);
  if (targets.size() == 1) absl::StrAppend(&command, " --target ", targets[0].spelling);
  if (!rule.on_by_default) absl::StrAppend(&command, " --only ", rule.id);
  return command;
}

std::vector<RuleEntry> EveryEntry(const RuleSet& rules) { return EntriesOf(rules, Detail::kAll); }

std::vector<RuleEntry> EveryLine(const RuleSet& rules) { return EntriesOf(rules, Detail::kLine); }

std::optional<RuleEntry> FindEntry(const RuleSet& rules, absl::string_view id) {
  for (const RuleFamily& family : rules.families()) {
    for (const Rule& rule : family.rules) {
      if (rule.id == id) return MakeEntry(rules, family, rule);
    }
  }
  return std::nullopt;
}

std::string HowOften(const Rule& rule) {
  std::vector<absl::string_view> words;
  if (rule.is_common)
    words.emplace_back("It is reported once per config, however many places have the fault.");
  if (!rule.on_by_default) {
    words.emplace_back("It is disabled by default: `--only` and `--severity` enable it.");
  }
  if (rule.is_preview) words.emplace_back("It is a preview: what it finds may still change.");
  return absl::StrJoin(words, " ");
}

std::string StageWords(const Rule& rule) {
  return absl::StrCat(rule.on_by_default ? "" : ", disabled by default",
                      rule.is_preview ? ", preview" : "");
}

std::vector<std::string> VisibleLines(absl::string_view example) {
  std::vector<std::string> lines;
  for (const absl::string_view line : absl::StrSplit(example, '\n')) {
    AppendVisibleSource(line, lines.emplace_back());
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

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
