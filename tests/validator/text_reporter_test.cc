#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "schema/json/escape.h"
#include "schema/json/utf8.h"
#include "tests/validator/random_report.h"
#include "tests/validator/render_finding.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

TEST(TextReporter, SaysWhatFollowsAndWhatToDo) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::kWarning;
  diagnostic.notes = {"no call is retried", "see `\x1B`"};
  diagnostic.help = {"did you mean `2`?"};
  diagnostic.fixes = {{"replace it", true, {{{0, 1}, "2"}}}};
  diagnostic.effects = {{1, Effect::kRejectsConfig},
                        {2, Effect::kIgnoresDetail},
                        {3, Effect::kIgnoresPolicy},
                        {4, Effect::kRejectsConfig}};
  const ReporterOptions options = {.targets = {"spec", "core", "go", "java@1.41", "node"}};
  EXPECT_EQ(RenderFinding("1", diagnostic, options), R"(a.json:1:1: warning: wrong [some-rule]
   1 | 1
     | ^
     = note: no call is retried
     = note: see `\x1b`
     = note: rejected by core, node; ignored by go, java@1.41; accepted by spec
     = help: did you mean `2`?
     = help: replace it: `2`
1 file checked: 1 warning
1 fixable with `grpcfg fix`
`grpcfg explain RULE` explains a finding
)");
}

struct FixRow {
  absl::string_view title;
  std::vector<TextEdit> edits;
  absl::string_view help;
};

TEST(TextReporter, ShowsFixesWhereTheRuleHasNoHelp) {
  const FixRow rows[] = {
      {"replace it", {{{0, 1}, "2"}}, "     = help: replace it: `2`\n"},
      {"write `2`", {{{0, 1}, "2"}}, "     = help: write `2`\n"},
      {"rename it to `a`", {{{0, 1}, "\"a\""}}, "     = help: rename it to `a`\n"},
      {"remove it", {{{0, 1}, ""}}, "     = help: remove it\n"},
      {"add a name",
       {{{0, 0}, "\n  \"name\": [{}],"}},
       "     = help: add a name: `\"name\": [{}]`\n"},
      {"move it", {{{0, 0}, "1"}, {{0, 1}, ""}}, "     = help: move it\n"},
      {"add lines", {{{0, 0}, "a\nb"}}, "     = help: add lines\n"},
      {"add much", {{{0, 0}, std::string(61, 'x')}}, "     = help: add much\n"},
      {"", {{{0, 1}, "2"}}, "     = help: `2`\n"},
      {"", {}, ""},
  };
  for (const FixRow& row : rows) {
    Diagnostic diagnostic;
    diagnostic.fixes = {{std::string(row.title), true, row.edits}};
    EXPECT_EQ(RenderFinding("1", diagnostic),
              absl::StrCat("a.json:1:1: error: wrong [some-rule]\n   1 | 1\n     | ^\n", row.help));
  }
}

struct EffectsRow {
  std::vector<TargetEffect> effects;
  absl::string_view note;
};

TEST(TextReporter, SumsEffectsUp) {
  const EffectsRow rows[] = {
      {{}, ""},
      {{{0, Effect::kRejectsPolicy}}, "policy dropped by spec; accepted by go"},
      {{{1, Effect::kBreaksCalls}}, "breaks calls in go; accepted by spec"},
      {{{0, Effect::kAlters}, {1, Effect::kUnknown}}, "misread by spec; unknown for go"},
      {{{0, Effect::kRejectsConfig}, {1, Effect::kRejectsConfig}}, "rejected by all targets"},
      {{{0, Effect::kIgnoresDetail}, {0, Effect::kAlters}, {1, Effect::kIgnoresPolicy}},
       "ignored by all targets"},
  };
  for (const EffectsRow& row : rows) {
    Diagnostic diagnostic;
    diagnostic.effects = row.effects;
    EXPECT_EQ(RenderFinding("1", diagnostic, {.targets = {"spec", "go"}, .quiet = true}),
              absl::StrCat("a.json:1:1: error: wrong [some-rule]\n   1 | 1\n     | ^\n",
                           row.note.empty() ? "" : "     = note: ", row.note,
                           row.note.empty() ? "" : "\n"));
  }
}

TEST(TextReporter, NamesTheOnlyTarget) {
  const EffectsRow rows[] = {
      {{}, ""},
      {{{0, Effect::kRejectsConfig}}, "rejected by go"},
      {{{0, Effect::kRejectsPolicy}}, "policy dropped by go"},
      {{{0, Effect::kBreaksCalls}}, "breaks calls in go"},
      {{{0, Effect::kUnknown}}, "unknown for go"},
  };
  for (const EffectsRow& row : rows) {
    Diagnostic diagnostic;
    diagnostic.effects = row.effects;
    EXPECT_EQ(RenderFinding("1", diagnostic, {.targets = {"go"}, .quiet = true}),
              absl::StrCat("a.json:1:1: error: wrong [some-rule]\n   1 | 1\n     | ^\n",
                           row.note.empty() ? "" : "     = note: ", row.note,
                           row.note.empty() ? "" : "\n"));
  }
}

