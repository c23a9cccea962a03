// Faults in numbers, words, strings, blanks and comments: each has one cause and is one issue, at
// the narrowest wrong token, and the rest is read.
#include <initializer_list>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "schema/json/json_tree.h"
#include "tests/schema/json_dump.h"
#include "tests/schema/json_invariants.h"
#include "tests/schema/json_rows.h"

namespace grpcfg {
namespace {

TEST(JsonTokenTest, Numbers) {
  ExpectRows({
      {"beyond double", "[1e400]", "", "[1e400]"},
      {"zero with an exponent, which C-core refuses", "[0e5,0E0,-0]", "", "[0e5,0E0,-0]"},
      {"leading zero", "[01]", "Number 1-3", "[01!]"},
      {"leading zero after a sign", "[-01]", "Number 1-4", "[-01!]"},
      {"minus alone", "[-]", "Number 1-2", "[-!]"},
      {"no digits before the point", "[.5]", "Number 1-3", "[.5!]"},
      {"no digits before the point after a sign", "[-.5]", "Number 1-4", "[-.5!]"},
      {"plus sign", "[+1]", "Number 1-3", "[+1!]"},
      {"no digits after the point", "[1.]", "Number 1-3", "[1.!]"},
      {"no digits in the exponent", "[1e+]", "Number 1-4", "[1e+!]"},
      {"hexadecimal", "[0x10]", "Number 1-5", "[0x10!]"},
      {"unit", "[10s]", "Number 1-4", "[10s!]"},
      {"digit grouping", "[1_000]", "Number 1-6", "[1_000!]"},
      {"two points", "[1.5.6]", "Number 1-6", "[1.5.6!]"},
  });
}

TEST(JsonTokenTest, Words) {
  ExpectRows({
      {"literals in other letter case", "[TRUE,False,Null]",
       "BareWord 1-5, BareWord 6-11, BareWord 12-16", "[TRUE!,False!,Null!]"},
      {"of Python, JavaScript and C", "[None,NaN,undefined,-Infinity]",
       "BareWord 1-5, BareWord 6-9, BareWord 10-19, BareWord 20-29",
       "[~None~!,~NaN~!,~undefined~!,~-Infinity~!]"},
      {"cut literal", "tru", "BareWord 0-3", "~tru~!"},
      {"status code without quotes", "[UNAVAILABLE]", "BareWord 1-12", "[~UNAVAILABLE~!]"},
      {"two words are one value", R"({"a":hello world})", "BareWord 5-10", "{a:~hello~!}"},
      {"path", R"({"a":foo.Bar/Baz})", "BareWord 5-16", "{a:~foo.Bar/Baz~!}"},
      {"symbols", R"({"a":<b>})", "BareWord 5-8", "{a:~<b>~!}"},
      {"function of the Mongo shell", R"({"a":NumberLong(5)})", "BareWord 5-18",
       "{a:~NumberLong(5)~!}"},
      {"word that ends at a comment", "{\"a\":b//c\n}", "BareWord 5-6, Comment 6-9", "{a:~b~!}"},
      {"not UTF-8", "{\"a\":b\xFF}", "Utf8 6-7", R"({a:~b\377~!})"},
      {"key that is not UTF-8", "{\xFF\xFE:1}", "Utf8 1-3", R"({\377\376!:1})"},
      {"opening quote forgotten", R"({"a":x"})", "BareWord 5-6", "{a:~x~!}"},
      {"opening quote forgotten, and a member after it", R"({"a":x","b":1})", "BareWord 5-6",
       "{a:~x~!,b:1}"},
      {"opening quote forgotten in an array", R"([x","y"])", "BareWord 1-2", "[~x~!,'y']"},
  });
}

