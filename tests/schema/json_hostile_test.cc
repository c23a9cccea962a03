// Texts made to hurt: each is read in time and memory about linear in its size, whatever its depth.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "schema/json/json_pointers.h"
#include "schema/json/json_tree.h"
#include "tests/schema/json_invariants.h"

namespace grpcfg {
namespace {

std::string Repeat(absl::string_view unit, size_t bytes) {
  std::string text;
  text.reserve(bytes + unit.size());
  while (text.size() < bytes) text.append(unit.data(), unit.size());
  return text;
}

struct HostileRow {
  absl::string_view reason;
  std::string prefix;
  std::string unit;  // repeated up to the size
  std::string suffix;

  [[nodiscard]] std::string Text(size_t bytes) const {
    return prefix + Repeat(unit, bytes) + suffix;
  }
};

const HostileRow kHostileRows[] = {
    {"opening brackets", "", "[", ""},
    {"opening objects", "", R"({"a":)", ""},
    {"objects with a member before each", "", R"({"b":1,"a":)", ""},
    {"objects in arrays", "", R"([{"a":)", ""},
    {"quotes", "", R"(")", ""},
    {"quotes in an array", "[", R"(")", "]"},
    {"single quotes", "", "'", ""},
    {"backticks", "[", "`", ""},
    {"typographic quotes", "[", "\xE2\x80\x9C", ""},
    {"first bytes of typographic quotes", "[1 ", "\xE2", ""},
    {"quotes of all kinds", "{", "\"'`\xE2\x80\x9C\xE2\x80\x98", ""},
    {"quotes and line breaks", "[", "\"\n", ""},
    {"quotes of two kinds and line breaks", "[", "'\n\"\n", ""},
    {"line breaks in a string", R"([")", "\n", R"(",1])"},
    {"line breaks in a string that ends", R"([")", "\n", R"(" x])"},
    {"line breaks in a string that does not end", R"([")", "\n", ""},
    {"escaped quotes after line breaks", R"([")", "\n\\\"", ""},
    {"escaped quotes after line breaks, then a comma", R"([")", "\n\\\",", ""},
    {"strings of line breaks", "[", "\"\n\n\",", "]"},
    {"blanks after the next quote", "[\"\n", "\"\n        ", ""},
    {"escaped quotes after a value", R"({"a":1 )", R"("\"\")", ""},
    {"escaped quotes on one line after a value", R"({"a":1 ")", R"(\")", ""},
    {"escaped quotes after words", R"({"a":b )", R"(\"c)", ""},
    {"keys that lose their quote", "{", R"("a:"b:)", ""},
    {"keys that lose their quote, escaped", "{", R"("a:\)", ""},
    {"keys that lose their quote on lines", "{", "\"a:b\n", ""},
    {"single-quoted keys that lose their quote", "{", R"('a:"b:)", ""},
    {"strings with commas after line breaks", "{", "\"a\":\"b,\n", ""},
    {"what closes at the end of unclosed strings", "[", "\"]]]]]]]]\n", ""},
    {"one unclosed string of brackets", R"([")", "]", ""},
    {"one unclosed string of commas", R"({"a":")", ",", "\n"},
    {"closing braces of arrays", "", "[", std::string(300000, '}')},
    {"closing brackets of objects", "", R"({"a":)", std::string(300000, ']')},
    {"mixed brackets", "", "[{]}", ""},
    {"closing brackets alone", "", "}]", ""},
    {"object and array in turn, never closed", "", "{[", ""},
    {"members without an end", "", R"({"a":1)", ""},
    {"colons", "{", ":", ""},
    {"colons in an array", "[1", ":", ""},
    {"commas", "[", ",", ""},
    {"semicolons", "{", ";", ""},
    {"words", R"({"a":)", "b ", ""},
    {"words and colons", R"({"a":1 )", "b:", ""},
    {"one word", "[", "a", ""},
    {"one word of 0xFF", "[", "\xFF", ""},
    {"one word of slashes and stars", "[", "/a*", ""},
    {"slashes", "[", "/", ""},
    {"comments", "[", "/**/", ""},
    {"comments that do not end", "[", "/* ", ""},
    {"line comments", "[", "//\n", ""},
    {"blanks of Unicode", "[", "\xC2\xA0", "]"},
    {"blanks of Unicode and of JSON", "[", "\xC2\xA0\n  ", "]"},
    {"blanks", "[", " ", "]"},
    {"blanks after words", "{", "a        ", ""},
    {"NUL", "[", std::string(1, '\0'), "]"},
    {"NUL in a string", R"([")", std::string("a\0", 2), R"("])"},
    {"control characters in a string", R"([")", "\x01\t", R"("])"},
    {"backslashes", R"([")", R"(\)", R"("])"},
    {"escapes", R"([")", R"(\u0041)", R"("])"},
    {"lone surrogates", R"([")", R"(\ud800)", R"("])"},
    {"strings with escapes", "[", R"("\n",)", "1]"},
    {"bytes that are not UTF-8", R"([")", "\xFF", R"("])"},
    {"bytes that are not UTF-8, one by one", R"([")", "\xFFx", R"("])"},
    {"digits", "", "1", ""},
    {"minus signs", "", "-", ""},
    {"one key again and again", "{", R"("a":1,)", R"("b":2})"},
    {"one escaped key again and again", "{", R"("\u0061":1,)", R"("b":2})"},
    {"missing keys", "{", "[],", "}"},
    {"members that need their braces", "", R"("a":1,)", ""},
};

