// Memory of the typed model: nothing moves, everything starts with its default values.
#include "schema/json/arena.h"

#include <cstdint>
#include <vector>

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

}  // namespace
}  // namespace grpcfg
