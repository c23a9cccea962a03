// What is taken out of a report, and that a baseline survives what people do to configs.
#include "validator/project/known_findings.h"

#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/validator/project/every_rule.h"
#include "tests/validator/random_config.h"
#include "validator/engine/outcome.h"
#include "validator/engine/target.h"
#include "validator/engine/validate.h"
#include "validator/project/read_project.h"

namespace grpcfg {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr absl::string_view kConfig = R"({
  "methodConfig": [
    {"name": [{"service": "a.B", "method": "C"}], "timeout": "5000ms"},
    {"name": [{"service": "a.B"}, {"service": "a.D"}], "timeout": "5000ms", "x1": 1},
    {"name": [{}], "waitForReady": "yes"}
  ]
}
)";

Report Check(const std::string& text, KnownFindings known, KnownInFile* outcome = nullptr,
             absl::Span<const Target> targets = DefaultTargets()) {
  const CheckPlan plan(targets, RulesAndProjectRules());
  const Document document = ParseDocumentByShape(text);
  known.targets = SpellingsOf(targets);
  JudgedReport judged = ValidateWithKnown(document, plan, known);
  TakeOutKnown(judged.report);
  if (outcome != nullptr) *outcome = std::move(judged.known);
  return std::move(judged.report);
}

std::vector<std::string> Left(const Report& report) {
  std::vector<std::string> left;
  for (const Diagnostic& each : report.diagnostics) {
    if (!each.is_common) left.push_back(absl::StrCat(each.rule, " ", each.pointer));
  }
  return left;
}

struct SuppressionRow {
  const char* why;
  const char* suppression;
  std::vector<std::string> left;
};

constexpr char kFirst[] = "duration-malformed /methodConfig/0/timeout";
constexpr char kSecond[] = "duration-malformed /methodConfig/1/timeout";
constexpr char kKey[] = "field-unknown /methodConfig/1/x1";
constexpr char kType[] = "field-type /methodConfig/2/waitForReady";

const SuppressionRow kSuppressionRows[] = {
    {"nothing", R"("rule": "json-comment")", {kFirst, kSecond, kKey, kType}},
    {"a rule", R"("rule": "duration-malformed")", {kKey, kType}},
    {"a family", R"("rule": "d*")", {kKey, kType}},
    {"another file",
     R"("rule": "duration-malformed", "path": "b.json")",
     {kFirst, kSecond, kKey, kType}},
    {"a pointer",
     R"("rule": "duration-malformed", "pointer": "/methodConfig/0/timeout")",
     {kSecond, kKey, kType}},
    {"a method", R"("rule": "*", "method": "a.B/C")", {kSecond, kKey, kType}},
    {"one of the names of an entry",
     R"("rule": "*", "method": "a.D/*")",
     {kFirst, kSecond, kKey, kType}},
    {"all names of an entry", R"("rule": "*", "method": "a.*")", {kType}},
    {"all names of an entry, by two",
     R"("rule": "*", "method": "a.B"}, {"reason": "r", "rule": "duration-*", "method": "a.D")",
     {kKey, kType}},
    {"a service, but not what stands for another one too",
     R"("rule": "*", "method": "a.B")",
     {kSecond, kKey, kType}},
    {"both must hold",
     R"("rule": "*", "method": "a.*", "pointer": "**/x1")",
     {kFirst, kSecond, kType}},
    {"the day is over", R"("rule": "*", "until": "2026-12-31")", {kFirst, kSecond, kKey, kType}},
    {"the last day", R"("rule": "*", "until": "2027-01-01")", {}},
};

constexpr Date kToday = std::chrono::year(2027) / 1 / 1;

