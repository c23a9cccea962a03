// What patterns of suppressions stand for: places, methods, files and days.
#include "validator/project/suppressions.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "validator/project/date.h"
#include "validator/project/path_glob.h"
#include "validator/project/pattern_map.h"

namespace grpcfg {
namespace {

struct MatchRow {
  const char* pattern;
  const char* text;
  bool matches;
};

bool Matches(const Pattern& pattern, absl::string_view text) {
  PatternMap<int> map;
  map.Of({.text = "another"}) = 1;
  map.Of(pattern) = 2;
  map.Close();
  bool is_found = false;
  map.ForEach(text, [&](int value) { is_found = is_found || value == 2; });
  return is_found;
}

TEST(WildcardTest, Rules) {
  const MatchRow rows[] = {
      {"retry-backoff-order", "retry-backoff-order", true},
      {"retry-*", "retry-backoff-order", true},
      {"retry-*", "hedging-retry-x", false},
      {"*", "retry-backoff-order", true},
      {"re*order", "retry-backoff-order", false},
  };
  for (const MatchRow& row : rows) {
    EXPECT_EQ(Matches(RulePattern(row.pattern), row.text), row.matches) << row.pattern;
    EXPECT_EQ(NamesRule(row.pattern, row.text), row.matches) << row.pattern;
  }
}

// No two values for one pattern, and one for each of many that stand for a text.
TEST(WildcardTest, ManyPatterns) {
  PatternMap<int> map;
  for (int i = 0; i < 5000; ++i) {
    map.Of(PointerPattern(absl::StrCat("/a/*/x", i))) += i;
    map.Of(PointerPattern("/a/**")) += 1;
  }
  map.Close();
  std::vector<int> found;
  map.ForEach("/a/b/x4321", [&](int value) { found.push_back(value); });
  EXPECT_THAT(found, testing::UnorderedElementsAre(4321, 5000));
}

TEST(WildcardTest, Pointers) {
  const MatchRow rows[] = {
      {"/methodConfig/0/timeout", "/methodConfig/0/timeout", true},
      {"/methodConfig/*/timeout", "/methodConfig/12/timeout", true},
      {"/methodConfig/*/timeout", "/methodConfig/0/retryPolicy/timeout", false},
      {"/methodConfig/*", "/methodConfig/0/timeout", false},
      {"/methodConfig/**", "/methodConfig/0/timeout", true},
      {"/methodConfig/*/retry*/max*", "/methodConfig/0/retryPolicy/maxAttempts", true},
      {"**/timeout", "/methodConfig/0/timeout", true},
      {"", "", true},
      {"", "/a", false},
      {"/a", "/ab", false},
      {"/a*b*c", "/a1b2c", true},
      {"/a*b*c", "/a1b2", false},
      {"**", "", true},
      {"/a~1b", "/a~1b", true},
      {"/a.b*", "/a1b2", false},
      {"/a\n*", "/a\nb", true},
      {"/\xE4*", "/\xE4\xF6", true},
  };
  for (const MatchRow& row : rows) {
    EXPECT_EQ(Matches(PointerPattern(row.pattern), row.text), row.matches)
        << row.pattern << " " << row.text;
  }
}

TEST(WildcardTest, Methods) {
  const MatchRow rows[] = {
      {"shop.v1.Orders/GetOrder", "shop.v1.Orders/GetOrder", true},
      {"/shop.v1.Orders/GetOrder", "shop.v1.Orders/GetOrder", true},
      {"shop.v1.Orders/Get*", "shop.v1.Orders/GetOrder", true},
      {"shop.v1.Orders/Get*", "shop.v1.Orders/*", false},
      {"shop.v1.Orders/*", "shop.v1.Orders/*", true},
      {"shop.v1.Orders/*", "shop.v1.Orders/GetOrder", true},
      {"shop.v1.Orders", "shop.v1.Orders/GetOrder", true},
      {"shop.v1.Orders", "shop.v1.Orders/*", true},
      {"shop.v1.Order", "shop.v1.Orders/*", false},
      {"shop.*/GetOrder", "shop.v1.Orders/GetOrder", true},
      {"shop.*", "shop.v1.Orders/GetOrder", true},
      {"shop.*", "*", false},
      {"*", "*", true},
      {"*", "shop.v1.Orders/*", true},
  };
  for (const MatchRow& row : rows) {
    EXPECT_EQ(Matches(MethodPattern(row.pattern), row.text), row.matches)
        << row.pattern << " " << row.text;
  }
}

TEST(WildcardTest, AVeryLongPatternStandsForNothing) {
  const std::string name(100'000, 'a');
  EXPECT_TRUE(Matches(PointerPattern(name), name));
  EXPECT_FALSE(Matches(PointerPattern(absl::StrCat(name, "*")), name));
}

TEST(PathGlobTest, Holds) {
  const MatchRow rows[] = {
      {"orders.json", "orders.json", true},
      {"orders.json", "a/orders.json", true},
      {"/orders.json", "a/orders.json", false},
      {"a/orders.json", "a/orders.json", true},
      {"a/orders.json", "b/a/orders.json", false},
      {"a/orders", "a/orders.json", false},
      {"a/b", "a/b/orders.json", true},
      {"a/", "a/b/orders.json", true},
      {"a", "a/b/orders.json", true},
      {"a/*", "a/b/orders.json", true},
      {"a/*.json", "a/b/orders.json", false},
      {"**/b/*.json", "a/b/orders.json", true},
      {"*.json", "../a/orders.json", true},
  };
  for (const MatchRow& row : rows) {
    EXPECT_EQ(PathGlob({{row.pattern}}).Holds(row.text), row.matches)
        << row.pattern << " " << row.text;
  }
  EXPECT_TRUE(PathGlob({}).Holds("orders.json"));
  EXPECT_FALSE(PathGlob({{"a/*"}, {"!a/b.json"}}).Holds("a/b.json"));
}

TEST(DateTest, OnlyDaysOfTheCalendar) {
  for (const char* const day : {"2027-01-31", "2024-02-29", "2000-02-29", "0001-12-01"}) {
    EXPECT_TRUE(ParseDate(day)) << day;
  }
  for (const char* const text :
       {"", "2027-1-31", "2027-02-29", "1900-02-29", "2027-13-01", "2027-00-01", "2027-01-00",
        "2027-04-31", "0000-01-01", "27-01-31", "2027/01/31", "2027-01-31 ", "+027-01-01"}) {
    EXPECT_FALSE(ParseDate(text)) << text;
  }
  EXPECT_LT(*ParseDate("2027-01-31"), *ParseDate("2027-02-01"));
}

}  // namespace
}  // namespace grpcfg
