// Cheaper ways to what ParseJson gives: JsonTree::Subtree for the bytes of a value, JsonTree::With
// for a text in which scalars were replaced.
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "schema/json/json_tree.h"
#include "tests/schema/json_dump.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kTexts[] = {
    R"({})",
    R"( [ 1 , "two", null, {"three": [true, {}]} ] )",
    R"({"id": 7, "config": {"methodConfig": [{"name": [{}]}]}, "x": [[], [0]]})",
    R"({"escaped A": "\"\\\ud83d\ude00", "in": {"\u00e9": ["\n"]}, "after": "\t"})",
    "{\"\xC3\xA9\": [\"\xF0\x9F\x98\x80\", -1.5e3]}",
};

std::string DumpSpans(const JsonTree& tree) {
  std::string dump;
  for (NodeId id = 0; id < tree.size(); ++id) {
    const JsonNode& node = tree.node(id);
    absl::StrAppend(&dump, node.begin, "-", node.end, ">", node.next, " ");
  }
  return dump;
}

TEST(JsonSubtreeTest, IsWhatParsingTheBytesGives) {
  for (const absl::string_view text : kTexts) {
    const JsonTree tree = ParseJson(text);
    ASSERT_TRUE(tree.issues().empty()) << text;
    for (NodeId id = 0; id < tree.size(); ++id) {
      if (tree.kind(id) == JsonKind::kKey) continue;
      const JsonTree subtree = tree.Subtree(id);
      const JsonTree parsed = ParseJson(Slice(text, tree.span(id)));
      EXPECT_EQ(subtree.text(), parsed.text());
      EXPECT_EQ(DumpTree(subtree), DumpTree(parsed));
      EXPECT_EQ(DumpSpans(subtree), DumpSpans(parsed)) << subtree.text();
      EXPECT_TRUE(subtree.issues().empty());
    }
  }
}

// `text` with `now` in the place of some nodes of its tree, and where it stands.
struct Edited {
  std::string text;
  std::vector<Replaced> replaced;
};

void Replace(Span before, absl::string_view now, absl::string_view original, Edited& edited) {
  const uint32_t from = edited.replaced.empty() ? 0 : edited.replaced.back().before.end;
  absl::StrAppend(&edited.text, original.substr(from, before.begin - from));
  const auto begin = static_cast<uint32_t>(edited.text.size());
  absl::StrAppend(&edited.text, now);
  edited.replaced.push_back({before, {begin, static_cast<uint32_t>(edited.text.size())}});
}

void Finish(absl::string_view original, Edited& edited) {
  const uint32_t from = edited.replaced.empty() ? 0 : edited.replaced.back().before.end;
  absl::StrAppend(&edited.text, original.substr(from));
}

// Every fourth scalar becomes another one, of whatever length.
Edited ReplaceSome(const JsonTree& tree, std::mt19937& random) {
  constexpr absl::string_view kScalars[] = {R"("")", R"("ten bytes!")", "0",    "-12.75",
                                            "true",  "false",           "null", R"("{[,:]}")"};
  Edited edited;
  for (NodeId id = 0; id < tree.size(); ++id) {
    const bool is_scalar = tree.kind(id) < JsonKind::kArray;
    if (!is_scalar || random() % 4 != 0) continue;
    Replace(tree.span(id), kScalars[random() % std::size(kScalars)], tree.text(), edited);
  }
  Finish(tree.text(), edited);
  return edited;
}

TEST(JsonTreeWithTest, OtherScalarsItIsWhatParsingTheTextGives) {
  constexpr absl::string_view kPlain[] = {
      R"({"methodConfig": [{"name": [{"service": "a.B"}, {}], "timeout": "5s"}, 1, [], [[2], 3]]})",
      R"( [ 1 , "two", null, {"three": [true, {}]} ] )",
      R"("alone")",
      R"(grpc_config=[{"clientLanguage": ["go"], "serviceConfig": {"timeout": "5s"}}])",
      "[\"\xC3\xA9 and more than a block of 64 bytes of \xF0\x9F\x98\x80\", 5, \"\x7F\", null]",
      R"({"a":{"b":{"c":[0,{"d":"e"}]}},"f":[[[["g"]]]]})"};
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    const absl::string_view text = kPlain[random() % std::size(kPlain)];
    const size_t begin = absl::StartsWith(text, "grpc_config=") ? text.find('=') + 1 : 0;
    const JsonTree tree = ParseJson(text, begin);
    const Edited edited = ReplaceSome(tree, random);
    const std::optional<JsonTree> with = tree.With(edited.replaced, edited.text);
    ASSERT_TRUE(with) << edited.text;
    const JsonTree parsed = ParseJson(edited.text, begin);
    EXPECT_EQ(with->begin(), begin);
    EXPECT_EQ(DumpTree(*with), DumpTree(parsed)) << edited.text;
    EXPECT_EQ(DumpSpans(*with), DumpSpans(parsed)) << edited.text;
    EXPECT_TRUE(with->is_plain() && parsed.is_plain()) << edited.text;
  }
}

TEST(JsonTreeWithTest, AnythingButPlainScalarsItTakesAParser) {
  constexpr absl::string_view kText = R"({"key": ["value", 12]})";
  const JsonTree tree = ParseJson(kText);
  const auto is_known = [&](absl::string_view before, absl::string_view now) {
    const auto begin = static_cast<uint32_t>(kText.find(before));
    Edited edited;
    Replace({begin, static_cast<uint32_t>(begin + before.size())}, now, kText, edited);
    Finish(kText, edited);
    return tree.With(edited.replaced, edited.text).has_value();
  };
  EXPECT_TRUE(is_known("12", "13"));
  for (const absl::string_view now : {"", " 13", "1e400", "[]", "{}", "1, 2", "None", R"("\n")",
                                      "\"\xFF\"", "\"a", "'a'", "\"a\": 1"}) {
    EXPECT_FALSE(is_known("12", now)) << now;
  }
  EXPECT_FALSE(is_known(R"("key")", R"("other")"));
  EXPECT_FALSE(is_known(R"(["value", 12])", "1"));
  EXPECT_FALSE(is_known("valu", "1"));
  EXPECT_FALSE(ParseJson("[\"\\n\", 1]").With({}, "[\"\\n\", 1]"));
}

}  // namespace
}  // namespace grpcfg
