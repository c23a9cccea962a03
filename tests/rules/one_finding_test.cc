// One cause is one finding, whatever each client makes of it.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/expected_file.h"
#include "tests/rules/fixture_files.h"
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

std::string Attempts(absl::string_view value) {
  return absl::StrCat(R"({"methodConfig": [{"name": [{"service": "a.B", "method": "Get"}],
      "retryPolicy": {"maxAttempts": )",
                      value, R"(, "initialBackoff": "0.1s", "maxBackoff": "1s",
      "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})");
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
    // Not "read as 0s", which is what is written.
    {Timeout("0s"),
     {"timeout-ends-every-call: breaks calls in go, java, node; misread by core; "
      "accepted by spec. C-core reads it as no timeout"}},
    {Timeout("-0s"),
     {"timeout-ends-every-call: breaks calls in go, java; misread by core; accepted "
      "by spec, node. C-core reads it as no timeout",
      "value-unportable: rejected by node; accepted by spec, core, go, java. "}},
    {Timeout("0.0005s"),
     {"timeout-ends-every-call: breaks calls in node; misread by core; accepted by "
      "spec, go, java. grpc-js reads it as 0.000000005s. C-core reads it as no timeout"}},
    {Ratio("1e999999999999"),
     {"throttling-token-ratio-misread: misread by node; accepted by spec, core, go, "
      "java. ",
      "value-unportable: rejected by core, go, java; accepted by spec, node. "}},
    {Attempts("6.0"),
     {"number-malformed: rejected by spec, core, go; misread by java, node. read as "
      "5"}},
    {Attempts("\"8\""),
     {"number-quoted: rejected by spec, go, node; misread by core, java. read as 5"}},
    {Attempts("\"0\""),
     {"retry-max-attempts-too-small: rejected by all targets. the first attempt counts"}},
    {R"({"loadBalancingConfig": [{"policy": "pick_first"}]})",
     {"field-type: rejected by spec, core, go, java; ignored by node. "}},
    {R"({"methodConfig": [{"service": "a.B", "timeout": "20s"}]})",
     {"field-unknown: rejected by node; ignored by spec, core, go, java. "}},
    {R"({"methodConfig": [{"methodConfig": [{"name": [{}], "timeout": "20s"}]}]})",
     {"field-unknown: rejected by node; ignored by spec, core, go, java. nothing else is set in "
      "this entry, so by the spec its methods get no settings"}},
    {R"({"methodConfig": {"methodConfig": [{"name": [{}], "timeout": "20s"}]}})",
     {"field-type: rejected by spec, core, go, java; ignored by node. "}},
    {R"({"methodConfig": {"1": {"name": [{}], "timeout": "20s"}}})",
     {"field-type: rejected by spec, core, go, java; ignored by node. "}},
    {R"({"methodConfig": [{"name": [{}], "hedgingPolicy": {
        "maxAttempts": 3, "hedgingDelay": null}}]})",
     {"field-unsupported: ignored by core, go; accepted by spec, java, node. C-core has no hedging "
      "yet: with `grpc.experimental.enable_hedging` it reads `perAttemptRecvTimeout` of a retry "
      "policy, and no `hedgingPolicy`",
      "field-missing: rejected by java; accepted by spec, core, go, node. ",
      "field-null: rejected by node; accepted by spec, core, go, java. "}},
};

// Texts that one cause spoils in several places.
constexpr absl::string_view kOneCause[] = {
    R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock"}], "retryPolicy": {
        "num_retries": 2, "retry_on": "unavailable", "retry_back_off": {"base_interval": "0.3s"}}}]})",
    R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock"}], "retryPolicy": {
        "$ref": "#/$defs/usual"}}], "$defs": {"usual": {"maxAttempts": 2, "initialBackoff": "0.1s",
        "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["ABORTED"]}}})",
    R"({"methodConfig": [{"service": "acme.v1.Stock", "methods": ["Get"], "timeout": "30s"}]})",
    R"({"loadBalancingConfig": [{"pick_first": {"shuffleAddressList": "yes"}}]})",
    R"({"loadBalancingConfig": [[{"round_robin": {}}]]})",
    R"({"loadBalancingPolicy": "least_conn"})",
    R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Retries",
        "properties": {"methodConfig": {"type": "array"}}, "required": ["methodConfig"]})",
    R"({"type": "object", "properties": {"retryPolicy": {"type": "object"}},
        "additionalProperties": false})",
    R"({"name": "stock", "version": "0.1.0", "scripts": {"test": "mocha"}, "license": "MIT"})",
};

