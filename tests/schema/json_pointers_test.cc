#include "schema/json/json_pointers.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

TEST(JsonPointersTest, OfEveryNode) {
  const struct {
    absl::string_view reason;
    absl::string_view text;
    std::vector<std::string> expected;  // of every node in order
  } rows[] = {
      {"the root has the empty one", "1", {""}},
      {"elements by index", "[1,[2],3]", {"", "/0", "/1", "/1/0", "/2"}},
      {"a key's is its member's", R"({"a":1,"b":2})", {"", "/a", "/a", "/b", "/b"}},
      {"nested", R"({"a":[{"b":1}]})", {"", "/a", "/a", "/a/0", "/a/0/b", "/a/0/b"}},
      {"RFC 6901 escapes ~ and /", R"({"a/b~c":1})", {"", "/a~1b~0c", "/a~1b~0c"}},
      {"~1 in a key is not an escape", R"({"~1":1})", {"", "/~01", "/~01"}},
      {"an empty key", R"({"":[1]})", {"", "/", "/", "//0"}},
      {"decoded keys", R"({"\u002f":1})", {"", "/~1", "/~1"}},
      {"duplicates share one", R"({"a":1,"a":2})", {"", "/a", "/a", "/a", "/a"}},
      {"quotes and blanks as they are", R"({"\" ":1})", {"", "/\" ", "/\" "}},
      {"a missing value's", R"({"a":})", {"", "/a", "/a"}},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.reason);
    const JsonTree tree = ParseJson(row.text);
    JsonPointers pointers(tree);
    std::vector<std::string> found;
    for (NodeId id = 0; id < tree.size(); ++id) found.push_back(pointers.Of(id));
    EXPECT_EQ(found, row.expected);
  }
}

TEST(JsonPointersTest, StopAtThousandLevels) {
  for (const size_t depth : {size_t{999}, size_t{1000}, size_t{1001}, size_t{5000}}) {
    const std::string text = std::string(depth, '[') + "1" + std::string(depth, ']');
    const JsonTree tree = ParseJson(text);
    const std::string pointer = JsonPointers(tree).Of(static_cast<NodeId>(tree.size() - 1));
    EXPECT_EQ(pointer.size(), 2 * std::min<size_t>(depth, 1000)) << depth;
  }
}

// Long enough for members to be remembered: whatever was requested before, and in any order.
TEST(JsonPointersTest, InLongArraysAndObjects) {
  constexpr int kCount = 300;
  std::string text = "[";
  for (int i = 0; i < kCount; ++i) absl::StrAppend(&text, i == 0 ? "" : ",", "{\"a\":", i, "}");
  text += ",{";
  for (int i = 0; i < kCount; ++i)
    absl::StrAppend(&text, i == 0 ? "" : ",", "\"k", i, "\":[", i, "]");
  text += "}]";
  const JsonTree tree = ParseJson(text);
  std::vector<std::string> expected = {""};
  for (int i = 0; i < kCount; ++i) {
    const std::string element = absl::StrCat("/", i);
    expected.insert(expected.end(), {element, element + "/a", element + "/a"});
  }
  const std::string last = absl::StrCat("/", kCount);
  expected.push_back(last);
  for (int i = 0; i < kCount; ++i) {
    const std::string member = absl::StrCat(last, "/k", i);
    expected.insert(expected.end(), {member, member, member + "/0"});
  }
  ASSERT_EQ(tree.size(), expected.size());
  JsonPointers upwards(tree);
  JsonPointers downwards(tree);
  for (NodeId id = 0; id < tree.size(); ++id) {
    EXPECT_EQ(upwards.Of(id), expected[id]);
    const auto other = static_cast<NodeId>(tree.size() - 1 - id);
    EXPECT_EQ(downwards.Of(other), expected[other]);
  }
}

// The pointers of all elements once took as long as their number squared.
TEST(JsonPointersTest, TheStepsGrowAsTheElementsDo) {
  for (const size_t count : {1000, 4000, 16000}) {
    std::string text = "[";
    for (size_t i = 0; i < count; ++i) absl::StrAppend(&text, i == 0 ? "" : ",", "{\"a\":", i, "}");
    text += "]";
    const JsonTree tree = ParseJson(text);
    JsonPointers pointers(tree);
    for (NodeId id = 0; id < tree.size(); ++id) EXPECT_FALSE(id != 0 && pointers.Of(id).empty());
    EXPECT_LT(pointers.steps(), tree.size() * 150) << count;
  }
}

}  // namespace
}  // namespace grpcfg
