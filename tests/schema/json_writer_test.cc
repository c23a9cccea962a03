// The one writer of JSON: the bytes of strings, the four layouts, and numbers.
#include "schema/json/json_writer.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

struct StringRow {
  absl::string_view text;
  absl::string_view json;
};

TEST(JsonWriterTest, EscapesWhatATerminalWouldObey) {
  const StringRow rows[] = {
      {"", R"("")"},
      {R"(plain "quoted" \ /)", R"("plain \"quoted\" \\ /")"},
      {absl::string_view("\0\b\t\n\f\r\x1B\x7F", 8), R"("\u0000\u0008\t\n\u000c\r\u001b\u007f")"},
      {"日é😀", R"("日é😀")"},
      {"\u0085\u009B\u202E\u202C\u2028\uFEFF", R"("\u0085\u009b\u202e\u202c\u2028\ufeff")"},
      {"\U000E0041", R"("\udb40\udc41")"},
      {"\xFF", "\"\uFFFD\""},
      {"\xE6\x97z", "\"\uFFFD\uFFFDz\""},
      {"\xED\xA0\x80", "\"\uFFFD\uFFFD\uFFFD\""},
  };
  for (const StringRow& row : rows) {
    EXPECT_EQ(JsonString(row.text), row.json);
  }
}

// One byte among others as it is alone.
TEST(JsonWriterTest, EachByteOfALongString) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text(1, static_cast<char>(byte));
    const std::string alone = JsonString(text);
    const std::string escaped = alone.substr(1, alone.size() - 2);
    EXPECT_EQ(JsonString(absl::StrCat("abc", text, text, "def")),
              absl::StrCat("\"abc", escaped, escaped, "def\""))
        << byte;
  }
}

void WriteAll(JsonWriter& writer) {
  writer.StartObject();
  writer.WriteText("a:b", "c, d");
  writer.WriteNumber("half", 0.5);
  writer.WriteNumber("without end", std::numeric_limits<double>::infinity());
  writer.WriteNumber("none", std::nullopt);
  writer.WriteCount("count", std::numeric_limits<uint64_t>::max());
  writer.WriteBool("is", true);
  writer.WriteJson("json", "{ }");
  writer.StartObject("empty");
  writer.EndObject();
  writer.WriteTexts("texts", std::vector<std::string>{"x", "y"});
  writer.StartArray("list");
  writer.Count(1);
  writer.Null();
  writer.EndArray();
  writer.EndObject();
}

TEST(JsonWriterTest, Compact) {
  EXPECT_EQ(
      WrittenJson(JsonLayout::kCompact, WriteAll),
      R"({"a:b":"c, d","half":0.5,"without end":null,"none":null,"count":18446744073709551615,)"
      R"("is":true,"json":{ },"empty":{},"texts":["x","y"],"list":[1,null]})");
}

TEST(JsonWriterTest, Spaced) {
  EXPECT_EQ(WrittenJson(JsonLayout::kSpaced, WriteAll),
            R"({"a:b": "c, d", "half": 0.5, "without end": null, "none": null, )"
            R"("count": 18446744073709551615, "is": true, "json": { }, "empty": {}, )"
            R"("texts": ["x", "y"], "list": [1, null]})");
}

TEST(JsonWriterTest, Lines) {
  EXPECT_EQ(WrittenJson(JsonLayout::kLines, WriteAll), R"({
  "a:b": "c, d",
  "half": 0.5,
  "without end": null,
  "none": null,
  "count": 18446744073709551615,
  "is": true,
  "json": { },
  "empty": {},
  "texts": [
    "x",
    "y"
  ],
  "list": [
    1,
    null
  ]
})");
}

TEST(JsonWriterTest, FittedBreaksWhatEndsBehindColumn99) {
  EXPECT_EQ(RelaidJson(R"({"a":[1.50,2e40],"b}":"x,y:z"})", JsonLayout::kFitted),
            R"({"a": [1.50, 2e40], "b}": "x,y:z"})");
  const std::string wide(87, 'w');  // {"a": ["..."]} has 11 columns beside it
  const std::string fits = absl::StrCat(R"({"a": ["w)", wide, R"("]})");
  EXPECT_EQ(fits.size(), 99);
  EXPECT_EQ(RelaidJson(fits, JsonLayout::kFitted), fits);
  EXPECT_EQ(RelaidJson(absl::StrCat(R"({"a": ["ww)", wide, R"("]})"), JsonLayout::kFitted),
            absl::StrCat("{\n  \"a\": [\n    \"ww", wide, "\"\n  ]\n}"));
  EXPECT_EQ(RelaidJson(absl::StrCat(R"({"a": [")", wide, R"("], "b": {}})"), JsonLayout::kFitted),
            absl::StrCat("{\n  \"a\": [\"", wide, "\"],\n  \"b\": {}\n}"));
}

TEST(JsonWriterTest, TextMayBeTakenAwayBetweenElements) {
  std::string text;
  std::string all;
  JsonWriter writer(text, JsonLayout::kLines);
  writer.StartArray();
  for (const uint64_t number : {1, 2}) {
    writer.Count(number);
    all += text;
    text.clear();
  }
  writer.EndArray();
  EXPECT_EQ(all + text, "[\n  1,\n  2\n]");
}

}  // namespace
}  // namespace grpcfg
