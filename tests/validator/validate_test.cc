// Properties of a whole check: on random configs, on real ones and on hostile ones.
#include "validator/engine/validate.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/findings_by_target.h"
#include "tests/validator/pointer_resolver.h"
#include "tests/validator/random_config.h"
#include "validator/fix/fix_document.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

constexpr uint32_t kSeeds = 1500;

std::vector<Target> BothTargets() { return *ParseTargets("spec,gapic"); }

Report Check(const Document& document, const std::vector<Target>& targets = BothTargets()) {
  return ValidateWithFixes(document, targets, AllRules());
}

Report Check(absl::string_view text, const std::vector<Target>& targets = BothTargets()) {
  return Check(ParseDocumentByShape(text), targets);
}

std::string Printed(absl::string_view text) {
  const std::unique_ptr<Reporter> reporter = MakeJsonReporter({.targets = {"spec", "gapic"}});
  const Report report = Check(text);
  std::string out;
  reporter->AddFile({"a.json", text, report}, out);
  reporter->Finish(out);
  return out;
}

std::multiset<std::string> RulesIn(const Report& report) {
  std::multiset<std::string> rules;
  for (const Diagnostic& diagnostic : report.diagnostics) rules.emplace(diagnostic.rule);
  return rules;
}

TEST(ValidateTest, SameInputSameOutput) {
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    const std::string text = RandomConfig(seed).Next().Text();
    ASSERT_EQ(Printed(text), Printed(std::string(text))) << text;
  }
}

TEST(ValidateTest, TheOrderOfMembersChangesNoRule) {
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    RandomValue config = RandomConfig(seed).Next();
    const std::string text = config.Text();
    config.Reverse();
    const std::string reversed = config.Text();
    // Of duplicates the last counts: there the order matters. (For gapic two spellings are one
    // key.) Of two fixes that write one name the first is tried: what comes to light is left out.
    const std::vector<Target> spec = *ParseTargets("spec");
    const auto rules_in = [&](absl::string_view each) {
      return RulesIn(Validate(ParseDocumentByShape(each), spec, AllRules()));
    };
    const auto rules = rules_in(text);
    if (rules.contains("json-duplicate-key")) continue;
    ASSERT_EQ(rules, rules_in(reversed)) << text << "\n" << reversed;
  }
}

// Where a diagnostic may point by design/command_line.md, "Pointer and range".
bool IsRightPlace(const JsonTree& tree, const Diagnostic& diagnostic, NodeId node) {
  const Span span = diagnostic.primary.span;
  const NodeId key = tree.KeyOf(node);
  const bool value = span == tree.span(node);
  const bool key_token = key != kNoNode && span == tree.span(key);
  const bool bracket = span == Span{tree.node(node).begin, tree.node(node).begin + 1U};
  static const std::set<absl::string_view> kOnKeys = {"field-unknown",
                                                      "fields-misplaced",
                                                      "json-duplicate-key",
                                                      "retry-and-hedging",
                                                      "field-experimental",
                                                      "lb-entry-several-policies",
                                                      "lb-policy-unknown",
                                                      "lb-policy-not-linked",
                                                      "priority-child-unused",
                                                      "lb-policy-unparsed",
                                                      "outlier-detection-enforcement",
                                                      "config-without-effect",
                                                      "health-check-default-policy",
                                                      "health-check-pick-first",
                                                      "hedging-not-idempotent",
                                                      "hedging-not-throttled",
                                                      "hedging-safety-unknown",
                                                      "lb-entry-never-used",
                                                      "lb-policy-name-deprecated",
                                                      "throttling-missing",
                                                      "throttling-unused"};
  if (diagnostic.rule == "field-missing") return value || key_token || bracket;
  if (diagnostic.rule == "hedging-at-once") return value || key_token;
  if (kOnKeys.contains(diagnostic.rule)) return key_token;
  if (diagnostic.rule == "name-missing" || diagnostic.rule == "name-method-without-service") {
    return value || bracket;
  }
  return value;
}

std::string FindMisplaced(const JsonTree& tree, const Report& report) {
  for (const Diagnostic& diagnostic : report.diagnostics) {
    const std::vector<NodeId> nodes = Resolve(tree, diagnostic.pointer);
    const bool right = std::any_of(nodes.begin(), nodes.end(), [&](NodeId node) {
      return IsRightPlace(tree, diagnostic, node);
    });
    if (right) continue;
    return absl::StrCat(diagnostic.rule, " at ", diagnostic.pointer, ": ",
                        Slice(tree.text(), diagnostic.primary.span));
  }
  return "";
}