TEST(JsonTokenTest, Quotes) {
  ExpectRows({
      {"single, for a key", "{'a':1}", "SingleQuotes 1-4", "{a:1}"},
      {"single, for both", "{'a':'b'}", "SingleQuotes 1-4, SingleQuotes 5-8", "{a:'b'}"},
      {"single, around a double one", R"(['a"b'])", "SingleQuotes 1-6", R"(['a\"b'])"},
      {"single, with an escaped one, which has the same cause", R"(['it\'s'])", "SingleQuotes 1-8",
       R"(['it\'s'])"},
      {"single, in the key of a root without braces", "'a':1",
       "MissingBraces 0-1, SingleQuotes 0-3", "{a:1}"},
      {"single inside double", R"(["it's"])", "", R"(['it\'s'])"},
      {"backticks", "[`b`]", "SingleQuotes 1-4", "['b']"},
      {"typographic, for a key",
       "{\xE2\x80\x9C"
       "a\xE2\x80\x9D:1}",
       "SingleQuotes 1-8", "{a:1}"},
      {"typographic, of German",
       "[\xE2\x80\x9E"
       "a\xE2\x80\x9C]",
       "SingleQuotes 1-8", "['a']"},
      {"typographic, single",
       "[\xE2\x80\x98"
       "a\xE2\x80\x99]",
       "SingleQuotes 1-8", "['a']"},
      {"typographic, single, low and reversed",
       "[\xE2\x80\x9A"
       "a\xE2\x80\x9B]",
       "SingleQuotes 1-8", "['a']"},
      {"neither: the marks beside them", "[\xE2\x80\x97]", "BareWord 1-4", R"([~\342\200\227~!])"},
      {"typographic and plain",
       "[\xE2\x80\x9C"
       "a\"]",
       "SingleQuotes 1-6", "['a']"},
      {"typographic inside plain",
       "[\"\xE2\x80\x9C"
       "a\xE2\x80\x9D\"]",
       "", R"(['\342\200\234a\342\200\235'])"},
  });
}

TEST(JsonTokenTest, QuotesThatEndAStringEarly) {
  ExpectRows({
      {"unescaped inside a member", R"({"a":"b"c"})", "Unexpected 8-9", "{a:'b'}"},
      {"unescaped around a word", R"({"a":"say "hi" you","b":1})", "Unexpected 11-13",
       "{a:'say ',b:1}"},
      {"unescaped in an array", R"(["a"b"])", "Unexpected 4-5", "['a']"},
      {"different ones at both ends", R"({"a":"1',"b":3})", "Unexpected 10-11", R"({a:'1\','})"},
  });
}

TEST(JsonTokenTest, UnclosedStrings) {
  ExpectRows({
      {"at the end of the text", R"("abc)", "Unclosed 4-4 (0-1)", R"(~\"abc~!)"},
      {"the quotes are single", "'abc", "Unclosed 4-4 (0-1)", R"(~\'abc~!)"},
      {"the text ends in an escape", R"(["a\)", "Unclosed 4-4 (1-2)", R"([~\"a\\~!])"},
      {"in containers: one cause", R"({"a":["b)", "Unclosed 8-8 (6-7)", R"({a:[~\"b~!]})"},
      {"what closes them is not part of it", R"({"a":["b]})", "Unclosed 8-8 (6-7)",
       R"({a:[~\"b~!]})"},
      {"at the end of the last line", "{\"a\":\"b}\n", "Unclosed 7-7 (5-6)", R"({a:~\"b~!})"},
      {"as a key", R"({"a)", "Unclosed 3-3 (1-2)", "{a!:?}"},
      {"at the end of a line", "{\"a\":\"b,\n\"c\":1}", "Unclosed 7-7 (5-6)", R"({a:~\"b~!,c:1})"},
      {"at the end of a line of CRLF", "{\"a\":\"b,\r\n\"c\":1}", "Unclosed 7-7 (5-6)",
       R"({a:~\"b~!,c:1})"},
      {"last member on its line", "{\"a\":\"b\n}", "Unclosed 7-7 (5-6)", R"({a:~\"b~!})"},
      {"bracket and comma after it", "{\"a\":[\"b],\n\"c\":1}", "Unclosed 8-8 (6-7)",
       R"({a:[~\"b~!],c:1})"},
      {"quote and comma forgotten", "{\"a\":\"b\n\"c\":1}", "Unclosed 7-7 (5-6)",
       R"({a:~\"b~!,c:1})"},
      {"key before a number", "{\"a:1,\n\"b\":2}", "Unclosed 3-3 (1-2)", "{a!:1,b:2}"},
      {"key before a string", R"({"a: "x","b":2})", "Unclosed 3-3 (1-2)", "{a!:'x',b:2}"},
      {"key before an array of strings", R"({"a: ["x"]})", "Unclosed 3-3 (1-2)", "{a!:['x']}"},
      {"key before an object", "{\"a : {\n\"b\":1}}", "Unclosed 3-3 (1-2)", "{a!:{b:1}}"},
      {"key in single quotes", R"({'a":1})", "Unclosed 4-4 (1-2)", R"({a\"!:1})"},
      {"a colon in a key is no sign of it", R"({"a:b":1})", "", "{a:b:1}"},
      {"a line break inside a string", "{\"a\":\"b\nc\"}", "ControlCharacter 7-8",
       R"({a:'b\nc'!})"},
      {"a line break inside a string, and a comma in it", "{\"a\":\"1,\n2\",\"b\":3}",
       "ControlCharacter 8-9", R"({a:'1,\n2'!,b:3})"},
      {"unclosed comment", R"({"a":1 /* x)", "Unclosed 11-11 (7-9)", "{a:1}"},
      {"unclosed comment before all", "/* x", "Unclosed 4-4 (0-2)", "?"},
  });
}

