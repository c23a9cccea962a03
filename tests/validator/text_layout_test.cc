#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "schema/json/escape.h"
#include "tests/validator/random_report.h"
#include "tests/validator/render_finding.h"
#include "validator/engine/diagnostic.h"

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
  EXPECT_EQ(absl::StrCat("\n", RenderFinding(row.text, diagnostic)), row.expected);
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
    {"after_controls", "[\"\x7F\u0085\u202E\u202C\u2028\uFEFF\U000E0041\", 1]", {"1", ""}, {}, R"(
a.json:1:13: error: wrong [some-rule]
   1 | ["\x7f\u0085\u202e\u202c\u2028\ufeff\u{e0041}", 1]
     |                                                 ^
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
    {"of_labels_with_one_end_the_last_to_begin",
     "{\"a\": [12]}",
     {"\"a\"", ""},
     {{"[12]", "outer"}, {"12]", "inner"}},
     R"(
a.json:1:2: error: wrong [some-rule]
   1 | {"a": [12]}
     |  ^^^  ---- inner
     |       outer
)"},
    {"control_in_words", "[1]", {"1", "a\x1B[1m\n\tb\u202E\u202C\xFF"}, {}, R"(
a.json:1:2: error: wrong [some-rule]
   1 | [1]
     |  ^ a\x1b[1m\n\tb\u202e\u202c\xff
)"},
};

INSTANTIATE_TEST_SUITE_P(SeveralLabels, TextLayout, ::testing::ValuesIn(kSeveralLabels), ReasonOf);

// A minified line: 0,1,2,... with words at the places that the rows look for.
std::string LongLine() {
  std::string line = R"(["begin","near",)";
  for (int i = 1000; i < 1400; ++i) absl::StrAppend(&line, i, ",");
  line += R"("middle",)";
  for (int i = 1400; i < 1800; ++i) absl::StrAppend(&line, i, ",");
  line += R"("last","end"])";
  return line;
}

const std::string kLongLine = LongLine();

// `from`, and `to` that begins `distance` columns after it and is too long to be seen with it.
std::string LineWithTwo(size_t distance) {
  return absl::StrCat("[from", std::string(distance - 4, '.'), "to", std::string(60, '-'), "end",
                      std::string(60, '.'), "]");
}

const std::string kTo = absl::StrCat("to", std::string(60, '-'), "end");
const std::string kNearLine = LineWithTwo(39);
const std::string kNotNearLine = LineWithTwo(40);

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
    {"just_near", kNearLine, {"from", ""}, {{kTo, ""}}, R"(
a.json:1:2: error: wrong [some-rule]
   1 | [from...................................to----------------------------------------------------------...
     |  ^^^^                                   ---------------------------------------------------------------
)"},
    {"just_not_near", kNotNearLine, {"from", ""}, {{kTo, ""}}, R"(
a.json:1:2: error: wrong [some-rule]
   1 | [from....................................to---------------------------------------------------------...
     |  ^^^^
   1 | ....................to------------------------------------------------------------end.....................
     |                     -----------------------------------------------------------------
)"},
    {"longer_than_the_window", kLongLine, {kLongLine, "all"}, {{"1001", "one"}}, R"(
a.json:1:1: error: wrong [some-rule]
   1 | ["begin","near",1000,1001,1002,1003,1004,1005,1006,1007,1008,1009,1010,1011,1012,1013,1014,1015,1016...
     | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ all
     |                      one
)"},
};

INSTANTIATE_TEST_SUITE_P(LongLines, TextLayout, ::testing::ValuesIn(kLongLines), ReasonOf);

TEST(TextGutter, WidensTheGutterForLargeNumbers) {
  const std::string text = absl::StrCat("[\n", std::string(123455, '\n'), "1]");
  Diagnostic diagnostic;
  diagnostic.primary = LabelAt(text, {"1", ""});
  diagnostic.secondary = {LabelAt(text, {"[", ""})};
  diagnostic.notes = {"so"};
  EXPECT_EQ(RenderFinding(text, diagnostic), R"(a.json:123457:1: error: wrong [some-rule]
     1 | [
       | -
   ...
123457 | 1]
       | ^
       = note: so
)");
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
