// The hashes of lines against those that GitHub's own tests have (codeql-action,
// src/fingerprints.test.ts).
#include "validator/report/line_hash.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::Pair;

std::vector<std::string> HashesOf(absl::string_view text) {
  absl::btree_set<uint32_t> lines;
  for (uint32_t line = 1; line <= 20; ++line) lines.insert(line);
  std::vector<std::string> hashes;
  for (const auto& [line, hash] : LineHashes(text, lines)) {
    hashes.push_back(hash);
    EXPECT_EQ(line, hashes.size());
  }
  return hashes;
}

struct HashRow {
  const char* why;
  std::string text;
  std::vector<std::string> hashes;
};

const std::vector<std::string> kGreetings = {
    "e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1", "ce8ba1a563dcdaca:1", "e20e36e16fcb0cc8:1",
    "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1", "c129715d7a2bc9a3:1"};

std::string Repeated(absl::string_view line, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) absl::StrAppend(&text, line);
  return text;
}

TEST(LineHashTest, IsThatOfTheAction) {
  const HashRow rows[] = {
      {"an empty file has a line", "", {"c129715d7a2bc9a3:1"}},
      {"blanks do not count",
       " a\nb\n  \t\tc\n d",
       {"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"}},
      {"line feeds", " hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n", kGreetings},
      {"returns", " hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r", kGreetings},
      {"both", " hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n", kGreetings},
      {"a mixture", " hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n", kGreetings},
      {"lines that are alike are counted",
       Repeated("Lorem ipsum dolor sit amet.\n", 10),
       {"a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2", "a7f2ff13bc495cf2:3", "a7f2ff13bc495cf2:4",
        "a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6", "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1",
        "55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1", "c129715d7a2bc9a3:1"}},
  };
  for (const HashRow& row : rows) {
    EXPECT_THAT(HashesOf(row.text), ElementsAreArray(row.hashes)) << row.why;
  }
}

TEST(LineHashTest, OnlyLinesThatAreRequestedAndThere) {
  EXPECT_THAT(LineHashes("a\nb\nc", {2, 9}), ElementsAre(Pair(2, testing::_)));
  EXPECT_THAT(LineHashes("a\nb\nc", {}), IsEmpty());
}

}  // namespace
}  // namespace grpcfg
