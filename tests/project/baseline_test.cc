// The text of a baseline, and which findings its entries are about.
#include "project/baseline.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "project/read_project.h"
#include "tests/project/every_rule.h"

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
  "findings": [
    {"path": "a.json", "rule": "field-unknown", "method": "a.B/C", "pointer": "/methodConfig/*/x", "text": "\"x\"", "count": 3},
    {"path": "a.json", "rule": "throttling-missing", "pointer": ""},
    {"path": "b \"c\".json", "rule": "field-unknown", "pointer": "/x", "text": "\"x\""}
  ]
}
)";

std::vector<BaselineEntry> Entries() {
  return {
      {.path = "b \"c\".json", .rule = "field-unknown", .pointer = "/x", .text = "\"x\""},
      {"a.json", "field-unknown", "a.B/C", "/methodConfig/*/x", "\"x\"", 1},
      {.path = "a.json", .rule = "throttling-missing"},
      {"a.json", "field-unknown", "a.B/C", "/methodConfig/*/x", "\"x\"", 2},
  };
}

TEST(BaselineTest, IsSortedWithAnEntryOnALine) {
  EXPECT_EQ(BaselineText(Entries()), kText);
  EXPECT_EQ(BaselineText({}), "{\n  \"version\": 1,\n  \"findings\": [\n  ]\n}\n");
}

TEST(BaselineTest, IsReadAsItWasWritten) {
  const Baseline baseline = Reread(std::string(kText));
  EXPECT_EQ(BaselineText({baseline.entries().begin(), baseline.entries().end()}), kText);
  EXPECT_THAT(baseline.ForFile("a.json"), ElementsAre(0, 1));
  EXPECT_THAT(baseline.ForFile("c.json"), IsEmpty());
}

TEST(BaselineTest, AnEntryIsAboutSoManyFindings) {
  const Baseline baseline = Reread(std::string(kText));
  BaselineMatcher matcher(baseline, "a.json");
  const BaselineEntry finding = {"a.json", "field-unknown", "", "/methodConfig/*/x", "\"x\"", 1};
  EXPECT_EQ(matcher.Take(finding, {}), nullptr) << "it is in a method";
  EXPECT_EQ(matcher.Take(finding, {"a.B/D"}), nullptr) << "of another name";
  EXPECT_NE(matcher.Take(finding, {"a.B/A", "a.B/C"}), nullptr) << "one of its names is enough";
  EXPECT_NE(matcher.Take(finding, {"a.B/C"}), nullptr);
  EXPECT_NE(matcher.Take(finding, {"a.B/C"}), nullptr);
  EXPECT_EQ(matcher.Take(finding, {"a.B/C"}), nullptr) << "a fourth one is new";
  EXPECT_THAT(matcher.matched(), ElementsAre(3, 0));
}

TEST(BaselineTest, WhatIsLeftOverIsStale) {
  const std::string text(kText);
  const Baseline baseline = Reread(text);
  Report report;
  baseline.AddStale(
      [](size_t index, size_t& matched) {
        matched = 2;
        return index != 1;
      },
      report);
  ASSERT_EQ(report.diagnostics.size(), 1U) << "the second is not judged, the third is full";
  EXPECT_EQ(report.diagnostics[0].rule, "baseline-stale");
  EXPECT_EQ(Slice(text, report.diagnostics[0].primary.span), "\"field-unknown\"");
  EXPECT_EQ(report.diagnostics[0].pointer, "/findings/0");
}

}  // namespace
}  // namespace grpcfg
