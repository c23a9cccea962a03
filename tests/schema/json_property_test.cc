// Properties of both parsers on random texts, right and wrong, and on real configs.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "schema/json/json_tree.h"
#include "schema/json/utf8.h"
#include "tests/schema/json_invariants.h"
#include "tests/schema/json_reference.h"
#include "tests/strict_json.h"

namespace grpcfg {
namespace {

// Random JSON: every kind of token, blank, escape and code point.
class JsonGenerator {
 public:
  explicit JsonGenerator(uint32_t seed) : random_(seed) {}

  std::string Text() {
    std::string text;
    Value(0, text);
    return text;
  }

  uint32_t Below(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }

 private:
  template <size_t kSize>
  absl::string_view OneOf(const absl::string_view (&choices)[kSize]) {
    return choices[Below(kSize)];
  }

  void Blank(std::string& text) {
    while (Below(3) == 0) absl::StrAppend(&text, OneOf({" ", "\t", "\n", "\r", "\r\n"}));
  }
  void Value(int depth, std::string& text) {
    Blank(text);
    const uint32_t kind = Below(depth > 6 ? 4 : 8);
    if (kind < 2) {
      String(text);
    } else if (kind == 2) {
      absl::StrAppend(&text, OneOf({"null", "true", "false"}));
    } else if (kind == 3) {
      absl::StrAppend(&text, OneOf({"0", "-0", "12", "1.5", "-1e9", "0E+0", "1e400", "2.50e-07"}));
    } else {
      Container(kind < 6, depth, text);
    }
    Blank(text);
  }
  void Container(bool object, int depth, std::string& text) {
    text += object ? "{" : "[";
    Blank(text);
    for (uint32_t i = 0, count = Below(5); i < count; ++i) {
      if (i > 0) text += ",";
      Blank(text);
      if (object) {
        String(text);
        Blank(text);
        text += ":";
      }
      Value(depth + 1, text);
    }
    text += object ? "}" : "]";
  }
  void String(std::string& text) {
    const bool plain = Below(2) == 0;  // the fast way
    text += "\"";
    for (uint32_t i = 0, count = Below(Below(8) == 0 ? 60 : 6); i < count; ++i) {
      if (plain || Below(3) > 0) {
        CodePoint(text);
      } else {
        absl::StrAppend(&text, OneOf({"\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t",
                                      "\\u0041", "\\u00e9", "\\u20AC", "\\u0000", "\\uD83d\\uDe00",
                                      "\\udbff\\udfff", "\\ud800\\udc00", "\\ue000"}));
      }
    }
    text += "\"";
  }
  void CodePoint(std::string& text) {
    constexpr uint32_t kLimits[] = {0x80, 0x80, 0x80, 0x800, 0x10000, 0x110000};
    uint32_t code_point = 0x20 + Below(kLimits[Below(6)] - 0x20);
    if (code_point >= 0xD800 && code_point < 0xE000) code_point = 0xFFFD;
    if (code_point == '"' || code_point == '\\') code_point = 'x';
    AppendUtf8(code_point, text);
  }