// What is quadratic does not come to an end on half a megabyte.
TEST(JsonHostileTest, EndsAndKeepsItsInvariants) {
  constexpr size_t kBytes = 500000;
  for (const HostileRow& row : kHostileRows) {
    SCOPED_TRACE(row.reason);
    const std::string text = row.Text(kBytes);
    const JsonTree tree = ParseJson(text);
    EXPECT_EQ(FindBrokenInvariant(tree), "");
    EXPECT_LE(tree.size(), 2 * text.size() + 1);
    EXPECT_LE(tree.issues().size(), kIssueKindCount * kMaxIssuesPerKind);
  }
}

TEST(JsonHostileTest, MegabytesOfQuotesAndLineBreaks) {
  constexpr size_t kBytes = 4 << 20;
  for (const absl::string_view unit : {"'\n", "\\\"\n"}) {
    for (const absl::string_view prefix : {R"([")", R"({"a":1 ")"}) {
      SCOPED_TRACE(absl::StrCat(prefix, unit));
      const std::string text = absl::StrCat(prefix, Repeat(unit, kBytes));
      const JsonTree tree = ParseJson(text);
      EXPECT_GT(tree.issues().size(), 0U);
    }
  }
}

// Each quote after a stray backslash opens a string, and none closes one.
TEST(JsonHostileTest, MegabytesOfStringsThatNoQuoteCloses) {
  constexpr size_t kBytes = 4 << 20;
  for (const absl::string_view unit : {"\"a\":1,\n::\\'", "'a':1,\n::\\\""}) {
    for (const std::string& end : {std::string(), absl::StrCat("'\"'", std::string(kBytes, ' '))}) {
      SCOPED_TRACE(unit);
      const std::string text = absl::StrCat(Repeat(unit, kBytes), end);
      EXPECT_GT(ParseJson(text).issues().size(), 0U);
    }
  }
}

TEST(JsonHostileTest, ValidNestingOfAnyDepth) {
  for (const size_t depth : {size_t{150}, size_t{250}, size_t{20000}, size_t{1000000}}) {
    SCOPED_TRACE(depth);
    const std::string arrays = std::string(depth, '[') + std::string(depth, ']');
    const JsonTree tree = ParseJson(arrays);
    EXPECT_TRUE(tree.issues().empty());
    EXPECT_EQ(tree.size(), depth);
    EXPECT_EQ(JsonPointers(tree).Of(static_cast<NodeId>(depth - 1)).size(),
              2 * std::min<size_t>(depth - 1, 1000));
    const std::string objects = Repeat(R"({"a":)", 5 * depth) + "0" + std::string(depth, '}');
    const JsonTree nested = ParseJson(objects);
    EXPECT_TRUE(nested.issues().empty());
    EXPECT_EQ(nested.size(), 2 * depth + 1);
    EXPECT_EQ(nested.span(JsonTree::kRoot).size(), objects.size());
  }
}

TEST(JsonHostileTest, ManyKeys) {
  constexpr int kCount = 200000;
  std::string same = R"({"a":0)";
  std::string different = R"({"a":0)";
  for (int i = 0; i < kCount; ++i) {
    absl::StrAppend(&same, R"(,"a":)", i);
    absl::StrAppend(&different, R"(,"k)", i, R"(":0)");
  }
  same += "}";
  different += "}";
  const JsonTree tree = ParseJson(same);
  EXPECT_EQ(tree.issues().size() + tree.issue_counts().Dropped(IssueKind::kJsonDuplicateKey),
            kCount);
  EXPECT_TRUE(ParseJson(different).issues().empty());
}

}  // namespace
}  // namespace grpcfg
