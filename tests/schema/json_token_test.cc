// Faults in numbers, words, strings, blanks and comments: each has one cause and is one issue, at
// the narrowest wrong token, and the rest is read.
#include <initializer_list>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "schema/json_tree.h"
#include "tests/schema/json_dump.h"
#include "tests/schema/json_invariants.h"

namespace grpcfg {
namespace {

using std::string_literals::operator""s;

struct Row {
  absl::string_view reason;
  std::string text;
  absl::string_view issues;  // with spans; the related one in parentheses
  absl::string_view tree;    // what can be read all the same
};

void ExpectRows(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.reason);
    const JsonTree tree = ParseJson(row.text);
    EXPECT_EQ(DumpIssues(tree), row.issues);
    EXPECT_EQ(DumpTree(tree), row.tree);
    EXPECT_EQ(FindBrokenInvariant(tree), "");
    EXPECT_EQ(FindDifference(tree, ParseJsonTolerantly(row.text)), "");
  }
}

TEST(JsonTokenTest, Numbers) {
  ExpectRows({
      {"beyond double", "[1e400]"s, "", "[1e400]"},
      {"zero with an exponent, which C-core refuses", "[0e5,0E0,-0]"s, "", "[0e5,0E0,-0]"},
      {"leading zero", "[01]"s, "Number 1-3", "[01!]"},
      {"leading zero after a sign", "[-01]"s, "Number 1-4", "[-01!]"},
      {"minus alone", "[-]"s, "Number 1-2", "[-!]"},
      {"no digits before the point", "[.5]"s, "Number 1-3", "[.5!]"},
      {"no digits before the point after a sign", "[-.5]"s, "Number 1-4", "[-.5!]"},
      {"plus sign", "[+1]"s, "Number 1-3", "[+1!]"},
      {"no digits after the point", "[1.]"s, "Number 1-3", "[1.!]"},
      {"no digits in the exponent", "[1e+]"s, "Number 1-4", "[1e+!]"},
      {"hexadecimal", "[0x10]"s, "Number 1-5", "[0x10!]"},
      {"unit", "[10s]"s, "Number 1-4", "[10s!]"},
      {"digit grouping", "[1_000]"s, "Number 1-6", "[1_000!]"},
      {"two points", "[1.5.6]"s, "Number 1-6", "[1.5.6!]"},
  });
}

TEST(JsonTokenTest, Words) {
  ExpectRows({
      {"literals in other letter case", "[TRUE,False,Null]"s,
       "BareWord 1-5, BareWord 6-11, BareWord 12-16", "[TRUE!,False!,Null!]"},
      {"of Python, JavaScript and C", "[None,NaN,undefined,-Infinity]"s,
       "BareWord 1-5, BareWord 6-9, BareWord 10-19, BareWord 20-29",
       "[~None~!,~NaN~!,~undefined~!,~-Infinity~!]"},
      {"cut literal", "tru"s, "BareWord 0-3", "~tru~!"},
      {"status code without quotes", "[UNAVAILABLE]"s, "BareWord 1-12", "[~UNAVAILABLE~!]"},
      {"two words are one value", "{\"a\":hello world}"s, "BareWord 5-10", "{a:~hello~!}"},
      {"path", "{\"a\":foo.Bar/Baz}"s, "BareWord 5-16", "{a:~foo.Bar/Baz~!}"},
      {"symbols", "{\"a\":<b>}"s, "BareWord 5-8", "{a:~<b>~!}"},
      {"function of the Mongo shell", "{\"a\":NumberLong(5)}"s, "BareWord 5-18",
       "{a:~NumberLong(5)~!}"},
      {"word that ends at a comment", "{\"a\":b//c\n}"s, "BareWord 5-6, Comment 6-9", "{a:~b~!}"},
      {"not UTF-8", "{\"a\":b\xFF}"s, "Utf8 6-7", "{a:~b\\377~!}"},
      {"key that is not UTF-8", "{\xFF\xFE:1}"s, "Utf8 1-3", "{\\377\\376!:1}"},
      {"opening quote forgotten", "{\"a\":x\"}"s, "BareWord 5-6", "{a:~x~!}"},
      {"opening quote forgotten, and a member after it", "{\"a\":x\",\"b\":1}"s, "BareWord 5-6",
       "{a:~x~!,b:1}"},
      {"opening quote forgotten in an array", "[x\",\"y\"]"s, "BareWord 1-2", "[~x~!,'y']"},
  });
}

