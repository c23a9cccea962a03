// What patterns of suppressions stand for: places, methods, files and days.
#include "validator/project/suppressions.h"

#include "gtest/gtest.h"
#include "validator/project/date.h"
#include "validator/project/path_glob.h"

namespace grpcfg {
namespace {

struct MatchRow {
  const char* pattern;
  const char* text;
  bool matches;
};

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
  };
  for (const MatchRow& row : rows) {
    EXPECT_EQ(MatchesPointer(row.pattern, row.text), row.matches) << row.pattern << " " << row.text;
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
    EXPECT_EQ(MatchesMethod(row.pattern, row.text), row.matches) << row.pattern << " " << row.text;
  }
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
