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
#include "schema/fields/field_table.h"
#include "schema/json/escape.h"
#include "schema/protobuf/proto_files.h"
#include "schema/read/read.h"
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

// What a claim is about: its own message and field; for a claim on any those of the bad example.
struct Subject {
  const Message* message = nullptr;
  const Field* field = nullptr;
};

Subject SubjectOf(const Claim& claim, absl::Span<const Issue> of_example) {
  for (const Message* const message : AllMessages()) {
    if (message->name == claim.message && !claim.field.empty()) {
      return {message, FindField(*message, claim.field)};
    }
  }
  for (const Issue& issue : of_example) {
    if (issue.kind == claim.kind) return {issue.message, issue.field};
  }
  return {};
}

// Adds a cell unless the same was said already.
void AddClient(const ClientEffect& client, std::vector<ClientEffect>& clients) {
  const bool is_known = std::any_of(clients.begin(), clients.end(), [&](const ClientEffect& other) {
    return other.target == client.target && other.effect == client.effect &&
           other.evidence == client.evidence;
  });
  const bool is_read = client.effect != Effect::kUnknown || !client.evidence.empty();
  if (is_read && !is_known) clients.push_back(client);
}

std::vector<ClientEffect> ClientsOf(const Rule& rule, absl::Span<const Issue> of_example) {
  std::vector<ClientEffect> clients;
  for (const KnownTarget& target : KnownTargets()) {
    const ProfileAt profile(target.profile());
    for (const Claim& claim : rule.claims) {
      const Subject subject = SubjectOf(claim, of_example);
      const Trait<Effect> trait = profile.TraitOf(claim.kind, subject.message, subject.field);
      AddClient({target.name, trait.value, trait.evidence}, clients);
    }
    if (rule.check == nullptr) continue;
    const Cell cell = CellOf(rule, profile);
    AddClient({target.name, cell.effect, cell.evidence}, clients);
  }
  return clients;
}

// The name of the bad example as a file.
absl::string_view FileOf(DocumentKind kind) {
  return kind == DocumentKind::kTxt ? "bad.txt" : "bad.json";
}

// Whom the output on an example is for: the default targets, or those of the rule if it is about
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

// The bad example of a rule, to be checked.
struct BadExample {
  const Rule& rule;
  const RuleSet& rules;
  const Document& document;
  const Api* api;
};

// True if `target` meets the rule in its own example. A client that reads the place otherwise may
// take no notice, or object to something else, which is another rule's.
bool Meets(const KnownTarget& target, const BadExample& example) {
  const Report report =
      Validate(example.document, {MakeTarget(target)}, example.rules, example.api);
  return std::any_of(
      report.diagnostics.begin(), report.diagnostics.end(),
      [&](const Diagnostic& diagnostic) { return diagnostic.rule == example.rule.id; });
}

// Leaves out what is told of clients that do not meet the rule, unless it is that they take it.
void KeepWhatIsMet(const BadExample& example, std::vector<ClientEffect>& clients) {
  for (const KnownTarget& target : KnownTargets()) {
    if (Meets(target, example)) continue;
    const auto is_of_target = [&](const ClientEffect& client) {
      return client.target == target.name && client.effect != Effect::kAccepts;
    };
    clients.erase(std::remove_if(clients.begin(), clients.end(), is_of_target), clients.end());
  }
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
  const Target target = ParseTargets(rule.targets)->front();
  entry.clients = ClientsOf(rule, Read(document, {*target.profile, target.policies}).issues);
  KeepWhatIsMet({rule, rules, document, api.get()}, entry.clients);
  entry.output = OutputOf(rule, report);
  return entry;
}

// False for one about project files or DNS records.
bool IsAboutConfigs(const Rule& rule) { return rule.check != nullptr || !rule.claims.empty(); }

// What the row says of each client, of one about DNS records.
std::vector<ClientEffect> ClientsOfRow(const Rule& rule) {
  std::vector<ClientEffect> clients;
  for (const KnownTarget& target : KnownTargets()) {
    const Cell cell = CellOf(rule.verdicts, target.profile().implementation);
    AddClient({target.name, cell.effect, cell.evidence}, clients);
  }
  return clients;
}

RuleEntry MakeEntry(const RuleSet& rules, const RuleFamily& family, const Rule& rule,
                    Detail detail = Detail::kAll) {
  if (!IsAboutConfigs(rule)) return {&family, &rule, rule.advice, ClientsOfRow(rule)};
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
    words.emplace_back("Reported once for a whole config, however many places have it.");
  if (!rule.on_by_default) {
    words.emplace_back("It is off by default: `--only` and `--severity` turn it on.");
  }
  if (rule.is_preview) words.emplace_back("It is a preview: what it finds may still change.");
  return absl::StrJoin(words, " ");
}

std::string StageWords(const Rule& rule) {
  return absl::StrCat(rule.on_by_default ? "" : ", off by default",
                      rule.is_preview ? ", preview" : "");
}

std::vector<absl::string_view> AcceptingClients(absl::Span<const ClientEffect> clients) {
  std::vector<absl::string_view> accepting;
  for (const ClientEffect& client : clients) {
    const bool is_listed = absl::c_linear_search(accepting, client.target);
    if (client.effect == Effect::kAccepts && !is_listed) accepting.push_back(client.target);
  }
  return accepting;
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