TEST(KnownFindingsTest, WhatASuppressionTakesOut) {
  for (const SuppressionRow& row : kSuppressionRows) {
    const std::string project =
        absl::StrCat(R"({"suppressions": [{"reason": "r", )", row.suppression, "}]}");
    const ReadResult<ProjectFile> read = ReadProject(project, RulesAndProjectRules());
    ASSERT_THAT(read.faults.diagnostics, IsEmpty()) << row.why;
    const Suppressions suppressions(read.content.suppressions, kToday);
    KnownInFile outcome;
    const Report all = Check(std::string(kConfig), {});
    const Report report =
        Check(std::string(kConfig), {.suppressions = &suppressions, .path = "a.json"}, &outcome);
    EXPECT_THAT(Left(report), ElementsAreArray(row.left)) << row.why;
    EXPECT_EQ(report.verdicts, all.verdicts) << row.why << ": a verdict is what it was";
    EXPECT_EQ(report.suppressed + report.diagnostics.size(), all.diagnostics.size()) << row.why;
    const bool is_over = absl::StrContains(row.suppression, "2026");
    EXPECT_THAT(outcome.used, Each(report.suppressed > 0 || is_over)) << row.why;
  }
}

// The baseline of a config.
Baseline BaselineOf(const std::string& text, absl::Span<const Target> targets = DefaultTargets()) {
  KnownInFile outcome;
  const Baseline before;
  const Report report =
      Check(text, {.baseline = &before, .baseline_path = "a.json", .keeps_new = false}, &outcome,
            targets);
  EXPECT_THAT(report.diagnostics, IsEmpty()) << "all is known from now on";
  const std::string written = BaselineText(outcome.findings, outcome.verdicts);
  return Baseline(ReadBaseline(written, RulesAndProjectRules()).content);
}

struct ChangeRow {
  const char* what;
  const char* text;
  std::vector<std::string> left;
  size_t stale;  // findings that are gone
};

TEST(KnownFindingsTest, ABaselineSurvivesWhatChangesNoFinding) {
  const Baseline baseline = BaselineOf(std::string(kConfig));
  const ChangeRow rows[] = {
      {"nothing", kConfig.data(), {}, 0},
      {"lines moved, keys and entries and names in another order",
       R"({



  "methodConfig": [
    {"waitForReady": "yes", "name": [{}]},
    {"x1": 1, "timeout": "5000ms", "name": [{"service": "a.D"}, {"service": "a.B"}]},
    {"timeout": "5000ms",

     "name": [{"method": "C", "service": "a.B"}]}
  ]
})",
       {},
       0},
      {"an entry in front",
       R"({
  "methodConfig": [
    {"name": [{"service": "z.Z"}], "timeout": "5s"},
    {"name": [{"service": "a.B", "method": "C"}], "timeout": "5000ms"},
    {"name": [{"service": "a.B"}, {"service": "a.D"}], "timeout": "5000ms", "x1": 1},
    {"name": [{}], "waitForReady": "yes"}
  ]
})",
       {},
       0},
      {"a name more",
       R"({
  "methodConfig": [
    {"name": [{"service": "a.A"}, {"service": "a.B", "method": "C"}], "timeout": "5000ms"},
    {"name": [{"service": "a.B"}], "timeout": "5000ms", "x1": 1},
    {"name": [{}], "waitForReady": "yes"}
  ]
})",
       {"duration-malformed /methodConfig/0/timeout"},
       1},
      {"another wrong value",
       R"({
  "methodConfig": [
    {"name": [{"service": "a.B", "method": "C"}], "timeout": "6000ms"},
    {"name": [{"service": "a.B"}, {"service": "a.D"}], "timeout": "5000ms", "x1": 1},
    {"name": [{}], "waitForReady": "yes"}
  ]
})",
       {"duration-malformed /methodConfig/0/timeout"},
       1},
      {"the same fault in another method",
       R"({
  "methodConfig": [
    {"name": [{"service": "a.B", "method": "C"}], "timeout": "5000ms"},
    {"name": [{"service": "a.B", "method": "E"}], "timeout": "5000ms"},
    {"name": [{"service": "a.B"}, {"service": "a.D"}], "timeout": "5000ms", "x1": 1},
    {"name": [{}], "waitForReady": "yes"}
  ]
})",
       {"duration-malformed /methodConfig/1/timeout"},
       0},
      {"one key more beside a known one",
       R"({
  "methodConfig": [
    {"name": [{"service": "a.B", "method": "C"}], "timeout": "5000ms"},
    {"name": [{"service": "a.B"}, {"service": "a.D"}], "timeout": "5000ms", "x1": 1, "x2": 1},
    {"name": [{}], "waitForReady": "yes"}
  ]
})",
       {"field-unknown /methodConfig/1/x2"},
       0},
      {"fixed",
       R"({
  "methodConfig": [
    {"name": [{"service": "a.B", "method": "C"}], "timeout": "5s"},
    {"name": [{"service": "a.B"}, {"service": "a.D"}], "timeout": "5000ms", "x1": 1},
    {"name": [{}], "waitForReady": "yes"}
  ]
})",
       {},
       1},
  };
  for (const ChangeRow& row : rows) {
    KnownInFile outcome;
    const Report report =
        Check(row.text, {.baseline = &baseline, .baseline_path = "a.json"}, &outcome);
    EXPECT_THAT(Left(report), ElementsAreArray(row.left)) << row.what;
    size_t stale = 0;
    for (size_t i = 0; i < outcome.matched.size(); ++i) {
      stale += baseline.entries()[i].count - outcome.matched[i];
    }
    EXPECT_EQ(stale, row.stale) << row.what;
  }
}

