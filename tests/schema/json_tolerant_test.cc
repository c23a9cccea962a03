// Faults in the structure of a text: each has one cause and is one issue, at the narrowest wrong
// token, and the rest is read.
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

TEST(JsonTolerantTest, Commas) {
  ExpectRows({
      {"trailing in an object", "{\"a\":1,}"s, "TrailingComma 6-7", "{a:1}"},
      {"trailing in an array", "[1,]"s, "TrailingComma 2-3", "[1]"},
      {"trailing after an empty container, which C-core lets pass", "{\"a\":{},}"s,
       "TrailingComma 7-8", "{a:{}}"},
      {"trailing before a line break", "{\"a\":1,\n}"s, "TrailingComma 6-7", "{a:1}"},
      {"two in an array: the second has no element before it", "[1,,2]"s, "TrailingComma 3-4",
       "[1,2]"},
      {"two in an object", "{\"a\":1,,\"b\":2}"s, "TrailingComma 7-8", "{a:1,b:2}"},
      {"leading in an array", "[,1]"s, "TrailingComma 1-2", "[1]"},
      {"leading in an object", "{,\"a\":1}"s, "TrailingComma 1-2", "{a:1}"},
      {"alone in an array", "[,]"s, "TrailingComma 1-2", "[]"},
      {"alone in an object", "{,}"s, "TrailingComma 1-2", "{}"},
      {"missing between members", "{\"a\":1 \"b\":2}"s, "MissingComma 7-8 (5-6)", "{a:1,b:2}"},
      {"missing between members on two lines", "{\"a\":{}\n\"b\":2}"s, "MissingComma 8-9 (5-7)",
       "{a:{},b:2}"},
      {"missing between strings that touch", "{\"a\":\"x\"\"b\":1}"s, "MissingComma 8-9 (5-8)",
       "{a:'x',b:1}"},
      {"missing before an unquoted key", "{\"a\":1 b:2}"s,
       "MissingComma 7-8 (5-6), UnquotedKey 7-8", "{a:1,b:2}"},
      {"missing between elements", "[1 2]"s, "MissingComma 3-4 (1-2)", "[1,2]"},
      {"missing between strings", "[\"a\" \"b\"]"s, "MissingComma 5-6 (1-4)", "['a','b']"},
      {"missing between objects", "[{} {}]"s, "MissingComma 4-5 (1-3)", "[{},{}]"},
      {"semicolon between members", "{\"a\":1;\"b\":2}"s, "Unexpected 6-7", "{a:1,b:2}"},
      {"semicolon after the last", "{\"a\":1;}"s, "Unexpected 6-7", "{a:1}"},
      {"semicolon between elements", "[1;2]"s, "Unexpected 2-3", "[1,2]"},
  });
}

