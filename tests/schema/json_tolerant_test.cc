// Faults in the structure of a text: each has one cause and is one issue, at the narrowest wrong
// token, and the rest is read.
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

TEST(JsonTolerantTest, Commas) {
  ExpectRows({
      {"trailing in an object", R"({"a":1,})", "TrailingComma 6-7", "{a:1}"},
      {"trailing in an array", "[1,]", "TrailingComma 2-3", "[1]"},
      {"trailing after an empty container, which C-core lets pass", R"({"a":{},})",
       "TrailingComma 7-8", "{a:{}}"},
      {"trailing before a line break", "{\"a\":1,\n}", "TrailingComma 6-7", "{a:1}"},
      {"two in an array: the second has no element before it", "[1,,2]", "TrailingComma 3-4",
       "[1,2]"},
      {"two in an object", R"({"a":1,,"b":2})", "TrailingComma 7-8", "{a:1,b:2}"},
      {"leading in an array", "[,1]", "TrailingComma 1-2", "[1]"},
      {"leading in an object", R"({,"a":1})", "TrailingComma 1-2", "{a:1}"},
      {"alone in an array", "[,]", "TrailingComma 1-2", "[]"},
      {"alone in an object", "{,}", "TrailingComma 1-2", "{}"},
      {"missing between members", R"({"a":1 "b":2})", "MissingComma 7-8 (5-6)", "{a:1,b:2}"},
      {"missing between members on two lines", "{\"a\":{}\n\"b\":2}", "MissingComma 8-9 (5-7)",
       "{a:{},b:2}"},
      {"missing between strings that touch", R"({"a":"x""b":1})", "MissingComma 8-9 (5-8)",
       "{a:'x',b:1}"},
      {"missing before an unquoted key", R"({"a":1 b:2})",
       "MissingComma 7-8 (5-6), UnquotedKey 7-8", "{a:1,b:2}"},
      {"missing between elements", "[1 2]", "MissingComma 3-4 (1-2)", "[1,2]"},
      {"missing between strings", R"(["a" "b"])", "MissingComma 5-6 (1-4)", "['a','b']"},
      {"missing between objects", "[{} {}]", "MissingComma 4-5 (1-3)", "[{},{}]"},
      {"semicolon between members", R"({"a":1;"b":2})", "Unexpected 6-7", "{a:1,b:2}"},
      {"semicolon after the last", R"({"a":1;})", "Unexpected 6-7", "{a:1}"},
      {"semicolon between elements", "[1;2]", "Unexpected 2-3", "[1,2]"},
  });
}

