#include "tools/docgen/compat_probe.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "schema/read/read.h"
#include "tools/docgen/compat_evidence.h"
#include "tools/docgen/rule_example.h"
#include "tools/docgen/target_page.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

// A rule, and texts that break it: an example, and the same beside an empty `methodConfig`, without
// which Go looks at nothing else.
struct Example {
  const Rule& rule;
  const RuleSet& rules;
  absl::string_view targets;  // that object to it
  std::vector<std::string> texts;
  const Api* api;  // of the rule's own services
};

Example MakeExample(const RuleSet& rules, const Rule& rule, const Case& shown, const Api* api) {
  const std::string text = shown.text.Text();
  Example example = {rule, rules, shown.targets, {text}, api};
  const Document document = ParseDocument(text, rule.kind);
  const bool is_object = rule.kind == DocumentKind::kConfig && document.tree.issues().empty() &&
                         absl::StartsWith(text, "{\"");
  bool has_methods = false;
  if (is_object) {
    document.tree.ForEachMember(JsonTree::kRoot, [&](const JsonMember& member) {
      has_methods = has_methods || document.tree.Text(member.key) == "methodConfig";
    });
  }
  if (is_object && !has_methods) {
    example.texts.push_back(absl::StrCat("{\"methodConfig\": [], ", text.substr(1)));
  }
  return example;
}

// The worst that the report says of `rule`; nothing if it says nothing.
std::optional<Effect> WorstOfRule(const Report& report, absl::string_view rule) {
  std::optional<Effect> worst;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.rule != rule) continue;
    worst = worst.value_or(Effect::kAccepts);
    for (const TargetEffect& each : diagnostic.effects) worst = std::max(*worst, each.effect);
  }
  return worst;
}

// The worst that the report says of rules that the mended example breaks no more.
Effect WorstOfOthers(const Report& report, const Report& of_good) {
  Effect worst = Effect::kAccepts;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (WorstOfRule(of_good, diagnostic.rule)) continue;
    worst = std::max(worst, WorstOfRule(report, diagnostic.rule).value_or(worst));
  }
  return worst;
}

// The client has no use even for what is right by the rule.
bool IsRejected(const Report& report) { return report.verdicts.front() == Verdict::kRejects; }

// Where it was read that the target's effect on the document is `effect`.
absl::string_view EvidenceOf(const Example& example, const Document& document, const Target& target,
                             Effect effect) {
  const Reading reading = Read(document, {*target.profile, target.policies});
  absl::string_view evidence;
  for (const Issue& issue : reading.issues) {
    if (issue.effect != effect) continue;
    if (example.rules.Find(issue) == &example.rule) {
      return EvidenceOn(*target.profile, issue);
    }
    if (evidence.empty()) evidence = EvidenceOn(*target.profile, issue);
  }
  const Cell cell = CellOf(example.rule, *target.profile);
  return cell.effect == effect && !cell.evidence.empty() ? cell.evidence : evidence;
}

// The same where it is the effect of another rule, by whose row it is known.
absl::string_view EvidenceOfOthers(const RuleSet& rules, const Report& report, const Target& target,
                                   Effect effect) {
  for (const RuleSet::Check& check : rules.checks()) {
    const Cell cell = CellOf(*check.rule, *target.profile);
    if (cell.effect == effect && WorstOfRule(report, check.rule->id) == effect)
      return cell.evidence;
  }
  return {};
}

// `/methodConfig/0/timeout` -> `methodConfig[].timeout`.
std::string PathOfPointer(absl::string_view pointer) {
  std::string path;
  for (const absl::string_view part : absl::StrSplit(absl::StripPrefix(pointer, "/"), '/')) {
    const bool is_index = !part.empty() && std::all_of(part.begin(), part.end(), [](char c) {
      return absl::ascii_isdigit(static_cast<unsigned char>(c));
    });
    absl::StrAppend(&path, is_index ? "[]" : path.empty() ? "" : ".", is_index ? "" : part);
  }
  return path;
}

// True if `path` is that of the field, or of something in it.
bool IsWithin(absl::string_view path, absl::string_view field) {
  return absl::ConsumePrefix(&path, field) &&
         (path.empty() || path.front() == '.' || path.front() == '[');
}

// True if all that the rule claims is how a text or a key is spelled.
bool IsOnText(const Rule& rule) {
  return !rule.claims.empty() &&
         std::all_of(rule.claims.begin(), rule.claims.end(), [](const Claim& claim) {
           const About about = TraitsOf(claim.kind).about;
           return about == About::kText || about == About::kParser || about == About::kKey;
         });
}

// True if the client never meets what the example is about: it reads no JSON, or no choices.
bool NeverReads(const Rule& rule, const Target& target) {
  // grpc-dotnet has classes, and no loader that fills them.
  if (target.profile->implementation() == Implementation::kDotnet && IsOnText(rule)) return true;
  return !Meets(*target.profile, rule.kind);
}

