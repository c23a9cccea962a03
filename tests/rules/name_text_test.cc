// The words of a name, against a walk letter by letter.
#include "rules/name_text.h"

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

std::vector<std::string> WordsOf(absl::string_view name) {
  std::vector<std::string> words;
  while (!name.empty()) words.emplace_back(TakeWord(name));
  return words;
}

bool IsUpper(char c) { return 'A' <= c && c <= 'Z'; }
bool IsLower(char c) { return 'a' <= c && c <= 'z'; }

// A word ends before `_`, before a capital after another byte, and before the last capital of a
// row if a small letter follows it.
bool EndsBefore(const std::string& name, size_t at) {
  const bool ends_acronym = at + 1 < name.size() && IsLower(name[at + 1]);
  return name[at] == '_' || (IsUpper(name[at]) && (!IsUpper(name[at - 1]) || ends_acronym));
}

std::vector<std::string> WalkedWordsOf(const std::string& name) {
  std::vector<std::string> words;
  for (size_t at = 0; at < name.size();) {
    while (at < name.size() && name[at] == '_') ++at;
    std::string word;
    while (at < name.size() && (word.empty() || !EndsBefore(name, at))) word += name[at++];
    words.push_back(word);
  }
  return words;
}

TEST(NameTextTest, NamesAreMadeOfWords) {
  using ::testing::ElementsAre;
  EXPECT_THAT(WordsOf("BatchGetOrders"), ElementsAre("Batch", "Get", "Orders"));
  EXPECT_THAT(WordsOf("batch_get"), ElementsAre("batch", "get"));
  EXPECT_THAT(WordsOf("GetIAMPolicy"), ElementsAre("Get", "IAM", "Policy"));
  EXPECT_THAT(WordsOf("Internationalization"), ElementsAre("Internationalization"));
}

TEST(NameTextTest, SeveralNamesInOne) {
  using ::testing::ElementsAre;
  using ::testing::IsEmpty;
  EXPECT_THAT(NamesInOne("Add,Remove"), ElementsAre("Add", "Remove"));
  EXPECT_THAT(NamesInOne("a.B | a.C"), ElementsAre("a.B", "a.C"));
  EXPECT_THAT(NamesInOne("Get;List;"), ElementsAre("Get", "List"));
  EXPECT_THAT(NamesInOne("Get List"), IsEmpty());  // a blank alone may be a slip
  EXPECT_THAT(NamesInOne("Get,"), IsEmpty());
  EXPECT_THAT(NamesInOne("Get,*"), IsEmpty());
}

TEST(NameTextTest, RandomNamesHaveTheWordsOfAWalk) {
  constexpr absl::string_view kBytes = "aabcxyzABCZ019__{~@\xC3\xA9 .";
  std::mt19937 random(20261127);
  for (int i = 0; i < 50000; ++i) {
    std::string name(random() % 30, ' ');
    for (char& c : name) c = kBytes[random() % kBytes.size()];
    ASSERT_EQ(WordsOf(name), WalkedWordsOf(name)) << name;
  }
}

}  // namespace
}  // namespace grpcfg
