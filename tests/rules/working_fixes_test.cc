// Fixes are tried before they are offered: on real configs each of them holds, alone and with the
// others, and one that does harm is not offered.
#include <filesystem>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "schema/fields/document.h"
#include "schema/protobuf/proto_files.h"
#include "tests/rules/fix_trials.h"
#include "tests/rules/shared_data.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

TEST(WorkingFixesTest, OnRealConfigs) {
  const std::filesystem::path corpus = SharedPath("corpus");
  if (!std::filesystem::exists(corpus)) GTEST_SKIP() << corpus << " is absent";
  size_t fixes = 0;
  for (const char* const part : {"googleapis/google", "wild/configs", "wild/upstream"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus / part)) {
      if (!entry.is_regular_file()) continue;
      const std::string text = ReadWhole(entry.path());
      const FixedFile file = {entry.path(), text, ParseDocumentByShape(text).kind};
      for (const std::vector<Target>& targets : SelectionsOfTargets()) {
        fixes += ExpectFixesWork(file, {targets, AllRules()});
      }
    }
  }
  EXPECT_GT(fixes, 500U);
}

// A rule that is about `waitForReady` and offers what is planted.
struct Planted {
  const char* why;
  const char* written;
  bool safe;
  bool is_offered;
};

const Planted* g_planted = nullptr;  // rules are functions without a state

void OfferPlanted(const CheckContext& context) {
  for (const ServiceConfig* const config : context.reading.configs) {
    for (const MethodConfig& method : *config->method_config.value) {
      const NodeId node = method->wait_for_ready.node;
      if (!method->wait_for_ready.value || !*method->wait_for_ready.value) continue;
      const Fix fix = {
          "planted", g_planted->safe, {{context.SpanOf(node), g_planted->written}}, "otherwise"};
      context.Add(node, {.message = "planted", .fixes = {fix}});
    }
  }
}

constexpr Rule kPlantedRules[] = {{.id = "planted",
                                   .summary = "Planted.",
                                   .rationale = "Planted.",
                                   .check = OfferPlanted,
                                   .verdicts = AllAccept({"-", "-", "-", "-", "-", "-", "-"}),
                                   .bad = "{}",
                                   .good = "{}"}};

std::vector<Diagnostic> PlantedIn(const std::string& text) {
  static const std::vector<RuleFamily> kFamilies = [] {
    std::vector<RuleFamily> families = {{"planted", "planted", kPlantedRules}};
    for (const RuleFamily& family : AllRules().families()) families.push_back(family);
    return families;
  }();
  static const RuleSet kRules(kFamilies);
  Report report = ValidateWithFixes(ParseDocument(text, DocumentKind::kConfig),
                                    *ParseTargets("spec,core,go"), kRules);
  std::erase_if(report.diagnostics,
                [](const Diagnostic& found) { return found.rule != "planted"; });
  return std::move(report.diagnostics);
}

TEST(WorkingFixesTest, PlantedOnes) {
  const Planted rows[] = {
      {"fixes it", "false", true, true},
      {"the finding stays", "true ", true, false},
      {"a client rejects it", "5", true, false},
      {"not JSON", "}", true, false},
      {"brings up another fault", R"(false, "maxRequestMessageBytes": -1)", false, false},
      {"which a fix of its own fixes", R"(false, "timeuot": "5s")", false, true},
  };
  for (const Planted& row : rows) {
    g_planted = &row;
    const std::vector<Diagnostic> found =
        PlantedIn(R"({"methodConfig": [{"name": [{}], "waitForReady": true}]})");
    ASSERT_EQ(found.size(), 1U) << row.why;
    EXPECT_EQ(found[0].fixes.size(), row.is_offered ? 1U : 0U) << row.why;
    EXPECT_EQ(found[0].help.size(), row.is_offered ? 0U : 1U) << row.why;
  }
}

// Each may have the name, and not both.
TEST(WorkingFixesTest, TheSecondOfTwoThatDoHarmTogether) {
  const Planted row = {"a name", R"(false, "name": [{"service": "a.B"}])", false, false};
  g_planted = &row;
  const std::vector<Diagnostic> found =
      PlantedIn(R"({"methodConfig": [{"waitForReady": true}, {"waitForReady": true}]})");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].fixes.size(), 1U);
  EXPECT_TRUE(found[1].fixes.empty());
  EXPECT_THAT(found[1].help, testing::ElementsAre("otherwise"));
}

struct Silenced {
  const char* text;
  const char* targets;
  bool is_fixed;
};

