#include "validator/report/suggested_fix.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/container/btree_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "validator/validate.h"

namespace grpcfg {
namespace {

// Every trial is another check of the whole text.
constexpr size_t kMostTrials = 100;
constexpr size_t kLongestText = size_t{64} << 10;

// What a fix leaves behind may need a fix of its own: a duration in seconds, and then, for Node,
// with all its decimals.
constexpr int kMostSteps = 3;

// A text after a fix, and the bytes that the fix put there.
struct Fixed {
  std::string text;
  Span changed;
};

Fixed Apply(const Fix& fix, absl::string_view text) {
  std::vector<TextEdit> edits = fix.edits;
  std::stable_sort(edits.begin(), edits.end(), [](const TextEdit& a, const TextEdit& b) {
    return a.span.begin < b.span.begin;
  });
  Fixed fixed;
  uint32_t at = 0;
  for (const TextEdit& edit : edits) {
    absl::StrAppend(&fixed.text, text.substr(at, edit.span.begin - at));
    if (&edit == &edits.front()) fixed.changed.begin = static_cast<uint32_t>(fixed.text.size());
    absl::StrAppend(&fixed.text, edit.text);
    fixed.changed.end = static_cast<uint32_t>(fixed.text.size());
    at = edit.span.end;
  }
  absl::StrAppend(&fixed.text, text.substr(at));
  return fixed;
}

// True of what most good configs have, so that no other value would do.
bool IsCommon(absl::string_view id, const RuleSet& rules) {
  return std::any_of(rules.checks().begin(), rules.checks().end(),
                     [&](const Rule* rule) { return rule->id == id && rule->is_common; });
}

// What the first finding on the changed bytes is, if any target minds them.
const Diagnostic* FindMinded(const Report& report, Span changed, const RuleSet& rules) {
  const auto found = std::find_if(
      report.diagnostics.begin(), report.diagnostics.end(), [&](const Diagnostic& diagnostic) {
        const Span span = diagnostic.primary.span;
        const bool is_there = span.begin < changed.end && changed.begin < span.end;
        return is_there && !diagnostic.effects.empty() && !IsCommon(diagnostic.rule, rules);
      });
  return found == report.diagnostics.end() ? nullptr : &*found;
}

// Those that are not listed too: where there are many, one less leaves the list as long.
size_t CountOf(const Report& report, const RuleSet& rules) {
  const auto common =
      std::count_if(report.diagnostics.begin(), report.diagnostics.end(),
                    [&](const Diagnostic& diagnostic) { return IsCommon(diagnostic.rule, rules); });
  return report.counts[0] + report.counts[1] + report.counts[2] - static_cast<size_t>(common);
}

// A single line that is short enough to be shown.
bool IsShort(absl::string_view text) {
  return !text.empty() && text.size() <= 60 && text.find('\n') == absl::string_view::npos;
}

// What a fix brings into effect may be what a client refuses.
bool IsWorseForOne(const Report& fixed, const Report& before) {
  for (size_t i = 0; i < before.verdicts.size(); ++i) {
    if (fixed.verdicts[i] > before.verdicts[i]) return true;
  }
  return false;
}

// The fix that all targets take as it stands, in words; nothing if that was not found.
std::optional<std::string> TryFixes(const Document& document, const Report& report,
                                    const Diagnostic& diagnostic, const CheckedFor& checked_for) {
  Fixed fixed = {std::string(document.tree.text()), {}};
  Report of_fixed;
  const Diagnostic* next = &diagnostic;
  for (int step = 0; step < kMostSteps && !next->fixes.empty(); ++step) {
    const Fix fix = next->fixes.front();
    fixed = Apply(fix, fixed.text);
    of_fixed = Validate(ParseDocument(fixed.text, document.kind), checked_for.targets,
                        checked_for.rules, checked_for.api);
    next = FindMinded(of_fixed, fixed.changed, checked_for.rules);
    if (next != nullptr) continue;
    const RuleSet& rules = checked_for.rules;
    const bool is_less = CountOf(of_fixed, rules) < CountOf(report, rules);
    if (!is_less || IsWorseForOne(of_fixed, report)) return std::nullopt;
    const absl::string_view written = Slice(fixed.text, fixed.changed);
    const bool is_new = step > 0 && fix.edits.size() == 1 && IsShort(written);
    return is_new ? absl::StrCat("write `", written, "`") : fix.title;
  }
  return std::nullopt;
}

SuggestedFix Untried(const Diagnostic& diagnostic) {
  if (!diagnostic.help.empty()) return {absl::StrJoin(diagnostic.help, "; ")};
  return {diagnostic.fixes.empty() ? "" : diagnostic.fixes.front().title};
}

// What two findings have in common that one remedy is for.
using Likeness = std::tuple<absl::string_view, absl::string_view, absl::string_view>;

Likeness LikenessOf(const Diagnostic& diagnostic) {
  const absl::string_view title =
      diagnostic.fixes.empty() ? absl::string_view() : diagnostic.fixes.front().title;
  return {diagnostic.rule, diagnostic.message, title};
}

}  // namespace

std::vector<SuggestedFix> SuggestFixes(const Document& document, const Report& report,
                                       const CheckedFor& checked_for) {
  std::vector<SuggestedFix> remedies;
  absl::btree_map<Likeness, std::string> words_of;
  const bool is_long = document.tree.text().size() > kLongestText;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    SuggestedFix& remedy = remedies.emplace_back(Untried(diagnostic));
    if (is_long || remedies.size() > kMostTrials) {
      const auto like = words_of.find(LikenessOf(diagnostic));
      if (like != words_of.end()) remedy.words = like->second;
      continue;
    }
    std::optional<std::string> tried = TryFixes(document, report, diagnostic, checked_for);
    if (!tried) continue;
    words_of.try_emplace(LikenessOf(diagnostic), *tried);
    remedy = {*std::move(tried), true};
  }
  return remedies;
}

}  // namespace grpcfg
