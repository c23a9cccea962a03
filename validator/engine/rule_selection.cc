#include "validator/engine/rule_selection.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "absl/container/btree_set.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "validator/engine/nearest_names.h"
#include "validator/engine/rule.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kSeverityChoices[] = {"error", "warning", "note", "off"};

using Rules = std::vector<const Rule*>;

// `retry-*` and `retry-max-*` of `retry-max-attempts`.
void AddFamilies(absl::string_view id, absl::btree_set<std::string>& families) {
  for (size_t at = id.find('-'); at != absl::string_view::npos; at = id.find('-', at + 1)) {
    families.insert(absl::StrCat(id.substr(0, at + 1), "*"));
  }
}

absl::Status NoSuchFamily(absl::string_view family, const RuleSet& rules) {
  absl::btree_set<std::string> families;
  rules.ForEach([&](const Rule& rule) { AddFamilies(rule.id, families); });
  const std::vector<absl::string_view> names(families.begin(), families.end());
  return absl::InvalidArgumentError(
      NotAmong(family, "the beginning of any rule", names, "`grpcfg rules` lists all"));
}

// The rules that `pattern` names.
absl::StatusOr<Rules> FindRules(absl::string_view pattern, const RuleSet& rules) {
  absl::string_view prefix = pattern;
  const bool is_family = absl::ConsumeSuffix(&prefix, "*");
  Rules found;
  rules.ForEach([&](const Rule& rule) {
    const bool is_named = is_family ? absl::StartsWith(rule.id, prefix) : rule.id == pattern;
    if (is_named) found.push_back(&rule);
  });
  if (!found.empty()) return found;
  if (is_family) return NoSuchFamily(pattern, rules);
  return absl::InvalidArgumentError(
      NotAmong(pattern, "a rule", rules.Ids(), "`grpcfg rules` lists all"));
}

// The rules of lists with commas.
absl::StatusOr<Rules> FindListed(absl::Span<const std::string> lists, const RuleSet& rules) {
  Rules listed;
  for (const std::string& list : lists) {
    for (const absl::string_view part : absl::StrSplit(list, ',')) {
      absl::StatusOr<Rules> found = FindRules(absl::StripAsciiWhitespace(part), rules);
      if (!found.ok()) return found.status();
      listed.insert(listed.end(), found->begin(), found->end());
    }
  }
  return listed;
}

struct SeverityChoice {
  Rules rules;
  bool is_family;
  std::optional<Severity> severity;  // none: off
};

absl::StatusOr<SeverityChoice> ParseSeverity(absl::string_view text, const RuleSet& rules) {
  const size_t equals = text.find('=');
  if (equals == absl::string_view::npos) {
    return absl::InvalidArgumentError(absl::StrCat("`", text, "` has no severity; write `", text,
                                                   "=warning`, or error, note, off"));
  }
  absl::StatusOr<Rules> found = FindRules(text.substr(0, equals), rules);
  if (!found.ok()) return found.status();
  const absl::string_view word = text.substr(equals + 1);
  const auto* const choice =
      std::find(std::begin(kSeverityChoices), std::end(kSeverityChoices), word);
  if (choice == std::end(kSeverityChoices)) {
    return absl::InvalidArgumentError(NotAmong(word, "a severity", kSeverityChoices));
  }
  SeverityChoice parsed = {*std::move(found), absl::StrContains(text.substr(0, equals), '*'), {}};
  for (const Severity severity : {Severity::kNote, Severity::kWarning, Severity::kError}) {
    if (SeverityName(severity) == word) parsed.severity = severity;
  }
  return parsed;
}

void Apply(const SeverityChoice& choice, bool has_only, RuleSelection& selection) {
  for (const Rule* const rule : choice.rules) {
    if (choice.severity) selection.SetSeverity(*rule, *choice.severity);
    const bool turns_on = choice.severity && !choice.is_family && !has_only;
    if (turns_on || !choice.severity) selection.Turn(*rule, turns_on);
    if (choice.severity && !choice.is_family) selection.Request(*rule);
  }
}

}  // namespace

bool RuleSelection::IsOn(const Rule& rule) const {
  if (choices_.empty()) return rule.on_by_default;
  const auto choice = choices_.find(&rule);
  return choice == choices_.end() ? rule.on_by_default
                                  : choice->second.is_on.value_or(rule.on_by_default);
}

bool RuleSelection::IsTurnedOff(const Rule& rule) const {
  const auto choice = choices_.find(&rule);
  return choice != choices_.end() && choice->second.is_on == false;
}

Severity RuleSelection::SeverityOf(const Rule& rule, Severity usual) const {
  const auto choice = choices_.find(&rule);
  return choice == choices_.end() ? usual : choice->second.severity.value_or(usual);
}

bool RuleSelection::IsRequested(const Rule& rule) const {
  const auto choice = choices_.find(&rule);
  return choice != choices_.end() && choice->second.is_requested;
}

absl::StatusOr<RuleSelection> SelectRules(const RuleChoices& choices, const RuleSet& rules,
                                          RuleSelection selection) {
  const absl::StatusOr<Rules> only = FindListed(choices.only, rules);
  if (!only.ok()) return only.status();
  const bool has_only = !choices.only.empty();
  if (has_only) rules.ForEach([&](const Rule& rule) { selection.Turn(rule, false); });
  for (const Rule* const rule : *only) {
    selection.Turn(*rule, true);
    selection.Request(*rule);
  }
  for (const std::string& text : choices.severities) {
    const absl::StatusOr<SeverityChoice> choice = ParseSeverity(text, rules);
    if (!choice.ok()) return choice.status();
    Apply(*choice, has_only, selection);
  }
  const absl::StatusOr<Rules> disabled = FindListed(choices.disabled, rules);
  if (!disabled.ok()) return disabled.status();
  for (const Rule* const rule : *disabled) selection.Turn(*rule, false);
  return selection;
}

RuleSelection SelectEveryRule(const RuleSet& rules) {
  RuleSelection selection;
  rules.ForEach([&](const Rule& rule) { selection.Turn(rule, true); });
  return selection;
}

RuleSelection SelectOnly(const Rule& only, const RuleSet& rules) {
  RuleSelection selection;
  rules.ForEach([&](const Rule& rule) { selection.Turn(rule, &rule == &only); });
  return selection;
}

}  // namespace grpcfg
