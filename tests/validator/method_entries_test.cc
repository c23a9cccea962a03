#include "validator/resolve/method_entries.h"

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"

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
  found.reserve(named.size());
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

// The first one in the text that fits, whether it is of the method or of its service.
TEST(MethodEntriesTest, OldGrpcJsGoesByTheOrder) {
  const std::string of_service = R"({"service": "s"})";
  const Found both = {"", "m"};
  const Found reversed = {"m", ""};
  const auto match = NameMatch::kFirstInOrder;
  EXPECT_EQ(FoundBy(match, {of_service, JsonName("s", "m")}, {"s", "m"}), both);
  EXPECT_EQ(FoundBy(match, {JsonName("s", "m"), of_service}, {"s", "m"}), reversed);
  EXPECT_EQ(FoundBy(match, {of_service, JsonName("s", "")}, {"s", ""}), (Found{"", ""}));
  EXPECT_EQ(FoundBy(match, {JsonName("s", "")}, {"s", "m"}), Found{});
  EXPECT_EQ(FoundBy(match, {"{}", R"({"method": "m"})"}, {"", "m"}), Found{});
  // An entry with two names that fit counts once.
  EXPECT_EQ(FoundBy(match, {absl::StrCat(of_service, ",", JsonName("s", "m"))}, {"s", "m"}),
            Found{""});
}

std::string OneOf(std::mt19937& random, const std::vector<std::string>& words) {
  return words[random() % words.size()];
}

// Without slashes and empty parts it makes no difference how these clients look names up.
TEST(MethodEntriesTest, PlainNamesAreFoundTheSame) {
  std::mt19937 random(11);
  for (int i = 0; i < 300; ++i) {
    std::vector<std::string> names;
    for (size_t left = 1 + random() % 5; left > 0; --left) {
      const std::string service = OneOf(random, {"a", "b.C"});
      const std::string of_service = absl::StrCat(R"({"service": ")", service, "\"}");
      names.push_back(
          OneOf(random, {"{}", of_service, JsonName(service, OneOf(random, {"m", "n"}))}));
    }
    MethodName method = {OneOf(random, {"a", "b.C", "d", ""}), OneOf(random, {"m", "n", "o", ""})};
    if (method.service.empty()) method.method = "";
    const Found expected = FoundBy(NameMatch::kByParts, names, method);
    for (const NameMatch match :
         {NameMatch::kByPath, NameMatch::kBySetParts, NameMatch::kFirstTwoParts}) {
      ASSERT_EQ(FoundBy(match, names, method), expected) << absl::StrJoin(names, ", ");
    }
  }
}

// grpc-js before 1.9.1, by a walk: see MethodEntries.
Found WalkedTo(const std::vector<MethodName>& names, const MethodName& method) {
  Found found;
  for (const MethodName& name : names) {
    const bool fits =
        name.service == method.service && (name.method.empty() || name.method == method.method);
    if (fits) found.push_back(name.method);
  }
  return found;
}

TEST(MethodEntriesTest, TheOrderIsThatOfAWalk) {
  std::mt19937 random(12);
  for (int i = 0; i < 300; ++i) {
    std::vector<MethodName> names;
    std::vector<std::string> texts;
    for (size_t left = 1 + random() % 12; left > 0; --left) {
      const MethodName& name =
          names.emplace_back(MethodName{OneOf(random, {"a", "b"}), OneOf(random, {"m", "n", ""})});
      texts.push_back(name.method.empty() ? absl::StrCat(R"({"service": ")", name.service, "\"}")
                                          : JsonName(name.service, name.method));
    }
    const MethodName method = {OneOf(random, {"a", "b"}), OneOf(random, {"m", "n", "o"})};
    ASSERT_EQ(FoundBy(NameMatch::kFirstInOrder, texts, method), WalkedTo(names, method))
        << absl::StrJoin(texts, ", ");
  }
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
