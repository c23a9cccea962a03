#include "project/value_check.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "project/date.h"
#include "validator/nearest_names.h"
#include "validator/rule_selection.h"
#include "validator/target.h"
#include "workspace/gitignore.h"

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

absl::Status CheckDate(absl::string_view text) {
  if (Date::Parse(text)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("`", text, "` is not a date; write it as `2027-01-31`"));
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
    case ProjectType::kRules:
      return SelectRules({.disabled = {std::string(text)}}, rules).status();
    case ProjectType::kFailOn:
      return CheckFailOn(text);
    case ProjectType::kGlob:
    case ProjectType::kGlobs:
      return ParseIgnorePattern(text).status();
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