TEST(OneFindingTest, WhatOneFindingExplains) {
  for (const absl::string_view text : kOneCause) {
    const std::vector<std::string> findings = Findings(text);
    const auto minded = [](const std::string& each) {
      return !absl::StartsWith(each, "timeout-shortened");
    };
    EXPECT_EQ(std::count_if(findings.begin(), findings.end(), minded), 1)
        << text << "\n"
        << absl::StrJoin(findings, "\n");
  }
}

// A finding by which alone a client refuses the text stays.
TEST(OneFindingTest, WhatNoOtherExplains) {
  const std::vector<std::string> findings = Findings(
      R"({"type": "object", "title": "a", "title": "b", "properties": {"retryPolicy": {}}})");
  EXPECT_THAT(findings, testing::ElementsAre(testing::StartsWith("config-without-effect"),
                                             testing::StartsWith("json-duplicate-key")));
}

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

// Node reads the decimals otherwise, and C-core counts from another time: one cause if no call
// succeeds in either.
TEST(OneFindingTest, WhatIsTooShortForNodeAndForCore) {
  EXPECT_THAT(Findings(Timeout("0.5s")),
              testing::ElementsAre(testing::StartsWith(
                  "timeout-ends-every-call: breaks calls in core, node; accepted by spec, go, "
                  "java. ")));
  for (const char* const value : {"1.5s", "2.5s"}) {
    EXPECT_EQ(Findings(Timeout(value)).size(), 2U) << value;
  }
}

TEST(OneFindingTest, OneFixSettlesAQuotedRatio) {
  const Report report = Check(Ratio("\"1\""));
  ASSERT_EQ(report.diagnostics.size(), 2U);  // and that nothing is throttled
  EXPECT_EQ(report.diagnostics[1].fixes.front().edits.front().text, "1.0");
}

// What an object lacks that a fault of the brackets or of a member mangles may have been lost
// there. Clients that take the text miss it.
TEST(OneFindingTest, WhatIsMangledLacksNothing) {
  const auto rules = [](absl::string_view text, DocumentKind kind) {
    const Report report = ValidateWithFixes(ParseDocument(text, kind),
                                            *ParseTargets("spec,go,java,node"), AllRules());
    std::set<std::string> found;
    for (const Diagnostic& each : report.diagnostics) found.emplace(each.rule);
    return found;
  };
  constexpr auto kConfig = DocumentKind::kConfig;
  using testing::UnorderedElementsAre;
  EXPECT_THAT(rules("[{]", DocumentKind::kChoices),
              UnorderedElementsAre("json-mismatched-bracket"));
  EXPECT_THAT(rules(R"({"retryThrottling": {"maxTokens": 10, "tokenRatio":}})", kConfig),
              UnorderedElementsAre("json-missing-value"));
  EXPECT_THAT(rules(R"({"loadBalancingConfig": [{"round_robin"}]})", kConfig),
              UnorderedElementsAre("json-missing-colon"));
  EXPECT_THAT(rules(R"({"methodConfig": [{"name": [{}], "hedgingPolicy": {)", kConfig),
              testing::Not(testing::Contains("field-missing")));
  // The fault is in another object.
  EXPECT_THAT(
      rules(R"({"retryThrottling": {"maxTokens": 10}, "healthCheckConfig": {"serviceName"}})",
            kConfig),
      testing::IsSupersetOf({"field-missing", "json-missing-colon"}));
  // Java's parser takes it.
  const Report java =
      ValidateWithFixes(ParseDocument(R"({"retryThrottling": {"maxTokens": 10, // more
        }})",
                                      kConfig),
                        *ParseTargets("java"), AllRules());
  EXPECT_EQ(java.diagnostics.front().rule, "field-missing");
}

