// Strings of every language, and where what they say stands in them.
#include "source/lexer.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "source/languages.h"

namespace grpcfg {
namespace {

std::vector<Token> LexAll(absl::string_view text, const Language& language) {
  return Lex(text, {0, static_cast<uint32_t>(text.size())}, language);
}

struct Written {
  absl::string_view language;
  absl::string_view code;
  absl::string_view text;
};

constexpr Written kStrings[] = {
    {"go", R"("a\tb\\\"\x41\u00e9")", "a\tb\\\"A\u00e9"},
    {"go", R"(`a\t"`)", R"(a\t")"},
    {"python", R"('a\q\'')", R"(a\q')"},
    {"python", R"(r'a\'')", R"(a\')"},
    {"python", "\"\"\"a\n\"b\"\"\"", "a\n\"b"},
    {"python", R"(f'{{a}}')", "{a}"},
    {"cpp", R"src(R"x(a)"\)x")src", R"src(a)"\)src"},
    {"cpp", R"(u8"a")", "a"},
    {"java", "\"\"\"\n    a\n      b\n    \"\"\"", "a\n  b\n"},
    {"kotlin", R"("""a\n""")", R"(a\n)"},
    {"javascript", R"(`a\`b`)", "a`b"},
    {"ruby", R"('a\'\n')", R"(a'\n)"},
    {"ruby", "<<~A\n  x\nA\n", "  x\n"},
    {"php", R"("a\q")", R"(a\q)"},
    {"csharp", R"(@"a""\")", R"(a"\)"},
    {"csharp", R"(""""a"""b"""")", R"(a"""b)"},
    {"rust", R"src(r##"a"#b"##)src", R"(a"#b)"},
    {"shell", R"('a\')", R"(a\)"},
    {"dart", R"(r'a\')", R"(a\)"},
    {"jsonnet", R"(@'a''b')", "a'b"},
    {"jsonnet", "|||\n  a\n  b\n|||", "a\nb\n"},
    {"hcl", R"("a\"b")", "a\"b"},
};

TEST(LexerTest, WhatStringsSay) {
  for (const Written& each : kStrings) {
    SCOPED_TRACE(absl::StrCat(each.language, ": ", each.code));
    const std::vector<Token> tokens = LexAll(each.code, *LanguageNamed(each.language));
    ASSERT_FALSE(tokens.empty());
    ASSERT_EQ(tokens[0].kind, Token::Kind::kString);
    DecodedText decoded;
    Decode(each.code, tokens[0], Trimming::kNone, decoded);
    EXPECT_EQ(decoded.text, each.text);
  }
}

TEST(LexerTest, OctetsAreTheBytesThatTheyAreMappedTo) {
  for (const Written& each : kStrings) {
    SCOPED_TRACE(absl::StrCat(each.language, ": ", each.code));
    const std::vector<Token> tokens = LexAll(each.code, *LanguageNamed(each.language));
    DecodedText decoded;
    Decode(each.code, tokens[0], Trimming::kNone, decoded);
    uint32_t at = tokens[0].content.begin;
    for (uint32_t octet = 0; octet < decoded.text.size(); ++octet) {
      const Span source = decoded.map.SourceOf({octet, octet + 1});
      EXPECT_LE(at, source.begin);
      EXPECT_LE(source.end, tokens[0].content.end);
      if (source.size() == 1) {
        EXPECT_EQ(each.code[source.begin], decoded.text[octet]);
      }
      at = source.begin;
    }
  }
}

// What Encode writes says the same again, wherever it is not refused.
TEST(LexerTest, WhatIsWrittenSaysTheSame) {
  constexpr absl::string_view kTexts[] = {"a",    "\"", "'",      R"(\)", "a\nb", "{",   "}", "$a",
                                          "#{a}", "`",  R"(""")", ")",    "\"#",  "|||", "\t"};
  for (const Written& each : kStrings) {
    const Language& language = *LanguageNamed(each.language);
    const Token token = LexAll(each.code, language)[0];
    const bool has_lines_around =
        token.form->drops_indent || token.form->delimiter == Delimiter::kHereDoc;
    if (has_lines_around) continue;
    for (const absl::string_view each_text : kTexts) {
      const std::string text = absl::StrCat("x", each_text, "x");
      const std::optional<std::string> written = Encode(token, text);
      if (!written) continue;
      const std::string code = absl::StrCat(each.code.substr(0, token.content.begin), *written,
                                            each.code.substr(token.content.end));
      SCOPED_TRACE(absl::StrCat(each.language, ": ", code));
      const std::vector<Token> again = LexAll(code, language);
      ASSERT_FALSE(again.empty());
      ASSERT_EQ(again[0].kind, Token::Kind::kString);
      DecodedText decoded;
      Decode(code, again[0], Trimming::kNone, decoded);
      EXPECT_EQ(decoded.text, text);
    }
  }
}

TEST(LexerTest, NoStrings) {
  constexpr Written kNone[] = {
      {"go", "// \"a\"\n/* `b` */", "a comment"},
      {"python", "# 'a'", "a comment"},
      {"ruby", "=begin\n'a'\n=end\n", "a comment of lines"},
      {"javascript", "x = /[\"'`]/.test(y)", "a regular expression"},
      {"rust", "fn f<'a>(x: &'a str)", "a lifetime"},
      {"go", "\"a\n", "a string that has no end"},
      {"shell", "a=${x#y} # 'b'", "a comment, but not in an expansion"},
  };
  for (const Written& each : kNone) {
    SCOPED_TRACE(each.text);
    for (const Token& token : LexAll(each.code, *LanguageNamed(each.language))) {
      EXPECT_NE(token.kind, Token::Kind::kString);
    }
  }
}

}  // namespace
}  // namespace grpcfg
