// The table of `grpcfg compat` on reports made up for the purpose: layouts, byte for byte.
#include "validator/report/reporter.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "schema/json/json_tree.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr absl::string_view kText = "{\"a\": 1,\n \"b\": 2}";

Diagnostic Finding(absl::string_view rule, Severity severity, Span span) {
  Diagnostic diagnostic = {.rule = rule, .severity = severity, .message = "it is `so`"};
  diagnostic.primary.span = span;
  diagnostic.pointer = "/a";
  return diagnostic;
}

// A note before an error, for three targets.
Report TwoFindings() {
  Report report;
  report.diagnostics = {Finding("a-note", Severity::kNote, {1, 4}),
                        Finding("an-error", Severity::kError, {10, 13})};
  report.diagnostics[0].effects = {{0, Effect::kAlters}, {2, Effect::kIgnoresDetail}};
  report.diagnostics[1].effects = {{0, Effect::kRejectsConfig}, {1, Effect::kBreaksCalls}};
  report.verdicts = {Verdict::kRejects, Verdict::kBreaksCalls, Verdict::kAccepts};
  return report;
}

std::string Text(const std::vector<std::string>& targets, const Report& report,
                 absl::Span<const SuggestedFix> remedies) {
  ReporterOptions options;
  options.targets = targets;
  const auto reporter = MakeCompatTextReporter(options);
  std::string out;
  reporter->AddFile({"a.json", kText, report, remedies}, out);
  reporter->Finish(out);
  return out;
}

TEST(CompatReporterTest, TheWorstComesFirst) {
  const SuggestedFix remedies[] = {{"do this", true}, {}};
  EXPECT_EQ(Text({"spec", "go", "dotnet"}, TwoFindings(), remedies), R"(a.json
               spec    go      dotnet
verdict        rejects BREAKS  accepts
2:2  an-error  rejects BREAKS  .
     error: it is `so`
1:2  a-note    alters  .       ignores
     note: it is `so`
what to do:
  1:2: do this (right for all of them)

rejects  the client rejects the whole config
BREAKS   the client accepts it; then calls fail or hang, and no error names the
         config
ignores  the client silently continues as if it were not there
alters   the client reads another value than the one written
accepts  the client accepts the config; the rows show what it alters or ignores
.        the client accepts it as written
)");
}

TEST(CompatReporterTest, WhatATargetNeverReadsHasAMarkOfItsOwn) {
  ReporterOptions options;
  options.targets = {"spec", "go", "dotnet"};
  const auto reporter = MakeCompatTextReporter(options);
  const std::vector<size_t> unread[] = {{0, 1}, {2}};  // the first has an effect all the same
  std::string out;
  reporter->AddFile({.path = "a.json", .text = kText, .report = TwoFindings(), .unread = unread},
                    out);
  reporter->Finish(out);
  EXPECT_THAT(out, HasSubstr("2:2  an-error  rejects BREAKS  -\n"));
  EXPECT_THAT(out, HasSubstr("1:2  a-note    alters  -       ignores\n"));
  EXPECT_THAT(out, HasSubstr("-        the client never reads it, whatever its value\n"));
}

TEST(CompatReporterTest, WhatDoesNotCountYetIsNotTaken) {
  Report report = TwoFindings();
  for (Diagnostic& each : report.diagnostics)
    each.dormant = "this counts once the entry has a name";
  const std::string out = Text({"spec", "go", "dotnet"}, report, {});
  EXPECT_THAT(out, HasSubstr("2:2  an-error  rejects BREAKS  dormant\n"));
  EXPECT_THAT(out, HasSubstr("dormant  the client does nothing with it until another fault is"));
}

TEST(CompatReporterTest, ReleasesStandBelowTheNames) {
  EXPECT_THAT(Text({"spec", "go@1.64.2", "go"}, TwoFindings(), {}),
              HasSubstr("               spec    go      go\n"
                        "                       1.64.2\n"
                        "verdict        rejects BREAKS  accepts\n"));
}

TEST(CompatReporterTest, ACleanFileIsReportedAsClean) {
  Report report;
  report.verdicts = {Verdict::kAccepts, Verdict::kUnknown};
  EXPECT_EQ(Text({"spec", "dotnet"}, report, {}), R"(a.json
        spec    dotnet
verdict accepts ?
nothing found: every target accepts it as written

?        the client is unknown: not yet tried, and its source not yet read
accepts  the client accepts the config; the rows show what it alters or ignores
)");
}

// As many targets as one likes, `report` repeated for all of them.
std::pair<std::vector<std::string>, Report> ManyTargets(size_t count) {
  std::vector<std::string> targets;
  Report report = TwoFindings();
  report.verdicts.clear();
  for (size_t i = 0; i < count; ++i) {
    targets.emplace_back(i % 2 == 0 ? "core@1.51" : "node@1.14.7");
    report.verdicts.push_back(Verdict::kRejects);
    report.diagnostics[1].effects.push_back({i, Effect::kRejectsConfig});
  }
  return {targets, report};
}

