// The text of a baseline, and which findings its entries are about.
#include "validator/project/baseline.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/validator/project/every_rule.h"
#include "validator/engine/choice_places.h"
#include "validator/project/faults.h"
#include "validator/project/read_project.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Baseline Reread(const std::string& text) {
  const ReadResult<BaselineFile> read = ReadBaseline(text, RulesAndProjectRules());
  EXPECT_THAT(read.faults.diagnostics, IsEmpty()) << text;
  return Baseline(read.content);
}

constexpr absl::string_view kText = R"({
  "version": 1,
  "verdicts": [
    {"path": "a.json", "verdict": "ignores", "targets": ["core"]},
    {"path": "a.json", "verdict": "rejects", "targets": ["go", "java"]},
    {"path": "z.zone", "record": "a.test.", "verdict": "rejects", "targets": ["go"]}
  ],
  "findings": [
    {"path": "a.json", "rule": "field-unknown", "method": "a.B/C", "pointer": "/methodConfig/*/x", "text": "\"x\"", "count": 3},
    {"path": "a.json", "rule": "field-unknown", "method": ["a.B/C", "a.B/D"], "pointer": "/methodConfig/*/y", "text": "\"y\""},
    {"path": "a.json", "rule": "throttling-missing", "pointer": ""},
    {"path": "b \"c\".json", "rule": "field-unknown", "pointer": "/x", "text": "\"x\""}
  ]
}
)";

std::vector<BaselineEntry> Entries() {
  return {
      {.path = "b \"c\".json", .rule = "field-unknown", .pointer = "/x", .text = "\"x\""},
      {"a.json", "field-unknown", "", {"a.B/C"}, "/methodConfig/*/x", "\"x\"", 1},
      {.path = "a.json", .rule = "throttling-missing"},
      {"a.json", "field-unknown", "", {"a.B/C", "a.B/D"}, "/methodConfig/*/y", "\"y\"", 1},
      {"a.json", "field-unknown", "", {"a.B/C"}, "/methodConfig/*/x", "\"x\"", 2},
  };
}

BaselineVerdicts Verdicts() {
  return {{{"z.zone", "a.test.", "go"}, Verdict::kRejects},
          {{"a.json", "", "java"}, Verdict::kRejects},
          {{"a.json", "", "go"}, Verdict::kRejects},
          {{"a.json", "", "core"}, Verdict::kIgnores}};
}

TEST(BaselineTest, IsSortedWithAnEntryOnALine) {
  EXPECT_EQ(BaselineText(Entries(), Verdicts()), kText);
  EXPECT_EQ(BaselineText({}), "{\n  \"version\": 1,\n  \"verdicts\": [],\n  \"findings\": []\n}\n");
}

TEST(BaselineTest, IsReadAsItWasWritten) {
  const Baseline baseline = Reread(std::string(kText));
  EXPECT_EQ(
      BaselineText({baseline.entries().begin(), baseline.entries().end()}, baseline.verdicts()),
      kText);
  EXPECT_EQ(baseline.VerdictOn({"a.json", "", "java"}), Verdict::kRejects);
  EXPECT_EQ(baseline.VerdictOn({"a.json", "", "node"}), Verdict::kAccepts);
  EXPECT_THAT(baseline.ForFile("a.json"), ElementsAre(0, 1, 2));
  EXPECT_THAT(baseline.ForFile("c.json"), IsEmpty());
}

