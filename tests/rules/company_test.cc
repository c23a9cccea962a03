// What a target has of the findings in a document, its verdict and the values that it goes on with
// follow from the text and that target alone: neither company nor order changes them.
#include <iterator>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/expected_file.h"
#include "tests/findings_by_target.h"
#include "tests/resolved_alone.h"
#include "tests/rules/fixture_files.h"
#include "tests/rules/mutant.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

using ::testing::ElementsAre;

// The default targets, all, and pairs, forwards and backwards.
constexpr absl::string_view kCompanies[] = {"spec,core,go,java,node",
                                            "gapic,dotnet,node,java,go,core,spec",
                                            "core,java",
                                            "java,core",
                                            "node,go",
                                            "dotnet,core",
                                            "gapic,spec",
                                            "java@1.41,core@1.51,node@1.8,go@1.33"};

void ExpectSameAlone(const Document& document, absl::string_view company,
                     absl::string_view lb_policies = "default") {
  std::vector<Target> targets = *ParseTargets(company);
  ASSERT_TRUE(LinkPolicies(lb_policies, targets).ok());
  const std::vector<OfTarget> among_others = FindingsByTarget(document, targets);
  for (size_t i = 0; i < targets.size(); ++i) {
    const absl::Span<const Target> alone = absl::MakeConstSpan(targets).subspan(i, 1);
    EXPECT_EQ(FindingsByTarget(document, alone)[0], among_others[i])
        << targets[i].spelling << " among " << company << ": " << document.tree.text();
  }
}

void ExpectSameValuesAlone(const Document& document, absl::string_view company) {
  const std::vector<Target> targets = *ParseTargets(company);
  const Resolution resolution =
      Resolve(document, targets, Analyse(document, targets, AllRules()), {});
  for (size_t i = 0; i < targets.size(); ++i) {
    const auto [shared, own] = ResolvedBothWays(document, targets, resolution, i);
    EXPECT_EQ(own, shared) << targets[i].spelling << ": " << document.tree.text();
  }
}

TEST(CompanyTest, ExamplesOfEveryRule) {
  const auto expect_same = [](const ExampleText& example, DocumentKind kind) {
    const std::string text = example.Text();
    const Document document = ParseDocument(text, kind);
    for (const absl::string_view company : kCompanies) ExpectSameAlone(document, company);
    ExpectSameValuesAlone(document, kCompanies[0]);
    ExpectSameValuesAlone(document, kCompanies[1]);
  };
  AllRules().ForEach([&](const Rule& rule) {
    expect_same(rule.bad, rule.kind);
    expect_same(rule.good, rule.kind);
    for (const Case& shown : rule.cases) expect_same(shown.text, rule.kind);
  });
}

TEST(CompanyTest, FixturesAndTheirMutants) {
  constexpr uint32_t kSeed = 38;
  constexpr int kMutants = 3;
  Mutation mutation(kSeed);
  size_t count = 0;
  for (const std::string& path : FixtureFiles(kConfigExtensions)) {
    const std::string text = ReadWhole(path);
    const Document document = ParseFixture(path, text);
    for (const absl::string_view company : kCompanies) ExpectSameAlone(document, company);
    for (int i = 0; i < kMutants; ++i) {
      const std::string mutant = mutation.Of(text);
      ExpectSameAlone(ParseFixture(path, mutant), kCompanies[count++ % std::size(kCompanies)]);
    }
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
    // Keys that no client takes for a field, and those that some client does.
    R"({"$schema": "x", "methodConfig": [{"name": [{}], "timeout": "1s", "_owner": {}}]})",
    R"({"_owner": {"methodConfig": []}, "methodConfig": [{"name": [{}]}]})",
    R"({"_owner": "x", "methodConfig": [{"name": [{"\u017fervice": "shop.Orders"}]}]})",
    R"({"_owner": "x", "methodConfig": [{"name": [{}], "timeout": "60.5s"}]})",
    R"({"methodConfig": [{"name": [{}], "MAXREQUESTBYTES": 2}]})",
    R"({"methodConfig": [{"name": [{}], "retryPolicy": {"_owner": "x"}}]})",
    R"({"loadBalancingConfig": [{"round_robin": {"_owner": "x"}}]})",
    R"({"loadBalancingConfig": [{"pick_first": {"_owner": "x"}}], "_owner": "x"})",
};

TEST(CompanyTest, TextsThatOneClientReadsInItsOwnWay) {
  for (const absl::string_view text : kReadByOneAlone) {
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    for (const absl::string_view company :
         {"spec,core,go,java,node,dotnet,gapic", "go,java,node,core", "gapic,core,java@1.41,spec",
          "node@1.8,java,spec", "core,go", "core@1.51,java,go@1.69", "node,node@1.8,dotnet,go",
          "dotnet,spec,core@1.51,node"}) {
      ExpectSameAlone(document, company);
      ExpectSameValuesAlone(document, company);
    }
  }
}

// Clients cap a value at different ones; what is said of it quotes the text.
TEST(CompanyTest, ValuesThatClientsCap) {
  for (const absl::string_view text :
       {R"({"loadBalancingConfig": [{"ring_hash_experimental": {
             "minRingSize": 8192, "maxRingSize": 6}}]})",
        R"({"loadBalancingConfig": [{"ring_hash_experimental": {
             "minRingSize": "8193", "maxRingSize": 4e3}}]})",
        R"({"loadBalancingConfig": [{"ring_hash_experimental": {"maxRingSize": 6}}]})",
        R"({"loadBalancingConfig": [{"ring_hash_experimental": {"minRingSize": 99999999}}]})"}) {
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    for (const absl::string_view company : {"core,go", "go,core", "java,go,core,spec", "spec,go"}) {
      ExpectSameAlone(document, company, "all");
    }
  }
}

