#include "validator/resolve/method_entries.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/validate.h"

namespace grpcfg {
namespace {

// The names that `method` finds, looked up as a client does that matches as `match` says: their
// `method`s. Of `names` each has an entry.
std::vector<std::string> FoundBy(NameMatch match, const std::vector<std::string>& names,
                                 const MethodName& method) {
  std::string text = R"({"methodConfig": [)";
  for (const std::string& name : names) absl::StrAppend(&text, R"({"name": [)", name, "]},");
  text.back() = ']';
  text += "}";
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  const std::vector<Target> targets = *ParseTargets("core");
  const Analysis analysis = Analyse(document, targets, AllRules());
  std::vector<MethodEntries> entries;  // as they are kept: moved, with their texts
  entries.emplace_back(*analysis.readings[0]->configs.front(), match);
  entries.reserve(entries.capacity() + 1);
  std::vector<NamedEntry> named;
  entries[0].Find(method, named);
  std::vector<std::string> found;
  for (const NamedEntry& each : named) found.emplace_back(TextOf((*each.name)->method));
  return found;
}

std::string JsonName(absl::string_view service, absl::string_view method) {
  return absl::StrCat(R"({"service": ")", service, R"(", "method": ")", method, "\"}");
}

using Found = std::vector<std::string>;

TEST(MethodEntriesTest, PathsThatArePutTogether) {
  std::vector<std::string> names;
  names.reserve(20);
  for (int i = 0; i < 20; ++i) {
    names.push_back(JsonName("shop.v1.Orders", absl::StrCat("parts/method/", i)));
  }
  for (int i = 0; i < 20; ++i) {
    const std::string last = absl::StrCat(i);
    const Found expected = {absl::StrCat("parts/method/", last)};
    EXPECT_EQ(FoundBy(NameMatch::kByPath, names, {"shop.v1.Orders/parts/method", last}), expected);
    EXPECT_EQ(FoundBy(NameMatch::kByPath, names, {"shop.v1.Orders", expected[0]}), expected);
  }
}

TEST(MethodEntriesTest, OfTwoNamesOfOnePathTheLaterCounts) {
  const std::vector<std::string> names = {JsonName("s", "x/"), JsonName("s/x", "")};
  EXPECT_EQ(FoundBy(NameMatch::kByPath, names, {"s/x", ""}), Found{""});
}

TEST(MethodEntriesTest, PartsAreNoOtherParts) {
  const std::vector<std::string> names = {JsonName("a\\u0000", "m"), JsonName("a", "\\u0000m")};
  const std::string after("\0m", 2);
  EXPECT_EQ(FoundBy(NameMatch::kByParts, names, {std::string("a\0", 2), "m"}), Found{"m"});
  EXPECT_EQ(FoundBy(NameMatch::kByParts, names, {"a", after}), Found{after});
}

TEST(MethodEntriesTest, Names) {
  EXPECT_EQ(*ParseMethodName("a.B/C"), (MethodName{"a.B", "C"}));
  EXPECT_EQ(*ParseMethodName("/a.B/C"), (MethodName{"a.B", "C"}));
  EXPECT_EQ(*ParseMethodName("a.B"), (MethodName{"a.B", ""}));
  EXPECT_EQ(*ParseMethodName("a/b/"), (MethodName{"a/b", ""}));
  EXPECT_EQ(*ParseMethodName("*"), MethodName());
  for (const char* const spelled : {"a.B/C", "a.B", "a/b/", "//a/", "//a/b", "//a//b/", "*"}) {
    EXPECT_EQ(SpellMethodName(*ParseMethodName(spelled)), spelled);
  }
  for (const absl::string_view wrong : {"", "/", "//"}) {
    EXPECT_FALSE(ParseMethodName(wrong).ok()) << wrong;
  }
}

}  // namespace
}  // namespace grpcfg
