#include "dns/published/compare_served.h"

#include <string>
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
  static const auto& text = *new std::string(TextOf({ChoiceOf(ConfigOf(3))}));
  return text;
}
const std::string& Four() {
  static const auto& text = *new std::string(TextOf({ChoiceOf(ConfigOf(4))}));
  return text;
}

std::vector<std::string> StatesOf(const std::vector<ServedBy>& served,
                                  const IntendedTexts& intended) {
  std::vector<std::string> states;
  for (const ComparedAnswer& answer :
       CompareServed(FoundAt(served), intended, AskedFor("go")).answers) {
    states.emplace_back(PublishedStateName(answer.state));
  }
  return states;
}

TEST(CompareServedTest, EachServer) {
  const IntendedTexts intended = {.config = {{Three(), 60}}};
  EXPECT_THAT(StatesOf({{.config = {{Three()}}},
                        {.config = {{Three() + " "}}},
                        {.config = {{Four()}}},
                        {},
                        {.config = std::nullopt}},
                       intended),
              ElementsAre("identical", "equivalent", "differs", "missing", "unheard"));
  EXPECT_THAT(StatesOf({{}, {.config = {{Three()}}}}, {}), ElementsAre("identical", "unexpected"));
}

// The order of an answer is nobody's, and what is no config is not looked at.
TEST(CompareServedTest, SeveralRecords) {
  const IntendedTexts intended = {.config = {{Three()}, {Four()}}};
  EXPECT_THAT(StatesOf({{.config = {{"v=spf1 -all", Four(), Three()}}},
                        {.config = {{Four()}}},
                        {.config = {{Four(), Three(), Three() + " "}}}},
                       intended),
              ElementsAre("identical", "differs", "differs"));
}

TEST(CompareServedTest, TheHostItself) {
  EXPECT_THAT(StatesOf({{.config = {{Three()}}, .host = {{Three()}}}}, {.config = {{Three()}}}),
              ElementsAre("identical", "unexpected"));
  EXPECT_THAT(StatesOf({{.config = {{Three()}}, .host = {{"v=spf1"}}}},
                       {.config = {{Three()}}, .host = {{Three()}}}),
              ElementsAre("identical", "missing"));
  EXPECT_THAT(StatesOf({{.config = {{Three()}}, .host = std::nullopt}}, {.config = {{Three()}}}),
              ElementsAre("identical"));
}

TEST(CompareServedTest, TheGravestCounts) {
  const auto worst = [](const std::vector<ServedBy>& served) {
    return CompareServed(FoundAt(served), {.config = {{Three()}}}, AskedFor("go")).Worst();
  };
  EXPECT_EQ(worst({{.config = {{Three()}}}}), PublishedState::kIdentical);
  EXPECT_EQ(worst({{.config = {{Four()}}}, {.config = {{Three()}}}}), PublishedState::kDiffers);
  EXPECT_EQ(worst({{.config = std::nullopt}, {}}), PublishedState::kUnheard);
}

// That of a resolver counts down.
TEST(CompareServedTest, TimesToLive) {
  const auto answer = [](bool is_authoritative) {
    return CompareServed(FoundAt({{.config = {{Three()}}, .is_authoritative = is_authoritative}}),
                         {.config = {{Three(), 300}}}, AskedFor("go"))
        .answers.front();
  };
  EXPECT_EQ(answer(true).served_ttl, 60);
  EXPECT_EQ(answer(true).intended_ttl, 300);
  EXPECT_FALSE(answer(false).served_ttl);
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
  ASSERT_EQ(shop.config.size(), 1);
  EXPECT_EQ(shop.config[0].octets, R"(grpc_config=[{"serviceConfig":{}}])");
  EXPECT_EQ(shop.config[0].ttl, 300);
  ASSERT_EQ(shop.host.size(), 1);
  EXPECT_EQ(IntendedIn(zone, "www.test.").config.size(), 1);
  EXPECT_THAT(IntendedIn(zone, "nobody.test.").config, IsEmpty());
}

TEST(CompareServedTest, WhyNothingIsKnown) {
  const PublishedComparison comparison =
      CompareServed(FoundAt({{.config = std::nullopt}}), {.config = {{Three()}}}, AskedFor("go"));
  EXPECT_THAT(comparison.answers.front().problem, HasSubstr("192.0.2.1:53 does not answer"));
}

}  // namespace
}  // namespace grpcfg
