#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "pages/profile_words.h"
#include "pages/rule_page.h"
#include "validator/effect_summary.h"
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
  size_t width = 0;
  for (const ClientEffect& client : clients) width = std::max(width, client.target.size() + 2);
  absl::StrAppend(&out, "\nWhat each client does with it:\n");
  for (const ClientEffect& client : clients) {
    out.append(kIndent, ' ');
    AppendPadded(client.target, width, out);
    absl::StrAppend(&out, EffectName(client.effect), ": ", Describe(client.effect), "\n");
    AppendWrapped(absl::StrCat("[", client.evidence, "]"), kIndent + width, out);
  }
}

void AppendExample(absl::string_view title, absl::string_view example, std::string& out) {
  absl::StrAppend(&out, "\n", title, "\n");
  const std::vector<std::string> lines = VisibleLines(example);
  if (lines.empty()) AppendIndented("(nothing but an empty line)", out);
  for (const std::string& line : lines) AppendIndented(line, out);
}

void AppendEntry(const RuleEntry& entry, std::string& out) {
  const Rule& rule = *entry.rule;
  absl::StrAppend(&out, rule.id, " (", SeverityName(entry.severity), ")\n");
  AppendWrapped(rule.summary, kIndent, out);
  out.push_back('\n');
  AppendWrapped(rule.rationale, kIndent, out);
  if (!HowOften(rule).empty()) AppendWrapped(HowOften(rule), kIndent, out);
  AppendClients(entry.clients, out);
  if (!rule.proto.empty()) AppendExample("With `api.proto`:", rule.proto, out);
  AppendExample("Wrong:", rule.bad, out);
  absl::StrAppend(&out, "\nWhat `", CommandOf(rule), "` says of it:\n");
  for (const absl::string_view line : absl::StrSplit(entry.output, '\n')) {
    if (!line.empty()) AppendIndented(line, out);
  }
  AppendExample("Right:", rule.good, out);
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
    absl::StrAppend(&out, entry.rule->summary, "\n");
  }
  return out;
}

std::string EntriesAsText(absl::Span<const RuleEntry> entries) {
  std::string out;
  for (const RuleEntry& entry : entries) {
    if (!out.empty()) absl::StrAppend(&out, "\n\n");
    AppendEntry(entry, out);
  }
  return out;
}

}  // namespace grpcfg
