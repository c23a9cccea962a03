// Several faults of one kind in one object are one finding; and what stands under a key that was
// meant to be another one is read as if it were.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

Report Check(absl::string_view text, absl::string_view targets = "spec,core,go,java,node") {
  return ValidateWithFixes(ParseDocument(text, DocumentKind::kConfig), *ParseTargets(targets),
                           AllRules());
}

std::string Entry(absl::string_view members) {
  return absl::StrCat(R"({"methodConfig": [{"name": [{"service": "a.B"}], )", members, "}]}");
}

// Those of errors and warnings: severity, pointer, message.
std::vector<std::string> Findings(absl::string_view text) {
  std::vector<std::string> findings;
  for (const Diagnostic& each : Check(text).diagnostics) {
    if (each.severity == Severity::kNote) continue;
    findings.push_back(
        absl::StrCat(SeverityName(each.severity), " ", each.pointer, ": ", each.message));
  }
  return findings;
}

struct Row {
  std::string text;
  std::vector<std::string> findings;
};

// The finding of a rule; an empty one if there is none.
Diagnostic FindRule(const Report& report, absl::string_view rule) {
  for (const Diagnostic& each : report.diagnostics) {
    if (each.rule == rule) return each;
  }
  return {};
}

TEST(MergeFindingsTest, OneFindingForAnObject) {
  const Row rows[] = {
      {Entry(R"("retryPolicy": {})"),
       {"error /methodConfig/0/retryPolicy: a retry policy needs `maxAttempts`, `initialBackoff`, "
        "`maxBackoff`, `backoffMultiplier` and `retryableStatusCodes`"}},
      // To Java alone a delay is missing.
      {Entry(R"("hedgingPolicy": {})"),
       {"error /methodConfig/0/hedgingPolicy: a hedging policy needs `maxAttempts`",
        "error /methodConfig/0/hedgingPolicy: grpc-java cannot use a hedging policy without "
        "`hedgingDelay`",
        "warning /methodConfig/0/hedgingPolicy: `hedgingPolicy` has no effect in C-core and "
        "grpc-go"}},
      {Entry(R"("retryPolicy": {"maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "2s",
                "backoffMultiplier": 2, "retryableStatusCodes": [14, "ABORTED", 8]})"),
       {"error /methodConfig/0/retryPolicy/retryableStatusCodes/0: the status codes are the "
        "numbers `14` and `8`; C-core accepts only names"}},
  };
  for (const Row& row : rows) EXPECT_THAT(Findings(row.text), ElementsAreArray(row.findings));
}

TEST(MergeFindingsTest, OneFixForAll) {
  const Report report =
      Check(Entry(R"("retryPolicy": {"maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "2s",
                     "backoffMultiplier": 2, "retryableStatusCodes": [14, 8]})"),
            "core");
  const auto found = FindRule(report, "status-code-integer");
  ASSERT_EQ(found.fixes.size(), 1U);
  const Fix& fix = found.fixes.front();
  EXPECT_EQ(fix.title, "write `\"UNAVAILABLE\"` and `\"RESOURCE_EXHAUSTED\"`");
  EXPECT_EQ(fix.edits.size(), 2U);
  EXPECT_TRUE(fix.safe);
}

TEST(MergeFindingsTest, FieldsOfAClientThatLacksThemAreReportedOnce) {
  const std::string text = Entry(
      R"("waitForReady": true, "maxRequestMessageBytes": 9000, "maxResponseMessageBytes": 9000)");
  const Report report = Check(text, "spec,node");
  ASSERT_EQ(report.diagnostics.size(), 1U);
  EXPECT_EQ(report.diagnostics[0].message,
            "`waitForReady`, `maxRequestMessageBytes` and `maxResponseMessageBytes` have no effect "
            "in grpc-js");
  EXPECT_EQ(report.diagnostics[0].pointer, "/methodConfig/0/waitForReady");
  EXPECT_EQ(report.diagnostics[0].secondary.size(), 2U);
}

// Each object is reported apart, and more names than anyone reads are counted.
TEST(MergeFindingsTest, ManyObjects) {
  constexpr size_t kEntries = 2000;
  std::string text = R"({"methodConfig": [)";
  for (size_t i = 0; i < kEntries; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ",", R"({"name": [{"service": "s)", i,
                    R"("}], "retryPolicy": {}})");
  }
  const Report report = Check(text + "]}", "spec");
  EXPECT_EQ(std::count_if(report.diagnostics.begin(), report.diagnostics.end(),
                          [](const Diagnostic& each) { return each.rule == "field-missing"; }),
            kMaxFindingsPerRule);
  EXPECT_EQ(report.verdicts.front(), Verdict::kRejects);
  const std::vector<int> codes(100, 14);
  const Report many =
      Check(Entry(absl::StrCat(
                R"("retryPolicy": {"maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "2s",
         "backoffMultiplier": 2, "retryableStatusCodes": [)",
                absl::StrJoin(codes, ","), "]}")),
            "core");
  EXPECT_EQ(FindRule(many, "status-code-integer").message,
            "the status codes are the numbers `14`, `14`, `14`, `14`, `14`, `14`, `14` and 93 "
            "more; C-core accepts only names");
}

