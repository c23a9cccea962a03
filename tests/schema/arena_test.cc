// Memory of the typed model: nothing moves, everything starts with its default values.
#include "schema/json/arena.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "schema/json/spare_blocks.h"

namespace grpcfg {
namespace {

struct Aligned {
  alignas(16) int64_t first = 7;
  char last = 'x';
};

TEST(ArenaTest, GivesDefaultValuesAtTheirAlignment) {
  Arena arena(1);
  for (int i = 0; i < 1000; ++i) {
    arena.New<char>();  // so that the next place is an odd one
    const Aligned* const made = arena.New<Aligned>();
    ASSERT_EQ(reinterpret_cast<uintptr_t>(made) % alignof(Aligned), 0U);
    ASSERT_EQ(made->first, 7);
    ASSERT_EQ(made->last, 'x');
  }
}

TEST(ArenaTest, ListsStayWhereTheyAre) {
  Arena arena(64);
  std::vector<List<uint32_t>> lists;
  for (uint32_t length = 0; length < 200; ++length) {
    List<uint32_t>& list = lists.emplace_back(arena, length);
    for (uint32_t i = 0; i < length; ++i) list.Add() = length + i;
  }
  for (uint32_t length = 0; length < 200; ++length) {
    ASSERT_EQ(lists[length].size(), length);
    ASSERT_EQ(lists[length].empty(), length == 0);
    uint32_t expected = length;
    for (const uint32_t element : lists[length]) ASSERT_EQ(element, expected++);
  }
}

TEST(LargeMemoryTest, BlocksOfEverySizeCanBeWrittenToTheirEnds) {
  constexpr size_t kMiB = size_t{1} << 20;
  for (const size_t bytes : {size_t{1}, size_t{4096}, 4 * kMiB - 1, 4 * kMiB, 4 * kMiB + 1}) {
    char* const block = static_cast<char*>(AllocateLarge(bytes));
    std::memset(block, 'a', bytes);
    EXPECT_EQ(block[bytes - 1], 'a') << bytes;
    FreeLarge(block, bytes);
  }
}

TEST(SpareBlocksTest, SizesAreRoundedUpToClasses) {
  size_t index = 0;
  size_t size = 24;
  for (size_t bytes = 0; bytes <= kMostSpareBytes; ++bytes) {
    const SpareClass its = SpareClassOf(bytes);
    if (its.bytes != size) {  // the next class begins behind the last one
      ASSERT_EQ(bytes, size + 1);
      ASSERT_EQ(its.index, ++index);
      size = its.bytes;
    }
    ASSERT_EQ(its.index, index);
    ASSERT_GE(its.bytes, bytes);
    ASSERT_LE(its.bytes - bytes, std::max(bytes <= 24 ? its.bytes : 15, bytes / 4));
  }
  EXPECT_EQ(size, kMostSpareBytes);
  EXPECT_FALSE(MayBeSpare(kMostSpareBytes + 1));
}

// In threads of their own, which keep nothing yet.
TEST(SpareBlocksTest, WhatAThreadGivesBackIsGivenToItAgain) {
  std::thread([] {
    for (const size_t bytes : {size_t{1}, size_t{100}, size_t{3000}, kMostSpareBytes}) {
      void* const first = AllocateLarge(bytes);
      void* const second = AllocateLarge(bytes);
      EXPECT_NE(first, second);
      FreeLarge(first, bytes);
      void* const again = AllocateLarge(SpareClassOf(bytes).bytes);  // as large as it is
      EXPECT_EQ(again == first, kKeepsSpares) << bytes;
      std::memset(again, 'a', SpareClassOf(bytes).bytes);
      FreeLarge(again, SpareClassOf(bytes).bytes);
      FreeLarge(second, bytes);
    }
  }).join();
}

// Each once, and no others.
TEST(SpareBlocksTest, AThreadKeepsSomeBlocksOfEachSize) {
  std::thread([] {
    struct Row {
      size_t bytes;
      size_t most;  // that are kept
    };
    for (const auto& [bytes, most] : {Row{1, 128}, Row{1000, 16}, Row{5000, 4}, Row{60000, 4}}) {
      EXPECT_EQ(TakeSpare(bytes), nullptr) << bytes;
      std::set<void*> blocks;
      for (int i = 0; i < 200; ++i) {
        void* const block = AllocateLarge(bytes);
        std::memset(block, 'a', bytes);
        EXPECT_TRUE(blocks.insert(block).second);
      }
      for (void* const block : blocks) FreeLarge(block, bytes);
      size_t kept = 0;
      while (void* const spare = TakeSpare(bytes)) {
        EXPECT_EQ(blocks.erase(spare), 1U);
        std::memset(spare, 'b', bytes);
        ::operator delete(spare);
        ++kept;
      }
      EXPECT_EQ(kept, kKeepsSpares ? most : 0) << bytes;
    }
  }).join();
}

TEST(SpareBlocksTest, AllCanBeGivenBackAtOnce) {
  std::thread([] {
    EXPECT_FALSE(GiveSparesBack());
    for (const size_t bytes : {10, 20, 3000}) FreeLarge(AllocateLarge(bytes), bytes);
    EXPECT_EQ(GiveSparesBack(), kKeepsSpares);
    EXPECT_EQ(TakeSpare(10), nullptr);
    EXPECT_FALSE(GiveSparesBack());
  }).join();
}

// Frees and takes blocks as the last one of a thread's destructors.
struct AtEnd {
  AtEnd() = default;
  AtEnd(const AtEnd&) = delete;
  AtEnd& operator=(const AtEnd&) = delete;
  ~AtEnd() {
    for (int i = 0; i < 300; ++i) FreeLarge(AllocateLarge(100), 100);
  }
};

TEST(SpareBlocksTest, BlocksCanBeFreedWhileAThreadEnds) {
  std::thread([] {
    thread_local AtEnd at_end;
    FreeLarge(AllocateLarge(100), 100);
    static_cast<void>(&at_end);  // made now, and so destroyed
  }).join();
}

TEST(SpareBlocksDeathTest, ABlockIsNotFreedTwiceInARow) {
  if (!kKeepsSpares) GTEST_SKIP() << "whoever sees what is freed has it";
  EXPECT_DEATH(
      {
        void* const block = AllocateLarge(100);
        FreeLarge(block, 100);
        FreeLarge(block, 100);
      },
      "");
}

TEST(LargeMemoryTest, AVectorGrowsFromTheHeapIntoHugePages) {
  std::vector<uint64_t, LargeAllocator<uint64_t>> numbers;
  for (uint64_t i = 0; i < 2'000'000; ++i) numbers.push_back(i);
  for (uint64_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], i);
}

}  // namespace
}  // namespace grpcfg