// What clients refuse aloud is not made safely into what they take and ignore.
TEST(WorkingFixesTest, NoSafeFixSilencesARefusal) {
  const Silenced rows[] = {
      {R"({"methodConfig": [{"name": [], "maxRequestMessageBytes": 7.0}]})", "core,go", false},
      {R"({"methodConfig": [{"name": [], "waitForReady": "true"}]})", "spec,go", false},
      {R"({"methodConfig": [{"name": [], "timeout": "5s"},]})", "spec,core", false},
      {R"({"methodConfig": [{"timeout": "5s", "retryPolicy": {"maxAttempts": "3",
          "initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 1,
          "retryableStatusCodes": ["ABORTED"]}}]})",
       "spec,go", false},
      {R"({"methodConfig": [{"name": [{"service": "a.B "}], "timeout": "5s",}]})", "spec", false},
      // Another entry.
      {R"({"methodConfig": [{"name": [], "timeout": "5s"},
          {"name": [{"service": "a.B"}], "waitForReady": "true"}]})",
       "spec,go", true},
      {R"({"methodConfig": [{"name": [{}], "waitForReady": "true"}]})", "spec,go", true},
      {R"({"methodConfig": [{"name": [{}], "timeout": "5s",}]})", "spec,core", true},
  };
  for (const Silenced& row : rows) {
    const FixedDocument fixed =
        FixDocument(ParseDocument(row.text, DocumentKind::kConfig),
                    {*ParseTargets(row.targets), AllRules()}, FixChoice::kSafe);
    EXPECT_EQ(fixed.text != row.text, row.is_fixed) << row.text;
    EXPECT_EQ(fixed.unsafe_left > 0, !row.is_fixed) << row.text;
  }
}

// A value that does not count yet must be right once it does.
TEST(WorkingFixesTest, NoSafeFixIsHarmOnceItCounts) {
  const Silenced rows[] = {
      {R"({"methodConfig": [{"timeout": "0.7s"}]})", "core,node", false},
      {R"({"methodConfig": [{"nmae": [{}], "timeout": "0.7s"}]})", "core,node", false},
      {R"({"methodConfig": [{"timeout": "3.5s"}]})", "core,node", true},
  };
  for (const Silenced& row : rows) {
    const FixedDocument fixed =
        FixDocument(ParseDocument(row.text, DocumentKind::kConfig),
                    {*ParseTargets(row.targets), AllRules()}, FixChoice::kSafe);
    EXPECT_EQ(fixed.text != row.text, row.is_fixed) << row.text;
  }
}

struct MistakenNames {
  const char* why;
  const char* names;
  std::vector<std::string> titles;
};

// What is offered for names can be written together.
TEST(WorkingFixesTest, NamesStayDifferent) {
  const Api api = *ReadProtoText(
      R"(syntax = "proto3"; package shop.v1; message M {}
         service Orders { rpc Get(M) returns (M); rpc List(M) returns (M); })");
  const MistakenNames rows[] = {
      {"one", R"({"service": "shop.v1.orders"})", {"write `shop.v1.Orders`"}},
      {"two",
       R"({"service": "shop.v1.orders"}, {"service": "shop.Orders"})",
       {"write `shop.v1.Orders`"}},
      {"taken", R"({"service": "shop.v1.Orders"}, {"service": "shop.Orders"})", {}},
      {"taken by another method",
       R"({"service": "shop.v1.Orders", "method": "Get"}, {"service": "shop.Orders"})",
       {"write `shop.v1.Orders`"}},
      {"of another version", R"({"service": "shop.v2.Orders"})", {"write `shop.v1.Orders`"}},
      {"of two other versions",
       R"({"service": "shop.v2.Orders"}, {"service": "shop.v3.Orders"})",
       {}},
      {"a list for several versions",
       R"({"service": "shop.v1.Orders", "method": "Get"}, {"service": "shop.v2.Orders"})",
       {}},
      {"a path",
       R"({"service": "shop.v1.Orders/Get"})",
       {R"(write `{"service": "shop.v1.Orders", "method": "Get"}`)"}},
  };
  const std::vector<Target> targets = DefaultTargets();
  for (const MistakenNames& row : rows) {
    const std::string text =
        absl::StrCat(R"({"methodConfig": [{"timeout": "5s", "name": [)", row.names, "]}]}");
    const Report report =
        ValidateWithFixes(ParseDocument(text, DocumentKind::kConfig), targets, AllRules(), &api);
    std::vector<std::string> titles;
    for (const Diagnostic& found : report.diagnostics) {
      for (const Fix& fix : found.fixes) titles.push_back(fix.title);
    }
    EXPECT_EQ(titles, row.titles) << row.why;
  }
}

struct Advised {
  const char* text;
  const char* targets;
  const char* title;  // of the first fix; empty: none is offered
};

TEST(WorkingFixesTest, WhatIsOffered) {
  const Advised rows[] = {
      {R"({"retryPolicy": {"retryableStatusCodes": ["14"]}})", "spec,core",
       "write `\"UNAVAILABLE\"`"},
      {R"({"methodConfig": [{"name": [{}], "timeout": "1500ms"}]})", "spec,go,java",
       "write `\"1.5s\"`"},
      {R"({"methodConfig": [{"name": [{}], "timeout": "3500ms"}]})", "spec,core,node",
       "write `\"3.500000000s\"`: grpc-js reads decimals right only if there are nine"},
      {R"({"retrythrottling": {"maxTokens": 0, "tokenRatio": 0.1}})", "core", ""},
      {R"({"methodConfig": [{"name": [{}], "timeuot": "5"}]})", "spec,core",
       "rename it to `timeout` and write `\"5s\"`"},
  };
  for (const Advised& row : rows) {
    const Report report = ValidateWithFixes(ParseDocument(row.text, DocumentKind::kConfig),
                                            *ParseTargets(row.targets), AllRules());
    std::string title;
    for (const Diagnostic& found : report.diagnostics) {
      if (title.empty() && !found.fixes.empty()) title = found.fixes.front().title;
    }
    EXPECT_EQ(title, row.title) << row.text;
  }
}

}  // namespace
}  // namespace grpcfg
