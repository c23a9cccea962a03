// JsonTree::Subtree: what ParseJson gives for the bytes of a value.
#include <string>

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

}  // namespace
}  // namespace grpcfg
