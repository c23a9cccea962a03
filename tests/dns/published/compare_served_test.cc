#include "dns/published/compare_served.h"

#include <string>
#include <utility>
#include <vector>

#include "dns/zone_reader.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/dns/published/published_cases.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string& Three() {
  static const auto& text = *new std::string(ChoicesText({ChoiceOf(ConfigOf(3))}));
  return text;
}
const std::string& Four() {
  static const auto& text = *new std::string(ChoicesText({ChoiceOf(ConfigOf(4))}));
  return text;
}

std::vector<std::string> StatesOf(const std::vector<ServedBy>& served,
                                  const IntendedTexts& intended) {
  std::vector<std::string> states;
  for (const ComparedAnswer& answer :
       CompareServed(FoundAt(served), intended, PlanFor("go")).answers) {
    states.emplace_back(PublishedStateName(answer.state));
  }
  return states;
}

TEST(CompareServedTest, EachServer) {
  const IntendedTexts intended = {.config = {{.octets = Three()}}};
  EXPECT_THAT(StatesOf({{.config = {{Three()}}},
                        {.config = {{Three() + " "}}},
                        {.config = {{Four()}}},
                        {},
                        {.config = std::nullopt}},
                       intended),
              ElementsAre("identical", "equivalent", "differs", "missing", "unheard"));
  EXPECT_THAT(StatesOf({{}, {.config = {{Three()}}}}, {}), ElementsAre("identical", "unexpected"));
}

// The order of an answer has no meaning; each record counts once, and another one keeps clients
// away.
TEST(CompareServedTest, SeveralRecords) {
  const IntendedTexts intended = {.config = {{.octets = Three()}, {.octets = Four()}}};
  EXPECT_THAT(StatesOf({{.config = {{Four(), Three()}}},
                        {.config = {{Four() + " ", Three()}}},
                        {.config = {{Three() + " ", Four() + " "}}},
                        {.config = {{Four()}}},
                        {.config = {{Three(), Three()}}},
                        {.config = {{"v=spf1 -all", Four(), Three()}}},
                        {.config = {{Four(), Three(), Three() + " "}}}},
                       intended),
              ElementsAre("identical", "equivalent", "equivalent", "differs", "differs", "differs",
                          "differs"));
}

TEST(CompareServedTest, TheHostItself) {
  EXPECT_THAT(StatesOf({{.config = {{Three()}}, .host = {{Three()}}}}, {.config = {{Three()}}}),
              ElementsAre("identical", "unexpected"));
  EXPECT_THAT(StatesOf({{.config = {{Three()}}, .host = {{"v=spf1"}}}},
                       {.config = {{Three()}}, .host = {{Three()}}}),
              ElementsAre("identical", "missing"));
  EXPECT_THAT(StatesOf({{.config = {{Three()}}, .host = std::nullopt}}, {.config = {{Three()}}}),
              ElementsAre("identical", "unheard"));
  // Of a config that is not said to be at the host.
  const IntendedTexts optional = {
      .config = {{.octets = Three()}}, .host = {{.octets = Three()}}, .host_is_optional = true};
  EXPECT_THAT(StatesOf({{.config = {{Three()}}}}, optional), ElementsAre("identical"));
  EXPECT_THAT(StatesOf({{.config = {{Three()}}, .host = {{Three()}}}}, optional),
              ElementsAre("identical", "identical"));
  EXPECT_THAT(StatesOf({{.config = {{Three()}}, .host = {{Four()}}}}, optional),
              ElementsAre("identical", "differs"));
}

TEST(CompareServedTest, TheWorstCounts) {
  const auto worst = [](const std::vector<ServedBy>& served) {
    return CompareServed(FoundAt(served), {.config = {{Three()}}}, PlanFor("go")).Worst();
  };
  EXPECT_EQ(worst({{.config = {{Three()}}}}), PublishedState::kIdentical);
  EXPECT_EQ(worst({{.config = {{Four()}}}, {.config = {{Three()}}}}), PublishedState::kDiffers);
  EXPECT_EQ(worst({{.config = std::nullopt}, {}}), PublishedState::kUnanswered);
}

// That of a resolver counts down.
TEST(CompareServedTest, TimesToLive) {
  const auto answer = [](bool is_authoritative) {
    return CompareServed(FoundAt({{.config = {{Three()}}, .is_authoritative = is_authoritative}}),
                         {.config = {{.octets = Three(), .ttl = 300}}}, PlanFor("go"))
        .answers.front();
  };
  EXPECT_EQ(answer(true).served_ttl, 60);
  EXPECT_EQ(answer(true).intended_ttl, 300);
  EXPECT_FALSE(answer(false).served_ttl);
}

