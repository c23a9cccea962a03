// What changes between two configs, and how risky that is.
#include "validator/compare/compare.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/compare/change_risk.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<ComparedMethod> CompareTexts(const std::string& before, const std::string& after,
                                         absl::string_view targets = "spec",
                                         const SimulationRequest& request = {}) {
  const std::vector<Target> selected = *ParseTargets(targets);
  const Document old_document = ParseDocument(before, DocumentKind::kConfig);
  const Document new_document = ParseDocument(after, DocumentKind::kConfig);
  const Analysis old_analysis = Analyse(old_document, selected, AllRules());
  const Analysis new_analysis = Analyse(new_document, selected, AllRules());
  return Compare({old_document, old_analysis}, {new_document, new_analysis}, selected, request);
}

// "p.S spec: timeout 1s -> 2s low" for each change.
std::vector<std::string> Words(const std::vector<ComparedMethod>& methods) {
  std::vector<std::string> words;
  for (const ComparedMethod& method : methods) {
    for (const Change& change : method.changes) {
      words.push_back(absl::StrCat(method.name, " ", method.target, ": ", change.what, " ",
                                   change.before, " -> ", change.after, " ",
                                   RiskName(change.risk)));
    }
  }
  return words;
}

constexpr char kRetry[] =
    R"("retryPolicy":{"maxAttempts":3,"initialBackoff":"1s","maxBackoff":"4s",)"
    R"("backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]})";

std::string Entry(const std::string& name, const std::string& members) {
  return absl::StrCat(R"({"name":[)", name, "],", members, "}");
}

std::string Config(const std::vector<std::string>& entries, const std::string& more = "") {
  return absl::StrCat(R"({"methodConfig":[)", absl::StrJoin(entries, ","), "]", more, "}");
}

std::string Of(const std::string& members) {
  return Config({Entry(R"({"service":"p.S"})", members)});
}

TEST(CompareTest, AVerdictIsAsRiskyAsTheNewOneIsBad) {
  const auto risk = [](const std::string& before, const std::string& after) {
    return JudgedChange("verdict", before, after).risk;
  };
  EXPECT_EQ(risk("\"accepts\"", "\"rejects\""), ChangeRisk::kHigh);
  EXPECT_EQ(risk("\"rejects\"", "\"breaks-calls\""), ChangeRisk::kHigh);
  EXPECT_EQ(risk("\"accepts\"", "\"ignores\""), ChangeRisk::kMedium);
  EXPECT_EQ(risk("\"breaks-calls\"", "\"ignores\""), ChangeRisk::kLow);
  EXPECT_EQ(risk("\"rejects\"", "\"accepts\""), ChangeRisk::kLow);
}

// With tokens that never run out an outage is what it is without, whatever the samples say.
TEST(CompareTest, TokensInAnOutage) {
  SimulationRequest request;
  request.fleet.outage = {.length = 30};
  const auto changes = [&](const std::string& before, const std::string& after) {
    const auto of = [](const std::string& tokens) {
      return Config({Entry(R"({"service":"p.S"})", kRetry)}, tokens);
    };
    return Words(CompareTexts(of(before), of(after), "spec", request));
  };
  const std::string few = R"(,"retryThrottling":{"maxTokens":10,"tokenRatio":0.1})";
  const std::string many = R"(,"retryThrottling":{"maxTokens":1000,"tokenRatio":0.1})";
  EXPECT_THAT(changes("", many), testing::Not(testing::Contains(HasSubstr("outage"))));
  EXPECT_THAT(changes(few, ""), testing::Contains(HasSubstr("outage.load 1.1")));
  EXPECT_THAT(changes(few, many), testing::Contains(HasSubstr("outage.load 1.1")));
  request.fleet.outage->length = 3600;
  EXPECT_THAT(changes(few, ""), testing::Contains(HasSubstr("outage.load 1.0")));
  request.fleet.outage->length = 1e6;
  EXPECT_THAT(changes(few, ""), testing::Contains(HasSubstr("outage.load 1 -> 3")));
}

