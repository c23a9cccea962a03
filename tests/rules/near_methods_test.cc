#include "rules/near_methods.h"

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

const std::vector<RequestedName> kNames = {
    {"shop.v1.Orders", ""},      {"shop.v1.Orders", "Create"}, {"shop.v1.Carts", "AddItem"},
    {"shop.v1.Carts", "Remove"}, {"bank.Accounts", "Open"},    {"", ""},
};

struct NearRow {
  const char* why;
  RequestedName plan;
  const char* near;
};

constexpr NearRow kRows[] = {
    {"a service that is named as a whole",
     {"shop.v1.Order", "Anything"},
     "shop.v1.Orders/Anything"},
    {"another version", {"shop.v2.Orders", "Create"}, "shop.v1.Orders/Create"},
    {"without its package", {"Orders", "Create"}, "shop.v1.Orders/Create"},
    {"the service alone", {"shop.v1.orders", ""}, "shop.v1.Orders"},
    {"a misspelt method", {"shop.v1.Carts", "AddItems"}, "shop.v1.Carts/AddItem"},
    {"both misspelt", {"shop.v1.Cart", "addItem"}, "shop.v1.Carts/AddItem"},
    {"a method of a sibling", {"shop.v1.Carts", "Create"}, ""},
    {"a path with a dot", {"bank.Accounts.Open", ""}, "bank.Accounts/Open"},
    {"the same of a service named as a whole", {"shop.v1.Orders.Get", ""}, "shop.v1.Orders/Get"},
    {"nothing near", {"weather.Forecast", "Get"}, ""},
    {"another method", {"bank.Accounts", "Close"}, ""},
};

TEST(NearMethodsTest, Rows) {
  const Api api = ApiOf(kNames);
  ASSERT_EQ(api.services.size(), 3U);
  for (const NearRow& row : kRows) {
    EXPECT_EQ(absl::StrJoin(NearMethods(api, row.plan), ", "), row.near) << row.why;
  }
}

// `a.B/C` as a service is no name that a call could have.
TEST(NearMethodsTest, NoServiceHasASlash) {
  const Api api = ApiOf({{{"a.B/C", ""}}});
  EXPECT_TRUE(NearMethods(api, {"a.B", "C"}).empty());
  EXPECT_TRUE(NearMethods(api, {"a.B/C", ""}).empty());
}

TEST(NearMethodsTest, FewAreListed) {
  const std::vector<RequestedName> names = {
      {"a.V1", ""}, {"a.V2", ""}, {"a.V3", ""}, {"a.V4", ""}, {"a.V5", ""}};
  EXPECT_EQ(NearMethods(ApiOf(names), {"a.V6", "M"}).size(), 3U);
}

}  // namespace
}  // namespace grpcfg
