// What a name that no descriptor has is taken for, and what it must not be taken for.
#include "rules/name_mistakes.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "schema/protobuf/proto_files.h"

namespace grpcfg {
namespace {

const Api& Shop() {
  static const Api kShop = *ReadProtoText(R"(syntax = "proto3";
      package google.shop.v1;
      message M {}
      service Orders {
        rpc GetOrder(M) returns (M);
        rpc ListOrders(M) returns (M);
        rpc CreateOrder(M) returns (M);
        rpc GetPolicy(M) returns (M);
        rpc RunJob(M) returns (M);
      }
      service Carts { rpc EmptyCart(M) returns (M); }
      service PaymentService { rpc Pay(M) returns (M); })");
  return kShop;
}

struct Row {
  const char* name;
  const char* written;
  NameMistake mistake;
  std::vector<absl::string_view> names;
};

const Row kServices[] = {
    {"dot", "google.shop.v1.Orders.", NameMistake::kStray, {"google.shop.v1.Orders"}},
    {"blank", " google.shop.v1.Orders", NameMistake::kStray, {"google.shop.v1.Orders"}},
    {"slash", "/google.shop.v1.Orders", NameMistake::kStray, {"google.shop.v1.Orders"}},
    {"path", "google.shop.v1.Orders/GetOrder", NameMistake::kPath, {"google.shop.v1.Orders"}},
    {"path of a call",
     "/google.shop.v1.Orders/GetOrder",
     NameMistake::kPath,
     {"google.shop.v1.Orders"}},
    {"path with dots",
     "google.shop.v1.Orders.GetOrder",
     NameMistake::kPath,
     {"google.shop.v1.Orders"}},
    {"path of no method", "google.shop.v1.Orders/Refund", NameMistake::kNone, {}},
    {"snake case",
     "google.shop.v1.payment_service",
     NameMistake::kOtherStyle,
     {"google.shop.v1.PaymentService"}},
    {"class of Java",
     "google.shop.v1.OrdersGrpc",
     NameMistake::kMisspelt,
     {"google.shop.v1.Orders"}},
    {"class of Java again",
     "google.shop.v1.PaymentServiceGrpc",
     NameMistake::kMisspelt,
     {"google.shop.v1.PaymentService"}},
    {"wildcard", "google.shop.v1.*", NameMistake::kNone, {}},
    {"case", "google.shop.v1.orders", NameMistake::kLetterCase, {"google.shop.v1.Orders"}},
    {"package",
     "google.shop.v1",
     NameMistake::kPackage,
     {"google.shop.v1.Carts", "google.shop.v1.Orders", "google.shop.v1.PaymentService"}},
    {"version",
     "google.shop.v2beta1.Orders",
     NameMistake::kOtherVersion,
     {"google.shop.v1.Orders"}},
    {"two versions",
     "google.shop.v1main.v1.Orders",
     NameMistake::kOtherVersion,
     {"google.shop.v1.Orders"}},
    {"no version", "google.shop.Orders", NameMistake::kOtherVersion, {"google.shop.v1.Orders"}},
    {"plural", "google.shop.v1.Order", NameMistake::kMisspelt, {"google.shop.v1.Orders"}},
    {"suffix", "google.shop.v1.OrdersService", NameMistake::kMisspelt, {"google.shop.v1.Orders"}},
    {"no suffix",
     "google.shop.v1.Payment",
     NameMistake::kMisspelt,
     {"google.shop.v1.PaymentService"}},
    {"missing dot", "google.shop.v1Orders", NameMistake::kMisspelt, {"google.shop.v1.Orders"}},
    {"too much",
     "com.google.shop.v1.Orders",
     NameMistake::kOtherPackage,
     {"google.shop.v1.Orders"}},
    {"too little", "shop.v1.Orders", NameMistake::kOtherPackage, {"google.shop.v1.Orders"}},
    {"none", "Orders", NameMistake::kOtherPackage, {"google.shop.v1.Orders"}},
    {"a part in the middle",
     "google.shop.online.v1.Orders",
     NameMistake::kOtherPackage,
     {"google.shop.v1.Orders"}},
    {"a service of the same name in a package of its own",
     "google.stocks.v1.Orders",
     NameMistake::kNone,
     {}},
    {"nothing near", "google.shop.v1.Invoices", NameMistake::kNone, {}},
    {"empty", "", NameMistake::kNone, {}},
    {"nothing but dots", "...", NameMistake::kNone, {}},
};

TEST(NameMistakesTest, Services) {
  for (const Row& row : kServices) {
    const NameGuess guess = GuessService(Shop(), row.written);
    EXPECT_EQ(guess.mistake, row.mistake) << row.name;
    EXPECT_THAT(guess.names, testing::ElementsAreArray(row.names)) << row.name;
  }
}

TEST(NameMistakesTest, Methods) {
  const Row rows[] = {
      {"blank", " GetOrder", NameMistake::kStray, {"GetOrder"}},
      {"path", "/google.shop.v1.Orders/GetOrder", NameMistake::kPath, {"GetOrder"}},
      {"short path", "Orders/GetOrder", NameMistake::kPath, {"GetOrder"}},
      {"path with dots", "google.shop.v1.Orders.GetOrder", NameMistake::kPath, {"GetOrder"}},
      {"path of another service",
       "/google.shop.v1.Carts/EmptyCart",
       NameMistake::kSibling,
       {"google.shop.v1.Carts"}},
      {"snake case", "get_order", NameMistake::kOtherStyle, {"GetOrder"}},
      {"wildcard", "*", NameMistake::kNone, {}},
      {"wildcard after a method", "GetOrder*", NameMistake::kNone, {}},
      {"case", "getOrder", NameMistake::kLetterCase, {"GetOrder"}},
      {"plural", "ListOrder", NameMistake::kMisspelt, {"ListOrders"}},
      {"letters", "CreateOdrer", NameMistake::kMisspelt, {"CreateOrder"}},
      {"letters of the verb", "CraeteOrder", NameMistake::kMisspelt, {"CreateOrder"}},
      {"another verb", "SetPolicy", NameMistake::kNone, {}},
      {"another verb again", "DeleteOrder", NameMistake::kNone, {}},
      {"another thing", "GetOwner", NameMistake::kNone, {}},
      {"another service's", "EmptyCart", NameMistake::kSibling, {"google.shop.v1.Carts"}},
      {"nothing near", "Refund", NameMistake::kNone, {}},
  };
  const ApiService& orders = *Shop().FindService("google.shop.v1.Orders");
  for (const Row& row : rows) {
    const NameGuess guess = GuessMethod(Shop(), orders, row.written);
    EXPECT_EQ(guess.mistake, row.mistake) << row.name;
    EXPECT_THAT(guess.names, testing::ElementsAreArray(row.names)) << row.name;
  }
}

TEST(NameMistakesTest, AMethodOfAnotherVersion) {
  Api api = Shop();
  ApiService& older = api.services.emplace_back();
  older.name = "google.shop.v1alpha.Orders";
  older.methods.emplace_back().name = "Refund";
  const NameGuess guess = GuessMethod(api, *api.FindService("google.shop.v1.Orders"), "Refund");
  EXPECT_EQ(guess.mistake, NameMistake::kOtherVersion);
  EXPECT_THAT(guess.names, testing::ElementsAre("google.shop.v1alpha.Orders"));
}

// Ten are shown, and those must be the ones that are nearest.
TEST(NameMistakesTest, TheMostSimilarComeFirst) {
  std::vector<std::string> names;
  names.reserve(1000);
  for (int i = 0; i < 1000; ++i) names.push_back("M" + std::to_string(i));
  std::vector<absl::string_view> views(names.begin(), names.end());
  SortByLikeness("M77", views);
  EXPECT_EQ(views.size(), 1000U);
  views.resize(3);
  EXPECT_THAT(views, testing::ElementsAre("M77", "M777", "M7"));
}

TEST(NameMistakesTest, Mixins) {
  for (const char* const method : {"GetLocation", "ListLocations"}) {
    EXPECT_EQ(MixinOf(method), "google.cloud.location.Locations") << method;
  }
  for (const char* const method : {"GetIamPolicy", "SetIamPolicy", "TestIamPermissions"}) {
    EXPECT_EQ(MixinOf(method), "google.iam.v1.IAMPolicy") << method;
  }
  for (const char* const verb : {"Cancel", "Delete", "Get", "Wait"}) {
    EXPECT_EQ(MixinOf(absl::StrCat(verb, "Operation")), "google.longrunning.Operations") << verb;
  }
  EXPECT_EQ(MixinOf("ListOperations"), "google.longrunning.Operations");
  EXPECT_EQ(MixinOf("GetOrder"), "");
  EXPECT_TRUE(IsMixinService("google.longrunning.Operations"));
  EXPECT_FALSE(IsMixinService("google.shop.v1.Orders"));
}

}  // namespace
}  // namespace grpcfg