TEST(JsonTokenTest, Quotes) {
  ExpectRows({
      {"single, for a key", "{'a':1}"s, "SingleQuotes 1-4", "{a:1}"},
      {"single, for both", "{'a':'b'}"s, "SingleQuotes 1-4, SingleQuotes 5-8", "{a:'b'}"},
      {"single, around a double one", "['a\"b']"s, "SingleQuotes 1-6", "['a\\\"b']"},
      {"single, with an escaped one, which has the same cause", "['it\\'s']"s, "SingleQuotes 1-8",
       "['it\\'s']"},
      {"single, in the key of a root without braces", "'a':1"s,
       "MissingBraces 0-1, SingleQuotes 0-3", "{a:1}"},
      {"single inside double", "[\"it's\"]"s, "", "['it\\'s']"},
      {"backticks", "[`b`]"s, "SingleQuotes 1-4", "['b']"},
      {"typographic, for a key", "{\342\200\234a\342\200\235:1}"s, "SingleQuotes 1-8", "{a:1}"},
      {"typographic, of German", "[\342\200\236a\342\200\234]"s, "SingleQuotes 1-8", "['a']"},
      {"typographic, single", "[\342\200\230a\342\200\231]"s, "SingleQuotes 1-8", "['a']"},
      {"typographic and plain", "[\342\200\234a\"]"s, "SingleQuotes 1-6", "['a']"},
      {"typographic inside plain", "[\"\342\200\234a\342\200\235\"]"s, "",
       "['\\342\\200\\234a\\342\\200\\235']"},
      {"unescaped inside a member", "{\"a\":\"b\"c\"}"s, "Unexpected 8-9", "{a:'b'}"},
      {"unescaped around a word", "{\"a\":\"say \"hi\" you\",\"b\":1}"s, "Unexpected 11-13",
       "{a:'say ',b:1}"},
      {"unescaped in an array", "[\"a\"b\"]"s, "Unexpected 4-5", "['a']"},
      {"different ones at both ends", "{\"a\":\"1',\"b\":3}"s, "Unexpected 10-11", "{a:'1\\','}"},
  });
}

TEST(JsonTokenTest, UnclosedStrings) {
  ExpectRows({
      {"at the end of the text", "\"abc"s, "Unclosed 4-4 (0-1)", "~\\\"abc~!"},
      {"the quotes are single", "'abc"s, "Unclosed 4-4 (0-1)", "~\\'abc~!"},
      {"the text ends in an escape", "[\"a\\"s, "Unclosed 4-4 (1-2)", "[~\\\"a\\\\~!]"},
      {"in containers: one cause", "{\"a\":[\"b"s, "Unclosed 8-8 (6-7)", "{a:[~\\\"b~!]}"},
      {"what closes them is not part of it", "{\"a\":[\"b]}"s, "Unclosed 8-8 (6-7)",
       "{a:[~\\\"b~!]}"},
      {"at the end of the last line", "{\"a\":\"b}\n"s, "Unclosed 7-7 (5-6)", "{a:~\\\"b~!}"},
      {"as a key", "{\"a"s, "Unclosed 3-3 (1-2)", "{a!:?}"},
      {"at the end of a line", "{\"a\":\"b,\n\"c\":1}"s, "Unclosed 7-7 (5-6)", "{a:~\\\"b~!,c:1}"},
      {"at the end of a line of CRLF", "{\"a\":\"b,\r\n\"c\":1}"s, "Unclosed 7-7 (5-6)",
       "{a:~\\\"b~!,c:1}"},
      {"last member on its line", "{\"a\":\"b\n}"s, "Unclosed 7-7 (5-6)", "{a:~\\\"b~!}"},
      {"bracket and comma after it", "{\"a\":[\"b],\n\"c\":1}"s, "Unclosed 8-8 (6-7)",
       "{a:[~\\\"b~!],c:1}"},
      {"quote and comma forgotten", "{\"a\":\"b\n\"c\":1}"s, "Unclosed 7-7 (5-6)",
       "{a:~\\\"b~!,c:1}"},
      {"key before a number", "{\"a:1,\n\"b\":2}"s, "Unclosed 3-3 (1-2)", "{a!:1,b:2}"},
      {"key before a string", "{\"a: \"x\",\"b\":2}"s, "Unclosed 3-3 (1-2)", "{a!:'x',b:2}"},
      {"key before an array of strings", "{\"a: [\"x\"]}"s, "Unclosed 3-3 (1-2)", "{a!:['x']}"},
      {"key before an object", "{\"a : {\n\"b\":1}}"s, "Unclosed 3-3 (1-2)", "{a!:{b:1}}"},
      {"key in single quotes", "{'a\":1}"s, "Unclosed 4-4 (1-2)", "{a\\\"!:1}"},
      {"a colon in a key is no sign of it", "{\"a:b\":1}"s, "", "{a:b:1}"},
      {"a line break inside a string", "{\"a\":\"b\nc\"}"s, "ControlCharacter 7-8", "{a:'b\\nc'!}"},
      {"a line break inside a string, and a comma in it", "{\"a\":\"1,\n2\",\"b\":3}"s,
       "ControlCharacter 8-9", "{a:'1,\\n2'!,b:3}"},
      {"unclosed comment", "{\"a\":1 /* x"s, "Unclosed 11-11 (7-9)", "{a:1}"},
      {"unclosed comment before all", "/* x"s, "Unclosed 4-4 (0-2)", "?"},
  });
}

