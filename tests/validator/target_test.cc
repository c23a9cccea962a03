#include "validator/target.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> Spellings(absl::string_view list) {
  const auto targets = ParseTargets(list);
  std::vector<std::string> spellings;
  EXPECT_TRUE(targets.ok()) << targets.status().message();
  if (!targets.ok()) return spellings;
  for (const Target& target : *targets) spellings.push_back(target.spelling);
  return spellings;
}

TEST(TargetTest, KeepsTheOrderOfTheUser) {
  EXPECT_THAT(Spellings("spec"), ElementsAre("spec"));
  EXPECT_THAT(Spellings("gapic,spec"), ElementsAre("gapic", "spec"));
  EXPECT_THAT(Spellings(" spec , gapic "), ElementsAre("spec", "gapic"));
}

TEST(TargetTest, NamesEachOnce) {
  EXPECT_THAT(Spellings("spec,gapic,spec,gapic"), ElementsAre("spec", "gapic"));
}

TEST(TargetTest, GivesTheProfile) {
  const auto targets = *ParseTargets("spec,gapic");
  EXPECT_EQ(targets[0].profile, &SpecProfile());
  EXPECT_EQ(targets[1].profile, &GapicProfile());
}

TEST(TargetTest, UnknownNamesAreErrors) {
  for (const absl::string_view list : {"", ",", "spec,", "core", "Spec", "spec gapic", "spec@1"}) {
    const auto targets = ParseTargets(list);
    ASSERT_FALSE(targets.ok()) << list;
    EXPECT_EQ(targets.status().code(), absl::StatusCode::kInvalidArgument) << list;
    EXPECT_THAT(std::string(targets.status().message()), HasSubstr("spec, gapic")) << list;
  }
}

TEST(TargetTest, DefaultIsTheSpec) {
  ASSERT_EQ(DefaultTargets().size(), 1U);
  EXPECT_EQ(DefaultTargets()[0].spelling, "spec");
}

}  // namespace
}  // namespace grpcfg
