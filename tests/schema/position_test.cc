#include "schema/json/position.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

struct LocateCase {
  const char* reason;
  std::string text;
  uint32_t offset;
  Position expected;
};

TEST(LineIndexTest, Locates) {
  const LocateCase cases[] = {
      {"empty text", "", 0, {0, 1, 1}},
      {"first byte", "abc", 0, {0, 1, 1}},
      {"end of the text", "abc", 3, {3, 1, 4}},
      {"past the end is the end", "abc", 99, {3, 1, 4}},
      {"a line feed belongs to its line", "a\nb", 1, {1, 1, 2}},
      {"after a line feed", "a\nb", 2, {2, 2, 1}},
      {"after the last line feed", "a\n", 2, {2, 2, 1}},
      {"CR of a CRLF is on its line", "a\r\nb", 1, {1, 1, 2}},
      {"after CRLF", "a\r\nb", 3, {3, 2, 1}},
      {"a lone CR breaks no line", "a\rb", 2, {2, 1, 3}},
      {"empty lines", "\n\n\nx", 3, {3, 4, 1}},
      {"a tab is one column", "\tx", 1, {1, 1, 2}},
      {"two bytes are one column", "\xC3\xA9x", 2, {2, 1, 2}},
      {"three bytes are one column", "\xE2\x82\xACx", 3, {3, 1, 2}},
      {"four bytes are one column", "\xF0\x9F\x98\x80x", 4, {4, 1, 2}},
      {"inside a code point: past it", "\xF0\x9F\x98\x80x", 2, {2, 1, 2}},
      {"combining marks count", "e\xCC\x81x", 3, {3, 1, 3}},
      {"a byte order mark counts", "\xEF\xBB\xBF{", 3, {3, 1, 2}},
      {"each byte that is not UTF-8 counts one", "\xFF\xFEx", 2, {2, 1, 3}},
      {"each byte of an overlong form counts", "\xC0\x80x", 2, {2, 1, 3}},
      {"each byte of a surrogate counts", "\xED\xA0\x80x", 3, {3, 1, 4}},
      {"truncated code point at the end", "x\xE2\x82", 3, {3, 1, 4}},
      {"columns restart on a line", "\xC3\xA9\xC3\xA9\nx\xC3\xA9y", 8, {8, 2, 3}},
  };
  for (const LocateCase& c : cases) {
    SCOPED_TRACE(c.reason);
    const Position found = LineIndex(c.text).Locate(c.offset);
    EXPECT_EQ(found.offset, c.expected.offset);
    EXPECT_EQ(found.line, c.expected.line);
    EXPECT_EQ(found.column, c.expected.column);
  }
}

TEST(LineIndexTest, FindsLines) {
  struct Case {
    const char* reason;
    absl::string_view text;
    uint32_t line;
    absl::string_view expected;
  };
  const Case cases[] = {
      {"empty text has one line", "", 1, ""},
      {"first", "ab\ncd", 1, "ab"},
      {"last without a break", "ab\ncd", 2, "cd"},
      {"an empty last line", "ab\n", 2, ""},
      {"CRLF is no part of it", "ab\r\ncd\r\n", 2, "cd"},
      {"a line of CR alone", "\r\n", 1, ""},
      {"only the last CR is a break", "ab\r\r\n", 1, "ab\r"},
      {"CR at the end of the text", "ab\r", 1, "ab"},
      {"line 0 is none", "ab", 0, ""},
      {"past the last is none", "ab", 2, ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.reason);
    const LineIndex index(c.text);
    EXPECT_EQ(Slice(c.text, index.LineSpan(c.line)), c.expected);
  }
}

// Every code point of a text, counted from its start.
std::vector<Position> PositionsOf(absl::string_view text) {
  std::vector<Position> positions;
  Position at;
  while (at.offset < text.size()) {
    positions.push_back(at);
    const bool line_break = text[at.offset] == '\n';
    at.column = line_break ? 1 : at.column + 1;
    at.line += line_break ? 1 : 0;
    at.offset += static_cast<uint32_t>(CodePointLength(text, at.offset));
  }
  return positions;
}

// Look-ups in long lines start at checkpoints.
TEST(LineIndexTest, LongLinesAreCountedFromCheckpoints) {
  const struct {
    const char* reason;
    absl::string_view unit;
  } cases[] = {
      {"one byte", "x"},
      {"three bytes, which no checkpoint distance is a multiple of", "\xE2\x82\xAC"},
      {"four and one", "\xF0\x9F\x98\x80y"},
      {"not UTF-8", "\xE2\x82"},
      {"several lines between checkpoints", "\xC3\xA9\xC3\xA9\xC3\xA9\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.reason);
    std::string text;
    while (text.size() < 20000) absl::StrAppend(&text, c.unit);
    const LineIndex index(text);
    for (const Position& expected : PositionsOf(text)) {
      ASSERT_EQ(index.Locate(expected.offset), expected) << expected.offset;
    }
  }
}

TEST(LineIndexTest, LooksUpManyPlacesOfOneLongLine) {
  const std::string text(16 << 20, 'x');
  const LineIndex index(text);
  for (uint32_t offset = 0; offset < text.size(); offset += 997) {
    ASSERT_EQ(index.Locate(offset).column, offset + 1);
  }
}

}  // namespace
}  // namespace grpcfg