TEST(BaselineTest, OneWithoutVerdictsIsReadAsBefore) {
  const Baseline old =
      Reread(R"({"version": 1, "findings": [{"path": "a", "rule": "r", "pointer": "/*/x"}]})");
  EXPECT_FALSE(old.has_verdicts());
  BaselineMatcher matcher(old, "a");
  EXPECT_TRUE(matcher.Take({.rule = "r", .in = "percentage=5", .pointer = "/*/x"}));
}

// Of the first of two choices.
std::vector<std::string> ConditionsOf(absl::string_view choice) {
  const std::string text = absl::StrCat("[", choice, ",{}]");
  const auto second = static_cast<uint32_t>(text.size() - 3);
  return ChoicePlaces(ParseDocument(text, DocumentKind::kChoices))
      .ConditionsBefore({second, second + 1});
}

// Blanks, commas and equal signs in a text are no part of how conditions are written.
TEST(BaselineTest, ConditionsAreToldApartWhateverTheirTextsHold) {
  constexpr struct {
    absl::string_view now;
    absl::string_view then;
    bool leaves_no_more;
  } kRows[] = {
      {R"({"other": {"a": 1, "b": 2}})", R"({"other": {"a": 1, "b": 2}})", true},
      {R"({"clientHostname": ["a b", "c"]})", R"({"clientHostname": ["a b"]})", true},
      {R"({"clientHostname": ["h clientLanguage=go"]})",
       R"({"clientHostname": ["h"], "clientLanguage": ["go"]})", false},
      {R"({"clientLanguage": ["go,java"]})", R"({"clientLanguage": ["go"]})", false},
      {R"({"clientLanguage=go,": ["x"]})", R"({"clientLanguage": ["go"]})", false},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(LeaveNoMore(ConditionsOf(row.now), ConditionsOf(row.then)), row.leaves_no_more)
        << row.now;
  }
}

TEST(BaselineTest, AFileThatSeveralIncludeCountsOnce) {
  const auto entry = [](size_t count) {
    return BaselineEntry{.path = "a", .rule = "r", .count = count};
  };
  const std::vector<BaselineEntry> more = MoreOf({entry(1), entry(1)}, {entry(3)});
  ASSERT_EQ(more.size(), 1U);
  EXPECT_EQ(more[0].count, 3U);
}

TEST(BaselineTest, TwoChangesThatGitCouldNotMerge) {
  const auto text = [](std::vector<BaselineEntry> entries, Verdict verdict) {
    return BaselineText(std::move(entries), {{{.path = "a", .target = "go"}, verdict}});
  };
  const BaselineEntry both = {.path = "a", .rule = "r"};
  const BaselineEntry more = {.path = "a", .rule = "r", .count = 3};
  const BaselineEntry last = {.path = "z", .rule = "r"};
  const std::string ours = text({both}, Verdict::kRejects);
  const std::string theirs = text({more, last}, Verdict::kIgnores);
  for (const char* const before : {"", "||||||| 0a1b2c3\n{\n"}) {
    const std::string conflict =
        absl::StrCat("<<<<<<< HEAD\n", ours, before, "=======\n", theirs, ">>>>>>> others\n");
    EXPECT_TRUE(HasConflict(conflict));
    const auto [our_side, their_side] = SidesOfConflict(conflict);
    EXPECT_EQ(absl::StripSuffix(our_side, "\n"), ours);
    EXPECT_EQ(absl::StripSuffix(their_side, "\n"), theirs);
    const Baseline joined = Reread(our_side).JoinedWith(Reread(their_side));
    EXPECT_EQ(BaselineText({joined.entries().begin(), joined.entries().end()}, joined.verdicts()),
              text({more, last}, Verdict::kRejects));
  }
}

TEST(BaselineTest, AnEntryIsAboutSoManyFindings) {
  const Baseline baseline = Reread(std::string(kText));
  BaselineMatcher matcher(baseline, "a.json");
  const auto take = [&](std::vector<std::string> names, size_t count = 1) {
    return matcher.Take({.rule = "field-unknown",
                         .methods = std::move(names),
                         .pointer = "/methodConfig/*/x",
                         .text = "\"x\"",
                         .count = count});
  };
  EXPECT_FALSE(take({})) << "it is in a method";
  EXPECT_FALSE(take({"a.B/D"})) << "of another name";
  EXPECT_FALSE(take({"a.B/C", "a.B/D"})) << "each of its names must be known";
  EXPECT_FALSE(take({"a.B/C"}, 4)) << "they are three";
  EXPECT_TRUE(take({"a.B/C"}));
  EXPECT_TRUE(take({"a.B/C"}, 2));
  EXPECT_FALSE(take({"a.B/C"})) << "a fourth one is new";
  EXPECT_THAT(matcher.matched(), ElementsAre(3, 0, 0));
}

TEST(BaselineTest, AnEntryIsAboutEachOfItsNames) {
  const BaselineEntry finding = {.rule = "r", .pointer = "/p"};
  const auto named = [&](std::vector<std::string> names) {
    BaselineEntry entry = finding;
    entry.methods = std::move(names);
    return entry;
  };
  const struct {
    const char* why;
    std::vector<BaselineEntry> known;
    std::vector<BaselineEntry> found;
    std::vector<bool> taken;
    std::vector<size_t> matched;
  } rows[] = {
      {"a name is gone", {named({"a", "b"})}, {named({"b"})}, {true}, {1}},
      {"split", {named({"a", "b"})}, {named({"b"}), named({"a"})}, {true, true}, {1}},
      {"joined", {named({"a"}), named({"b"})}, {named({"a", "b"})}, {true}, {1, 1}},
      {"one more", {named({"a"})}, {named({"a", "b"})}, {false}, {0}},
      {"moved to another one",
       {named({"a", "b"}), named({"c"})},
       {named({"a"}), named({"b", "c"})},
       {true, true},
       {1, 1}},
      {"twice", {named({"a", "b"})}, {named({"a"}), named({"a"})}, {true, false}, {1}},
  };
  for (const auto& row : rows) {
    const Baseline baseline(row.known);
    BaselineMatcher matcher(baseline, "");
    std::vector<bool> taken;
    taken.reserve(row.found.size());
    for (const BaselineEntry& each : row.found) taken.push_back(matcher.Take(each));
    EXPECT_EQ(taken, row.taken) << row.why;
    EXPECT_EQ(matcher.matched(), row.matched) << row.why;
  }
}

TEST(BaselineTest, WhatIsLeftOverIsStale) {
  const std::string text(kText);
  const Baseline baseline = Reread(text);
  Report report;
  baseline.AddStale([](size_t index) { return EntryUse{.is_covered = index != 2, .matched = 2}; },
                    report);
  ASSERT_EQ(report.diagnostics.size(), 1U) << "the third is not judged, the others are full";
  EXPECT_EQ(report.diagnostics[0].rule, "baseline-stale");
  EXPECT_EQ(Slice(text, report.diagnostics[0].primary.span), "\"field-unknown\"");
  EXPECT_EQ(report.diagnostics[0].pointer, "/findings/0");
}

TEST(BaselineTest, WhyAnEntryIsStale) {
  const struct {
    EntryUse use;
    const char* message;
  } rows[] = {
      {{true, 0, 0}, "no finding of `field-unknown` in `a.json` matches this entry"},
      {{true, 0, 1},
       "the project file suppresses this finding of `field-unknown` in `a.json`; the entry is not "
       "needed"},
      {{true, 1, 0}, "`count` is 3, but only 1 finding of `field-unknown` in `a.json` is left"},
      {{true, 2, 1},
       "`count` is 3, but only 2 findings of `field-unknown` in `a.json` are left that the project "
       "file does not suppress"},
  };
  const Baseline baseline(
      std::vector<BaselineEntry>{{.path = "a.json", .rule = "field-unknown", .count = 3}});
  for (const auto& row : rows) {
    Report report;
    baseline.AddStale([&](size_t /*index*/) { return row.use; }, report);
    ASSERT_EQ(report.diagnostics.size(), 1U);
    EXPECT_EQ(report.diagnostics[0].message, row.message);
  }
}

TEST(BaselineTest, WhatANewOneHasMoreAndLess) {
  const Baseline before(Entries());
  std::vector<BaselineEntry> entries = Entries();
  entries[0].pointer = "/moved";
  entries[1].count = 2;
  const BaselineChange change = ChangeBetween(before, Baseline(entries));
  EXPECT_EQ(change.added, 2U) << "one is new, one is found more often";
  EXPECT_EQ(change.dropped, 1U);
}

}  // namespace
}  // namespace grpcfg