TEST(JsonTokenTest, InsideStrings) {
  ExpectRows({
      {"tab", "[\"a\tb\"]"s, "ControlCharacter 3-4", "['a\\tb'!]"},
      {"two tabs are one run", "[\"\t\t\"]"s, "ControlCharacter 2-4", "['\\t\\t'!]"},
      {"another control character", "[\"\001\"]"s, "ControlCharacter 2-3", "['\\001'!]"},
      {"0x1f, which RapidJSON's SSE2 code lets pass", "[\"aaaaaaaaaaaaaaaa\037aaaaaaaaaaaaaaaa\"]"s,
       "ControlCharacter 18-19", "['aaaaaaaaaaaaaaaa\\037aaaaaaaaaaaaaaaa'!]"},
      {"0x1a likewise", "{\"aaaaaaaaaaaaaaaa\032aaaaaaaaaaaaaaaa\":1}"s, "ControlCharacter 18-19",
       "{aaaaaaaaaaaaaaaa\\032aaaaaaaaaaaaaaaa!:1}"},
      {"CRLF is one", "[\"a\r\nb\"]"s, "ControlCharacter 3-5", "['a\\r\\nb'!]"},
      {"NUL", "[\"a\000b\"]"s, "Nul 3-4", "['a\\000b'!]"},
      {"tab after an escape stays in the text", "[\"\\n\t\"]"s, "ControlCharacter 4-5",
       "['\\n\\t'!]"},
      {"escaped single quote", "[\"\\'\"]"s, "Escape 2-4", "['\\''!]"},
      {"unknown escape", "[\"\\x41\"]"s, "Escape 2-4", "['x41'!]"},
      {"escaped line break of JavaScript", "[\"a\\\nb\"]"s, "Escape 3-5", "['a\\nb'!]"},
      {"\\u without digits", "[\"\\u\"]"s, "Escape 2-4", "[''!]"},
      {"\\u with two digits", "[\"\\u12\"]"s, "Escape 2-6", "[''!]"},
      {"\\u with a bad digit", "[\"\\u12g4\"]"s, "Escape 2-6", "['g4'!]"},
      {"\\U", "[\"\\U0041\"]"s, "Escape 2-4", "['U0041'!]"},
      {"high surrogate alone", "[\"\\ud800\"]"s, "LoneSurrogate 2-8", "['\\357\\277\\275'!]"},
      {"low surrogate alone, which RapidJSON lets pass", "[\"\\udc00\"]"s, "LoneSurrogate 2-8",
       "['\\357\\277\\275'!]"},
      {"high surrogate before another character", "[\"\\ud800\\u0041\"]"s, "LoneSurrogate 2-8",
       "['\\357\\277\\275A'!]"},
      {"high surrogate before plain text", "[\"\\ud800x\"]"s, "LoneSurrogate 2-8",
       "['\\357\\277\\275x'!]"},
      {"halves in the wrong order", "[\"\\udc00\\ud800\"]"s,
       "LoneSurrogate 2-8, LoneSurrogate 8-14", "['\\357\\277\\275\\357\\277\\275'!]"},
      {"high surrogate before a pair", "[\"\\ud800\\ud83d\\ude00\"]"s, "LoneSurrogate 2-8",
       "['\\357\\277\\275\\360\\237\\230\\200'!]"},
      {"high surrogate before a broken escape", "[\"\\ud800\\u12\"]"s,
       "LoneSurrogate 2-8, Escape 8-12", "['\\357\\277\\275'!]"},
      {"overlong form", "[\"\xC0\x80\"]"s, "Utf8 2-4", "['\\300\\200'!]"},
      {"encoded surrogate", "[\"\xED\xA0\x80\"]"s, "Utf8 2-5", "['\\355\\240\\200'!]"},
      {"above U+10FFFF", "[\"\xF4\x90\x80\x80\"]"s, "Utf8 2-6", "['\\364\\220\\200\\200'!]"},
      {"cut sequence", "[\"\xE2\x82\"]"s, "Utf8 2-4", "['\\342\\202'!]"},
      {"Latin-1 between ASCII", "[\"caf\351s\"]"s, "Utf8 5-6", "['caf\\351s'!]"},
      {"two runs", "[\"\xFF\", \"\xFE\"]"s, "Utf8 2-3, Utf8 7-8", "['\\377'!,'\\376'!]"},
      {"in a key", "{\"\xFF\":1}"s, "Utf8 2-3", "{\\377!:1}"},
  });
}