// What is left of `text` under a baseline of `before`, which was written for some of the targets.
std::vector<std::string> LeftAfter(absl::string_view before, absl::string_view text,
                                   absl::string_view of_baseline = "core,go,java",
                                   absl::string_view now = "core,go,java") {
  const Baseline baseline = BaselineOf(std::string(before), *ParseTargets(of_baseline));
  return Left(Check(std::string(text), {.baseline = &baseline, .baseline_path = "a.json"}, nullptr,
                    *ParseTargets(now)));
}

constexpr absl::string_view kNoTokens = R"({"retryThrottling": {"maxTokens": 0, "tokenRatio": 1}})";
constexpr absl::string_view kTooFewTokens =
    "throttling-max-tokens-out-of-range /retryThrottling/maxTokens";

TEST(KnownFindingsTest, AClientThatTookTheConfigMayNotRefuseIt) {
  EXPECT_THAT(LeftAfter(kNoTokens, kNoTokens), IsEmpty());
  EXPECT_THAT(LeftAfter(kNoTokens,
                        R"({"retryThrottling": {"maxTokens": 0, "tokenRatio": 1},
                            "methodConfig": []})"),
              ElementsAre(kTooFewTokens))
      << "Go reads it only beside `methodConfig`";
  EXPECT_THAT(LeftAfter(kNoTokens, kNoTokens, "go", "go,java"), ElementsAre(kTooFewTokens))
      << "Java was not checked before";
  EXPECT_THAT(LeftAfter(kNoTokens, kNoTokens, "go,java", "go"), IsEmpty());
}

// The canary's fault is another one than everybody's.
TEST(KnownFindingsTest, AFaultIsKnownInItsChoice) {
  const auto choices = [](absl::string_view canary, absl::string_view others) {
    const auto config = [](absl::string_view timeout) {
      return absl::StrCat(R"("serviceConfig": {"methodConfig": [{"name": [{}], "timeout": ")",
                          timeout, R"("}]}})");
    };
    return absl::StrCat(R"([{"percentage": 5, )", config(canary), ", {", config(others), "]");
  };
  EXPECT_THAT(LeftAfter(choices("5", "6s"), choices("5", "7s")), IsEmpty());
  EXPECT_THAT(LeftAfter(choices("5", "6s"), choices("6s", "5")),
              ElementsAre("duration-malformed /1/serviceConfig/methodConfig/0/timeout"));
  const std::string one_more =
      absl::StrCat(R"([{"percentage": 7, "serviceConfig": {}}, )", choices("5", "6s").substr(1));
  EXPECT_THAT(LeftAfter(choices("5", "6s"), one_more),
              Not(Contains(StartsWith("duration-malformed"))))
      << "another choice before it";
}

