#include "schema/json/utf8.h"

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

// RFC 3629, section 3, by the numbers: the code point at the front of `text`.
std::optional<uint32_t> Decode(absl::string_view text, size_t& length) {
  const auto byte = [&](size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char first = byte(0);
  length = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (length == 0 || first >= 0xF8 || text.size() < length) return std::nullopt;
  uint32_t code_point = length == 1 ? first : first & (0x7FU >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return std::nullopt;
    code_point = code_point * 64 + (byte(i) & 0x3FU);
  }
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code_point >= 0xD800 && code_point < 0xE000;
  if (code_point < kLeast[length] || code_point > 0x10FFFF || surrogate) return std::nullopt;
  return code_point;
}

TEST(Utf8Test, SequenceLength) {
  const struct {
    const char* reason;
    absl::string_view text;
    size_t expected;
  } cases[] = {
      {"ASCII", "a", 1},
      {"NUL", absl::string_view("\0", 1), 1},
      {"DEL", "\x7F", 1},
      {"U+0080, least of two bytes", "\xC2\x80", 2},
      {"U+07FF", "\xDF\xBF", 2},
      {"U+0800, least of three bytes", "\xE0\xA0\x80", 3},
      {"U+D7FF, before the surrogates", "\xED\x9F\xBF", 3},
      {"U+E000, after the surrogates", "\xEE\x80\x80", 3},
      {"U+FFFF", "\xEF\xBF\xBF", 3},
      {"U+10000, least of four bytes", "\xF0\x90\x80\x80", 4},
      {"U+10FFFF, the last", "\xF4\x8F\xBF\xBF", 4},
      {"more text after it", "\xC3\xA9xyz", 2},
      {"continuation byte alone", "\x80", 0},
      {"overlong two bytes", "\xC0\x80", 0},
      {"overlong two bytes, C1", "\xC1\xBF", 0},
      {"overlong three bytes", "\xE0\x9F\xBF", 0},
      {"overlong four bytes", "\xF0\x8F\xBF\xBF", 0},
      {"high surrogate", "\xED\xA0\x80", 0},
      {"low surrogate", "\xED\xBF\xBF", 0},
      {"above U+10FFFF", "\xF4\x90\x80\x80", 0},
      {"F5", "\xF5\x80\x80\x80", 0},
      {"FF", "\xFF", 0},
      {"cut after one byte", "\xE2", 0},
      {"cut after two bytes", "\xE2\x82", 0},
      {"cut after three bytes", "\xF0\x9F\x98", 0},
      {"ASCII instead of a continuation byte", "\xE2\x82x", 0},
      {"first byte instead of a continuation byte", "\xC3\xC3", 0},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(Utf8SequenceLength(c.text, 0), c.expected);
    EXPECT_EQ(CodePointLength(c.text, 0), c.expected == 0 ? 1 : c.expected);
  }
}

TEST(Utf8Test, AgreesWithRfc3629OnAllPairsAndManyQuadruples) {
  for (uint32_t bytes = 0; bytes < 0x10000; ++bytes) {
    for (const char* tail : {"", "\x80", "\x80\x80", "\xBF\xBF", "\xBFx"}) {
      std::string text = {static_cast<char>(bytes >> 8), static_cast<char>(bytes)};
      text += tail;
      size_t length = 0;
      const bool valid = Decode(text, length).has_value();
      ASSERT_EQ(Utf8SequenceLength(text, 0), valid ? length : 0) << bytes;
    }
  }
}

TEST(Utf8Test, EncodesEveryCodePoint) {
  for (uint32_t code_point = 0; code_point <= 0x10FFFF; ++code_point) {
    std::string text;
    AppendUtf8(code_point, text);
    size_t length = 0;
    const bool surrogate = code_point >= 0xD800 && code_point < 0xE000;
    const std::optional<uint32_t> decoded = Decode(text, length);
    ASSERT_EQ(decoded.has_value(), !surrogate) << code_point;
    ASSERT_EQ(decoded.value_or(code_point), code_point);
    ASSERT_EQ(text.size(), length);
  }
}

TEST(Utf8Test, FindsTheFirstInvalidByte) {
  const auto npos = absl::string_view::npos;
  const struct {
    const char* reason;
    absl::string_view text;
    size_t from;
    size_t expected;
  } cases[] = {
      {"empty", "", 0, npos},
      {"none", "a\xC3\xA9", 0, npos},
      {"first byte", "\xFF", 0, 0},
      {"after good ones", "a\xC3\xA9\xFFz", 0, 3},
      {"the whole cut sequence", "ab\xE2\x82", 0, 2},
      {"only from there on", "\xFF\xC3\xA9", 1, npos},
      {"from the end", "\xFF", 1, npos},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(FindInvalidUtf8(c.text, c.from), c.expected);
  }
}

TEST(Utf8Test, WholePrefixCutsNoSequence) {
  EXPECT_EQ(WholePrefix("abc", 3), "abc");
  EXPECT_EQ(WholePrefix("abcd", 3), "abc");
  EXPECT_EQ(WholePrefix("a\xC3\xA9z", 2), "a");
  EXPECT_EQ(WholePrefix("a\xC3\xA9z", 3), "a\xC3\xA9");
  EXPECT_EQ(WholePrefix("\xF0\x9F\x98\x80z", 3), "");
  EXPECT_EQ(WholePrefix("\xF0\x9F\x98\x80z", 4), "\xF0\x9F\x98\x80");
  EXPECT_EQ(WholePrefix("\x80\x80\x80\x80\x80", 2), "\x80\x80");  // no UTF-8
  EXPECT_EQ(WholePrefix("abc", 0), "");
}

// The scan takes 64 bytes at a time: the byte above 0x7f at every place of texts of every length.
TEST(Utf8Test, IsAsciiSeesEveryByte) {
  for (size_t size = 0; size < 200; ++size) {
    std::string text(size, '\x7F');
    ASSERT_TRUE(IsAscii(text));
    for (size_t at = 0; at < size; ++at) {
      text[at] = '\x80';
      ASSERT_FALSE(IsAscii(text)) << at << " of " << size;
      text[at] = '\x7F';
    }
  }
}

}  // namespace
}  // namespace grpcfg
