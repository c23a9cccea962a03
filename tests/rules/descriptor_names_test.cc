// Names looked up in descriptors: one finding for one cause, and an end to guessing.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/rules/described_api.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

Api Shop() {
  Api api;
  api.services = {DescribeService("shop.v1.Orders", {{"Get"}, {"List"}})};
  api.packages = {"shop.v1"};
  return api;
}

// `names` as they stand in the text, with commas between them.
Report Check(const Api& api, absl::string_view names) {
  const std::string text = absl::StrCat(R"({"methodConfig": [{"name": [{}]}, {"name": [)", names,
                                        R"(], "timeout": "5s"}]})");
  return Validate(ParseDocument(text, DocumentKind::kConfig), DefaultTargets(), AllRules(), &api);
}

std::vector<std::string> RulesOnNames(absl::string_view names) {
  std::vector<std::string> rules;
  for (const Diagnostic& diagnostic : Check(Shop(), names).diagnostics) {
    const bool is_on_name = absl::StartsWith(diagnostic.pointer, "/methodConfig/1/name/");
    if (is_on_name) rules.emplace_back(diagnostic.rule);
  }
  return rules;
}

TEST(DescriptorNamesTest, OneCauseIsOneFinding) {
  for (const char* const service :
       {"shop.v1.Orders ", ".shop.v1.Orders", "shop.v1.Orders.", "shop.v1.*", "*", "shop..Orders",
        "/shop.v1.Orders", "shop.v1.Orders/Get", "localhost:80", "other.v1.Carts."}) {
    EXPECT_THAT(RulesOnNames(absl::StrCat(R"({"service": ")", service, "\"}")),
                testing::ElementsAre("service-not-found"))
        << service;
  }
  for (const char* const method :
       {"Get ", ".Get", "*", "/Get", "/shop.v1.Orders/Get", "Get List"}) {
    EXPECT_THAT(
        RulesOnNames(absl::StrCat(R"({"service": "shop.v1.Orders", "method": ")", method, "\"}")),
        testing::ElementsAre("method-not-found"))
        << method;
  }
}

TEST(DescriptorNamesTest, AStrayCharacterOfAllNamesOfAServiceIsOneFinding) {
  EXPECT_THAT(RulesOnNames(R"({"service": "shop.v1.Orders ", "method": "Get"},
                              {"service": "shop.v1.Orders ", "method": "List"})"),
              testing::ElementsAre("service-not-found"));
}

// Where the service is not there, the method is not looked up.
TEST(DescriptorNamesTest, AMethodThatIsNotLookedUpIsJudgedByItsLetters) {
  EXPECT_THAT(RulesOnNames(R"({"service": "grpc.health.v1.Health", "method": "Check "})"),
              testing::ElementsAre("name-not-protobuf"));
}

TEST(DescriptorNamesTest, ServicesOfGrpcNeedNoDescriptors) {
  for (const char* const service :
       {"grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection",
        "grpc.reflection.v1alpha.ServerReflection", "grpc.channelz.v1.Channelz",
        "grpc.lookup.v1.RouteLookupService", "google.longrunning.Operations"}) {
    EXPECT_THAT(RulesOnNames(absl::StrCat(R"({"service": ")", service, "\"}")), testing::IsEmpty())
        << service;
  }
}

// A name with a slash is reported at each place, as name-never-matches would.
TEST(DescriptorNamesTest, ASlashIsReportedOnceAtEachName) {
  EXPECT_THAT(RulesOnNames(R"({"service": "/shop.v1.Orders", "method": "Get"},
                              {"service": "/shop.v1.Orders", "method": "List"})"),
              testing::ElementsAre("service-not-found", "service-not-found"));
}

std::string MessageOnName(const Api& api, absl::string_view service) {
  const Report report = Check(api, absl::StrCat(R"({"service": ")", service, "\"}"));
  const auto found = std::find_if(
      report.diagnostics.begin(), report.diagnostics.end(), [](const Diagnostic& diagnostic) {
        return absl::StartsWith(diagnostic.pointer, "/methodConfig/1/name/");
      });
  return found == report.diagnostics.end() ? "" : found->message;
}

TEST(DescriptorNamesTest, SeveralPackagesHaveAServiceOfThatName) {
  Api api = Shop();
  api.services.push_back(DescribeService("bank.v1.Orders", {{"Get"}}));
  api.packages.emplace_back("bank.v1");
  EXPECT_EQ(MessageOnName(api, "other.Orders"),
            "there is no service `other.Orders`; services of that name: `shop.v1.Orders` and "
            "`bank.v1.Orders`");
}

// What the config names beside it is another service than the one that is missing.
TEST(DescriptorNamesTest, AServiceThatIsNamedIsNotSuggested) {
  EXPECT_THAT(RulesOnNames(R"({"service": "other.Orders"}, {"service": "shop.v1.Orders"})"),
              testing::ElementsAre("service-not-described"));
  EXPECT_THAT(RulesOnNames(R"({"service": "other.Orders"}, {"service": "grpc.health.v1.Health"})"),
              testing::ElementsAre("service-not-found"));
}

// A guess looks at all services; a generated config must not ask for millions of guesses.
TEST(DescriptorNamesTest, FewOfManyNamesAreGuessedAt) {
  constexpr int kMany = 2000;
  Api api;
  std::string names;
  ApiService large = DescribeService("shop.v1.Z", {});
  for (int i = 0; i < kMany; ++i) {
    const int number = 10000 + i;
    api.services.push_back(DescribeService(absl::StrCat("shop.v1.Service", number), {{"Get"}}));
    absl::StrAppend(&names, i == 0 ? "" : ",", R"({"service": "shop.v1.Service)", number,
                    "Grpc\"}");
    absl::StrAppend(&names, R"(,{"service": "shop.v1.Z", "method": "get_)", number, "\"}");
    large.methods.push_back(Describe({.name = absl::StrCat("Get", number)}));
  }
  api.services.push_back(std::move(large));
  api.packages = {"shop.v1"};
  const Report report = Check(api, names);
  EXPECT_EQ(report.Count(Severity::kError), 2U * kMany);
  for (const char* const rule : {"service-not-found", "method-not-found"}) {
    const auto guessed = std::count_if(
        report.diagnostics.begin(), report.diagnostics.end(), [&](const Diagnostic& diagnostic) {
          return diagnostic.rule == rule && absl::StrContains(diagnostic.message, ";");
        });
    EXPECT_EQ(guessed, 100) << rule;
  }
}

}  // namespace
}  // namespace grpcfg