TEST(JsonTolerantTest, KeysAndColons) {
  ExpectRows({
      {"missing value before a brace, which C-core lets pass", "{\"a\":}"s,
       "MissingValue 5-6 (1-4)", "{a:?}"},
      {"missing value before a comma", "{\"a\":,\"b\":1}"s, "MissingValue 5-6 (1-4)", "{a:?,b:1}"},
      {"missing colon", "{\"a\" 1}"s, "MissingColon 5-6 (1-4)", "{a:1}"},
      {"missing colon before an object", "{\"a\" {\"b\":1}}"s, "MissingColon 5-6 (1-4)",
       "{a:{b:1}}"},
      {"equals sign for a colon", "{\"a\"=1}"s, "MissingColon 4-5 (1-4)", "{a:1}"},
      {"arrow for a colon", "{\"a\"=>1}"s, "MissingColon 4-5 (1-4)", "{a:1}"},
      {"key alone", "{\"a\"}"s, "MissingColon 4-5 (1-4)", "{a:?}"},
      {"key and comma", "{\"a\",\"b\":1}"s, "MissingColon 4-5 (1-4)", "{a:?,b:1}"},
      {"two keys in a row", "{\"a\" \"b\":1}"s, "MissingColon 5-6 (1-4)", "{a:?,b:1}"},
      {"two colons", "{\"a\"::1}"s, "Unexpected 5-6", "{a:1}"},
      {"colon after the value", "{\"a\":1:2}"s, "Unexpected 6-7", "{a:1}"},
      {"colon after a bare word", "{\"a\":b:1}"s, "BareWord 5-6", "{a:~b~!}"},
      {"no key", "{:1}"s, "Unexpected 1-2", "{!:1}"},
      {"object in the place of a key", "{{}}"s, "Unexpected 1-2", "{!:{}}"},
      {"array in the place of a key", "{[1]}"s, "Unexpected 1-2", "{!:[1]}"},
      {"object without a key after a member", "{\"a\":1,{\"b\":2}}"s, "Unexpected 7-8",
       "{a:1,!:{b:2}}"},
      {"colon in an array", "[\"a\":1]"s, "Unexpected 4-5", "['a',1]"},
      {"members in an array", "{\"x\":[\"a\":1,\"b\":2]}"s, "Unexpected 9-10, Unexpected 15-16",
       "{x:['a',1,'b',2]}"},
      {"unquoted key", "{a:1}"s, "UnquotedKey 1-2", "{a:1}"},
      {"unquoted key and value", "{a:b}"s, "UnquotedKey 1-2, BareWord 3-4", "{a:~b~!}"},
      {"number as a key", "{1:2}"s, "UnquotedKey 1-2", "{1:2}"},
      {"unquoted key of two words", "{a b:1}"s,
       "UnquotedKey 1-2, MissingColon 3-4 (1-2), UnquotedKey 3-4", "{a:?,b:1}"},
      {"word in the place of a member", "{\"a\":1,foo}"s, "Unexpected 7-10", "{a:1}"},
      {"ellipsis in the place of a member", "{\"a\":null,...}"s, "Unexpected 10-13", "{a:null}"},
      {"number with digit grouping", "{\"a\":1,000}"s, "Unexpected 7-10", "{a:1}"},
      {"second value", "{\"a\":1 2}"s, "Unexpected 7-8", "{a:1}"},
      {"several values: the first surplus one", "{\"a\":1 2 3 \"x\"}"s, "Unexpected 7-8", "{a:1}"},
      {"unit after a number", "{\"a\":10 s}"s, "Unexpected 8-9", "{a:10}"},
      {"control character for a value", "{\"a\":\001}"s, "Unexpected 5-6", "{a:?}"},
  });
}

TEST(JsonTolerantTest, Brackets) {
  ExpectRows({
      {"bracket for a brace", "{\"a\":1]"s, "MismatchedBracket 6-7 (0-1)", "{a:1}"},
      {"brace for a bracket", "[1}"s, "MismatchedBracket 2-3 (0-1)", "[1]"},
      {"inner bracket lost", "{\"a\":[1}"s, "MismatchedBracket 7-8 (5-6)", "{a:[1]}"},
      {"inner brace lost", "[{\"a\":1]"s, "MismatchedBracket 7-8 (1-2)", "[{a:1}]"},
      {"wrong inner bracket", "{\"a\":{\"b\":1]}"s, "MismatchedBracket 11-12 (5-6)", "{a:{b:1}}"},
      {"two levels closed by one", "{\"a\":[{\"b\":1}}"s, "MismatchedBracket 13-14 (5-6)",
       "{a:[{b:1}]}"},
      {"wrong bracket, and the outer object goes on", "{\"a\":[{\"b\":1],\"c\":2}"s,
       "MismatchedBracket 12-13 (6-7)", "{a:[{b:1}],c:2}"},
      {"surplus bracket, and the root goes on", "{\"a\":[]],\"b\":1}"s,
       "MismatchedBracket 7-8 (0-1)", "{a:[],b:1}"},
      {"a key ends an array that has lost its bracket", "{\"a\":[1,2,\"b\":3}"s,
       "Unclosed 9-9 (5-6)", "{a:[1,2],b:3}"},
      {"the same without a comma", "{\"a\":[\"x\" \"b\":3}"s, "Unclosed 9-9 (5-6)",
       "{a:['x'],b:3}"},
      {"an object ends an object that has lost its brace", "[{\"a\":1,{\"b\":2}]"s,
       "Unclosed 7-7 (1-2)", "[{a:1},{b:2}]"},
      {"the same without a comma", "[{\"a\":1 {\"b\":2}]"s, "Unclosed 7-7 (1-2)", "[{a:1},{b:2}]"},
      {"end in an object", "{\"a\":1"s, "Unclosed 6-6 (0-1)", "{a:1}"},
      {"end after an opening brace", "{"s, "Unclosed 1-1 (0-1)", "{}"},
      {"end after an opening bracket", "["s, "Unclosed 1-1 (0-1)", "[]"},
      {"end after a comma", "[1,"s, "Unclosed 3-3 (0-1)", "[1]"},
      {"end after a key", "{\"a\""s, "Unclosed 4-4 (0-1)", "{a:?}"},
      {"end after a colon", "{\"a\":"s, "Unclosed 5-5 (0-1)", "{a:?}"},
      {"end in several containers: the innermost", "{\"a\":[{\"b\":1"s, "Unclosed 12-12 (6-7)",
       "{a:[{b:1}]}"},
      {"end of the outer object", "{\"a\":{\"b\":1}"s, "Unclosed 12-12 (0-1)", "{a:{b:1}}"},
      {"outer braces missing", "\"a\":1,\"b\":2"s, "MissingBraces 0-1", "{a:1,b:2}"},
      {"opening brace missing", "\"a\":1,\"b\":2}"s, "MissingBraces 0-1", "{a:1,b:2}"},
      {"outer braces and a value missing", "\"a\":"s, "MissingBraces 0-1, MissingValue 4-4 (0-3)",
       "{a:?}"},
  });
}