// A cut within the attribute hides it from some clients.
TEST(CompareServedTest, Strings) {
  const auto state = [](const std::vector<std::string>& strings, std::vector<size_t> intended) {
    LookedUp found = FoundAt({{.config = {{""}}}});
    found.names.front().answers.front().config.answer.answers.front().strings = strings;
    const PublishedText text = {.octets = "grpc_config=[]", .string_sizes = std::move(intended)};
    return CompareServed(found, {.config = {text}}, PlanFor("go")).Worst();
  };
  EXPECT_EQ(state({"grpc_config=[]"}, {14}), PublishedState::kIdentical);
  EXPECT_EQ(state({"grpc_config=[", "]"}, {}), PublishedState::kIdentical);
  EXPECT_EQ(state({"grpc_config=[", "]"}, {14}), PublishedState::kEquivalent);
  EXPECT_EQ(state({"grpc_", "config=[]"}, {14}), PublishedState::kDiffers);
  EXPECT_EQ(state({"", "grpc_config=[]"}, {14}), PublishedState::kDiffers);
}

// Who says only that others know has not said what is served.
TEST(CompareServedTest, ReferralsAndAliases) {
  const auto state = [](const WireAnswer& answer) {
    LookedUp found = FoundAt({{}});
    found.names.front().answers.front().config.answer = answer;
    return CompareServed(found, {}, PlanFor("go")).Worst();
  };
  const std::string owner(kShopOwner);
  const WireRecord alias = {.owner = owner, .type = 5, .target = "x.other."};
  const WireRecord soa = {.owner = "other.", .type = 6};
  const WireRecord name_server = {.owner = "shop.test.", .type = 2, .target = "ns."};
  EXPECT_EQ(state({.authorities = {name_server}}), PublishedState::kUnanswered);
  EXPECT_EQ(state({.is_authoritative = true, .answers = {alias}}), PublishedState::kUnanswered);
  EXPECT_EQ(state({.is_authoritative = true, .answers = {alias}, .authorities = {soa}}),
            PublishedState::kIdentical);
  EXPECT_EQ(state({.answers = {alias}}), PublishedState::kIdentical);
  const WireRecord record = {.owner = owner, .type = 16, .strings = {Three()}};
  EXPECT_EQ(state({.code = kNoSuchNameCode, .answers = {record}}), PublishedState::kIdentical);
  EXPECT_EQ(state({.answers = {record}}), PublishedState::kUnexpected);
}

TEST(CompareServedTest, ServersWithoutAnAddress) {
  LookedUp found = FoundAt({{.config = {{Three()}}}});
  found.names.front().without_address = {"ns2.other."};
  const PublishedComparison comparison =
      CompareServed(found, {.config = {{.octets = Three()}}}, PlanFor("go"));
  ASSERT_EQ(comparison.answers.size(), 2);
  EXPECT_EQ(comparison.answers[1].server, "ns2.other");
  EXPECT_EQ(comparison.Worst(), PublishedState::kUnanswered);
}

TEST(CompareServedTest, WhatAZoneHas) {
  constexpr char kZone[] = R"($ORIGIN test.
$TTL 300
_grpc_config.shop TXT "grpc_config=" "[{\"serviceConfig\":{}}]"
_grpc_config.shop TXT "v=spf1 -all"
shop TXT "grpc_config=[]"
_grpc_config.www CNAME _grpc_config.shop
)";
  const DnsRecords zone = ReadZone(kZone, {.path = "test.zone"});
  const IntendedTexts shop = IntendedIn(zone, kShop);
  ASSERT_EQ(shop.config.size(), 2);
  EXPECT_EQ(shop.config[0].octets, R"(grpc_config=[{"serviceConfig":{}}])");
  EXPECT_EQ(shop.config[0].ttl, 300);
  ASSERT_EQ(shop.host.size(), 1);
  EXPECT_EQ(IntendedIn(zone, "www.test.").config.size(), 2);
  EXPECT_THAT(IntendedIn(zone, "nobody.test.").config, IsEmpty());
}

TEST(CompareServedTest, WhyNothingIsKnown) {
  const PublishedComparison comparison =
      CompareServed(FoundAt({{.config = std::nullopt}}), {.config = {{Three()}}}, PlanFor("go"));
  EXPECT_THAT(comparison.answers.front().problem, HasSubstr("192.0.2.1:53 does not answer"));
}

}  // namespace
}  // namespace grpcfg
