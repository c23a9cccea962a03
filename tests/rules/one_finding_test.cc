// One cause is one finding, whatever each client makes of it.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/effect_summary.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

const std::vector<std::string>& Names() {
  static const std::vector<std::string> kNames = {"spec", "core", "go", "java", "node"};
  return kNames;
}

Report Check(absl::string_view text) {
  return ValidateWithFixes(ParseDocument(text, DocumentKind::kConfig),
                           *ParseTargets(absl::StrJoin(Names(), ",")), AllRules());
}

std::vector<std::string> Findings(absl::string_view text) {
  std::vector<std::string> findings;
  for (const Diagnostic& diagnostic : Check(text).diagnostics) {
    if (diagnostic.effects.empty()) continue;  // advice, which no client minds
    findings.push_back(absl::StrCat(diagnostic.rule, ": ", DescribeEffects(diagnostic, Names()),
                                    ". ", absl::StrJoin(diagnostic.notes, ". ")));
  }
  return findings;
}

std::string Timeout(absl::string_view value) {
  return absl::StrCat(R"({"methodConfig": [{"name": [{}], "timeout": ")", value, "\"}]}");
}

std::string Ratio(absl::string_view value) {
  return absl::StrCat(R"({"methodConfig": [], "retryThrottling": {"maxTokens": 10, "tokenRatio": )",
                      value, "}}");
}

struct Row {
  std::string text;
  std::vector<std::string> findings;
};

const Row kOneValue[] = {
    {Timeout("-1s"),
     {"timeout-negative: rejected by core, node; breaks calls in java; ignored by go; accepted "
      "by spec. "}},
    {Timeout("-0.5s"),
     {"timeout-negative: rejected by node; breaks calls in core, java; ignored by go; accepted "
      "by spec. C-core reads it as 0.5s"}},
    // C-core cuts it to 1s, of which its clock leaves nothing.
    {Timeout("1.000000001s"),
     {"timeout-too-short: breaks calls in core; accepted by spec, go, java, node. C-core starts "
      "this timer 1 to 2 s early; how early differs per process (grpc/grpc issues 34547 and "
      "40633). C-core reads it as 1s"}},
    // Not "read as 0s", which is what is written. What a client misreads has a rule of its own, so
    // that a finding is the same whoever else is selected.
    {Timeout("0s"),
     {"timeout-ends-every-call: breaks calls in go, java, node; accepted by spec, core. ",
      "timeout-misread: handled differently by core; accepted by spec, go, java, node. "}},
    {Timeout("-0s"),
     {"timeout-ends-every-call: breaks calls in go, java; accepted by spec, core, node. ",
      "timeout-misread: handled differently by core; accepted by spec, go, java, node. ",
      "value-unportable: rejected by node; accepted by spec, core, go, java. "}},
    {Timeout("0.0005s"),
     {"timeout-ends-every-call: breaks calls in node; accepted by spec, core, go, java. grpc-js "
      "reads it as 0.000000005s",
      "timeout-misread: handled differently by core; accepted by spec, go, java, node. "}},
    {Ratio("1e999999999999"),
     {"throttling-token-ratio-misread: handled differently by node; accepted by spec, core, go, "
      "java. ",
      "value-unportable: rejected by core, go, java; accepted by spec, node. "}},
    {R"({"methodConfig": [{"name": [{}], "hedgingPolicy": {
        "maxAttempts": 3, "hedgingDelay": null}}]})",
     {"field-unsupported: ignored by core, go; accepted by spec, java, node. ",
      "field-missing: rejected by java; accepted by spec, core, go, node. ",
      "field-null: rejected by node; accepted by spec, core, go, java. "}},
};

TEST(OneFindingTest, AllThatClientsMakeOfOneValue) {
  for (const Row& row : kOneValue) {
    EXPECT_THAT(Findings(row.text), testing::ElementsAreArray(row.findings)) << row.text;
  }
}

// An alteration that the spec orders does not hide what a client refuses.
TEST(OneFindingTest, TwoCausesAreTwoFindings) {
  const std::vector<std::string> findings = Findings(R"({"methodConfig": [{"name": [{}],
      "retryPolicy": {"maxAttempts": 2147483648, "initialBackoff": "0.1s", "maxBackoff": "1s",
        "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})");
  EXPECT_EQ(findings.size(), 2U);
}

// Node reads the decimals otherwise, and C-core counts from another time.
TEST(OneFindingTest, WhatIsTooShortForNodeAndForCoreAreTwoFindings) {
  for (const char* const value : {"0.5s", "1.5s", "2.5s"}) {
    const std::vector<std::string> findings = Findings(Timeout(value));
    EXPECT_EQ(findings.size(), 2U) << value;
  }
}

TEST(OneFindingTest, OneFixSettlesAQuotedRatio) {
  const Report report = Check(Ratio("\"1\""));
  ASSERT_EQ(report.diagnostics.size(), 1U);
  EXPECT_EQ(report.diagnostics[0].fixes.front().edits.front().text, "1.0");
}

TEST(OneFindingTest, ReportsWhoHasNoSuchField) {
  const std::string text = R"({"methodConfig": [{"name": [{}], "waitForReady": true}]})";
  EXPECT_EQ(Check(text).diagnostics[0].message, "`waitForReady` has no effect in grpc-js");
  const Report alone = ValidateWithFixes(ParseDocument(text, DocumentKind::kConfig),
                                         *ParseTargets("node@1.13,node"), AllRules());
  EXPECT_EQ(alone.diagnostics[0].message, "`waitForReady` has no effect in any of the targets");
}

}  // namespace
}  // namespace grpcfg
