// What one client read is taken for others that read alike: each must be told the same alone.
#include <array>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/resolved_alone.h"
#include "tests/target_effects.h"
#include "validator/engine/validate.h"

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
  // Forwards and backwards: whoever is strictest reads last, and first.
  constexpr absl::string_view kOrders[] = {
      "spec,core,go,java,node,dotnet,gapic,core@1.51,go@1.33,go@1.69,java@1.41,java@1.60,node@1.8,"
      "node@1.13",
      "gapic,dotnet,node@1.13,node@1.8,node,java@1.60,java@1.41,java,go@1.69,go@1.33,go,core@1.51,"
      "core,spec"};
  for (const absl::string_view targets : kOrders) {
    for (const RuleFamily& family : AllRules().families()) {
      for (const Rule& rule : family.rules) {
        ExpectTheSameAlone(rule.bad.Text(), rule.kind, targets);
        ExpectTheSameAlone(rule.good.Text(), rule.kind, targets);
        for (const Case& shown : rule.cases)
          ExpectTheSameAlone(shown.text.Text(), rule.kind, targets);
      }
    }
  }
}

// A config whose LB policies each client reads in its own way; empty if it has some already.
std::string WithOwnPolicies(absl::string_view config) {
  constexpr absl::string_view kPolicies =
      R"({"loadBalancingConfig": [{"weighted_target_experimental": {"targets": {}}}], )";
  const bool has_members = absl::StartsWith(config, "{\"") && absl::EndsWith(config, "}");
  if (!has_members || absl::StrContains(config, "loadBalancing")) return "";
  return absl::StrCat(kPolicies, config.substr(1));
}

std::string InChoices(absl::string_view config) {
  return absl::StrCat(R"([{"percentage": 10, "serviceConfig": )", config,
                      R"(}, {"clientLanguage": ["java"], "serviceConfig": )", config,
                      R"(}, {"serviceConfig": )", config, "}]");
}

// Then only method configs are shared, and what rules find in them.
TEST(SharedReadingTest, ExamplesOfEveryRuleBesideWhatIsEachClientsOwn) {
  constexpr absl::string_view kTargets = "spec,core,go,java,node,java@1.60";
  for (const RuleFamily& family : AllRules().families()) {
    for (const Rule& rule : family.rules) {
      if (rule.kind != DocumentKind::kConfig) continue;
      for (const ExampleText* const example : {&rule.bad, &rule.good}) {
        const std::string config = WithOwnPolicies(example->Text());
        if (config.empty()) continue;
        ExpectTheSameAlone(config, DocumentKind::kConfig, kTargets);
        ExpectTheSameAlone(InChoices(config), DocumentKind::kChoices, kTargets);
      }
    }
  }
}

// How many lists of method configs and of names the readings of a document have in memory.
struct ListsRow {
  absl::string_view reason;
  absl::string_view entry;
  absl::string_view targets;
  size_t lists;
  size_t names;
};

constexpr ListsRow kListsRows[] = {
    {"usual values", R"("timeout": "2s", "waitForReady": true)", "spec,core,go,java,node", 1, 1},
    {"whoever comes first", R"("timeout": "2s")", "node,java,go,core,spec", 1, 1},
    {"a timeout that only grpc-js misreads", R"("timeout": "2.5s")", "spec,core,go,java,node", 2,
     1},
    {"grpc-js lends none that it misreads", R"("timeout": "2.5s")", "node,spec,core,go,java", 2, 2},
    {"a value that is wrong", R"("timeout": "x")", "spec,core,go,java,node", 5, 5},
    {"a field that not everyone has", R"("hedgingPolicy": {"maxAttempts": 2})",
     "spec,core,go,java,node", 5, 5},
    {"an old client that reads usual values otherwise", R"("timeout": "2s")", "spec,node@1.8", 2,
     2},
};

std::array<size_t, 2> CountLists(absl::string_view text, DocumentKind kind,
                                 absl::string_view targets) {
  const std::vector<Target> all = *ParseTargets(targets);
  const Document document = ParseDocument(text, kind);
  const Analysis analysis = Analyse(document, all, AllRules());
  std::set<const void*> lists;
  std::set<const void*> names;
  for (const std::shared_ptr<const Reading>& reading : analysis.readings) {
    for (const ServiceConfig* const config : reading->configs) {
      const List<MethodConfig>& list = config->method_config.value.value();
      lists.insert(list.begin());
      names.insert(list[0]->name.value->begin());
    }
  }
  return {lists.size(), names.size()};
}

TEST(SharedReadingTest, MethodConfigsAreReadOnce) {
  for (const ListsRow& row : kListsRows) {
    const std::string config = WithOwnPolicies(absl::StrCat(
        R"({"methodConfig": [{"name": [{"service": "shop.Orders"}], )", row.entry, "}]}"));
    const std::array<size_t, 2> of_config = {row.lists, row.names};
    EXPECT_EQ(CountLists(config, DocumentKind::kConfig, row.targets), of_config) << row.reason;
    const std::string choices = absl::StrCat(R"([{"percentage": 10, "serviceConfig": )", config,
                                             R"(}, {"serviceConfig": )", config, "}]");
    const std::array<size_t, 2> of_choices = {2 * row.lists, 2 * row.names};
    EXPECT_EQ(CountLists(choices, DocumentKind::kChoices, row.targets), of_choices) << row.reason;
  }
}

// Texts that one of the clients reads in its own way.
constexpr absl::string_view kReadByOneAlone[] = {
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
    // What grpc-js 1.8 alone misses, and the float that C-core makes of a number.
    R"({"methodConfig": [{"name": [{"_owner": "x"}], "timeout": "5s"}]})",
    R"({"methodConfig": [{"name": [{"method": "Get"}], "timeout": "5s"}]})",
    R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, "backoffMultiplier": 1.6,
        "initialBackoff": "1s", "maxBackoff": "9s", "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
    R"({"loadBalancingPolicy": "none", "methodConfig": [{"name": [{}], "retryPolicy": {
        "maxAttempts": 2, "backoffMultiplier": 1.6, "initialBackoff": "1s", "maxBackoff": "9s",
        "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
    // Nothing but keys that gapic refuses and all others pass over.
    R"({"x": 1})",
    R"({"timeout": "1s"})",
    R"({"retryPolicy": {}})",
    R"({"x": 1, "retryPolicy": {}, "$schema": "x"})",
    R"({"name": [{}], "timeout": "1s"})",
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

// Whoever reads first: the lenient clients too.
TEST(SharedReadingTest, TextsThatOneOfThemReadsInItsOwnWay) {
  for (const absl::string_view text : kReadByOneAlone) {
    for (const absl::string_view targets :
         {"spec,core,go,java,node,dotnet,gapic", "go,java,node,core", "gapic,core,java@1.41,spec",
          "node@1.8,java,spec", "core,go", "core@1.51,java,go@1.69", "node,node@1.8,dotnet,go",
          "dotnet,spec,core@1.51,node"}) {
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
