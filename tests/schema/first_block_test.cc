#include "schema/json/first_block.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace grpcfg {
namespace {

constexpr size_t kRoom = size_t{64} << 10;

class FirstBlockTest : public ::testing::Test {
 protected:
  FirstBlockTest() { block_.Open(room_.data(), room_.size()); }

  alignas(std::max_align_t) std::array<char, kRoom> room_ = {};
  FirstBlock block_;
};

TEST_F(FirstBlockTest, BlocksAreAlignedAndApart) {
  std::set<uintptr_t> begun;
  for (const size_t bytes : {0, 1, 0, 16, 17, 1000}) {
    void* const block = block_.Take(bytes);
    ASSERT_NE(block, nullptr);
    EXPECT_TRUE(block_.Has(block));
    const auto begin = reinterpret_cast<uintptr_t>(block);
    EXPECT_EQ(begin % alignof(std::max_align_t), 0U);
    EXPECT_TRUE(begun.insert(begin).second) << bytes << " bytes";
    std::fill_n(static_cast<char*>(block), bytes, 'x');
  }
}

TEST_F(FirstBlockTest, LargeBlocksAreForOthers) {
  EXPECT_EQ(block_.Take(FirstBlock::kLargest + 1), nullptr);
  EXPECT_NE(block_.Take(FirstBlock::kLargest), nullptr);
}

TEST_F(FirstBlockTest, GivesNothingOnceFull) {
  EXPECT_EQ(block_.Take(FirstBlock::kLargest), room_.data());
  EXPECT_NE(block_.Take(FirstBlock::kLargest), nullptr);
  EXPECT_EQ(block_.Take(0), nullptr);
  EXPECT_EQ(block_.Take(1), nullptr);
  EXPECT_TRUE(block_.Has(&room_.back()));
  EXPECT_FALSE(block_.Has(room_.data() + room_.size()));
}

TEST(EmptyFirstBlockTest, HasNothing) {
  FirstBlock none;
  EXPECT_EQ(none.Take(1), nullptr);
  EXPECT_FALSE(none.Has(nullptr));
}

TEST_F(FirstBlockTest, ThreadsShareIt) {
  constexpr size_t kBytes = 48;
  std::array<std::vector<void*>, 2> taken;
  const auto take_all = [this](std::vector<void*>& blocks) {
    while (void* const block = block_.Take(kBytes)) blocks.push_back(block);
  };
  std::thread other(take_all, std::ref(taken[0]));
  take_all(taken[1]);
  other.join();
  std::set<void*> all(taken[0].begin(), taken[0].end());
  all.insert(taken[1].begin(), taken[1].end());
  EXPECT_EQ(all.size(), taken[0].size() + taken[1].size());
  EXPECT_EQ(all.size(), kRoom / kBytes);
}

}  // namespace
}  // namespace grpcfg