// Of calls without retries an outage is nothing but itself.
TEST(CompareTest, OutagesIfRequested) {
  const std::string once = Of(R"("waitForReady":true)");
  const std::string retried = Of(absl::StrCat(R"("waitForReady":true,)", kRetry));
  SimulationRequest request;
  request.fleet.outage = {.length = 10};
  // Of calls in its last second the first retry comes after it, of two seconds before the second.
  const std::vector<std::string> words = Words(CompareTexts(once, retried, "spec", request));
  EXPECT_THAT(words, testing::Contains(HasSubstr("outage.load 1 -> 2.6 high")));
  EXPECT_THAT(words, testing::Contains(HasSubstr("outage.wave 0 -> 3 medium")));
  EXPECT_THAT(words, testing::Contains(HasSubstr("outage.saved 0 -> 3 low")));
  const std::string hedged =
      Of(R"("waitForReady":true,"hedgingPolicy":{"maxAttempts":3,"hedgingDelay":"1s"})");
  EXPECT_THAT(Words(CompareTexts(hedged, retried, "spec", request)),
              testing::Not(testing::Contains(HasSubstr("outage"))));
  EXPECT_THAT(Words(CompareTexts(once, retried)),
              testing::Not(testing::Contains(HasSubstr("outage"))));
}

struct ChangeRow {
  const char* before;  // members of the entry of p.S
  const char* after;
  const char* expected;  // of p.S for the spec
};

constexpr ChangeRow kChangeRows[] = {
    {R"("timeout":"10s")", R"("timeout":"2s")", R"(timeout "10s" -> "2s" medium)"},
    {R"("timeout":"2s")", R"("timeout":"10s")", R"(timeout "2s" -> "10s" low)"},
    {R"("timeout":"2s")", R"("waitForReady":false)",
     R"(waitForReady null -> false medium|timeout "2s" -> null medium)"},
    {R"("maxRequestMessageBytes":10)", R"("maxRequestMessageBytes":9)",
     "maxRequestMessageBytes 10 -> 9 medium"},
    {R"("maxRequestMessageBytes":9)", R"("maxRequestMessageBytes":10)",
     "maxRequestMessageBytes 9 -> 10 low"},
    {R"("timeout":"1.0s")", R"("timeout":"1s")", ""},
};

TEST(CompareTest, JudgesByDirection) {
  for (const ChangeRow& row : kChangeRows) {
    std::vector<std::string> reported;
    for (const ComparedMethod& method : CompareTexts(Of(row.before), Of(row.after))) {
      EXPECT_EQ(method.name, "p.S");
      for (const Change& change : method.changes) {
        reported.push_back(absl::StrCat(change.what, " ", change.before, " -> ", change.after, " ",
                                        RiskName(change.risk)));
      }
    }
    EXPECT_EQ(absl::StrJoin(reported, "|"), row.expected) << row.after;
  }
}

TEST(CompareTest, APolicyThatGoesIsOneChange) {
  const std::vector<std::string> words =
      Words(CompareTexts(Of(absl::StrCat(R"("timeout":"9s",)", kRetry)), Of(R"("timeout":"9s")")));
  EXPECT_THAT(words, ElementsAre("p.S spec: attempts 3 -> 1 low",
                                 "p.S spec: amplification.expected 3 -> 1 low",
                                 "p.S spec: callFails 0.001 -> 0.1 medium",
                                 testing::StartsWith("p.S spec: lastAttempt.p99 "),
                                 "p.S spec: peak 2.5 -> null low",
                                 R"(p.S spec: retryPolicy {"maxAttempts":3,"initialBackoff":"1s",)"
                                 R"("maxBackoff":"4s","backoffMultiplier":2,)"
                                 R"("retryableStatusCodes":["UNAVAILABLE"]} -> null medium)"));
}

TEST(CompareTest, CoverageIsWhatAnEntryGives) {
  const std::string both = Config({Entry(R"({"service":"p.S"})", R"("timeout":"1s")")});
  const std::string other = Config({Entry(R"({"service":"p.T"})", R"("timeout":"1s")")});
  EXPECT_THAT(Words(CompareTexts(both, other)),
              ElementsAre("p.T spec: coverage false -> true low",
                          R"(p.T spec: timeout null -> "1s" medium)",
                          "p.S spec: coverage true -> false high",
                          R"(p.S spec: timeout "1s" -> null medium)"));
}