TEST(ValidateTest, PointersAndRangesNameOnePlace) {
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    const std::string text = RandomConfig(seed).Next().Text();
    const Document document = ParseDocumentByShape(text);
    ASSERT_EQ(FindMisplaced(document.tree, Check(document)), "") << text;
  }
}

bool IsInside(Span span, absl::string_view text) {
  return span.begin <= span.end && span.end <= text.size();
}

TEST(ValidateTest, EverySpanLiesInTheText) {
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    RandomConfig random(seed);
    std::string text = random.Next().Text();
    // A cut or a wrong byte makes it a text that is no JSON.
    text.resize(text.size() - random.Below(3));
    if (!text.empty()) text[random.Below(text.size())] = "{}[],:\"'x1"[random.Below(10)];
    const Document document = ParseDocumentByShape(text);
    for (const Diagnostic& diagnostic : Check(document).diagnostics) {
      ASSERT_TRUE(IsInside(diagnostic.primary.span, text)) << text;
      for (const Label& label : diagnostic.secondary) ASSERT_TRUE(IsInside(label.span, text));
      for (const Fix& fix : diagnostic.fixes) {
        for (const TextEdit& edit : fix.edits) ASSERT_TRUE(IsInside(edit.span, text)) << text;
      }
      ASSERT_FALSE(Resolve(document.tree, diagnostic.pointer).empty())
          << text << diagnostic.pointer;
      ASSERT_FALSE(diagnostic.message.empty()) << diagnostic.rule;
    }
  }
}

TEST(ValidateTest, FindingsAreSortedAndCounted) {
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    const std::string text = RandomConfig(seed).Next().Text();
    const Report report = Check(text);
    const bool sorted = std::is_sorted(report.diagnostics.begin(), report.diagnostics.end(),
                                       [](const Diagnostic& a, const Diagnostic& b) {
                                         return a.primary.span.begin < b.primary.span.begin;
                                       });
    ASSERT_TRUE(sorted) << text;
    std::array<size_t, 3> counts = {};
    for (const Diagnostic& diagnostic : report.diagnostics) {
      ++counts[static_cast<size_t>(diagnostic.severity)];
    }
    ASSERT_EQ(report.counts, counts);
  }
}

// A finding of one target alone is one of both targets, and no other comes from elsewhere.
TEST(ValidateTest, TwoTargetsFindWhatEachFinds) {
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    const std::string text = RandomConfig(seed).Next().Text();
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    const std::vector<OfTarget> both = FindingsByTarget(document, *ParseTargets("spec,gapic"));
    ASSERT_EQ(both[0], FindingsByTarget(document, *ParseTargets("spec"))[0]) << text;
    ASSERT_EQ(both[1], FindingsByTarget(document, *ParseTargets("gapic"))[0]) << text;
  }
}

struct SeverityRow {
  absl::string_view why;
  absl::string_view text;
  absl::string_view targets;
  Severity severity;
  Verdict verdict;  // of the first target
};

