// What C-core leaves of a timeout, as findings: where each begins and ends, for which client, and
// that what is advised is taken.
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string Entry(absl::string_view service, absl::string_view timeout) {
  return absl::StrCat(R"({"name": [{"service": ")", service, R"("}], "timeout": ")", timeout,
                      "\"}");
}

std::string Config(absl::string_view timeout) {
  return absl::StrCat(R"({"methodConfig": [)", Entry("shop.v1.Orders", timeout), "]}");
}

Report Check(absl::string_view text, absl::string_view targets) {
  return ValidateWithFixes(ParseDocumentByShape(text), *ParseTargets(targets), AllRules());
}

struct Row {
  const char* timeout;
  const char* rule;
  Severity severity;
  Effect effect;
  Verdict verdict;
};

constexpr auto kShort = "timeout-too-short";
constexpr auto kNearly = "timeout-nearly-too-short";
constexpr auto kShortened = "timeout-shortened";

const Row kRows[] = {
    {"0.001s", kShort, Severity::kError, Effect::kBreaksCalls, Verdict::kBreaksCalls},
    {"0.500s", kShort, Severity::kError, Effect::kBreaksCalls, Verdict::kBreaksCalls},
    {"1s", kShort, Severity::kError, Effect::kBreaksCalls, Verdict::kBreaksCalls},
    {"1.001s", kNearly, Severity::kWarning, Effect::kAlters, Verdict::kAccepts},
    {"2s", kNearly, Severity::kWarning, Effect::kAlters, Verdict::kAccepts},
    {"2.001s", kShortened, Severity::kNote, Effect::kAlters, Verdict::kAccepts},
    {"315576000000s", kShortened, Severity::kNote, Effect::kAlters, Verdict::kAccepts},
};

TEST(TimeoutClockTest, ByLengthInEveryReleaseOfCore) {
  for (const Row& row : kRows) {
    for (const char* const target : {"core@1.51", "core@1.74", "core"}) {
      const Report report = Check(Config(row.timeout), target);
      ASSERT_EQ(report.diagnostics.size(), 1U) << row.timeout;
      const Diagnostic& found = report.diagnostics[0];
      EXPECT_EQ(found.rule, row.rule) << row.timeout;
      EXPECT_EQ(found.severity, row.severity) << row.timeout;
      EXPECT_EQ(found.effects[0].effect, row.effect) << row.timeout;
      EXPECT_EQ(found.pointer, "/methodConfig/0/timeout");
      EXPECT_EQ(report.verdicts[0], row.verdict) << row.timeout;
    }
    EXPECT_THAT(Check(Config(row.timeout), "spec,gapic").diagnostics, IsEmpty());
  }
}

// C-core cuts what it reads to whole milliseconds.
TEST(TimeoutClockTest, OfTheTimeThatCoreReads) {
  const auto rules = [](absl::string_view timeout) {
    std::vector<absl::string_view> found;
    for (const Diagnostic& each : Check(Config(timeout), "core").diagnostics) {
      found.push_back(each.rule);
    }
    return found;
  };
  EXPECT_THAT(rules("1.000000001s"), ElementsAre(kShort));
  EXPECT_THAT(rules("2.000000001s"), ElementsAre("timeout-misread", kNearly));
  EXPECT_THAT(rules("0s"), ElementsAre("timeout-misread"));
  EXPECT_THAT(rules("0.0009s"), ElementsAre("timeout-misread"));
}

TEST(TimeoutClockTest, TheShareOfProcesses) {
  const auto message = [](absl::string_view timeout) {
    return Check(Config(timeout), "core").diagnostics[0].message;
  };
  EXPECT_THAT(message("1.5s"), testing::HasSubstr("in 50% of C-core's processes"));
  EXPECT_THAT(message("1.001s"), testing::HasSubstr("in 99.9% of C-core's processes"));
  EXPECT_THAT(message("1.999s"), testing::HasSubstr("in 0.1% of C-core's processes"));
  EXPECT_THAT(message("2s"), testing::Not(testing::HasSubstr("%")));
}

TEST(TimeoutClockTest, WhatIsOnlyShortenedIsReportedOnce) {
  const std::string text =
      absl::StrCat(R"({"methodConfig": [)", Entry("a.B", "3s"), ",", Entry("a.C", "1.200000000s"),
                   ",", Entry("a.D", "4s"), ",", Entry("a.E", "5s"), "]}");
  const Report report = Check(text, "core@1.51,core");
  ASSERT_EQ(report.diagnostics.size(), 2U);
  EXPECT_EQ(report.diagnostics[0].pointer, "/methodConfig/0/timeout");
  EXPECT_THAT(report.diagnostics[0].notes,
              testing::Contains("the same in 2 more entries of this config"));
  EXPECT_EQ(report.diagnostics[1].rule, kNearly);
}

TEST(TimeoutClockTest, AnEntryThatNoCallMeetsBreaksNone) {
  const Report report = Check(R"({"methodConfig": [{"name": [], "timeout": "1s"}]})", "core");
  ASSERT_EQ(report.diagnostics.size(), 2U);
  EXPECT_EQ(report.diagnostics[0].rule, "name-missing");
  EXPECT_TRUE(report.diagnostics[1].effects.empty());
  EXPECT_EQ(report.verdicts[0], Verdict::kIgnores);
}

// What the help says: 3s, or no timeout.
TEST(TimeoutClockTest, TheAdviceIsTaken) {
  for (const char* const text :
       {R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "3s"}]})",
        R"({"methodConfig": [{"name": [{"service": "a.B"}]}]})"}) {
    const Report report = Check(text, "all");
    EXPECT_EQ(report.Count(Severity::kWarning), 0U) << text;
    EXPECT_EQ(report.Count(Severity::kError), 0U) << text;
  }
}

// Whatever is written, no fix leads to a timeout that ends calls at once.
TEST(TimeoutClockTest, NoFixLeadsThere) {
  for (const char* const timeout : {"500ms", ".5s", "1", "1s ", "2000ms", "0.5s", "1.5s", "01s"}) {
    for (const Diagnostic& found : Check(Config(timeout), "all").diagnostics) {
      EXPECT_THAT(found.fixes, IsEmpty()) << timeout << " " << found.rule;
    }
  }
}

}  // namespace
}  // namespace grpcfg