// Each client by what it makes of it, and only the verdict where it refuses the new version.
TEST(CompareTest, EachTargetForItself) {
  const std::string good = Of(absl::StrCat(R"("timeout":"9s",)", kRetry));
  const std::string refused = Of(absl::StrCat(R"("timeout":9,)", kRetry));
  EXPECT_THAT(Words(CompareTexts(good, refused, "go,java")),
              ElementsAre(R"(* go: verdict "accepts" -> "rejects" high)",
                          R"(* java: verdict "accepts" -> "rejects" high)"));
  EXPECT_THAT(Words(CompareTexts(refused, refused, "go")), IsEmpty());
}

// A client that refused the old version is one without a config, whoever took that version.
TEST(CompareTest, WhatWasRefusedIsNoConfig) {
  const std::string throttling = R"(,"retryThrottling":{"maxTokens":10,"tokenRatio":0.5})";
  const std::vector<std::string> good = {
      Entry(R"({"service":"p.S"})", absl::StrCat(R"("timeout":"9s",)", kRetry))};
  // Nothing of it counts, neither names nor what holds for the channel.
  const std::string refused =
      Config({Entry(R"({"service":"p.S"},{"service":"p.T"})", R"("timeout":9)")}, throttling);
  const std::vector<std::string> none = Words(CompareTexts("{}", Config(good, throttling), "go"));
  std::vector<std::string> expected = none;
  expected.emplace_back(R"(* go: verdict "rejects" -> "accepts" low)");
  EXPECT_THAT(none, testing::Contains("p.S go: attempts 1 -> 3 high"));
  EXPECT_THAT(none, testing::Contains(HasSubstr("* go: retryThrottling null -> {")));
  EXPECT_THAT(Words(CompareTexts(refused, Config(good, throttling), "go")),
              testing::UnorderedElementsAreArray(expected));
  EXPECT_THAT(Words(CompareTexts(refused, "{}", "go")),
              ElementsAre(R"(* go: verdict "rejects" -> "accepts" low)"));
}

// grpc-go refuses an entry without maxAttempts, of which gapic makes something.
TEST(CompareTest, WhoTookTheOldVersionKeepsIt) {
  const std::string refused_by_go =
      Of(R"("timeout":"9s","retryPolicy":{"initialBackoff":"1s","maxBackoff":"4s",)"
         R"("backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]})");
  const std::string good = Of(absl::StrCat(R"("timeout":"9s",)", kRetry));
  const std::vector<std::string> words = Words(CompareTexts(refused_by_go, good, "go,gapic"));
  EXPECT_THAT(words, testing::Contains("p.S go: attempts 1 -> 3 high"));
  EXPECT_THAT(words, testing::Contains(R"(p.S go: timeout null -> "9s" medium)"));
  EXPECT_THAT(words, testing::Not(testing::Contains(HasSubstr("p.S gapic: timeout"))));
}

TEST(CompareTest, TheChannelIsReportedOnce) {
  const std::string plain = Of(R"("timeout":"9s")");
  const std::string more = Config({Entry(R"({"service":"p.S"})", R"("timeout":"9s")")},
                                  R"(,"loadBalancingConfig":[{"round_robin":{}}],)"
                                  R"("retryThrottling":{"maxTokens":10,"tokenRatio":0.5})");
  EXPECT_THAT(
      Words(CompareTexts(plain, more)),
      ElementsAre(R"(* spec: loadBalancing "pick_first" -> "round_robin" medium)",
                  R"(* spec: retryThrottling null -> {"maxTokens":10,"tokenRatio":0.5} low)"));
  EXPECT_THAT(Words(CompareTexts(more, plain)), testing::Contains(HasSubstr("} -> null high")));
}

// Where only the version of a package is another one, the calls are the same.
TEST(CompareTest, ANewVersionOfAPackageIsTheSameService) {
  const std::string v1 = Config({Entry(R"({"service":"shop.v1.S"})", R"("timeout":"9s")")});
  const std::string v2 = Config({Entry(R"({"service":"shop.v2beta1.S"})", R"("timeout":"8s")")});
  const std::vector<ComparedMethod> methods = CompareTexts(v1, v2);
  EXPECT_THAT(Words(methods), ElementsAre(R"(shop.v2beta1.S spec: timeout "9s" -> "8s" medium)"));
  EXPECT_EQ(methods[0].old_name, "shop.v1.S");
}

