// Which rules are reported, and how gravely; verdicts are the same whatever was chosen.
#include "validator/engine/rule_selection.h"

#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;

const Rule& RuleOf(absl::string_view id) {
  const Rule* found = nullptr;
  AllRules().ForEach([&](const Rule& rule) { found = rule.id == id ? &rule : found; });
  return *found;
}

// A wrong duration, a policy without throttling whose `maxBackoff` no delay reaches, and a status
// that is retried in vain.
constexpr absl::string_view kConfig = R"({"methodConfig": [
  {"name": [{"service": "shop.Orders"}], "timeout": "5000ms"},
  {"name": [{"service": "shop.Carts"}], "retryPolicy": {
    "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "60s", "backoffMultiplier": 2,
    "retryableStatusCodes": ["UNAVAILABLE", "NOT_FOUND"]}}]})";

struct Row {
  RuleChoices choices;
  std::vector<std::string> reported;  // rule and severity, in the order of the text
};

const Row kRows[] = {
    {{}, {"duration-malformed error", "throttling-missing note", "retry-code-final warning"}},
    {{.only = {"duration-malformed"}}, {"duration-malformed error"}},
    {{.only = {"duration-malformed,retry-code-final"}},
     {"duration-malformed error", "retry-code-final warning"}},
    {{.only = {"duration-*", "retry-code-*"}},
     {"duration-malformed error", "retry-code-final warning"}},
    {{.only = {"retry-max-backoff-unreached"}}, {"retry-max-backoff-unreached note"}},
    {{.only = {"json-comment"}}, {}},
    {{.disabled = {"*"}}, {}},
    {{.disabled = {"retry-*, throttling-missing"}}, {"duration-malformed error"}},
    {{.only = {"duration-malformed"}, .disabled = {"duration-malformed"}}, {}},
    {{.disabled = {"throttling-*"}, .severities = {"duration-*=note", "retry-code-final=error"}},
     {"duration-malformed note", "retry-code-final error"}},
    {{.disabled = {"throttling-*"}, .severities = {"*=error", "retry-code-final=off"}},
     {"duration-malformed error"}},
    {{.only = {"retry-*"}, .severities = {"retry-*=warning", "duration-malformed=note"}},
     {"retry-max-backoff-unreached warning", "retry-code-final warning"}},
    {{.disabled = {"duration-*", "throttling-*"},
      .severities = {"retry-code-final=off", "retry-code-final=note",
                     "retry-max-backoff-unreached=error"}},
     {"retry-max-backoff-unreached error", "retry-code-final note"}},
};

Report CheckWith(const RuleChoices& choices) {
  const absl::StatusOr<RuleSelection> selection = SelectRules(choices, AllRules());
  EXPECT_TRUE(selection.ok()) << selection.status();
  return Validate(ParseDocumentByShape(kConfig), DefaultTargets(), AllRules().With(*selection));
}

TEST(RuleSelectionTest, ReportsEnabledRulesAtTheChosenSeverity) {
  const std::vector<Verdict> verdicts = CheckWith({}).verdicts;
  for (const Row& row : kRows) {
    const Report report = CheckWith(row.choices);
    std::vector<std::string> reported;
    for (const Diagnostic& found : report.diagnostics) {
      // Whether a service's methods may be retried is another test's.
      if (found.rule == "retry-safety-unknown" || found.rule == "retry-resource-exhausted")
        continue;
      reported.push_back(absl::StrCat(found.rule, " ", SeverityName(found.severity)));
    }
    EXPECT_THAT(reported, ElementsAreArray(row.reported));
    EXPECT_EQ(report.verdicts, verdicts);
    EXPECT_EQ(report.Count(Severity::kError) > 0,
              absl::c_any_of(row.reported, [](absl::string_view each) {
                return each.find(" error") != absl::string_view::npos;
              }));
  }
}