TEST(MergeFindingsTest, ClientGeneratorsAreNamedOnce) {
  const std::string entry = R"({"name": [{"service": "a.$"}], "retryPolicy": {
    "initialBackoff": "1s", "maxBackoff": "9s", "backoffMultiplier": 2}})";
  const std::string text = absl::StrCat(R"({"methodConfig": [)", entry, ",", entry, "]}");
  size_t reported = 0;
  std::vector<std::string> missing;
  for (const Diagnostic& each : Check(text, "spec").diagnostics) {
    if (each.rule == "field-missing") missing.push_back(each.message);
    for (const std::string& help : each.help) reported += absl::StrContains(help, "gapic") ? 1 : 0;
  }
  EXPECT_THAT(missing, ElementsAre("2 retry policies lack `maxAttempts` or "
                                   "`retryableStatusCodes`"));
  EXPECT_EQ(reported, 1U);
  for (const Diagnostic& each : Check(Entry(R"("retryPolicy": {})"), "spec").diagnostics) {
    for (const std::string& help : each.help) EXPECT_FALSE(absl::StrContains(help, "gapic"));
  }
}

TEST(IntendedKeyTest, WhatStandsUnderAKeyThatIsWrong) {
  constexpr absl::string_view kRest =
      R"("maxBackoff": "2s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]})";
  const Row rows[] = {
      {R"({"hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "50ms"}})",
       {"error /hedgingPolicy: `hedgingPolicy` has no effect at the top level; it belongs in "
        "`methodConfig[]`",
        "warning /hedgingPolicy: `hedgingPolicy` has no effect in C-core and grpc-go",
        "warning /hedgingPolicy/hedgingDelay: `hedgingDelay` is `\"50ms\"`; a duration is seconds "
        "with up to nine decimals and an `s`"}},
      // Go reads it: the value is an error to it.
      {Entry(absl::StrCat(R"("retrypolicy": {"maxAttempts": 3, "initialBackoff": "1 s", )", kRest)),
       {"error /methodConfig/0/retrypolicy: unknown field `retrypolicy`; did you mean "
        "`retryPolicy`?",
        "error /methodConfig/0/retrypolicy/initialBackoff: `initialBackoff` is `\"1 s\"`; a "
        "duration is seconds with up to nine decimals and an `s`"}},
      {Entry(R"("timout": "5")"),
       {"error /methodConfig/0/timout: unknown field `timout`; did you mean `timeout`?",
        "warning /methodConfig/0/timout: `timeout` is `\"5\"`; a duration is seconds with up to "
        "nine decimals and an `s`"}},
  };
  for (const Row& row : rows) EXPECT_THAT(Findings(row.text), ElementsAreArray(row.findings));
}

TEST(IntendedKeyTest, PascalCaseHidesNothing) {
  constexpr absl::string_view kText = R"({"MethodConfig": [{"Name": [{"Service": "a.B"}],
      "RetryPolicy": {"MaxAttempts": 1, "Timeout": "5s"}}]})";
  const std::vector<std::string> findings = Findings(kText);
  EXPECT_THAT(findings, testing::Contains(testing::HasSubstr("no such field: `Name` and")));
  EXPECT_THAT(findings, testing::Contains(testing::HasSubstr("`maxAttempts` is 1")));
}

// What a client does not read it does not mind.
TEST(IntendedKeyTest, NoVerdictFollows) {
  const std::string texts[] = {
      R"({"hedgingPolicy": {"maxAttempts": 0, "hedgingDelay": "50ms"}})",
      R"({"maxAttempts": 0, "initialBackoff": 5, "maxBackoff": "x"})",
      Entry(R"("retry_policy": {"maxAttempts": 1})"),
      R"({"MethodConfig": [{"Name": 5, "Timeout": "x"}]})",
  };
  for (const std::string& text : texts) {
    const Report report = Check(text, "spec,core,java,node");
    EXPECT_THAT(report.verdicts, testing::Each(Verdict::kIgnores)) << text;
  }
}

}  // namespace
}  // namespace grpcfg