// What a choice gets is what those before it leave.
TEST(KnownFindingsTest, AFaultThatMoreClientsMeetIsNew) {
  const auto choices = [](absl::string_view before) {
    return absl::StrCat("[", before, R"({"serviceConfig": {"loadBalancingConfig": 5}}])");
  };
  const auto choice = [](absl::string_view conditions) {
    return absl::StrCat("{", conditions, R"(, "serviceConfig": {}}, )");
  };
  const std::string go_java = choice(R"("clientLanguage": ["go", "java"])");
  const std::string ninety = choice(R"("percentage": 90)");
  const struct {
    std::string before;
    std::string now;
    bool is_known;
  } rows[] = {
      {ninety, ninety, true},
      {ninety, choice(R"("percentage": 10)"), false},
      {choice(R"("percentage": 10)"), ninety, true},
      {ninety, "", false},
      {"", ninety, true},
      {go_java, choice(R"("clientLanguage": ["go"])"), false},
      {go_java, choice(R"("clientLanguage": ["c++", "java", "go"])"), true},
      {go_java, choice(R"("clientLanguage": ["go", "java"], "percentage": 99)"), false},
      {choice(R"("clientLanguage": ["go"], "percentage": 99)"), go_java, true},
      {choice(R"("clientHostname": ["a", "b"])"), choice(R"("clientHostname": ["a"])"), false},
      {ninety + go_java, go_java + ninety, true},
      {ninety + go_java, go_java, false},
  };
  for (const auto& row : rows) {
    const bool is_known = absl::c_none_of(
        LeftAfter(choices(row.before), choices(row.now)),
        [](const std::string& each) { return absl::StrContains(each, "loadBalancingConfig"); });
    EXPECT_EQ(is_known, row.is_known) << row.before << row.now;
  }
}

// Pairs of which the second has members that the first lacks, in which the same is wrong.
TEST(KnownFindingsTest, WhatATargetNewlyRefusesIsAnError) {
  constexpr uint32_t kPairs = 300;
  size_t refused = 0;
  for (uint32_t seed = 0; seed < kPairs; ++seed) {
    RandomConfig random(seed);
    const RandomValue after = random.Next();
    RandomValue before = after;
    std::erase_if(before.members, [&](const auto&) { return random.Below(2) == 0; });
    const Report old = Check(before.Text(), {});
    const Baseline baseline = BaselineOf(before.Text());
    const Report report = Check(after.Text(), {.baseline = &baseline, .baseline_path = "a.json"});
    const bool is_worse = [&] {
      for (size_t i = 0; i < old.verdicts.size(); ++i) {
        if (IsWorse(report.verdicts[i], old.verdicts[i])) return true;
      }
      return false;
    }();
    if (!is_worse) continue;
    ++refused;
    EXPECT_THAT(report.diagnostics, Not(IsEmpty())) << before.Text() << "\n" << after.Text();
  }
  EXPECT_GT(refused, kPairs / 10);
}

TEST(KnownFindingsTest, NotesAreTakenIntoABaselineOnRequest) {
  const Baseline nothing;
  for (const bool takes_notes : {false, true}) {
    KnownInFile outcome;
    Check(R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "x",
            "retryPolicy": {"maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "2s",
                    "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
          {.baseline = &nothing,
           .baseline_path = "a.json",
           .keeps_new = false,
           .takes_notes = takes_notes},
          &outcome);
    const auto has = [&](absl::string_view rule) {
      return absl::c_any_of(outcome.findings, [&](const auto& each) { return each.rule == rule; });
    };
    EXPECT_TRUE(has("duration-malformed"));
    EXPECT_EQ(has("throttling-missing"), takes_notes);
  }
}

TEST(KnownFindingsTest, TheWorstAreListed) {
  Report report = Check(std::string(kConfig), {});
  const size_t errors = report.Count(Severity::kError);
  ListAtMost(1, report);
  EXPECT_THAT(Left(report), ElementsAre("duration-malformed /methodConfig/0/timeout",
                                        "field-unknown /methodConfig/1/x1",
                                        "field-type /methodConfig/2/waitForReady"));
  ASSERT_EQ(report.omissions.size(), 1U);
  EXPECT_EQ(report.omissions[0].rule, "duration-malformed");
  EXPECT_EQ(report.omissions[0].Count(), 1U);
  EXPECT_EQ(report.Count(Severity::kError), errors) << "counted nevertheless";
}

}  // namespace
}  // namespace grpcfg
