// What the JSON parsers of clients take that RFC 8259 does not: each deviation, and whose it is.
#include "schema/json/json_dialect.h"

#include <algorithm>
#include <string>
#include <vector>

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
    {"a word in capitals", "[TRUE]", kGsons},
    {"a byte order mark", "\xEF\xBB\xBF{}", kGsons},
    {"text behind the value", "{} x", kGsons},
    {"half of a surrogate pair", R"(["\ud800"])", kLooseStrings},
    {"bytes that are not UTF-8", "[\"\xFF\"]", kLooseStrings},
    {"a key twice",
     R"({"a": 1, "a": 2})",
     {JsonDialect::kGo, JsonDialect::kGsonDuplicates, JsonDialect::kJavaScript}},
    {"a member without a value", R"({"a":})", kCores},
    {"a comma behind an empty container", R"({"a": {},})", {JsonDialect::kCore}},
    {"a comma behind a value", R"({"a": 1,})", {}},
    {"a NUL",
     std::string("{}\0", 3),
     {JsonDialect::kCore, JsonDialect::kCoreStrictCommas, JsonDialect::kGson,
      JsonDialect::kGsonUnlimited, JsonDialect::kGsonDuplicates}},
};

TEST(JsonDialectTest, WhoTakesWhat) {
  for (const Row& row : kRows) {
    const JsonTree tree = ParseJson(row.text);
    for (const JsonDialect dialect : kAll) {
      const bool takes =
          std::find(row.takers.begin(), row.takers.end(), dialect) != row.takers.end();
      EXPECT_EQ(TakesText(dialect, tree), takes) << row.why << ": " << static_cast<int>(dialect);
    }
  }
}

}  // namespace
}  // namespace grpcfg
