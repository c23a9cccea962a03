#include "validator/project/value_check.h"

#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tools/workspace/glob.h"
#include "validator/engine/nearest_names.h"
#include "validator/engine/rule_selection.h"
#include "validator/engine/target.h"
#include "validator/project/date.h"
#include "validator/project/project_rules.h"
#include "validator/project/suppressions.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kFailOnWords[] = {"error", "warning", "note", "never"};

absl::Status CheckFailOn(absl::string_view text) {
  for (const absl::string_view word : kFailOnWords) {
    if (word == text) return absl::OkStatus();
  }
  return absl::InvalidArgumentError(NotAmong(text, "a value of `failOn`", kFailOnWords));
}

absl::Status CheckPolicies(absl::string_view text) {
  std::vector<Target> none;
  return LinkPolicies(text, none);
}

absl::Status CheckPointer(absl::string_view text) {
  if (text.empty() || absl::StartsWith(text, "/") || absl::StartsWith(text, "**")) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("`", text, "` is not a JSON pointer; it begins with a slash: `/", text, "`"));
}

// What ParseGlob takes although no path is like it.
absl::Status CheckGlob(absl::string_view glob) {
  const absl::string_view rest = absl::StripPrefix(glob, "!");
  const std::vector<absl::string_view> parts = absl::StrSplit(rest, '/');
  if (absl::c_linear_search(parts, "..")) {
    return absl::InvalidArgumentError(
        absl::StrCat("`", glob,
                     "` matches nothing: globs are about what is below the directory of "
                     "this file; put a project file above both"));
  }
  std::vector<absl::string_view> kept;
  for (size_t i = 0; i < parts.size(); ++i) {
    const bool is_end = i == 0 || i + 1 == parts.size();  // of `/a`, `a/`
    if (parts[i] != "." && (is_end || !parts[i].empty())) kept.push_back(parts[i]);
  }
  if (kept.size() == parts.size()) return ParseGlob(glob).status();
  const std::string intended = absl::StrJoin(kept, "/");
  return absl::InvalidArgumentError(
      absl::StrCat("`", glob, "` matches nothing: a path has no `.` and no `//` in it; write `",
                   intended.empty() ? "*" : intended, "`"));
}

// One that stands alone.
absl::Status CheckOnlyGlob(absl::string_view glob) {
  if (!absl::StartsWith(glob, "!")) return CheckGlob(glob);
  return absl::InvalidArgumentError(absl::StrCat(
      "`", glob, "` matches nothing: there is no glob before it that it takes something from"));
}

absl::Status CheckDate(absl::string_view text) {
  if (Date::Parse(text)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("`", text, "` is not a date; write it as `2027-01-31`"));
}

// Suppressions are about configs.
absl::Status CheckSuppressedRule(absl::string_view text, const RuleSet& rules) {
  absl::Status known = SelectRules({.disabled = {std::string(text)}}, rules).status();
  if (!known.ok()) return known;
  bool is_of_configs = false;
  rules.ForEach([&](const Rule& rule) {
    is_of_configs |= !IsProjectRule(rule.id) && NamesRule(text, rule.id);
  });
  if (is_of_configs) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("`", text,
                   "` is about the project file and its baseline, and suppressions are about "
                   "configs; set its level in `severity`"));
}

}  // namespace

absl::Status CheckValue(ProjectType type, absl::string_view text, const RuleSet& rules) {
  const bool may_be_empty = type == ProjectType::kPointer;
  if (!may_be_empty && absl::StripAsciiWhitespace(text).empty()) {
    return absl::InvalidArgumentError("an empty text says nothing");
  }
  switch (type) {
    case ProjectType::kTargets:
      return ParseTargets(text).status();
    case ProjectType::kPolicies:
      return CheckPolicies(text);
    case ProjectType::kRule:
      return CheckSuppressedRule(text, rules);
    case ProjectType::kRules:
      return SelectRules({.disabled = {std::string(text)}}, rules).status();
    case ProjectType::kFailOn:
      return CheckFailOn(text);
    case ProjectType::kGlob:
      return CheckOnlyGlob(text);
    case ProjectType::kGlobs:
      return CheckGlob(text);
    case ProjectType::kPointer:
      return CheckPointer(text);
    case ProjectType::kDate:
      return CheckDate(text);
    default:
      return absl::OkStatus();
  }
}

absl::Status CheckSeverity(absl::string_view text, const RuleSet& rules) {
  return SelectRules({.severities = {std::string(text)}}, rules).status();
}

}  // namespace grpcfg
