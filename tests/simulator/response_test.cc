// The list of responses, as people write it.
#include "simulator/schedule/trace.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

std::string Spell(const Response& response) {
  constexpr absl::string_view kFates[] = {"answered", "not-sent", "refused", "silent"};
  std::string text(kFates[static_cast<size_t>(response.fate)]);
  if (response.code) absl::StrAppend(&text, " ", *response.code);
  if (response.pushback) absl::StrAppend(&text, " pushback<", *response.pushback, ">");
  if (response.headers) absl::StrAppend(&text, " headers");
  if (response.over_buffer) absl::StrAppend(&text, " over-buffer");
  if (response.latency) absl::StrAppend(&text, " @", *response.latency);
  return text;
}

std::string Parse(absl::string_view list) {
  const auto responses = ParseResponses(list);
  if (!responses.ok()) return std::string(responses.status().message());
  const auto append = [](std::string* out, const Response& each) { *out += Spell(each); };
  return absl::StrJoin(*responses, "; ", append);
}

struct Row {
  absl::string_view list;
  absl::string_view expected;
};

TEST(ResponseTest, WhatIsRead) {
  const std::vector<Row> rows = {
      {"OK", "answered 0"},
      {"unavailable, 14 ,0,16", "answered 14; answered 14; answered 0; answered 16"},
      {"UNAVAILABLE@200ms,OK@1.5s,OK@2m", "answered 14 @0.2; answered 0 @1.5; answered 0 @120"},
      {"pushback:50ms", "answered pushback<50>"},
      {"pushback:1.5s", "answered pushback<1500>"},
      {"pushback:1m", "answered pushback<60000>"},
      {"pushback:50", "answered pushback<50>"},
      {"pushback:", "answered pushback<>"},
      {"pushback:abc,Pushback:-1", "answered pushback<abc>; answered pushback<-1>"},
      {"pushback:007+ABORTED@3s", "answered 10 pushback<007> @3"},
      {"pushback: 5", "answered pushback< 5>"},
      {"pushback:+5+ABORTED", "answered 10 pushback<+5>"},
      {"pushback:+ABORTED", "answered 10 pushback<>"},
      {"Headers+internal", "answered 13 headers"},
      {"INTERNAL + headers @ 1s", "answered 13 headers @1"},
      {"headers", "answered headers"},
      {"over-buffer+UNAVAILABLE", "answered 14 over-buffer"},
      {"over-buffer+silent", "silent over-buffer"},
      {"not-sent,refused,silent", "not-sent; refused; silent"},
      {"refused@20ms", "refused @0.02"},
      {"OK@1h30m", "answered 0 @5400"},
  };
  for (const Row& row : rows) EXPECT_EQ(Parse(row.list), row.expected) << row.list;
}

constexpr absl::string_view kItems =
    " is not a response; write a status code such as `UNAVAILABLE` or `14`, `pushback:50ms`, "
    "`headers`, `over-buffer`, `not-sent`, `refused` or `silent`";

TEST(ResponseTest, WhatIsRefused) {
  const std::vector<Row> rows = {
      {"OK@", "`` in `OK@` is not a time; write one such as `200ms` or `1.5s`"},
      {"OK@200", "`200` in `OK@200` is not a time; write one such as `200ms` or `1.5s`"},
      {"OK@-1s", "`-1s` in `OK@-1s` is not a time; write one such as `200ms` or `1.5s`"},
      {"OK@1e9s", "`1e9s` in `OK@1e9s` is not a time; write one such as `200ms` or `1.5s`"},
      {"OK@315576000001s",
       "`315576000001s` in `OK@315576000001s` is not a time; write one such as `200ms` or `1.5s`"},
      {"OK@fast", "`fast` in `OK@fast` is not a time; write one such as `200ms` or `1.5s`"},
      {"pushback:0.5ms",
       "`pushback:0.5ms` is not a response; a pushback has whole milliseconds; write it without a "
       "unit to send it as it is"},
      {"OK+14", "`14` is one too many in `OK+14`; put a comma between the answers to two attempts"},
      {"headers+headers",
       "`headers` is one too many in `headers+headers`; put a comma between the answers to two "
       "attempts"},
      {"silent+refused",
       "`refused` is one too many in `silent+refused`; put a comma between the answers to two "
       "attempts"},
      {"OK+pushback:5", "`OK+pushback:5` contradicts itself: OK takes no pushback"},
      {"not-sent+headers",
       "`not-sent+headers` contradicts itself: an attempt that is not sent has no answer; remove "
       "`not-sent`"},
      {"not-sent+over-buffer",
       "`not-sent+over-buffer` contradicts itself: an attempt that is not sent does not fill the "
       "buffer; remove one of them"},
      {"refused+OK",
       "`refused+OK` contradicts itself: a refused attempt has no other answer; remove `refused`"},
      {"silent@1s",
       "`silent@1s` contradicts itself: a silent server gives no answer; remove `silent`"},
  };
  for (const Row& row : rows) EXPECT_EQ(Parse(row.list), row.expected) << row.list;
  for (const absl::string_view item : {"", "17", "-1", "UNAVAILIBLE", "push", "0.5"}) {
    EXPECT_EQ(Parse(item), absl::StrCat("`", item, "`", kItems));
  }
  EXPECT_EQ(Parse("OK,,OK"), absl::StrCat("``", kItems));
  EXPECT_EQ(Parse("\n\x01"), absl::StrCat("`\\x01`", kItems));
  const std::string longest(1000, 'x');
  EXPECT_EQ(Parse(longest), absl::StrCat("`", longest.substr(0, 60), "...`", kItems));
}

TEST(ResponseTest, AsManyAsAreAllowed) {
  const std::string list = absl::StrJoin(std::vector<std::string>(kMaxResponses, "OK"), ",");
  EXPECT_EQ(ParseResponses(list)->size(), kMaxResponses);
  EXPECT_EQ(Parse(list + ",OK"), "more than 1000 responses; trace fewer of them");
}

}  // namespace
}  // namespace grpcfg