TEST(JsonTokenTest, InsideStrings) {
  ExpectRows({
      {"tab", "[\"a\tb\"]", "ControlCharacter 3-4", R"(['a\tb'!])"},
      {"two tabs are one run", "[\"\t\t\"]", "ControlCharacter 2-4", R"(['\t\t'!])"},
      {"another control character", "[\"\001\"]", "ControlCharacter 2-3", R"(['\001'!])"},
      {"0x1f, the last control", "[\"aaaaaaaaaaaaaaaa\037aaaaaaaaaaaaaaaa\"]",
       "ControlCharacter 18-19", R"(['aaaaaaaaaaaaaaaa\037aaaaaaaaaaaaaaaa'!])"},
      {"0x1a, another one", "{\"aaaaaaaaaaaaaaaa\032aaaaaaaaaaaaaaaa\":1}",
       "ControlCharacter 18-19", R"({aaaaaaaaaaaaaaaa\032aaaaaaaaaaaaaaaa!:1})"},
      {"CRLF is one", "[\"a\r\nb\"]", "ControlCharacter 3-5", R"(['a\r\nb'!])"},
      {"NUL", std::string("[\"a\000b\"]", 7), "Nul 3-4", R"(['a\000b'!])"},
      {"tab after an escape stays in the text", "[\"\\n\t\"]", "ControlCharacter 4-5",
       R"(['\n\t'!])"},
      {"escaped single quote", R"(["\'"])", "Escape 2-4", R"(['\''!])"},
      {"unknown escape", R"(["\x41"])", "Escape 2-4", "['x41'!]"},
      {"escaped line break of JavaScript", "[\"a\\\nb\"]", "Escape 3-5", R"(['a\nb'!])"},
      {R"(\u without digits)", R"(["\u"])", "Escape 2-4", "[''!]"},
      {R"(\u with two digits)", R"(["\u12"])", "Escape 2-6", "[''!]"},
      {R"(\u with a bad digit)", R"(["\u12g4"])", "Escape 2-6", "['g4'!]"},
      {R"(\U)", R"(["\U0041"])", "Escape 2-4", "['U0041'!]"},
      {"high surrogate alone", R"(["\ud800"])", "LoneSurrogate 2-8", R"(['\357\277\275'!])"},
      {"low surrogate alone, which RapidJSON lets pass", R"(["\udc00"])", "LoneSurrogate 2-8",
       R"(['\357\277\275'!])"},
      {"high surrogate before another character", R"(["\ud800\u0041"])", "LoneSurrogate 2-8",
       R"(['\357\277\275A'!])"},
      {"high surrogate before plain text", R"(["\ud800x"])", "LoneSurrogate 2-8",
       R"(['\357\277\275x'!])"},
      {"halves in the wrong order", R"(["\udc00\ud800"])", "LoneSurrogate 2-8, LoneSurrogate 8-14",
       R"(['\357\277\275\357\277\275'!])"},
      {"high surrogate before a pair", R"(["\ud800\ud83d\ude00"])", "LoneSurrogate 2-8",
       R"(['\357\277\275\360\237\230\200'!])"},
      {"high surrogate before a broken escape", R"(["\ud800\u12"])",
       "LoneSurrogate 2-8, Escape 8-12", R"(['\357\277\275'!])"},
  });
}