// What is counted only is counted as it would be reported.
TEST(RuleSelectionTest, WhatIsLeftOutOfAReportFollowsTheChoice) {
  std::string text = R"({"methodConfig": [{"name": [{}], "timeout": "1"})";
  for (int i = 1; i < 1234; ++i) absl::StrAppend(&text, R"(, {"timeout": "1"})");
  text += "]}";
  const auto check = [&](const RuleChoices& choices) {
    return Validate(ParseDocumentByShape(text), DefaultTargets(),
                    AllRules().With(*SelectRules(choices, AllRules())));
  };
  const RuleChoices as_note = {.only = {"duration-*"}, .severities = {"duration-malformed=note"}};
  EXPECT_EQ(check(as_note).Count(Severity::kNote), 1234U);
  EXPECT_EQ(check(as_note).Count(Severity::kError), 0U);
  const Report none = check({.disabled = {"*"}});
  EXPECT_EQ(none.Count(Severity::kError) + none.Count(Severity::kNote), 0U);
  EXPECT_TRUE(none.omissions.empty());
}

// The most specific finding at a place tells what the others would, but not if it is off itself.
TEST(RuleSelectionTest, WhatIsOffHidesNothingThatIsRefused) {
  struct Row {
    absl::string_view targets;
    RuleChoices choices;
    std::vector<std::string> rules;
  };
  const Row rows[] = {
      {"gapic", {}, {"config-without-effect"}},
      {"gapic", {.disabled = {"config-without-effect"}}, {"field-unknown"}},
      {"gapic,core", {.only = {"field-unknown"}}, {"field-unknown"}},
      {"core,gapic", {.only = {"field-unknown"}}, {"field-unknown"}},
      // No client rejects it: it stays reported, and off.
      {"core", {.disabled = {"config-without-effect"}}, {}},
  };
  for (const Row& row : rows) {
    const Report report =
        Validate(ParseDocumentByShape(R"({"retries": 3})"), *ParseTargets(row.targets),
                 AllRules().With(*SelectRules(row.choices, AllRules())));
    std::vector<std::string> rules;
    for (const Diagnostic& each : report.diagnostics) rules.emplace_back(each.rule);
    EXPECT_EQ(rules, row.rules) << row.targets;
    EXPECT_EQ(report.Count(Severity::kError), row.rules.size()) << row.targets;
  }
}

TEST(RuleSelectionTest, WithoutAChoiceTheRowsDecide) {
  const RuleSelection selection;
  EXPECT_TRUE(selection.IsOn(RuleOf("duration-malformed")));
  EXPECT_FALSE(selection.IsOn(RuleOf("retry-max-backoff-unreached")));
  AllRules().ForEach([&](const Rule& rule) {
    EXPECT_TRUE(SelectEveryRule(AllRules()).IsOn(rule)) << rule.id;
    EXPECT_EQ(SelectOnly(RuleOf("json-nul"), AllRules()).IsOn(rule), rule.id == "json-nul");
  });
}

struct ErrorRow {
  RuleChoices choices;
  std::string expected;
};

const ErrorRow kErrorRows[] = {
    {{.only = {"duration-malformd"}}, "did you mean `duration-malformed`?"},
    {{.disabled = {"json-nul,"}}, "`` is not a rule"},
    {{.only = {"rety-*"}}, "did you mean `retry-*`?"},
    {{.disabled = {"qqqqq*"}}, "`grpcfg rules` lists all"},
    {{.only = {"retry-*-small"}}, "`retry-*-small` is not a rule"},
    {{.severities = {"json-nul"}}, "`json-nul` has no severity; write `json-nul=warning`"},
    {{.severities = {"json-nul="}}, "`` is not a severity"},
    {{.severities = {"json-nul=warn"}}, "did you mean `warning`?"},
    {{.severities = {"json-nul=eror"}}, "did you mean `error`?"},
    {{.severities = {"json-null=error"}}, "did you mean `json-nul`?"},
};

TEST(RuleSelectionTest, WhatDoesNotExistIsAnError) {
  for (const ErrorRow& row : kErrorRows) {
    const absl::Status status = SelectRules(row.choices, AllRules()).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << row.expected;
    EXPECT_THAT(std::string(status.message()), HasSubstr(row.expected));
  }
}

}  // namespace
}  // namespace grpcfg
