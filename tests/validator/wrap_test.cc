#include "validator/report/wrap.h"

#include <string>

#include "gtest/gtest.h"

namespace grpcfg {
namespace {

std::string Wrapped(absl::string_view text, size_t indent) {
  std::string out;
  AppendWrapped(text, indent, out);
  return out;
}

std::string Letters(size_t count, char letter) {
  std::string letters;
  letters.resize(count, letter);
  return letters;
}

TEST(WrapTest, ShortTextIsOneLine) {
  EXPECT_EQ(Wrapped("", 2), "");
  EXPECT_EQ(Wrapped("one", 0), "one\n");
  EXPECT_EQ(Wrapped("one two", 2), "  one two\n");
}

TEST(WrapTest, FillsALineToItsLastColumn) {
  const std::string fits = Letters(97, 'a') + " b";
  EXPECT_EQ(Wrapped(fits + "c", 0), fits + "c\n");
  EXPECT_EQ(Wrapped(fits + "cd", 0), Letters(97, 'a') + "\nbcd\n");
  EXPECT_EQ(Wrapped(fits + "c", 1), " " + Letters(97, 'a') + "\n bc\n");
}

TEST(WrapTest, LinesMayBeNarrower) {
  std::string out;
  AppendWrapped("one two three", 2, out, 9);
  EXPECT_EQ(out, "  one two\n  three\n");
}

TEST(WrapTest, CodeIsOneWord) {
  const std::string word = Letters(90, 'a');
  EXPECT_EQ(Wrapped(word + " `{\"a\": 1}`, b", 0), word + "\n`{\"a\": 1}`, b\n");
  EXPECT_EQ(Wrapped(word + " (`a b`) cd", 0), word + " (`a b`)\ncd\n");
}

TEST(WrapTest, ABacktickInWhatIsQuotedQuotesNothingAfterIt) {
  const std::string word = Letters(90, 'a');
  EXPECT_EQ(Wrapped("`b`c` " + word + " d", 0), "`b`c` " + word + " d\n");
  EXPECT_EQ(Wrapped("`b`c` " + word + " d e f", 0), "`b`c` " + word + " d e\nf\n");
  EXPECT_EQ(Wrapped("`b` ` " + word + " d e f", 0), "`b` ` " + word + " d e\nf\n");
  EXPECT_EQ(Wrapped("`b `c " + word + " d e f", 0), "`b `c " + word + " d e\nf\n");
  EXPECT_EQ(Wrapped("`b " + word + " d e f g", 0), "`b " + word + " d e f\ng\n");
  EXPECT_EQ(Wrapped("`b` c` " + word + " d e", 0), "`b` c` " + word + " d\ne\n");
}

TEST(WrapTest, AQuotationThatIsCutOffIsOneWord) {
  const std::string word = Letters(90, 'a');
  EXPECT_EQ(Wrapped(word + " `b c d e f...", 0), word + "\n`b c d e f...\n");
  EXPECT_EQ(Wrapped(word + " (`b c d e f...", 0), word + "\n(`b c d e f...\n");
  EXPECT_EQ(Wrapped(word + " b` c d e f...", 0), word + " b` c d e\nf...\n");
  EXPECT_EQ(Wrapped(word + " ` c d e f g...", 0), word + " ` c d e f\ng...\n");
}

TEST(WrapTest, ALongWordHasALineOfItsOwn) {
  EXPECT_EQ(Wrapped("a " + Letters(120, 'b') + " c", 0), "a\n" + Letters(120, 'b') + "\nc\n");
}

}  // namespace
}  // namespace grpcfg