struct HelpRow {
  absl::string_view help;
  Fix fix;
  absl::string_view more;  // the line of the fix
};

TEST(TextReporter, ShowsTheReplacementBesideTheHelp) {
  const HelpRow rows[] = {
      {"use all decimals", {"write `2.0`", true, {{{0, 1}, "2.0"}}}, "     = help: write `2.0`\n"},
      {"did you mean `\"2s\"`?",
       {"write `\"2s\"`", true, {{{0, 1}, "\"2s\""}}},
       "     = help: write `\"2s\"`\n"},
      {"leave it out", {"remove it", true, {{{0, 1}, ""}}}, "     = help: remove it\n"},
  };
  for (const HelpRow& row : rows) {
    Diagnostic diagnostic;
    diagnostic.help = {std::string(row.help)};
    diagnostic.fixes = {row.fix};
    EXPECT_EQ(RenderFinding("1", diagnostic),
              absl::StrCat("a.json:1:1: error: wrong [some-rule]\n   1 | 1\n     | ^\n",
                           "     = help: ", row.help, "\n", row.more));
  }
}

TEST(TextReporter, PaintsIfRequested) {
  Diagnostic diagnostic;
  diagnostic.primary = {{4, 5}, "two"};
  diagnostic.secondary = {{{1, 2}, "one"}};
  diagnostic.help = {"none"};
  const std::string bold = "\x1B[1m";
  const std::string red = "\x1B[1;31m";
  const std::string green = "\x1B[1;32m";
  const std::string cyan = "\x1B[1;36m";
  const std::string end = "\x1B[0m";
  EXPECT_EQ(
      RenderFinding("[1, 2]", diagnostic, {.targets = {"spec"}, .color = Color::kYes}),
      absl::StrCat(                                                                    //
          bold, "a.json:1:5:", end, " ", red, "error:", end, " ", bold, "wrong", end,  //
          " [some-rule]\n",                                                            //
          "   1 | [1, 2]\n",                                                           //
          "     |  ", cyan, "-", end, "  ", green, "^", end, " ", green, "two", end,   //
          "\n     |  ", cyan, "one", end, "\n",                                        //
          "     = ", green, "help:", end, " none\n",                                   //
          "1 file checked: ", red, "1 error", end, "\n`grpcfg explain RULE` explains a finding\n"));
}

TEST(TextReporter, SumsFilesUp) {
  const std::unique_ptr<Reporter> reporter = MakeTextReporter({.targets = {"spec"}});
  std::string out;
  Report report;
  report.verdicts = {Verdict::kAccepts};
  reporter->AddFile({"clean.json", "{}", report}, out);
  EXPECT_EQ(out, "");
  report.omissions = {{"one-rule", {1, 0, 0}}, {"other-rule", {1234000, 500, 67}}};
  report.counts = {0, 1, 1234567};
  reporter->AddFile({"b\x1B\n\u202E\u202C\xFF.json", "{}", report}, out);
  reporter->Finish(out);
  EXPECT_EQ(
      out,
      R"(b\x1b\n\u202e\u202c\xff.json: note: 1 more finding of [one-rule] is not listed (--max-findings)
b\x1b\n\u202e\u202c\xff.json: note: 1,234,567 more findings of [other-rule] are not listed (--max-findings): 67 errors, 500 warnings, 1,234,000 notes
2 files checked: 1,234,567 errors, 1 warning
`grpcfg explain RULE` explains a finding
)");
}

TEST(TextReporter, SumsNothingUp) {
  std::string out;
  MakeTextReporter({})->Finish(out);
  EXPECT_EQ(out, "0 files checked: no findings\n");
}

TEST(ConciseReporter, WritesTheFirstLineOfEachFinding) {
  const std::unique_ptr<Reporter> reporter = MakeConciseReporter({.targets = {"spec", "go"}});
  Diagnostic diagnostic = {.rule = "some-rule",
                           .severity = Severity::kNote,
                           .message = "wrong \x1B",
                           .primary = {{6, 8}, "words"},
                           .notes = {"note"}};
  Report report;
  report.diagnostics = {diagnostic, diagnostic};
  report.diagnostics[1].severity = Severity::kWarning;
  report.omissions = {{"some-rule", {0, 5, 0}}};
  std::string out;
  reporter->AddFile({"a\n.json", "{\n\"日\": 1}", report}, out);
  reporter->Finish(out);
  EXPECT_EQ(out,
            "a\\n.json:2:3: warning: wrong \\x1b [some-rule]\n"
            "a\\n.json:2:3: note: wrong \\x1b [some-rule]\n"
            "a\\n.json: note: 5 more findings of [some-rule] are not listed (--max-findings)\n");
}