const SeverityRow kSeverityRows[] = {
    {"rejected by one", R"({"methodConfig": [{"name": [{"service": "a.B"}], "waitForReady": 1}]})",
     "spec,gapic", Severity::kError, Verdict::kRejects},
    {"a policy that no target honours", R"({"methodConfig": [{"timeout": "1s"}]})", "spec,gapic",
     Severity::kError, Verdict::kIgnores},
    {"a policy that the spec ignores", R"({"method_config": []})", "spec,gapic", Severity::kError,
     Verdict::kIgnores},
    {"a detail ignored by all: the rule's advice",
     R"({"methodConfig": [{"name": [{}], "timeout": "9s", "sharded": true}]})", "spec",
     Severity::kWarning, Verdict::kAccepts},
    {"a flag that the spec loses",
     R"({"methodConfig": [{"name": [{}], "timeout": "9s", "wait_for_ready": true}]})", "spec,gapic",
     Severity::kError, Verdict::kAccepts},
    {"the only detail of an entry", R"({"methodConfig": [{"name": [{}], "wait_for_ready": true}]})",
     "spec,gapic", Severity::kError, Verdict::kAccepts},
    {"an unknown field rejected by some",
     R"({"methodConfig": [{"name": [{}], "waitForRady": true}]})", "spec,gapic", Severity::kError,
     Verdict::kAccepts},
    {"altered as the spec orders",
     R"({"methodConfig": [{"name": [{"service": "a.B", "method": "GetC"}],
         "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
                         "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}],
         "retryThrottling": {"maxTokens": 9, "tokenRatio": 0.1234}})",
     "spec", Severity::kNote, Verdict::kAccepts},
    {"read otherwise by one, not as the spec orders", R"({"methodConfig": [{"name": [{}, {}]}]})",
     "gapic", Severity::kWarning, Verdict::kAccepts},
    {"accepted by all: the rule's advice",
     R"({"methodConfig": [{"name": [{}], "timeout": "-1s"}]})", "spec,gapic", Severity::kWarning,
     Verdict::kAccepts},
    {"a misspelt policy", R"({"loadBalancingConfigs": [{"round_robin": {}}]})", "spec",
     Severity::kError, Verdict::kIgnores},
    {"a misspelt required field",
     R"({"methodConfig": [{"name": [{"service": "a.B", "method": "GetC"}],
         "retryPolicy": {"maxAttempt": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
                         "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     "spec", Severity::kError, Verdict::kRejects},
};

TEST(ValidateTest, SeverityFollowsTheEffects) {
  for (const SeverityRow& row : kSeverityRows) {
    const Report report = Check(row.text, *ParseTargets(row.targets));
    ASSERT_EQ(report.diagnostics.size(), 1U) << row.why;
    EXPECT_EQ(report.diagnostics[0].severity, row.severity) << row.why;
    EXPECT_EQ(report.verdicts[0], row.verdict) << row.why;
  }
}

TEST(ValidateTest, MissingFieldsOfAnObjectAreOneFinding) {
  const Report report = Check(R"({"methodConfig": [{"name": [{}], "retryPolicy": {}}]})");
  std::set<std::string> messages;
  for (const Diagnostic& diagnostic : report.diagnostics) messages.insert(diagnostic.message);
  EXPECT_THAT(messages, testing::ElementsAre(testing::HasSubstr(
                            "needs `maxAttempts`, `initialBackoff`, `maxBackoff`, "
                            "`backoffMultiplier` and `retryableStatusCodes`")));
}

TEST(ValidateTest, ListsTheFirstOnesInTheText) {
  std::string text = R"({"methodConfig": [{"name": [{}], "timeout": "1"})";
  for (size_t i = 0; i < 2 * kMaxFindingsPerRule; ++i) text += R"(,{"timeout":"1"})";
  const Report report = Check(text + "]}", *ParseTargets("spec"));
  ASSERT_EQ(report.diagnostics.size(), 2 * kMaxFindingsPerRule);
  EXPECT_EQ(report.diagnostics.front().pointer, "/methodConfig/0/timeout");
  EXPECT_EQ(report.diagnostics.back().pointer, absl::StrCat("/methodConfig/", kMaxFindingsPerRule));
}

TEST(ValidateTest, ListsNoMoreThanAnyoneReads) {
  constexpr size_t kKeys = 200'000;
  constexpr size_t kTogether = 200;
  std::string text = "{\"a\": 1";
  for (size_t i = 0; i < kKeys; ++i) text += ",\"a\":1";
  const Report report = Check(text + "}", *ParseTargets("spec"));
  size_t duplicates = 0;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.rule == "json-duplicate-key") ++duplicates;
  }
  EXPECT_EQ(duplicates, kMaxFindingsPerRule);
  ASSERT_EQ(report.omissions.size(), 2U) << "of duplicate keys and of unknown fields";
  EXPECT_EQ(report.omissions[0].rule, "field-unknown");
  EXPECT_EQ(report.omissions[0].Count(), kKeys + 1 - kTogether);
  EXPECT_EQ(report.omissions[1].rule, "json-duplicate-key");
  EXPECT_EQ(report.omissions[1].Count(), kKeys - kMaxFindingsPerRule);
  EXPECT_EQ(report.Count(Severity::kError), kKeys);
  // So many are reported with the first one.
  EXPECT_EQ(report.Count(Severity::kWarning), kKeys + 1 - kTogether + 1);
  EXPECT_EQ(report.verdicts[0], Verdict::kRejects);
}

// Each finding has words and a pointer, here of a thousand bytes.
TEST(ValidateTest, ListsFourThousandFaultsOfTheTextAtMost) {
  constexpr size_t kMost = 4000;
  std::string text = "[";
  for (size_t i = 0; i < 2 * kMost; ++i) text += "{a\"b\"},";
  text += "{}]";
  const std::vector<Target> targets = *ParseTargets("spec,go");
  const CheckPlan plan(targets, AllRules(), nullptr,
                       {.max_findings = std::numeric_limits<size_t>::max()});
  const Report report = Validate(ParseDocument(text, DocumentKind::kConfig), plan);
  const auto without_colon = absl::c_count_if(
      report.diagnostics, [](const Diagnostic& each) { return each.rule == "json-missing-colon"; });
  EXPECT_EQ(without_colon, kMost);
  const auto omitted = absl::c_find_if(
      report.omissions, [](const Omission& each) { return each.rule == "json-missing-colon"; });
  ASSERT_NE(omitted, report.omissions.end());
  EXPECT_EQ(omitted->Count(), kMost);
}

