// Which lines of `grpcfg batch` are envelopes, and what is in them.
#include "validator/report/batch_answer.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

struct RequestRow {
  absl::string_view why;
  absl::string_view line;
  absl::string_view id;
  absl::string_view text;
  DocumentKind kind = DocumentKind::kConfig;
};

const RequestRow kRequests[] = {
    {"plain", R"({"id": 1, "config": {}})", "1", "{}"},
    {"any value is a config", R"({"id": 1, "config": "{}"})", "1", R"("{}")"},
    {"null is a value", R"({"id": 1, "config": null})", "1", "null"},
    {"bytes as they stand, blanks too", R"({"id":1,"config" : { "a" : [ ] } , "b":0})", "1",
     R"({ "a" : [ ] })"},
    {"id as it stands", R"({"id":  1.0e5 , "config":{}})", "1.0e5", "{}"},
    {"id with escapes", R"({"id":"\u0041\/","config":{}})", R"("\u0041\/")", "{}"},
    {"id is any value", R"({"id":{"a": [1, 1.50]},"config":{}})", R"({"a": [1, 1.50]})", "{}"},
    {"id: a duplicate key is JSON", R"({"id":{"a":1,"a":2},"config":{}})", R"({"a":1,"a":2})",
     "{}"},
    {"id: a lone surrogate is JSON", R"({"id":"\ud800","config":{}})", R"("\ud800")", "{}"},
    {"no id", R"({"config": {}})", "null", "{}"},
    {"order does not matter", R"({"kind":"choices","config":[],"id":"z"})", R"("z")", "[]",
     DocumentKind::kChoices},
    {"a key may be escaped", R"({"i\u0064":1,"\u0063onfig":{}})", "1", "{}"},
    {"CRLF", "{\"id\":1,\"config\":{}}\r", "1", "{}"},
    {"other members are the user's", R"({"id":1,"x":{"config":3},"x":[],"raw_":"","config":{}})",
     "1", "{}"},
    {"keys are exact", R"({"id":1,"Config":2,"KIND":3,"config":{}})", "1", "{}"},

    {"config: duplicate keys", R"({"id":1,"config":{"a":1,"a":2}})", "1", R"({"a":1,"a":2})"},
    {"config: a lone surrogate", R"({"id":1,"config":{"a":"\udc00"}})", "1", R"({"a":"\udc00"})"},
    {"config: invalid UTF-8 in a string", "{\"id\":1,\"config\":{\"\xFF\":\"\xC3\"}}", "1",
     "{\"\xFF\":\"\xC3\"}"},
    {"config: odd numbers", R"({"id":1,"config":[01,+1,.5,1.,-,0x10,1e]})", "1",
     "[01,+1,.5,1.,-,0x10,1e]"},
    {"config: a number of any size", R"({"id":1,"config":1e400})", "1", "1e400"},
    {"config: an odd number alone", R"({"config":01,"id":1})", "1", "01"},
    {"config: odd escapes", R"({"id":1,"config":"\x\u12\'\"}"})", "1", R"("\x\u12\'\"}")"},
    {"config: a raw tab in a string", "{\"id\":1,\"config\":\"\t\"}", "1", "\"\t\""},
    {"config: several faults", R"({"id":1,"config":{"a":01,"a":"\q"},"z":0})", "1",
     R"({"a":01,"a":"\q"})"},

    {"raw", R"({"id":1,"raw":"{\"a\":\u0031}\n"})", "1", "{\"a\":1}\n"},
    {"raw without escapes", R"({"id":1,"raw":"{,"})", "1", "{,"},
    {"raw: a NUL arrives", R"({"id":1,"raw":"{}\u0000x"})", "1", absl::string_view("{}\0x", 4)},
    {"raw: a pair of surrogates", R"({"id":1,"raw":"\ud83d\ude00"})", "1", "\xF0\x9F\x98\x80"},
    {"raw: empty", R"({"id":1,"raw":""})", "1", ""},
    {"b64", R"({"id":1,"b64":"eyJhIjoi/z8ifQ=="})", "1", "{\"a\":\"\xFF?\"}"},
    {"b64 without padding", R"({"id":1,"b64":"eyJhIjoi/z8ifQ"})", "1", "{\"a\":\"\xFF?\"}"},
    {"b64, URL-safe", R"({"id":1,"b64":"eyJhIjoi_z8ifQ=="})", "1", "{\"a\":\"\xFF?\"}"},
    {"b64, URL-safe without padding", R"({"id":1,"b64":"eyJhIjoi_z8ifQ"})", "1",
     "{\"a\":\"\xFF?\"}"},
    {"b64 with an escaped slash", R"({"id":1,"b64":"eyJhIjoi\/z8ifQ"})", "1", "{\"a\":\"\xFF?\"}"},
    {"b64: empty", R"({"id":1,"b64":""})", "1", ""},
    {"raw_hex in either case", R"({"id":1,"raw_hex":"7b7DfF00"})", "1",
     absl::string_view("{}\xFF\0", 4)},
    {"raw_hex: empty", R"({"id":1,"raw_hex":""})", "1", ""},

    {"kind config", R"({"id":1,"kind":"config","config":{}})", "1", "{}"},
    {"kind txt", R"({"id":1,"kind":"txt","raw":"grpc_config=[]"})", "1", "grpc_config=[]",
     DocumentKind::kTxt},
    {"kind with an escape", R"({"id":1,"kind":"t\u0078t","raw":"x"})", "1", "x",
     DocumentKind::kTxt},
};

TEST(BatchRequestTest, Envelopes) {
  for (const RequestRow& row : kRequests) {
    std::string decoded;
    const auto request = ReadBatchRequest(row.line, decoded);
    ASSERT_TRUE(request.ok()) << row.why << ": " << request.status();
    EXPECT_EQ(request->id, row.id) << row.why;
    EXPECT_EQ(request->text, row.text) << row.why;
    EXPECT_EQ(request->kind, row.kind) << row.why;
  }
}

struct MalformedRow {
  absl::string_view why;
  absl::string_view line;
  int column = 0;  // of the fault; 0: the envelope is JSON, but wrong
};

const MalformedRow kMalformed[] = {
    {"no JSON", "hello", 1},
    {"a comment", "# {}", 1},
    {"UTF-16", absl::string_view("{\0}\0", 4), 1},
    {"a byte order mark", "\xEF\xBB\xBF{\"config\":{}}", 1},
    {"a bracket open", R"({"id":1,"config":{})", 20},
    {"a string open", R"({"id":1,"config":"})", 19},
    {"a bracket of the config open", R"({"id":1,"config":{"a":[1}})", 25},
    {"a bracket too many", R"({"id":1,"config":{}}})", 21},
    {"text after the object", R"({"id":1,"config":{}} x)", 22},
    {"two objects", R"({"config":{}}{"config":{}})", 14},
    {"a trailing comma", R"({"id":1,"config":{},})", 20},
    {"a trailing comma in the config", R"({"id":1,"config":{"a":1,}})", 24},
    {"a comma missing", R"({"id":1 "config":{}})", 9},
    {"a comma missing in the config", R"({"id":1,"config":[1 2]})", 21},
    {"a colon missing", R"({"id" 1,"config":{}})", 7},
    {"a value missing", R"({"id":,"config":{}})", 7},
    {"the config missing", R"({"id":1,"config":})", 18},
    {"a value missing in the config", R"({"id":1,"config":{"a":}})", 23},
    {"a comment in the line", R"({"id":1,/* */"config":{}})", 9},
    {"a comment in the config", R"({"id":1,"config":{/* */}})", 19},
    {"an unquoted key", R"({id:1,"config":{}})", 2},
    {"an unquoted key in the config", R"({"id":1,"config":{a:1}})", 19},
    {"an unquoted key that is not UTF-8", "{\"id\":1,\"config\":{\xFF:1}}", 19},
    {"a word that is not UTF-8", "{\"id\":1,\"config\":\xFF}", 18},
    {"single quotes", R"({"id":1,"config":{'a':1}})", 19},
    {"no braces", R"("id":1,"config":{})", 1},
    {"a bare word", R"({"id":1,"config":nope})", 18},
    {"Python's numbers: what follows a bare word may be part of it", R"({"config":[NaN]})", 12},
    {"Python's literals", R"({"config":True})", 11},
    {"a blank that is none", "{\"id\":1,\xC2\xA0\"config\":{}}", 9},
    {"a NUL between tokens", absl::string_view("{\"id\":1,\0\"config\":{}}", 21), 9},
    {"a NUL in the config", absl::string_view("{\"config\":\"\0\"}", 14), 12},
    {"id: a number that is none", R"({"id":01,"config":{}})", 7},
    {"id: a raw tab", "{\"id\":\"\t\",\"config\":{}}", 8},
    {"id: invalid UTF-8", "{\"id\":\"\xFF\",\"config\":{}}", 8},
    {"id: an escape that is none", R"({"id":"\x","config":{}})", 8},
    {"id after a config with the same fault", R"({"config":01,"id":01})", 19},
    {"another member with a fault", R"({"config":{},"x":01})", 18},
    {"columns are code points", "{\"\xC3\xA9\":1,}", 7},

    {"no object", "[1]"},
    {"a string", R"("config")"},
    {"null", "null"},
    {"nothing to check", R"({"id":1})"},
    {"an empty object", "{}"},
    {"two inputs", R"({"id":1,"config":{},"raw":"{}"})"},
    {"four inputs", R"({"config":{},"raw":"","b64":"","raw_hex":""})"},
    {"id twice", R"({"id":1,"id":1,"config":{}})"},
    {"config twice", R"({"config":{},"config":{}})"},
    {"kind twice, once escaped", R"({"kind":"txt","\u006bind":"txt","raw":""})"},
    {"no such kind", R"({"kind":"zone","config":{}})"},
    {"kind: letter case counts", R"({"kind":"TXT","config":{}})"},
    {"kind auto is of `check`", R"({"kind":"auto","config":{}})"},
    {"kind: no string", R"({"kind":null,"config":{}})"},
    {"raw: no string", R"({"raw":{}})"},
    {"raw: half of a surrogate pair has no bytes", R"({"raw":"\ud800"})"},
    {"raw: the other half", R"({"raw":"\ude00\ud83d"})"},
    {"b64: no string", R"({"b64":1})"},
    {"b64: no base64", R"({"b64":"e30!"})"},
    {"b64: two alphabets", R"({"b64":"-_+/"})"},
    {"b64: a length that is none", R"({"b64":"e30=="})"},
    {"raw_hex: no string", R"({"raw_hex":77})"},
    {"raw_hex: an odd length", R"({"raw_hex":"7b7"})"},
    {"raw_hex: no digit", R"({"raw_hex":"7g"})"},
    {"raw_hex: no prefix", R"({"raw_hex":"0x7b"})"},
};

TEST(BatchRequestTest, MalformedLines) {
  for (const MalformedRow& row : kMalformed) {
    std::string decoded;
    const auto request = ReadBatchRequest(row.line, decoded);
    ASSERT_FALSE(request.ok()) << row.why;
    const std::string message(request.status().message());
    const std::string place = row.column == 0 ? "" : absl::StrCat("column ", row.column, ": ");
    EXPECT_EQ(message.substr(0, place.size()), place) << row.why << "\n" << message;
    EXPECT_EQ(message.find("column ") != std::string::npos, row.column != 0) << row.why;
  }
}

// Of more faults of a kind than a tree keeps it is unknown whether one is outside of the config.
TEST(BatchRequestTest, MoreFaultsThanATreeKeeps) {
  std::string numbers;
  for (uint32_t i = 0; i <= kMaxIssuesPerKind; ++i) absl::StrAppend(&numbers, "01,");
  std::string decoded;
  const std::string in_id = absl::StrCat(R"({"config":[)", numbers, R"(0],"id":01})");
  EXPECT_FALSE(ReadBatchRequest(in_id, decoded).ok());
  std::string keys;
  for (uint32_t i = 0; i <= kMaxIssuesPerKind + 1; ++i) absl::StrAppend(&keys, R"("a":0,)");
  const std::string harmless = absl::StrCat(R"({"config":{)", keys, R"("b":0}})");
  EXPECT_TRUE(ReadBatchRequest(harmless, decoded).ok());
}

}  // namespace
}  // namespace grpcfg