TEST(JsonTolerantTest, KeysAndColons) {
  ExpectRows({
      {"missing value before a brace, which C-core lets pass", R"({"a":})",
       "MissingValue 5-6 (1-4)", "{a:?}"},
      {"missing value before a comma", R"({"a":,"b":1})", "MissingValue 5-6 (1-4)", "{a:?,b:1}"},
      {"missing colon", R"({"a" 1})", "MissingColon 5-6 (1-4)", "{a:1}"},
      {"missing colon before an object", R"({"a" {"b":1}})", "MissingColon 5-6 (1-4)", "{a:{b:1}}"},
      {"equals sign for a colon", R"({"a"=1})", "MissingColon 4-5 (1-4)", "{a:1}"},
      {"arrow for a colon", R"({"a"=>1})", "MissingColon 4-5 (1-4)", "{a:1}"},
      {"key alone", R"({"a"})", "MissingColon 4-5 (1-4)", "{a:?}"},
      {"key and comma", R"({"a","b":1})", "MissingColon 4-5 (1-4)", "{a:?,b:1}"},
      {"two keys in a row", R"({"a" "b":1})", "MissingColon 5-6 (1-4)", "{a:?,b:1}"},
      {"two colons", R"({"a"::1})", "Unexpected 5-6", "{a:1}"},
      {"colon after the value", R"({"a":1:2})", "Unexpected 6-7", "{a:1}"},
      {"colon after a bare word", R"({"a":b:1})", "BareWord 5-6", "{a:~b~!}"},
      {"no key", "{:1}", "Unexpected 1-2", "{!:1}"},
      {"object in the place of a key", "{{}}", "Unexpected 1-2", "{!:{}}"},
      {"array in the place of a key", "{[1]}", "Unexpected 1-2", "{!:[1]}"},
      {"object without a key after a member", R"({"a":1,{"b":2}})", "Unexpected 7-8",
       "{a:1,!:{b:2}}"},
      {"colon in an array", R"(["a":1])", "Unexpected 4-5", "['a',1]"},
      {"members in an array", R"({"x":["a":1,"b":2]})", "Unexpected 9-10, Unexpected 15-16",
       "{x:['a',1,'b',2]}"},
      {"unquoted key", "{a:1}", "UnquotedKey 1-2", "{a:1}"},
      {"unquoted key and value", "{a:b}", "UnquotedKey 1-2, BareWord 3-4", "{a:~b~!}"},
      {"number as a key", "{1:2}", "UnquotedKey 1-2", "{1:2}"},
      {"unquoted key of two words", "{a b:1}",
       "UnquotedKey 1-2, MissingColon 3-4 (1-2), UnquotedKey 3-4", "{a:?,b:1}"},
      {"word in the place of a member", R"({"a":1,foo})", "Unexpected 7-10", "{a:1}"},
      {"ellipsis in the place of a member", R"({"a":null,...})", "Unexpected 10-13", "{a:null}"},
      {"number with digit grouping", R"({"a":1,000})", "Unexpected 7-10", "{a:1}"},
      {"second value", R"({"a":1 2})", "Unexpected 7-8", "{a:1}"},
      {"several values: the first surplus one", R"({"a":1 2 3 "x"})", "Unexpected 7-8", "{a:1}"},
      {"unit after a number", R"({"a":10 s})", "Unexpected 8-9", "{a:10}"},
      {"control character for a value", "{\"a\":\001}", "Unexpected 5-6", "{a:?}"},
  });
}

TEST(JsonTolerantTest, Brackets) {
  ExpectRows({
      {"bracket for a brace", R"({"a":1])", "MismatchedBracket 6-7 (0-1)", "{a:1}"},
      {"brace for a bracket", "[1}", "MismatchedBracket 2-3 (0-1)", "[1]"},
      {"inner bracket lost", R"({"a":[1})", "MismatchedBracket 7-8 (5-6)", "{a:[1]}"},
      {"inner brace lost", R"([{"a":1])", "MismatchedBracket 7-8 (1-2)", "[{a:1}]"},
      {"wrong inner bracket", R"({"a":{"b":1]})", "MismatchedBracket 11-12 (5-6)", "{a:{b:1}}"},
      {"two levels closed by one", R"({"a":[{"b":1}})", "MismatchedBracket 13-14 (5-6)",
       "{a:[{b:1}]}"},
      {"wrong bracket, and the outer object goes on", R"({"a":[{"b":1],"c":2})",
       "MismatchedBracket 12-13 (6-7)", "{a:[{b:1}],c:2}"},
      {"surplus bracket, and the root goes on", R"({"a":[]],"b":1})", "MismatchedBracket 7-8 (0-1)",
       "{a:[],b:1}"},
      {"a key ends an array that has lost its bracket", R"({"a":[1,2,"b":3})", "Unclosed 9-9 (5-6)",
       "{a:[1,2],b:3}"},
      {"the same without a comma", R"({"a":["x" "b":3})", "Unclosed 9-9 (5-6)", "{a:['x'],b:3}"},
      {"a colon in an inner array is no matter of the outer one", R"({"a":[["x":1],2,"b":3})",
       "Unexpected 10-11, Unclosed 15-15 (5-6)", "{a:[['x',1],2],b:3}"},
      {"an object ends an object that has lost its brace", R"([{"a":1,{"b":2}])",
       "Unclosed 7-7 (1-2)", "[{a:1},{b:2}]"},
      {"the same without a comma", R"([{"a":1 {"b":2}])", "Unclosed 7-7 (1-2)", "[{a:1},{b:2}]"},
      {"end in an object", R"({"a":1)", "Unclosed 6-6 (0-1)", "{a:1}"},
      {"end after an opening brace", "{", "Unclosed 1-1 (0-1)", "{}"},
      {"end after an opening bracket", "[", "Unclosed 1-1 (0-1)", "[]"},
      {"end after a comma", "[1,", "Unclosed 3-3 (0-1)", "[1]"},
      {"end after a key", R"({"a")", "Unclosed 4-4 (0-1)", "{a:?}"},
      {"end after a colon", R"({"a":)", "Unclosed 5-5 (0-1)", "{a:?}"},
      {"end in several containers: the innermost", R"({"a":[{"b":1)", "Unclosed 12-12 (6-7)",
       "{a:[{b:1}]}"},
      {"end of the outer object", R"({"a":{"b":1})", "Unclosed 12-12 (0-1)", "{a:{b:1}}"},
      {"outer braces missing", R"("a":1,"b":2)", "MissingBraces 0-1", "{a:1,b:2}"},
      {"opening brace missing", R"("a":1,"b":2})", "MissingBraces 0-1", "{a:1,b:2}"},
      {"outer braces and a value missing", R"("a":)", "MissingBraces 0-1, MissingValue 4-4 (0-3)",
       "{a:?}"},
  });
}

