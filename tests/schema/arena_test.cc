// Memory of the typed model: nothing moves, everything starts with its default values.
#include "schema/json/arena.h"

#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

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

// In threads of their own, which keep nothing yet.
TEST(LargeMemoryTest, WhatAThreadGivesBackIsGivenToItAgain) {
  std::thread([] {
    for (const size_t bytes : {kLeastSpareBytes + 1, size_t{3000}, kMostSpareBytes}) {
      void* const first = AllocateLarge(bytes);
      void* const second = AllocateLarge(bytes);
      EXPECT_NE(first, second);
      FreeLarge(first, bytes);
      void* const again = AllocateLarge(SpareSize(bytes));  // as large as was made of it
      if (kKeepsSpares) EXPECT_EQ(again, first) << bytes;
      std::memset(again, 'a', SpareSize(bytes));
      FreeLarge(again, SpareSize(bytes));
      FreeLarge(second, bytes);
    }
  }).join();
}

TEST(LargeMemoryTest, AThreadKeepsSomeBlocksOfEachSize) {
  std::thread([] {
    constexpr size_t kBytes = 5000;
    std::vector<void*> blocks;
    for (int i = 0; i < 100; ++i) blocks.push_back(AllocateLarge(kBytes));
    for (void* const block : blocks) FreeLarge(block, kBytes);
    size_t kept = 0;
    while (void* const spare = TakeSpare(kBytes)) {
      EXPECT_THAT(blocks, testing::Contains(spare));
      ::operator delete(spare);
      ++kept;
    }
    EXPECT_LT(kept, 10U);
    EXPECT_EQ(kept > 0, kKeepsSpares);
    EXPECT_EQ(TakeSpare(2 * kBytes), nullptr);
  }).join();
  EXPECT_FALSE(MayBeSpare(kLeastSpareBytes));
  EXPECT_FALSE(MayBeSpare(kMostSpareBytes + 1));
}

TEST(LargeMemoryTest, AVectorGrowsFromTheHeapIntoHugePages) {
  std::vector<uint64_t, LargeAllocator<uint64_t>> numbers;
  for (uint64_t i = 0; i < 2'000'000; ++i) numbers.push_back(i);
  for (uint64_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], i);
}

}  // namespace
}  // namespace grpcfg