TEST(JsonTolerantTest, TextAroundTheValue) {
  ExpectRows({
      {"empty text", ""s, "Empty 0-0", "?"},
      {"blanks alone", " \t\r\n "s, "Empty 5-5", "?"},
      {"comment alone", "# c\n"s, "Comment 0-3, Empty 4-4", "?"},
      {"byte order mark", "\xEF\xBB\xBF{}"s, "ByteOrderMark 0-3", "{}"},
      {"byte order mark alone", "\xEF\xBB\xBF"s, "ByteOrderMark 0-3, Empty 3-3", "?"},
      {"second byte order mark", "\xEF\xBB\xBF\xEF\xBB\xBF{}"s, "ByteOrderMark 0-3, Unexpected 3-6",
       "{}"},
      {"UTF-16, little end first", "\xFF\xFE{\000}\000"s, "Utf8 0-2", "?"},
      {"UTF-16, big end first", "\xFE\xFF\000{\000}"s, "Utf8 0-2", "?"},
      {"UTF-16 without a mark", "{\000\"\000a\000\"\000"s, "Utf8 0-2", "?"},
      {"UTF-16 without a mark, big end first", "\000{\000\"\000a"s, "Utf8 0-2", "?"},
      {"word after the value", "{} x"s, "TextAfterValue 3-4", "{}"},
      {"second value", "{}{}"s, "TextAfterValue 2-4", "{}"},
      {"surplus brace", "{}}"s, "TextAfterValue 2-3", "{}"},
      {"surplus bracket on its own line", "{}\n]\n"s, "TextAfterValue 3-4", "{}"},
      {"several lines: all of them", "{}\nx\ny \n"s, "TextAfterValue 3-6", "{}"},
      {"semicolon", "{};"s, "TextAfterValue 2-3", "{}"},
      {"comment after the value is a comment", "{} // c"s, "Comment 3-7", "{}"},
      {"comment and text after the value", "{} /* c */ x"s, "Comment 3-10, TextAfterValue 11-12",
       "{}"},
      {"NUL after the value, at which C-core stops", "{}\000garbage"s, "Nul 2-3", "{}"},
      {"NUL and blanks after the value", "{}\000\000 \n"s, "Nul 2-3", "{}"},
      {"NUL alone", "\000"s, "Nul 0-1", "?"},
      {"NUL before the value", "\000{}"s, "Nul 0-1", "{}"},
      {"NUL inside, and text after the value", "{\000} x"s, "Nul 1-2, TextAfterValue 4-5", "{}"},
      {"closing bracket alone", "]"s, "Unexpected 0-1", "?"},
      {"closing brackets, then a value", "]]{}"s, "Unexpected 0-2", "{}"},
      {"prose", "hello world"s, "BareWord 0-5", "~hello~!"},
      {"markup", "<html>\n<p>"s, "BareWord 0-6", "~<html>~!"},
      {"TXT record", "grpc_config=[{}]"s, "BareWord 0-11", "~grpc_config~!"},
  });
}

}  // namespace
}  // namespace grpcfg