TEST(JsonTokenTest, BlanksAndComments) {
  ExpectRows({
      {"line comment", "{ // c\n}"s, "Comment 2-6", "{}"},
      {"line comment before CRLF", "{ // c\r\n}"s, "Comment 2-6", "{}"},
      {"block comment", "{/* c */}"s, "Comment 1-8", "{}"},
      {"block comment of two lines", "{/*\n*/}"s, "Comment 1-6", "{}"},
      {"stars in it", "[/***/]"s, "Comment 1-6", "[]"},
      {"hash comment", "{ # c\n}"s, "Comment 2-5", "{}"},
      {"before the value", "// c\n{}"s, "Comment 0-4", "{}"},
      {"everywhere", "{/**/\"a\"/**/:/**/1/**/,/**/\"b\":2}"s,
       "Comment 1-5, Comment 8-12, Comment 13-17, Comment 18-22, Comment 23-27", "{a:1,b:2}"},
      {"no comment in a string", "[\"// /* #\"]"s, "", "['// /* #']"},
      {"no-break space", "{\xC2\xA0\"a\":1}"s, "Unexpected 1-3", "{a:1}"},
      {"several on a line have one cause", "{\xC2\xA0 \xC2\xA0\t\xC2\xA0\"a\":1}"s,
       "Unexpected 1-9", "{a:1}"},
      {"one on each line", "{\n\xC2\xA0\"a\":1,\n\xC2\xA0\"b\":2}"s,
       "Unexpected 2-4, Unexpected 11-13", "{a:1,b:2}"},
      {"after a number", "{\"a\":1\xC2\xA0}"s, "Unexpected 6-8", "{a:1}"},
      {"zero-width space", "[\xE2\x80\x8B\"a\"]"s, "Unexpected 1-4", "['a']"},
      {"ideographic space", "[\xE3\x80\x80\"a\"]"s, "Unexpected 1-4", "['a']"},
      {"form feed and vertical tab", "[\f\v1]"s, "Unexpected 1-3", "[1]"},
      {"in a string it is text", "[\"\xC2\xA0\"]"s, "", "['\\302\\240']"},
      {"NUL between tokens", "{\"a\":\0001,\000\"b\":2}"s, "Nul 5-6", "{a:1,b:2}"},
  });
}

}  // namespace
}  // namespace grpcfg
