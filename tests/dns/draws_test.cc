// What C-core 1.51.1 drew in every process, and that samples are what they say.
#include "dns/selection.h"

#include "gtest/gtest.h"
#include "validator/engine/target.h"

namespace grpcfg {
namespace {

Selection HalfAndHalf(double first) {
  Selection selection;
  selection.shares = {{SelectionOutcome::kChoice, 0, first},
                      {SelectionOutcome::kNone, {}, 1 - first}};
  return selection;
}

// The draws 83, 86, 77, 15, 93, 35, ... against `percentage` 50: 000101001101000111011001.
TEST(DrawsTest, CoreDrawsWhatGlibcDraws) {
  const ProfileAt core(CoreProfile());
  constexpr absl::string_view kTaken = "000101001101000111011001";
  size_t taken = 0;
  for (size_t draws = 1; draws <= kTaken.size(); ++draws) {
    taken += kTaken[draws - 1] == '1' ? 1 : 0;
    Selection selection = HalfAndHalf(0.51);
    DrawShares(core, draws, selection);
    EXPECT_DOUBLE_EQ(selection.shares[0].share, static_cast<double>(taken) / draws) << draws;
  }
}

TEST(DrawsTest, ASampleIsNearTheShare) {
  const ProfileAt go(GoProfile());
  Selection selection = HalfAndHalf(0.1);
  DrawShares(go, 100000, selection);
  EXPECT_NEAR(selection.shares[0].share, 0.1, 0.005);
  EXPECT_NEAR(selection.shares[1].share, 0.9, 0.005);
}

TEST(DrawsTest, WhatDependsOnNoDrawStays) {
  const ProfileAt core(CoreProfile());
  Selection selection;
  selection.shares = {{SelectionOutcome::kChoice, 0, 1}};
  DrawShares(core, 10, selection);
  EXPECT_EQ(selection.shares[0].share, 1);
}

}  // namespace
}  // namespace grpcfg