// True if the client has no field, or no LB policy, that the example is about.
bool Lacks(const Example& example, const Document& document, const Target& target) {
  const Reading reading = Read(document, {*target.profile, target.policies});
  const bool has_policy =
      std::none_of(reading.issues.begin(), reading.issues.end(),
                   [](const Issue& issue) { return issue.kind == IssueKind::kNoSupportedPolicy; });
  if (!has_policy) return true;
  const Report own = Validate(document, *ParseTargets(example.targets), example.rules, example.api);
  const auto found =
      std::find_if(own.diagnostics.begin(), own.diagnostics.end(),
                   [&](const Diagnostic& each) { return each.rule == example.rule.id; });
  if (found == own.diagnostics.end()) return false;
  const std::string path = PathOfPointer(found->pointer);
  const std::vector<FieldEntry> fields = FieldsOf(*target.profile);
  return std::any_of(fields.begin(), fields.end(), [&](const FieldEntry& entry) {
    const bool is_lacked = entry.use == Use::kUnknown;
    return is_lacked && IsWithin(path, entry.path);
  });
}

// Where it was read that the client does not mind what the rule finds.
absl::string_view EvidenceOfAccepting(const Example& example, const Document& document,
                                      const Target& target) {
  const Target own = ParseTargets(example.targets)->front();
  const Reading reading = Read(document, {*own.profile, own.policies});
  for (const Issue& issue : reading.issues) {
    if (example.rules.Find(issue) == &example.rule) return EvidenceOn(*target.profile, issue);
  }
  return CellOf(example.rule, *target.profile).evidence;
}

ClientAnswer AskOn(const Example& example, absl::string_view text, Target target) {
  const Document document = ParseDocument(text, example.rule.kind);
  Report report = Validate(document, {target}, example.rules, example.api);
  if (!WorstOfRule(report, example.rule.id)) {
    target.policies = target.profile->all_policies;
    report = Validate(document, {target}, example.rules, example.api);
  }
  ClientAnswer answer;
  answer.has_field = !NeverReads(example.rule, target);
  if (!answer.has_field) return answer;
  const std::optional<Effect> own = WorstOfRule(report, example.rule.id);
  const Report of_good = Validate(ParseDocument(example.rule.good.Text(), example.rule.kind),
                                  {target}, example.rules, example.api);
  answer.tells = own || !IsRejected(of_good);
  answer.has_field = own || (answer.tells && !Lacks(example, document, target));
  if (!answer.has_field) return answer;
  answer.effect = own.value_or(WorstOfOthers(report, of_good));
  answer.evidence = answer.effect == Effect::kAccepts
                        ? EvidenceOfAccepting(example, document, target)
                        : EvidenceOf(example, document, target, answer.effect);
  if (answer.evidence.empty()) {
    answer.evidence = EvidenceOfOthers(example.rules, report, target, answer.effect);
  }
  return answer;
}

ClientAnswer Ask(const Example& example, const Target& target) {
  ClientAnswer worst = AskOn(example, example.texts.front(), target);
  for (size_t i = 1; i < example.texts.size(); ++i) {
    const ClientAnswer answer = AskOn(example, example.texts[i], target);
    if (answer.effect > worst.effect) worst = answer;
  }
  return worst;
}

// A client at every release that is worth asking for.
std::vector<Target> ReleasesToAsk(const KnownTarget& known, const RuleSet& rules) {
  std::vector<Target> targets = {MakeTarget(known, known.profile().oldest)};
  const TargetEntry entry = MakeTargetEntry(targets.front(), rules);
  for (const Release& release : ReleasesOfChange(entry)) {
    targets.push_back(MakeTarget(known, release));
  }
  return targets;
}

ClientHistory HistoryOf(const Example& example, absl::Span<const Target> releases) {
  ClientHistory history;
  for (const Target& target : releases) {
    ClientAnswer answer = Ask(example, target);
    if (!answer.tells && &target != &releases.back()) continue;
    if (!history.empty()) {
      if (history.back().SameAs(answer)) continue;
      answer.since = target.profile->release();
    }
    history.push_back(answer);
  }
  return history;
}

// True if a client minds what the rule finds; advice, which none minds, divides no clients.
bool IsMinded(const CompatRow& row) {
  return std::any_of(row.clients.begin(), row.clients.end(), [](const ClientHistory& history) {
    return std::any_of(history.begin(), history.end(), [](const ClientAnswer& answer) {
      return answer.effect != Effect::kAccepts && answer.effect != Effect::kUnknown;
    });
  });
}

}  // namespace

bool ClientsDiffer(const CompatRow& row) {
  if (!IsMinded(row)) return false;
  const ClientAnswer* first = nullptr;
  for (const ClientHistory& history : row.clients) {
    if (history.size() > 1) return true;
    const ClientAnswer& now = history.back();
    if (now.effect == Effect::kUnknown || !now.has_field) continue;
    if (first != nullptr && !first->SameAs(now)) return true;
    first = &now;
  }
  return false;
}

std::vector<CompatRow> CompatTable(const RuleSet& rules) {
  std::vector<std::vector<Target>> releases;
  for (const KnownTarget& known : KnownTargets()) releases.push_back(ReleasesToAsk(known, rules));
  std::vector<CompatRow> rows;
  for (const RuleFamily& family : rules.families()) {
    for (const Rule& rule : family.rules) {
      const Case bad = {.what = {}, .text = rule.bad, .targets = rule.targets};
      const absl::Span<const Case> only = {&bad, 1};
      const std::unique_ptr<const Api> api = ApiOf(rule);
      for (const Case& shown : rule.cases.empty() ? only : rule.cases) {
        const Example example = MakeExample(rules, rule, shown, api.get());
        CompatRow& row = rows.emplace_back(CompatRow{&rule, shown.what});
        for (const std::vector<Target>& of_client : releases) {
          row.clients.push_back(HistoryOf(example, of_client));
        }
      }
    }
  }
  return rows;
}

}  // namespace grpcfg