TEST(JsonTolerantTest, TextAroundTheValue) {
  ExpectRows({
      {"empty text", "", "Empty 0-0", "?"},
      {"blanks alone", " \t\r\n ", "Empty 5-5", "?"},
      {"comment alone", "# c\n", "Comment 0-3, Empty 4-4", "?"},
      {"byte order mark", "\xEF\xBB\xBF{}", "ByteOrderMark 0-3", "{}"},
      {"byte order mark alone", "\xEF\xBB\xBF", "ByteOrderMark 0-3, Empty 3-3", "?"},
      {"second byte order mark", "\xEF\xBB\xBF\xEF\xBB\xBF{}", "ByteOrderMark 0-3, Unexpected 3-6",
       "{}"},
      {"UTF-16, little end first", std::string("\xFF\xFE{\000}\000", 6), "Utf8 0-2", "?"},
      {"UTF-16, big end first", std::string("\xFE\xFF\000{\000}", 6), "Utf8 0-2", "?"},
      {"UTF-16 without a mark", std::string("{\000\"\000a\000\"\000", 8), "Utf8 0-2", "?"},
      {"UTF-16 without a mark, big end first", std::string("\000{\000\"\000a", 6), "Utf8 0-2", "?"},
      {"word after the value", "{} x", "TextAfterValue 3-4", "{}"},
      {"second value", "{}{}", "TextAfterValue 2-4", "{}"},
      {"surplus brace", "{}}", "TextAfterValue 2-3", "{}"},
      {"surplus bracket on its own line", "{}\n]\n", "TextAfterValue 3-4", "{}"},
      {"several lines: all of them", "{}\nx\ny \n", "TextAfterValue 3-6", "{}"},
      {"semicolon", "{};", "TextAfterValue 2-3", "{}"},
      {"comment after the value is a comment", "{} // c", "Comment 3-7", "{}"},
      {"comment and text after the value", "{} /* c */ x", "Comment 3-10, TextAfterValue 11-12",
       "{}"},
      {"NUL after the value, at which C-core stops", std::string("{}\000garbage", 10), "Nul 2-3",
       "{}"},
      {"NUL and blanks after the value", std::string("{}\000\000 \n", 6), "Nul 2-3", "{}"},
      {"NUL alone", std::string("\000", 1), "Nul 0-1", "?"},
      {"NUL before the value", std::string("\000{}", 3), "Nul 0-1", "{}"},
      {"NUL inside, and text after the value", std::string("{\000} x", 5),
       "Nul 1-2, TextAfterValue 4-5", "{}"},
      {"closing bracket alone", "]", "Unexpected 0-1", "?"},
      {"closing brackets, then a value", "]]{}", "Unexpected 0-2", "{}"},
      {"prose", "hello world", "BareWord 0-5", "~hello~!"},
      {"markup", "<html>\n<p>", "BareWord 0-6", "~<html>~!"},
      {"TXT record", "grpc_config=[{}]", "BareWord 0-11", "~grpc_config~!"},
  });
}

}  // namespace
}  // namespace grpcfg
