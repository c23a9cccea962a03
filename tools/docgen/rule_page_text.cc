#include <algorithm>
#include <cstddef>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "tools/docgen/rule_page.h"
#include "tools/docgen/target_page.h"
#include "validator/engine/effect_summary.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

constexpr size_t kIndent = 2;

void AppendPadded(absl::string_view text, size_t width, std::string& out) {
  absl::StrAppend(&out, text, std::string(width - std::min(width, text.size()), ' '));
}

void AppendIndented(absl::string_view line, std::string& out) {
  if (!line.empty()) absl::StrAppend(&out, std::string(kIndent, ' '), line);
  out.push_back('\n');
}

void AppendClients(absl::Span<const ClientEffect> clients, std::string& out) {
  const std::vector<SharedLine> shared = SharedLinesOf(clients);
  size_t width = 0;
  for (const ClientEffect& client : clients) width = std::max(width, client.target.size() + 2);
  absl::StrAppend(&out, "\nWhat each client does with it:\n");
  for (const ClientEffect& client : clients) {
    if (IsShared(client)) continue;
    std::string words = absl::StrCat(EffectName(client.effect), ": ", EffectWords(client));
    if (!client.condition.empty()) words = absl::StrCat(client.condition, ": ", words);
    std::string lines;
    AppendWrapped(words, kIndent + width, lines);
    out.append(kIndent, ' ');
    AppendPadded(client.target, width, out);
    absl::StrAppend(&out, lines.substr(kIndent + width));
    if (client.evidence.empty()) continue;
    AppendWrapped(absl::StrCat("[", client.evidence, "]"), kIndent + width, out);
  }
  for (const SharedLine& line : shared) {
    AppendIndented(absl::StrCat(line.before_names, absl::StrJoin(line.targets, ", ")), out);
  }
}

void AppendExample(absl::string_view title, absl::string_view example, std::string& out) {
  absl::StrAppend(&out, "\n", title, "\n");
  const std::vector<std::string> lines = VisibleLines(example);
  if (lines.empty()) AppendIndented("(nothing but an empty line)", out);
  for (const std::string& line : lines) AppendIndented(line, out);
}

void AppendOutput(const RuleEntry& entry, std::string& out) {
  if (entry.output.empty()) return;
  absl::StrAppend(&out, "\nWhat `", CommandOf(*entry.rule), "` reports:\n");
  for (const absl::string_view line : absl::StrSplit(entry.output, '\n')) {
    if (!line.empty()) AppendIndented(line, out);
  }
}

void AppendEntry(const RuleEntry& entry, std::string& out) {
  const Rule& rule = *entry.rule;
  absl::StrAppend(&out, rule.id, " (", SeverityName(entry.severity), StageWords(rule), ")\n");
  AppendWrapped(rule.summary, kIndent, out);
  if (!rule.proto.empty()) AppendExample("With `api.proto`:", rule.proto, out);
  AppendExample("Example:", rule.bad.Text(), out);
  AppendOutput(entry, out);
  AppendExample("Instead:", rule.good.Text(), out);
  absl::StrAppend(&out, "\nWhy:\n");
  AppendWrapped(rule.rationale, kIndent, out);
  if (!HowOften(rule).empty()) AppendWrapped(HowOften(rule), kIndent, out);
  AppendClients(entry.clients, out);
}

}  // namespace

std::string ListAsText(absl::Span<const RuleEntry> entries) {
  constexpr size_t kSeverityWidth = 7;
  size_t width = 0;
  for (const RuleEntry& entry : entries) width = std::max(width, entry.rule->id.size());
  std::string out;
  const RuleFamily* family = nullptr;
  for (const RuleEntry& entry : entries) {
    if (entry.family != family) {
      absl::StrAppend(&out, family == nullptr ? "" : "\n", entry.family->title, "\n");
      family = entry.family;
    }
    out.append(kIndent, ' ');
    AppendPadded(entry.rule->id, width + 2, out);
    AppendPadded(SeverityName(entry.severity), kSeverityWidth + 2, out);
    const std::string stage = StageWords(*entry.rule);
    absl::StrAppend(&out, entry.rule->summary,
                    stage.empty() ? "" : absl::StrCat(" (", stage.substr(2), ")"), "\n");
  }
  return out;
}

std::string EntriesAsText(absl::Span<const RuleEntry> entries) {
  return absl::StrJoin(entries, "\n\n",
                       [](std::string* out, const RuleEntry& entry) { AppendEntry(entry, *out); });
}

}  // namespace grpcfg
