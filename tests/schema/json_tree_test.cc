#include "schema/json/json_tree.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "schema/json/position.h"

namespace grpcfg {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Token {
  JsonKind kind;
  absl::string_view bytes;
  absl::string_view text;

  friend bool operator==(const Token&, const Token&) = default;
  friend void PrintTo(const Token& token, std::ostream* out) {
    *out << static_cast<int>(token.kind) << " `" << token.bytes << "` `" << token.text << "`";
  }
};

std::vector<Token> TokensOf(const JsonTree& tree) {
  std::vector<Token> tokens;
  for (NodeId id = 0; id < tree.size(); ++id) {
    tokens.push_back({tree.kind(id), Slice(tree.text(), tree.span(id)),
                      IsContainer(tree.kind(id)) ? absl::string_view() : tree.Text(id)});
  }
  return tokens;
}

using enum JsonKind;

struct TokensRow {
  absl::string_view reason;
  absl::string_view text;
  std::vector<Token> expected;
};

const TokensRow kTokensRows[] = {
    {"null", "null", {{kNull, "null", "null"}}},
    {"true", " true", {{kTrue, "true", "true"}}},
    {"false", "false\n", {{kFalse, "false", "false"}}},
    {"number at the end of the text", "-1.5e+3", {{kNumber, "-1.5e+3", "-1.5e+3"}}},
    {"number before blanks", "\t0 ", {{kNumber, "0", "0"}}},
    {"number too large for any type", "1e400", {{kNumber, "1e400", "1e400"}}},
    {"string", R"("ab")", {{kString, R"("ab")", "ab"}}},
    {"empty string", R"("")", {{kString, R"("")", ""}}},
    {"string of a quote of another kind", R"("'")", {{kString, R"("'")", "'"}}},
    {"string in UTF-8", "\"\xC3\xA9\"", {{kString, "\"\xC3\xA9\"", "\xC3\xA9"}}},
    {"DEL is no control character", "\"\x7F\"", {{kString, "\"\x7F\"", "\x7F"}}},
    {"empty array", "[ ]", {{kArray, "[ ]", ""}}},
    {"empty object", "{\r\n}", {{kObject, "{\r\n}", ""}}},
    {"elements",
     R"([1, "b",[] ])",
     {{kArray, R"([1, "b",[] ])", ""},
      {kNumber, "1", "1"},
      {kString, R"("b")", "b"},
      {kArray, "[]", ""}}},
    {"members",
     R"({"a" : {"b":null}, "c":[true]})",
     {{kObject, R"({"a" : {"b":null}, "c":[true]})", ""},
      {kKey, R"("a")", "a"},
      {kObject, R"({"b":null})", ""},
      {kKey, R"("b")", "b"},
      {kNull, "null", "null"},
      {kKey, R"("c")", "c"},
      {kArray, "[true]", ""},
      {kTrue, "true", "true"}}},
    {"an empty key",
     R"({"":0})",
     {{kObject, R"({"":0})", ""}, {kKey, R"("")", ""}, {kNumber, "0", "0"}}},
    {"all escapes of one letter",
     R"("\"\\\/\b\f\n\r\t")",
     {{kString, R"("\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t"}}},
    {"escapes between other text", R"("a\u00e9b")", {{kString, R"("a\u00e9b")", "a\xC3\xA9\x62"}}},
    {"hex digits of either case",
     R"("\u00E9\u00e9")",
     {{kString, R"("\u00E9\u00e9")", "\xC3\xA9\xC3\xA9"}}},
    {"three bytes", R"("\u20ac")", {{kString, R"("\u20ac")", "\xE2\x82\xAC"}}},
    {"a surrogate pair", R"("\ud83d\ude00")", {{kString, R"("\ud83d\ude00")", "\xF0\x9F\x98\x80"}}},
    {"the last code point",
     R"("\udbff\udfff")",
     {{kString, R"("\udbff\udfff")", "\xF4\x8F\xBF\xBF"}}},
    {"an escaped NUL", R"("\u0000")", {{kString, R"("\u0000")", absl::string_view("\0", 1)}}},
    {"escaped key",
     R"({"\u0061b":1})",
     {{kObject, R"({"\u0061b":1})", ""}, {kKey, R"("\u0061b")", "ab"}, {kNumber, "1", "1"}}},
};

TEST(JsonTreeTest, ReportsWhatEveryParserTakes) {
  for (const absl::string_view plain : {"{}", R"({"a": [1, -2.5, true, false, null, "b"]})", "0",
                                        "\"\xC3\xA9\"", "12345678901234567890", "\t[ ]\r\n"}) {
    EXPECT_TRUE(ParseJson(plain).is_plain()) << plain;
  }
  for (const absl::string_view other :
       {"", "{", R"("\\n")", R"({"a": 1, "a": 2})", "1e3", "123456789012345678901", "01", "+1",
        "1.", "tru", "truex", "\"\x1F\"", "\"\xFF\"", "[1,]", "1e400", "\xEF\xBB\xBF{}", "{} x"}) {
    EXPECT_FALSE(ParseJson(other).is_plain()) << other;
  }
  EXPECT_FALSE(ParseJson(absl::string_view("{}\0", 3)).is_plain());
  EXPECT_FALSE(ParseJson(absl::string_view("[\0]", 3)).is_plain());
  const std::string deep = std::string(201, '[') + std::string(201, ']');
  EXPECT_FALSE(ParseJson(deep).is_plain());
}

// By both parsers: some rows are plain, some are not.
TEST(JsonTreeTest, SpansAndTextOfEveryToken) {
  for (const TokensRow& row : kTokensRows) {
    SCOPED_TRACE(row.reason);
    const JsonTree tree = ParseJson(row.text);
    EXPECT_EQ(TokensOf(tree), row.expected);
    EXPECT_THAT(tree.issues(), IsEmpty());
    EXPECT_EQ(TokensOf(ParseJsonTolerantly(row.text)), row.expected);
  }
}

TEST(JsonTreeTest, MembersAndElementsInOrder) {
  const JsonTree tree = ParseJson(R"({"a":[1,[2],{"x":3}],"b":{"c":4,"d":{}},"a":5})");
  const auto members = [&](NodeId object) {
    std::vector<std::string> found;
    tree.ForEachMember(object, [&](JsonMember member) {
      EXPECT_EQ(tree.KeyOf(member.value), member.key);
      found.push_back(
          absl::StrCat(tree.Text(member.key), "=", Slice(tree.text(), tree.span(member.value))));
    });
    return found;
  };
  EXPECT_THAT(members(JsonTree::kRoot),
              ElementsAre(R"(a=[1,[2],{"x":3}])", R"(b={"c":4,"d":{}})", "a=5"));
  const NodeId array = 2;
  std::vector<std::string> elements;
  tree.ForEachElement(array, [&](NodeId element) {
    EXPECT_EQ(tree.KeyOf(element), kNoNode);
    elements.emplace_back(Slice(tree.text(), tree.span(element)));
  });
  EXPECT_THAT(elements, ElementsAre("1", "[2]", R"({"x":3})"));
  EXPECT_EQ(tree.CountElements(array), 3);
  EXPECT_EQ(tree.KeyOf(JsonTree::kRoot), kNoNode);
  EXPECT_EQ(tree.KeyOf(array), 1);
}

TEST(JsonTreeTest, EmptyContainersHaveNothing) {
  const JsonTree tree = ParseJson(R"([{},[]])");
  tree.ForEachMember(1, [](JsonMember) { ADD_FAILURE(); });
  tree.ForEachElement(2, [](NodeId) { ADD_FAILURE(); });
  EXPECT_EQ(tree.CountElements(2), 0);
  EXPECT_EQ(tree.CountElements(0), 2);
}

std::string Duplicates(const JsonTree& tree) {
  return absl::StrJoin(tree.issues(), " ", [&](std::string* out, const Issue& issue) {
    EXPECT_EQ(issue.kind, IssueKind::kJsonDuplicateKey);
    EXPECT_EQ(issue.span, tree.span(issue.node));
    absl::StrAppend(out, issue.span.begin, "-", issue.related.begin);
  });
}

std::string ObjectOfKeys(int count, absl::string_view last) {
  std::vector<std::string> members;
  members.reserve(count);
  for (int i = 0; i < count; ++i) members.push_back(absl::StrCat("\"k", i, "\":", i));
  return absl::StrCat("{", absl::StrJoin(members, ","), ",\"", last, "\":0}");
}

// Expected: the begin of each second key and of the first, where both are keys of one object.
TEST(JsonTreeTest, DuplicateKeys) {
  const struct {
    absl::string_view reason;
    std::string text;
    absl::string_view expected;
  } rows[] = {
      {"none", R"({"a":1,"b":2})", ""},
      {"two", R"({"a":1,"a":2})", "7-1"},
      {"three: each names the first", R"({"a":1,"a":2,"a":3})", "7-1 13-1"},
      {"not neighbours", R"({"a":1,"b":2,"a":3})", "13-1"},
      {"two pairs", R"({"a":1,"b":2,"a":3,"b":4})", "13-1 19-7"},
      {"spelled with an escape", R"({"a":1,"\u0061":2})", "7-1"},
      {"both with escapes", R"({"\u0061":1,"\u0061":2})", "12-1"},
      {"letter case matters", R"({"a":1,"A":2})", ""},
      {"same length and ends", R"({"abc":1,"adc":2})", ""},
      {"a prefix is another key", R"({"ab":1,"a":2})", ""},
      {"empty keys", R"({"":1,"":2})", "6-1"},
      {"a key and the same key escaped with NUL after it", R"({"a":1,"a\u0000":2})", ""},
      {"in different objects", R"([{"a":1},{"a":2}])", ""},
      {"inner and outer", R"({"a":{"a":1}})", ""},
      {"inner object", R"({"x":{"a":1,"a":2}})", "12-6"},
      {"inner first: it closes first", R"({"a":{"b":1,"b":2},"a":0})", "12-6 19-1"},
      {"a value is no key", R"({"a":"b","b":"a"})", ""},
      {"thirteen keys, none", ObjectOfKeys(12, "x"), ""},
      {"thirteen keys, last is the first", ObjectOfKeys(12, "k0"), "89-1"},
      {"three hundred keys", ObjectOfKeys(300, "k299"), "3081-3070"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.reason);
    EXPECT_EQ(Duplicates(ParseJson(row.text)), row.expected);
    EXPECT_EQ(Duplicates(ParseJsonTolerantly(row.text)), row.expected);
  }
}

TEST(JsonTreeTest, DuplicatesAcrossQuotes) {
  for (const absl::string_view text :
       {R"({ab:1,"ab":2})", R"({"ab":1,ab:2})", R"({'ab':1,"ab":2})", R"({ab:1,'ab':2})"}) {
    const JsonTree tree = ParseJson(text);
    EXPECT_TRUE(absl::c_any_of(tree.issues(), [](const Issue& issue) {
      return issue.kind == IssueKind::kJsonDuplicateKey;
    })) << text;
  }
}

// A tree is moved, and its views stay valid.
TEST(JsonTreeTest, MovesWithItsDecodedText) {
  const std::string text = R"({"a\n":"b\n"})";
  std::vector<JsonTree> trees;
  trees.reserve(1);  // and grows
  for (int i = 0; i < 10; ++i) trees.push_back(ParseJson(text));
  EXPECT_EQ(trees[0].Text(1), "a\n");
  EXPECT_EQ(trees[9].Text(2), "b\n");
}

TEST(JsonTreeTest, TheLastNodeBeforeAnOffset) {
  const JsonTree tree = ParseJson(R"( {"a": [1]})");
  EXPECT_EQ(tree.LastBefore(0), kNoNode);
  EXPECT_EQ(tree.LastBefore(1), kNoNode);
  EXPECT_EQ(tree.LastBefore(2), JsonTree::kRoot);
  EXPECT_EQ(tree.LastBefore(3), 1);
  EXPECT_EQ(tree.LastBefore(100), 3);
}

}  // namespace
}  // namespace grpcfg
