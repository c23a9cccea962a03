// Edits of a text, and edits of what came of it as edits of the original.
#include "validator/fix/edited_text.h"

#include <optional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

struct Row {
  const char* why;
  std::vector<TextEdit> edits;  // of "0123456789"
  const char* text;
  std::vector<TextEdit> more;  // of `text`
  const char* after;
  size_t joined;  // how many edits those are
};

const Row kRows[] = {
    {"apart", {{{2, 4}, "ab"}}, "01ab456789", {{{6, 8}, "x"}}, "01ab45x89", 2},
    {"before", {{{6, 8}, ""}}, "01234589", {{{0, 1}, "xyz"}}, "xyz1234589", 2},
    {"the same bytes", {{{2, 4}, "abcd"}}, "01abcd456789", {{{2, 6}, "x"}}, "01x456789", 1},
    {"within", {{{2, 4}, "abcd"}}, "01abcd456789", {{{3, 5}, ""}}, "01ad456789", 1},
    {"across two", {{{2, 4}, "a"}, {{6, 7}, "b"}}, "01a45b789", {{{2, 6}, "x"}}, "01x789", 1},
    {"from before into it", {{{4, 6}, "abc"}}, "0123abc6789", {{{2, 5}, "x"}}, "01xbc6789", 1},
    {"from it to after", {{{4, 6}, "abc"}}, "0123abc6789", {{{6, 9}, "x"}}, "0123abx89", 1},
    {"insertions",
     {{{0, 0}, "["}, {{10, 10}, "]"}},
     "[0123456789]",
     {{{1, 3}, "x"}},
     "[x23456789]",
     3},
    {"after a deletion", {{{2, 6}, ""}}, "016789", {{{3, 4}, "x"}}, "016x89", 2},
    {"in place of a deletion", {{{2, 6}, ""}}, "016789", {{{2, 2}, "x"}}, "01x6789", 2},
    {"before an insertion", {{{2, 2}, "ab"}}, "01ab23456789", {{{2, 2}, "x"}}, "01xab23456789", 1},
    {"after an insertion", {{{2, 2}, "ab"}}, "01ab23456789", {{{4, 4}, "x"}}, "01abx23456789", 1},
    {"on both sides of an insertion",
     {{{2, 2}, "ab"}},
     "01ab23456789",
     {{{2, 2}, "x"}, {{4, 4}, "y"}},
     "01xaby23456789",
     1},
    {"after an insertion and a deletion, in any order",
     {{{2, 4}, ""}, {{2, 2}, "ab"}},
     "01ab456789",
     {{{4, 4}, "x"}},
     "01abx456789",
     2},
    {"in place of an insertion and after it",
     {{{2, 2}, "ab"}},
     "01ab23456789",
     {{{2, 4}, ""}, {{4, 4}, "x"}},
     "01x23456789",
     1},
    {"after a replacement", {{{2, 4}, "ab"}}, "01ab456789", {{{4, 4}, "x"}}, "01abx456789", 2},
};

TEST(EditedTextTest, EditsOfEdits) {
  const std::string original = "0123456789";
  for (const Row& row : kRows) {
    const EditedText once(original, row.edits);
    EXPECT_EQ(once.text(), row.text) << row.why;
    EXPECT_EQ(EditedText(once.text(), row.more).text(), row.after) << row.why;
    const std::vector<TextEdit> joined = once.With({row.more.begin(), row.more.end()});
    EXPECT_EQ(EditedText(original, joined).text(), row.after) << row.why;
    EXPECT_EQ(joined.size(), row.joined) << row.why;
    EditSet apart;
    EXPECT_TRUE(AddEdits({.title = "", .edits = joined}, apart)) << row.why;
    EXPECT_THAT(apart, testing::ElementsAreArray(joined)) << row.why;
  }
}

TEST(EditedTextTest, PlacesMove) {
  const EditedText edited("0123456789", {{{2, 4}, "abcd"}, {{6, 6}, "x"}, {{8, 9}, ""}});
  ASSERT_EQ(edited.text(), "01abcd45x679");
  const uint32_t moved[] = {0, 1, 2, 2, 6, 7, 9, 10, 11, 11};
  for (uint32_t i = 0; i < 10; ++i) EXPECT_EQ(edited.Moved(i), moved[i]) << i;
}

TEST(EditedTextTest, Together) {
  const TextEdit a = {{2, 4}, "x"};
  const auto are_apart = [&](const TextEdit& b) {
    EditSet edits;
    return AddEdits({.title = "", .edits = {a, b}}, edits);
  };
  EXPECT_TRUE(are_apart({{0, 1}, "y"}));
  EXPECT_TRUE(are_apart(a));
  EXPECT_TRUE(are_apart({{4, 5}, "y"}));
  EXPECT_FALSE(are_apart({{2, 4}, "y"}));
  EXPECT_FALSE(are_apart({{3, 3}, "y"}));
  EditSet edits = {{{3, 3}, "x"}};
  EXPECT_FALSE(AddEdits({.title = "", .edits = {{{3, 3}, "y"}}}, edits));
}

TEST(EditedTextTest, EditsOfAFixAreAddedIfTheyAreApart) {
  EditSet edits = {{{2, 4}, "x"}};
  EXPECT_FALSE(AddEdits({.title = "", .edits = {{{0, 1}, "y"}, {{3, 5}, "z"}}}, edits));
  EXPECT_EQ(edits, (EditSet{{{2, 4}, "x"}}));
  EXPECT_TRUE(AddEdits({.title = "", .edits = {{{0, 1}, "y"}, {{2, 4}, "x"}}}, edits));
  EXPECT_EQ(edits, (EditSet{{{0, 1}, "y"}, {{2, 4}, "x"}}));
}

}  // namespace
}  // namespace grpcfg