TEST(JsonTokenTest, BytesThatAreNotUtf8) {
  ExpectRows({
      {"overlong form", "[\"\xC0\x80\"]", "Utf8 2-4", R"(['\300\200'!])"},
      {"encoded surrogate", "[\"\xED\xA0\x80\"]", "Utf8 2-5", R"(['\355\240\200'!])"},
      {"above U+10FFFF", "[\"\xF4\x90\x80\x80\"]", "Utf8 2-6", R"(['\364\220\200\200'!])"},
      {"cut sequence", "[\"\xE2\x82\"]", "Utf8 2-4", R"(['\342\202'!])"},
      {"Latin-1 between ASCII", "[\"caf\xE9s\"]", "Utf8 5-6", R"(['caf\351s'!])"},
      {"two runs", "[\"\xFF\", \"\xFE\"]", "Utf8 2-3, Utf8 7-8", R"(['\377'!,'\376'!])"},
      {"in a key", "{\"\xFF\":1}", "Utf8 2-3", R"({\377!:1})"},
  });
}

TEST(JsonTokenTest, BlanksAndComments) {
  ExpectRows({
      {"line comment", "{ // c\n}", "Comment 2-6", "{}"},
      {"line comment before CRLF", "{ // c\r\n}", "Comment 2-6", "{}"},
      {"block comment", "{/* c */}", "Comment 1-8", "{}"},
      {"block comment of two lines", "{/*\n*/}", "Comment 1-6", "{}"},
      {"stars in it", "[/***/]", "Comment 1-6", "[]"},
      {"hash comment", "{ # c\n}", "Comment 2-5", "{}"},
      {"before the value", "// c\n{}", "Comment 0-4", "{}"},
      {"everywhere", R"({/**/"a"/**/:/**/1/**/,/**/"b":2})",
       "Comment 1-5, Comment 8-12, Comment 13-17, Comment 18-22, Comment 23-27", "{a:1,b:2}"},
      {"no comment in a string", R"(["// /* #"])", "", "['// /* #']"},
      {"no-break space", "{\xC2\xA0\"a\":1}", "Unexpected 1-3", "{a:1}"},
      {"several on a line have one cause", "{\xC2\xA0 \xC2\xA0\t\xC2\xA0\"a\":1}", "Unexpected 1-9",
       "{a:1}"},
      {"one on each line", "{\n\xC2\xA0\"a\":1,\n\xC2\xA0\"b\":2}",
       "Unexpected 2-4, Unexpected 11-13", "{a:1,b:2}"},
      {"after a number", "{\"a\":1\xC2\xA0}", "Unexpected 6-8", "{a:1}"},
      {"zero-width space", "[\xE2\x80\x8B\"a\"]", "Unexpected 1-4", "['a']"},
      {"ideographic space", "[\xE3\x80\x80\"a\"]", "Unexpected 1-4", "['a']"},
      {"form feed and vertical tab", "[\f\v1]", "Unexpected 1-3", "[1]"},
      {"in a string it is text", "[\"\xC2\xA0\"]", "", R"(['\302\240'])"},
      {"NUL between tokens", std::string("{\"a\":\0001,\000\"b\":2}", 15), "Nul 5-6", "{a:1,b:2}"},
  });
}

}  // namespace
}  // namespace grpcfg
