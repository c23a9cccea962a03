// What the JSON parsers of clients take that RFC 8259 does not: each deviation, and whose it is.
#include "schema/json/json_dialect.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "gtest/gtest.h"
#include "schema/json/json_tree.h"

namespace grpcfg {
namespace {

using Dialects = std::vector<JsonDialect>;

const Dialects kAll = {JsonDialect::kRfc8259,        JsonDialect::kProtojson,
                       JsonDialect::kCore,           JsonDialect::kCoreStrictCommas,
                       JsonDialect::kCoreWholeText,  JsonDialect::kGo,
                       JsonDialect::kGson,           JsonDialect::kGsonUnlimited,
                       JsonDialect::kGsonDuplicates, JsonDialect::kJavaScript};
const Dialects kCores = {JsonDialect::kCore, JsonDialect::kCoreStrictCommas,
                         JsonDialect::kCoreWholeText};
const Dialects kGsons = {JsonDialect::kGson, JsonDialect::kGsonUnlimited,
                         JsonDialect::kGsonDuplicates};
const Dialects kLooseStrings = {JsonDialect::kGson, JsonDialect::kGsonUnlimited,
                                JsonDialect::kGsonDuplicates, JsonDialect::kGo,
                                JsonDialect::kJavaScript};

const Dialects kCutCores = {JsonDialect::kCore, JsonDialect::kCoreStrictCommas};

Dialects Both(Dialects dialects, const Dialects& others) {
  dialects.insert(dialects.end(), others.begin(), others.end());
  return dialects;
}

Dialects NotIn(const Dialects& others) {
  Dialects dialects;
  absl::c_copy_if(kAll, std::back_inserter(dialects),
                  [&](JsonDialect dialect) { return !absl::c_linear_search(others, dialect); });
  return dialects;
}

struct Row {
  absl::string_view why;
  std::string text;
  Dialects takers;
};

const Row kRows[] = {
    {"plain", R"({"a": ["b", 1.5e3, true, null]})", kAll},
    {"an escaped apostrophe", R"(["\'"])", kGsons},
    {"an escaped line break", "[\"a\\\nb\"]", kGsons},
    {"another escape that JSON does not know", R"(["\a"])", {}},
    {"an escape of the line break's other half", "[\"a\\\rb\"]", {}},
    {"a raw line break", "[\"a\nb\"]", kGsons},
    {"a raw line break before an escaped quote", "[\"a\n\\\"b\\\"c\"]", kGsons},
    {"a NUL in a string", std::string("[\"a\0b\"]", 7), kGsons},
    {"a NUL between tokens", std::string("[1\0]", 4), {}},
    {"a word in capitals", "[TRUE]", kGsons},
    {"a word in capitals, and another after it", "[TRUE x]", {}},
    {"a byte order mark", "\xEF\xBB\xBF{}", kGsons},
    {"text after the value", "{} x", kGsons},
    {"text that touches the value", "1\"x", {}},
    {"a comment after the value that does not end", "{} /* x", kGsons},
    {"a key without braces around it", R"("a": [1, 2])", kGsons},
    {"a string that ends on another line", "\"a\nb: \"c\"", kGsons},
    {"a string that never ends", "\"a\nb", {}},
    {"nothing", "", {}},
    {"half of a surrogate pair", R"(["\ud800"])", kLooseStrings},
    {"bytes that are not UTF-8", "[\"\xFF\"]", kLooseStrings},
    {"a key twice",
     R"({"a": 1, "a": 2})",
     {JsonDialect::kGo, JsonDialect::kGsonDuplicates, JsonDialect::kJavaScript}},
    {"a member without a value", R"({"a":})", kCores},
    {"a member without a value, and one after it", R"({"a":, "b": 1})", {}},
    {"a key twice, once without a value", R"({"a": 1, "a":})", {JsonDialect::kCore}},
    {"a minus and an exponent", R"({"a": -e5})", kCores},
    {"a minus and an exponent, and text after them", R"({"a": -e5 x})", {}},
    {"a zero with an exponent", "[0e1]", NotIn(kCores)},
    {"a comma after an empty container", R"({"a": {},})", {JsonDialect::kCore}},
    {"commas after empty containers", "[[[],],]", {JsonDialect::kCore}},
    {"two commas after an empty container", "[[],,]", {}},
    {"a comma after a container that has something", "[[1],]", {}},
    {"a comma after nothing", "[,]", {}},
    {"256 levels",
     std::string(256, '[') + std::string(256, ']'),
     {JsonDialect::kRfc8259, JsonDialect::kProtojson, JsonDialect::kGo, JsonDialect::kGsonUnlimited,
      JsonDialect::kGsonDuplicates, JsonDialect::kJavaScript}},
    {"a comma after a value", R"({"a": 1,})", {}},
    {"a NUL", std::string("{}\0", 3), Both(kCutCores, kGsons)},
    {"a comment after a NUL", std::string("{}\0/*", 5), Both(kCutCores, kGsons)},
    {"a comment before a NUL", std::string("{}/*\0", 5), kGsons},
};

TEST(JsonDialectTest, WhoTakesWhat) {
  for (const Row& row : kRows) {
    const JsonTree tree = ParseJson(row.text);
    for (const JsonDialect dialect : kAll) {
      const bool takes =
          std::find(row.takers.begin(), row.takers.end(), dialect) != row.takers.end();
      EXPECT_EQ(JudgeText(dialect, tree).is_taken, takes)
          << row.why << ": " << static_cast<int>(dialect);
    }
  }
}

// Each fault by itself, whatever else is wrong: gson JsonReader.java doPeek takes words in any case
// and control characters, but no other word and no trailing comma.
TEST(JsonDialectTest, EachFaultIsJudgedByItself) {
  const struct {
    absl::string_view text;
    std::vector<bool> gson;  // by issue
  } rows[] = {
      {R"({"a": bare,})", {true, true}},
      {R"({"a": TRUE,})", {false, true}},
      {"{\"a\": \"\t\",}", {false, true}},
      {R"({"a": 1} ,])", {false}},
      {R"({"a": TRUE, "b": bare})", {false, true}},
  };
  for (const auto& row : rows) {
    const JsonTree tree = ParseJsonTolerantly(row.text);
    EXPECT_EQ(JudgeText(JsonDialect::kGson, tree).is_fault, row.gson) << row.text;
  }
}

}  // namespace
}  // namespace grpcfg