TEST(CompatReporterTest, ManyTargetsHaveLetters) {
  const auto [targets, report] = ManyTargets(9);
  const std::string out = Text(targets, report, {});
  EXPECT_THAT(out,
              HasSubstr("\nverdict        R    R      R    R      R    R      R    R      R\n"));
  EXPECT_THAT(out, HasSubstr("\nR  the client rejects: rejects the whole config\n"));
}

// Findings of one rule at ten places, the first half of which a remedy was tried on.
TEST(CompatReporterTest, LikeFindingsShareARow) {
  Report report;
  std::vector<SuggestedFix> remedies;
  for (uint32_t i = 0; i < 10; ++i) {
    report.diagnostics.push_back(Finding("an-error", Severity::kError, {i, i + 1}));
    report.diagnostics.back().effects = {{0, Effect::kRejectsConfig}};
    remedies.push_back({"do this", i < 5});
  }
  report.verdicts = {Verdict::kRejects, Verdict::kAccepts};
  EXPECT_EQ(Text({"spec", "go"}, report, remedies), R"(a.json
               spec    go
verdict        rejects accepts
1:1  an-error  rejects .
     error: it is `so`
     also at 1:2, 1:3, 1:4, 1:5, 1:6, 1:7 and 3 more
what to do:
  1:1, 1:2, 1:3, 1:4, 1:5 and 5 more: do this (right for all of them, tried at 5
  places)

rejects  the client rejects the whole config
accepts  the client accepts the config; the rows show what it alters or ignores
.        the client accepts it as written
)");
}

// Of one rule five messages are reported, then only places.
TEST(CompatReporterTest, ARuleHasFiveRows) {
  Report report;
  for (uint32_t i = 0; i < 8; ++i) {
    report.diagnostics.push_back(Finding("an-error", Severity::kError, {i, i + 1}));
    report.diagnostics.back().message = std::string(1, static_cast<char>('a' + i));
  }
  report.verdicts = {Verdict::kAccepts};
  const std::string out = Text({"spec"}, report, {});
  EXPECT_THAT(out, HasSubstr("     error: e\n     also at 1:6, 1:7, 1:8\n"));
  EXPECT_THAT(out, Not(HasSubstr("error: f")));
}

TEST(CompatReporterTest, LinesFitWhateverTheNumberOfTargets) {
  for (size_t count = 3; count < 60; ++count) {
    const auto [targets, report] = ManyTargets(count);
    for (const absl::string_view line : absl::StrSplit(Text(targets, report, {}), '\n')) {
      EXPECT_LE(line.size(), 80) << count << ": " << line;
    }
  }
}

TEST(CompatReporterTest, LongMessagesAreCut) {
  Report report = TwoFindings();
  report.diagnostics[0].message = std::string(200, 'x');
  const std::string out = Text({"spec", "go", "dotnet"}, report, {});
  EXPECT_THAT(out, HasSubstr("     " + std::string(141, 'x') + "...\n"));
  report.diagnostics[0].message = "\x1b[31m";
  EXPECT_THAT(Text({"spec", "go", "dotnet"}, report, {}), Not(HasSubstr("\x1b")));
}

constexpr absl::string_view kEveryEffect = R"({
  "version": 1,
  "files": [
    {
      "path": "a.json",
      "targets": [
        "spec",
        "go",
        "dotnet"
      ],
      "verdicts": {
        "spec": "rejects",
        "go": "breaks-calls",
        "dotnet": "accepts"
      },
      "diagnostics": [
        {
          "rule": "a-note",
          "severity": "note",
          "message": "it is `so`",
          "pointer": "/a",
          "range": {"start":{"offset":1,"line":1,"column":2},"end":{"offset":4,"line":1,"column":5}},
          "effects": {
            "spec": "alters",
            "go": "accepts",
            "dotnet": "ignores"
          },
          "related": [],
          "notes": [],
          "help": [],
          "fixes": [],
          "remedy": {
            "help": "do this",
            "tried": true
          }
        }
      ],
      "omitted": []
    }
  ]
}
)";

TEST(CompatReporterTest, JsonHasEveryEffect) {
  ReporterOptions options;
  options.targets = {"spec", "go", "dotnet"};
  const auto reporter = MakeCompatJsonReporter(options);
  const SuggestedFix remedies[] = {{"do this", true}};
  Report report = TwoFindings();
  report.diagnostics.pop_back();
  std::string out;
  reporter->AddFile({"a.json", kText, report, remedies}, out);
  reporter->Finish(out);
  EXPECT_EQ(out, kEveryEffect);
  EXPECT_THAT(ParseJson(out).issues(), IsEmpty());
}

}  // namespace
}  // namespace grpcfg
