#include "dns/text_size.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "dns/message_size.h"
#include "dns/zone_rules.h"

namespace grpcfg {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// The bytes of the string that `text` begins with, quotes and all.
size_t StringSize(absl::string_view text) {
  size_t at = 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

// The bytes of `text` but for blanks outside of strings.
size_t SizeWithoutBlanks(absl::string_view text) {
  size_t size = text.size();
  while (!text.empty()) {
    const size_t outside = std::min(text.find('"'), text.size());
    const absl::string_view between = text.substr(0, outside);
    size -= static_cast<size_t>(std::count_if(between.begin(), between.end(), IsBlank));
    text.remove_prefix(outside);
    if (!text.empty()) text.remove_prefix(StringSize(text));
  }
  return size;
}

// The most that one record holds: of 256 strings all but the last are full.
constexpr size_t kMostTextOctets = kMostRdataOctets - (kMostRdataOctets + 1) / 256;
static_assert(kMostTextOctets == 65279);

}  // namespace

size_t TxtOctets(const Document& document) {
  const absl::string_view text = document.tree.text();
  if (document.kind == DocumentKind::kTxt) return text.size();
  return kTxtAttribute.size() + SizeWithoutBlanks(text);
}

void CheckTextSize(const Document& document, const CheckPlan& plan, Report& report) {
  if (document.kind == DocumentKind::kConfig) return;
  if (document.tree.text().size() + kTxtAttribute.size() <= kMostTextOctets) return;
  const size_t octets = TxtOctets(document);
  const Rule& rule = DnsRuleOf("dns-not-deliverable");
  if (octets <= kMostTextOctets || !plan.rules.selection().IsOn(rule)) return;
  Diagnostic found = {
      .rule = rule.id,
      .severity = plan.rules.selection().SeverityOf(rule, rule.advice),
      .message = absl::StrCat("as a TXT record this has ", octets,
                              " octets of text; a record holds at most ", kMostTextOctets),
      .primary = {OpeningBracket(document.tree.span(JsonTree::kRoot)), {}},
      .help = {"serve a smaller config by DNS, or give it to the clients in another way"}};
  for (size_t target = 0; target < plan.targets.size(); ++target) {
    const Effect effect = CellOf(rule, *plan.targets[target].profile).effect;
    if (effect == Effect::kAccepts) continue;
    found.effects.push_back({target, effect});
    report.verdicts[target] = std::max(report.verdicts[target], Verdict::kIgnores);
  }
  ++report.counts[static_cast<size_t>(found.severity)];
  const auto after = std::find_if(
      report.diagnostics.begin(), report.diagnostics.end(),
      [&](const Diagnostic& other) { return other.primary.span.begin > found.primary.span.begin; });
  report.diagnostics.insert(after, std::move(found));
}

}  // namespace grpcfg