// A verdict of `rejects` comes with an error, whatever the list leaves out.
TEST(ValidateTest, ErrorsAreLeftOutLast) {
  std::string text = R"({"methodConfig": [{"name": [{}]})";
  for (size_t i = 0; i < 3 * kMaxFindingsPerRule; ++i) text += R"(,{"name": [], "comment": 1})";
  text += R"(,{"name": [{"service": "a"}], "retryPolicy": {"maxAttemts": 3, "initialBackoff": "1s",
             "maxBackoff": "2s", "backoffMultiplier": 2, "retryableStatusCodes": ["ABORTED"]}}]})";
  for (const char* const targets : {"gapic", "spec", "spec,core,go,java,node"}) {
    const Report report = Check(text, *ParseTargets(targets));
    EXPECT_GT(report.Count(Severity::kError), 0U) << targets;
    const bool lists_an_error =
        std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                    [](const Diagnostic& each) { return each.severity == Severity::kError; });
    EXPECT_TRUE(lists_an_error) << targets;
    for (const Omission& omission : report.omissions) {
      const auto listed =
          std::count_if(report.diagnostics.begin(), report.diagnostics.end(),
                        [&](const Diagnostic& each) { return each.rule == omission.rule; });
      EXPECT_EQ(static_cast<size_t>(listed), kMaxFindingsPerRule) << targets << omission.rule;
    }
  }
}

// What breaks calls in an entry that some call meets is a note in one without a name.
TEST(ValidateTest, WhatIsLessGetsTheRoomThatErrorsLeave) {
  std::string text = R"({"methodConfig": [{"name": [{}]})";
  for (size_t i = 0; i < kMaxFindingsPerRule; ++i) text += R"(,{"timeout": "-1s"})";
  for (size_t i = 1; i < kMaxFindingsPerRule; ++i) {
    absl::StrAppend(&text, R"(,{"name": [{"service": "s)", i, R"("}], "timeout": "-1s"})");
  }
  const Report report = Check(text + "]}", *ParseTargets("spec,java"));
  size_t errors = 0;
  size_t notes = 0;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.rule != "timeout-negative") continue;
    errors += diagnostic.severity == Severity::kError ? 1 : 0;
    notes += diagnostic.severity == Severity::kNote ? 1 : 0;
  }
  EXPECT_EQ(errors, kMaxFindingsPerRule - 1);
  EXPECT_EQ(notes, 1U);
  const auto omission =
      std::find_if(report.omissions.begin(), report.omissions.end(),
                   [](const Omission& each) { return each.rule == "timeout-negative"; });
  ASSERT_NE(omission, report.omissions.end());
  EXPECT_THAT(omission->by_severity, testing::ElementsAre(kMaxFindingsPerRule - 1, 0, 0));
}

TEST(ValidateTest, AConfigOfManyUnknownKeysHasNoEffect) {
  for (const size_t keys : {1U, 32U, 33U, 100U}) {
    std::string text = "{\"k\": 1";
    for (size_t i = 1; i < keys; ++i) text += absl::StrCat(",\"k", i, "\": 1");
    const Report report = Check(text + "}", *ParseTargets("spec,core,go,java,node"));
    EXPECT_EQ(report.verdicts[0], Verdict::kIgnores) << keys;
    EXPECT_GT(report.Count(Severity::kError), 0U) << keys;
    const Report used = Check(text + R"(, "methodConfig": []})", *ParseTargets("spec"));
    EXPECT_EQ(used.verdicts[0], Verdict::kAccepts) << keys;
  }
}

TEST(ValidateTest, AClientThatLacksAFieldDoesNotShareTheReadingOfOthers) {
  const Document document = ParseDocument(
      R"({"methodConfig": [{"name": [{"service": "a.B"}], "retryPolicy": {"initialBackoff": "1s",
          "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["ABORTED"]}}]})",
      DocumentKind::kConfig);
  const Report report =
      ValidateWithFixes(document, *ParseTargets("spec,node@1.7,node@1.8"), AllRules());
  EXPECT_THAT(report.verdicts,
              testing::ElementsAre(Verdict::kRejects, Verdict::kIgnores, Verdict::kRejects));
}

}  // namespace
}  // namespace grpcfg
