// What of a text is shown as it is, what as an escape, and how many columns it takes: the ends of
// each class of characters, and what is beside them.
#include "schema/json/escape.h"

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "schema/json/json_writer.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

std::string Utf8(uint32_t code_point) {
  std::string text;
  AppendUtf8(code_point, text);
  return text;
}

struct HiddenRow {
  const char* what;
  uint32_t code_point;
  const char* visible;  // null: as it is
};

constexpr HiddenRow kHiddenRows[] = {
    {"the last of C0", 0x1F, "\\x1f"},
    {"a blank", 0x20, nullptr},
    {"the last that is plain", 0x7E, nullptr},
    {"DEL", 0x7F, "\\x7f"},
    {"the last of C1", 0x9F, "\\u009f"},
    {"a blank that does not break", 0xA0, nullptr},
    {"the soft hyphen", 0xAD, "\\u00ad"},
    {"the mark of Arabic letters", 0x61C, "\\u061c"},
    {"a vowel separator", 0x180E, "\\u180e"},
    {"a blank without width", 0x200B, "\\u200b"},
    {"a joiner, which scripts need", 0x200D, nullptr},
    {"the first mark of direction", 0x200E, "\\u200e"},
    {"the second mark of direction", 0x200F, "\\u200f"},
    {"a point", 0x2027, nullptr},
    {"the separator of lines", 0x2028, "\\u2028"},
    {"the first embedding", 0x202A, "\\u202a"},
    {"the last override", 0x202E, "\\u202e"},
    {"a narrow blank", 0x202F, nullptr},
    {"a blank of mathematics", 0x205F, nullptr},
    {"the word joiner", 0x2060, "\\u2060"},
    {"the isolate from left to right", 0x2066, "\\u2066"},
    {"the isolate from right to left", 0x2067, "\\u2067"},
    {"the first strong isolate", 0x2068, "\\u2068"},
    {"the end of an isolate", 0x2069, "\\u2069"},
    {"the last of the old formats", 0x206F, "\\u206f"},
    {"a superscript", 0x2070, nullptr},
    {"the byte order mark", 0xFEFF, "\\ufeff"},
    {"the first of an annotation", 0xFFF9, "\\ufff9"},
    {"the last of an annotation", 0xFFFB, "\\ufffb"},
    {"the replacement of an object", 0xFFFC, nullptr},
    {"the first tag", 0xE0000, "\\u{e0000}"},
    {"the last tag", 0xE007F, "\\u{e007f}"},
    {"a variation of an ideograph", 0xE0100, nullptr},
};

TEST(EscapeTest, WhatReordersOrHidesTextIsEscaped) {
  for (const HiddenRow& row : kHiddenRows) {
    const std::string text = absl::StrCat("a", Utf8(row.code_point), "b");
    const std::string visible = row.visible == nullptr ? text : absl::StrCat("a", row.visible, "b");
    EXPECT_EQ(Visible(text), visible) << row.what;
    EXPECT_EQ(VisibleColumns(text), VisibleColumns(visible)) << row.what;
  }
}

struct WidthRow {
  const char* what;
  uint32_t code_point;
  size_t columns;
};

constexpr WidthRow kWidthRows[] = {
    {"before the first mark", 0x2FF, 1},
    {"the first mark", 0x300, 0},
    {"the last of these", 0x36F, 0},
    {"a letter after them", 0x370, 1},
    {"a letter before Hangul", 0x10FF, 1},
    {"the first consonant", 0x1100, 2},
    {"the last consonant", 0x115F, 2},
    {"a vowel, which merges with it", 0x1160, 0},
    {"a watch", 0x231A, 2},
    {"an hourglass", 0x231B, 2},
    {"a corner", 0x231C, 1},
    {"a range of one", 0x23F0, 2},
    {"after it", 0x23F1, 1},
    {"the first syllable", 0xAC00, 2},
    {"the last syllable", 0xD7A3, 2},
    {"the last of the wide forms", 0xFF60, 2},
    {"the first of the half ones", 0xFF61, 1},
    {"the first ideograph of plane 2", 0x20000, 2},
    {"the last of plane 3", 0x3FFFD, 2},
    {"after it", 0x3FFFE, 1},
    {"the first variation", 0xE0100, 0},
    {"the last variation", 0xE01EF, 0},
};

TEST(EscapeTest, AndSoItIsInJson) {
  for (const HiddenRow& row : kHiddenRows) {
    const std::string json = JsonString(Utf8(row.code_point));
    const bool is_as_it_is = json == absl::StrCat("\"", Utf8(row.code_point), "\"");
    EXPECT_EQ(is_as_it_is, row.visible == nullptr) << row.what << ": " << json;
  }
}

TEST(EscapeTest, ColumnsAreThoseOfATerminal) {
  for (const WidthRow& row : kWidthRows) {
    EXPECT_EQ(VisibleColumns(Utf8(row.code_point)), row.columns) << row.what;
  }
}

}  // namespace
}  // namespace grpcfg