TEST(PairNamesTest, TwoThatCouldBeItAreNone) {
  const std::vector<MethodName> before = {{"a.v1.S", ""}};
  const std::vector<MethodName> after = {{"a.v2.S", ""}, {"a.v3.S", ""}};
  const std::vector<PairedName> pairs = PairNames(before, after);
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[0].before.service, "a.v2.S");
  EXPECT_EQ(pairs[2].after.service, "a.v1.S");
}

TEST(LimitsTest, HoldForMethodsThatChange) {
  const std::string before = Of(R"("timeout":"9s")");
  ComparedFile file = {
      .path = "a.json",
      .methods = CompareTexts(before, Of(absl::StrCat(R"("timeout":"3s",)", kRetry)), "go")};
  EXPECT_THAT(Exceeded({.max_amplification = 3}, {&file, 1}), IsEmpty());
  EXPECT_THAT(Exceeded({.max_amplification = 2}, {&file, 1}),
              ElementsAre("a.json: p.S, go: --max-amplification: 2.5 attempts per call, and 2 are "
                          "allowed"));
  EXPECT_THAT(
      Exceeded({.fit_deadline = 0.99}, {&file, 1}),
      ElementsAre(HasSubstr("--fit-deadline: the last attempt is answered in time in 50%")));
  EXPECT_THAT(Exceeded({.no_new_findings = true}, {&file, 1}), IsEmpty());
  for (ComparedMethod& method : file.methods) {
    for (Change& change : method.changes) change.reason = "known";
  }
  EXPECT_THAT(Exceeded({.max_amplification = 2, .fit_deadline = 0.99}, {&file, 1}), IsEmpty());
}

TEST(LimitsTest, HoldForWhoRefusedTheOldVersion) {
  const std::string refused = Of(R"("timeout":9)");
  const ComparedFile file = {
      .path = "a.json",
      .methods = CompareTexts(refused, Of(absl::StrCat(R"("timeout":"3s",)", kRetry)), "go")};
  EXPECT_THAT(
      Exceeded({.max_amplification = 1, .max_peak = 1, .fit_deadline = 0.99}, {&file, 1}),
      ElementsAre("a.json: p.S, go: --max-amplification: 2.5 attempts per call, and 1 is "
                  "allowed",
                  "a.json: p.S, go: --max-peak: 2.5 retries per second per client, and 1 is "
                  "allowed",
                  HasSubstr("a.json: p.S, go: --fit-deadline: ")));
  const ComparedFile reverse = {
      .path = "a.json",
      .methods = CompareTexts(Of(absl::StrCat(R"("timeout":"3s",)", kRetry)), refused, "go")};
  EXPECT_THAT(Exceeded({.max_amplification = 1}, {&reverse, 1}),
              ElementsAre("a.json: go: the client now rejects the config"));
}

// What a change buys stands beside what it costs, and a load that grows by little is no danger.
TEST(CompareTest, TellsWhatAChangeBuys) {
  SimulationRequest request;
  request.failure_probability = 0.2;
  request.fleet.fleet = Fleet{1000};
  const std::string more =
      absl::StrReplaceAll(kRetry, {{R"("maxAttempts":3)", R"("maxAttempts":5)"}});
  const std::vector<std::string> words = Words(CompareTexts(Of(kRetry), Of(more), "spec", request));
  EXPECT_THAT(words, testing::Contains("p.S spec: callFails 0.008 -> 0.00032 low"));
  EXPECT_THAT(words, testing::Contains("p.S spec: amplification.expected 1.24 -> 1.2496 low"));
  const auto risk = [](const std::string& after) {
    return JudgedChange("outage.load", "2", after).risk;
  };
  EXPECT_EQ(risk("2.1"), ChangeRisk::kLow);
  EXPECT_EQ(risk("2.5"), ChangeRisk::kMedium);
  EXPECT_EQ(risk("4"), ChangeRisk::kHigh);
}

}  // namespace
}  // namespace grpcfg
