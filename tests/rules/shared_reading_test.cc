// What one client read is taken for others that read alike: each must be told the same alone.
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/resolved_alone.h"
#include "tests/target_effects.h"
#include "validator/validate.h"

namespace grpcfg {
namespace {

void ExpectTheSameAlone(absl::string_view text, DocumentKind kind, absl::string_view targets) {
  const std::vector<Target> all = *ParseTargets(targets);
  const Document document = ParseDocument(text, kind);
  const Analysis analysis = Analyse(document, all, AllRules());
  const Report& among_others = analysis.report;
  const Resolution resolution = Resolve(document, all, analysis, {});
  for (size_t i = 0; i < all.size(); ++i) {
    const Report alone = Validate(document, absl::MakeConstSpan(all).subspan(i, 1), AllRules());
    EXPECT_EQ(alone.verdicts[0], among_others.verdicts[i]) << all[i].spelling << ": " << text;
    EXPECT_EQ(EffectsOn(0, alone), EffectsOn(i, among_others)) << all[i].spelling << ": " << text;
    const auto [shared, own] = ResolvedBothWays(document, all, resolution, i);
    EXPECT_EQ(own, shared) << all[i].spelling << ": " << text;
  }
}

TEST(SharedReadingTest, ExamplesOfEveryRule) {
  constexpr absl::string_view kTargets =
      "spec,core,go,java,node,dotnet,gapic,core@1.51,go@1.33,go@1.69,java@1.41,java@1.60,node@1.8,"
      "node@1.13";
  for (const RuleFamily& family : AllRules().families()) {
    for (const Rule& rule : family.rules) {
      ExpectTheSameAlone(rule.bad.Text(), rule.kind, kTargets);
      ExpectTheSameAlone(rule.good.Text(), rule.kind, kTargets);
      for (const Case& shown : rule.cases)
        ExpectTheSameAlone(shown.text.Text(), rule.kind, kTargets);
    }
  }
}

// Whoever reads first: the lenient clients too.
TEST(SharedReadingTest, TextsThatOneOfThemReadsInItsOwnWay) {
  constexpr absl::string_view kTexts[] = {
      R"({"retryThrottling": {"MAXTOKENS": 10, "tokenRatio": 0.1}})",
      R"({"RetryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})",
      R"({"retryThrottling": {"maxTokens": 10}})",
      R"({"methodConfig": [], "retryThrottling": {"maxTokens": 10}})",
      R"({"methodConfig": [{"name": [{"SERVICE": "shop.Orders"}], "timeout": "1s"}]})",
      R"({"methodConfig": [{"name": [null], "timeout": "1s"}]})",
      R"({"loadBalancingConfig": [{}]})",
      R"({"loadBalancingConfig": [{"round_robin": {}}]})",
      R"({"loadBalancingConfig": [{"pick_first": {}}]})",
      R"({"methodConfig": [{"name": [{}], "timeout": "60.5s", "waitForReady": true}]})",
      R"({"methodConfig": [{"name": [{}], "waitForReady": 1}]})",
      R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2}}]})",
      // Keys that nobody takes for a field, and such as somebody does.
      R"({"$schema": "x", "methodConfig": [{"name": [{}], "timeout": "1s", "_owner": {}}]})",
      R"({"_owner": {"methodConfig": []}, "methodConfig": [{"name": [{}]}]})",
      R"({"_owner": "x", "methodConfig": [{"name": [{"\u017fervice": "shop.Orders"}]}]})",
      R"({"_owner": "x", "methodConfig": [{"name": [{}], "timeout": "60.5s"}]})",
      R"({"methodConfig": [{"name": [{}], "MAXREQUESTBYTES": 2}]})",
      R"({"methodConfig": [{"name": [{}], "retryPolicy": {"_owner": "x"}}]})",
      R"({"loadBalancingConfig": [{"round_robin": {"_owner": "x"}}]})",
      R"({"loadBalancingConfig": [{"pick_first": {"_owner": "x"}}], "_owner": "x"})",
  };
  for (const absl::string_view text : kTexts) {
    for (const absl::string_view targets :
         {"spec,core,go,java,node,dotnet,gapic", "go,java,node,core", "gapic,core,java@1.41,spec",
          "node,node@1.8,dotnet,go", "dotnet,spec,core@1.51,node"}) {
      ExpectTheSameAlone(text, DocumentKind::kConfig, targets);
    }
  }
}

// Generators take it for a config, and other clients for no list of choices.
TEST(SharedReadingTest, AConfigInARecord) {
  constexpr absl::string_view kText = R"(grpc_config={"methodConfig": [{"name": [{}]}]})";
  ExpectTheSameAlone(kText, DocumentKind::kTxt, "gapic,core,go,java,node,dotnet,spec");
  ExpectTheSameAlone("[]", DocumentKind::kChoices, "gapic,core,go,java,node,dotnet,spec");
}

}  // namespace
}  // namespace grpcfg