Diagnostic At(uint32_t offset, Severity severity, bool is_common) {
  return {.rule = "some-rule",
          .severity = severity,
          .is_common = is_common,
          .message = "wrong",
          .primary = {{offset, offset + 1}, ""}};
}

Report ReportOf(std::vector<Diagnostic> diagnostics) {
  Report report;
  for (const Diagnostic& each : diagnostics) ++report.counts[static_cast<size_t>(each.severity)];
  report.diagnostics = std::move(diagnostics);
  return report;
}

std::string Concise(const Report& report, bool folds_notes) {
  const auto reporter = MakeConciseReporter({.targets = {}, .folds_notes = folds_notes});
  std::string out;
  reporter->AddFile({"a", "12345678", report}, out);
  reporter->Finish(out);
  return out;
}

TEST(TextReporter, TheWorstComeFirst) {
  const Report report = ReportOf({At(0, Severity::kNote, true), At(1, Severity::kWarning, false),
                                  At(2, Severity::kNote, false), At(3, Severity::kError, false),
                                  At(4, Severity::kWarning, true), At(5, Severity::kError, true)});
  EXPECT_EQ(Concise(report, false),
            "a:1:4: error: wrong [some-rule]\na:1:6: error: wrong [some-rule]\n"
            "a:1:2: warning: wrong [some-rule]\na:1:5: warning: wrong [some-rule]\n"
            "a:1:1: note: wrong [some-rule]\na:1:3: note: wrong [some-rule]\n");
  EXPECT_EQ(Concise(report, true),
            "a:1:4: error: wrong [some-rule]\na:1:6: error: wrong [some-rule]\n"
            "a:1:2: warning: wrong [some-rule]\na:1:5: warning: wrong [some-rule]\n"
            "a:1:3: note: wrong [some-rule]\n");
}

TEST(TextReporter, TheSummaryCountsWhatIsFolded) {
  const struct {
    size_t common;
    absl::string_view summary;
  } rows[] = {
      {0, "no findings\n"},
      {1, "1 note\n1 common note hidden (show with --notes)\n"},
      {2, "2 notes\n2 common notes hidden (show with --notes)\n"},
  };
  for (const auto& row : rows) {
    const auto reporter =
        MakeTextReporter({.targets = {}, .checked_for = "spec, go 1.2", .folds_notes = true});
    std::string out;
    const Report report =
        ReportOf(std::vector<Diagnostic>(row.common, At(0, Severity::kNote, true)));
    reporter->AddFile({"a", "1", report}, out);
    reporter->Finish(out);
    EXPECT_EQ(out, absl::StrCat("1 file checked for spec, go 1.2: ", row.summary));
  }
}

TEST(TextReporter, TheWorstFileComesFirst) {
  const auto reporter = MakeTextReporter({.targets = {}, .quiet = true});
  std::string out;
  const std::pair<absl::string_view, Severity> files[] = {{"a", Severity::kNote},
                                                          {"b", Severity::kError},
                                                          {"c", Severity::kWarning},
                                                          {"d", Severity::kError}};
  for (const auto& [path, severity] : files) {
    reporter->AddFile({path, "1", ReportOf({At(0, severity, false)})}, out);
  }
  reporter->Finish(out);
  std::string order;
  for (const absl::string_view line : absl::StrSplit(out, '\n')) {
    if (absl::StrContains(line, "[some-rule]")) order += line[0];
  }
  EXPECT_EQ(order, "bdca");
}

TEST(TextReporter, AHelpThatFilesShareIsReportedOnce) {
  Diagnostic finding = At(0, Severity::kError, false);
  finding.help = {"add it", "is it for others?"};
  finding.help_once = finding.help[1];
  finding.of_files = "lack it";
  const auto reporter = MakeTextReporter({.targets = {}});
  std::string out;
  finding.severity = Severity::kWarning;
  reporter->AddFile({"a", "1", ReportOf({finding})}, out);
  finding.severity = Severity::kError;
  reporter->AddFile({"b", "1", ReportOf({finding})}, out);
  reporter->Finish(out);
  const std::vector<std::string> parts = absl::StrSplit(out, "is it for others?");
  ASSERT_EQ(parts.size(), 2);
  EXPECT_THAT(parts[0], testing::StartsWith("b:1:1: error"));  // the worst file comes first
  EXPECT_THAT(parts[1], testing::HasSubstr("\na:1:1: warning"));
  EXPECT_THAT(parts[1], testing::HasSubstr("add it"));
  EXPECT_THAT(parts[1], testing::HasSubstr("\n2 files lack it\n"));
}

