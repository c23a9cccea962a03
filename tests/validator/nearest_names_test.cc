#include "validator/engine/nearest_names.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

using testing::ElementsAreArray;

constexpr absl::string_view kNames[] = {
    "check", "batch", "json", "jsonl", "--target", "--descriptor-set", "go"};

struct NearRow {
  absl::string_view word;
  std::vector<absl::string_view> near;
};

const NearRow kNearRows[] = {
    {"chek", {"check"}},
    {"CHECK", {"check"}},
    {"jsn", {"json"}},
    {"JSON", {"json", "jsonl"}},  // the second contains it
    {"--targt", {"--target"}},
    {"--descriptor", {"--descriptor-set"}},
    {"GO", {"go"}},
    {"g", {}},
    {"no", {}},  // two letters are near too many names
    {"checked-in", {}},
    {"", {}},
};

TEST(NearestNamesTest, TheNearestStandFirst) {
  for (const NearRow& row : kNearRows) {
    EXPECT_THAT(NearestNames(row.word, kNames), ElementsAreArray(row.near)) << row.word;
  }
}

TEST(NearestNamesTest, LetterCaseDoesNotCount) {
  const absl::string_view names[] = {"retryPolicy.maxAttempts", "timeout"};
  EXPECT_THAT(NearestNames("maxAttempts", names), ElementsAreArray({names[0]}));
}

TEST(NearestNamesTest, ThereAreFiveAtMost) {
  const absl::string_view names[] = {"aaaa1", "aaaa2", "aaaa3", "aaaa4", "aaaa5", "aaaa6"};
  EXPECT_EQ(NearestNames("aaaa", names).size(), 5U);
}

struct WordsRow {
  absl::string_view word;
  absl::string_view otherwise;
  absl::string_view expected;
};

const WordsRow kWordsRows[] = {
    {"chek", "", "`chek` is not a word; did you mean `check`?"},
    {"chek", "see there", "`chek` is not a word; did you mean `check`?"},
    {"qqqqq", "see there", "`qqqqq` is not a word; see there"},
    {"qqqqq", "",
     "`qqqqq` is not a word; expected one of check, batch, json, jsonl, --target, "
     "--descriptor-set, go"},
};

TEST(NearestNamesTest, SuggestsWhatWasIntended) {
  for (const WordsRow& row : kWordsRows) {
    EXPECT_EQ(NotAmong(row.word, "a word", kNames, row.otherwise), row.expected);
  }
}

}  // namespace
}  // namespace grpcfg
