#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "schema/utf8.h"
#include "tests/validator/random_report.h"
#include "validator/escape.h"
#include "validator/reporter.h"

namespace grpcfg {
namespace {

// A label on the first occurrence of `quote`, or at the end of the text if that is empty.
struct LabelRow {
  absl::string_view quote;
  absl::string_view words;
};

Label LabelAt(absl::string_view text, const LabelRow& row) {
  const size_t begin = row.quote.empty() ? text.size() : text.find(row.quote);
  EXPECT_NE(begin, absl::string_view::npos) << row.quote;
  return {{static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + row.quote.size())},
          std::string(row.words)};
}

std::string Render(absl::string_view text, Diagnostic diagnostic,
                   const ReporterOptions& options = {.targets = {"spec"}, .quiet = true}) {
  Report report;
  report.verdicts.resize(options.targets.size(), Verdict::kAccepts);
  report.counts[static_cast<size_t>(diagnostic.severity)] = 1;
  diagnostic.rule = "some-rule";
  if (diagnostic.message.empty()) diagnostic.message = "wrong";
  report.diagnostics.push_back(std::move(diagnostic));
  const std::unique_ptr<Reporter> reporter = MakeTextReporter(options);
  std::string out;
  reporter->AddFile({"a.json", text, report}, out);
  reporter->Finish(out);
  return out;
}

struct LayoutRow {
  absl::string_view reason;
  absl::string_view text;
  LabelRow primary;
  std::vector<LabelRow> secondary;
  absl::string_view expected;  // after a line break, for the eye
};

class TextLayout : public ::testing::TestWithParam<LayoutRow> {};

TEST_P(TextLayout, Marks) {
  const LayoutRow& row = GetParam();
  Diagnostic diagnostic;
  diagnostic.primary = LabelAt(row.text, row.primary);
  for (const LabelRow& label : row.secondary) {
    diagnostic.secondary.push_back(LabelAt(row.text, label));
  }
  EXPECT_EQ(absl::StrCat("\n", Render(row.text, diagnostic)), row.expected);
}

std::string ReasonOf(const ::testing::TestParamInfo<LayoutRow>& row) {
  return std::string(row.param.reason);
}

const LayoutRow kOneLabel[] = {
    {"token", "{\n  \"a\": 10,\n}\n", {"10", ""}, {}, R"(
a.json:2:8: error: wrong [some-rule]
   2 |   "a": 10,
     |        ^^
)"},
    {"words", "{\"a\": 10}", {"10", "too much"}, {}, R"(
a.json:1:7: error: wrong [some-rule]
   1 | {"a": 10}
     |       ^^ too much
)"},
    {"empty_file", "", {"", ""}, {}, R"(
a.json:1:1: error: wrong [some-rule]
   1 |
     | ^
)"},
    {"end_without_line_break", "{\"a\": [", {"", "expected `]`"}, {}, R"(
a.json:1:8: error: wrong [some-rule]
   1 | {"a": [
     |        ^ expected `]`
)"},
    {"end_after_line_break", "{\n", {"", ""}, {}, R"(
a.json:2:1: error: wrong [some-rule]
   2 |
     | ^
)"},
    {"several_lines", "{\n  \"a\": [1,\n    2]}\n", {"[1,\n    2]", "this list"}, {}, R"(
a.json:2:8: error: wrong [some-rule]
   2 |   "a": [1,
     |        ^^^ this list
)"},
    {"crlf", "{\r\n  \"a\": 1\r\n}\r\n", {"1", "one"}, {}, R"(
a.json:2:8: error: wrong [some-rule]
   2 |   "a": 1
     |        ^ one
)"},
    {"several_lines_crlf", "[1,\r\n2]", {"[1,\r\n2]", ""}, {}, R"(
a.json:1:1: error: wrong [some-rule]
   1 | [1,
     | ^^^
)"},
    {"line_break", "[1,\r\n2]", {"\n", ""}, {}, R"(
a.json:1:5: error: wrong [some-rule]
   1 | [1,
     |    ^
)"},
    {"lone_carriage_return", "[1,\r2]", {"2", ""}, {}, R"(
a.json:1:5: error: wrong [some-rule]
   1 | [1,\r2]
     |      ^
)"},
    {"tabs", "{\n\t\"a\":\t10\n}", {"10", ""}, {}, R"(
a.json:2:7: error: wrong [some-rule]
   2 |     "a":    10
     |             ^^
)"},
    {"tab_itself", "[\t1]", {"\t", ""}, {}, R"(
a.json:1:2: error: wrong [some-rule]
   1 | [    1]
     |  ^^^^
)"},
    {"wide", "{\"日本\": \"한국\", \"b\": 1}", {"\"한국\"", ""}, {}, R"(
a.json:1:8: error: wrong [some-rule]
   1 | {"日本": "한국", "b": 1}
     |          ^^^^^^
)"},
    {"emoji", "[\"😀\", 1]", {"1", ""}, {}, R"(
a.json:1:7: error: wrong [some-rule]
   1 | ["😀", 1]
     |        ^
)"},
    {"combining",
     "[\"e\u0301e\u0301\", 1]",
     {"1", ""},
     {},
     "\n"
     "a.json:1:10: error: wrong [some-rule]\n"
     "   1 | [\"e\u0301e\u0301\", 1]\n"
     "     |        ^\n"},
    {"combining_alone",
     "[\"e\u0301\", 1]",
     {"\u0301", ""},
     {},
     "\n"
     "a.json:1:4: error: wrong [some-rule]\n"
     "   1 | [\"e\u0301\", 1]\n"
     "     |    ^\n"},
    {"control", "[\"\x1B[31m\", 1]", {"\x1B", ""}, {}, R"(
a.json:1:3: error: wrong [some-rule]
   1 | ["\x1b[31m", 1]
     |   ^^^^
)"},
    {"after_controls", "[\"\x7F\u0085\u202E\u2028\uFEFF\U000E0041\", 1]", {"1", ""}, {}, R"(
a.json:1:12: error: wrong [some-rule]
   1 | ["\x7f\u0085\u202e\u2028\ufeff\u{e0041}", 1]
     |                                           ^
)"},
    {"invalid_utf8", "[\"\xFF\xE6\x97\", 1]", {"\xE6", ""}, {}, R"(
a.json:1:4: error: wrong [some-rule]
   1 | ["\xff\xe6\x97", 1]
     |       ^^^^
)"},
    {"middle_of_a_character", "[\"日\", 1]", {"\x97", ""}, {}, R"(
a.json:1:4: error: wrong [some-rule]
   1 | ["日", 1]
     |   ^^
)"},
    {"byte_order_mark", "\uFEFF{}", {"\uFEFF", ""}, {}, R"(
a.json:1:1: error: wrong [some-rule]
   1 | \ufeff{}
     | ^^^^^^
)"},
};

INSTANTIATE_TEST_SUITE_P(OneLabel, TextLayout, ::testing::ValuesIn(kOneLabel), ReasonOf);

const LayoutRow kSeveralLabels[] = {
    {"two_on_a_line", R"({"a": 1, "b": 2})", {"\"b\"", "again"}, {{"\"a\"", "first"}}, R"(
a.json:1:10: error: wrong [some-rule]
   1 | {"a": 1, "b": 2}
     |  ---     ^^^ again
     |  first
)"},
    {"three_on_a_line", R"([1, 2, 3])", {"2", "two"}, {{"3", "three"}, {"1", "one"}}, R"(
a.json:1:5: error: wrong [some-rule]
   1 | [1, 2, 3]
     |  -  ^  - three
     |  |  two
     |  one
)"},
    {"only_first_has_words", R"([1, 2, 3])", {"3", ""}, {{"1", "one"}}, R"(
a.json:1:8: error: wrong [some-rule]
   1 | [1, 2, 3]
     |  -     ^
     |  one
)"},
    {"nested", R"({"a": [1, 2]})", {"1", "inner"}, {{"[1, 2]", "outer"}}, R"(
a.json:1:8: error: wrong [some-rule]
   1 | {"a": [1, 2]}
     |       -^---- outer
     |        inner
)"},
    {"nested_primary_outside", R"({"a": [1, 2]})", {"[1, 2]", "outer"}, {{"2]", "inner"}}, R"(
a.json:1:7: error: wrong [some-rule]
   1 | {"a": [1, 2]}
     |       ^^^^^^ outer
     |           inner
)"},
    {"same_place", "[1]", {"1", "primary"}, {{"1", "one"}, {"1", "other"}}, R"(
a.json:1:2: error: wrong [some-rule]
   1 | [1]
     |  ^ primary
     |  other
     |  one
)"},
    {"adjacent_lines", "[1,\n2]", {"1", "one"}, {{"2", "two"}}, R"(
a.json:1:2: error: wrong [some-rule]
   1 | [1,
     |  ^ one
   2 | 2]
     | - two
)"},
    {"one_line_between", "[1,\n2,\n3]", {"3", "three"}, {{"1", "one"}}, R"(
a.json:3:1: error: wrong [some-rule]
   1 | [1,
     |  - one
   2 | 2,
   3 | 3]
     | ^ three
)"},
    {"distant_lines", "[1,\n2,\n3,\n4]", {"4", ""}, {{"1", "one"}}, R"(
a.json:4:1: error: wrong [some-rule]
   1 | [1,
     |  - one
 ...
   4 | 4]
     | ^
)"},
    {"control_in_words", "[1]", {"1", "a\x1B[1m\n\tb\u202E\xFF"}, {}, R"(
a.json:1:2: error: wrong [some-rule]
   1 | [1]
     |  ^ a\x1b[1m\n\tb\u202e\xff
)"},
};

INSTANTIATE_TEST_SUITE_P(SeveralLabels, TextLayout, ::testing::ValuesIn(kSeveralLabels), ReasonOf);

// A minified line: 0,1,2,... with words at the places that the rows look for.
std::string LongLine() {
  std::string line = "[\"begin\",\"near\",";
  for (int i = 1000; i < 1400; ++i) absl::StrAppend(&line, i, ",");
  line += "\"middle\",";
  for (int i = 1400; i < 1800; ++i) absl::StrAppend(&line, i, ",");
  line += "\"last\",\"end\"]";
  return line;
}

const std::string& kLongLine = *new std::string(LongLine());

const LayoutRow kLongLines[] = {
    {"at_begin", kLongLine, {"\"begin\"", ""}, {}, R"(
a.json:1:2: error: wrong [some-rule]
   1 | ["begin","near",1000,1001,1002,1003,1004,1005,1006,1007,1008,1009,1010,1011,1012,1013,1014,1015,1016...
     |  ^^^^^^^
)"},
    {"in_the_middle", kLongLine, {"\"middle\"", "here"}, {}, R"(
a.json:1:2017: error: wrong [some-rule]
   1 | ...,1391,1392,1393,1394,1395,1396,1397,1398,1399,"middle",1400,1401,1402,1403,1404,1405,1406,1407,1408,...
     |                                                  ^^^^^^^^ here
)"},
    {"at_end", kLongLine, {"", "here"}, {}, R"(
a.json:1:4039: error: wrong [some-rule]
   1 | ...2,1783,1784,1785,1786,1787,1788,1789,1790,1791,1792,1793,1794,1795,1796,1797,1798,1799,"last","end"]
     |                                                                                                        ^ here
)"},
    {"near_labels_share_a_window", kLongLine, {"\"near\"", "b"}, {{"\"begin\"", "a"}}, R"(
a.json:1:10: error: wrong [some-rule]
   1 | ["begin","near",1000,1001,1002,1003,1004,1005,1006,1007,1008,1009,1010,1011,1012,1013,1014,1015,1016...
     |  ------- ^^^^^^ b
     |  a
)"},
    {"distant_labels_have_their_own", kLongLine, {"\"begin\"", "a"}, {{"\"end\"", "b"}}, R"(
a.json:1:2: error: wrong [some-rule]
   1 | ["begin","near",1000,1001,1002,1003,1004,1005,1006,1007,1008,1009,1010,1011,1012,1013,1014,1015,1016...
     |  ^^^^^^^ a
   1 | ...2,1783,1784,1785,1786,1787,1788,1789,1790,1791,1792,1793,1794,1795,1796,1797,1798,1799,"last","end"]
     |                                                                                                  ----- b
)"},
    {"longer_than_the_window", kLongLine, {kLongLine, "all"}, {{"1001", "one"}}, R"(
a.json:1:1: error: wrong [some-rule]
   1 | ["begin","near",1000,1001,1002,1003,1004,1005,1006,1007,1008,1009,1010,1011,1012,1013,1014,1015,1016...
     | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ all
     |                      one
)"},
};

INSTANTIATE_TEST_SUITE_P(LongLines, TextLayout, ::testing::ValuesIn(kLongLines), ReasonOf);

TEST(TextReporter, WidensTheGutterForLargeNumbers) {
  const std::string text = absl::StrCat("[\n", std::string(123455, '\n'), "1]");
  Diagnostic diagnostic;
  diagnostic.primary = LabelAt(text, {"1", ""});
  diagnostic.secondary = {LabelAt(text, {"[", ""})};
  diagnostic.notes = {"so"};
  EXPECT_EQ(Render(text, diagnostic), R"(a.json:123457:1: error: wrong [some-rule]
     1 | [
       | -
   ...
123457 | 1]
       | ^
       = note: so
)");
}

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
  EXPECT_EQ(Render("1", diagnostic, options), R"(a.json:1:1: warning: wrong [some-rule]
   1 | 1
     | ^
     = note: no call is retried
     = note: see `\x1b`
     = note: rejected by core, node; ignored by go, java@1.41; accepted by spec
     = help: did you mean `2`?
1 file checked: 0 errors, 1 warning, 0 notes
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
      {"remove it", {{{0, 1}, ""}}, "     = help: remove it\n"},
      {"add a name",
       {{{0, 0}, "\n  \"name\": [{}],"}},
       "     = help: add a name: `\"name\": [{}],`\n"},
      {"move it", {{{0, 0}, "1"}, {{0, 1}, ""}}, "     = help: move it\n"},
      {"add lines", {{{0, 0}, "a\nb"}}, "     = help: add lines\n"},
      {"add much", {{{0, 0}, std::string(61, 'x')}}, "     = help: add much\n"},
      {"", {{{0, 1}, "2"}}, "     = help: `2`\n"},
      {"", {}, ""},
  };
  for (const FixRow& row : rows) {
    Diagnostic diagnostic;
    diagnostic.fixes = {{std::string(row.title), true, row.edits}};
    EXPECT_EQ(Render("1", diagnostic),
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
      {{{0, Effect::kRejectsPolicy}}, "policy rejected by spec; accepted by go"},
      {{{1, Effect::kBreaksCalls}}, "breaks calls in go; accepted by spec"},
      {{{0, Effect::kAlters}, {1, Effect::kUnknown}}, "altered by spec; unknown for go"},
      {{{0, Effect::kRejectsConfig}, {1, Effect::kRejectsConfig}}, "rejected by all targets"},
      {{{0, Effect::kIgnoresDetail}, {0, Effect::kAlters}, {1, Effect::kIgnoresPolicy}},
       "ignored by all targets"},
  };
  for (const EffectsRow& row : rows) {
    Diagnostic diagnostic;
    diagnostic.effects = row.effects;
    EXPECT_EQ(Render("1", diagnostic, {.targets = {"spec", "go"}, .quiet = true}),
              absl::StrCat("a.json:1:1: error: wrong [some-rule]\n   1 | 1\n     | ^\n",
                           row.note.empty() ? "" : "     = note: ", row.note,
                           row.note.empty() ? "" : "\n"));
  }
}

TEST(TextReporter, SaysNothingOfEffectsForOneTarget) {
  Diagnostic diagnostic;
  diagnostic.effects = {{0, Effect::kRejectsConfig}};
  EXPECT_EQ(Render("1", diagnostic), "a.json:1:1: error: wrong [some-rule]\n   1 | 1\n     | ^\n");
}

TEST(TextReporter, PaintsIfAsked) {
  Diagnostic diagnostic;
  diagnostic.primary = LabelAt("[1, 2]", {"2", "two"});
  diagnostic.secondary = {LabelAt("[1, 2]", {"1", "one"})};
  diagnostic.help = {"none"};
  const std::string bold = "\x1B[1m";
  const std::string red = "\x1B[1;31m";
  const std::string green = "\x1B[1;32m";
  const std::string cyan = "\x1B[1;36m";
  const std::string end = "\x1B[0m";
  EXPECT_EQ(Render("[1, 2]", diagnostic, {.targets = {"spec"}, .color = Color::kYes}),
            absl::StrCat(                                                                    //
                bold, "a.json:1:5:", end, " ", red, "error:", end, " ", bold, "wrong", end,  //
                " [some-rule]\n",                                                            //
                "   1 | [1, 2]\n",                                                           //
                "     |  ", cyan, "-", end, "  ", green, "^", end, " ", green, "two", end,   //
                "\n     |  ", cyan, "one", end, "\n",                                        //
                "     = ", green, "help:", end, " none\n",                                   //
                "1 file checked: ", red, "1 error", end, ", 0 warnings, 0 notes\n"));
}

TEST(TextReporter, SumsFilesUp) {
  const std::unique_ptr<Reporter> reporter = MakeTextReporter({.targets = {"spec"}});
  std::string out;
  Report report;
  report.verdicts = {Verdict::kAccepts};
  reporter->AddFile({"clean.json", "{}", report}, out);
  EXPECT_EQ(out, "");
  report.omissions = {{"one-rule", 1}, {"other-rule", 1234567}};
  report.counts = {0, 1, 1234567};
  reporter->AddFile({"b\x1B\n\u202E\xFF.json", "{}", report}, out);
  reporter->Finish(out);
  EXPECT_EQ(out, R"(b\x1b\n\u202e\xff.json: note: 1 more finding of [one-rule] is not listed
b\x1b\n\u202e\xff.json: note: 1,234,567 more findings of [other-rule] are not listed
2 files checked: 1,234,567 errors, 1 warning, 0 notes
)");
}

TEST(TextReporter, SumsNothingUp) {
  std::string out;
  MakeTextReporter({})->Finish(out);
  EXPECT_EQ(out, "0 files checked: 0 errors, 0 warnings, 0 notes\n");
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
  report.omissions = {{"some-rule", 5}};
  std::string out;
  reporter->AddFile({"a\n.json", "{\n\"日\": 1}", report}, out);
  reporter->Finish(out);
  EXPECT_EQ(out,
            "a\\n.json:2:3: note: wrong \\x1b [some-rule]\n"
            "a\\n.json:2:3: warning: wrong \\x1b [some-rule]\n");
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

TEST(VisibleColumns, AreThoseOfTheVisibleText) {
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    const std::string text = RandomReport(seed).Text(20);
    std::string shown;
    AppendVisibleSource(text, shown);
    EXPECT_EQ(VisibleColumns(text), VisibleColumns(shown)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace grpcfg