  std::mt19937 random_;
};

// (a) and (c) for a text that is right.
void ExpectWholeTree(absl::string_view text) {
  const JsonTree tree = ParseJson(text);
  ASSERT_EQ(FindBrokenInvariant(tree), "");
  ASSERT_TRUE(OnlyDuplicates(tree));
  ASSERT_EQ(FindDifference(tree, ParseJsonTolerantly(text)), "");
  for (NodeId id = 0; id<tree.size(); id += tree.size()> 200 ? 7 : 1) {
    if (tree.kind(id) == JsonKind::kKey) continue;
    const JsonTree part = ParseJson(Slice(text, tree.span(id)));
    ASSERT_EQ(part.size(), tree.node(id).next - id) << id;
    for (NodeId i = 0; i < part.size(); ++i) {
      ASSERT_EQ(part.kind(i), tree.kind(id + i));
      ASSERT_EQ(part.Text(i), tree.Text(id + i));
      ASSERT_EQ(part.node(i).begin + tree.node(id).begin, tree.node(id + i).begin);
      ASSERT_EQ(part.node(i).end + tree.node(id).begin, tree.node(id + i).end);
      ASSERT_EQ(part.node(i).next + id, tree.node(id + i).next);
    }
  }
}

TEST(JsonPropertyTest, BothParsersAgreeOnRandomJson) {
  for (uint32_t seed = 0; seed < 4000; ++seed) {
    const std::string text = JsonGenerator(seed).Text();
    SCOPED_TRACE(absl::StrCat("seed ", seed, ": ", absl::CEscape(text)));
    ASSERT_TRUE(JsonReference::Accepts(text));
    ASSERT_NO_FATAL_FAILURE(ExpectWholeTree(text));
  }
}

// (b) for any text that is not deeper than the reference reads.
void ExpectFaultsWhereTheReferenceHasThem(absl::string_view text) {
  const JsonTree tree = ParseJson(text);
  ASSERT_EQ(FindBrokenInvariant(tree), "");
  ASSERT_EQ(OnlyDuplicates(tree), JsonReference::Accepts(text));
  ASSERT_TRUE(!tree.is_plain() || IsStrictJson(text));
  ASSERT_EQ(FindDifference(tree, ParseJsonTolerantly(text)), "");
}

void Mutate(JsonGenerator& random, std::string& text) {
  constexpr absl::string_view kPieces[] = {
      "{",    "}",    "[",        "]",      ":",        ",",        "\"",   "'",
      "\\",   "\\u",  "\\ud800",  "//",     "/*",       "*/",       "#",    "\n",
      "\r\n", "\t",   "\xC2\xA0", "\xFF",   "\xE2\x80", "\xED\xA0", "null", "tru",
      "-",    "0",    "1e",       ".",      "a",        "=",        ";",    "\xE2\x80\x9C",
      "\x1F", "\x7F", "\"a\":",   "{\"a\"", "`",        " ",        "+",    "\xEF\xBB\xBF"};
  const uint32_t at = random.Below(static_cast<uint32_t>(text.size()) + 1);
  const uint32_t length = random.Below(4);
  switch (random.Below(6)) {
    case 0:
      text.erase(at, length);
      break;
    case 1:
      text.resize(at);
      break;
    case 2:
      text.insert(at, text, random.Below(at + 1), random.Below(20));
      break;
    case 3:
      text.insert(at, 1, static_cast<char>(random.Below(256)));
      break;
    default: {
      const absl::string_view piece = kPieces[random.Below(std::size(kPieces))];
      text.replace(at, random.Below(2) == 0 ? 0 : length, piece.data(), piece.size());
    }
  }
}

TEST(JsonPropertyTest, MutationsHaveFaultsWhereTheReferenceHasThem) {
  for (uint32_t seed = 0; seed < 4000; ++seed) {
    JsonGenerator random(seed);
    std::string text = random.Text();
    for (int i = 0; i < 8; ++i) {
      Mutate(random, text);
      SCOPED_TRACE(absl::StrCat("seed ", seed, ": ", absl::CEscape(text)));
      ASSERT_NO_FATAL_FAILURE(ExpectFaultsWhereTheReferenceHasThem(text));
    }
  }
}

// Every text of up to five of these bytes, so that no short combination is forgotten.
TEST(JsonPropertyTest, AllShortTexts) {
  constexpr absl::string_view kBytes = "{}[]:,\"'\\1a \n";
  for (size_t length = 0; length <= 5; ++length) {
    std::vector<size_t> digits(length, 0);
    for (bool more = true; more;) {
      std::string text;
      for (const size_t digit : digits) text.push_back(kBytes[digit]);
      SCOPED_TRACE(absl::CEscape(text));
      ASSERT_NO_FATAL_FAILURE(ExpectFaultsWhereTheReferenceHasThem(text));
      more = false;
      for (size_t& digit : digits) {
        digit = (digit + 1) % kBytes.size();
        more = digit != 0;
        if (more) break;
      }
    }
  }
}

std::vector<std::string> JsonFilesIn(const std::filesystem::path& folder) {
  std::vector<std::string> texts;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

TEST(JsonPropertyTest, BothParsersAgreeOnFixturesAndTheirMutants) {
  JsonGenerator random(2);
  size_t plain = 0;
  for (std::string text : JsonFilesIn("fixtures")) {
    if (text.size() > 20000) continue;
    for (int i = 0; i < 20; ++i) {
      const JsonTree tree = ParseJson(text);
      if (tree.is_plain()) ++plain;
      ASSERT_EQ(FindDifference(tree, ParseJsonTolerantly(text)), "") << text;
      Mutate(random, text);
    }
  }
  EXPECT_GT(plain, 300U);
}

std::vector<std::string> RealConfigs() {
  const char* const shared = std::getenv("GRPCFG_SHARED_DIR");
  return JsonFilesIn(std::filesystem::path(shared != nullptr ? shared : "../shared") / "corpus");
}

TEST(JsonPropertyTest, RealConfigs) {
  const std::vector<std::string> texts = RealConfigs();
  if (texts.empty()) GTEST_SKIP() << "no corpus at ../shared; set GRPCFG_SHARED_DIR to its place";
  JsonGenerator random(1);
  size_t accepted = 0;
  for (const std::string& text : texts) {
    SCOPED_TRACE(absl::CEscape(absl::string_view(text).substr(0, 1000)));
    ASSERT_NO_FATAL_FAILURE(ExpectFaultsWhereTheReferenceHasThem(text));
    if (!JsonReference::Accepts(text)) continue;
    ++accepted;
    if (text.size() > 20000) continue;  // (c) is quadratic
    ASSERT_NO_FATAL_FAILURE(ExpectWholeTree(text));
    std::string mutant = text;
    for (int i = 0; i < 10; ++i) {
      Mutate(random, mutant);
      ASSERT_NO_FATAL_FAILURE(ExpectFaultsWhereTheReferenceHasThem(mutant)) << mutant;
    }
  }
  EXPECT_GT(accepted, 200U);
}

}  // namespace
}  // namespace grpcfg
