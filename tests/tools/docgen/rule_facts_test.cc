// What SARIF says of each rule, within what GitHub takes ("SARIF support for code scanning").
#include "tools/docgen/rule_page.h"

#include <set>
#include <string>

#include "absl/strings/match.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/validator/project/every_rule.h"

namespace grpcfg {
namespace {

constexpr size_t kMostDescription = 1024;
constexpr size_t kMostTags = 20;

TEST(RuleFactsTest, EveryRuleIsWithinTheLimits) {
  const std::set<absl::string_view> precisions = {"very-high", "high", "medium"};
  size_t rules = 0;
  RulesAndProjectRules().ForEach([&](const Rule& rule) {
    ++rules;
    const RuleFacts facts = FactsOfRule(RulesAndProjectRules(), rule.id);
    EXPECT_EQ(facts.summary, rule.summary);
    EXPECT_LE(facts.summary.size(), kMostDescription) << rule.id;
    EXPECT_EQ(facts.rationale, rule.rationale);
    EXPECT_LE(facts.rationale.size(), kMostDescription) << rule.id;
    EXPECT_TRUE(absl::StartsWith(facts.help, rule.id)) << facts.help;
    EXPECT_TRUE(absl::StrContains(facts.markdown, rule.summary.substr(0, 20))) << facts.markdown;
    EXPECT_TRUE(precisions.contains(facts.precision)) << rule.id;
    EXPECT_LE(facts.tags.size(), kMostTags);
    for (const std::string& tag : facts.tags) EXPECT_TRUE(IsKebabCase(tag)) << tag;
  });
  EXPECT_GT(rules, 100U);
}

struct FactsRow {
  absl::string_view rule;
  Severity severity;
  absl::string_view precision;
  absl::string_view family;
};

TEST(RuleFactsTest, AreThoseThatExplainGives) {
  for (const FactsRow& row :
       {FactsRow{"duration-malformed", Severity::kError, "very-high", "durations-and-timeouts"},
        FactsRow{"throttling-missing", Severity::kNote, "high", "retry-storms"},
        FactsRow{"baseline-stale", Severity::kNote, "high", "project-file"}}) {
    const RuleFacts facts = FactsOfRule(RulesAndProjectRules(), row.rule);
    EXPECT_EQ(facts.severity, row.severity) << row.rule;
    EXPECT_EQ(facts.precision, row.precision) << row.rule;
    EXPECT_THAT(facts.tags, testing::ElementsAre("grpc", "service-config", row.family));
  }
}

}  // namespace
}  // namespace grpcfg