// Wrong, misspelt or in the wrong place: that is the finding, and not that it is missing.
TEST(OneFindingTest, ThrottlingThatStandsSomewhereIsNotMissed) {
  constexpr absl::string_view kRetries =
      R"("retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
         "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]})";
  const auto misses = [&](absl::string_view at_top, absl::string_view in_entry) {
    const Report report = Check(absl::StrCat("{", at_top, R"("methodConfig": [{"name": [{}], )",
                                             in_entry, kRetries, "}]}"));
    return std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                       [](const Diagnostic& each) { return each.rule == "throttling-missing"; });
  };
  constexpr absl::string_view kTokens = R"({"maxTokens": 10, "tokenRatio": 0.1}, )";
  EXPECT_TRUE(misses("", ""));
  EXPECT_TRUE(misses(R"("$comment": "retryThrottling", )", ""));
  EXPECT_FALSE(misses(R"("retryThrottling": 5, )", ""));
  EXPECT_FALSE(misses(absl::StrCat(R"("retry_throttling": )", kTokens), ""));
  EXPECT_FALSE(misses(absl::StrCat(R"("RetryThrottling": )", kTokens), ""));
  EXPECT_FALSE(misses("", absl::StrCat(R"("retryThrottling": )", kTokens)));
}

TEST(OneFindingTest, ReportsWhoHasNoSuchField) {
  const std::string text = R"({"methodConfig": [{"name": [{}], "waitForReady": true}]})";
  EXPECT_EQ(Check(text).diagnostics[0].message, "`waitForReady` has no effect in grpc-js");
  const Report alone = ValidateWithFixes(ParseDocument(text, DocumentKind::kConfig),
                                         *ParseTargets("node@1.13,node"), AllRules());
  EXPECT_EQ(alone.diagnostics[0].message, "`waitForReady` has no effect in any of the targets");
}

constexpr absl::string_view kDeliberate[] = {
    "duration-malformed + retry-pulses",
    "field-missing + field-unknown",
    "field-missing + hedging-at-once",
    "field-missing + hedging-not-throttled",
    "field-missing + throttling-unused",
    "field-type + lb-none-supported",
    "field-unknown + field-unsupported",
    "field-unknown + json-single-quotes",
    "field-unknown + lb-policy-name-deprecated",
    "health-check-needs-import + health-check-needs-services",  // of two programs
    "json-single-quotes + lb-policy-name-deprecated",
    "lb-policy-name-needs-config + lb-policy-name-unknown",
    "lb-policy-not-linked + lb-policy-unparsed",
    "lb-policy-unknown + lb-policy-unparsed",
    "retry-backoff-hangs + retry-backoff-vanishes",
    "retry-code-final + status-code-repeated",
    "retry-deadline-exceeded + status-code-integer",
    "retry-max-attempts-clamped + value-unportable",
    "status-code-integer + status-code-ok",
    "throttling-ratio-large + throttling-token-ratio-truncated + value-unportable",
};

// The rules of findings that stand on one place: "a + b".
void AddShared(const Report& report, std::set<std::string>& shared) {
  std::map<std::pair<uint32_t, uint32_t>, std::set<absl::string_view>> by_place;
  for (const Diagnostic& each : report.diagnostics) {
    const Span span = each.primary.span;
    if (!each.is_common) by_place[{span.begin, span.end}].insert(each.rule);
  }
  for (const auto& [place, rules] : by_place) {
    if (rules.size() > 1) shared.insert(absl::StrJoin(rules, " + "));
  }
}

// Each that is left is deliberate: two causes, of which either one stays when the other is fixed.
TEST(OneFindingTest, PlacesWithSeveral) {
  std::set<std::string> shared;
  AllRules().ForEach([&](const Rule& rule) {
    const std::string text = rule.bad.Text();
    const Document document = ParseDocument(text, rule.kind);
    AddShared(ValidateWithFixes(document, DefaultTargets(), AllRules()), shared);
  });
  for (const std::string& path : FixtureFiles(kConfigExtensions)) {
    const std::string text = ReadWhole(path);
    const Document document = ParseFixture(path, text);
    AddShared(ValidateWithFixes(document, DefaultTargets(), AllRules()), shared);
  }
  EXPECT_THAT(shared, testing::UnorderedElementsAreArray(kDeliberate));
}

// What a client refuses is not said to be without effect in it.
TEST(OneFindingTest, RefusedIsNotWithoutEffect) {
  for (const absl::string_view text :
       {R"({"loadBalancingPolicy": ["pick_first"]})", R"({"loadBalancingPolicy": 7})",
        R"({"methodConfig": [{"name": [{"service": "a.v1.C"}], "waitForReady": 1}]})"}) {
    const std::vector<std::string> findings = Findings(text);
    EXPECT_EQ(findings.size(), 1U) << text << "\n" << absl::StrJoin(findings, "\n");
  }
}

}  // namespace
}  // namespace grpcfg