TEST(TextReporter, WhatIsBelowAnUnknownKeyIsNotAccepted) {
  Diagnostic key = At(0, Severity::kError, false);
  key.rule = "field-unknown";
  key.pointer = "/a";
  key.effects = {{0, Effect::kIgnoresPolicy}};
  Diagnostic value = At(2, Severity::kError, false);
  value.pointer = "/a/b";
  value.effects = {{1, Effect::kRejectsConfig}};
  Diagnostic beside = value;
  beside.pointer = "/ab";
  const Report report = ReportOf({key, value, beside});
  const auto reporter = MakeTextReporter({.targets = {"java", "go", "spec"}});
  std::string out;
  reporter->AddFile({"a", "12345678", report}, out);
  reporter->Finish(out);
  EXPECT_THAT(out, testing::HasSubstr("rejected by go; accepted by spec; not read by java\n"));
  EXPECT_THAT(out, testing::HasSubstr("rejected by go; accepted by java, spec\n"));
}

TEST(TextReporter, RepetitionsAreNotQuotedWithoutEnd) {
  std::string text;
  Diagnostic finding = At(0, Severity::kError, false);
  for (uint32_t line = 0; line < 9; ++line) {
    absl::StrAppend(&text, "x", line, "\n");
    if (line > 0) finding.secondary.push_back({{3 * line, 3 * line + 2}, {}});
  }
  finding.secondary.back().message = "a word on it";
  const Report report = ReportOf({finding});
  const auto reporter = MakeTextReporter({.targets = {}});
  std::string out;
  reporter->AddFile({"a", text, report}, out);
  reporter->Finish(out);
  EXPECT_THAT(out, testing::HasSubstr("x5\n"));
  EXPECT_THAT(out, testing::Not(testing::HasSubstr("x6\n")));
  EXPECT_THAT(out, testing::HasSubstr("-- a word on it\n ... and 2 more lines\n"));
}

TEST(TextReporter, TheSummaryReportsWhatNoErrorReports) {
  const struct {
    std::vector<Diagnostic> diagnostics;
    Verdict verdict;
    bool is_shown;
  } rows[] = {
      {{}, Verdict::kRejects, true},
      {{At(0, Severity::kNote, false)}, Verdict::kBreaksCalls, true},
      {{At(0, Severity::kError, false)}, Verdict::kRejects, false},
      {{}, Verdict::kIgnores, false},
  };
  for (const auto& row : rows) {
    const auto reporter = MakeTextReporter({.targets = {"spec", "go"}});
    std::string out;
    Report report = ReportOf(row.diagnostics);
    report.verdicts = {Verdict::kAccepts, row.verdict};
    reporter->AddFile({"a", "1", report}, out);
    reporter->Finish(out);
    EXPECT_EQ(absl::StrContains(out, "1 file is still rejected, or breaks calls"), row.is_shown)
        << out;
  }
}

// Nothing that a terminal would obey, hide or fail to decode.
bool IsPrintable(absl::string_view line) {
  std::string shown;
  AppendVisible(line, shown);
  return shown == line && FindInvalidUtf8(line, 0) == absl::string_view::npos &&
         std::none_of(line.begin(), line.end(),
                      [](char byte) { return (byte >= 0 && byte < 0x20) || byte == 0x7F; });
}

TEST(TextReporter, KeepsControlsAndLongLinesOutOfWhateverOutput) {
  const ReporterOptions options = {.targets = {"spec", "core", "go"}};
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    RandomReport random(seed);
    const std::string text = random.Text(60);
    const std::string path = random.Text(4);
    const Report report = random.On(text, options.targets.size());
    for (const auto make : {MakeTextReporter, MakeConciseReporter}) {
      const std::unique_ptr<Reporter> reporter = make(options);
      std::string out;
      reporter->AddFile({path, text, report}, out);
      reporter->Finish(out);
      for (const absl::string_view line : absl::StrSplit(out, '\n')) {
        ASSERT_TRUE(IsPrintable(line)) << "seed " << seed << ": " << line;
        const bool is_source = line.size() > 5 && line.substr(4, 2) == " |" && line[3] != ' ';
        ASSERT_TRUE(!is_source || VisibleColumns(line) <= 127) << "seed " << seed << ": " << line;
      }
    }
  }
}

}  // namespace
}  // namespace grpcfg