// Generators take it for a config, and other clients for no list of choices.
TEST(CompanyTest, AConfigInARecord) {
  constexpr absl::string_view kText = R"(grpc_config={"methodConfig": [{"name": [{}]}]})";
  constexpr absl::string_view kCompany = "gapic,core,go,java,node,dotnet,spec";
  ExpectSameAlone(ParseDocument(kText, DocumentKind::kTxt), kCompany);
  ExpectSameAlone(ParseDocument("[]", DocumentKind::kChoices), kCompany);
}

// The rules that a target breaks by the value that is put in place of %.
struct FaultRow {
  absl::string_view reason;
  absl::string_view value;
  std::vector<absl::string_view> rules;
};

std::vector<absl::string_view> RulesOn(absl::string_view text, absl::string_view targets) {
  std::vector<absl::string_view> rules;
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  const std::vector<OfTarget> by_target = FindingsByTarget(document, *ParseTargets(targets));
  for (const auto& found : by_target[0].findings) {
    rules.push_back(std::get<0>(found));
  }
  return rules;
}

TEST(CompanyTest, TheRuleFollowsFromTheFaultInTheText) {
  const std::vector<FaultRow> rows = {
      {"a leading zero, which C-core refuses here", "03", {"json-number"}},
      {"no digit after the point", "1.", {"json-number"}},
      {"a plus sign", "+1", {"json-number"}},
  };
  for (const FaultRow& row : rows) {
    const std::string text = absl::StrCat(
        R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}, "x": )", row.value, "}");
    for (const absl::string_view targets : {"core", "core,spec,java", "core,node,go"}) {
      EXPECT_THAT(RulesOn(text, targets), ::testing::Contains(row.rules[0]))
          << row.reason << " for " << targets;
    }
  }
  constexpr absl::string_view kNegative =
      R"({"methodConfig": [{"name": [{}], "timeout": "-0.5s"}]})";
  for (const absl::string_view targets : {"core", "core,java", "core,spec,go,node"}) {
    EXPECT_THAT(RulesOn(kNegative, targets), ElementsAre("timeout-negative")) << targets;
  }
}

// How many readings there are of a config with one method config.
struct ReadingsRow {
  absl::string_view reason;
  absl::string_view entry;
  absl::string_view targets;
  size_t readings;
};

constexpr ReadingsRow kReadingsRows[] = {
    {"usual values", R"("timeout": "2s")", "spec,core,go,java,node", 1},
    {"in any order", R"("timeout": "2s")", "node,java,go,core,spec", 1},
    {"a timeout that only grpc-js misreads", R"("timeout": "2.5s")", "spec,core,go,java,node", 5},
    {"the same without grpc-js", R"("timeout": "2.5s")", "spec,core,go,java", 1},
    {"a value that is wrong", R"("timeout": "x")", "spec,core,go,java,node", 5},
    {"a field that not every client has", R"("waitForReady": true)", "spec,core,go,java,node", 5},
    {"an old client that reads usual values differently", R"("timeout": "2s")", "spec,node@1.8", 2},
    {"a field that all of them miss", R"("retryPolicy": {"maxAttempts": 2})",
     "spec,core,go,java,node", 1},
};

TEST(CompanyTest, OneReadingStandsForClientsThatDoNotDiffer) {
  for (const ReadingsRow& row : kReadingsRows) {
    const std::string text = absl::StrCat(
        R"({"methodConfig": [{"name": [{"service": "shop.Orders"}], )", row.entry, "}]}");
    const std::vector<Target> targets = *ParseTargets(row.targets);
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    const Analysis analysis = Analyse(document, targets, AllRules());
    std::set<const Reading*> readings;
    for (const auto& reading : analysis.readings) readings.insert(reading.get());
    EXPECT_EQ(readings.size(), row.readings) << row.reason;
  }
}

}  // namespace
}  // namespace grpcfg
