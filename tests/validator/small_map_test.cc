// The map of few entries, against one of the standard library.
#include "validator/engine/small_map.h"

#include <cstddef>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace grpcfg {
namespace {

TEST(SmallMapTest, FindsWhatWasAddedAndNothingElse) {
  std::mt19937 random(20261127);
  for (const int keys : {1, 2, 8, 9, 10, 1000}) {
    SmallMap<int, std::string> map;
    std::map<int, std::string> expected;
    for (int i = 0; i < 3 * keys; ++i) {
      const int key = static_cast<int>(random() % static_cast<unsigned>(keys));
      const std::string* const known = map.Find(key);
      ASSERT_EQ(known != nullptr, expected.contains(key)) << key << " of " << keys;
      ASSERT_EQ(known == nullptr ? "" : *known, expected[key]);
      map[key] += 'x';
      expected[key] += 'x';
      ASSERT_EQ(map.size(), expected.size());
    }
    ASSERT_EQ(map.Find(keys), nullptr);
    ASSERT_EQ((std::map<int, std::string>(map.begin(), map.end())), expected);
  }
}

TEST(SmallMapTest, ValuesBeginAsTheirTypeDoes) {
  SmallMap<int, size_t> map;
  EXPECT_EQ(map.size(), 0U);
  EXPECT_EQ(map[7], 0U);
}

TEST(SmallMapTest, EntriesAreInTheOrderInWhichTheyWereAdded) {
  SmallMap<int, int> map;
  std::vector<int> added;
  for (int key = 40; key > 0; --key) {
    map[key] = -key;
    added.push_back(key);
  }
  std::vector<int> found;
  for (const auto& [key, value] : map) {
    EXPECT_EQ(value, -key);
    found.push_back(key);
  }
  EXPECT_EQ(found, added);
}

}  // namespace
}  // namespace grpcfg
